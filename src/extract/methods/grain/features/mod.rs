//! What `grain` knows of a unit: a row of numbers, found in time linear in the page.
//!
//! One pass goes down the tree ([`path`], [`named`]), one along the units ([`text`]); the rest are
//! prefix sums over the units and walks up a single path ([`structure`], [`position`], [`whole`]).
//! A row is made when it is asked for, so that a page costs no more memory than its units do.

pub mod comments;
mod lexical;
pub mod named;
pub mod path;
pub mod position;
mod recipe;
pub mod structure;
pub mod text;
pub mod whole;

use std::ops::Range;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::lexicon::Lexicon;
use crate::dom::Tag;
use crate::page::Page;
use path::Blocks;
use position::Position;
use structure::Structure;
use text::Texts;
use whole::Signs;

/// A feature: the name that models and the files of `leafmill features` know it by, and what it is in a
/// few words, for who reads an explanation.
pub type Feature = (&'static str, &'static str);

/// The families of features, in the order of a row.
const FAMILIES: [&[Feature]; 6] = [
    &[("scope", "an article is wanted")],
    &whole::FEATURES,
    &text::FEATURES,
    &path::FEATURES,
    &structure::FEATURES,
    &position::FEATURES,
];

/// Number of features.
pub const COUNT: usize = {
    let mut count = 0;
    let mut family = 0;
    while family < FAMILIES.len() {
        count += FAMILIES[family].len();
        family += 1;
    }
    count
};

/// Name of each feature, in the order of a row.
pub fn names() -> impl Iterator<Item = &'static str> {
    FAMILIES.into_iter().flatten().map(|feature| feature.0)
}

/// What each feature is in words, in the order of a row.
pub fn words() -> impl Iterator<Item = &'static str> {
    FAMILIES.into_iter().flatten().map(|feature| feature.1)
}

/// The sets of tags that each tag is in, as bits.
#[derive(Debug)]
struct Sets([u32; Tag::KNOWN]);

impl Sets {
    /// Sets of tags that are [known](Tag::is_known), the first being bit 0.
    fn new(sets: &[&[Tag]]) -> Sets {
        let mut bits = [0; Tag::KNOWN];
        for (bit, tags) in sets.iter().enumerate() {
            for index in tags.iter().filter_map(|tag| tag.index()) {
                bits[index] |= 1 << bit;
            }
        }
        Sets(bits)
    }

    fn of(&self, tag: Tag) -> u32 {
        tag.index().map_or(0, |index| self.0[index])
    }
}

/// Numbers for hashes, counted up from 0 as new ones come.
#[derive(Debug)]
struct Numbers(FxHashMap<u64, u32>);

impl Numbers {
    /// Room for so many.
    fn with_capacity(capacity: usize) -> Numbers {
        Numbers(FxHashMap::with_capacity_and_hasher(capacity, FxBuildHasher))
    }

    fn of(&mut self, hash: u64) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(hash).or_insert(next)
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

/// Which habit is followed in what counts as content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// All that a reader came for: lists, cards, threads and headings too.
    Page,
    /// The body of the one article.
    Article,
}

impl Scope {
    /// How much recall weighs against precision where nothing else is asked for. Most of the
    /// labelled pages are of the wide habit, so that probabilities come out high for teasers and
    /// lists behind an article: on sets that no model saw, 0.5 to 0.7 did better than 1.
    pub fn beta(self) -> f32 {
        match self {
            Scope::Page => 1.0,
            Scope::Article => 0.5,
        }
    }
}

/// The features of one unit, pushed family by family.
#[derive(Debug, Clone)]
pub struct Row {
    values: [f32; COUNT],
    filled: usize,
}

impl Row {
    /// A row without values.
    pub fn new() -> Row {
        Row { values: [0.0; COUNT], filled: 0 }
    }

    #[inline]
    fn push(&mut self, value: f32) {
        self.values[self.filled] = value;
        self.filled += 1;
    }

    /// The values, in the order of [`names`].
    pub fn values(&self) -> &[f32; COUNT] {
        &self.values
    }
}

impl Default for Row {
    fn default() -> Row {
        Row::new()
    }
}

/// The features of a page's units.
#[derive(Debug, Clone)]
pub struct Features {
    /// What each unit's text shows.
    pub texts: Texts,
    /// The blocks above the units.
    pub blocks: Blocks,
    /// Whether each unit stands among readers' comments.
    pub comments: Vec<bool>,
    /// Whether each unit is a line of the recipe that the page states; empty where it states none.
    pub recipe: Vec<bool>,
    /// Where the units stand.
    pub position: Position,
    structure: Structure,
    whole: [f32; whole::FEATURES.len()],
}

impl Features {
    /// Reads a page.
    pub fn new(page: &Page, lexicon: &Lexicon) -> Features {
        let texts = Texts::new(page);
        let blocks = Blocks::new(page, lexicon);
        let structure = Structure::new(&texts, &blocks);
        let position = Position::new(page, &texts, &blocks, &structure);
        let signs = Signs::new(page.dom());
        let comments = comments::of_units(&blocks, &structure, position.heading(), &signs.fields);
        let recipe = recipe::lines(page, &blocks, &signs.recipes);
        let whole = whole::features(page, &texts, &blocks, &structure, &comments, &signs);
        Features { texts, blocks, comments, recipe, position, structure, whole }
    }

    /// Share of the words of some units that are linked.
    pub fn link_density(&self, units: &Range<u32>) -> f64 {
        self.structure.over(units).link_density()
    }

    /// Fills a row with the features of the page as a whole, all others being 0.
    pub fn fill_whole(&self, row: &mut Row) {
        *row = Row::new();
        row.push(0.0);
        whole::push(&self.whole, row);
    }

    /// Fills a row with the features of a unit.
    pub fn fill(&self, unit: usize, scope: Scope, row: &mut Row) {
        row.filled = 0;
        row.push(f32::from(u8::from(scope == Scope::Article)));
        whole::push(&self.whole, row);
        self.texts.push(unit, &self.blocks, row);
        self.blocks.above(unit).path.push(self.comments[unit], row);
        self.structure.push(unit, &self.blocks, row);
        self.position.push(unit, &self.structure, row);
    }
}

#[cfg(test)]
pub(in crate::extract::methods::grain) mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A row with these values.
    pub fn of(values: [f32; COUNT]) -> Row {
        Row { values, filled: COUNT }
    }

    /// A feature of a page's unit, without a lexicon.
    pub fn feature(html: &str, unit: usize, name: &str) -> f32 {
        let page = Page::parse(html);
        let features = Features::new(&page, &Lexicon::new([].into_iter()));
        let mut row = Row::new();
        features.fill(unit, Scope::Article, &mut row);
        assert_eq!(row.filled, COUNT, "a family pushes as many values as it names");
        row.values()[names().position(|other| other == name).unwrap()]
    }

    #[test]
    fn names_are_unique() {
        for names in [names().collect::<Vec<_>>(), words().collect()] {
            assert_eq!(names.len(), COUNT);
            assert_eq!(names.into_iter().collect::<BTreeSet<_>>().len(), COUNT);
        }
    }

    #[test]
    fn the_scope_is_an_input() {
        assert_eq!(feature("<p>x", 0, "scope"), 1.0);
    }
}
