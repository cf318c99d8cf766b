//! The page's tree: an arena in preorder that borrows the page's text.
//!
//! A subtree is a contiguous run of nodes, so anything that is totalled over a subtree is a
//! difference of two prefix sums.

use std::borrow::Cow;
use std::ops::Range;

mod tag;

pub use tag::Tag;

/// A node of a [`Dom`]; the order of ids is document order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

/// A parsed page.
#[derive(Debug, Clone, Default)]
pub struct Dom<'h> {
    html: &'h str,
}

/// Which tokenizer feeds the tree builder; the trees are identical.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Parser {
    /// The `tl` crate, repaired by the lexer wherever its token is not HTML's.
    #[default]
    Tl,
    /// The lexer alone.
    Native,
}

impl<'h> Dom<'h> {
    /// Parses a page; never fails.
    pub fn parse(html: &'h str, parser: Parser) -> Dom<'h> {
        let _ = parser;
        Dom { html }
    }
    /// The page's text as it was parsed.
    pub fn html(&self) -> &'h str {
        self.html
    }
    /// Number of nodes, elements and texts.
    pub fn len(&self) -> usize {
        0
    }
    /// Whether there is no node at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Every node in document order.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.len() as u32).map(NodeId)
    }
    /// The element's tag; `None` for a text.
    pub fn tag(&self, _node: NodeId) -> Option<Tag> {
        None
    }
    /// The parent; `None` for the root.
    pub fn parent(&self, _node: NodeId) -> Option<NodeId> {
        None
    }
    /// The node and all below it, as a run of document order.
    pub fn subtree(&self, node: NodeId) -> Range<u32> {
        node.0..node.0
    }
    /// Depth below the root (0).
    pub fn depth(&self, _node: NodeId) -> u32 {
        0
    }
    /// A text's raw source pieces (more than one where a comment or a stray tag was between).
    pub fn pieces(&self, _node: NodeId) -> impl Iterator<Item = Range<u32>> + '_ {
        std::iter::empty()
    }
    /// The value of an attribute, entities decoded; names are lower case.
    pub fn attribute(&self, _node: NodeId, _name: &str) -> Option<Cow<'h, str>> {
        None
    }
}
