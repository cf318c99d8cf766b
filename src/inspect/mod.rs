//! One page seen through methods: why each of its texts was chosen or not.
//!
//! An [`Inspection`] lines everything up along what [`crate::extract::wu`] scores, units or text
//! nodes, here called *items*: length, score, smoothed score, relevance to the item before, block,
//! what the gold says, and what each method kept. [`terminal`] prints it as a table; [`html`] makes
//! it one self-contained page, with [`chart`] for the counterparts of Figures 2, 3 and 5 of Wu et
//! al. 2012. [`locate`] finds the page.
//!
//! The same page and specs give the same bytes.

pub mod chart;
pub mod html;
pub mod locate;
pub mod terminal;

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;

use crate::Result;
use crate::dataset::{Gold, align};
use crate::extract::{Explanation, Extraction, Settings, Spec, wu};
use crate::extraction::{Part, Reason};
use crate::measure::{Counts, Measure};
use crate::metadata::Metadata;
use crate::page::Page;
use crate::text::Cjk;

/// How much of an item is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kept {
    /// None of its leaves.
    None,
    /// Some of its leaves.
    Part,
    /// All of its leaves.
    All,
}

/// What a method says of the page and why.
#[derive(Debug, Clone)]
pub struct Judgement {
    /// The spec that names the method.
    pub spec: String,
    /// What it says.
    pub explanation: Explanation,
}

impl Judgement {
    /// What the method extracts.
    pub fn extraction(&self) -> &Extraction {
        &self.explanation.extraction
    }

    /// The reason that speaks of a leaf, where the method gives one.
    pub fn reason(&self, leaf: u32) -> Option<&Reason> {
        let reasons = &self.explanation.reasons;
        let at = reasons.partition_point(|reason| reason.leaves.end <= leaf);
        reasons.get(at).filter(|reason| reason.leaves.contains(&leaf))
    }
}

/// What Wu's method makes of a page: the frame of every view.
///
/// This alone is of one method, whatever methods are shown: lengths, scores and smoothed scores along
/// the page are the figures of Wu et al. 2012 in which pages are looked at here, and `wu` has no other
/// part in a view than `all` has.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The spec whose scores these are: the first of `wu` that was asked for, else its default.
    pub spec: String,
    /// Items, scores, smoothed scores and blocks.
    pub blocks: wu::InformationBlocks,
    /// Relevance of each item to the one before it; 0 for the first.
    pub relevance: Vec<f64>,
    /// Whether each block was taken for content.
    pub accepted: Vec<bool>,
    /// The block of each item that is in one.
    pub block_of: Vec<Option<usize>>,
}

/// A page, its gold where that is known, and what methods make of it.
#[derive(Debug, Clone)]
pub struct Inspection<'p> {
    /// What the page is called: its id.
    pub name: &'p str,
    /// Its address, where it is known.
    pub url: Option<&'p str>,
    /// What the page says of itself.
    pub metadata: Metadata,
    /// The page.
    pub page: &'p Page<'p>,
    /// What people say its content is.
    pub gold: Option<&'p Gold>,
    /// The leaves that are content by the gold; `None` without a gold that has a text.
    pub labels: Option<Extraction>,
    /// Scores and blocks.
    pub frame: Frame,
    /// What each method chose, in the order asked for.
    pub judgements: Vec<Judgement>,
}

impl Frame {
    /// The frame of the first `wu` among the specs, else of its default setting.
    fn new(page: &Page, specs: &[Spec]) -> Result<Frame> {
        let is_wu = |spec: &&Spec| spec.method().is_ok_and(|method| method.name == wu::METHOD.name);
        let named = specs.iter().find(is_wu);
        let spec = named.cloned().map_or_else(|| wu::METHOD.name.parse::<Spec>(), Ok)?;
        let wu = wu::Parameters::of(&spec)?.build()?;
        let blocks = wu.blocks(page);
        let mut block_of = vec![None; blocks.items.len()];
        for (number, (items, _)) in blocks.blocks.iter().enumerate() {
            block_of[items.clone()].fill(Some(number));
        }
        Ok(Frame {
            spec: spec.to_string(),
            relevance: wu.relevance(page),
            accepted: blocks.blocks.iter().map(|(_, features)| wu.is_content(features)).collect(),
            blocks,
            block_of,
        })
    }
}

impl<'p> Inspection<'p> {
    /// Looks at a page through these specs.
    ///
    /// # Errors
    /// If a spec names no method, or a method cannot be made with its settings.
    pub fn new(
        name: &'p str,
        url: Option<&'p str>,
        page: &'p Page<'p>,
        gold: Option<&'p Gold>,
        specs: &[Spec],
    ) -> Result<Inspection<'p>> {
        // A gold of snippets alone says nothing of the rest of the page.
        let is_whole = |gold: &&Gold| !gold.text.is_empty() || gold.required.is_empty();
        Ok(Inspection {
            metadata: Metadata::of(page, url, ""),
            name,
            url,
            page,
            gold,
            labels: gold.filter(is_whole).map(|gold| align::labels(page, gold)),
            frame: Frame::new(page, specs)?,
            judgements: specs.iter().map(|spec| judge(page, spec)).collect::<Result<_>>()?,
        })
    }

    /// The leaves of each item.
    pub fn items(&self) -> &[Range<u32>] {
        &self.frame.blocks.items
    }

    /// An item's text.
    pub fn text(&self, item: usize) -> Cow<'_, str> {
        self.page.joined(self.items()[item].clone())
    }

    /// An item's length in characters.
    pub fn chars(&self, item: usize) -> u32 {
        let Range { start, end } = self.items()[item];
        self.page.totals(start as usize..end as usize).chars
    }

    /// How much of an item an extraction chooses.
    pub fn kept(&self, extraction: &Extraction, item: usize) -> Kept {
        let leaves = &self.items()[item];
        match extraction.within(leaves).iter().filter(|&&kept| kept).count() {
            0 => Kept::None,
            count if count == leaves.len() => Kept::All,
            _ => Kept::Part,
        }
    }

    /// The unit that an item is, or is part of, as a place in [`Page::units`].
    pub fn unit_of(&self, item: usize) -> usize {
        let start = self.items()[item].start;
        self.page.units().partition_point(|unit| unit.leaves.end <= start)
    }

    /// What charts colour as content, and who says so: the gold, else the first method.
    pub fn content(&self) -> Option<(&str, &Extraction)> {
        let gold = self.labels.as_ref().map(|labels| ("gold", labels));
        gold.or_else(|| {
            self.judgements.first().map(|first| (first.spec.as_str(), first.extraction()))
        })
    }

    /// The words of what a method chose against the gold's; `None` where that has no text.
    pub fn counts(&self, extraction: &Extraction) -> Option<Counts> {
        let gold = self.gold.filter(|_| self.labels.is_some())?;
        Some(Measure::Words(Cjk::Character).count(self.page, extraction, gold))
    }
}

/// Runs a method on a page.
fn judge(page: &Page, spec: &Spec) -> Result<Judgement> {
    Ok(Judgement { spec: spec.to_string(), explanation: spec.build()?.explain(page) })
}

/// Bytes of a part's text that are enough for any view of its beginning.
const BEGINNING: usize = 400;

/// The text that a part of the page begins with.
fn beginning(page: &Page, part: &Part) -> String {
    let mut text = String::new();
    for &leaf in &part.leaves {
        if text.len() > BEGINNING {
            break;
        }
        let leaf = &page.leaves()[leaf as usize];
        if !text.is_empty() && !leaf.glued {
            text.push(' ');
        }
        text.push_str(page.text(leaf));
    }
    text
}

/// Appends a line; writing to a string cannot fail.
fn put(out: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(line);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<title>t</title><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul>\
        <p>A first text, long enough to be read.<p>A <b>second</b> one, which says more.";

    fn specs(names: &[&str]) -> Vec<Spec> {
        names.iter().map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn the_first_wu_gives_the_frame() {
        let page = Page::parse(PAGE);
        let items = |names: &[&str]| {
            let inspection = Inspection::new("x", None, &page, None, &specs(names)).unwrap();
            (inspection.items().len(), inspection.frame.spec)
        };
        assert_eq!(items(&["all"]), (4, "wu".to_owned()));
        assert_eq!(items(&["all", "wu(paper)", "wu"]), (6, "wu(paper)".to_owned()));
    }

    #[test]
    fn an_item_knows_its_text_its_unit_and_what_is_kept_of_it() {
        let page = Page::parse(PAGE);
        let specs = specs(&["wu(paper)"]);
        let inspection = Inspection::new("x", None, &page, None, &specs).unwrap();
        assert_eq!((inspection.text(4).as_ref(), inspection.chars(4)), ("second", 6));
        assert_eq!((2..6).map(|item| inspection.unit_of(item)).collect::<Vec<_>>(), [2, 3, 3, 3]);
        let units = Inspection::new("x", None, &page, None, &[]).unwrap();
        let mut extraction = Extraction::none(&page);
        extraction.kept[2..4].fill(true);
        let kept: Vec<_> = (1..4).map(|item| units.kept(&extraction, item)).collect();
        assert_eq!(kept, [Kept::None, Kept::All, Kept::Part]);
    }

    #[test]
    fn a_gold_of_snippets_labels_nothing() {
        let page = Page::parse(PAGE);
        let gold = Gold { required: vec!["first text".into()], ..Gold::default() };
        let inspection = Inspection::new("x", None, &page, Some(&gold), &[]).unwrap();
        assert!(inspection.labels.is_none() && inspection.content().is_none());
        let gold = Gold { text: "A first text, long enough to be read.".into(), ..gold };
        let inspection = Inspection::new("x", None, &page, Some(&gold), &[]).unwrap();
        let labels = inspection.labels.as_ref().unwrap();
        assert_eq!(labels.kept, [false, false, true, false, false, false]);
        assert_eq!(inspection.counts(labels).unwrap().f1(), 1.0);
    }
}
