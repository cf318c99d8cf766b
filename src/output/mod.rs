//! Documents, and the formats they are written in.
//!
//! A format is one file and one [`Writer`]. A worker's writer turns documents into bytes, a
//! [`Packing`] compresses them, and the [`sink`] that owns the file appends them in input order,
//! between the writer's begin and end.
//!
//! ```text
//! document  what is written of a page            packing   gzip or zstd
//! record    what the archive says of it
//! jsonl     a JSON object a line                 datatrove dolma   as their toolkits write it
//! keys      the keys of a row                    wet       WARC conversion records
//! text markdown html   the content alone         csv       a table
//! xml tei   through markup
//! name      file names made of ids               sink      where the bytes go
//! claim     a file that one process has           part      a file until it is whole
//! pages     a file a page                         upload     an object of a store
//! parquet   a table with types, by row groups
//! ```

pub(crate) mod claim;
pub(crate) mod name;
pub(crate) mod pages;
pub(crate) mod sink;

mod csv;
mod datatrove;
mod document;
mod dolma;
mod html;
mod jsonl;
mod keys;
mod markdown;
mod markup;
mod packing;
#[cfg(feature = "parquet")]
pub(crate) mod parquet;
mod part;
mod record;
mod tei;
mod text;
#[cfg(feature = "remote")]
mod upload;
mod wet;
mod xml;

use std::fmt::Debug;

use crate::links::Scope;

pub use self::csv::Csv;
pub use datatrove::Datatrove;
pub use document::{Document, Status};
pub use dolma::Dolma;
pub use html::Html;
pub use jsonl::Jsonl;
pub use keys::{Key, Keys};
pub use markdown::Markdown;
pub use packing::Packing;
#[cfg(feature = "parquet")]
pub use parquet::{Parquet, Table};
pub use record::Provenance;
pub use sink::Target;
pub use tei::Tei;
pub use text::Text;
pub use wet::Wet;
pub use xml::Xml;

/// A format that documents are written in.
///
/// What it writes depends on the documents and on what `{:?}` prints of it, never on the time or
/// the machine. A file or standard output is one stream: [`begin`](Writer::begin), any number of
/// documents, [`end`](Writer::end).
pub trait Writer: Debug + Send + Sync {
    /// The suffix of files in this format, with its dot.
    fn suffix(&self) -> &'static str;

    /// How documents lie in files.
    fn layout(&self) -> Layout {
        Layout::Stream
    }

    /// What it writes of a document's content, and must be made for it.
    fn wants(&self) -> Wants {
        Wants { text: true, ..Wants::NOTHING }
    }

    /// Appends what a stream begins with.
    fn begin(&self, _out: &mut Vec<u8>) {}

    /// Appends a document.
    fn write(&self, document: &Document, out: &mut Vec<u8>);

    /// Appends what a stream ends with that has documents, or none.
    fn end(&self, _has_documents: bool, _out: &mut Vec<u8>) {}

    /// What makes a file of the documents, where they are not just one after another in it.
    ///
    /// # Errors
    /// If it cannot be made.
    #[cfg(feature = "parquet")]
    fn table(&self) -> std::io::Result<Option<Table>> {
        Ok(None)
    }
}

/// What a format writes of a page, so that nothing else is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Wants {
    /// Plain text.
    pub text: bool,
    /// Markdown.
    pub markdown: bool,
    /// HTML.
    pub html: bool,
    /// The elements of a TEI body.
    pub tei: bool,
    /// Blocks as JSON.
    pub content: bool,
    /// What the page says of itself.
    pub metadata: bool,
    /// Links, and which.
    pub links: Option<Scope>,
    /// Readers' comments, apart from the content.
    pub comments: bool,
}

impl Wants {
    /// No form at all.
    pub const NOTHING: Wants = Wants {
        text: false,
        markdown: false,
        html: false,
        tei: false,
        content: false,
        metadata: false,
        links: None,
        comments: false,
    };

    /// Whether the content is wanted, in whatever form.
    pub(crate) fn has_form(self) -> bool {
        self.text || self.markdown || self.html || self.tei || self.content
    }
}

/// How documents lie in files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// One after another, and compressed together.
    Stream,
    /// One after another, each compressed on its own, so that it can be read from its offset.
    Members,
    /// In a directory a file a page; anywhere else one after another.
    Pages,
    /// By columns, each of which is compressed in the file.
    Table,
}
