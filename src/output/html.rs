//! HTML: a whole page a document, with nothing in its head but the title and the charset. What a method has
//! left of a page is a page already: it gets the charset, and the address that its own addresses start from.

use super::{Document, Layout, Wants, Writer};
use crate::render::escape;

/// Clean pages.
#[derive(Debug)]
pub struct Html;

impl Writer for Html {
    fn suffix(&self) -> &'static str {
        ".html"
    }

    fn layout(&self) -> Layout {
        Layout::Pages
    }

    fn wants(&self) -> Wants {
        Wants { html: true, ..Wants::NOTHING }
    }

    fn write(&self, document: &Document, out: &mut Vec<u8>) {
        if let Some(page) = document.html.filter(|html| html.starts_with("<!DOCTYPE")) {
            let (before, after) = page.split_at(head(page));
            out.extend_from_slice(before.as_bytes());
            out.extend_from_slice(b"<meta charset=\"utf-8\">");
            if let Some(url) = document.url.filter(|_| !after.contains("<base ")) {
                let mut href = String::new();
                escape(url, &mut href);
                out.extend_from_slice(format!("<base href=\"{href}\">").as_bytes());
            }
            out.extend_from_slice(after.as_bytes());
            out.push(b'\n');
            return;
        }
        let mut title = String::new();
        escape(document.title.unwrap_or_default(), &mut title);
        out.extend_from_slice(
            b"<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>",
        );
        out.extend_from_slice(title.as_bytes());
        out.extend_from_slice(b"</title>\n</head>\n<body>\n");
        out.extend_from_slice(document.html.unwrap_or_default().as_bytes());
        out.extend_from_slice(b"</body>\n</html>\n");
    }
}

/// Where the content of a page's head begins; attributes have no `>` in what a method writes.
fn head(page: &str) -> usize {
    let tag = page.find("<head").unwrap_or(0);
    page[tag..].find('>').map_or(0, |at| tag + at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{Charset, Origin};
    use crate::output::Provenance;
    use crate::source::Record;

    fn written(html: &str, url: Option<&str>) -> String {
        let (record, charset) = (Record::default(), Charset::new("UTF-8", Origin::Meta));
        let mut document = Document::new("x", Provenance::of(&record, "f", charset));
        (document.html, document.url, document.title) = (Some(html), url, Some("t & u"));
        let mut out = Vec::new();
        Html.write(&document, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn content_gets_a_page_around_it() {
        let page = written("<p>a</p>\n", Some("https://a.example/"));
        assert!(page.contains("<title>t &amp; u</title>") && !page.contains("<base"), "{page}");
        assert!(page.ends_with("<body>\n<p>a</p>\n</body>\n</html>\n"), "{page}");
    }

    #[test]
    fn a_page_gets_its_charset_and_where_it_was() {
        let page = "<!DOCTYPE html>\n<html><head class=\"a&gt;b\"><title>t</title></head></html>";
        assert_eq!(
            written(page, Some("https://a.example/?b&c")),
            "<!DOCTYPE html>\n<html><head class=\"a&gt;b\"><meta charset=\"utf-8\">\
             <base href=\"https://a.example/?b&amp;c\"><title>t</title></head></html>\n"
        );
        let based = page.replace("<title>", "<base href=\"/\"><title>");
        assert_eq!(written(&based, Some("https://a.example/")).matches("<base").count(), 1);
        assert!(!written(page, None).contains("<base"));
    }
}
