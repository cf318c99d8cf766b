//! The inside of a tag: attributes, and where the tag ends.
//!
//! A tag is read twice, but its attributes are only kept the second time: the tokenizer looks for
//! the end, and whoever asks for an attribute reads the source again. Few attributes are ever asked
//! for, so this is much cheaper than a list for every element.

use std::borrow::Cow;
use std::ops::Range;

/// Attributes beyond this many of one tag are not seen.
pub(super) const MAX_ATTRIBUTES: usize = 256;

/// HTML's white space.
#[inline]
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | b'\x0c')
}

/// Where a tag ends, past its `>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TagEnd {
    pub end: usize,
    /// Whether the tag ended in `/>`.
    pub self_closing: bool,
}

/// What comes next in a tag.
enum Part {
    /// An attribute, as ranges of the page; the value without its quotes, empty if there is none.
    Attribute { name: Range<usize>, value: Range<usize>, end: usize },
    /// The end.
    End(TagEnd),
    /// The page ends inside the tag.
    Eof,
}

/// Reads one part of a tag, from behind the name or an attribute.
#[inline(always)]
fn part(bytes: &[u8], mut at: usize) -> Part {
    let mut slash = false;
    let name = loop {
        match bytes.get(at) {
            Some(b'>') => return Part::End(TagEnd { end: at + 1, self_closing: slash }),
            Some(b'/') => slash = true,
            Some(&byte) if is_space(byte) => slash = false,
            Some(_) => break at,
            None => return Part::Eof,
        }
        at += 1;
    };
    // The first byte belongs to the name even if it is `=`.
    at += 1;
    while let Some(&byte) = bytes.get(at)
        && !is_space(byte)
        && !matches!(byte, b'=' | b'>' | b'/')
    {
        at += 1;
    }
    let name = name..at;
    let equals = skip_space(bytes, at);
    if bytes.get(equals) != Some(&b'=') {
        return Part::Attribute { name, value: at..at, end: at };
    }
    let value = skip_space(bytes, equals + 1);
    match bytes.get(value) {
        Some(quote @ (b'"' | b'\'')) => {
            let value = value + 1;
            match memchr::memchr(*quote, &bytes[value..]) {
                Some(length) => {
                    let end = value + length;
                    Part::Attribute { name, value: value..end, end: end + 1 }
                }
                None => Part::Eof,
            }
        }
        _ => {
            let ends = |&byte: &u8| is_space(byte) || byte == b'>';
            match bytes[value..].iter().position(ends) {
                Some(length) => {
                    let end = value + length;
                    Part::Attribute { name, value: value..end, end }
                }
                None => Part::Eof,
            }
        }
    }
}

/// The first byte from `at` on that is no white space.
#[inline(always)]
fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|&byte| is_space(byte)) {
        at += 1;
    }
    at
}

/// Where the tag ends that is read from `at`, behind its name; `None` if the page ends first.
#[inline]
pub(super) fn tag_end(bytes: &[u8], mut at: usize) -> Option<TagEnd> {
    loop {
        match part(bytes, at) {
            Part::Attribute { end, .. } => at = end,
            Part::End(end) => return Some(end),
            Part::Eof => return None,
        }
    }
}

/// One attribute as it stands in the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attribute<'h> {
    name: &'h str,
    value: &'h str,
}

impl<'h> Attribute<'h> {
    /// The name in lower case.
    pub fn name(&self) -> Cow<'h, str> {
        if self.name.bytes().any(|byte| byte.is_ascii_uppercase() || byte == 0) {
            Cow::Owned(self.name.to_ascii_lowercase().replace('\0', "\u{fffd}"))
        } else {
            Cow::Borrowed(self.name)
        }
    }

    /// The value, character references decoded; empty if there is none.
    pub fn value(&self) -> Cow<'h, str> {
        super::text::decode_attribute(self.value)
    }

    /// Whether the attribute is of this name, which is in lower case.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Whether two attributes have the same name.
    pub(super) fn is_named_as(&self, other: &Attribute) -> bool {
        self.name.eq_ignore_ascii_case(other.name)
    }
}

/// The attributes of a start tag in source order; of two with one name, only the first.
#[derive(Debug, Clone)]
pub(super) struct Attributes<'h> {
    html: &'h str,
    /// Where the first attribute is looked for.
    from: usize,
    at: usize,
    seen: usize,
}

impl<'h> Attributes<'h> {
    /// The attributes of the start tag that begins at `start`.
    pub fn new(html: &'h str, start: usize) -> Attributes<'h> {
        let ends = |&byte: &u8| is_space(byte) || matches!(byte, b'/' | b'>');
        let rest = &html.as_bytes()[start..];
        let from = start + rest.iter().position(ends).unwrap_or(rest.len());
        Attributes { html, from, at: from, seen: 0 }
    }

    /// The next attribute, also if its name was there before.
    fn any(&mut self) -> Option<Attribute<'h>> {
        if self.seen == MAX_ATTRIBUTES {
            return None;
        }
        let Part::Attribute { name, value, end } = part(self.html.as_bytes(), self.at) else {
            self.seen = MAX_ATTRIBUTES;
            return None;
        };
        self.at = end;
        self.seen += 1;
        Some(Attribute { name: &self.html[name], value: &self.html[value] })
    }

    /// Whether one of the first `count` attributes has this name.
    fn has_among(&self, count: usize, attribute: &Attribute) -> bool {
        let mut earlier = Attributes { at: self.from, seen: 0, ..*self };
        (0..count).map_while(|_| earlier.any()).any(|other| attribute.is_named_as(&other))
    }
}

impl<'h> Iterator for Attributes<'h> {
    type Item = Attribute<'h>;

    fn next(&mut self) -> Option<Attribute<'h>> {
        loop {
            let attribute = self.any()?;
            if !self.has_among(self.seen - 1, &attribute) {
                return Some(attribute);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attributes(html: &str) -> Vec<(String, String)> {
        Attributes::new(html, 0)
            .map(|attribute| (attribute.name().into_owned(), attribute.value().into_owned()))
            .collect()
    }

    fn pair(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn attributes_are_read_as_the_standard_reads_them() {
        let html = "<a HREF=/x?a&amp;b class = 'c d'\tid=\"i\"checked/x=1 =y z=>";
        assert_eq!(
            attributes(html),
            [
                pair("href", "/x?a&b"),
                pair("class", "c d"),
                pair("id", "i"),
                pair("checked", ""),
                pair("x", "1"),
                pair("=y", ""),
                pair("z", "")
            ]
        );
        assert_eq!(attributes("<p>"), []);
    }

    #[test]
    fn the_first_of_two_attributes_counts() {
        assert_eq!(attributes("<p a=1 A=2 b a=3>"), [pair("a", "1"), pair("b", "")]);
    }

    #[test]
    fn a_tag_has_at_most_so_many_attributes() {
        let many: String = (0..1000).map(|n| format!(" a{n}=b")).collect();
        let html = format!("<p{many}>");
        assert_eq!(attributes(&html).len(), MAX_ATTRIBUTES);
        assert_eq!(tag_end(html.as_bytes(), 2).map(|end| end.end), Some(html.len()));
    }

    #[test]
    fn slashes_close_only_before_the_end() {
        let end = |html: &str| tag_end(html.as_bytes(), 2).map(|end| end.self_closing);
        assert_eq!(end("<p/>"), Some(true));
        assert_eq!(end("<p a=b/>"), Some(false));
        assert_eq!(end("<p a='b'/>"), Some(true));
        assert_eq!(end("<p / >"), Some(false));
        assert_eq!(end("<p a='b>"), None);
    }
}
