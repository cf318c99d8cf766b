//! A captured page, and where it came from.

use std::path::Path;
use std::sync::Arc;

/// Where in the input something is: what a damage report and a row's metadata point at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The input file.
    pub file: Arc<Path>,
    /// Byte offset in the file as it lies on disk: of the gzip member, or of the record where the
    /// file is not compressed. A record that is not the first of its member adds the unpacked bytes
    /// before it, so that in a file of a single member no two have the same offset. Of a zstd or LZ4
    /// file it is an offset in what the file unpacks to.
    pub offset: u64,
}

/// One captured page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// WARC-Record-ID without angle brackets, else `file:offset`; for loose HTML its name.
    pub id: String,
    /// Whether the id is the record's own, a WARC-Record-ID.
    pub is_named: bool,
    /// The page's address, where the container has it.
    pub url: Option<String>,
    /// The declared media type with its parameters, from the HTTP head or the record.
    pub content_type: Option<String>,
    /// Time of capture as the container has it.
    pub date: Option<String>,
    /// Where the record is.
    pub at: Location,
    /// The body, transfer and content encodings undone; the charset is not decoded.
    pub body: Vec<u8>,
    /// Whether the body is cut: by the crawler, by damage or by a cap.
    pub truncated: bool,
}

impl Default for Record {
    /// An empty record, for a reader to fill.
    fn default() -> Record {
        Record {
            id: String::new(),
            is_named: false,
            url: None,
            content_type: None,
            date: None,
            at: Location { file: Path::new("").into(), offset: 0 },
            body: Vec::new(),
            truncated: false,
        }
    }
}
