//! What is wrong with a record, where, and by which name reports know it.
//!
//! Damage is data, not an error: the reader says what it met and goes on at the next good record.

use super::record::Location;
use std::fmt;

/// One thing found wrong in the input, located so that a person can go and look.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Damage {
    /// The file, and the offset of the member, the record or the stray bytes.
    pub at: Location,
    /// The record's id, where its header could still be read.
    pub id: Option<String>,
    /// What kind of damage it is.
    pub kind: DamageKind,
    /// The particulars, for people.
    pub detail: String,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}: {}", self.at.file.display(), self.at.offset, self.kind, self.detail)?;
        match &self.id {
            Some(id) => write!(f, " ({id})"),
            None => Ok(()),
        }
    }
}

/// The kinds of damage. Their names are part of the reports' format and do not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DamageKind {
    /// The input ends inside a record or a gzip member, or a body inside a chunk. What was there is
    /// delivered.
    Truncated,
    /// The compressed data of a gzip member is invalid. Its record is not delivered.
    BadGzip,
    /// A zstd or LZ4 frame is invalid or cut. Nothing behind is delivered.
    BadFrame,
    /// A gzip member unpacks, but not to the bytes its checksum or size was made from. The record
    /// is not delivered.
    BadChecksum,
    /// Bytes where a record or a gzip member should begin, and which begin neither.
    Garbage,
    /// Zeros between gzip members; at the end of a file they are padding, and no damage.
    Zeros,
    /// A record header that cannot be read, or without a usable length.
    BadHeader,
    /// A record whose length leads neither to a next record nor to the end. What is surely its own
    /// is delivered.
    WrongLength,
    /// A record header over [`super::Caps::header_line`] or [`super::Caps::header`].
    HeaderCap,
    /// A record body over [`super::Caps::body`]. It is delivered up to there.
    BodyCap,
    /// A body that is not, or not to its end, in the content encoding that its head names, and is no
    /// text as it is. What could be decoded is delivered, if anything.
    BadEncoding,
    /// A body that decodes to more than [`super::Caps::decoded`]. It is delivered up to there.
    DecodedCap,
    /// A body that decodes to more than [`super::Caps::ratio`] allows. It is delivered up to there.
    RatioCap,
}

impl DamageKind {
    /// The stable name: lower case, words joined by hyphens.
    pub fn name(self) -> &'static str {
        match self {
            DamageKind::Truncated => "truncated",
            DamageKind::BadGzip => "bad-gzip",
            DamageKind::BadFrame => "bad-frame",
            DamageKind::BadChecksum => "bad-checksum",
            DamageKind::Garbage => "garbage",
            DamageKind::Zeros => "zeros",
            DamageKind::BadHeader => "bad-header",
            DamageKind::WrongLength => "wrong-length",
            DamageKind::HeaderCap => "header-cap",
            DamageKind::BodyCap => "body-cap",
            DamageKind::BadEncoding => "bad-encoding",
            DamageKind::DecodedCap => "decoded-cap",
            DamageKind::RatioCap => "ratio-cap",
        }
    }
}

impl fmt::Display for DamageKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
