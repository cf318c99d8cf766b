//! Documents: what is written of a page, and in which form.
//!
//! A worker formats its documents into bytes; the [`sink`] that owns the file appends them in
//! input order.

pub mod name;
pub mod sink;

mod jsonl;
mod plain;

use serde::Serialize;

/// What is written of one page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Document<'a> {
    /// The record's id.
    pub id: &'a str,
    /// The page's address, where the container has it.
    pub url: Option<&'a str>,
    /// The text of the `title` element.
    pub title: Option<&'a str>,
    /// The main content, a line a unit; empty where there is none.
    pub text: &'a str,
    /// What is left of the page as HTML, for a method whose output that is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<&'a str>,
    /// How the page fared.
    pub status: Status,
    /// Where it came from.
    pub metadata: Metadata<'a>,
}

/// How a page fared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Content was found.
    Ok,
    /// The page has no content.
    Empty,
    /// The page's body is cut, by the crawler, by damage or by a cap; the text is what is left.
    Truncated,
    /// The body is no HTML, whatever it was declared to be.
    NotHtml,
}

/// Where a document came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Metadata<'a> {
    /// WARC-Record-ID without angle brackets.
    pub record_id: Option<&'a str>,
    /// The input file.
    pub file: &'a str,
    /// Byte offset of the record, or of its gzip member, in that file.
    pub offset: u64,
    /// Time of capture as the container has it.
    pub date: Option<&'a str>,
    /// The declared media type with its parameters.
    pub content_type: Option<&'a str>,
    /// The character encoding the page was read with (WHATWG name).
    pub charset: &'static str,
}

/// How documents are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Format {
    /// A JSON object a line.
    #[default]
    Jsonl,
    /// The text alone: a file a page in a directory, one after another in a stream.
    Text,
}

impl Format {
    /// Appends a document.
    pub fn write(self, document: &Document, out: &mut Vec<u8>) {
        match self {
            Format::Jsonl => jsonl::write(document, out),
            Format::Text => plain::write(document, out),
        }
    }

    /// The suffix of files in this form, with its dot.
    pub fn suffix(self) -> &'static str {
        match self {
            Format::Jsonl => ".jsonl",
            Format::Text => ".txt",
        }
    }
}
