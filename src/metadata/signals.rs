//! What a page holds that says something of it, as it was gathered.

use std::borrow::Cow;
use std::ops::Range;

use super::hints::Hints;
use crate::dom::NodeId;

/// What was found, in document order.
#[derive(Default)]
pub(super) struct Signals<'h> {
    /// `meta` elements: name or property in lower case, and content.
    pub metas: Vec<(Cow<'h, str>, Cow<'h, str>)>,
    /// `link` and `a` elements with a relation that counts here.
    pub links: Vec<(Relation, NodeId)>,
    /// The language that the `html` element declares.
    pub language: Option<Cow<'h, str>>,
    /// The scripts that hold JSON-LD.
    pub scripts: Vec<Cow<'h, str>>,
    /// `h1` elements, and elements whose class says that they are the title.
    pub headings: Vec<Mark>,
    /// `h1` elements in parts that are not the page's own.
    pub apart_headings: Vec<Mark>,
    /// These parts, as ranges of nodes.
    pub apart: Vec<Range<u32>>,
    /// `h2` and `h3` elements.
    pub subheadings: Vec<Mark>,
    /// Elements that are or hold a byline.
    pub bylines: Vec<Mark>,
    /// Elements that are or hold a date.
    pub dates: Vec<Mark>,
    /// Items of microdata and RDFa.
    pub items: Vec<Item<'h>>,
    /// Properties of microdata and RDFa.
    pub properties: Vec<Property<'h>>,
    /// Elements that say that they are a reader's comment.
    pub comments: Vec<NodeId>,
}

impl Signals<'_> {
    /// Whether a node lies in a part that is not the page's own.
    pub fn is_apart(&self, node: NodeId) -> bool {
        let part = self.apart.partition_point(|part| part.end <= node.0);
        self.apart.get(part).is_some_and(|part| part.contains(&node.0))
    }
}

/// What a link is to the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    Canonical,
    License,
    Image,
}

/// An element that something was read from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    pub node: NodeId,
    /// How it is marked.
    pub by: By,
    /// What its class and id say.
    pub hints: Hints,
}

/// How an element is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    /// By what it is: `h1`, `time`.
    Element,
    /// By a relation or property: `rel=author`, `itemprop=datePublished`.
    Property,
    /// By its class or id.
    Class,
}

/// A thing in microdata (`itemscope`) or RDFa (`typeof`).
pub(super) struct Item<'h> {
    pub kind: Option<Cow<'h, str>>,
    /// The item that it belongs to, and as what.
    pub part: Option<(usize, Cow<'h, str>)>,
    /// Whether it is RDFa.
    pub rdfa: bool,
    /// Whether it lies in a part that is not the page's own content.
    pub apart: bool,
    /// The node behind the last below it.
    pub end: u32,
}

/// A property of an item.
pub(super) struct Property<'h> {
    /// Without its vocabulary.
    pub name: Cow<'h, str>,
    pub node: NodeId,
    /// Its item; one that has none belongs to the page.
    pub item: Option<usize>,
}
