//! Markdown: the document's Markdown and a line end; between two in a stream a blank line.

use super::{Document, Layout, Wants, Writer};

/// The Markdown alone.
#[derive(Debug)]
pub struct Markdown;

impl Writer for Markdown {
    fn suffix(&self) -> &'static str {
        ".md"
    }

    fn layout(&self) -> Layout {
        Layout::Pages
    }

    fn wants(&self) -> Wants {
        Wants { markdown: true, ..Wants::NOTHING }
    }

    fn write(&self, document: &Document, out: &mut Vec<u8>) {
        let markdown = document.markdown.unwrap_or_default();
        out.extend_from_slice(markdown.as_bytes());
        if !markdown.is_empty() {
            out.push(b'\n');
        }
    }
}
