//! CSV (RFC 4180, lines ending in LF): a header, then a row a document.
//!
//! A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula and runs it. Such
//! cells, and those that begin with the tab or carriage return that some strip first, get an
//! apostrophe before them, which spreadsheets take for "text follows". What needs the text exactly
//! as it is reads another format.

use std::borrow::Cow;

use super::{Document, Provenance, Writer};

/// A table with a header.
#[derive(Debug)]
pub struct Csv;

const COLUMNS: [&str; 5] = ["id", "url", "title", "text", "status"];

impl Writer for Csv {
    fn suffix(&self) -> &'static str {
        ".csv"
    }

    fn begin(&self, out: &mut Vec<u8>) {
        row(COLUMNS.into_iter().chain(Provenance::COLUMNS), out);
    }

    fn write(&self, document: &Document, out: &mut Vec<u8>) {
        let of_page = [
            document.id,
            document.url.unwrap_or_default(),
            document.title.unwrap_or_default(),
            document.text,
            document.status.name(),
        ];
        let of_archive = document.record.cells();
        let of_archive = of_archive.iter().map(|cell| cell.as_deref().unwrap_or_default());
        row(of_page.into_iter().chain(of_archive), out);
    }
}

fn row<'c>(cells: impl Iterator<Item = &'c str>, out: &mut Vec<u8>) {
    let mut csv = csv::Writer::from_writer(out);
    let written = csv.write_record(cells.map(|cell| safe(cell).into_owned()));
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
