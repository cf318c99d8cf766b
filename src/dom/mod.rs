//! The page's tree: an arena in preorder that borrows the page's text.
//!
//! A subtree is a contiguous run of nodes, so anything that is totalled over a subtree is a
//! difference of two prefix sums.
//!
//! ```text
//! page ─> lex | tl ─> tokens ─> build ─> Dom
//! ```
//!
//! The tree is the one that the HTML standard describes, scripting on, without comments and
//! document type. A node is a few numbers; names, attributes and text are read from the page's own
//! source when they are asked for:
//!
//! - an element knows where its start tag is, and its attributes are read there;
//! - a text knows its raw source: one piece, or several where a comment or the like was between;
//!   character references in it are not decoded ([`Dom::text`] does it);
//! - the content of `noscript`, `iframe`, `script` and the like is a text, not a tree.
//!
//! ```
//! use leafmill::dom::{Dom, Parser, Tag};
//!
//! let dom = Dom::parse("<p class=lead>One <b>two<p>three", Parser::Native);
//! let paragraphs: Vec<_> = dom.nodes().filter(|&node| dom.tag(node) == Some(Tag::P)).collect();
//! assert_eq!(paragraphs.len(), 2);
//! assert_eq!(dom.attribute(paragraphs[0], "class").as_deref(), Some("lead"));
//! ```

use std::borrow::Cow;
use std::ops::Range;

mod attribute;
mod build;
mod caps;
#[cfg(test)]
mod conformance;
mod doctype;
mod lex;
mod node;
mod scan;
mod set;
mod source;
mod tag;
mod text;
mod tl;

pub use attribute::Attribute;
pub use caps::{Capped, Caps};
pub use tag::Tag;
pub(crate) use text::unescape;

use build::Workspace;
use lex::Lexer;
use node::{Flags, NONE, Node};
use scan::{ends_tag_name, skip_to};

/// A node of a [`Dom`]; the order of ids is document order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The node's place in document order, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which tokenizer feeds the tree builder; the trees are identical.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Parser {
    /// The `tl` crate, repaired by the lexer wherever its token is not HTML's.
    #[default]
    Tl,
    /// The lexer alone.
    Native,
}

/// What an element's name belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Namespace {
    /// HTML.
    Html,
    /// Scalable vector graphics.
    Svg,
    /// Mathematics.
    MathMl,
}

/// The memory of a finished [`Dom`], to be used again for the next page.
#[derive(Debug, Clone, Default)]
pub struct Arena(Workspace);

/// A parsed page.
#[derive(Debug, Clone)]
pub struct Dom<'h> {
    html: &'h str,
    arena: Arena,
    parser: Parser,
    caps: Caps,
}

impl<'h> Dom<'h> {
    /// Parses a page within the default caps; never fails. Of a page of 4 GiB or more only the
    /// beginning is read.
    pub fn parse(html: &'h str, parser: Parser) -> Dom<'h> {
        Dom::parse_in(Arena::default(), html, parser, &Caps::default())
    }

    /// Parses a page within caps, in the memory of another, which saves its allocation.
    pub fn parse_in(mut arena: Arena, html: &'h str, parser: Parser, caps: &Caps) -> Dom<'h> {
        arena.0.scripting = true;
        Dom::build(arena, html, parser, caps.in_range())
    }

    /// Parses the same page, by the same parser and within the same caps, as a browser without
    /// scripts does: in the body `noscript` holds elements.
    pub fn without_scripts(&self) -> Dom<'h> {
        Dom::build(Arena::default(), self.html, self.parser, self.caps)
    }

    fn build(mut arena: Arena, html: &'h str, parser: Parser, caps: Caps) -> Dom<'h> {
        let html = within_offsets(html);
        match parser {
            Parser::Tl if html.len() <= tl::LONGEST => tl::build(html, &caps, &mut arena.0),
            _ => build::build(html, Lexer::new(html), &caps, &mut arena.0),
        }
        Dom { html, arena, parser, caps }
    }

    /// The parser that made the tree.
    pub fn parser(&self) -> Parser {
        self.parser
    }

    /// Which caps the page went over.
    pub fn capped(&self) -> Capped {
        self.arena.0.capped
    }

    /// Whether the page has MathML.
    pub(crate) fn has_math(&self) -> bool {
        self.arena.0.has_math
    }

    /// Whether the page has a `base`.
    pub(crate) fn has_base(&self) -> bool {
        self.arena.0.has_base
    }

    /// Gives the tree up and its memory back.
    pub fn into_arena(self) -> Arena {
        self.arena
    }

    /// The page's text as it was parsed.
    pub fn html(&self) -> &'h str {
        self.html
    }

    /// Number of nodes, elements and texts.
    pub fn len(&self) -> usize {
        self.arena.0.tree.nodes.len()
    }

    /// Whether there is no node at all; never so, since every page has an `html` element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn node(&self, node: NodeId) -> &Node {
        &self.arena.0.tree.nodes[node.index()]
    }

    /// The `html` element, which every page has.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Every node in document order.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.len() as u32).map(NodeId)
    }

    /// The element's tag; `None` for a text.
    #[inline]
    pub fn tag(&self, node: NodeId) -> Option<Tag> {
        let node = self.node(node);
        (!node.is_text()).then_some(node.tag)
    }

    /// Whether the node is a text.
    #[inline]
    pub fn is_text(&self, node: NodeId) -> bool {
        self.node(node).is_text()
    }

    /// The element's name in lower case, also where [`Tag::name`] does not know it; empty for a
    /// text.
    pub fn name(&self, node: NodeId) -> Cow<'h, str> {
        let node = self.node(node);
        if let Some(name) = node.tag.name() {
            return Cow::Borrowed(name);
        }
        let start = node.start as usize + 1;
        let name = &self.html[start..skip_to(self.html.as_bytes(), start, ends_tag_name)];
        if name.bytes().any(|byte| byte.is_ascii_uppercase() || byte == 0) {
            Cow::Owned(name.to_ascii_lowercase().replace('\0', "\u{fffd}"))
        } else {
            Cow::Borrowed(name)
        }
    }

    /// What the element belongs to; a text belongs to what its parent does.
    pub fn namespace(&self, node: NodeId) -> Namespace {
        let flags = match self.parent(node) {
            Some(parent) if self.is_text(node) => self.node(parent).flags,
            _ => self.node(node).flags,
        };
        match flags {
            flags if flags.has(Flags::SVG) => Namespace::Svg,
            flags if flags.has(Flags::MATH_ML) => Namespace::MathMl,
            _ => Namespace::Html,
        }
    }

    /// Whether the element is SVG's or MathML's, so that its `title` is not the page's.
    #[inline]
    pub fn is_foreign(&self, node: NodeId) -> bool {
        self.node(node).flags.is_foreign()
    }

    /// Whether the element is a hyperlink: an `a` with an address. One with a `name` alone is a place to
    /// link to, and pages leave it open over all that comes behind.
    #[inline]
    pub fn is_link(&self, node: NodeId) -> bool {
        self.tag(node) == Some(Tag::A) && {
            // Nearly all have a value, most of them first; it is found without reading the attributes one by
            // one.
            let behind_name = self.node(node).start as usize + "<a".len();
            let bytes = self.html.as_bytes();
            bytes[behind_name..].starts_with(b" href=")
                || attribute::has_value(bytes, behind_name, b"href")
                || self.attributes(node).any(|attribute| attribute.is("href"))
        }
    }

    /// The parent; `None` for the root.
    #[inline]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.node(node).parent;
        (parent != NONE).then_some(NodeId(parent))
    }

    /// The elements around the node, the innermost first.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(node), |&node| self.parent(node))
    }

    /// The node's children in document order.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.node(node).end;
        let within = move |child: u32| (child < end).then_some(NodeId(child));
        std::iter::successors(within(node.0 + 1), move |&child| within(self.node(child).end))
    }

    /// The node and all below it, as a run of document order.
    #[inline]
    pub fn subtree(&self, node: NodeId) -> Range<u32> {
        node.0..self.node(node).end
    }

    /// Depth below the root (0); at most [`Caps::depth`] and a few.
    #[inline]
    pub fn depth(&self, node: NodeId) -> u32 {
        u32::from(self.node(node).depth)
    }
}

/// As much of a page as its offsets can count.
fn within_offsets(html: &str) -> &str {
    let mut end = html.len().min(u32::MAX as usize - 1);
    while !html.is_char_boundary(end) {
        end -= 1;
    }
    &html[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_an_address() {
        let html = "<a href=/x>1</a><A class=x HREF>2</A><a name=top>3</a><a>4</a><area href=/y>";
        let dom = Dom::parse(html, Parser::Native);
        let links = dom.nodes().filter(|&node| dom.is_link(node));
        let shown: Vec<_> =
            links.map(|a| dom.children(a).map(|t| dom.text(t)).collect::<String>()).collect();
        assert_eq!(shown, ["1", "2"]);
    }
}
