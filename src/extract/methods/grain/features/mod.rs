//! What `grain` knows of a unit: a row of numbers, found in time linear in the page.
//!
//! One pass goes down the tree ([`path`], [`named`]), one along the units ([`text`]); the rest are
//! prefix sums over the units and walks up a single path ([`structure`], [`position`], [`whole`]).
//! Rows are made when they are asked for, so that a page costs no more memory than its units do; what its
//! units share is asked of the page once ([`Rows`]).

pub mod comments;
mod lexical;
pub mod named;
pub mod path;
pub mod position;
mod recipe;
mod rows;
pub mod structure;
pub mod text;
pub mod whole;

use std::ops::Range;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::lexicon::{Kinds, Lexicon};
use crate::dom::Tag;
use crate::page::Page;
use path::Blocks;
use position::Position;
use structure::Structure;
use text::Texts;
use whole::Signs;

pub use rows::{LANES, Lane, Row, Rows};

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

/// Features that all units of a page share; they come first in a row.
pub const COMMON: usize = FAMILIES[0].len() + FAMILIES[1].len();

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

    /// Whether a unit stands among comments that are no remarks on something else: replies of a thread, or what
    /// documentation says of a member.
    pub fn is_reply(&self, unit: usize) -> bool {
        self.comments[unit] && self.blocks.above(unit).path.named.has(Kinds::TOPICS)
    }

    /// Share of the words of some units that are linked.
    pub fn link_density(&self, units: &Range<u32>) -> f64 {
        self.structure.over(units).link_density()
    }

    /// The features of the page as a whole; all others are 0.
    pub fn of_page(&self) -> Row {
        let mut row = [0.0; COUNT];
        row[FAMILIES[0].len()..COMMON].copy_from_slice(&self.whole);
        row
    }

    /// Rows for units of the page, to be [filled](Features::fill).
    pub fn rows(&self, scope: Scope) -> Rows {
        let mut common = [0.0; COMMON];
        common[0] = f32::from(u8::from(scope == Scope::Article));
        common[FAMILIES[0].len()..].copy_from_slice(&self.whole);
        Rows::new(common)
    }

    /// Fills a lane with the features of a unit.
    #[inline]
    pub fn fill(&self, unit: usize, lane: usize, rows: &mut Rows) {
        rows.begin(lane);
        self.texts.push(unit, &self.blocks, rows);
        self.blocks.above(unit).path.push(self.comments[unit], rows);
        self.structure.push(unit, &self.blocks, rows);
        self.position.push(unit, &self.structure, rows);
    }
}

#[cfg(test)]
pub(in crate::extract::methods::grain) mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A feature of a page's unit, without a lexicon.
    pub fn feature(html: &str, unit: usize, name: &str) -> f32 {
        let page = Page::parse(html);
        let features = Features::new(&page, &Lexicon::new([].into_iter()));
        let mut rows = features.rows(Scope::Article);
        features.fill(unit, 0, &mut rows);
        assert!(rows.is_filled(), "a family pushes as many values as it names");
        rows.row(0)[names().position(|other| other == name).unwrap()]
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
