//! Gold alignment: which leaves of a page its gold is made of.
//!
//! A word of the page is *covered* when it lies in a run of five consecutive words of the page that
//! the gold has too. Runs go across units, so that short lines of a long content are found, and
//! single words of a menu that the content also has are not. What stands alone between runs, such
//! as the date of each post of a thread, is covered where the gold has it between the same runs. A
//! unit is content when at least half of its words are covered. These labels train the methods that
//! learn, and as an extraction they are the oracle: the best that choosing whole units can reach.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::gaps;
use super::gold::Gold;
use super::runs::{OTHER, covered};
use crate::extract::Extraction;
use crate::page::Page;
use crate::text::{self, Cjk};

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
    let mut covered = covered(&words, &gold_words);
    gaps::cover(&mut covered, &words, &ends, &gold_words);
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
    fn what_stands_alone_between_runs_is_found_between_them() {
        let html = "<p>May 2<p>one two three four five<p>by Ann<p>May 2<p>Reply<p>six seven eight nine ten<p>by Ann";
        let gold = "one two three four five May 2 six seven eight nine ten";
        assert_eq!(aligned(html, gold), "one two three four five\nMay 2\nsix seven eight nine ten");
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
