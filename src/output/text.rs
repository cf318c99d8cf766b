//! Plain text: the document's text and a line end; a form feed between the pages of a stream.

use super::{Document, Layout, Writer};

/// The text alone.
#[derive(Debug)]
pub struct Text;

impl Writer for Text {
    fn suffix(&self) -> &'static str {
        ".txt"
    }

    fn layout(&self) -> Layout {
        Layout::Pages
    }

    fn write(&self, document: &Document, out: &mut Vec<u8>) {
        out.extend_from_slice(document.text.as_bytes());
        if !document.text.is_empty() {
            out.push(b'\n');
        }
    }
}
