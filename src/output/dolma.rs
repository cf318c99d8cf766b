//! JSON Lines in the document format of the Dolma toolkit: `id`, `text`, `source`, `created`,
//! `metadata`.
//!
//! `source` names the corpus, and an id need only be unique within it. `created` is the best that
//! is known of the document's age, the time of capture, and left out where there is none. The
//! optional `added`, the time of the run, is left out so that a run can be repeated byte for byte.
//! `metadata` has the keys of Dolma's own WARC reader as far as they can be known; its
//! `uncompressed_offset` cannot, and `offset` is leafmill's.

use serde::Serialize;

use super::{Document, Status, Wants, Writer, jsonl};
use crate::date;

/// JSON Lines in Dolma's schema.
#[derive(Debug)]
#[non_exhaustive]
pub struct Dolma {
    /// The name of the corpus.
    pub source: String,
    /// Whether `metadata` has what the page says of itself, under `page`.
    pub metadata: bool,
}

impl Dolma {
    /// Rows of the corpus of that name, with what pages say of themselves or without.
    pub fn new(source: impl Into<String>, metadata: bool) -> Dolma {
        Dolma { source: source.into(), metadata }
    }
}

#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    text: &'a str,
    source: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    created: Option<&'a str>,
    metadata: Metadata<'a>,
}

#[derive(Serialize)]
struct Metadata<'a> {
    warc_url: Option<&'a str>,
    /// The address without its scheme.
    url: Option<&'a str>,
    warc_date: Option<&'a str>,
    warc_filename: &'a str,
    /// The media type without its parameters.
    content_type: Option<&'a str>,
    title: Option<&'a str>,
    status: Status,
    offset: u64,
    charset: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'a crate::metadata::Metadata>,
}

impl Writer for Dolma {
    fn suffix(&self) -> &'static str {
        ".jsonl"
    }

    fn wants(&self) -> Wants {
        Wants { text: true, metadata: self.metadata, ..Wants::NOTHING }
    }

    fn write(&self, document: &Document, out: &mut Vec<u8>) {
        let record = &document.record;
        let created = record.date.and_then(date::milliseconds);
        let bare = |url: &'_ str| url.find("//").map_or(0, |at| at + 2);
        let row = Row {
            id: document.id,
            text: document.text,
            source: &self.source,
            created: created.as_deref(),
            metadata: Metadata {
                warc_url: document.url,
                url: document.url.map(|url| &url[bare(url)..]),
                warc_date: created.as_deref(),
                warc_filename: record.file,
                content_type: record.content_type.and_then(|all| all.split(';').next()),
                title: document.title,
                status: document.status,
                offset: record.offset,
                charset: record.charset.name,
                page: document.metadata,
            },
        };
        jsonl::line(&row, out);
    }
}
