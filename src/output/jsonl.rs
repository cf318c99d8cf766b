//! JSON Lines: a document a line, with the keys that were asked for.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

use super::{Document, Key, Keys, Wants, Writer};
use crate::links::Scope;

/// The version of what the keys are and mean.
const VERSION: u32 = 2;
/// The key of that version.
pub(super) const SCHEMA: &str = "schema";
/// The key that cells have beside the address.
#[cfg(feature = "parquet")]
pub(super) const HOST: &str = "host";

/// A JSON object a line.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Jsonl {
    /// The keys of each.
    pub keys: Keys,
    /// Which links, where they are asked for.
    pub links: Scope,
}

impl Jsonl {
    /// Objects with these keys, and links from where they are asked for.
    pub fn new(keys: Keys, links: Scope) -> Jsonl {
        Jsonl { keys, links }
    }
}

impl Writer for Jsonl {
    fn suffix(&self) -> &'static str {
        ".jsonl"
    }

    fn wants(&self) -> Wants {
        let Jsonl { keys, links } = self;
        Wants {
            text: keys.has(Key::Text),
            markdown: keys.has(Key::Markdown),
            html: keys.has(Key::Html),
            content: keys.has(Key::Content),
            tei: false,
            metadata: keys.has(Key::Metadata),
            links: keys.has(Key::Links).then_some(*links),
            comments: keys.has(Key::Comments),
        }
    }

    fn write(&self, document: &Document, out: &mut Vec<u8>) {
        line(&Row { document, keys: &self.keys, is_cells: false }, out);
    }
}

impl Jsonl {
    /// Appends a document as a table has it: blocks as text, and the host beside the address.
    #[cfg(feature = "parquet")]
    pub(super) fn write_cells(&self, document: &Document, out: &mut Vec<u8>) {
        line(&Row { document, keys: &self.keys, is_cells: true }, out);
    }
}

/// A document as an object.
struct Row<'r> {
    document: &'r Document<'r>,
    keys: &'r Keys,
    /// Whether it is for a table.
    is_cells: bool,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Row { document, keys, is_cells } = *self;
        let mut row = serializer.serialize_map(None)?;
        row.serialize_entry(SCHEMA, &VERSION)?;
        let is_there = |key: &Key| match key {
            Key::Html => keys.has(Key::Html) || keys.is_default() && document.html.is_some(),
            Key::Source => document.source.is_some() && keys.has(Key::Source),
            key => keys.has(*key),
        };
        for key in Key::ALL.into_iter().filter(is_there) {
            match key {
                Key::Id => row.serialize_entry(key.name(), document.id)?,
                Key::Url => {
                    row.serialize_entry(key.name(), &document.url)?;
                    #[cfg(feature = "parquet")]
                    if is_cells {
                        let host = document.url.map(crate::host::host);
                        row.serialize_entry(HOST, &host.filter(|host| !host.is_empty()))?;
                    }
                }
                Key::Title => row.serialize_entry(key.name(), &document.title)?,
                Key::Text => row.serialize_entry(key.name(), document.text)?,
                Key::Markdown => {
                    row.serialize_entry(key.name(), document.markdown.unwrap_or_default())?
                }
                Key::Html => row.serialize_entry(key.name(), document.html.unwrap_or_default())?,
                Key::Content if is_cells => row.serialize_entry(key.name(), &document.content)?,
                Key::Content => {
                    let content: Option<&RawValue> = document.content.map(raw);
                    row.serialize_entry(key.name(), &content)?;
                }
                Key::Status => row.serialize_entry(key.name(), &document.status)?,
                Key::Source => row.serialize_entry(key.name(), &document.source)?,
                Key::Metadata => row.serialize_entry(key.name(), &document.metadata)?,
                Key::Links => row.serialize_entry(key.name(), document.links)?,
                Key::Comments => row.serialize_entry(key.name(), document.comments)?,
                Key::Record => row.serialize_entry(key.name(), &document.record)?,
            }
        }
        if keys.is_default() {
            if !document.images.is_empty() {
                row.serialize_entry("images", document.images)?;
            }
            if let Some(segmentation) = document.segmentation {
                row.serialize_entry("blocks", &segmentation.blocks)?;
                row.serialize_entry("menus", &segmentation.menus)?;
            }
        }
        row.end()
    }
}

/// What is JSON already.
fn raw(json: &str) -> &RawValue {
    #[expect(
        clippy::expect_used,
        reason = "render::json writes JSON: its tests read any page's back"
    )]
    serde_json::from_str(json).expect("content is JSON")
}

/// Appends a row as JSON and a line end.
pub(super) fn line(row: &impl Serialize, out: &mut Vec<u8>) {
    #[expect(clippy::expect_used, reason = "strings and numbers into memory: nothing can fail")]
    serde_json::to_writer(&mut *out, row).expect("a document is JSON");
    out.push(b'\n');
}
