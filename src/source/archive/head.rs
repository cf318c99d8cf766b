//! What a record's header says, whichever of the two archive formats wrote it.

use crate::source::damage::DamageKind;

/// The part a record plays in the archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Role {
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
pub(crate) struct Head {
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
    /// Why the crawler cut the body, if it did.
    pub truncated: String,
    /// What the crawler found the body to be.
    pub identified: String,
    pub payload_digest: String,
    /// The address of the server.
    pub ip: String,
}

impl Head {
    /// Forgets the last record, keeping the memory.
    pub fn clear(&mut self) {
        let Head {
            role,
            id,
            url,
            date,
            content_type,
            length,
            length_text,
            truncated,
            identified,
            payload_digest,
            ip,
        } = self;
        (*role, *length) = (Role::Other, None);
        for text in
            [id, url, date, content_type, length_text, truncated, identified, payload_digest, ip]
        {
            text.clear();
        }
    }
}

/// A header as far as it can be seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Its length in bytes, with the blank line that ends it.
    Whole(usize),
    /// It goes on behind the bytes at hand.
    Partial,
    /// It is over a cap, or no header.
    Bad(DamageKind, String),
}

/// Puts bytes into a reused string; what is no UTF-8 becomes U+FFFD.
pub(crate) fn set_text(text: &mut String, bytes: &[u8]) {
    text.clear();
    text.push_str(&String::from_utf8_lossy(bytes));
}
