//! The class lexicon: how much of the text under each class name, id, role and property of
//! labelled pages was content.
//!
//! Sites name their parts in the same words (`entry-content`, `sidebar`, `breadcrumb`), whatever
//! language they are written in. A *key* is such a word: class and id are cut at whatever is no
//! letter and at camel case, digits are stripped, and 2 to 24 characters are kept; a role or an
//! `itemprop` is a key as it stands. For a key seen in n domains, s being the sum over them of the
//! share of content under it, the weight is ln((s + 1.2) / (n − s + 1.8)).
//!
//! The table is flat and little-endian, so that it is used as it lies in the program:
//! 2^k slots of a key's hash (`u32`, 0 for an empty slot) and its weight (`f32`), found by linear
//! probing from the hash's low bits.

mod words;

pub use words::Kinds;

use std::borrow::Cow;

use crate::dom::Attribute;

/// Bytes of a slot.
const SLOT: usize = 8;

/// Domains in which a key must be seen.
pub const MIN_DOMAINS: u32 = 20;

/// Lengths of a word that can be a key, in bytes.
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=24;

/// Where a key stands: equal words of two sources are two keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// A word of `class` or `id`.
    Name,
    /// A `role`.
    Role,
    /// An `itemprop`.
    Property,
}

impl Source {
    /// Where an attribute's words stand; `None` if it has no keys.
    #[inline]
    pub fn of(attribute: &Attribute) -> Option<Source> {
        if attribute.is("class") || attribute.is("id") {
            Some(Source::Name)
        } else if attribute.is("role") {
            Some(Source::Role)
        } else if attribute.is("itemprop") {
            Some(Source::Property)
        } else {
            None
        }
    }
}

/// Weights of keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lexicon {
    table: Cow<'static, [u8]>,
}

/// One step of 32-bit FNV-1a.
const fn mix(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

/// Where the hash of a source's keys begins.
const fn seed(source: Source) -> u32 {
    mix(0x811c_9dc5, source as u8)
}

/// Hash of a lower-case word of a class or id.
const fn name(word: &str) -> u32 {
    let mut hash = seed(Source::Name);
    let mut at = 0;
    while at < word.len() {
        hash = mix(hash, word.as_bytes()[at]);
        at += 1;
    }
    hash
}

/// What a byte is to a word of a class or id.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A lower-case letter, or a part of one beyond ASCII.
    Lower,
    /// An upper-case letter, which begins a word behind a lower-case one.
    Upper,
    /// A digit, which is left out.
    Digit,
    /// It ends a word.
    Cut,
}

static PARTS: [Part; 256] = {
    let mut parts = [Part::Lower; 256];
    let mut byte = 0_u8;
    while byte < 0x80 {
        parts[byte as usize] = match byte {
            b'a'..=b'z' => Part::Lower,
            b'A'..=b'Z' => Part::Upper,
            b'0'..=b'9' => Part::Digit,
            _ => Part::Cut,
        };
        byte += 1;
    }
    parts
};

/// Calls `each` with the hash of every key in an attribute's value.
pub fn keys(value: &str, source: Source, mut each: impl FnMut(u32)) {
    match source {
        Source::Name => words(value, each),
        Source::Role | Source::Property => {
            for word in value.split(|c: char| c.is_ascii_whitespace()) {
                let letters = || word.bytes().filter(|b| !b.is_ascii() || b.is_ascii_alphabetic());
                if LENGTHS.contains(&letters().count()) {
                    each(letters().fold(seed(source), |hash, b| mix(hash, b.to_ascii_lowercase())));
                }
            }
        }
    }
}

/// The keys of a class or id.
fn words(value: &str, mut each: impl FnMut(u32)) {
    let start = seed(Source::Name);
    let (mut hash, mut length, mut last) = (start, 0, Part::Cut);
    for &byte in value.as_bytes() {
        let part = PARTS[usize::from(byte)];
        if part == Part::Cut || part == Part::Upper && last == Part::Lower {
            if LENGTHS.contains(&length) {
                each(hash);
            }
            (hash, length) = (start, 0);
        }
        if matches!(part, Part::Lower | Part::Upper) {
            hash = mix(hash, byte.to_ascii_lowercase());
            length += 1;
        }
        last = part;
    }
    if LENGTHS.contains(&length) {
        each(hash);
    }
}

impl Lexicon {
    /// A lexicon as it lies in a file.
    ///
    /// Returns `None` where the table's size is no power of two of slots, or it is full.
    pub fn from_table(table: impl Into<Cow<'static, [u8]>>) -> Option<Lexicon> {
        let table = table.into();
        let sized = table.len().is_multiple_of(SLOT) && (table.len() / SLOT).is_power_of_two();
        let empty = |slot: &[u8]| slot.starts_with(&[0; 4]);
        (sized && table.chunks_exact(SLOT).any(empty)).then_some(Lexicon { table })
    }

    /// A lexicon of keys' hashes and weights; a key is given once.
    pub fn new(entries: impl ExactSizeIterator<Item = (u32, f32)>) -> Lexicon {
        let slots = (2 * entries.len()).next_power_of_two().max(2);
        let mut table = vec![0; slots * SLOT];
        for (key, weight) in entries {
            let mut slot = key as usize % slots;
            while !table[slot * SLOT..].starts_with(&[0; 4]) {
                slot = (slot + 1) % slots;
            }
            table[slot * SLOT..slot * SLOT + 4].copy_from_slice(&key.to_le_bytes());
            table[slot * SLOT + 4..][..4].copy_from_slice(&weight.to_le_bytes());
        }
        Lexicon { table: table.into() }
    }

    /// The table as it is written to a file.
    pub fn table(&self) -> &[u8] {
        &self.table
    }

    /// Weight of a key; `None` if it is not known.
    #[inline]
    pub fn weight(&self, key: u32) -> Option<f32> {
        let slots = self.table.len() / SLOT;
        let mut slot = key as usize & (slots - 1);
        loop {
            let at = slot * SLOT;
            let bytes: [u8; SLOT] = self.table.get(at..at + SLOT)?.try_into().ok()?;
            let entry = u64::from_le_bytes(bytes);
            match entry as u32 {
                0 => return None,
                found if found == key => return Some(f32::from_bits((entry >> 32) as u32)),
                _ => slot = (slot + 1) & (slots - 1),
            }
        }
    }
}

/// Weight of a key seen in `domains` domains with `share` the sum of their shares of content.
pub fn weight(share: f64, domains: u32) -> f32 {
    ((share + 1.2) / (f64::from(domains) - share + 1.8)).ln() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(value: &str, source: Source) -> Vec<u32> {
        let mut found = Vec::new();
        keys(value, source, |key| found.push(key));
        found
    }

    #[test]
    fn names_are_cut_into_words() {
        let words = ["entry", "content", "nav", "col", "menü"].map(name);
        assert_eq!(found("entry-content navCol12_x menü", Source::Name), words);
        let long = "12 x a-very-longwordlongwordlongword1word";
        assert_eq!(found(long, Source::Name), [name("very")]);
    }

    #[test]
    fn roles_and_properties_are_whole_and_their_own() {
        assert_eq!(found("articleBody", Source::Property), found(" articlebody", Source::Property));
        assert_ne!(found("main", Source::Role), found("main", Source::Name));
    }

    #[test]
    fn weights_are_found_by_key() {
        let entries = [("nav", -2.0), ("post", 1.5), ("entry", 2.0)];
        let lexicon = Lexicon::new(entries.iter().map(|&(word, weight)| (name(word), weight)));
        for (word, weight) in entries {
            assert_eq!(lexicon.weight(name(word)), Some(weight));
        }
        assert_eq!(lexicon.weight(name("other")), None);
        assert_eq!(Lexicon::from_table(lexicon.table().to_vec()), Some(lexicon));
        assert_eq!(Lexicon::from_table(vec![0; 24]), None);
        assert_eq!(Lexicon::from_table(vec![1; 16]), None);
    }

    #[test]
    fn fixed_words() {
        let is = |word: &str, kinds| Kinds::of(name(word)).has(kinds);
        assert!(is("sidebar", Kinds::BOILERPLATE) && !is("entry", Kinds::BOILERPLATE));
        assert!(is("disqus", Kinds::COMMENTS) && !is("nav", Kinds::COMMENTS));
        assert!(is("cart", Kinds::BOILERPLATE) && is("cart", Kinds::GOODS));
        assert!(is("signature", Kinds::SIGNATURES) && is("signature", Kinds::POSTS));
        assert!((weight(0.0, 20) - (1.2_f32 / 21.8).ln()).abs() < 1e-6);
    }
}
