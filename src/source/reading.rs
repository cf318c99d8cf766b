//! How inputs are read.

use super::caps::Caps;
use super::remote::Remote;

/// How inputs are read: what is taken of them, and how much.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The most that is taken of one record.
    pub caps: Caps,
    /// Which records of plain text are taken beside pages.
    pub plain_text: PlainText,
    /// How inputs by URL are read.
    pub remote: Remote,
}

/// Which records of plain text are taken beside pages; by default none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlainText {
    /// Responses and resources whose declared type is `text/plain`.
    pub captured: bool,
    /// Conversions, such as those of WET files: what others made of pages.
    pub converted: bool,
}
