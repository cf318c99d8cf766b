//! One walk over the page that collects everything that says something of the page itself.

use std::borrow::Cow;

use memchr::memmem::Finder;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::hints::Hints;
use super::json_ld::local;
use crate::dom::{Attribute, NodeId, Tag};
use crate::page::Page;

/// The longest start tag that is remembered, in bytes.
const LONGEST_PLAIN: usize = 160;
/// Start tags that there is room for at once: on three pages in four of WCXB no more differ.
const TAGS: usize = 448;

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
    /// Whether it lies in a part that is not the page's own content.
    pub apart: bool,
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
    end: u32,
}

/// A property of an item.
pub(super) struct Property<'h> {
    /// Without its vocabulary.
    pub name: Cow<'h, str>,
    pub node: NodeId,
    /// Its item; one that has none belongs to the page.
    pub item: Option<usize>,
}

/// Walks over the page.
pub(super) fn gather<'h>(page: &Page<'h>) -> Signals<'h> {
    let mut walk = Walk {
        page,
        signals: Signals::default(),
        plain: FxHashMap::with_capacity_and_hasher(TAGS, FxBuildHasher),
        property: Finder::new("prop"),
        apart_end: 0,
        open: Vec::new(),
    };
    let dom = page.dom();
    for node in dom.nodes() {
        // An element that the page left out has no attributes, and one of a drawing says nothing.
        let Some(tag) = dom.tag(node).filter(|_| !dom.is_foreign(node)) else { continue };
        let source = dom.source(node);
        if !source.is_empty() {
            walk.element(node, tag, &dom.html()[source.start as usize..source.end as usize]);
        }
    }
    walk.signals
}

struct Walk<'w, 'h> {
    page: &'w Page<'h>,
    signals: Signals<'h>,
    /// Start tags that have nothing that counts here but a class or an id, and what these say: on most
    /// pages the same few tags stand over and over.
    plain: FxHashMap<&'h str, Hints>,
    /// What the names of attributes hold that give a property.
    property: Finder<'static>,
    /// Where the part ends that is not the page's own content.
    apart_end: u32,
    /// The items around the node, outermost first.
    open: Vec<usize>,
}

/// The attributes of an element that count here.
#[derive(Default)]
struct Attributes<'h> {
    itemprop: Option<Attribute<'h>>,
    property: Option<Attribute<'h>>,
    rel: Option<Attribute<'h>>,
    kind: Option<Attribute<'h>>,
    lang: Option<Attribute<'h>>,
    name: Option<Attribute<'h>>,
    content: Option<Attribute<'h>>,
    scope: bool,
    type_of: Option<Attribute<'h>>,
    hints: Hints,
}

impl Attributes<'_> {
    /// Whether a class or an id is all that counts.
    fn is_plain(&self) -> bool {
        let named = [self.itemprop, self.property, self.rel, self.kind, self.lang, self.name];
        let others = [self.content, self.type_of];
        !self.scope && named.iter().chain(&others).all(Option::is_none)
    }
}

/// Whether an element says something by its tag alone.
fn speaks(tag: Tag) -> bool {
    matches!(tag, Tag::META | Tag::HTML | Tag::SCRIPT | Tag::NAV | Tag::ASIDE | Tag::H1 | Tag::TIME)
}

/// Whether an element of this tag has no text that readers take for a statement, so that it says nothing but by
/// a property.
fn is_wordless(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::IFRAME | Tag::IMG | Tag::INPUT | Tag::OPTION | Tag::SOURCE | Tag::STYLE | Tag::SVG
    )
}

/// Whether an element of this tag says nothing where it has no text, but for its properties and for a date
/// in an attribute.
fn is_mute(tag: Tag) -> bool {
    matches!(tag, Tag::DIV | Tag::I | Tag::LI | Tag::SPAN)
}

impl<'h> Walk<'_, 'h> {
    fn element(&mut self, node: NodeId, tag: Tag, source: &'h str) {
        if is_wordless(tag) && self.property.find(source.as_bytes()).is_none() {
            return;
        }
        let may_recur = source.len() <= LONGEST_PLAIN && tag != Tag::A;
        let known = may_recur.then(|| self.plain.get(source).copied()).flatten();
        if known == Some(Hints::default()) && !speaks(tag) {
            return;
        }
        let mut attributes = match known {
            Some(hints) => Attributes { hints, ..Attributes::default() },
            None => self.attributes(node),
        };
        if known.is_none() && may_recur && attributes.is_plain() {
            self.plain.insert(source, attributes.hints);
        }
        if is_mute(tag) && self.page.leaves_under(node).is_empty() {
            attributes.hints = attributes.hints.and(Hints::DATE.or(Hints::MODIFIED));
        }
        match tag {
            Tag::META => return self.meta(node, &attributes),
            Tag::HTML => {
                self.signals.language = attributes.lang.map(|lang| lang.value());
            }
            Tag::SCRIPT => return self.script(node, &attributes),
            _ => {}
        }
        let hints = attributes.hints;
        if self.is_apart(node, tag, hints) {
            self.apart_end = self.apart_end.max(self.page.dom().subtree(node).end);
        }
        if let Some(rel) = attributes.rel {
            self.relation(node, tag, &rel.value(), hints);
        }
        if !attributes.is_plain() {
            self.item(node, &attributes);
        }
        self.marks(node, tag, hints);
    }

    fn attributes(&self, node: NodeId) -> Attributes<'h> {
        let read = |attribute: &Attribute| Hints::read(attribute.source());
        let mut found = Attributes::default();
        for attribute in self.page.dom().attributes(node) {
            let name = attribute.name_source().as_bytes();
            let is = |name| attribute.is(name);
            // Most names are told apart by their length and first letter.
            match (name.len(), name.first().map_or(0, u8::to_ascii_lowercase)) {
                (2, b'i') if is("id") => found.hints = found.hints.or(read(&attribute)),
                (5, b'c') if is("class") => found.hints = found.hints.or(read(&attribute)),
                (3, b'r') if is("rel") => found.rel = Some(attribute),
                (4, b'n') if is("name") => found.name = Some(attribute),
                (4, b't') if is("type") => found.kind = Some(attribute),
                (4, b'l') if is("lang") => found.lang = Some(attribute),
                (6, b't') if is("typeof") => found.type_of = Some(attribute),
                (7, b'c') if is("content") => found.content = Some(attribute),
                (8, b'i') if is("itemprop") => found.itemprop = Some(attribute),
                (8, b'i') if is("itemtype") => found.type_of = Some(attribute),
                (8, b'p') if is("property") => found.property = Some(attribute),
                (9, b'i') if is("itemscope") => found.scope = true,
                (10, b'h') if found.name.is_none() && is("http-equiv") => {
                    found.name = Some(attribute);
                }
                _ => {}
            }
        }
        found
    }

    fn meta(&mut self, node: NodeId, attributes: &Attributes<'h>) {
        let Some(content) = attributes.content else { return };
        if attributes.itemprop.is_some() {
            // In the body it is a property of its item, in the head the page's.
            self.item(node, attributes);
        }
        for name in
            [attributes.property, attributes.name, attributes.itemprop].into_iter().flatten()
        {
            let name = match name.value() {
                name if name.bytes().any(|byte| byte.is_ascii_uppercase()) => {
                    Cow::Owned(name.to_ascii_lowercase())
                }
                name => name,
            };
            self.signals.metas.push((name, content.value()));
        }
    }

    fn script(&mut self, node: NodeId, attributes: &Attributes<'h>) {
        let is_json = |kind: &Attribute| {
            let kind = kind.value();
            let media = kind.split(';').next().unwrap_or_default().trim();
            media.eq_ignore_ascii_case("application/ld+json")
        };
        if attributes.kind.as_ref().is_some_and(is_json) {
            let dom = self.page.dom();
            self.signals.scripts.extend(dom.children(node).map(|text| dom.text(text)));
        }
    }

    /// Whether an element is a part that is not the page's own content. One that holds most of the
    /// page's text is not, whatever its class.
    fn is_apart(&self, node: NodeId, tag: Tag, hints: Hints) -> bool {
        let named = hints.any(Hints::APART) || matches!(tag, Tag::NAV | Tag::ASIDE);
        if !named || node.0 < self.apart_end {
            return false;
        }
        let page = self.page;
        page.stats(node).chars * 2 <= page.stats(page.dom().root()).chars
    }

    fn mark(&self, node: NodeId, by: By, hints: Hints) -> Mark {
        Mark { node, by, hints, apart: node.0 < self.apart_end }
    }

    fn relation(&mut self, node: NodeId, tag: Tag, rel: &str, hints: Hints) {
        for word in rel.split_ascii_whitespace() {
            let is = |name: &str| word.eq_ignore_ascii_case(name);
            let relation = match () {
                () if tag == Tag::LINK && is("canonical") => Relation::Canonical,
                () if tag == Tag::LINK && is("image_src") => Relation::Image,
                () if is("license") => Relation::License,
                () => {
                    if is("author") && tag == Tag::A {
                        let mark = self.mark(node, By::Property, hints);
                        self.signals.bylines.push(mark);
                    }
                    continue;
                }
            };
            self.signals.links.push((relation, node));
        }
    }

    fn item(&mut self, node: NodeId, attributes: &Attributes<'h>) {
        let signals = &mut self.signals;
        while self.open.last().is_some_and(|&item| signals.items[item].end <= node.0) {
            self.open.pop();
        }
        let item = self.open.last().copied();
        let names = attributes.itemprop.or(attributes.property).map(|name| name.value());
        let is_item = attributes.scope || attributes.type_of.is_some();
        let names = names.as_deref().unwrap_or_default().split_ascii_whitespace();
        let mut part = None;
        for name in names {
            let name: Cow<'h, str> = Cow::Owned(local(name).to_owned());
            let by = By::Property;
            let mark = Mark { node, by, hints: attributes.hints, apart: node.0 < self.apart_end };
            match &*name {
                "author" | "creator" if item.is_none() => signals.bylines.push(mark),
                "datePublished" | "dateCreated" if item.is_none() => signals.dates.push(mark),
                _ => {}
            }
            if is_item {
                part.get_or_insert_with(|| (item, name.clone()));
            } else {
                signals.properties.push(Property { name, node, item });
            }
        }
        if is_item {
            let kind = attributes.type_of.map(|kind| {
                let kinds = kind.value();
                let first = kinds.split_ascii_whitespace().next().unwrap_or_default();
                Cow::Owned(local(first).to_owned())
            });
            let part = part.and_then(|(item, name)| Some((item?, name)));
            self.open.push(signals.items.len());
            signals.items.push(Item {
                kind,
                part,
                rdfa: !attributes.scope,
                apart: node.0 < self.apart_end,
                end: self.page.dom().subtree(node).end,
            });
        }
    }

    fn marks(&mut self, node: NodeId, tag: Tag, hints: Hints) {
        let is_block =
            matches!(tag, Tag::DIV | Tag::LI | Tag::ARTICLE | Tag::SECTION | Tag::DD | Tag::TR);
        if hints.any(Hints::COMMENT) && is_block {
            self.signals.comments.push(node);
        }
        if tag == Tag::H1 {
            let mark = self.mark(node, By::Element, hints);
            self.signals.headings.push(mark);
        } else if hints.any(Hints::TITLE) && hints.any(Hints::ENTRY) {
            let mark = self.mark(node, By::Class, hints);
            self.signals.headings.push(mark);
        }
        if tag == Tag::BODY {
            return;
        }
        if hints.any(Hints::AUTHOR) {
            let mark = self.mark(node, By::Class, hints);
            self.signals.bylines.push(mark);
        }
        if tag == Tag::TIME {
            let mark = self.mark(node, By::Element, hints);
            self.signals.dates.push(mark);
        } else if hints.any(Hints::DATE) || hints.any(Hints::MODIFIED) {
            let mark = self.mark(node, By::Class, hints);
            self.signals.dates.push(mark);
        }
    }
}
