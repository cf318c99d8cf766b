//! Gold alignment: which leaves of a page its gold is made of.
//!
//! A word of the page is *covered* when it lies in a run of [`RUN`] consecutive words of the page
//! that the gold has too. A unit is content when at least half of its words are covered. Runs go
//! across units, so that short lines of a long content are found, and single words of a menu that
//! the content also has are not. These labels train the methods that learn, and as an extraction
//! they are the oracle: the best that choosing whole units can reach.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::gold::Gold;
use crate::extract::Extraction;
use crate::page::Page;
use crate::text::{self, Cjk};

/// Words in a run: fewer match by chance, more miss what the gold edits. A gold with fewer words
/// is one run. On WCXB dev labels with 3, 4, 5 and 6 reach an F1 of 0.953, 0.958, 0.959 and 0.959.
const RUN: usize = 5;

/// Stands for a word that the gold does not have.
const OTHER: u32 = u32::MAX;

/// A run of words as ids; places past the end of a shorter run are [`OTHER`].
type Run = [u32; RUN];

/// How much of a unit the gold covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Cover {
    /// Words of the unit.
    pub words: u32,
    /// Those that are covered.
    pub covered: u32,
}

impl Cover {
    /// Whether at least half of the words are covered; a unit without words is not content.
    pub fn is_content(self) -> bool {
        self.covered > 0 && 2 * self.covered >= self.words
    }
}

/// The leaves that are content by the gold; linear in both texts.
pub fn labels(page: &Page, gold: &Gold) -> Extraction {
    let mut extraction = Extraction::none(page);
    for (unit, cover) in page.units().iter().zip(covers(page, &gold.text)) {
        if cover.is_content() {
            let Range { start, end } = unit.leaves;
            extraction.kept[start as usize..end as usize].fill(true);
        }
    }
    extraction
}

/// The leaves of all units but those that have a forbidden snippet and no required one: the labels
/// of a gold of snippets, which says nothing of other units.
pub fn allowed(page: &Page, gold: &Gold) -> Extraction {
    let mut extraction = Extraction::all(page);
    for unit in page.units() {
        let text = page.joined(unit.leaves.clone());
        if holds(&text, &gold.forbidden) && !holds(&text, &gold.required) {
            let Range { start, end } = unit.leaves;
            extraction.kept[start as usize..end as usize].fill(false);
        }
    }
    extraction
}

/// Whether a unit's text has one of some snippets, whose white space is folded as the text's is.
pub fn holds(text: &str, snippets: &[String]) -> bool {
    snippets.iter().any(|snippet| {
        let mut folded = String::new();
        text::fold(snippet, &mut folded);
        !folded.is_empty() && text.contains(&folded)
    })
}

/// The words of a text, each with whether it lies in a run that another text has too; linear in both.
pub fn common(text: &str, other: &str) -> Vec<(Range<usize>, bool)> {
    let mut ids: FxHashMap<String, u32> = FxHashMap::default();
    let mut theirs = Vec::new();
    text::tokens(other, Cjk::Character, |word| {
        let next = ids.len() as u32;
        theirs.push(*ids.entry(other[word].to_lowercase()).or_insert(next));
    });
    let (mut words, mut places) = (Vec::new(), Vec::new());
    text::tokens(text, Cjk::Character, |word| {
        words.push(ids.get(&text[word.clone()].to_lowercase()).copied().unwrap_or(OTHER));
        places.push(word);
    });
    places.into_iter().zip(covered(&words, &theirs)).collect()
}

/// How much of each unit a text covers; linear in both texts.
pub fn covers(page: &Page, gold: &str) -> Vec<Cover> {
    let mut ids = FxHashMap::default();
    let mut gold_words = Vec::new();
    let lower = gold.to_lowercase();
    text::tokens(&lower, Cjk::Character, |word| {
        let next = ids.len() as u32;
        gold_words.push(*ids.entry(&lower[word]).or_insert(next));
    });
    let mut words = Vec::new();
    let mut ends = Vec::new();
    for unit in page.units() {
        let lower = page.joined(unit.leaves.clone()).to_lowercase();
        text::tokens(&lower, Cjk::Character, |word| {
            words.push(ids.get(&lower[word]).copied().unwrap_or(OTHER));
        });
        ends.push(words.len());
    }
    let covered = covered(&words, &gold_words);
    let mut start = 0;
    ends.into_iter()
        .map(|end| {
            let unit = &covered[start..end];
            start = end;
            let hits = unit.iter().filter(|&&covered| covered).count();
            Cover { words: unit.len() as u32, covered: hits as u32 }
        })
        .collect()
}

/// Whether each word lies in a run that the gold has.
fn covered(words: &[u32], gold: &[u32]) -> Vec<bool> {
    let mut covered = vec![false; words.len()];
    let length = RUN.min(gold.len());
    if length == 0 {
        return covered;
    }
    let runs: FxHashSet<Run> = gold.windows(length).map(run).collect();
    let mut marked = 0;
    for (start, window) in words.windows(length).enumerate() {
        if runs.contains(&run(window)) {
            covered[start.max(marked)..start + length].fill(true);
            marked = start + length;
        }
    }
    covered
}

fn run(words: &[u32]) -> Run {
    let mut run = [OTHER; RUN];
    run[..words.len()].copy_from_slice(words);
    run
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render;

    fn aligned(html: &str, gold: &str) -> String {
        let page = Page::parse(html);
        let gold = Gold { text: gold.into(), ..Gold::default() };
        render::text(&page, &labels(&page, &gold))
    }

    #[test]
    fn runs_cross_units_and_single_words_do_not_count() {
        let html = "<ul><li>Home<li>News</ul><h1>Big news</h1><p>from home, today<p>All rights";
        assert_eq!(aligned(html, "Big news from home, today!"), "Big news\nfrom home, today");
    }

    #[test]
    fn half_of_a_unit_is_enough() {
        let gold = "1 2 3 4 5 6";
        assert_eq!(aligned("<p>1 2 3 4 5 a b c d e", gold), "1 2 3 4 5 a b c d e");
        assert_eq!(aligned("<p>1 2 3 4 5 a b c d e f", gold), "");
        assert_eq!(aligned("<p>1 2 3 4 a b c d", gold), "");
    }

    #[test]
    fn units_with_forbidden_snippets_alone_are_not_allowed() {
        let page = Page::parse("<p>One  two<p>Menu<p>Menu of three<p>other");
        let gold = Gold {
            required: vec!["One two".into(), "three".into()],
            forbidden: vec!["Menu".into()],
            ..Gold::default()
        };
        let text = render::text(&page, &allowed(&page, &gold));
        assert_eq!(text, "One two\nMenu of three\nother");
    }

    #[test]
    fn a_short_gold_is_one_run() {
        assert_eq!(aligned("<p>hello<p>hello there<p>there", "Hello there!"), "hello there");
        assert_eq!(aligned("<p>hello", ""), "");
        assert_eq!(aligned("", "hello"), "");
    }

    #[test]
    fn a_cjk_character_is_a_word() {
        assert_eq!(aligned("<p>今天天气很好<p>首页", "今天天气很好。"), "今天天气很好");
    }

    #[test]
    fn words_the_gold_lacks_match_nothing() {
        assert_eq!(aligned("<p>x y z w", "a b"), "");
    }
}
