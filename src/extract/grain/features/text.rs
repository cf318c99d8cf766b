//! What a unit's own text and its neighbours' show, whatever the script.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

use super::Row;
use super::path::Blocks;
use crate::dom::Tag;
use crate::page::{Page, Unit};
use crate::text;

/// Names of this family's features, in the order in which they are pushed.
pub const NAMES: [&str; 24] = [
    "t_words", "t_ld", "t_end", "t_commas", "t_digits", "t_upper", "t_tag", "t_dup", "t_cjk",
    "t_leaves", "b1_words", "b1_ld", "b1_end", "b2_words", "b2_ld", "a1_words", "a1_ld", "a1_end",
    "a2_words", "a2_ld", "n3_words", "n3_ld", "b1_same", "a1_same",
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

    fn of(page: &Page, unit: &Unit) -> Text {
        let range = unit.leaves.start as usize..unit.leaves.end as usize;
        let totals = page.totals(range.clone());
        let mut found = Text { chars: totals.chars, leaves: totals.leaves, ..Text::default() };
        let mut hasher = FxHasher::default();
        let mut last = None;
        for leaf in &page.leaves()[range] {
            let text = page.text(leaf);
            found.scan(text, &mut hasher);
            last = Some(text);
        }
        found.hash = hasher.finish();
        found.stopped = last
            .is_some_and(|text| text.trim_end_matches(text::is_closer).ends_with(text::is_stop));
        found.words = totals.words as f32 - (1.0 - CJK_WORDS) * found.cjk as f32;
        found.link_density = totals.link_chars as f32 / totals.chars.max(1) as f32;
        found
    }

    /// Adds a leaf's text to the counts.
    fn scan(&mut self, text: &str, hasher: &mut FxHasher) {
        let mut rest = text;
        while let Some(&byte) = rest.as_bytes().first() {
            if byte < 0x80 {
                hasher.write_u8(byte.to_ascii_lowercase());
                self.digits += u32::from(byte.is_ascii_digit());
                self.upper += u32::from(byte.is_ascii_uppercase());
                self.commas += u32::from(byte == b',');
                self.priced |= byte == b'$';
                rest = &rest[1..];
                continue;
            }
            let Some(c) = rest.chars().next() else { return };
            rest = &rest[c.len_utf8()..];
            hasher.write_u32(c as u32);
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

/// The texts of a page's units.
#[derive(Debug, Clone, Default)]
pub struct Texts(pub Vec<Text>);

impl Texts {
    /// Reads every unit of a page once.
    pub fn new(page: &Page) -> Texts {
        let mut texts: Vec<_> = page.units().iter().map(|unit| Text::of(page, unit)).collect();
        let mut copies: FxHashMap<u64, u16> = FxHashMap::default();
        for text in &texts {
            let count = copies.entry(text.hash).or_default();
            *count = count.saturating_add(1);
        }
        for text in &mut texts {
            text.copies = copies[&text.hash];
        }
        Texts(texts)
    }

    /// A unit's neighbour; nothing beyond the ends of the page.
    fn near(&self, unit: usize, step: isize) -> Text {
        unit.checked_add_signed(step).and_then(|at| self.0.get(at)).copied().unwrap_or_default()
    }

    /// Pushes this family's features.
    pub fn push(&self, unit: usize, blocks: &Blocks, row: &mut Row) {
        let text = &self.0[unit];
        let chars = text.chars.max(1) as f32;
        let flag = |flag: bool| f32::from(u8::from(flag));
        let block = blocks.above(unit);
        row.push(text.words);
        row.push(text.link_density);
        row.push(flag(text.stopped));
        row.push(text.commas as f32 / (text.words + 1.0));
        row.push(text.digits as f32 / chars);
        row.push(text.upper as f32 / chars);
        row.push(kind(block.tag));
        row.push(f32::from(text.copies.min(MANY)));
        row.push(text.cjk as f32 / chars);
        row.push(text.leaves as f32);
        let (before, after) = (self.near(unit, -1), self.near(unit, 1));
        let (before2, after2) = (self.near(unit, -2), self.near(unit, 2));
        for value in [before.words, before.link_density, flag(before.stopped)] {
            row.push(value);
        }
        row.push(before2.words);
        row.push(before2.link_density);
        for value in [after.words, after.link_density, flag(after.stopped)] {
            row.push(value);
        }
        row.push(after2.words);
        row.push(after2.link_density);
        let around = [before2, before, *text, after, after2];
        let words: f32 = around.iter().map(|text| text.words).sum();
        let linked: f32 = around.iter().map(Text::linked).sum();
        row.push(words);
        row.push(linked / words.max(1.0));
        let signature = |unit: Option<usize>| {
            unit.and_then(|unit| blocks.of_unit.get(unit))
                .map(|&block| blocks.list[block as usize].path.signature)
        };
        let own = Some(block.path.signature);
        row.push(flag(signature(unit.checked_sub(1)) == own));
        row.push(flag(signature(unit.checked_add(1)) == own));
    }
}

/// A tag as a number, running text first and parts of menus last.
fn kind(tag: Tag) -> f32 {
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
    ORDER.iter().position(|tags| tags.contains(&tag)).unwrap_or(ORDER.len()) as f32
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
        let html = "<p><a>abcd</a> ef 2<p>one two three four.<p>one Two three four.";
        assert_eq!(feature(html, 0, "t_ld"), 0.5);
        assert_eq!(feature(html, 0, "t_digits"), 0.125);
        assert_eq!(feature(html, 0, "a1_words"), 4.0);
        assert_eq!((feature(html, 1, "b1_words"), feature(html, 2, "a1_words")), (3.0, 0.0));
        assert_eq!((feature(html, 0, "t_dup"), feature(html, 2, "t_dup")), (1.0, 2.0));
        assert_eq!((feature(html, 0, "a1_same"), feature(html, 0, "b1_same")), (1.0, 0.0));
    }
}
