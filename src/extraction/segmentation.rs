//! What a page is made of, beside its content: its blocks in order of relevance, and its menus.

use serde::Serialize;

/// Blocks and menus, as a document has them.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Segmentation {
    /// The blocks, the most relevant first; no text is in two.
    pub blocks: Vec<Segment>,
    /// The menus, those with the shortest links first.
    pub menus: Vec<Menu>,
}

/// A block of a page: an element, without what lies in a more relevant block.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Segment {
    /// Its element, as [`Page::path`](crate::page::Page::path) has it.
    pub element: String,
    /// Characters of its text, without white space and without links.
    pub characters: u32,
    /// Its relevance, in characters a node.
    pub ratio: f64,
    /// Its text, a line a unit.
    pub text: String,
}

/// A menu of a page.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Menu {
    /// Its element, as [`Page::path`](crate::page::Page::path) has it.
    pub element: String,
    /// Hyperlinks in it.
    pub links: u32,
    /// Characters a hyperlink.
    pub characters_per_link: f64,
    /// Its text, in one line.
    pub text: String,
}
