//! Whether a body is HTML, or another format, by its first bytes.
//!
//! They are judged as the WHATWG MIME Sniffing Standard has it, and then as real files
//! need it: pages begin with text that a template left there, with tags that the standard does not
//! list, and with a document type that names nothing.

use super::binary::is_binary;

/// Bytes looked at when sniffing: templates leave pages thousands of blank lines to begin with.
pub(crate) const PREFIX: usize = 32 << 10;
/// Bytes of anything that may stand before the document type or the `html` tag.
const STRAY: usize = 64;
/// A byte-order mark of UTF-8, and what becomes of one that is taken for windows-1252 and encoded again.
const MARKS: [&[u8]; 2] = [b"\xef\xbb\xbf", b"\xc3\xaf\xc2\xbb\xc2\xbf"];

/// Tags that open an HTML page, in lower case, but may be those of other languages elsewhere.
const FIRST: [&[u8]; 21] = [
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
    b"section",
    b"header",
    b"footer",
    b"nav",
    b"aside",
    b"object",
    b"embed",
    b"input",
    b"button",
    b"u",
];

/// Tags of HTML alone: behind a first tag that is unknown, such as a custom element or the `text`
/// that CleanEval puts around its pages, they show that the rest is HTML.
const ANYWHERE: [&[u8]; 35] = [
    b"html",
    b"body",
    b"frameset",
    b"h1",
    b"h2",
    b"h3",
    b"h4",
    b"h5",
    b"h6",
    b"div",
    b"p",
    b"span",
    b"table",
    b"tr",
    b"td",
    b"ul",
    b"ol",
    b"dl",
    b"li",
    b"b",
    b"i",
    b"em",
    b"strong",
    b"br",
    b"hr",
    b"pre",
    b"font",
    b"center",
    b"blockquote",
    b"article",
    b"main",
    b"form",
    b"select",
    b"marquee",
    b"xmp",
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

/// Whether bytes of no declared type are HTML: after white space, comments and an XML declaration
/// they begin with a tag of HTML.
pub(crate) fn is_html(data: &[u8]) -> bool {
    let data = &data[..data.len().min(PREFIX)];
    match data {
        // In UTF-16, markup is ASCII with zeros between.
        [0xff, 0xfe, rest @ ..] => begins(&every_second(rest, 0)),
        [0xfe, 0xff, rest @ ..] => begins(&every_second(rest, 1)),
        _ => begins(data),
    }
}

/// Whether bytes are no HTML, whatever they were declared to be: binary data, or a feed.
pub(crate) fn is_other_format(data: &[u8]) -> bool {
    is_binary(data) || is_feed(&data[..data.len().min(PREFIX)])
}

fn every_second(data: &[u8], from: usize) -> Vec<u8> {
    data.iter().skip(from).step_by(2).copied().collect()
}

/// Moves past white space, byte-order marks and the no-break spaces that editors leave in front.
fn past_blanks(mut data: &[u8]) -> &[u8] {
    const BLANKS: [&[u8]; 3] = [b"&nbsp;", b"&#160;", b"\xc2\xa0"];
    loop {
        data = data.trim_ascii_start();
        match MARKS.iter().chain(&BLANKS).find_map(|blank| data.strip_prefix(*blank)) {
            Some(rest) => data = rest,
            None => return data,
        }
    }
}

fn begins(mut data: &[u8]) -> bool {
    let (mut xml, mut comment) = (false, false);
    loop {
        data = past_blanks(data);
        let (skip, close) = match data {
            [b'<', b'!', b'-', b'-', ..] => (4, &b"-->"[..]),
            [b'<', b'?', ..] => (2, &b">"[..]),
            [b'<', rest @ ..] => {
                return is_doctype(rest)
                    || is_one_of(rest, &FIRST)
                    || is_one_of(rest, &ANYWHERE)
                    || !xml && is_unknown(rest) && has_html(rest);
            }
            // By the standard a comment alone is HTML.
            _ => return !xml && (comment || is_behind_stray(data)),
        };
        xml |= skip == 2;
        comment |= skip == 4;
        match memchr::memmem::find(&data[skip..], close) {
            Some(n) => data = &data[skip + n + close.len()..],
            // A comment longer than the prefix: XML dialects hardly begin so.
            None => return skip == 4,
        }
    }
}

/// Whether, behind a few stray characters, the document type or the `html` tag comes: a warning of
/// the server's, or a quotation mark.
fn is_behind_stray(data: &[u8]) -> bool {
    let stray = &data[..data.len().min(STRAY)];
    let is_json = matches!(data.first(), Some(b'{' | b'['));
    let Some(at) = memchr::memchr(b'<', stray).filter(|_| !is_json) else { return false };
    let (stray, rest) = (&data[..at], &data[at + 1..]);
    !is_binary(data)
        && stray.iter().all(|&b| b.is_ascii_graphic() || b.is_ascii_whitespace())
        && (is_html_doctype(rest) || is_one_of(rest, &[b"html"]))
}

/// Whether, behind a `<`, a document type of HTML comes: `html`, none at all, or another that is no
/// other language's, before tags of HTML.
fn is_doctype(rest: &[u8]) -> bool {
    is_html_doctype(rest)
        || name_of_doctype(rest).is_some_and(|name| is_unknown(name) && has_html(name))
}

fn is_html_doctype(rest: &[u8]) -> bool {
    name_of_doctype(rest).is_some_and(|name| starts_with(name, b"html") || name.starts_with(b">"))
}

fn name_of_doctype(rest: &[u8]) -> Option<&[u8]> {
    const DOCTYPE: &[u8] = b"!doctype";
    starts_with(rest, DOCTYPE).then(|| rest[DOCTYPE.len()..].trim_ascii_start())
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
        .any(|rest| is_html_doctype(rest) || is_one_of(rest, &ANYWHERE))
}

/// Whether it is a feed, by the standard's "distinguishing if a resource is a feed or HTML".
fn is_feed(mut data: &[u8]) -> bool {
    const RSS_1: [&[u8]; 2] =
        [b"http://purl.org/rss/1.0/", b"http://www.w3.org/1999/02/22-rdf-syntax-ns#"];
    loop {
        data = past_blanks(data);
        let close = match data {
            [b'<', b'!', b'-', b'-', ..] => &b"-->"[..],
            [b'<', b'?', ..] => b"?>",
            [b'<', b'!', ..] => b">",
            [b'<', rest @ ..] => {
                let holds = |name: &&[u8]| memchr::memmem::find(rest, name).is_some();
                return is_one_of(rest, &[b"rss", b"feed"])
                    || is_one_of(rest, &[b"rdf:rdf"]) && RSS_1.iter().all(holds);
            }
            _ => return false,
        };
        let Some(n) = memchr::memmem::find(data, close) else { return false };
        data = &data[n + close.len()..];
    }
}

fn starts_with(data: &[u8], lower: &[u8]) -> bool {
    data.len() >= lower.len() && data[..lower.len()].eq_ignore_ascii_case(lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_in_a_wrapper_of_nobodys_is_a_page() {
        assert!(is_html(b"<text id=\"x\" encoding=\"utf8\">\r\n <FORM name=f>"));
        assert!(!is_html(b"<rss><description><p>x</p></description></rss>"));
        assert!(!is_html(b"<catalogue><book>x</book></catalogue>"));
        assert!(!is_html(b"# A heading\n<div>"));
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
            assert!(is_html(page), "{:?}", String::from_utf8_lossy(page));
        }
        for other in [
            &b""[..],
            b"%PDF-1.4",
            b"%PDF-1.4 <html>",
            b"{\"a\": \"<p>\"}",
            b"{\"a\": \"<html>\"}",
            b"<?xml version='1.0'?><rss>",
            b"<!DOCTYPE svg>",
            b"<rss><channel><description><![CDATA[<p>]]>",
            b"<?xml version='1.0'?><note><p>",
            b"<?php echo 1 ?>",
            b"<picture-book>",
            b"plain text",
            b"PK\x03\x04",
        ] {
            assert!(!is_html(other), "{:?}", String::from_utf8_lossy(other));
        }
    }

    #[test]
    fn what_real_pages_begin_with_is_html() {
        for page in [
            &b"<!DOCTYPE doctype PUBLIC \"-//W3C//DTD HTML 4.01//EN\">\n<html>"[..],
            b"<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>a</TITLE><H1>",
            b"&nbsp;\r\n<table>",
            b"\xc2\xa0&#160; <div>",
            b"<pre>a",
            b"\xc3\xaf\xc2\xbb\xc2\xbf<!DOCTYPE html>",
            b"\xef\xbb\xbf\xef\xbb\xbf<html>",
            b"\"<!DOCTYPE html><html>",
            b"Warning: include(a.php) failed\n<html>",
            b"<!-- cached --> text",
        ] {
            assert!(is_html(page), "{:?}", String::from_utf8_lossy(page));
        }
    }

    #[test]
    fn the_patterns_of_the_standard_are_html() {
        for tag in [
            "!DOCTYPE HTML",
            "HTML",
            "HEAD",
            "SCRIPT",
            "IFRAME",
            "H1",
            "DIV",
            "FONT",
            "TABLE",
            "A",
            "STYLE",
            "TITLE",
            "B",
            "BODY",
            "BR",
            "P",
        ] {
            for end in [" ", ">"] {
                assert!(is_html(format!("\t\n\r <{tag}{end}").as_bytes()), "{tag}");
            }
        }
        assert!(is_html(b"<!-- "));
    }

    #[test]
    fn other_formats_are_known_whatever_they_are_declared_to_be() {
        let packed: Vec<u8> = (0..400u32).map(|i| (i * 167 % 251) as u8).collect();
        for other in [
            &b"\n%PDF-1.4"[..],
            b"%!PS-Adobe-3.0",
            b"\x89PNG\r\n\x1a\n",
            b"RIFF\x10\0\0\0WEBPVP8 ",
            b"\0\0\0\x18ftypmp42",
            b"wOFF\0\x01\0\0",
            b"BM\x10\0\0\0\0\0\0\0",
            b"<?xml version='1.0'?>\n<!-- a --><rss version='2.0'>",
            b"<feed xmlns='http://www.w3.org/2005/Atom'>",
            b"<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>",
            &packed,
        ] {
            assert!(is_other_format(other), "{:?}", String::from_utf8_lossy(other));
        }
        for page in [
            &b"BMW sells cars"[..],
            b"RIFF raff",
            b"OTTO",
            b"a\0b\0c\0d\0",
            b"<\0h\0t\0m\0l\0>\0",
            b"\x1b$B$3$s\x1b(B",
            b"<p>a\x01b",
            b"<!DOCTYPE html><html><rss>",
            b"",
        ] {
            assert!(!is_other_format(page), "{:?}", String::from_utf8_lossy(page));
        }
    }
}
