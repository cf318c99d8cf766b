//! Plain text: the document's text and a line end; a form feed between the pages of a stream, and so none
//! in a page: there it is a line end.

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
        let from = out.len();
        out.extend_from_slice(document.text.as_bytes());
        let feeds = memchr::memchr_iter(b'\x0c', document.text.as_bytes());
        feeds.for_each(|at| out[from + at] = b'\n');
        if !document.text.is_empty() {
            out.push(b'\n');
        }
    }
}
