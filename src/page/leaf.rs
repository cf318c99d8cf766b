//! What a page is a sequence of: text leaves and units, and totals over them.

use std::ops::Range;

use crate::dom::NodeId;

/// A text leaf.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Leaf {
    /// The text node.
    pub node: NodeId,
    /// The nearest block element above it.
    pub block: NodeId,
    /// Whether it lies in a link ([`Dom::is_link`](crate::dom::Dom::is_link)).
    pub linked: bool,
    /// Whether nothing, not even white space, lies between it and the leaf before it.
    pub glued: bool,
    /// Where it lies in the page's source, in bytes.
    pub source: Range<u32>,
    /// Characters of its text.
    pub chars: u32,
    /// Words of its text: white-space tokens, a CJK character being one of its own.
    pub words: u32,
    pub(super) text: TextRange,
}

impl Leaf {
    /// Whether its text is ASCII alone: it has as many bytes as characters.
    #[inline]
    pub(crate) fn is_ascii(&self) -> bool {
        self.text.end - self.text.start == self.chars
    }
}

/// Where a leaf's text lies: in the page's source as it stands, or in the page's own buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TextRange {
    pub start: u32,
    pub end: u32,
    pub owned: bool,
}

/// A run of leaves with no block boundary and no line break between them.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unit {
    /// Its leaves, as a range of [`Page::leaves`](super::Page::leaves).
    pub leaves: Range<u32>,
    /// The nearest block element above its first leaf.
    pub block: NodeId,
}

/// Totals over a subtree or a range of leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Stats {
    /// Elements.
    pub tags: u32,
    /// Words of text leaves.
    pub words: u32,
    /// Characters of text leaves.
    pub chars: u32,
    /// Characters of text leaves that lie in links.
    pub link_chars: u32,
    /// Text leaves.
    pub leaves: u32,
}

/// Sums over the leaves before a leaf.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sums {
    pub words: u32,
    pub chars: u32,
    pub link_chars: u32,
}
