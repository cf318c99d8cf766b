//! JSON Lines: a document a line, keys in the order of [`Document`]'s fields.

use serde::Serialize;

use super::{Document, Writer};

/// The version of what the keys are and mean.
const SCHEMA: u32 = 2;

#[derive(Serialize)]
struct Row<'r> {
    schema: u32,
    #[serde(flatten)]
    document: &'r Document<'r>,
}

/// A JSON object a line, with all that is known of the document.
#[derive(Debug)]
pub struct Jsonl;

impl Writer for Jsonl {
    fn suffix(&self) -> &'static str {
        ".jsonl"
    }

    fn write(&self, document: &Document, out: &mut Vec<u8>) {
        line(&Row { schema: SCHEMA, document }, out);
    }
}

/// Appends a row as JSON and a line end.
pub(super) fn line(row: &impl Serialize, out: &mut Vec<u8>) {
    #[expect(clippy::expect_used, reason = "strings and numbers into memory: nothing can fail")]
    serde_json::to_writer(&mut *out, row).expect("a document is JSON");
    out.push(b'\n');
}
