//! What the page as a whole is like: the same for each of its units.

use super::path::Blocks;
use super::structure::Structure;
use super::text::Texts;
use super::{Feature, Row};
use crate::dom::Tag;
use crate::page::Page;

/// This family's features, in the order in which they are pushed.
pub const FEATURES: [Feature; 13] = [
    ("pg_nodes", "nodes of the page"),
    ("pg_units", "units of the page"),
    ("pg_words", "words of the page"),
    ("pg_ld", "page: words in links"),
    ("pg_lifr", "page: words in li"),
    ("pg_maxu", "words of the longest unit"),
    ("pg_endst", "page: words in units with a stop"),
    ("pg_price", "page: units with a price"),
    ("pg_imgw", "page: images for 100 words"),
    ("pg_cjk", "page: CJK characters"),
    ("pg_prose", "page: words of prose"),
    ("pg_heads", "page: units that are headings"),
    ("pg_comw", "page: words in comments"),
];

/// The page's features, in the order of [`FEATURES`].
pub fn features(page: &Page, texts: &Texts, blocks: &Blocks, structure: &Structure) -> [f32; 13] {
    let whole = structure.whole();
    let (words, units) = (whole.words.max(1.0) as f32, texts.0.len().max(1) as f32);
    let dom = page.dom();
    let images = dom.nodes().filter(|&node| dom.tag(node) == Some(Tag::IMG)).count();
    let (mut listed, mut longest, mut ended, mut commented) = (0.0, 0.0_f32, 0.0, 0.0);
    let (mut priced, mut headings, mut cjk, mut chars) = (0, 0, 0, 0);
    for (unit, text) in texts.0.iter().enumerate() {
        let block = blocks.above(unit);
        listed += if block.tag == Tag::LI { text.words } else { 0.0 };
        ended += if text.stopped { text.words } else { 0.0 };
        commented += if block.path.comments { text.words } else { 0.0 };
        longest = longest.max(text.words);
        priced += u32::from(text.priced);
        headings += u32::from(block.path.heading > 0);
        cjk += text.cjk;
        chars += text.chars;
    }
    [
        dom.len() as f32,
        texts.0.len() as f32,
        whole.words as f32,
        whole.linked as f32 / words,
        listed / words,
        longest,
        ended / words,
        priced as f32 / units,
        100.0 * images as f32 / words,
        cjk as f32 / chars.max(1) as f32,
        whole.prose as f32 / words,
        headings as f32 / units,
        commented / words,
    ]
}

/// Pushes the page's features.
pub fn push(features: &[f32; 13], row: &mut Row) {
    features.iter().for_each(|&value| row.push(value));
}
