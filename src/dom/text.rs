//! From a page's source to its characters: references, newlines and NUL.

use std::borrow::Cow;

/// Text in which character references stand for characters.
pub(super) fn decode_text(source: &str) -> Cow<'_, str> {
    htmlize::unescape(replace_controls(source))
}

/// Any text in which character references stand for characters, as JSON in a page.
pub(crate) fn unescape(text: &str) -> Cow<'_, str> {
    htmlize::unescape(text)
}

/// Text in which they do not: scripts, styles, `noscript`, CDATA.
pub(super) fn decode_raw(source: &str) -> Cow<'_, str> {
    replace_controls(source)
}

/// An attribute's value, where `&copy=` is not a reference.
pub(super) fn decode_attribute(source: &str) -> Cow<'_, str> {
    htmlize::unescape_attribute(replace_controls(source))
}

/// Line ends become line feeds, NUL becomes U+FFFD. Characters that are written as references are
/// not meant, so this comes before decoding.
fn replace_controls(source: &str) -> Cow<'_, str> {
    if memchr::memchr2(b'\r', 0, source.as_bytes()).is_none() {
        return Cow::Borrowed(source);
    }
    Cow::Owned(source.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{fffd}"))
}

/// Length of the white space that text begins with, as source; `&#32;` is white space too.
pub(super) fn leading_space(source: &str) -> usize {
    let bytes = source.as_bytes();
    let mut at = 0;
    loop {
        match bytes.get(at) {
            Some(&byte) if super::scan::is_space(byte) => at += 1,
            Some(b'&') => match space_reference(&bytes[at..]) {
                Some((_, length)) => at += length,
                None => return at,
            },
            _ => return at,
        }
    }
}

/// Whether text is nothing but white space.
pub(super) fn is_blank(source: &str) -> bool {
    leading_space(source) == source.len()
}

/// Length of the line feed that text begins with, as source, or 0.
pub(super) fn leading_newline(source: &str) -> usize {
    match source.as_bytes() {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        [b'&', ..] => match space_reference(source.as_bytes()) {
            Some((b'\n', length)) => length,
            _ => 0,
        },
        _ => 0,
    }
}

/// The white space character that a reference here stands for, and the reference's length.
fn space_reference(source: &[u8]) -> Option<(u8, usize)> {
    for (name, character) in [(&b"&Tab;"[..], b'\t'), (b"&NewLine;", b'\n')] {
        if source.starts_with(name) {
            return Some((character, name.len()));
        }
    }
    let (digits, radix) = match source {
        [b'&', b'#', b'x' | b'X', ..] => (3, 16),
        [b'&', b'#', ..] => (2, 10),
        _ => return None,
    };
    let is_digit = |byte: &&u8| char::from(**byte).is_digit(radix);
    let length = source[digits..].iter().take_while(is_digit).count();
    let number = source[digits..digits + length].iter().fold(0_u32, |number, &byte| {
        let digit = char::from(byte).to_digit(radix).unwrap_or_default();
        number.saturating_mul(radix).saturating_add(digit)
    });
    let end = digits + length;
    let character = u8::try_from(number).ok().filter(|&byte| super::scan::is_space(byte))?;
    Some((character, end + usize::from(source.get(end) == Some(&b';'))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_decoded_where_they_count() {
        assert_eq!(decode_text("a&amp;b&copy c&#150;"), "a&b\u{a9} c\u{2013}");
        assert_eq!(decode_raw("a&amp;b"), "a&amp;b");
        assert_eq!(decode_attribute("?a=1&copy=2&amp;b"), "?a=1&copy=2&b");
        assert!(matches!(decode_text("plain"), Cow::Borrowed("plain")));
    }

    #[test]
    fn controls_are_replaced() {
        assert_eq!(decode_raw("a\r\nb\rc\0"), "a\nb\nc\u{fffd}");
        assert_eq!(decode_text("&#13;\r"), "\r\n");
    }

    #[test]
    fn white_space_may_be_a_reference() {
        assert_eq!(leading_space(" \t&#32;&#xa;&Tab;&NewLine;&#13 x"), 31);
        assert_eq!(leading_space("&nbsp; &#160;"), 0);
        assert!(is_blank("\r\n\x0c ") && is_blank("") && !is_blank(" x") && !is_blank("&#;"));
        assert_eq!(leading_space("&#99999999999999999999;"), 0);
        assert_eq!(["\n\n", "\r\n", "&#xA;x", "&#13;", "x"].map(leading_newline), [1, 2, 5, 0, 0]);
    }
}
