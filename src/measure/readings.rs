//! A gold's text in each of its readings: several are as right where those who made it left a paragraph to
//! choice, as in Fundus' evaluation set (Dallabetta et al. 2024).

use super::scores::Counts;
use crate::dataset::Gold;

/// Each reading as a measure prepares it, the gold's text first.
#[derive(Debug, Clone)]
pub struct Readings<G>(Vec<G>);

impl<G> Readings<G> {
    /// Prepares the readings of a gold.
    pub fn of(gold: &Gold, prepare: impl Fn(&str) -> G) -> Readings<G> {
        let others = gold.alternatives.iter().map(|text| prepare(text));
        Readings(std::iter::once(prepare(&gold.text)).chain(others).collect())
    }

    /// What is counted against the reading with the highest F1, the first of several.
    pub fn best(&self, count: impl Fn(&G) -> Counts) -> Counts {
        let counts = self.0.iter().map(count);
        counts
            .reduce(|best, next| if next.f1() > best.f1() { next } else { best })
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{Answer, Counters, Document, Measure};
    use crate::page::Page;

    #[test]
    fn an_answer_is_held_against_the_reading_that_it_fits_best() {
        let gold = Gold {
            alternatives: vec!["one two".into(), "two three".into()],
            ..Gold::new("x", "one two three")
        };
        let page = Page::parse("");
        let names = ["words", "lcs", "shingles(4)", "rouge-lsum", "levenshtein"];
        let measures: Vec<Measure> = names.iter().map(|name| name.parse().unwrap()).collect();
        let counters = Counters::new(&measures, &page, &gold);
        let count = |text: &str| {
            let document = Document { text: Some(text.into()), ..Document::default() };
            counters.count(&Answer::document(&document, None))
        };
        for text in ["one two three", "one two", "two three"] {
            assert!(count(text).iter().all(|counts| counts.f1() == 1.0), "{text}");
        }
        // Of three words two are found, of two one.
        let [words, ..] = count("three one")[..] else { panic!() };
        assert_eq!((words.matched, words.extracted, words.gold), (2, 2, 3));
    }
}
