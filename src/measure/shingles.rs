//! Shingles: four words in a row, as the benchmark of Scrapinghub (2019) counts them.
//!
//! Words are `\w+` with their case, a run of CJK characters being one word. A text of fewer than
//! four words is one shingle, and one without words has none.

use rustc_hash::FxHashMap;

use super::scores::Counts;
use crate::text::{self, Cjk};

/// Words in a shingle.
const LENGTH: usize = 4;

/// Stands for a word that the gold does not have.
const OTHER: u32 = u32::MAX;

/// Stands in the places past the end of a text that is shorter than a shingle.
const NONE: u32 = u32::MAX - 1;

type Shingle = [u32; LENGTH];

/// The multiset of a gold text's shingles.
pub struct GoldShingles {
    /// The id of each word.
    ids: FxHashMap<Box<str>, u32>,
    /// How often each shingle occurs.
    counts: FxHashMap<Shingle, u64>,
    total: u64,
}

impl GoldShingles {
    /// The shingles of a gold text.
    pub fn new(gold: &str) -> GoldShingles {
        let mut ids: FxHashMap<Box<str>, u32> = FxHashMap::default();
        let mut words = Vec::new();
        text::tokens(gold, Cjk::Run, |word| {
            let next = ids.len() as u32;
            words.push(*ids.entry(gold[word].into()).or_insert(next));
        });
        let mut shingles = GoldShingles { ids, counts: FxHashMap::default(), total: 0 };
        each(&words, |shingle| {
            *shingles.counts.entry(shingle).or_default() += 1;
            shingles.total += 1;
        });
        shingles
    }

    /// Counts a text.
    pub fn count(&self, text: &str) -> Counts {
        let mut words = Vec::new();
        text::tokens(text, Cjk::Run, |word| {
            words.push(self.ids.get(&text[word]).copied().unwrap_or(OTHER));
        });
        let mut counts = Counts { gold: self.total, ..Counts::default() };
        let mut left = self.counts.clone();
        each(&words, |shingle| {
            counts.extracted += 1;
            if let Some(left) = left.get_mut(&shingle).filter(|left| **left > 0) {
                *left -= 1;
                counts.matched += 1;
            }
        });
        counts
    }
}

/// Calls `work` with each shingle of a text's words.
fn each(words: &[u32], mut work: impl FnMut(Shingle)) {
    if (1..LENGTH).contains(&words.len()) {
        let mut shingle = [NONE; LENGTH];
        shingle[..words.len()].copy_from_slice(words);
        return work(shingle);
    }
    for window in words.windows(LENGTH) {
        let mut shingle = [NONE; LENGTH];
        shingle.copy_from_slice(window);
        work(shingle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str, gold: &str) -> [u64; 3] {
        let Counts { matched, extracted, gold } = GoldShingles::new(gold).count(text);
        [matched, extracted, gold]
    }

    #[test]
    fn four_words_in_a_row() {
        // abcd bcde cdef against abcd bcdx.
        assert_eq!(count("a b c d e f", "a, b. c d x"), [1, 3, 2]);
        assert_eq!(count("A b c d", "a b c d"), [0, 1, 1]);
        assert_eq!(count("今天 天气 很好 吗", "今天。天气、很好 吗"), [1, 1, 1]);
    }

    #[test]
    fn each_as_often_as_both_have_it() {
        assert_eq!(count("x x x x x x", "x x x x x"), [2, 3, 2]);
        assert_eq!(count("x x x x", "x x x x x"), [1, 1, 2]);
    }

    #[test]
    fn a_short_text_is_one_shingle_and_an_empty_one_has_none() {
        assert_eq!(count("a b", "a b"), [1, 1, 1]);
        assert_eq!(count("a b y", "a b"), [0, 1, 1]);
        assert_eq!(count("a", "a b c d"), [0, 1, 1]);
        assert_eq!(count("", "a"), [0, 0, 1]);
        assert_eq!(count("a", " – "), [0, 1, 0]);
    }
}
