//! How words, links and prose are spread over the tree around a unit.
//!
//! Every figure is a total over a subtree, so a difference of two prefix sums over the units.

use std::ops::Range;

use super::path::{Block, Blocks};
use super::text::Texts;
use super::{Feature, Rows};
use crate::dom::Tag;

/// Levels above a unit whose subtrees are looked at, the nearest block being level 0.
const LEVELS: usize = 6;

/// This family's features, in the order in which they are pushed.
pub const FEATURES: [Feature; 44] = [
    ("q_n", "units that look alike"),
    ("q_w", "share of words that look alike"),
    ("q_sib0", "siblings alike"),
    ("x_r50", "in the block of half the prose"),
    ("x_r50up", "levels to the block of half the prose"),
    ("x_top", "in the best container"),
    ("x_topup", "levels to the best container"),
    ("x_score", "parent as a container"),
    ("x_link", "parent: share in links"),
    ("g_fr", "largest part: share of words"),
    ("g_cnr", "largest part: words a node"),
    ("g_pfr", "largest part: share of prose"),
    ("g_ld", "largest part: share in links"),
    ("g_score", "largest part as a container"),
    ("s0_fr", "block: share of words"),
    ("s0_cnr", "block: words a node"),
    ("s0_pfr", "block: share of prose"),
    ("s0_ld", "block: share in links"),
    ("s1_fr", "1 up: share of words"),
    ("s1_cnr", "1 up: words a node"),
    ("s1_pfr", "1 up: share of prose"),
    ("s1_ld", "1 up: share in links"),
    ("s2_fr", "2 up: share of words"),
    ("s2_cnr", "2 up: words a node"),
    ("s2_pfr", "2 up: share of prose"),
    ("s2_ld", "2 up: share in links"),
    ("s3_fr", "3 up: share of words"),
    ("s3_cnr", "3 up: words a node"),
    ("s3_pfr", "3 up: share of prose"),
    ("s3_ld", "3 up: share in links"),
    ("s4_fr", "4 up: share of words"),
    ("s4_cnr", "4 up: words a node"),
    ("s4_pfr", "4 up: share of prose"),
    ("s4_ld", "4 up: share in links"),
    ("s5_fr", "5 up: share of words"),
    ("s5_cnr", "5 up: words a node"),
    ("s5_pfr", "5 up: share of prose"),
    ("s5_ld", "5 up: share in links"),
    ("rb_fr", "best named block: share of words"),
    ("rb_pfr", "best named block: share of prose"),
    ("rb_ld", "best named block: share in links"),
    ("rb_at", "best named block: words before it"),
    ("rw_fr", "worst named block: share of words"),
    ("rw_ld", "worst named block: share in links"),
];

/// Words above which a unit outside of lists, cells and links is prose.
const PROSE_WORDS: f32 = 20.0;

/// Share of the page's words from which an ancestor is the page as a whole.
const WHOLE: f64 = 0.9;

/// Totals over a run of units.
#[derive(Debug, Clone, Copy, Default)]
pub struct Totals {
    /// Words.
    pub words: f64,
    /// Linked words.
    pub linked: f64,
    /// Words of prose: of units in a `p`, and of long ones outside of lists, cells and links.
    pub prose: f64,
}

impl Totals {
    /// Linked words per word.
    pub fn link_density(&self) -> f64 {
        self.linked / self.words.max(1.0)
    }
}

/// A set of units that look alike.
#[derive(Debug, Clone, Copy, Default)]
struct Group {
    units: u32,
    words: f32,
}

/// The tree around the units of a page.
#[derive(Debug, Clone, Default)]
pub struct Structure {
    /// Totals over the units before a unit; one entry more than there are units.
    sums: Vec<Totals>,
    /// Units by the look of their block.
    groups: Vec<Group>,
    /// Blocks by what they are alike in with siblings.
    alike: Vec<u32>,
    /// For each block its subtree's share of the words, words per node, share of the prose, and
    /// link density.
    subtrees: Vec<[f32; 4]>,
    /// For each block the highest one from it upwards that is not the page as a whole.
    big: Vec<u32>,
    /// Score of each block as a container of paragraphs, and the best.
    scores: Vec<f32>,
    best: Range<u32>,
    best_score: f32,
    best_levels: Vec<u32>,
    /// The deepest block with half of the page's prose.
    half: Range<u32>,
    half_levels: Vec<u32>,
}

impl Structure {
    /// Totals and groups of a page.
    pub fn new(texts: &Texts, blocks: &Blocks) -> Structure {
        let mut found = Structure { sums: sums(texts, blocks), ..Structure::default() };
        found.groups.resize_with(blocks.looks, Group::default);
        for (unit, text) in texts.0.iter().enumerate() {
            let group = &mut found.groups[blocks.above(unit).look as usize];
            group.units += 1;
            group.words += text.words;
        }
        found.alike.resize(blocks.list.len(), 0);
        for block in &blocks.list {
            found.alike[block.alike as usize] += 1;
        }
        found.subtrees = blocks.list.iter().map(|block| found.subtree(block)).collect();
        found.big = found.highest_parts(blocks);
        found.scores = scores(texts, blocks);
        found.find_best(blocks);
        found.find_half(blocks);
        found
    }

    /// Totals over a run of units.
    pub fn over(&self, units: &Range<u32>) -> Totals {
        let (from, to) = (self.sums[units.start as usize], self.sums[units.end as usize]);
        Totals {
            words: to.words - from.words,
            linked: to.linked - from.linked,
            prose: to.prose - from.prose,
        }
    }

    /// Totals over the page.
    pub fn whole(&self) -> Totals {
        self.sums.last().copied().unwrap_or_default()
    }

    /// For each block the highest one from it upwards that has less than [`WHOLE`] of the words;
    /// the block itself where there is none.
    fn highest_parts(&self, blocks: &Blocks) -> Vec<u32> {
        let limit = WHOLE * self.whole().words;
        let part = |block: &Block| self.over(&block.units).words < limit;
        let mut big = Vec::with_capacity(blocks.list.len());
        for (at, block) in blocks.list.iter().enumerate() {
            let above = block.parent as usize;
            // A part of a part is below its highest: totals only shrink on the way down.
            let inherited = at != above && part(&blocks.list[above]);
            big.push(if inherited { big[above] } else { at as u32 });
        }
        big
    }

    /// The best container of paragraphs: score times the share of words that is not linked.
    fn find_best(&mut self, blocks: &Blocks) {
        for (block, score) in blocks.list.iter().zip(&mut self.scores) {
            let (from, to) =
                (self.sums[block.units.start as usize], self.sums[block.units.end as usize]);
            let density = (to.linked - from.linked) / (to.words - from.words).max(1.0);
            *score *= 1.0 - density as f32;
        }
        let best =
            (0..self.scores.len()).max_by(|&a, &b| self.scores[a].total_cmp(&self.scores[b]));
        if let Some(best) = best {
            self.best = blocks.list[best].units.clone();
            self.best_score = self.scores[best];
            self.best_levels = blocks.levels_from(best as u32);
        }
    }

    /// The deepest block with half of the prose; the blocks that have so much lie on one path.
    fn find_half(&mut self, blocks: &Blocks) {
        let limit = self.whole().prose / 2.0;
        let half = blocks.list.iter().rposition(|block| self.over(&block.units).prose >= limit);
        if let Some(half) = half {
            self.half = blocks.list[half].units.clone();
            self.half_levels = blocks.levels_from(half as u32);
        }
    }

    /// Pushes this family's features.
    #[inline]
    pub fn push(&self, unit: usize, blocks: &Blocks, rows: &mut Rows) {
        let whole = self.whole();
        let own = blocks.above(unit);
        let group = self.groups[own.look as usize];
        let inside = |units: &Range<u32>| f32::from(u8::from(units.contains(&(unit as u32))));
        rows.push(group.units as f32);
        rows.push(group.words / whole.words.max(1.0) as f32);
        rows.push(self.alike[own.alike as usize] as f32);
        rows.push(inside(&self.half));
        rows.push(self.half_levels[unit] as f32);
        rows.push(inside(&self.best));
        rows.push(self.best_levels[unit] as f32);
        let share = |block: u32| self.scores[block as usize] / self.best_score.max(1.0);
        rows.push(share(own.parent));
        let [.., link_density] = self.subtrees[own.parent as usize];
        rows.push(link_density);
        let at = blocks.of_unit[unit];
        let big = self.big[at as usize];
        self.push_subtree(big, rows);
        rows.push(share(big));
        let mut level = at;
        for _ in 0..LEVELS {
            self.push_subtree(level, rows);
            level = blocks.list[level as usize].parent;
        }
        let [best, worst] = own.path.regions().map(|block| block as usize);
        let [fr, _, pfr, ld] = self.subtrees[best];
        let inside = &blocks.list[best].units;
        let before = self.over(&(inside.start..unit as u32)).words;
        let at = before / self.over(inside).words.max(1.0);
        [fr, pfr, ld, at as f32].into_iter().for_each(|value| rows.push(value));
        let [fr, _, _, ld] = self.subtrees[worst];
        rows.push(fr);
        rows.push(ld);
    }

    #[inline]
    fn push_subtree(&self, block: u32, rows: &mut Rows) {
        self.subtrees[block as usize].into_iter().for_each(|value| rows.push(value));
    }

    fn subtree(&self, block: &Block) -> [f32; 4] {
        let (whole, under) = (self.whole(), self.over(&block.units));
        [
            (under.words / whole.words.max(1.0)) as f32,
            (under.words / block.nodes.len().max(1) as f64) as f32,
            (under.prose / whole.prose.max(1.0)) as f32,
            under.link_density() as f32,
        ]
    }
}

/// Totals over the units before each unit.
fn sums(texts: &Texts, blocks: &Blocks) -> Vec<Totals> {
    let mut sums = Vec::with_capacity(texts.0.len() + 1);
    let mut total = Totals::default();
    sums.push(total);
    for (unit, text) in texts.0.iter().enumerate() {
        let tag = blocks.above(unit).tag;
        let listed = matches!(tag, Tag::LI | Tag::TD) || 2.0 * text.link_density > 1.0;
        let prose = tag == Tag::P || !listed && text.words > PROSE_WORDS;
        total.words += f64::from(text.words);
        total.linked += f64::from(text.linked());
        total.prose += if prose { f64::from(text.words) } else { 0.0 };
        sums.push(total);
    }
    sums
}

/// Score of each block as a container of paragraphs: a unit of some length gives its commas and
/// its length to the block above its own, and half of it to the next.
fn scores(texts: &Texts, blocks: &Blocks) -> Vec<f32> {
    /// Words below which a unit is no paragraph.
    const SHORT: f32 = 5.0;
    /// Words that count as much as a comma, and the most that length can give.
    const STEP: f32 = 20.0;
    const MOST: f32 = 3.0;
    let mut scores = vec![0.0; blocks.list.len()];
    for (unit, text) in texts.0.iter().enumerate() {
        if text.words >= SHORT {
            let score = 1.0 + text.commas as f32 + (text.words / STEP).min(MOST);
            let own = blocks.above(unit);
            let parent = own.parent as usize;
            scores[parent] += score;
            scores[blocks.list[parent].parent as usize] += score / 2.0;
        }
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::super::tests::feature;

    const LONG: &str = "one, two, three, four, five, six, seven, eight, nine, ten";

    fn html() -> String {
        format!(
            "<ul><li><a href>x y</a><li><a href>z</a></ul><div><p>{LONG}<p>{LONG}<p>{LONG}</div><p>end"
        )
    }

    #[test]
    fn subtrees_are_shares_of_the_page() {
        let words = 34.0;
        assert_eq!(feature(&html(), 0, "s0_fr"), 2.0 / words);
        assert_eq!(feature(&html(), 0, "s1_fr"), 3.0 / words);
        assert_eq!(feature(&html(), 0, "s1_ld"), 1.0);
        assert_eq!(feature(&html(), 3, "s1_pfr"), 30.0 / 31.0);
        assert_eq!(feature(&html(), 3, "s5_fr"), 1.0);
        // The page as a whole is no part: the list is the highest of its units, the div of others.
        assert_eq!(feature(&html(), 0, "g_fr"), 3.0 / words);
        assert_eq!(feature(&html(), 3, "g_fr"), 30.0 / words);
    }

    #[test]
    fn groups_and_containers() {
        let values = |name| [0, 3, 5].map(|unit| feature(&html(), unit, name));
        assert_eq!(values("q_n"), [2.0, 3.0, 1.0]);
        assert_eq!(values("q_sib0"), [2.0, 3.0, 1.0]);
        assert_eq!(values("x_top"), [0.0, 1.0, 0.0]);
        assert_eq!(values("x_r50"), [0.0, 1.0, 0.0]);
        assert_eq!(values("x_r50up"), [1.0, 0.0, 1.0]);
    }
}
