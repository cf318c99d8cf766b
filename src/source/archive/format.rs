//! The two archive formats, and what reads the headers of each.

use super::head::{Extent, Head};
use super::{arc, warc};
use crate::source::caps::Caps;

/// The two archive formats: how their records begin and what their headers mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// WARC 0.17 to 1.1.
    Warc,
    /// ARC version 1 (and the longer lines of version 2).
    Arc,
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
