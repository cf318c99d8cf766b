//! Why a page's leaves were chosen or not, as data: numbers with names, for any view to print.

use std::ops::Range;

use super::Extraction;
use crate::dom::NodeId;

/// An extraction with the reasons for it.
///
/// A method that classifies units gives a [`Reason`] a unit, one that finds parts of the page a
/// [`Section`] of them, one that follows a number along the page a [`Series`]. A view shows what is there
/// and need not know the method.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Explanation {
    /// What the method says of the page: the same that it extracts.
    pub extraction: Extraction,
    /// What holds for the page as a whole, such as `threshold 0.41`.
    pub facts: Vec<Fact>,
    /// The head of the column of [`Reason::score`], such as `p` for a probability.
    pub score: &'static str,
    /// The unit of [`Cause::by`], such as `log-odds`.
    pub unit: &'static str,
    /// Why runs of leaves were chosen or not, in document order; no leaf is in two.
    pub reasons: Vec<Reason>,
    /// What the method found beside them, such as blocks and menus.
    pub sections: Vec<Section>,
    /// What the method follows along the page, to be drawn as bars.
    pub series: Vec<Series>,
}

/// A number along the page, such as the ratio of each line of its source.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// What it is and of what, such as `text-to-tag ratio of lines`.
    pub title: &'static str,
    /// The numbers in the page's order, each at least 0.
    pub values: Vec<f64>,
    /// Whether the method takes what each number is of for content.
    pub content: Vec<bool>,
    /// A level that numbers are compared with, and what it is.
    pub level: Option<Fact>,
}

/// A number with its name.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// What it is, in a few words.
    pub name: &'static str,
    /// How much.
    pub value: f64,
}

/// Why a run of leaves was chosen or not.
#[derive(Debug, Clone, PartialEq)]
pub struct Reason {
    /// The leaves, as a range of [`Page::leaves`](crate::page::Page::leaves).
    pub leaves: Range<u32>,
    /// What decided against the score, or beside it, in a few words.
    pub ruling: Option<&'static str>,
    /// What was compared to decide.
    pub score: f64,
    /// What the score was made of.
    pub facts: Vec<Fact>,
    /// What moved the score most, the strongest first.
    pub causes: Vec<Cause>,
}

/// What moved a score.
#[derive(Debug, Clone, PartialEq)]
pub struct Cause {
    /// The feature.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// By how much it moved the score, in [`Explanation::unit`].
    pub by: f64,
}

/// Parts of a page that a method found, with the same numbers of each.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// What they are and how they are ordered, such as `menus`.
    pub title: &'static str,
    /// What the numbers are.
    pub columns: &'static [Column],
    /// The parts.
    pub parts: Vec<Part>,
}

/// A number that each part of a section has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// What it is, in a few words.
    pub name: &'static str,
    /// Decimal places that are worth showing.
    pub places: usize,
}

/// A part of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Its element.
    pub node: NodeId,
    /// Its numbers, one a column.
    pub numbers: Vec<f64>,
    /// What the method calls it or did with it, such as a leaf's ID or why it was removed; may be empty.
    pub note: String,
    /// The leaves that are its own, as indices of [`Page::leaves`](crate::page::Page::leaves).
    pub leaves: Vec<u32>,
}

impl Explanation {
    /// An extraction without reasons.
    pub fn bare(extraction: Extraction) -> Explanation {
        Explanation { extraction, ..Explanation::default() }
    }
}
