//! The inside of a tag: attributes, and where the tag ends.
//!
//! A tag is read twice, but its attributes are only kept the second time: the tokenizer looks for
//! the end, and whoever asks for an attribute reads the source again. Few attributes are ever asked
//! for, so this is much cheaper than a list for every element.

use std::borrow::Cow;
use std::ops::Range;

use super::scan::{
    ends_attribute_name, ends_tag_name, ends_value, find, find_either, is_space, skip_to,
};

/// Where a tag ends, past its `>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TagEnd {
    pub end: usize,
    /// Whether the tag ended in `/>`.
    pub self_closing: bool,
}

/// Where an attribute stands in the page.
struct Place {
    name: Range<usize>,
    /// Without its quotes; empty if there is none.
    value: Range<usize>,
    /// Where what follows it begins.
    end: usize,
}

/// Reads the next attribute of a tag, from behind the tag's name or an attribute; `None` if the tag
/// or the page ends first.
fn attribute(bytes: &[u8], at: usize) -> Option<Place> {
    let name = skip_to(bytes, at, |byte| !is_space(byte) && byte != b'/');
    if *bytes.get(name)? == b'>' {
        return None;
    }
    // The first byte belongs to the name even if it is `=`.
    let name = name..skip_to(bytes, name + 1, ends_attribute_name);
    let equals = skip_to(bytes, name.end, |byte| !is_space(byte));
    if bytes.get(equals) == Some(&b'=') {
        let (value, end) = value(bytes, equals + 1)?;
        Some(Place { name, value, end })
    } else {
        let end = name.end;
        Some(Place { name, value: end..end, end })
    }
}

/// Reads a value, from behind the `=`, and where what follows it begins; `None` if the page ends
/// first.
#[inline(always)]
fn value(bytes: &[u8], at: usize) -> Option<(Range<usize>, usize)> {
    let start = skip_to(bytes, at, |byte| !is_space(byte));
    let quote = *bytes.get(start)?;
    if matches!(quote, b'"' | b'\'') {
        let end = find(quote, bytes, start + 1)?;
        return Some((start + 1..end, end + 1));
    }
    let end = skip_to(bytes, start, ends_value);
    (end < bytes.len()).then_some((start..end, end))
}

/// Where the tag ends that is read from `at`, behind its name; `None` if the page ends first.
///
/// This needs no look at the names: only values can hide the `>`, and only behind a `=`.
#[inline]
pub(super) fn tag_end(bytes: &[u8], mut at: usize) -> Option<TagEnd> {
    let mut from = at;
    loop {
        let hit = find_either(b'=', b'>', bytes, from)?;
        if bytes[hit] == b'>' {
            let self_closing = hit > at && bytes[hit - 1] == b'/';
            return Some(TagEnd { end: hit + 1, self_closing });
        }
        if follows_name(&bytes[at..hit]) {
            at = value(bytes, hit + 1)?.1;
            from = at;
        } else {
            from = hit + 1;
        }
    }
}

/// Whether the tag that is read from `at`, behind its name, gives a value to an attribute, whose name is
/// in lower case.
pub(super) fn has_value(bytes: &[u8], mut at: usize, name: &[u8]) -> bool {
    let mut from = at;
    while let Some(hit) = find_either(b'=', b'>', bytes, from).filter(|&hit| bytes[hit] == b'=') {
        if !follows_name(&bytes[at..hit]) {
            from = hit + 1;
            continue;
        }
        let named = bytes[at..hit].trim_ascii_end();
        if let Some((before, last)) = named.split_at_checked(named.len().saturating_sub(name.len()))
            && last.eq_ignore_ascii_case(name)
            && before.last().is_none_or(|&byte| is_space(byte) || byte == b'/')
        {
            return true;
        }
        let Some((_, end)) = value(bytes, hit + 1) else { return false };
        (at, from) = (end, end);
    }
    false
}

/// Whether a `=` behind this ends the name of an attribute; otherwise it begins one.
#[inline(always)]
fn follows_name(before: &[u8]) -> bool {
    match before.last() {
        Some(&last) if is_space(last) => {
            before.trim_ascii_end().last().is_some_and(|&last| last != b'/')
        }
        last => last.is_some_and(|&last| last != b'/'),
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

    /// The name as it stands in the page.
    pub fn name_source(&self) -> &'h str {
        self.name
    }

    /// The value, character references decoded; empty if there is none.
    pub fn value(&self) -> Cow<'h, str> {
        super::text::decode_attribute(self.value)
    }

    /// The value as it stands in the page; empty if there is none.
    pub fn source(&self) -> &'h str {
        self.value
    }

    /// Whether the attribute is of this name, which is in lower case.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Whether two attributes have the same name.
    pub(super) fn is_named_as(&self, other: &Attribute) -> bool {
        self.name.eq_ignore_ascii_case(other.name)
    }

    /// A bit that attributes with the same name have in common, and few others.
    fn bit(&self) -> u64 {
        let lower = |byte: Option<&u8>| byte.map_or(0, |byte| usize::from(byte | 0x20));
        let bytes = self.name.as_bytes();
        1 << ((7 * bytes.len() + 3 * lower(bytes.first()) + lower(bytes.last())) % 64)
    }
}

/// The attributes of a start tag in source order; of two with one name, only the first.
#[derive(Debug, Clone, Default)]
pub(super) struct Attributes<'h> {
    html: &'h str,
    /// Where the first attribute is looked for.
    from: usize,
    at: usize,
    seen: usize,
    most: usize,
    /// The bits of their names.
    bits: u64,
}

impl<'h> Attributes<'h> {
    /// The first attributes, `most` of them, of the start tag that begins at `start`.
    pub fn new(html: &'h str, start: u32, most: usize) -> Attributes<'h> {
        let from = skip_to(html.as_bytes(), start as usize, ends_tag_name);
        Attributes { html, from, at: from, seen: 0, most, bits: 0 }
    }

    /// Whether the tag has more attributes than are seen.
    pub fn go_on(mut self) -> bool {
        self.most += 1;
        std::iter::from_fn(|| self.any()).count() == self.most
    }

    /// The next attribute, also if its name was there before.
    fn any(&mut self) -> Option<Attribute<'h>> {
        if self.seen == self.most {
            return None;
        }
        let Some(Place { name, value, end }) = attribute(self.html.as_bytes(), self.at) else {
            self.seen = self.most;
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
            let bit = attribute.bit();
            if self.bits & bit == 0 || !self.has_among(self.seen - 1, &attribute) {
                self.bits |= bit;
                return Some(attribute);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: usize = 256;

    fn attributes(html: &str) -> Vec<(String, String)> {
        Attributes::new(html, 0, MOST)
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
        assert_eq!(attributes(&html).len(), MOST);
        assert_eq!(tag_end(html.as_bytes(), 2).map(|end| end.end), Some(html.len()));
    }

    /// Where a tag ends, found attribute by attribute.
    fn end_behind_attributes(tag: &[u8]) -> Option<TagEnd> {
        let mut at = 0;
        while let Some(place) = attribute(tag, at) {
            at = place.end;
        }
        let close = skip_to(tag, at, |byte| !is_space(byte) && byte != b'/');
        let self_closing = close > at && tag[close - 1] == b'/';
        (tag.get(close) == Some(&b'>')).then_some(TagEnd { end: close + 1, self_closing })
    }

    #[test]
    fn a_tag_ends_behind_its_attributes() {
        let bytes = b"=a\"' />";
        // Every beginning of six of these bytes.
        for number in 0..bytes.len().pow(6) {
            let digits = (0..6).map(|digit| number / bytes.len().pow(digit) % bytes.len());
            let mut tag: Vec<u8> = digits.map(|digit| bytes[digit]).collect();
            tag.extend(b"b='\">' c>");
            assert_eq!(tag_end(&tag, 0), end_behind_attributes(&tag), "{}", tag.escape_ascii());
        }
    }

    #[test]
    fn a_value_is_found_without_reading_the_attributes() {
        let parts = ["q", "Q", " ", "=", "/", "\"", "'", "a"];
        // Every tag of six of these parts.
        for number in 0..parts.len().pow(6) {
            let digits = (0..6).map(|digit| number / parts.len().pow(digit) % parts.len());
            let inside: String = digits.map(|digit| parts[digit]).collect();
            let tag = format!("<a {inside}>\"'>");
            let bytes = tag.as_bytes();
            let read =
                std::iter::successors(attribute(bytes, 2), |place| attribute(bytes, place.end));
            let has_value = |place: Place| {
                let given = skip_to(bytes, place.name.end, |byte| !is_space(byte));
                bytes[place.name].eq_ignore_ascii_case(b"q") && bytes[given] == b'='
            };
            let ends = tag_end(bytes, 2).is_some();
            assert_eq!(
                ends && read.into_iter().any(has_value),
                ends && super::has_value(bytes, 2, b"q"),
                "{tag}"
            );
        }
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
