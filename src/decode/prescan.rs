//! The declared encoding in a page's first bytes, by the algorithm "prescan a byte stream to
//! determine its encoding" of the WHATWG HTML Standard, with one departure: the standard looks at
//! 1024 bytes, this at [`PREFIX`], because pages declare it behind long comments and style sheets.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::{memchr, memchr2, memmem};

/// Bytes looked at.
const PREFIX: usize = 64 << 10;

/// The encoding that a `meta` element or an XML declaration names.
pub(super) fn prescan(body: &[u8]) -> Option<&'static Encoding> {
    let data = &body[..body.len().min(PREFIX)];
    if data.starts_with(b"<\0?\0x\0") {
        return Some(UTF_16LE);
    }
    if data.starts_with(b"\0<\0?\0x") {
        return Some(UTF_16BE);
    }
    in_meta(data).or_else(|| in_xml_declaration(data))
}

fn in_meta(data: &[u8]) -> Option<&'static Encoding> {
    let mut at = 0;
    while let Some(n) = memchr(b'<', &data[at..]) {
        at += n;
        let rest = &data[at..];
        if rest.starts_with(b"<!--") {
            // The dashes that open a comment may also close it.
            at += 2 + memmem::find(&rest[2..], b"-->")? + 3;
        } else if is_meta(rest) {
            let mut attributes = Attributes { data, at: at + 5, closed: false };
            if let Some(encoding) = declared(&mut attributes) {
                return Some(encoding);
            }
            at = attributes.at;
        } else if is_tag(rest) {
            at += rest.iter().position(|&b| is_space(b) || b == b'>')?;
            let mut attributes = Attributes { data, at, closed: false };
            while attributes.next().is_some() {}
            at = attributes.at;
        } else if matches!(rest.get(1), Some(b'!' | b'/' | b'?')) {
            at += memchr(b'>', rest)? + 1;
        } else {
            at += 1;
        }
    }
    None
}

fn is_meta(rest: &[u8]) -> bool {
    rest.len() > 5
        && rest[1..5].eq_ignore_ascii_case(b"meta")
        && (is_space(rest[5]) || rest[5] == b'/')
}

fn is_tag(rest: &[u8]) -> bool {
    let name = if rest.get(1) == Some(&b'/') { 2 } else { 1 };
    rest.get(name).is_some_and(u8::is_ascii_alphabetic)
}

/// What one `meta` element declares.
fn declared(attributes: &mut Attributes) -> Option<&'static Encoding> {
    let (mut pragma, mut needs_pragma, mut encoding) = (false, false, None);
    let mut seen: Vec<Vec<u8>> = Vec::new();
    while let Some((name, value)) = attributes.next() {
        if seen.contains(&name) {
            continue;
        }
        match name.as_slice() {
            b"http-equiv" => pragma |= value == b"content-type",
            b"content" if encoding.is_none() => {
                encoding = charset_in(&value);
                needs_pragma = encoding.is_some();
            }
            b"charset" => {
                encoding = Encoding::for_label(&value);
                needs_pragma = false;
            }
            _ => {}
        }
        // Only the names that count can repeat with effect.
        if matches!(name.as_slice(), b"http-equiv" | b"content" | b"charset") {
            seen.push(name);
        }
    }
    encoding.filter(|_| attributes.closed && (pragma || !needs_pragma)).map(readable)
}

/// The encoding that an ASCII-compatible declaration can mean.
fn readable(encoding: &'static Encoding) -> &'static Encoding {
    match encoding {
        e if e == UTF_16LE || e == UTF_16BE => UTF_8,
        e if e == X_USER_DEFINED => WINDOWS_1252,
        e => e,
    }
}

/// The attributes of a tag, names and values in lower case.
struct Attributes<'a> {
    data: &'a [u8],
    at: usize,
    /// Whether the tag's end was seen; one that the data cuts declares nothing.
    closed: bool,
}

impl Attributes<'_> {
    fn peek(&self) -> Option<u8> {
        self.data.get(self.at).copied()
    }

    fn skip(&mut self, unwanted: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&unwanted) {
            self.at += 1;
        }
    }

    /// The next attribute; `None` at the tag's end or the data's.
    fn next(&mut self) -> Option<(Vec<u8>, Vec<u8>)> {
        self.skip(|b| is_space(b) || b == b'/');
        if self.peek()? == b'>' {
            self.at += 1;
            self.closed = true;
            return None;
        }
        let from = self.at;
        // A name may begin with the equals sign.
        self.at += 1;
        self.skip(|b| !is_space(b) && !b"/>=".contains(&b));
        let name = self.data[from..self.at].to_ascii_lowercase();
        self.skip(is_space);
        if self.peek()? != b'=' {
            return Some((name, Vec::new()));
        }
        self.at += 1;
        self.skip(is_space);
        Some((name, self.value()?))
    }

    fn value(&mut self) -> Option<Vec<u8>> {
        let from = match self.peek()? {
            quote @ (b'"' | b'\'') => {
                let from = self.at + 1;
                let Some(n) = memchr(quote, &self.data[from..]) else {
                    self.at = self.data.len();
                    return None;
                };
                self.at = from + n + 1;
                return Some(self.data[from..from + n].to_ascii_lowercase());
            }
            _ => self.at,
        };
        self.skip(|b| !is_space(b) && b != b'>');
        Some(self.data[from..self.at].to_ascii_lowercase())
    }
}

/// The encoding after `charset=` in a media type or a `meta` element's `content`.
pub(super) fn charset_in(text: &[u8]) -> Option<&'static Encoding> {
    const NAME: &[u8] = b"charset";
    let mut rest = text;
    loop {
        let n = rest.windows(NAME.len()).position(|w| w.eq_ignore_ascii_case(NAME))?;
        rest = rest[n + NAME.len()..].trim_ascii_start();
        if let Some(value) = rest.strip_prefix(b"=") {
            return Encoding::for_label(label(value.trim_ascii_start())?);
        }
    }
}

fn label(value: &[u8]) -> Option<&[u8]> {
    match value.first()? {
        quote @ (b'"' | b'\'') => memchr(*quote, &value[1..]).map(|n| &value[1..1 + n]),
        _ => {
            let end = value.iter().position(|&b| is_space(b) || b == b';' || b == b',');
            Some(&value[..end.unwrap_or(value.len())])
        }
    }
}

/// The encoding that an XML declaration at the very start names.
fn in_xml_declaration(data: &[u8]) -> Option<&'static Encoding> {
    if !data.starts_with(b"<?xml") {
        return None;
    }
    let declaration = &data[..memchr(b'>', data)?];
    let at = memmem::find(declaration, b"encoding")? + b"encoding".len();
    let rest = declaration[at..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let open = memchr2(b'"', b'\'', rest).filter(|&n| n == 0)?;
    let close = memchr(rest[open], &rest[1..])?;
    let label = &rest[1..1 + close];
    (!label.iter().any(|&b| b <= b' ')).then(|| Encoding::for_label(label))?.map(readable)
}

fn is_space(b: u8) -> bool {
    matches!(b, b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(page: &[u8]) -> Option<&'static str> {
        prescan(page).map(Encoding::name)
    }

    #[test]
    fn meta_elements_declare_it_in_both_ways() {
        assert_eq!(name(b"<meta charset=gb2312>"), Some("GBK"));
        assert_eq!(name(b"<META\nCHARSET = 'Shift_JIS' >"), Some("Shift_JIS"));
        let pragma = b"<meta http-equiv=Content-Type content='text/html; charset=\"koi8-r\"'>";
        assert_eq!(name(pragma), Some("KOI8-R"));
        // The order of the attributes is free, the pragma is not.
        assert_eq!(
            name(b"<meta content='a charset=latin1' http-equiv=content-type>"),
            Some("windows-1252")
        );
        assert_eq!(name(b"<meta content='charset=latin1'>"), None);
        assert_eq!(name(b"<meta charset=utf-16>"), Some("UTF-8"));
        assert_eq!(name(b"<meta charset=nonsense><meta charset=utf-8>"), Some("UTF-8"));
    }

    #[test]
    fn comments_other_tags_and_long_style_sheets_are_passed_by() {
        assert_eq!(name(b"<!-- <meta charset=big5> --><meta charset=utf-8>"), Some("UTF-8"));
        assert_eq!(name(b"<!--><meta charset=big5>"), Some("Big5"));
        assert_eq!(name(b"<a title='<meta charset=big5>'></a><meta charset=utf-8>"), Some("UTF-8"));
        assert_eq!(name(b"<a title='<meta charset=big5>"), None);
        let mut page = b"<style>".to_vec();
        page.extend(b"a > b { color: red }\n".repeat(800));
        page.extend_from_slice(b"</style><meta charset=gb2312>");
        assert_eq!(name(&page), Some("GBK"));
    }

    #[test]
    fn an_xml_declaration_comes_after_every_meta() {
        assert_eq!(name(b"<?xml version='1.0' encoding=\"EUC-JP\"?><html>"), Some("EUC-JP"));
        assert_eq!(name(b"<?xml encoding='EUC-JP'?><meta charset=utf-8>"), Some("UTF-8"));
        assert_eq!(name(b"<\0?\0x\0m\0"), Some("UTF-16LE"));
    }
}
