//! HTML: a whole page a document, with nothing in its head but the title and the charset.

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
