//! Where a unit stands: from the main heading, from the last heading, and in Wu's smoothed scores.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::path::Blocks;
use super::structure::Structure;
use super::text::Texts;
use super::{Feature, Rows};
use crate::extract::methods::wu::score::{Stops, Weights};
use crate::extract::methods::wu::smooth::Smoothing;
use crate::page::Page;
use crate::page::leaf_id::Denominator;
use crate::text::{self, Cjk};

/// This family's features, in the order in which they are pushed.
pub const FEATURES: [Feature; 13] = [
    ("p_w", "share of words before"),
    ("p_u", "share of units before"),
    ("p_prose", "share of prose before"),
    ("p_h1", "units from the main heading"),
    ("p_h1w", "words from the main heading"),
    ("p_h1up", "levels from the main heading"),
    ("p_h1lw", "share of words around both"),
    ("n_ph", "units since a heading"),
    ("p_title", "like the title"),
    ("w_run", "share of words in its run"),
    ("w_score", "Wu's smoothed score"),
    ("p_gap", "units since running text"),
    ("p_next", "units to running text"),
];

/// Jaccard similarity to the title from which an `h1` is the main heading.
const LIKE_TITLE: f32 = 0.3;

/// The same where there is no `h1`.
const VERY_LIKE_TITLE: f32 = 0.5;

/// Words from which a text is too long for a heading.
const LONG: f32 = 40.0;

/// The window of Wu's smoothing, in units.
const WINDOW: usize = 7;

/// Words from which a unit out of links counts as running text.
const RUNNING: f32 = 15.0;

/// Units since the last heading above which their number no longer counts.
const FAR: u32 = 99;

/// Where the units of a page stand.
#[derive(Debug, Clone, Default)]
pub struct Position {
    /// The main heading's unit, and words before it.
    heading: Option<(usize, f64)>,
    /// Levels from the heading's block up to what holds each unit too, and words there.
    up: Vec<u32>,
    up_words: Vec<f64>,
    /// Units since the last heading.
    since: Vec<u32>,
    /// Similarity of each heading or short unit to the title.
    title: Vec<f32>,
    /// Smoothed score over its mean.
    score: Vec<f32>,
    /// Words of the run above the mean that the unit lies in, negative for a run below.
    run: Vec<f32>,
    /// Units to the nearest running text before, and after.
    gaps: Vec<(u32, u32)>,
}

impl Position {
    /// Finds the headings and runs of a page.
    pub fn new(page: &Page, texts: &Texts, blocks: &Blocks, structure: &Structure) -> Position {
        let mut found = Position::default();
        let title = likeness(page, texts, blocks);
        if let Some(unit) = main_heading(&title, texts, blocks) {
            let before = structure.over(&(0..unit as u32)).words;
            found.heading = Some((unit, before));
            let block = blocks.of_unit[unit];
            found.up = blocks.levels_from(block);
            found.up_words = blocks
                .up(block)
                .map(|above| structure.over(&blocks.list[above as usize].units).words)
                .collect();
        }
        found.title = title;
        found.since = since_heading(blocks);
        found.find_runs(page, texts);
        found.gaps = gaps(texts);
        found
    }

    /// Wu's smoothed scores, and the runs of units above and below their mean.
    fn find_runs(&mut self, page: &Page, texts: &Texts) {
        let weights = Weights { alpha: 2.0, beta: 0.5, gamma: 1.0, stops: Stops::All };
        let units = page.units();
        let scores: Vec<_> =
            units.iter().map(|unit| weights.score(page, unit.leaves.clone())).collect();
        let ids = page.leaf_ids().of_units(page.units());
        let smoothed = Smoothing::Relevance.apply(&scores, &ids, WINDOW, Denominator::Max);
        let mean = smoothed.iter().sum::<f64>() / smoothed.len().max(1) as f64;
        let mut start = 0;
        for run in smoothed.chunk_by(|a, b| (*a > mean) == (*b > mean)) {
            let words: f32 = texts.0[start..start + run.len()].iter().map(|text| text.words).sum();
            let sign = if run[0] > mean { 1.0 } else { -1.0 };
            self.run.extend(std::iter::repeat_n(sign * words, run.len()));
            start += run.len();
        }
        self.score = smoothed.iter().map(|score| (score / mean.max(1e-9)) as f32).collect();
    }

    /// The main heading's unit.
    pub fn heading(&self) -> Option<usize> {
        self.heading.map(|(unit, _)| unit)
    }

    /// Pushes this family's features.
    #[inline]
    pub fn push(&self, unit: usize, structure: &Structure, rows: &mut Rows) {
        let whole = structure.whole();
        let all = whole.words.max(1.0);
        let before = structure.over(&(0..unit as u32));
        rows.push((before.words / all) as f32);
        rows.push(unit as f32 / self.since.len() as f32);
        rows.push((before.prose / whole.prose.max(1.0)) as f32);
        match self.heading {
            Some((heading, words)) => {
                let up = self.up[unit] as usize;
                rows.push((unit as f32 - heading as f32).clamp(-100.0, 200.0));
                rows.push((before.words - words).clamp(-3000.0, 6000.0) as f32);
                rows.push(up as f32);
                rows.push((self.up_words[up] / all) as f32);
            }
            None => [-500.0, -9999.0, -1.0, -1.0].into_iter().for_each(|none| rows.push(none)),
        }
        rows.push(self.since[unit] as f32);
        rows.push(self.title[unit]);
        rows.push(self.run[unit] / all as f32);
        rows.push(self.score[unit]);
        rows.push(self.gaps[unit].0 as f32);
        rows.push(self.gaps[unit].1 as f32);
    }
}

/// The unit that is the page's main heading: among those in an `h1` one that is like the title,
/// else one that is short, else the first; without any, what is most like the title.
fn main_heading(title: &[f32], texts: &Texts, blocks: &Blocks) -> Option<usize> {
    let mut h1 = (0..title.len()).filter(|&unit| blocks.above(unit).path.heading == 1).peekable();
    if h1.peek().is_none() {
        let best = (0..title.len()).rev().max_by(|&a, &b| title[a].total_cmp(&title[b]))?;
        return (title[best] > VERY_LIKE_TITLE).then_some(best);
    }
    let rank = |&unit: &usize| (title[unit] > LIKE_TITLE, texts.0[unit].words < LONG);
    // Of equals `max_by_key` takes the last: the first, from behind.
    h1.collect::<Vec<_>>().into_iter().rev().max_by_key(rank)
}

/// Jaccard similarity of each short unit's words to the title's; 0 for the others.
fn likeness(page: &Page, texts: &Texts, blocks: &Blocks) -> Vec<f32> {
    let mut likeness = vec![0.0; texts.0.len()];
    let mut words = Words::default();
    words.text.extend(page.title());
    words.split();
    if words.hashes.is_empty() {
        return likeness;
    }
    let title = Title::new(&mut words);
    for (unit, likeness) in likeness.iter_mut().enumerate() {
        let (size, heading) = (texts.0[unit].words, blocks.above(unit).path.heading > 0);
        if size < LONG && (heading || size > 2.0) {
            let leaves = page.units()[unit].leaves.clone();
            let apart = &page.leaves()[leaves.start as usize..leaves.end as usize];
            if !apart.iter().any(|leaf| leaf.glued || title.may_share(page.text(leaf))) {
                continue;
            }
            words.text.clear();
            page.join_into(leaves, &mut words.text);
            words.split();
            *likeness = title.likeness(&mut words);
        }
    }
    likeness
}

/// A text and its words in lower case.
#[derive(Debug, Default)]
struct Words {
    text: String,
    lower: String,
    /// A hash of each word.
    hashes: Vec<u64>,
}

impl Words {
    /// Finds the words of the text.
    fn split(&mut self) {
        self.lower.clear();
        text::lower_into(&self.text, &mut self.lower);
        self.hashes.clear();
        text::tokens(&self.lower, Cjk::Character, |word| {
            self.hashes.push(FxBuildHasher.hash_one(&self.lower[word]));
        });
    }

    /// The different words, ascending by hash.
    fn distinct(&mut self) -> &[u64] {
        self.hashes.sort_unstable();
        self.hashes.dedup();
        &self.hashes
    }
}

/// The words of a page's title.
struct Title {
    hashes: Vec<u64>,
    /// Their [shapes](shape), as bits.
    shapes: [u64; 64],
}

/// A word's first and last letter and a part of its length, as a number below 4096: few words of a page
/// have one of the title's.
fn shape(word: &[u8]) -> usize {
    let letter = |byte: Option<&u8>| byte.map_or(0, |byte| usize::from((byte | 0x20) & 0x1f));
    letter(word.first()) << 7 | letter(word.last()) << 2 | word.len() & 3
}

impl Title {
    /// The words that were found.
    fn new(words: &mut Words) -> Title {
        let mut shapes = [0; 64];
        text::tokens(&words.lower, Cjk::Character, |word| {
            let shape = shape(&words.lower.as_bytes()[word]);
            shapes[shape / 64] |= 1 << (shape % 64);
        });
        Title { hashes: words.distinct().to_vec(), shapes }
    }

    /// Whether a text may have a word in common with the title: so it is with all that are not ASCII, and
    /// else with few, which spares finding the words of the others.
    fn may_share(&self, text: &str) -> bool {
        let has = |shape: usize| self.shapes[shape / 64] >> (shape % 64) & 1 == 1;
        let mut words = text.as_bytes().split(|&byte| !text::is_word_byte(byte));
        !text.is_ascii() || words.any(|word| !word.is_empty() && has(shape(word)))
    }

    /// Jaccard similarity to a text's words.
    fn likeness(&self, words: &mut Words) -> f32 {
        let words = words.distinct();
        let common = words.iter().filter(|hash| self.hashes.binary_search(hash).is_ok()).count();
        common as f32 / (words.len() + self.hashes.len() - common).max(1) as f32
    }
}

/// Units since the last heading, the heading itself being 0.
fn since_heading(blocks: &Blocks) -> Vec<u32> {
    let mut since = FAR;
    (0..blocks.of_unit.len())
        .map(|unit| {
            since = if blocks.above(unit).path.heading > 0 { 0 } else { (since + 1).min(FAR) };
            since
        })
        .collect()
}

/// Units from the nearest running text before each unit, and to the nearest after it.
fn gaps(texts: &Texts) -> Vec<(u32, u32)> {
    let running = |unit: usize| {
        let text = &texts.0[unit];
        text.words >= RUNNING && text.link_density < 0.3
    };
    let mut gaps = vec![(FAR, FAR); texts.0.len()];
    let mut gap = FAR;
    for (unit, entry) in gaps.iter_mut().enumerate() {
        gap = if running(unit) { 0 } else { (gap + 1).min(FAR) };
        entry.0 = gap;
    }
    gap = FAR;
    for (unit, entry) in gaps.iter_mut().enumerate().rev() {
        gap = if running(unit) { 0 } else { (gap + 1).min(FAR) };
        entry.1 = gap;
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::super::tests::feature;

    const HTML: &str = "<title>The old mill - Site</title><p>menu</p><h1>Site of many words</h1>
        <div><h1>The old mill</h1><p>one two</div><p>three";

    #[test]
    fn the_heading_like_the_title_is_the_main_one() {
        let values = |name| [0, 1, 2, 3, 4].map(|unit| feature(HTML, unit, name));
        assert_eq!(values("p_h1"), [-2.0, -1.0, 0.0, 1.0, 2.0]);
        assert_eq!(values("p_h1w"), [-5.0, -4.0, 0.0, 3.0, 5.0]);
        assert_eq!(values("p_h1up"), [2.0, 2.0, 0.0, 1.0, 2.0]);
        assert_eq!(values("n_ph"), [99.0, 0.0, 0.0, 1.0, 2.0]);
    }

    #[test]
    fn without_headings_the_text_most_like_the_title() {
        let html = "<title>The old mill</title><p>menu<p><b>The old mill</b><p>x";
        assert_eq!(feature(html, 2, "p_h1"), 1.0);
        assert_eq!(feature("<title>Other</title><p>menu<p>x", 1, "p_h1"), -500.0);
    }

    #[test]
    fn gaps_reach_to_running_text() {
        let html = format!("<p>a<p>{}<p>b<p>c", "word ".repeat(20));
        let values = |name| [0, 1, 2, 3].map(|unit| feature(&html, unit, name));
        assert_eq!(values("p_gap"), [99.0, 0.0, 1.0, 2.0]);
        assert_eq!(values("p_next"), [1.0, 0.0, 99.0, 99.0]);
    }
}
