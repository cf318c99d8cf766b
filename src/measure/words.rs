//! Words as multisets: what the measure `words` counts of a text.

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
}

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
        let mut words = GoldWords { cjk, ids: FxHashMap::default(), counts: Vec::new(), total: 0 };
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

    /// Calls `each` with every word of a text: its id, or `None` where the gold does not have it.
    fn look_up(&self, text: &str, mut each: impl FnMut(Option<u32>)) {
        let lower = text.to_lowercase();
        text::tokens(&lower, self.cjk, |word| each(self.ids.get(&lower[word]).copied()));
    }

    fn tally(&self) -> Tally {
        Tally { seen: vec![0; self.counts.len()], ..Tally::default() }
    }

    /// Counts a text.
    pub fn count(&self, text: &str) -> Counts {
        let mut tally = self.tally();
        self.look_up(text, |id| tally.add(id, &self.counts));
        tally.counts(self.total)
    }
}

impl Tally {
    fn add(&mut self, id: Option<u32>, gold: &[u32]) {
        self.words += 1;
        // A word of the gold is matched as often as the gold has it.
        if let Some(id) = id {
            let seen = &mut self.seen[id as usize];
            *seen += 1;
            self.matched += u64::from(*seen <= gold[id as usize]);
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
}
