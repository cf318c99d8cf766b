//! The counts of one page: what each entrant makes of it, by each measure.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::worst::Worst;
use super::{Documents, Program};
use crate::dataset::Gold;
use crate::dom::NodeId;
use crate::extract::{Extraction, Extractor};
use crate::measure::{Answer, Counters, Counts, Document, Measure};
use crate::page::Page;
use crate::site_lines::SiteLines;
use crate::text::{self, Cjk};

/// A page whose answers are counted.
pub(super) struct Task<'a> {
    pub page: &'a Page<'a>,
    pub bytes: &'a [u8],
    pub gold: &'a Gold,
    /// Its place in the data set.
    pub place: usize,
}

/// Answers for one page.
pub(super) enum Respondent<'a> {
    Method(&'a dyn Extractor),
    /// By the gold.
    Oracle(fn(&Page, &Gold) -> Extraction),
    Documents(&'a Documents),
    Program(&'a Program),
}

/// What is taken out of what methods choose.
pub(super) struct LeftOut {
    /// Whether leaves are that a reader does not see.
    pub hidden: bool,
    /// Lines that the page's host repeats.
    pub site_lines: SiteLines,
}

/// What an entrant makes of a page.
enum Made<'a> {
    Extraction(Extraction),
    Document(Cow<'a, Document>),
}

/// What measures count of an extraction: extractions that are alike in it have the same counts.
#[derive(PartialEq, Eq, Hash)]
struct Choice {
    kept: Vec<bool>,
    element: Option<NodeId>,
    /// The images kept.
    images: Vec<NodeId>,
    text: Option<String>,
}

impl<'a> Respondent<'a> {
    fn make(&self, task: &Task, left_out: &LeftOut) -> Made<'a> {
        let Task { page, gold, bytes, .. } = task;
        let mut extraction = match self {
            Respondent::Method(extractor) => {
                let mut extraction = extractor.extract(page);
                if let Some(url) = &gold.url {
                    left_out.site_lines.drop_from(page, url, &mut extraction);
                }
                extraction
            }
            Respondent::Oracle(labels) => labels(page, gold),
            Respondent::Documents(documents) => {
                let document = documents.of(gold).map(Cow::Borrowed);
                return Made::Document(document.unwrap_or_default());
            }
            Respondent::Program(program) => {
                return Made::Document(Cow::Owned(program.document(&gold.id, bytes)));
            }
        };
        if left_out.hidden {
            extraction.leave_out_hidden(page);
        }
        Made::Extraction(extraction)
    }
}

impl Made<'_> {
    fn choice(&self) -> Option<Choice> {
        let Made::Extraction(extraction) = self else { return None };
        let images = extraction.images.iter().filter(|image| image.kept).map(|image| image.node);
        Some(Choice {
            kept: extraction.kept.clone(),
            element: extraction.element,
            images: images.collect(),
            text: extraction.text.clone(),
        })
    }
}

/// Counts of a page: for each entrant, by each measure. What of it is among an entrant's worst is kept.
pub(super) fn count(
    task: &Task,
    respondents: &[Respondent],
    measures: &[Measure],
    left_out: &LeftOut,
    worst: &Worst,
) -> Vec<Counts> {
    let &Task { page, gold, place, .. } = task;
    let counters = Counters::new(measures, page, gold);
    let url = gold.url.as_deref();
    // In a sweep most specs choose what another has chosen before.
    let mut counted: FxHashMap<Choice, usize> = FxHashMap::default();
    let mut counts = Vec::with_capacity(respondents.len() * measures.len());
    let is_offered = worst.is_wanted() && measures.first().is_some_and(|first| first.suits(gold));
    for (spec, respondent) in respondents.iter().enumerate() {
        let made = respondent.make(task, left_out);
        let answer = match &made {
            Made::Extraction(extraction) => Answer::extraction(page, extraction, url),
            Made::Document(document) => Answer::document(document, url),
        };
        let (at, choice) = (counts.len(), made.choice());
        match choice.as_ref().and_then(|choice| counted.get(choice)) {
            Some(&same) => counts.extend_from_within(same..same + measures.len()),
            None => counts.extend(counters.count(&answer)),
        }
        if let Some(choice) = choice {
            counted.entry(choice).or_insert(at);
        }
        if is_offered {
            worst.offer(spec, place, counts[at], (page, gold), || answer.text().to_owned());
        }
    }
    counts
}

/// The share of a page's words that its gold has not, where it has a text.
pub(super) fn complexity(page: &Page, gold: &Gold) -> Option<f64> {
    let words = |text: &str| {
        let mut words = 0u64;
        text::tokens(text, Cjk::Character, |_| words += 1);
        words
    };
    let all: u64 = page.units().iter().map(|unit| words(&page.joined(unit.leaves.clone()))).sum();
    let content = words(&gold.text);
    (content > 0).then(|| 1.0 - (content as f64 / all.max(1) as f64).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::Tag;

    /// The same leaves, of which the second says that the element around their paragraph was chosen.
    #[test]
    fn counts_are_shared_by_what_is_alike_in_all_that_measures_see() {
        let page = Page::parse("<body><div><p>One two three.</p></div></body>");
        let gold = Gold::new("x", "One two three.");
        let task = Task { page: &page, bytes: b"", gold: &gold, place: 0 };
        let leaves: fn(&Page, &Gold) -> Extraction = |page, _| Extraction::all(page);
        let element: fn(&Page, &Gold) -> Extraction = |page, _| {
            let dom = page.dom();
            let around = dom.nodes().find(|&node| dom.tag(node) == Some(Tag::DIV));
            Extraction { element: around, ..Extraction::all(page) }
        };
        let left_out = LeftOut { hidden: false, site_lines: SiteLines::default() };
        let counts = |respondents: &[Respondent]| {
            count(&task, respondents, &[Measure::Nodes], &left_out, &Worst::new(0, 2))
        };
        let both = counts(&[Respondent::Oracle(leaves), Respondent::Oracle(element)]);
        assert_eq!(both[..1], counts(&[Respondent::Oracle(leaves)]));
        assert_eq!(both[1..], counts(&[Respondent::Oracle(element)]));
        assert_ne!(both[0], both[1]);
    }

    #[test]
    fn complexity_is_what_is_not_gold() {
        let page = Page::parse("<p>One two three<p>four");
        assert_eq!(complexity(&page, &Gold::new("x", "one")), Some(0.75));
        // A gold longer than its page, and none.
        assert_eq!(complexity(&page, &Gold::new("x", "a b c d e f")), Some(0.0));
        assert_eq!(complexity(&page, &Gold::new("x", "")), None);
    }
}
