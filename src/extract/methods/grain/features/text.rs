//! What a unit's own text and its neighbours' show, whatever the script.

use std::hash::Hasher;
use std::sync::LazyLock;

use rustc_hash::FxHasher;

use super::path::Blocks;
use super::{Feature, Numbers, Rows, Sets};
use crate::dom::Tag;
use crate::page::{Page, Unit};
use crate::text;

/// This family's features, in the order in which they are pushed.
pub const FEATURES: [Feature; 24] = [
    ("t_words", "words"),
    ("t_ld", "share in links"),
    ("t_end", "ends in a stop"),
    ("t_commas", "commas a word"),
    ("t_digits", "share of digits"),
    ("t_upper", "share of capitals"),
    ("t_tag", "kind of element"),
    ("t_dup", "units of the same text"),
    ("t_cjk", "share of CJK"),
    ("t_leaves", "text leaves"),
    ("b1_words", "before: words"),
    ("b1_ld", "before: share in links"),
    ("b1_end", "before: ends in a stop"),
    ("b2_words", "2nd before: words"),
    ("b2_ld", "2nd before: share in links"),
    ("a1_words", "after: words"),
    ("a1_ld", "after: share in links"),
    ("a1_end", "after: ends in a stop"),
    ("a2_words", "2nd after: words"),
    ("a2_ld", "2nd after: share in links"),
    ("n3_words", "words of five units around"),
    ("n3_ld", "five units around: share in links"),
    ("b1_same", "before: looks alike"),
    ("a1_same", "after: looks alike"),
];

/// Words that a CJK character counts for.
const CJK_WORDS: f32 = 0.6;

/// Units of equal text above which their number no longer counts.
const MANY: u16 = 9;

/// Counts over a unit's text.
#[derive(Debug, Clone, Copy, Default)]
pub struct Text {
    /// White-space tokens without CJK, and 0.6 for each CJK character.
    pub words: f32,
    /// Share of the characters that is linked.
    pub link_density: f32,
    /// Characters.
    pub chars: u32,
    /// Whether it ends in a sentence's stop, closing quotes and brackets aside.
    pub stopped: bool,
    /// Whether it has one of `$€£¥`.
    pub priced: bool,
    /// Hash of the text in lower case.
    pub hash: u64,
    /// Number of the text, equal for units with equal hashes and below the number of units.
    pub same: u32,
    /// Commas, CJK ones too.
    pub commas: u32,
    /// CJK characters.
    pub cjk: u32,
    digits: u32,
    upper: u32,
    leaves: u32,
    /// Units of the page with the same text, this one included.
    copies: u16,
}

impl Text {
    /// Linked words.
    pub fn linked(&self) -> f32 {
        self.words * self.link_density
    }

    fn of(page: &Page, unit: &Unit, lower: &mut Vec<u8>) -> Text {
        let range = unit.leaves.start as usize..unit.leaves.end as usize;
        let totals = page.totals(range.clone());
        let mut found = Text { chars: totals.chars, leaves: totals.leaves, ..Text::default() };
        let mut last = None;
        lower.clear();
        for leaf in &page.leaves()[range] {
            let text = page.text(leaf);
            found.scan(text);
            lower.extend_from_slice(text.as_bytes());
            last = Some(text);
        }
        lower.make_ascii_lowercase();
        let mut hasher = FxHasher::default();
        hasher.write(lower);
        found.hash = hasher.finish();
        found.stopped = last
            .is_some_and(|text| text.trim_end_matches(text::is_closer).ends_with(text::is_stop));
        found.words = totals.words as f32 - (1.0 - CJK_WORDS) * found.cjk as f32;
        found.link_density = totals.link_chars as f32 / totals.chars.max(1) as f32;
        found
    }

    /// Adds a leaf's text to the counts.
    fn scan(&mut self, text: &str) {
        for bytes in text.as_bytes().chunks(usize::from(u16::MAX)) {
            let counts = bytes.iter().fold(0, |counts, &byte| counts + KINDS[usize::from(byte)]);
            let count = |kind: u64| u32::from((counts / kind) as u16);
            self.digits += count(DIGIT);
            self.upper += count(UPPER);
            self.commas += count(COMMA);
            self.priced |= count(PRICE) > 0;
        }
        if text.is_ascii() {
            return;
        }
        for c in text.chars().filter(|c| !c.is_ascii()) {
            if text::is_cjk(c) {
                self.cjk += 1;
                continue;
            }
            match c {
                '，' | '、' | '،' | '﹐' | '､' => self.commas += 1,
                '€' | '£' | '¥' | '￥' => self.priced = true,
                '０'..='９' => self.digits += 1,
                _ => {}
            }
        }
    }
}

/// Kinds of ASCII characters that are counted, each in 16 bits of a sum.
const DIGIT: u64 = 1;
const UPPER: u64 = 1 << 16;
const COMMA: u64 = 1 << 32;
const PRICE: u64 = 1 << 48;

/// The kind of each byte; 0 for none.
static KINDS: [u64; 256] = {
    let mut kinds = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = match byte as u8 {
            b'0'..=b'9' => DIGIT,
            b'A'..=b'Z' => UPPER,
            b',' => COMMA,
            b'$' => PRICE,
            _ => 0,
        };
        byte += 1;
    }
    kinds
};

/// The texts of a page's units.
#[derive(Debug, Clone, Default)]
pub struct Texts(pub Vec<Text>);

impl Texts {
    /// Reads every unit of a page once.
    pub fn new(page: &Page) -> Texts {
        let mut lower = Vec::new();
        let mut texts: Vec<_> =
            page.units().iter().map(|unit| Text::of(page, unit, &mut lower)).collect();
        let mut numbers = Numbers::with_capacity(texts.len());
        let mut copies = vec![0_u16; texts.len()];
        for text in &mut texts {
            text.same = numbers.of(text.hash);
            let count = &mut copies[text.same as usize];
            *count = count.saturating_add(1);
        }
        for text in &mut texts {
            text.copies = copies[text.same as usize];
        }
        Texts(texts)
    }

    /// A unit's neighbour; nothing beyond the ends of the page.
    fn near(&self, unit: usize, step: isize) -> Text {
        unit.checked_add_signed(step).and_then(|at| self.0.get(at)).copied().unwrap_or_default()
    }

    /// Pushes this family's features.
    #[inline]
    pub fn push(&self, unit: usize, blocks: &Blocks, rows: &mut Rows) {
        let text = &self.0[unit];
        let chars = text.chars.max(1) as f32;
        let flag = |flag: bool| f32::from(u8::from(flag));
        let block = blocks.above(unit);
        rows.push(text.words);
        rows.push(text.link_density);
        rows.push(flag(text.stopped));
        rows.push(text.commas as f32 / (text.words + 1.0));
        rows.push(text.digits as f32 / chars);
        rows.push(text.upper as f32 / chars);
        rows.push(kind(block.tag));
        rows.push(f32::from(text.copies.min(MANY)));
        rows.push(text.cjk as f32 / chars);
        rows.push(text.leaves as f32);
        let (before, after) = (self.near(unit, -1), self.near(unit, 1));
        let (before2, after2) = (self.near(unit, -2), self.near(unit, 2));
        for value in [before.words, before.link_density, flag(before.stopped)] {
            rows.push(value);
        }
        rows.push(before2.words);
        rows.push(before2.link_density);
        for value in [after.words, after.link_density, flag(after.stopped)] {
            rows.push(value);
        }
        rows.push(after2.words);
        rows.push(after2.link_density);
        let around = [before2, before, *text, after, after2];
        let words: f32 = around.iter().map(|text| text.words).sum();
        let linked: f32 = around.iter().map(Text::linked).sum();
        rows.push(words);
        rows.push(linked / words.max(1.0));
        let look = |unit: Option<usize>| {
            unit.and_then(|unit| blocks.of_unit.get(unit))
                .map(|&block| blocks.list[block as usize].look)
        };
        let own = Some(block.look);
        rows.push(flag(look(unit.checked_sub(1)) == own));
        rows.push(flag(look(unit.checked_add(1)) == own));
    }
}

/// A tag as a number, running text first and parts of menus last.
fn kind(tag: Tag) -> f32 {
    static SETS: LazyLock<Sets> = LazyLock::new(|| Sets::new(&ORDER));
    const ORDER: [&[Tag]; 12] = [
        &[Tag::P],
        &[Tag::BLOCKQUOTE, Tag::PRE],
        &[Tag::H1],
        &[Tag::H2, Tag::H3],
        &[Tag::H4, Tag::H5, Tag::H6],
        &[Tag::DD, Tag::DT, Tag::DL],
        &[Tag::FIGCAPTION, Tag::FIGURE, Tag::CAPTION],
        &[Tag::ARTICLE, Tag::SECTION, Tag::MAIN, Tag::BODY],
        &[Tag::TD, Tag::TH, Tag::TR, Tag::TABLE],
        &[Tag::DIV],
        &[Tag::LI],
        &[Tag::UL, Tag::OL],
    ];
    (SETS.of(tag) | 1 << ORDER.len()).trailing_zeros() as f32
}

#[cfg(test)]
mod tests {
    use super::super::tests::feature;

    #[test]
    fn a_cjk_character_is_part_of_a_word() {
        // Four characters; the full stops of their script are no words to the counter's eye alone.
        let html = "<p>今天很好，是。";
        assert_eq!(feature(html, 0, "t_end"), 1.0);
        assert!(feature(html, 0, "t_commas") > 0.0);
        assert!(feature("<p>今天很好", 0, "t_words") - 2.4 < 1e-6);
    }

    #[test]
    fn links_digits_and_neighbours() {
        let html = "<p><a href>abcd</a> ef 2<p>one two three four.<p>one Two three four.";
        assert_eq!(feature(html, 0, "t_ld"), 0.5);
        assert_eq!(feature(html, 0, "t_digits"), 0.125);
        assert_eq!(feature(html, 0, "a1_words"), 4.0);
        assert_eq!((feature(html, 1, "b1_words"), feature(html, 2, "a1_words")), (3.0, 0.0));
        assert_eq!((feature(html, 0, "t_dup"), feature(html, 2, "t_dup")), (1.0, 2.0));
        assert_eq!((feature(html, 0, "a1_same"), feature(html, 0, "b1_same")), (1.0, 0.0));
    }
}
