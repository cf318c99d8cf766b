//! What sites name their elements: their classes, ids, roles and properties.
//!
//! The same few start tags, and the same few values in others, stand on most elements of a page, so each is
//! read once.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHasher};

use crate::dom::{Attribute, Dom, NodeId, Tag};
use crate::extract::methods::grain::lexicon::{self, Kinds, Lexicon, Source};

/// Roles of what is not content.
const NEGATIVE_ROLES: [&str; 10] = [
    "navigation",
    "banner",
    "contentinfo",
    "complementary",
    "search",
    "dialog",
    "alertdialog",
    "menu",
    "menubar",
    "toolbar",
];

/// The longest start tag that is remembered, in bytes.
const LONGEST: usize = 160;

/// The names on a page.
pub struct Names<'l, 'h> {
    lexicon: &'l Lexicon,
    /// What start tags say that were read so far, as they stand in the page.
    tags: FxHashMap<&'h str, Named>,
    /// The values read so far, as they stand in the page.
    values: FxHashMap<(Source, &'h str), Value>,
    /// Lexicon weights of their known keys, value by value.
    weights: Vec<f32>,
    /// What the elements asked for are named for.
    pub census: Census,
}

/// How many elements of a page are named for what.
#[derive(Debug, Clone, Copy, Default)]
pub struct Census {
    /// Elements.
    pub all: u32,
    /// Those named for goods and prices.
    pub goods: u32,
    /// Those named for posts and replies.
    pub posts: u32,
}

/// What an attribute's value says.
#[derive(Debug, Clone, Default)]
struct Value {
    kinds: Kinds,
    negative_role: bool,
    /// Hash of its first word.
    first: u64,
    weights: Range<usize>,
}

/// What an element's names say.
#[derive(Debug, Clone, Copy, Default)]
pub struct Named {
    /// What their words are for.
    pub kinds: Kinds,
    /// Whether one is a role of what is not content.
    pub negative_role: bool,
    /// Whether it is taken from sight.
    pub hidden: Hidden,
    /// Hash of the first class.
    pub class: Option<u64>,
    /// Keys that the lexicon knows.
    pub known: u16,
    /// Sum of their weights, the least and the greatest.
    pub sum: f32,
    /// The least weight.
    pub min: f32,
    /// The greatest weight.
    pub max: f32,
}

/// Whether an element, or what it stands in, is taken from sight.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hidden {
    /// It is not.
    #[default]
    No,
    /// From assistive technology alone (`aria-hidden`).
    Aria,
    /// From everyone, until a script shows it (`hidden`, `display: none`, `visibility: hidden`).
    Yes,
}

impl Hidden {
    /// What an attribute says.
    fn by(attribute: &Attribute) -> Hidden {
        if attribute.is("hidden") {
            return Hidden::Yes;
        }
        if attribute.is("aria-hidden") {
            let hides = attribute.source().trim_ascii().eq_ignore_ascii_case("true");
            return if hides { Hidden::Aria } else { Hidden::No };
        }
        if attribute.is("style") {
            let declares = |declaration: &str| {
                declaration.split_once(':').is_some_and(|(property, value)| {
                    let value = value.trim_ascii_start();
                    let starts = |word: &str| {
                        value.get(..word.len()).is_some_and(|v| v.eq_ignore_ascii_case(word))
                    };
                    match property.trim_ascii() {
                        property if property.eq_ignore_ascii_case("display") => starts("none"),
                        property if property.eq_ignore_ascii_case("visibility") => starts("hidden"),
                        _ => false,
                    }
                })
            };
            if attribute.source().split(';').any(declares) {
                return Hidden::Yes;
            }
        }
        Hidden::No
    }
}

impl<'l, 'h> Names<'l, 'h> {
    /// No names read as yet, and room for so many.
    pub fn new(lexicon: &'l Lexicon, capacity: usize) -> Names<'l, 'h> {
        Names {
            lexicon,
            tags: FxHashMap::with_capacity_and_hasher(capacity, FxBuildHasher),
            values: FxHashMap::with_capacity_and_hasher(capacity, FxBuildHasher),
            weights: Vec::new(),
            census: Census::default(),
        }
    }

    /// What an element's names say.
    pub fn of(&mut self, dom: &Dom<'h>, node: NodeId) -> Named {
        let source = dom.source(node);
        let tag = &dom.html()[source.start as usize..source.end as usize];
        // The tags of some elements are read with what later ones of theirs add; and few long ones recur.
        let may_recur =
            tag.len() <= LONGEST && !matches!(dom.tag(node), Some(Tag::HTML | Tag::BODY));
        let known = may_recur.then(|| self.tags.get(tag).copied()).flatten();
        let named = known.unwrap_or_else(|| self.read(dom, node));
        if known.is_none() && may_recur {
            self.tags.insert(tag, named);
        }
        self.census.all += 1;
        self.census.goods += u32::from(named.kinds.has(Kinds::GOODS));
        self.census.posts += u32::from(named.kinds.has(Kinds::POSTS));
        named
    }

    fn read(&mut self, dom: &Dom<'h>, node: NodeId) -> Named {
        let mut named = Named::default();
        for attribute in dom.attributes(node) {
            let Some(source) = Source::of(&attribute) else {
                named.hidden = named.hidden.max(Hidden::by(&attribute));
                continue;
            };
            let (weights, lexicon) = (&mut self.weights, self.lexicon);
            let read = || Value::read(&attribute.value(), source, lexicon, weights);
            let value = self.values.entry((source, attribute.source())).or_insert_with(read);
            if attribute.is("class") {
                named.class = Some(value.first);
            }
            named.kinds |= value.kinds;
            named.negative_role |= value.negative_role;
            self.weights[value.weights.clone()].iter().for_each(|&weight| named.weigh(weight));
        }
        named
    }
}

impl Value {
    fn read(value: &str, source: Source, lexicon: &Lexicon, weights: &mut Vec<f32>) -> Value {
        let start = weights.len();
        let mut found = Value::default();
        lexicon::keys(value, source, |key| {
            found.kinds |= Kinds::of(key);
            weights.extend(lexicon.weight(key));
        });
        found.weights = start..weights.len();
        found.negative_role = source == Source::Role && is_negative_role(value);
        let mut first = FxHasher::default();
        value.split_ascii_whitespace().next().unwrap_or_default().hash(&mut first);
        found.first = first.finish();
        found
    }
}

impl Named {
    fn weigh(&mut self, weight: f32) {
        let first = self.known == 0;
        self.min = if first || weight < self.min { weight } else { self.min };
        self.max = if first || weight > self.max { weight } else { self.max };
        self.sum += weight;
        self.known += 1;
    }
}

fn is_negative_role(value: &str) -> bool {
    value
        .split_ascii_whitespace()
        .any(|role| NEGATIVE_ROLES.iter().any(|negative| negative.eq_ignore_ascii_case(role)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;

    #[test]
    fn a_value_says_the_same_each_time() {
        let page = Page::parse(
            "<p class='post nav' role=Menu>a<p class='post nav' role=Menu>b<p id='post nav'>c\
             <p class='post x'>d",
        );
        let mut keys = Vec::new();
        lexicon::keys("post nav", Source::Name, |key| keys.push((key, keys.len() as f32 + 1.0)));
        let lexicon = Lexicon::new(keys.into_iter());
        let mut names = Names::new(&lexicon, 0);
        let dom = page.dom();
        let all: Vec<_> = page.leaves().iter().map(|leaf| names.of(dom, leaf.block)).collect();
        for named in &all[..2] {
            assert!(named.kinds == Kinds::BOILERPLATE && named.negative_role);
            assert_eq!((named.known, named.sum, named.min, named.max), (2, 3.0, 1.0, 2.0));
        }
        assert!(
            all[2].kinds == Kinds::BOILERPLATE && !all[2].negative_role && all[2].class.is_none()
        );
        assert!(all[0].class.is_some() && all[0].class == all[3].class);
    }
}
