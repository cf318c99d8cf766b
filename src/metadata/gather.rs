//! One walk over the page that collects everything that says something of the page itself.

use std::borrow::Cow;

use memchr::memmem::Finder;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::hints::Hints;
use super::json_ld::local;
use super::signals::{By, Item, Mark, Property, Relation, Signals};
use crate::dom::{Attribute, NodeId, Tag};
use crate::page::Page;

/// The longest start tag that is remembered, in bytes.
const LONGEST_PLAIN: usize = 160;
/// Start tags that there is room for at once: on three pages in four of WCXB no more differ.
const TAGS: usize = 448;

/// Which marked elements are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Marked {
    /// Those of the page's own content.
    Own,
    /// Those of other parts, too: comments, related articles, navigation.
    All,
}

/// Walks over the page.
pub(super) fn gather<'h>(page: &Page<'h>, marked: Marked) -> Signals<'h> {
    let mut walk = Walk {
        page,
        marked,
        signals: Signals::default(),
        plain: FxHashMap::with_capacity_and_hasher(TAGS, FxBuildHasher),
        classes: FxHashMap::with_capacity_and_hasher(TAGS, FxBuildHasher),
        property: Finder::new("prop"),
        others: ["item", "typeof", "license"].map(Finder::new),
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
    marked: Marked,
    signals: Signals<'h>,
    /// Start tags that have nothing that counts here but a class or an id, and what these say as far as it was
    /// asked: on most pages the same few tags stand over and over.
    plain: FxHashMap<&'h str, Option<Hints>>,
    /// What classes say, for tags of which no two are the same, as links.
    classes: FxHashMap<&'h str, Hints>,
    /// What the names of attributes hold that give a property.
    property: Finder<'static>,
    /// What else counts of an element of a part that is not the page's own content.
    others: [Finder<'static>; 3],
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
    matches!(tag, Tag::META | Tag::HTML | Tag::SCRIPT | Tag::NAV | Tag::ASIDE | Tag::TIME)
        || matches!(tag, Tag::H1 | Tag::H2 | Tag::H3)
}

/// Whether an element of this tag counts in parts, too, that are not the page's own content.
fn counts_anywhere(tag: Tag) -> bool {
    matches!(tag, Tag::META | Tag::HTML | Tag::SCRIPT | Tag::LINK | Tag::H1)
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
        let says_nothing = match self.counts(node) {
            true => known == Some(Some(Hints::default())) && !speaks(tag),
            false => !counts_anywhere(tag) && (known.is_some() || !self.may_state(source)),
        };
        if says_nothing {
            if known.is_none() && may_recur {
                self.plain.insert(source, None);
            }
            return;
        }
        let known = known.flatten();
        let mut attributes = match known {
            Some(hints) => Attributes { hints, ..Attributes::default() },
            None => self.attributes(node),
        };
        if known.is_none() && may_recur && attributes.is_plain() {
            self.plain.insert(source, Some(attributes.hints));
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
            let part = self.page.dom().subtree(node);
            self.apart_end = self.apart_end.max(part.end);
            self.signals.apart.push(part);
        }
        if let Some(rel) = attributes.rel {
            self.relation(node, tag, &rel.value(), hints);
        }
        if !attributes.is_plain() {
            self.item(node, &attributes);
        }
        if self.counts(node) {
            self.marks(node, tag, hints);
        } else if tag == Tag::H1 {
            self.signals.apart_headings.push(Mark { node, by: By::Element, hints });
        }
    }

    /// Whether it counts how an element is marked.
    fn counts(&self, node: NodeId) -> bool {
        self.marked == Marked::All || node.0 >= self.apart_end
    }

    /// Whether a start tag may give a property, an item or a licence, which count wherever they stand.
    fn may_state(&self, source: &str) -> bool {
        let is_there = |finder: &Finder| finder.find(source.as_bytes()).is_some();
        is_there(&self.property) || self.others.iter().any(is_there)
    }

    fn attributes(&mut self, node: NodeId) -> Attributes<'h> {
        let mut found = Attributes::default();
        for attribute in self.page.dom().attributes(node) {
            let name = attribute.name_source().as_bytes();
            let is = |name| attribute.is(name);
            // Most names are told apart by their length and first letter.
            match (name.len(), name.first().map_or(0, u8::to_ascii_lowercase)) {
                (2, b'i') if is("id") => {
                    found.hints = found.hints.or(Hints::read(attribute.source()));
                }
                (5, b'c') if is("class") => {
                    let class = attribute.source();
                    let hints = self.classes.entry(class).or_insert_with(|| Hints::read(class));
                    found.hints = found.hints.or(*hints);
                }
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
        let mut of_page = attributes.itemprop;
        if attributes.itemprop.is_some() {
            // In the body it is a property of its item, in the head the page's.
            self.item(node, attributes);
            // Who wrote a part of another item, as a review, did not write the page.
            let is_part = self.open.len() > 1;
            of_page = of_page.filter(|name| !is_part || &*name.value() != "author");
        }
        for name in [attributes.property, attributes.name, of_page].into_iter().flatten() {
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

    fn relation(&mut self, node: NodeId, tag: Tag, rel: &str, hints: Hints) {
        for word in rel.split_ascii_whitespace() {
            let is = |name: &str| word.eq_ignore_ascii_case(name);
            let relation = match () {
                () if tag == Tag::LINK && is("canonical") => Relation::Canonical,
                () if tag == Tag::LINK && is("image_src") => Relation::Image,
                () if is("license") => Relation::License,
                () => {
                    if is("author") && tag == Tag::A && self.counts(node) {
                        self.signals.bylines.push(Mark { node, by: By::Property, hints });
                    }
                    continue;
                }
            };
            self.signals.links.push((relation, node));
        }
    }

    fn item(&mut self, node: NodeId, attributes: &Attributes<'h>) {
        let counts = self.counts(node);
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
            let mark = Mark { node, by: By::Property, hints: attributes.hints };
            match &*name {
                _ if item.is_some() || !counts => {}
                "author" | "creator" => signals.bylines.push(mark),
                "datePublished" | "dateCreated" => signals.dates.push(mark),
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
        let mark = |by| Mark { node, by, hints };
        let is_block =
            matches!(tag, Tag::DIV | Tag::LI | Tag::ARTICLE | Tag::SECTION | Tag::DD | Tag::TR);
        if hints.any(Hints::COMMENT) && is_block {
            self.signals.comments.push(node);
        }
        if tag == Tag::H1 {
            self.signals.headings.push(mark(By::Element));
        } else if hints.any(Hints::TITLE) && hints.any(Hints::ENTRY) {
            self.signals.headings.push(mark(By::Class));
        } else if matches!(tag, Tag::H2 | Tag::H3) {
            self.signals.subheadings.push(mark(By::Element));
        }
        if tag == Tag::BODY {
            return;
        }
        if hints.any(Hints::AUTHOR) {
            self.signals.bylines.push(mark(By::Class));
        }
        if tag == Tag::TIME {
            self.signals.dates.push(mark(By::Element));
        } else if hints.any(Hints::DATE) || hints.any(Hints::MODIFIED) {
            self.signals.dates.push(mark(By::Class));
        }
    }
}
