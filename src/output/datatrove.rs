//! JSON Lines as datatrove's `JsonlReader` takes them: `text` and `id`, all else under `metadata`.
//!
//! The id and `metadata`'s `url`, `date` and `file_path` are those of datatrove's own `WarcReader`,
//! which keeps the angle brackets of a WARC-Record-ID. There is no `media`: datatrove leaves the
//! key out where it has none. A reader skips rows without text; they are written all the same, so
//! that rows and pages match.

use std::borrow::Cow;

use serde::Serialize;

use super::{Document, Status, Wants, Writer, jsonl};

/// JSON Lines in datatrove's schema.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Datatrove {
    /// Whether `metadata` has what the page says of itself, under `page`.
    pub metadata: bool,
}

#[derive(Serialize)]
struct Row<'a> {
    text: &'a str,
    id: Cow<'a, str>,
    metadata: Metadata<'a>,
}

#[derive(Serialize)]
struct Metadata<'a> {
    url: Option<&'a str>,
    date: Option<&'a str>,
    file_path: &'a str,
    title: Option<&'a str>,
    status: Status,
    offset: u64,
    content_type: Option<&'a str>,
    charset: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'a crate::metadata::Metadata>,
}

impl Datatrove {
    /// Rows with what pages say of themselves, or without.
    pub fn new(metadata: bool) -> Datatrove {
        Datatrove { metadata }
    }
}

impl Writer for Datatrove {
    fn suffix(&self) -> &'static str {
        ".jsonl"
    }

    fn wants(&self) -> Wants {
        Wants { text: true, metadata: self.metadata, ..Wants::NOTHING }
    }

    fn write(&self, document: &Document, out: &mut Vec<u8>) {
        let record = &document.record;
        let bracketed = record.record_id.map(|id| Cow::Owned(format!("<{id}>")));
        let row = Row {
            text: document.text,
            id: bracketed.unwrap_or(Cow::Borrowed(document.id)),
            metadata: Metadata {
                url: document.url,
                date: record.date,
                file_path: record.file,
                title: document.title,
                status: document.status,
                offset: record.offset,
                content_type: record.content_type,
                charset: record.charset.name,
                page: document.metadata,
            },
        };
        jsonl::line(&row, out);
    }
}
