//! What counts as HTML: the declared media type, or the first bytes where none is declared.

/// Bytes looked at when sniffing: templates leave pages thousands of blank lines to begin with.
pub(crate) const PREFIX: usize = 32 << 10;

/// Tags that open an HTML page, in lower case. Beside those of the WHATWG MIME Sniffing Standard
/// they are what hand-written pages of the early web begin with.
const FIRST: [&[u8]; 11] = [
    b"head",
    b"title",
    b"meta",
    b"link",
    b"base",
    b"script",
    b"style",
    b"noscript",
    b"iframe",
    b"a",
    b"img",
];

/// Tags of HTML alone: behind a first tag that is unknown, such as a custom element or the `text`
/// that CleanEval puts around its pages, they show that the rest is HTML.
const ANYWHERE: [&[u8]; 25] = [
    b"html",
    b"body",
    b"frameset",
    b"h1",
    b"h2",
    b"h3",
    b"h4",
    b"div",
    b"p",
    b"span",
    b"table",
    b"tr",
    b"td",
    b"ul",
    b"ol",
    b"dl",
    b"b",
    b"i",
    b"br",
    b"hr",
    b"font",
    b"center",
    b"article",
    b"main",
    b"form",
];

/// Names of the documents of other languages that look like HTML, and may hold some.
const DIALECTS: [&[u8]; 12] = [
    b"rss",
    b"feed",
    b"rdf:rdf",
    b"svg",
    b"math",
    b"urlset",
    b"sitemapindex",
    b"opml",
    b"kml",
    b"gpx",
    b"wml",
    b"tei",
];

/// Whether a declared type, with or without parameters, is HTML or XHTML.
pub(crate) fn is_declared(content_type: &str) -> bool {
    // Some heads separate the parameters by a comma or by a space alone.
    let is_end = |c: char| c == ';' || c == ',' || c.is_ascii_whitespace();
    let essence = content_type.trim_start().split(is_end).next().unwrap_or_default();
    essence.eq_ignore_ascii_case("text/html")
        || essence.eq_ignore_ascii_case("application/xhtml+xml")
}

/// Whether bytes of no declared type begin as HTML does: after white space, comments and an XML
/// declaration, with a tag of HTML.
pub(crate) fn is_sniffed(data: &[u8]) -> bool {
    let data = &data[..data.len().min(PREFIX)];
    match data {
        // In UTF-16, markup is ASCII with zeros between.
        [0xff, 0xfe, rest @ ..] => begins(&every_second(rest, 0)),
        [0xfe, 0xff, rest @ ..] => begins(&every_second(rest, 1)),
        [0xef, 0xbb, 0xbf, rest @ ..] => begins(rest),
        _ => begins(data),
    }
}

fn every_second(data: &[u8], from: usize) -> Vec<u8> {
    data.iter().skip(from).step_by(2).copied().collect()
}

fn begins(mut data: &[u8]) -> bool {
    let mut xml = false;
    loop {
        data = data.trim_ascii_start();
        let (skip, close) = match data {
            [b'<', b'!', b'-', b'-', ..] => (4, &b"-->"[..]),
            [b'<', b'?', ..] => (2, &b">"[..]),
            [b'<', rest @ ..] => {
                return is_doctype(rest)
                    || is_one_of(rest, &FIRST)
                    || is_one_of(rest, &ANYWHERE)
                    || !xml && is_unknown(rest) && has_html(rest);
            }
            _ => return false,
        };
        xml |= skip == 2;
        match memchr::memmem::find(&data[skip..], close) {
            Some(n) => data = &data[skip + n + close.len()..],
            // A comment longer than the prefix: XML dialects hardly begin so.
            None => return skip == 4,
        }
    }
}

/// Whether, behind a `<`, the document type of HTML comes, or one without a name.
fn is_doctype(rest: &[u8]) -> bool {
    const NAME: &[u8] = b"!doctype";
    if !starts_with(rest, NAME) {
        return false;
    }
    let name = rest[NAME.len()..].trim_ascii_start();
    starts_with(name, b"html") || name.starts_with(b">")
}

/// Whether, behind a `<`, one of these tags comes.
fn is_one_of(rest: &[u8], tags: &[&[u8]]) -> bool {
    let ends = |b: &u8| b.is_ascii_whitespace() || b"/>".contains(b);
    tags.iter().any(|tag| starts_with(rest, tag) && rest.get(tag.len()).is_none_or(ends))
}

fn is_unknown(rest: &[u8]) -> bool {
    rest.first().is_some_and(u8::is_ascii_alphabetic)
        && !DIALECTS.iter().any(|name| starts_with(rest, name))
}

fn has_html(rest: &[u8]) -> bool {
    memchr::memchr_iter(b'<', rest)
        .map(|at| &rest[at + 1..])
        .any(|rest| is_doctype(rest) || is_one_of(rest, &ANYWHERE))
}

fn starts_with(data: &[u8], lower: &[u8]) -> bool {
    data.len() >= lower.len() && data[..lower.len()].eq_ignore_ascii_case(lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_types_ignore_case_and_parameters() {
        assert!(is_declared("Text/HTML; charset=utf-8"));
        assert!(is_declared("application/xhtml+xml"));
        assert!(is_declared(" text/html charset=utf-8"));
        assert!(!is_declared("text/plain"));
        assert!(!is_declared("text/html5"));
    }

    #[test]
    fn a_page_in_a_wrapper_of_nobodys_is_a_page() {
        assert!(is_sniffed(b"<text id=\"x\" encoding=\"utf8\">\r\n <FORM name=f>"));
        assert!(!is_sniffed(b"<rss><description><p>x</p></description></rss>"));
        assert!(!is_sniffed(b"<catalogue><book>x</book></catalogue>"));
        assert!(!is_sniffed(b"# A heading\n<div>"));
    }

    #[test]
    fn pages_are_known_by_their_first_tag() {
        for page in [
            &b"<!DOCTYPE html>"[..],
            b"\n <!-- a --> <?xml version='1.0'?>\n<!DOCTYPE\nhtml PUBLIC ''>",
            b"\xef\xbb\xbf<HTML>",
            b"\xff\xfe<\0h\0t\0m\0l\0>\0",
            b"\xfe\xff\0<\0p\0>",
            b"<p>a",
            b"<br/>",
            b"<text id='1' title='a'>\n<table>",
            b"<app-root><div>",
        ] {
            assert!(is_sniffed(page), "{:?}", String::from_utf8_lossy(page));
        }
        for other in [
            &b""[..],
            b"%PDF-1.4",
            b"{\"a\": \"<p>\"}",
            b"<?xml version='1.0'?><rss>",
            b"<!DOCTYPE svg>",
            b"<rss><channel><description><![CDATA[<p>]]>",
            b"<?xml version='1.0'?><note><p>",
            b"<?php echo 1 ?>",
            b"<picture-book>",
            b"plain text",
            b"PK\x03\x04",
        ] {
            assert!(!is_sniffed(other), "{:?}", String::from_utf8_lossy(other));
        }
    }
}
