//! What the arena holds of a node.

use super::tag::Tag;

/// No node, or no piece.
pub(super) const NONE: u32 = u32::MAX;

/// An element or a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub parent: u32,
    /// One past the last node of the subtree.
    pub end: u32,
    /// An element's start tag in the page; a text's source; a text's first piece.
    pub start: u32,
    /// Where it ends; a text's last piece.
    pub stop: u32,
    /// An element's tag.
    pub tag: Tag,
    pub depth: u16,
    pub flags: Flags,
}

impl Node {
    #[inline]
    pub fn is_text(&self) -> bool {
        self.flags.has(Flags::TEXT)
    }
}

/// Facts about a node.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Flags(u8);

impl Flags {
    /// Nothing to tell: an HTML element.
    pub const HTML: Flags = Flags(0);
    /// A text.
    pub const TEXT: Flags = Flags(1);
    /// A text in several pieces.
    pub const PIECES: Flags = Flags(1 << 1);
    /// An element of SVG.
    pub const SVG: Flags = Flags(1 << 2);
    /// An element of MathML.
    pub const MATH_ML: Flags = Flags(1 << 3);
    /// An element that took attributes from a later tag.
    pub const MERGED: Flags = Flags(1 << 4);

    #[inline]
    pub fn has(self, flag: Flags) -> bool {
        self.0 & flag.0 != 0
    }

    pub fn add(&mut self, flag: Flags) {
        self.0 |= flag.0;
    }

    /// Whether this is an element that is not HTML's.
    #[inline]
    pub fn is_foreign(self) -> bool {
        self.has(Flags::SVG) || self.has(Flags::MATH_ML)
    }
}

/// A stretch of source that belongs to a text which has several.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub start: u32,
    pub stop: u32,
    /// The text's next piece.
    pub next: u32,
}

/// A later `<html>` or `<body>` tag, whose attributes the element takes too.
#[derive(Debug, Clone, Copy)]
pub(super) struct Merged {
    pub node: u32,
    /// Where the tag begins in the page.
    pub start: u32,
}
