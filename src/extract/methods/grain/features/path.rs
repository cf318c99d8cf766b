//! The pass down the tree: what the path from the root to each block element says.
//!
//! Elements without text below them are passed over whole, so the walk is linear in the rest. The
//! state of a path is a few numbers that each element updates from its parent's.

use std::hash::BuildHasher;
use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxBuildHasher;

use super::lexical::Lexical;
use super::named::{Census, Hidden, Named, Names};
use super::{Feature, Numbers, Rows, Sets};
use crate::dom::{NodeId, Tag};
use crate::extract::methods::grain::lexicon::{Kinds, Lexicon};
use crate::page::Page;

/// Elements that a path is asked for, each with the feature.
const INSIDE: [(Feature, &[Tag]); 15] = [
    (("a_footer", "in footer"), &[Tag::FOOTER]),
    (("a_nav", "in nav"), &[Tag::NAV]),
    (("a_aside", "in aside"), &[Tag::ASIDE]),
    (("a_header", "in header"), &[Tag::HEADER]),
    (("a_form", "in form"), &[Tag::FORM]),
    (("a_table", "in table"), &[Tag::TABLE]),
    (("a_li", "in li"), &[Tag::LI]),
    (("a_article", "in article"), &[Tag::ARTICLE]),
    (("a_main", "in main"), &[Tag::MAIN]),
    (("a_figure", "in figure"), &[Tag::FIGURE, Tag::FIGCAPTION]),
    (("a_quote", "in blockquote"), &[Tag::BLOCKQUOTE]),
    (("a_pre", "in pre or code"), &[Tag::PRE, Tag::CODE]),
    (("a_section", "in section"), &[Tag::SECTION]),
    (("a_button", "in button or label"), &[Tag::BUTTON, Tag::LABEL]),
    (("a_link", "in a"), &[Tag::A]),
];

/// Bits of tables, quotes and code.
const TABLE: usize = 5;
const QUOTE: usize = 10;
const CODE: usize = 11;

static INSIDE_SETS: LazyLock<Sets> = LazyLock::new(|| Sets::new(&INSIDE.map(|(_, tags)| tags)));

/// This family's features, in the order in which they are pushed.
pub const FEATURES: [Feature; 30] = [
    INSIDE[0].0,
    INSIDE[1].0,
    INSIDE[2].0,
    INSIDE[3].0,
    INSIDE[4].0,
    INSIDE[5].0,
    INSIDE[6].0,
    INSIDE[7].0,
    INSIDE[8].0,
    INSIDE[9].0,
    INSIDE[10].0,
    INSIDE[11].0,
    INSIDE[12].0,
    INSIDE[13].0,
    INSIDE[14].0,
    ("a_heading", "level of its heading"),
    ("a_depth", "depth"),
    ("r_neg", "role of no content"),
    ("c_negc", "boilerplate names above"),
    ("c_neg", "levels to a boilerplate name"),
    ("c_com", "among comments"),
    ("c_rev", "named for reviews"),
    ("a_hidden", "hidden: 1 from readers aloud, 2 from all"),
    ("lx_0", "nearest names: weight"),
    ("lx_1", "next names: weight"),
    ("lx_min", "least weight of names"),
    ("lx_max", "most weight of names"),
    ("lx_sum", "sum of names' weights"),
    ("lx_min3", "least weights of three"),
    ("lx_n", "elements with known names"),
];

/// Distance to the nearest boilerplate word above which it no longer counts, in levels.
const FAR: u16 = 20;

/// What the path to an element says.
#[derive(Debug, Clone, Copy, Default)]
pub struct Path {
    /// Hash chain of (tag, first class) from the root.
    signature: u64,
    /// Bits of [`INSIDE`].
    inside: u32,
    /// Level of the innermost heading, 0 outside of any.
    pub heading: u8,
    /// What its elements are named for.
    pub named: Kinds,
    /// What the last of them is named for, and those between it and the block above.
    pub last: Kinds,
    /// Whether the last is a block.
    at_block: bool,
    hidden: Hidden,
    negative_role: bool,
    /// Elements named with a boilerplate word.
    negatives: u16,
    /// Depth of the innermost such element.
    negative_depth: u16,
    depth: u16,
    lexical: Lexical,
}

/// A block element that has text below it.
#[derive(Debug, Clone)]
pub struct Block {
    /// Its tag.
    pub tag: Tag,
    /// The next block element above it, as an index of the list; its own for the outermost.
    pub parent: u32,
    /// The units below it.
    pub units: Range<u32>,
    /// The nodes below it, itself the first.
    pub nodes: Range<u32>,
    /// Number of its look: equal for blocks on whose paths the same tags and first classes follow
    /// one another.
    pub look: u32,
    /// Equal for siblings with the same tag and first class; below the number of blocks.
    pub alike: u32,
    /// What the path to it says.
    pub path: Path,
}

/// The block elements of a page that have text below them, in document order.
#[derive(Debug, Clone, Default)]
pub struct Blocks {
    /// The elements.
    pub list: Vec<Block>,
    /// The nearest block above each unit, as an index of the list.
    pub of_unit: Vec<u32>,
    /// Number of different looks.
    pub looks: usize,
    /// What the elements above the units are named for.
    pub census: Census,
}

/// An element that is open in the walk.
struct Open {
    node: NodeId,
    tag: Tag,
    end: u32,
    block: u32,
    is_block: bool,
}

/// The paths to the open elements, as far as they were asked for: what a path says is only of use
/// at a block, and most elements that are none have none below them.
struct Paths<'p, 'l, 'h> {
    page: &'p Page<'h>,
    names: Names<'l, 'h>,
    /// For each open element from the outermost on its path, and the hash of its tag and first
    /// class.
    known: Vec<(Path, u64)>,
}

impl Blocks {
    /// Walks down a page.
    pub fn new(page: &Page, lexicon: &Lexicon) -> Blocks {
        let dom = page.dom();
        let mut blocks = Blocks::default();
        let units = page.units().len();
        let names = Names::new(lexicon, units / 2);
        let mut paths = Paths { page, names, known: Vec::with_capacity(64) };
        let (mut looks, mut alike) =
            (Numbers::with_capacity(units / 8), Numbers::with_capacity(units / 2));
        let mut open: Vec<Open> = Vec::with_capacity(64);
        let firsts = page.units().iter().map(|unit| page.leaves()[unit.leaves.start as usize].node);
        let mut firsts = firsts.peekable();
        for node in page.nodes_with_leaves() {
            while open.last().is_some_and(|element| element.end <= node.0) {
                blocks.close(open.pop());
                paths.known.truncate(open.len());
            }
            let Some(tag) = dom.tag(node) else {
                if firsts.next_if_eq(&node).is_some() {
                    blocks.of_unit.push(open.last().map_or(0, |element| element.block));
                }
                continue;
            };
            let parent = open.last().map_or(0, |open| open.block);
            let is_block = tag.is_block() || open.is_empty();
            let block = if is_block { blocks.list.len() as u32 } else { parent };
            let end = dom.subtree(node).end;
            open.push(Open { node, tag, end, block, is_block });
            if is_block {
                let (path, own) = paths.of(&open);
                let start = blocks.of_unit.len() as u32;
                blocks.list.push(Block {
                    tag,
                    parent,
                    units: start..start,
                    nodes: node.0..end,
                    look: looks.of(path.signature),
                    alike: alike.of(FxBuildHasher.hash_one((dom.parent(node), own))),
                    path,
                });
            }
        }
        while let Some(element) = open.pop() {
            blocks.close(Some(element));
        }
        blocks.looks = looks.len();
        blocks.census = paths.names.census;
        blocks
    }

    fn close(&mut self, element: Option<Open>) {
        if let Some(element) = element.filter(|element| element.is_block) {
            self.list[element.block as usize].units.end = self.of_unit.len() as u32;
        }
    }

    /// The nearest block above a unit.
    pub fn above(&self, unit: usize) -> &Block {
        &self.list[self.of_unit[unit] as usize]
    }

    /// A block and those above it, the innermost first, as indexes of the list.
    pub fn up(&self, block: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(block), |&block| {
            let parent = self.list[block as usize].parent;
            (parent != block).then_some(parent)
        })
    }

    /// How many levels each unit lies outside a block: 0 under it, 1 under the next block above
    /// it but not under it, and so on.
    pub fn levels_from(&self, block: u32) -> Vec<u32> {
        let mut levels = vec![0; self.of_unit.len()];
        let mut done = self.list.get(block as usize).map_or(0..0, |block| block.units.clone());
        for (level, above) in self.up(block).enumerate().skip(1) {
            let units = self.list[above as usize].units.clone();
            levels[units.start as usize..done.start as usize].fill(level as u32);
            levels[done.end as usize..units.end as usize].fill(level as u32);
            done = units;
        }
        levels
    }
}

impl Paths<'_, '_, '_> {
    /// The path to the innermost of the open elements, and the hash of its tag and first class.
    fn of(&mut self, open: &[Open]) -> (Path, u64) {
        let (mut path, mut own) = self.known.last().copied().unwrap_or_default();
        for element in &open[self.known.len()..] {
            let named = self.names.of(self.page.dom(), element.node);
            own = FxBuildHasher.hash_one((element.tag, named.class));
            path = path.step(element, own, &named);
            self.known.push((path, own));
        }
        (path, own)
    }
}

impl Path {
    /// The path one element further down; `own` is the hash of the element's tag and first class.
    fn step(mut self, element: &Open, own: u64, named: &Named) -> Path {
        self.depth += 1;
        self.inside |= INSIDE_SETS.of(element.tag);
        if let Some(level) = heading_level(element.tag) {
            self.heading = level;
        }
        if self.at_block {
            self.last = Kinds::default();
        }
        self.at_block = element.is_block;
        self.last |= named.kinds;
        self.named |= named.kinds;
        self.hidden = self.hidden.max(named.hidden);
        if named.kinds.has(Kinds::BOILERPLATE) {
            self.negatives += 1;
            self.negative_depth = self.depth;
        }
        self.negative_role |= named.negative_role;
        self.lexical.add(named, element.block);
        self.signature = FxBuildHasher.hash_one((self.signature, own));
        self
    }

    /// The blocks at or below which the greatest and the least lexicon weight of the path stand.
    pub fn regions(&self) -> [u32; 2] {
        [self.lexical.best, self.lexical.worst]
    }

    /// Whether it leads into a quote.
    pub fn is_quoted(&self) -> bool {
        (self.inside >> QUOTE) & 1 == 1
    }

    /// Whether it leads into what is named for posts or comments.
    pub fn is_posted(&self) -> bool {
        self.named.has(Kinds::POSTS) || self.named.has(Kinds::COMMENTS)
    }

    /// Whether it leads into code.
    pub fn is_code(&self) -> bool {
        (self.inside >> CODE) & 1 == 1
    }

    /// Whether it leads into a table or code.
    pub fn is_tabular(&self) -> bool {
        self.is_code() || (self.inside >> TABLE) & 1 == 1
    }

    /// Pushes this family's features; `comments` tells whether this is among readers' comments.
    #[inline]
    pub fn push(&self, comments: bool, rows: &mut Rows) {
        for bit in 0..INSIDE.len() {
            rows.push((self.inside >> bit & 1) as f32);
        }
        rows.push(f32::from(self.heading));
        rows.push(f32::from(self.depth));
        rows.push(f32::from(u8::from(self.negative_role)));
        rows.push(f32::from(self.negatives));
        let near = if self.negatives > 0 { self.depth - self.negative_depth } else { FAR };
        rows.push(f32::from(near.min(FAR)));
        rows.push(f32::from(u8::from(comments)));
        rows.push(f32::from(u8::from(self.named.has(Kinds::REVIEWS))));
        rows.push(f32::from(self.hidden as u8));
        let Lexical { known, means, minima, min, max, sum, .. } = self.lexical;
        for value in [means[0], means[1], min, max, sum, minima.iter().sum(), f32::from(known)] {
            rows.push(value);
        }
    }
}

/// 1 for `h1` to 6 for `h6`.
fn heading_level(tag: Tag) -> Option<u8> {
    const HEADINGS: [Tag; 6] = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];
    HEADINGS.iter().position(|&heading| heading == tag).map(|at| at as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::super::COMMON;
    use super::super::tests::feature;
    use super::*;
    use crate::extract::methods::grain::lexicon::{self, Source};

    const HTML: &str = "<body><nav role=Navigation class=site-menu><ul><li>a<li>b</ul></nav>
        <main><div class='post x'><h2>c</h2><p>d</div><div class='post y'>e</div></main>";

    #[test]
    fn ancestors_are_known() {
        let inside = |name| (0..5).map(|unit| feature(HTML, unit, name)).collect::<Vec<_>>();
        assert_eq!(inside("a_nav"), [1.0, 1.0, 0.0, 0.0, 0.0]);
        assert_eq!(inside("r_neg"), [1.0, 1.0, 0.0, 0.0, 0.0]);
        assert_eq!(inside("a_main"), [0.0, 0.0, 1.0, 1.0, 1.0]);
        assert_eq!(inside("a_heading"), [0.0, 0.0, 2.0, 0.0, 0.0]);
        assert_eq!(inside("c_neg"), [2.0, 2.0, 20.0, 20.0, 20.0]);
    }

    #[test]
    fn blocks_hold_their_units_and_levels_count_outwards() {
        let page = Page::parse(HTML);
        let blocks = Blocks::new(&page, &Lexicon::new([].into_iter()));
        assert_eq!(blocks.of_unit.len(), page.units().len());
        for (unit, &block) in blocks.of_unit.iter().enumerate() {
            for above in blocks.up(block) {
                assert!(blocks.list[above as usize].units.contains(&(unit as u32)));
            }
        }
        assert_eq!(blocks.levels_from(blocks.of_unit[3]), [3, 3, 1, 0, 2]);
    }

    #[test]
    fn like_siblings_and_like_paths_are_equal() {
        let page = Page::parse(HTML);
        let blocks = Blocks::new(&page, &Lexicon::new([].into_iter()));
        let look = |unit: usize| blocks.above(unit).look;
        assert_eq!(look(0), look(1));
        assert_ne!(look(2), look(3));
        // Both `post`, though their other classes differ.
        let first = &blocks.list[blocks.above(2).parent as usize];
        assert_eq!(first.alike, blocks.above(4).alike);
    }

    #[test]
    fn a_path_sums_up_the_lexicon() {
        let mut keys = Vec::new();
        lexicon::keys("post entry side", Source::Name, |key| keys.push(key));
        let weights = [2.0, 1.0, -3.0];
        let lexicon = Lexicon::new(keys.into_iter().zip(weights).collect::<Vec<_>>().into_iter());
        let page = Page::parse("<div class=post><div class=entry><div id=entry-side>x");
        let mut rows = Rows::new([0.0; COMMON]);
        Blocks::new(&page, &lexicon).above(0).path.push(false, &mut rows);
        let row = rows.row(0);
        let lexical = &row[COMMON + 23..COMMON + 30];
        // Means -1, 1, 2 from within: nearest two, least, most, sum, nearest three minima, count.
        assert_eq!(lexical, [-1.0, 1.0, -3.0, 2.0, 2.0, 0.0, 3.0]);
    }
}
