//! Collections: WARC, ARC, HTML files and directories of them, standard input.
//!
//! What a file is, its first bytes tell. A [`Reader`] goes through one file and yields an [`Event`]
//! at a time: a page, a damage, or something passed over because it is no page. Bad data never ends
//! a run, only a bad disk does: whatever a crawler, a full disk or a broken copy left in the file,
//! the reader goes on at the next record that is surely one.
//!
//! ```text
//! plan     inputs named -> files, in order            container  what a file is
//! raw      bytes on disk, and a way back              gzip       one member at a time
//! frames   zstd and LZ4 as one stream of bytes
//! stream   unpacked bytes, unit by unit               archive    framing, damage, resync
//! format   the two archive formats                judge http html  what a body is
//! warc arc head   what a header of each says
//! loose    one page that is its own file              split      parts of a large file
//! ```

mod arc;
mod archive;
mod caps;
mod container;
mod damage;
mod format;
mod frames;
mod gzip;
mod head;
mod html;
mod http;
mod judge;
mod loose;
mod plan;
mod raw;
mod reader;
mod split;
mod stream;
mod warc;

pub use caps::Caps;
pub use container::Container;
pub(crate) use container::without_packing;
pub use damage::{Damage, DamageKind};
pub use plan::{Input, Plan, STDIN, plan};
pub use reader::{Reader, Records, open};
pub use split::{Join, Part, Span, join};
pub(crate) use stream::Memory;

use serde::{Deserialize, Serialize};
use std::fmt;
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

/// What a reader came upon. `P` is where the page is: nothing where the caller lent the record to
/// be filled, the [`Record`] itself where an iterator yields it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event<P = ()> {
    /// A page.
    Page(P),
    /// Something wrong. Damage to a page that is delivered all the same follows it.
    Damage(Damage),
    /// A record or a file that is no page.
    PassedOver(PassedOver),
}

/// Why something was passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PassedOver {
    /// A `response` or `resource` that is not HTML.
    NotHtml,
    /// What the crawler sent.
    Request,
    /// Notes on another record.
    Metadata,
    /// The archive's description of itself.
    Info,
    /// A capture that repeats an earlier one.
    Revisit,
    /// Another form of a record, such as its text.
    Conversion,
    /// A later piece of a record.
    Continuation,
    /// A record of another type.
    Other,
    /// A file that is neither an archive nor HTML.
    Foreign,
    /// A file without content.
    Empty,
    /// A file that was listed before, perhaps under another name.
    Duplicate,
    /// A directory that a symbolic link puts into itself.
    Loop,
}

impl PassedOver {
    /// The stable name for reports: lower case, words joined by hyphens.
    pub fn name(self) -> &'static str {
        match self {
            PassedOver::NotHtml => "not-html",
            PassedOver::Request => "request",
            PassedOver::Metadata => "metadata",
            PassedOver::Info => "warcinfo",
            PassedOver::Revisit => "revisit",
            PassedOver::Conversion => "conversion",
            PassedOver::Continuation => "continuation",
            PassedOver::Other => "other",
            PassedOver::Foreign => "foreign-file",
            PassedOver::Empty => "empty-file",
            PassedOver::Duplicate => "duplicate-file",
            PassedOver::Loop => "directory-loop",
        }
    }
}

impl fmt::Display for PassedOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
