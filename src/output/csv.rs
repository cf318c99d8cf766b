//! CSV (RFC 4180, lines ending in LF): a header, then a row a document.
//!
//! A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula and runs it. Such
//! cells, and those that begin with the tab or carriage return that some strip first, get an
//! apostrophe before them, which spreadsheets take for "text follows". What needs the text exactly
//! as it is reads another format.

use std::borrow::Cow;

use super::{Document, Writer};

/// A table with a header.
#[derive(Debug)]
pub struct Csv;

const COLUMNS: [&str; 11] = [
    "id",
    "url",
    "title",
    "text",
    "status",
    "record_id",
    "file",
    "offset",
    "date",
    "content_type",
    "charset",
];

impl Writer for Csv {
    fn suffix(&self) -> &'static str {
        ".csv"
    }

    fn begin(&self, out: &mut Vec<u8>) {
        row(COLUMNS, out);
    }

    fn write(&self, document: &Document, out: &mut Vec<u8>) {
        let metadata = &document.metadata;
        let cells = [
            document.id,
            document.url.unwrap_or_default(),
            document.title.unwrap_or_default(),
            document.text,
            document.status.name(),
            metadata.record_id.unwrap_or_default(),
            metadata.file,
            &metadata.offset.to_string(),
            metadata.date.unwrap_or_default(),
            metadata.content_type.unwrap_or_default(),
            metadata.charset,
        ];
        row(cells, out);
    }
}

fn row(cells: [&str; COLUMNS.len()], out: &mut Vec<u8>) {
    let cells = cells.map(safe);
    let mut csv = csv::Writer::from_writer(out);
    let written = csv.write_record(cells.iter().map(|cell| cell.as_bytes()));
    #[expect(clippy::expect_used, reason = "writing into memory cannot fail")]
    written.and_then(|()| Ok(csv.flush()?)).expect("CSV into memory");
}

/// A cell that no spreadsheet takes for a formula.
fn safe(cell: &str) -> Cow<'_, str> {
    match cell.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => Cow::Owned(format!("'{cell}")),
        false => Cow::Borrowed(cell),
    }
}
