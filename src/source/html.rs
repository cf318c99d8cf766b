//! What counts as HTML: the declared media type, or the first bytes where none is declared.

/// Bytes looked at when sniffing.
const PREFIX: usize = 4 << 10;

/// Tags that open an HTML page, in lower case. Beside those of the WHATWG MIME Sniffing Standard
/// they are what hand-written pages of the early web begin with.
const TAGS: [&[u8]; 36] = [
    b"html",
    b"head",
    b"body",
    b"title",
    b"meta",
    b"link",
    b"base",
    b"script",
    b"style",
    b"noscript",
    b"iframe",
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
    b"a",
    b"b",
    b"i",
    b"br",
    b"hr",
    b"img",
    b"font",
    b"center",
    b"form",
    b"article",
    b"main",
];

/// Whether a declared type, with or without parameters, is HTML or XHTML.
pub(super) fn is_declared(content_type: &str) -> bool {
    let essence = content_type.split([';', ',']).next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("text/html")
        || essence.eq_ignore_ascii_case("application/xhtml+xml")
}

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

/// Tags of which one must be near when a page begins with something else.
const NEAR: [&[u8]; 8] =
    [b"<html", b"<body", b"<div", b"<table", b"<p>", b"<br", b"<form", b"<script"];

/// Whether bytes of no declared type are HTML: after white space, comments and an XML declaration
/// they begin with a tag of HTML; or with a tag that is nobody's (`<text id=…>`, which data sets
/// wrap pages in) and one of HTML is near.
pub(super) fn is_sniffed(data: &[u8]) -> bool {
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
    loop {
        data = data.trim_ascii_start();
        let (skip, close) = match data {
            [b'<', b'!', b'-', b'-', ..] => (4, &b"-->"[..]),
            [b'<', b'?', ..] => (2, &b">"[..]),
            _ => return is_tag(data) || is_wrapped(data),
        };
        match memchr::memmem::find(&data[skip..], close) {
            Some(n) => data = &data[skip + n + close.len()..],
            // A comment longer than the prefix: XML dialects hardly begin so.
            None => return skip == 4,
        }
    }
}

fn is_tag(data: &[u8]) -> bool {
    let Some(rest) = data.strip_prefix(b"<") else { return false };
    if starts_with(rest, b"!doctype") && !starts_with(rest[8..].trim_ascii_start(), b"html") {
        return false;
    }
    starts_with(rest, b"!doctype")
        || TAGS.iter().any(|tag| {
            starts_with(rest, tag)
                && rest.get(tag.len()).is_none_or(|b| b.is_ascii_whitespace() || b"/>".contains(b))
        })
}

/// Whether a page begins with a tag that is no language's.
fn is_wrapped(data: &[u8]) -> bool {
    let Some(name) = data.strip_prefix(b"<") else { return false };
    name.first().is_some_and(u8::is_ascii_alphabetic)
        && !DIALECTS.iter().any(|dialect| starts_with(name, dialect))
        && NEAR.iter().any(|tag| data.windows(tag.len()).any(|window| starts_with(window, tag)))
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
        ] {
            assert!(is_sniffed(page), "{:?}", String::from_utf8_lossy(page));
        }
        for other in [
            &b""[..],
            b"%PDF-1.4",
            b"{\"a\": \"<p>\"}",
            b"<?xml version='1.0'?><rss>",
            b"<!DOCTYPE svg>",
            b"<picture-book>",
            b"plain text",
            b"PK\x03\x04",
        ] {
            assert!(!is_sniffed(other), "{:?}", String::from_utf8_lossy(other));
        }
    }
}
