//! What a record's header says, whichever of the two archive formats wrote it.

use super::{Caps, DamageKind, arc, warc};

/// The two archive formats: how their records begin and what their headers mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// WARC 0.17 to 1.1.
    Warc,
    /// ARC version 1 (and the longer lines of version 2).
    Arc,
}

/// The part a record plays in the archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Role {
    /// What a server answered: an HTTP head and a body.
    Response,
    /// A resource as it is, without a head.
    Resource,
    /// What the crawler sent.
    Request,
    /// Notes on another record.
    Metadata,
    /// The archive's own description.
    Info,
    /// The same as an earlier capture.
    Revisit,
    /// Another form of an earlier record, such as its text.
    Conversion,
    /// The next piece of a record split over archives.
    Continuation,
    /// Anything else.
    #[default]
    Other,
}

/// A record header; one is filled again and again.
#[derive(Debug, Default)]
pub(super) struct Head {
    pub role: Role,
    /// Without angle brackets; empty if absent, as are the other strings.
    pub id: String,
    pub url: String,
    pub date: String,
    /// The record's own content type: for a response, that of the HTTP message.
    pub content_type: String,
    /// Bytes of the body; `None` if the header has no usable length.
    pub length: Option<u64>,
    /// The length as written, for the report.
    pub length_text: String,
    /// Whether the crawler cut the body.
    pub truncated: bool,
}

impl Head {
    /// Forgets the last record, keeping the memory.
    pub fn clear(&mut self) {
        let Head { role, id, url, date, content_type, length, length_text, truncated } = self;
        *role = Role::Other;
        for text in [id, url, date, content_type, length_text] {
            text.clear();
        }
        *length = None;
        *truncated = false;
    }
}

/// A header as far as it can be seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Extent {
    /// Its length in bytes, with the blank line that ends it.
    Whole(usize),
    /// It goes on behind the bytes at hand.
    Partial,
    /// It is over a cap, or no header.
    Bad(DamageKind, String),
}

impl Format {
    /// Whether a record of the format begins with these bytes, of which at least the first 512 are
    /// shown if there are so many.
    pub fn opens(self, data: &[u8]) -> bool {
        match self {
            Format::Warc => warc::opens(data),
            Format::Arc => arc::opens(data),
        }
    }

    /// The extent of the header that begins with these bytes.
    pub fn extent(self, data: &[u8], caps: &Caps) -> Extent {
        match self {
            Format::Warc => warc::extent(data, caps),
            Format::Arc => arc::extent(data, caps),
        }
    }

    /// Reads a whole header.
    pub fn parse(self, data: &[u8], head: &mut Head) {
        head.clear();
        match self {
            Format::Warc => warc::parse(data, head),
            Format::Arc => arc::parse(data, head),
        }
    }

    /// Where, after a newline, the next record seems to begin; not at the first byte.
    pub fn find(self, data: &[u8]) -> Option<usize> {
        match self {
            Format::Warc => warc::find(data),
            Format::Arc => arc::find(data),
        }
    }
}

/// Puts bytes into a reused string; what is no UTF-8 becomes U+FFFD.
pub(super) fn set_text(text: &mut String, bytes: &[u8]) {
    text.clear();
    text.push_str(&String::from_utf8_lossy(bytes));
}
