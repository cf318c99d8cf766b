//! Plain text: the document's text and a line end.

use super::Document;

pub(super) fn write(document: &Document, out: &mut Vec<u8>) {
    out.extend_from_slice(document.text.as_bytes());
    if !document.text.is_empty() {
        out.push(b'\n');
    }
}
