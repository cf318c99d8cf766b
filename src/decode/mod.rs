//! Bytes to text: byte-order mark, HTTP charset, `meta` prescan, detector.
//!
//! The order and the labels are those of the WHATWG HTML and Encoding Standards, so a page comes
//! out as it does in a browser: `gb2312` means GBK, `latin1` means windows-1252, and a `meta` that
//! says UTF-16 means UTF-8, for it could not have been read if it were right. Where nothing is
//! declared, bytes that are valid UTF-8 are UTF-8, and a detector judges the others.
//!
//! NULs stay in the text: the tokenizer drops or replaces them as the standard has it, by where they
//! stand.

mod prescan;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};
use std::borrow::Cow;

/// Bytes that the detector is shown, from the first that is not ASCII on. It reads some 20 MB/s, so
/// a whole page would cost more than its parsing; a cut in the middle of a character does it no
/// harm, because it is not told that the text ends there.
const DETECTED: usize = 16 << 10;

/// The encoding a page was read with, and how it was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charset {
    /// WHATWG name, e.g. `UTF-8`, `gb18030`.
    pub name: &'static str,
    /// Whether a byte sequence was invalid in it and became U+FFFD.
    pub had_errors: bool,
    /// What said so.
    pub said_by: SaidBy,
}

/// Where a page's encoding was learnt from, the first that says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaidBy {
    /// The byte-order mark.
    Bom,
    /// The `charset` of the declared media type.
    Http,
    /// A `meta` element or an XML declaration.
    Meta,
    /// Nothing said it: the bytes themselves.
    Bytes,
}

/// Decodes a page's body; never fails. `content_type` is the declared media type with its
/// parameters. UTF-8 without errors is borrowed, anything else converted.
pub fn decode<'a>(body: &'a [u8], content_type: Option<&str>) -> (Cow<'a, str>, Charset) {
    let (encoding, bom, said_by) = charset(body, content_type);
    let (text, had_errors) = encoding.decode_without_bom_handling(&body[bom..]);
    (text, Charset { name: encoding.name(), had_errors, said_by })
}

/// The encoding, the length of the byte-order mark, and what said so.
fn charset(body: &[u8], content_type: Option<&str>) -> (&'static Encoding, usize, SaidBy) {
    if let Some((encoding, len)) = Encoding::for_bom(body) {
        return (encoding, len, SaidBy::Bom);
    }
    let declared = content_type.and_then(|text| prescan::charset_in(text.as_bytes()));
    if let Some(encoding) = declared {
        return (encoding, 0, SaidBy::Http);
    }
    if let Some(encoding) = prescan::prescan(body) {
        return (encoding, 0, SaidBy::Meta);
    }
    (detect(body), 0, SaidBy::Bytes)
}

fn detect(body: &[u8]) -> &'static Encoding {
    if Encoding::utf8_valid_up_to(body) == body.len() {
        return UTF_8;
    }
    let rest = &body[Encoding::ascii_valid_up_to(body)..];
    let shown = &rest[..rest.len().min(DETECTED)];
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(shown, shown.len() == rest.len());
    // Valid UTF-8 was recognised above; what is shown may be valid by chance alone.
    detector.guess(None, Utf8Detection::Allow)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(body: &[u8], content_type: Option<&str>) -> (String, &'static str, SaidBy) {
        let (text, charset) = decode(body, content_type);
        (text.into_owned(), charset.name, charset.said_by)
    }

    #[test]
    fn the_byte_order_mark_beats_the_head_and_the_head_beats_the_meta() {
        let utf16 = b"\xff\xfe<\0p\0>\0\xe9\0";
        let got = named(utf16, Some("text/html; charset=latin1"));
        assert_eq!(got, ("<p>é".into(), "UTF-16LE", SaidBy::Bom));
        let got = named(b"<meta charset=utf-8>\xe9", Some("text/html; Charset=\"ISO-8859-1\""));
        assert_eq!(got, ("<meta charset=utf-8>é".into(), "windows-1252", SaidBy::Http));
        let got = named(b"<meta charset=gb2312>\xb0\xa1", Some("text/html"));
        assert_eq!(got, ("<meta charset=gb2312>啊".into(), "GBK", SaidBy::Meta));
        assert_eq!(named(b"\xef\xbb\xbf<p>", None), ("<p>".into(), "UTF-8", SaidBy::Bom));
    }

    #[test]
    fn undeclared_pages_are_judged_by_their_bytes() {
        let chinese = "<p>中文网页没有声明编码，所以必须由字节来判断。这是第二句话，内容没有意义。";
        assert_eq!(named(chinese.as_bytes(), None), (chinese.into(), "UTF-8", SaidBy::Bytes));
        let (gbk, ..) = encoding_rs::GBK.encode(chinese);
        assert_eq!(named(&gbk, None), (chinese.into(), "GBK", SaidBy::Bytes));
        // The text may come after more ASCII than the detector is shown.
        let mut late = vec![b' '; 100_000];
        late.extend_from_slice(&gbk);
        assert_eq!(named(&late, None).1, "GBK");
    }

    #[test]
    fn errors_become_replacements_and_are_told() {
        let (text, charset) = decode(b"a\xffb", Some("text/html; charset=utf-8"));
        assert_eq!((text.as_ref(), charset.had_errors), ("a\u{fffd}b", true));
        let (text, charset) = decode(b"a\0b", None);
        assert!(matches!(text, Cow::Borrowed("a\0b")));
        assert!(!charset.had_errors);
    }
}
