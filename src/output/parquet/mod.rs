//! Parquet: one table, whose columns have types.
//!
//! ```text
//! document ─> a line of JSON ─> Table ─> row groups, packed with zstd
//!    schema   the columns        table   the file in the making
//! ```
//!
//! A row is that of JSON Lines, and is one on its way from the threads that make it to the one that
//! writes the file: so both formats have the same keys and values. What differs is what columns need.
//! A key that a row may lack is null; `content` is text, the same JSON; `host` stands beside `url`; the
//! time of capture is a time; and what a method adds of its own to a row (`images`, `blocks`, `menus`,
//! and `html` that was not asked for) is no column.

pub mod schema;
mod table;

use std::io;

use super::{Document, Jsonl, Layout, Provenance, Wants, Writer};
use crate::date;

pub use table::Table;

/// A Parquet file of documents, with a column a key.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Parquet {
    /// The rows with their keys.
    pub rows: Jsonl,
}

impl Parquet {
    /// Tables with a column a key of these rows.
    pub fn new(rows: Jsonl) -> Parquet {
        Parquet { rows }
    }
}

impl Writer for Parquet {
    fn suffix(&self) -> &'static str {
        ".parquet"
    }

    fn layout(&self) -> Layout {
        Layout::Table
    }

    fn wants(&self) -> Wants {
        self.rows.wants()
    }

    fn write(&self, document: &Document, out: &mut Vec<u8>) {
        let date = document.record.date.and_then(date::instant);
        let record = Provenance { date: date.as_deref(), ..document.record };
        self.rows.write_cells(&Document { record, ..document.clone() }, out);
    }

    fn table(&self) -> io::Result<Option<Table>> {
        Table::new(schema::of(&self.rows.keys, schema::UTC)).map(Some)
    }
}
