//! Words as multisets: what the measure `words` counts of a text.
//!
//! The texts that methods make of one page have most of their lines in common, and in a sweep nearly all.
//! So each line is split and looked up once; a word never goes over the end of a line.

use std::cell::RefCell;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::scores::Counts;
use crate::text::{self, Cjk};

/// The multiset of a gold text's words, lower-cased.
#[derive(Debug, Clone)]
pub struct GoldWords {
    cjk: Cjk,
    /// The id of each word.
    ids: FxHashMap<Box<str>, u32>,
    /// How often each word occurs, by id.
    counts: Vec<u32>,
    total: u64,
    /// The lines of the texts that were counted.
    lines: RefCell<Lines>,
}

/// Lines as the words that they are made of.
#[derive(Debug, Clone, Default)]
struct Lines {
    /// The words of all lines, one line after another: the id of each, or [`OTHER`].
    words: Vec<u32>,
    /// Where the words of each line are.
    known: FxHashMap<Box<str>, Range<usize>>,
}

/// Stands for a word that the gold does not have.
const OTHER: u32 = u32::MAX;

/// Words of a text that were found in the gold, and how many words it has in all.
#[derive(Debug, Clone, Default)]
struct Tally {
    /// Occurrences of each gold word so far, by id.
    seen: Vec<u32>,
    matched: u64,
    words: u64,
}

impl GoldWords {
    /// The words of a gold text.
    pub fn new(gold: &str, cjk: Cjk) -> GoldWords {
        let mut words = GoldWords {
            cjk,
            ids: FxHashMap::default(),
            counts: Vec::new(),
            total: 0,
            lines: RefCell::default(),
        };
        let lower = gold.to_lowercase();
        text::tokens(&lower, cjk, |word| {
            let word = &lower[word];
            words.total += 1;
            if let Some(&id) = words.ids.get(word) {
                words.counts[id as usize] += 1;
            } else {
                words.ids.insert(word.into(), words.counts.len() as u32);
                words.counts.push(1);
            }
        });
        words
    }

    /// The words of a line: the id of each, or [`OTHER`] where the gold does not have it.
    fn look_up<'l>(&self, lines: &'l mut Lines, line: &str) -> &'l [u32] {
        let words = match lines.known.get(line) {
            Some(words) => words.clone(),
            None => {
                let (start, lower) = (lines.words.len(), line.to_lowercase());
                text::tokens(&lower, self.cjk, |word| {
                    lines.words.push(self.ids.get(&lower[word]).copied().unwrap_or(OTHER));
                });
                let words = start..lines.words.len();
                lines.known.insert(line.into(), words.clone());
                words
            }
        };
        &lines.words[words]
    }

    fn tally(&self) -> Tally {
        Tally { seen: vec![0; self.counts.len()], ..Tally::default() }
    }

    /// Counts a text.
    pub fn count(&self, text: &str) -> Counts {
        let mut tally = self.tally();
        let mut lines = self.lines.borrow_mut();
        for line in lines_of(text) {
            let words = self.look_up(&mut lines, line);
            words.iter().for_each(|&word| tally.add(word, &self.counts));
        }
        tally.counts(self.total)
    }
}

/// The parts of a text between line feeds.
fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    let ends = memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]);
    ends.map(move |end| &text[std::mem::replace(&mut start, end + 1)..end])
}

impl Tally {
    /// Adds a word, given by its id or [`OTHER`].
    fn add(&mut self, word: u32, gold: &[u32]) {
        self.words += 1;
        // A word of the gold is matched as often as the gold has it.
        if word != OTHER {
            let seen = &mut self.seen[word as usize];
            *seen += 1;
            self.matched += u64::from(*seen <= gold[word as usize]);
        }
    }

    fn counts(&self, gold: u64) -> Counts {
        Counts { matched: self.matched, extracted: self.words, gold }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str, gold: &str, cjk: Cjk) -> [u64; 3] {
        let Counts { matched, extracted, gold } = GoldWords::new(gold, cjk).count(text);
        [matched, extracted, gold]
    }

    #[test]
    fn multisets() {
        assert_eq!(count("The cat, the CAT, the dog", "the cat. The end", Cjk::Run), [3, 6, 4]);
        assert_eq!(count("", "a b", Cjk::Run), [0, 0, 2]);
        assert_eq!(count("a", "", Cjk::Run), [0, 1, 0]);
        assert_eq!(count("你好 吗", "你 好吗", Cjk::Character), [3, 3, 3]);
        assert_eq!(count("你好 吗", "你 好吗", Cjk::Run), [0, 2, 2]);
    }

    #[test]
    fn a_line_counts_as_often_as_it_stands_there() {
        let gold = GoldWords::new("one two one\nΟΔΟΣ", Cjk::Run);
        let count = |text: &str| {
            let Counts { matched, extracted, gold } = gold.count(text);
            [matched, extracted, gold]
        };
        // The sigma that ends a word is another letter in lower case, and a line's end ends a word.
        for _ in 0..2 {
            assert_eq!(count("one\none\none\nother"), [2, 4, 4]);
            assert_eq!(count("ΟΔΟΣ\ntwo"), [2, 2, 4]);
        }
    }
}
