//! What the page as a whole is like: the same for each of its units.

use super::Row;
use super::path::Blocks;
use super::structure::Structure;
use super::text::Texts;
use crate::dom::Tag;
use crate::page::Page;

/// Names of this family's features, in the order in which they are pushed.
pub const NAMES: [&str; 13] = [
    "pg_nodes", "pg_units", "pg_words", "pg_ld", "pg_lifr", "pg_maxu", "pg_endst", "pg_price",
    "pg_imgw", "pg_cjk", "pg_prose", "pg_heads", "pg_comw",
];

/// The page's features, in the order of [`NAMES`].
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
