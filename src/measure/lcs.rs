//! The longest common subsequence of words, in order, as Gottron (2007) scores extraction.
//!
//! Words are those of `words`. The length is found bit-parallel (Hyyrö 2004): a bit for each word
//! of the gold, and for each word of the text one addition over all the bits. Of a gold word only
//! the blocks of 64 bits in which it occurs are kept and visited, and those that a carry runs
//! through, so memory is linear in the gold; time is their product divided by 64 at worst.
//!
//! Over tokens between white space, with their case, its F1 is the *Levenshtein ratio* by which Bevendorff
//! et al. (2023) score extraction: a substitution costs two there, so that the distance is what is not in
//! the common subsequence.

use rustc_hash::FxHashMap;

use super::scores::Counts;
use crate::text::{self, Cjk};

/// Bits in a block.
const BITS: u64 = u64::BITS as u64;

/// Where a word of the gold occurs: blocks in ascending order, each with the bits of its places.
type Places = Vec<(usize, u64)>;

/// What a sequence is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tokens {
    /// Lower-cased words.
    Words,
    /// What stands between white space.
    Spaced,
}

impl Tokens {
    fn each(self, text: &str, mut each: impl FnMut(&str)) {
        match self {
            Tokens::Words => {
                let lower = text.to_lowercase();
                text::tokens(&lower, Cjk::Character, |word| each(&lower[word]));
            }
            Tokens::Spaced => text.split_whitespace().for_each(each),
        }
    }
}

/// The words of a gold text and where each occurs.
pub struct GoldSequence {
    tokens: Tokens,
    places: FxHashMap<Box<str>, Places>,
    total: u64,
}

impl GoldSequence {
    /// The words of a gold text, in order.
    pub fn new(gold: &str, tokens: Tokens) -> GoldSequence {
        let mut sequence = GoldSequence { tokens, places: FxHashMap::default(), total: 0 };
        tokens.each(gold, |word| {
            let (block, bit) = ((sequence.total / BITS) as usize, 1 << (sequence.total % BITS));
            let places = sequence.places.entry(word.into()).or_default();
            match places.last_mut() {
                Some((last, bits)) if *last == block => *bits |= bit,
                _ => places.push((block, bit)),
            }
            sequence.total += 1;
        });
        sequence
    }

    /// Counts a text; what is matched is the longest common subsequence.
    pub fn count(&self, text: &str) -> Counts {
        // A bit is cleared where the subsequence of the text so far grows by the gold's word.
        let mut bits = vec![u64::MAX; self.total.div_ceil(BITS) as usize];
        let mut extracted = 0;
        self.tokens.each(text, |word| {
            extracted += 1;
            if let Some(places) = self.places.get(word) {
                step(&mut bits, places);
            }
        });
        let matched = bits.iter().map(|block| u64::from(block.count_zeros())).sum();
        Counts { matched, extracted, gold: self.total }
    }
}

/// Takes a word of the text in: `V ← (V + (V & M)) | (V & !M)`, where M has the word's places.
fn step(bits: &mut [u64], places: &Places) {
    let mut carry = false;
    let mut at = 0;
    for &(block, mask) in places {
        carry = carry && ripple(&mut bits[at..block]);
        let old = bits[block];
        let (sum, over) = old.overflowing_add(old & mask);
        let (sum, again) = sum.overflowing_add(u64::from(carry));
        bits[block] = sum | (old & !mask);
        carry = over || again;
        at = block + 1;
    }
    if carry {
        ripple(&mut bits[at..]);
    }
}

/// Carries one into blocks in which the word has no place; whether it comes out at their end.
fn ripple(bits: &mut [u64]) -> bool {
    for block in bits {
        let (sum, over) = block.overflowing_add(1);
        *block |= sum;
        if !over {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn count(text: &str, gold: &str) -> [u64; 3] {
        let Counts { matched, extracted, gold } =
            GoldSequence::new(gold, Tokens::Words).count(text);
        [matched, extracted, gold]
    }

    #[test]
    fn the_levenshtein_ratio_is_the_f1_of_spaced_tokens() {
        let f1 = |text, gold| GoldSequence::new(gold, Tokens::Spaced).count(text).f1();
        // Levenshtein.ratio of the two lists of words.
        let expected = 0.5454545454545454;
        assert_eq!(f1("the dog bites the man now", "the man bites the dog"), expected);
        assert_eq!((f1("A b", "a b"), f1("", ""), f1("a.", "a")), (0.5, 1.0, 0.0));
    }

    /// The textbook's table, a row at a time.
    fn by_table(a: &[u8], b: &[u8]) -> u64 {
        let mut row = vec![0; b.len() + 1];
        for x in a {
            let mut diagonal = 0;
            for (i, y) in b.iter().enumerate() {
                let above = row[i + 1];
                row[i + 1] = if x == y { diagonal + 1 } else { above.max(row[i]) };
                diagonal = above;
            }
        }
        row[b.len()]
    }

    #[test]
    fn order_counts() {
        assert_eq!(count("the DOG bites the man", "the man bites the dog"), [3, 5, 5]);
        assert_eq!(count("a b a", "b a a"), [2, 3, 3]);
        assert_eq!(count("今天好", "天今好"), [2, 3, 3]);
        assert_eq!(count("", "a"), [0, 0, 1]);
        assert_eq!(count("a", ""), [0, 1, 0]);
    }

    #[test]
    fn a_long_text_spans_blocks() {
        let long = "x y ".repeat(500);
        assert_eq!(count(&long, &long), [1000; 3]);
        assert_eq!(count(&"x ".repeat(700), &long), [500, 700, 1000]);
    }

    proptest! {
        #[test]
        fn the_length_is_that_of_the_table(a in "[abc]{0,200}", b in "[abc]{0,300}") {
            let spaced = |text: &str| text.chars().map(|c| format!("{c} ")).collect::<String>();
            let matched = count(&spaced(&a), &spaced(&b))[0];
            prop_assert_eq!(matched, by_table(a.as_bytes(), b.as_bytes()));
        }
    }
}
