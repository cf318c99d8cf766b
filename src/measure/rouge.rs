//! ROUGE-Lsum, as Bevendorff et al. (2023) score extraction: for each sentence of the gold the words of it
//! that a common subsequence with any sentence of the text has (Lin 2004, *ROUGE*, section 3.2).
//!
//! Words are tokens between white space with their case. A word is matched as often as both texts have it.
//! Of several longest subsequences the one counts that Google's `rouge_score` reads out, since the union
//! over sentences depends on which.
//!
//! *Departures.* Sentences end at a line or behind a full stop, where Bevendorff et al. ask nltk's model of
//! English; and where the gold is empty and the text is not, recall is 0 here and 1 there. A sentence of the
//! text that the gold has word for word is not compared with the others of the gold's sentence: it has all
//! of its words. Otherwise each sentence is compared with each that shares a word with it, which is slow.

use rustc_hash::{FxHashMap, FxHashSet};

use super::scores::Counts;
use crate::text;

/// Stands for a word that the gold does not have.
const OTHER: u32 = u32::MAX;

/// The sentences of a gold text.
pub struct GoldSentences {
    /// The id of each word.
    ids: FxHashMap<Box<str>, u32>,
    sentences: Vec<Vec<u32>>,
    /// How often each word occurs, by id.
    counts: Vec<u32>,
    total: u64,
}

impl GoldSentences {
    /// The sentences of a gold text.
    pub fn new(gold: &str) -> GoldSentences {
        let mut ids: FxHashMap<Box<str>, u32> = FxHashMap::default();
        let mut counts = Vec::new();
        let sentences = sentences(gold, |word| {
            let next = ids.len() as u32;
            let id = *ids.entry(word.into()).or_insert(next);
            counts.resize(ids.len(), 0);
            counts[id as usize] += 1;
            id
        });
        let total = sentences.iter().map(|sentence| sentence.len() as u64).sum();
        GoldSentences { ids, sentences, counts, total }
    }

    /// Counts a text.
    pub fn count(&self, text: &str) -> Counts {
        let theirs = sentences(text, |word| self.ids.get(word).copied().unwrap_or(OTHER));
        let extracted = theirs.iter().map(|sentence| sentence.len() as u64).sum();
        let mut left = vec![0_u32; self.counts.len()];
        let known = theirs.iter().flatten().filter(|&&word| word != OTHER);
        known.for_each(|&word| left[word as usize] += 1);
        let mut wanted = self.counts.clone();
        let whole: FxHashSet<&[u32]> = theirs.iter().map(Vec::as_slice).collect();
        // The sentences of the text that have a word, each once.
        let mut with: Vec<Vec<u32>> = vec![Vec::new(); self.counts.len()];
        for (at, sentence) in theirs.iter().enumerate() {
            for &word in sentence.iter().filter(|&&word| word != OTHER) {
                let places = &mut with[word as usize];
                if places.last() != Some(&(at as u32)) {
                    places.push(at as u32);
                }
            }
        }
        let mut matched = 0;
        let mut table = Vec::new();
        for sentence in &self.sentences {
            let in_union = if whole.contains(sentence.as_slice()) {
                vec![true; sentence.len()]
            } else {
                let mut in_union = vec![false; sentence.len()];
                let mut near: Vec<_> =
                    sentence.iter().flat_map(|&word| &with[word as usize]).copied().collect();
                near.sort_unstable();
                near.dedup();
                for other in near {
                    mark(sentence, &theirs[other as usize], &mut table, &mut in_union);
                }
                in_union
            };
            for (&word, _) in sentence.iter().zip(in_union).filter(|(_, is_in)| *is_in) {
                let word = word as usize;
                if left[word] > 0 && wanted[word] > 0 {
                    (left[word], wanted[word]) = (left[word] - 1, wanted[word] - 1);
                    matched += 1;
                }
            }
        }
        Counts { matched, extracted, gold: self.total }
    }
}

/// Marks the words of a sentence that are in its longest common subsequence with another, by the
/// textbook's table, read from its end.
fn mark(sentence: &[u32], other: &[u32], table: &mut Vec<u32>, marks: &mut [bool]) {
    let width = other.len() + 1;
    table.clear();
    table.resize(width * (sentence.len() + 1), 0);
    for (i, word) in sentence.iter().enumerate() {
        for (j, theirs) in other.iter().enumerate() {
            let (above, left) = (table[i * width + j + 1], table[(i + 1) * width + j]);
            let same = table[i * width + j] + 1;
            table[(i + 1) * width + j + 1] = if word == theirs { same } else { above.max(left) };
        }
    }
    let (mut i, mut j) = (sentence.len(), other.len());
    while i > 0 && j > 0 {
        if sentence[i - 1] == other[j - 1] {
            marks[i - 1] = true;
            (i, j) = (i - 1, j - 1);
        } else if table[i * width + j - 1] > table[(i - 1) * width + j] {
            j -= 1;
        } else {
            i -= 1;
        }
    }
}

/// The sentences of a text, as the ids of their words.
fn sentences(content: &str, mut id: impl FnMut(&str) -> u32) -> Vec<Vec<u32>> {
    let mut sentences = Vec::new();
    for line in content.lines() {
        let mut sentence = Vec::new();
        for word in line.split_whitespace() {
            sentence.push(id(word));
            if word.trim_end_matches(text::is_closer).ends_with(text::is_stop) {
                sentences.push(std::mem::take(&mut sentence));
            }
        }
        sentences.push(sentence);
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str, gold: &str) -> [u64; 3] {
        let Counts { matched, extracted, gold } = GoldSentences::new(gold).count(text);
        [matched, extracted, gold]
    }

    /// What `rouge_score` 0.1.2 gives, told that sentences are lines.
    #[test]
    fn as_googles() {
        for (gold, text, expected) in [
            ("the man bites the dog\nit runs", "it runs\nthe dog bites the man", [5, 7, 7]),
            ("a b c d\ne f", "a c\nb d\ne x", [5, 6, 6]),
            ("a a a b", "a b\na b", [2, 4, 4]),
            ("a b\na b\nc", "a b c", [3, 3, 5]),
            ("x y z", "z y x\ny z", [3, 5, 3]),
            ("a b c\nb c d", "b c\nc d a", [5, 5, 6]),
            (
                "f c f f f\na d b f a b a c d\nd e a e\na f b d\nb d b a b",
                "b b a a b b b b\nc b e f f\nb f b d\na c d b b\na c c e e",
                [19, 27, 27],
            ),
            ("a c c c d f", "d d f\na c a\nd a e d c d", [5, 12, 6]),
            ("d\nf\ne b a\nd c e c\nc d a e f c c a d", "c e e c", [4, 4, 18]),
            ("c f e a c f\nc b a f b f", "b f a a e e d a\nf e c c\nf d b a f a d c", [8, 20, 12]),
        ] {
            assert_eq!(count(text, gold), expected, "{gold:?} {text:?}");
        }
    }

    #[test]
    fn sentences_end_at_stops_and_lines() {
        // Were each text one sentence, its order would cost words.
        assert_eq!(count("It is. (So be it.) Why\nnot", "Why\nIt is. not (So be it.)"), [7, 7, 7]);
        assert_eq!(count("", "a b"), [0, 0, 2]);
        assert_eq!(count("a", ""), [0, 1, 0]);
        assert_eq!(count("A b", "a b"), [1, 2, 2]);
    }
}
