//! What reads as one is chosen as one: lists, tables and quotes, and the lines of a recipe that the page itself states.
//!
//! Units are judged one by one, so a list comes out without an item, a table without a cell. A list or
//! table of which at least half is chosen is chosen whole, a quote of which anything is. Lists of links
//! are as often what stands beside the content, and tables that hold headings or tables are layout:
//! they are left as they are, as is whatever holds the page's main heading.
//!
//! A table of short cells, such as the data of goods, is unlike the text before it: it is chosen whole where its
//! mean probability comes near the threshold.
//!
//! Lists that belong to a text are unlike it, so that many fall short, such as what a recipe is made of: one
//! between chosen texts is chosen where the wide scope with more weight on recall chooses most of it, and in
//! the narrow scope one right behind a chosen text where the wide scope does.

use super::features::Features;
use super::features::path::Block;
use super::ruling::Ruling;
use crate::dom::Tag;

/// Share of a list's or table's words from which it is chosen whole.
const MOST: f32 = 0.5;

/// Units from a text of the article to a list behind it, at most.
const NEAR: usize = 3;

/// Share of the threshold below which a heading, or a part of a post, is not chosen for what it stands with.
pub const UNLIKELY: f32 = 0.25;

/// Share of linked words from which a list, or what a heading heads, is links.
pub const LINKS: f64 = 0.5;

/// Share of the threshold that the mean probability of a table's words must reach.
const NEARLY: f32 = 0.75;

/// Rows and cells from which a table is one, and words a cell up to which it is no layout.
const ROWS: usize = 2;
const CELLS: usize = 4;
const CELL_WORDS: f32 = 12.0;

/// What is chosen as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whole {
    /// It is chosen whole or not at all.
    Whole,
    /// Each part of it is chosen for itself.
    Auto,
}

/// What is done with the lines of a recipe that the page states in JSON-LD.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recipes {
    /// They are chosen.
    Keep,
    /// They are chosen as any unit is.
    Auto,
}

/// Words that are chosen and words that there are, before each unit.
struct Sums(Vec<(f32, f32)>);

impl Sums {
    fn new(rulings: &[Ruling], features: &Features) -> Sums {
        let (mut chosen, mut all) = (0.0, 0.0);
        let mut sums = vec![(0.0, 0.0)];
        for (ruling, text) in rulings.iter().zip(&features.texts.0) {
            all += text.words;
            chosen += if ruling.is_kept() { text.words } else { 0.0 };
            sums.push((chosen, all));
        }
        Sums(sums)
    }

    /// Share of a block's words that are chosen.
    fn share(&self, block: &Block) -> f32 {
        let [start, end] = [block.units.start, block.units.end].map(|unit| self.0[unit as usize]);
        (end.0 - start.0) / (end.1 - start.1).max(1.0)
    }
}

/// Chooses the lines of the recipe that the page states.
pub fn recipe(rulings: &mut [Ruling], features: &Features) {
    for (ruling, &is_line) in rulings.iter_mut().zip(&features.recipe) {
        if is_line && *ruling == Ruling::Below {
            *ruling = Ruling::Recipe;
        }
    }
}

/// Chooses the rest of lists and tables of which most is chosen. In a list of posts what stands around their texts,
/// such as what is said of who wrote them, is left where it is unlikely. Each unit's probability is `smoothed`.
pub fn lists(rulings: &mut [Ruling], smoothed: &[f32], threshold: f32, features: &Features) {
    let sums = Sums::new(rulings, features);
    let lists = Lists::new(features);
    let units =
        outermost(features, |at, block| sums.share(block) >= MOST && lists.holds(at, block));
    let belongs = |&unit: &usize| {
        smoothed[unit] >= UNLIKELY * threshold || !features.blocks.above(unit).path.is_posted()
    };
    choose(rulings, units.filter(belongs), Ruling::Listed);
}

/// Chooses the tables behind the first chosen unit that are of short cells and nearly likely enough; each
/// unit's probability is `smoothed`.
pub fn tables(rulings: &mut [Ruling], smoothed: &[f32], threshold: f32, features: &Features) {
    let Some(first) = rulings.iter().position(|ruling| ruling.is_kept()) else { return };
    let lists = Lists::new(features);
    let units = outermost(features, |at, block| {
        if block.tag != Tag::TABLE || block.units.start as usize <= first || !lists.holds(at, block)
        {
            return false;
        }
        let (mut expected, mut words) = (0.0, 0.0);
        for unit in block.units.clone() {
            let unit = unit as usize;
            expected += smoothed[unit] * features.texts.0[unit].words;
            words += features.texts.0[unit].words;
        }
        expected >= NEARLY * threshold * words && has_short_cells(at, block, words, features)
    });
    choose(rulings, units, Ruling::Table);
}

/// Whether a table has rows of cells of few words each.
fn has_short_cells(at: usize, table: &Block, words: f32, features: &Features) -> bool {
    let inside = &features.blocks.list[at + 1..];
    let (mut rows, mut cells) = (0, 0);
    for block in inside.iter().take_while(|block| block.units.start < table.units.end) {
        match block.tag {
            Tag::TR => rows += 1,
            Tag::TD | Tag::TH => cells += 1,
            _ => {}
        }
    }
    rows >= ROWS && cells >= CELLS && words <= CELL_WORDS * cells as f32
}

/// Where a list or table stands of which most is not chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// Between units that are chosen.
    Within,
    /// Behind one.
    Behind,
}

/// The lists and tables, by their blocks, of which most is not chosen and that may belong to what is.
pub fn left_lists(rulings: &[Ruling], features: &Features) -> Vec<Option<Left>> {
    let chosen: Vec<bool> = rulings.iter().map(|ruling| ruling.is_kept()).collect();
    let first = chosen.iter().position(|&chosen| chosen).unwrap_or(chosen.len());
    let last = chosen.iter().rposition(|&chosen| chosen).unwrap_or(0);
    let sums = Sums::new(rulings, features);
    let lists = Lists::new(features);
    let place = |(at, block): (usize, &Block)| {
        let [start, end] = [block.units.start, block.units.end].map(|unit| unit as usize);
        let place = if start > first && end <= last {
            Left::Within
        } else if chosen[start.saturating_sub(NEAR)..start].contains(&true) {
            Left::Behind
        } else {
            return None;
        };
        (sums.share(block) < MOST && lists.holds(at, block)).then_some(place)
    };
    features.blocks.list.iter().enumerate().map(place).collect()
}

/// Chooses those of them that belong to what is chosen: within it where a generous choice has most of them,
/// behind it where the wide scope's has.
pub fn own_lists(
    rulings: &mut [Ruling],
    left: &[Option<Left>],
    wide: &[Ruling],
    generous: &[Ruling],
    features: &Features,
) {
    let (wide, generous) = (Sums::new(wide, features), Sums::new(generous, features));
    let units = outermost(features, |at, block| match left[at] {
        None => false,
        Some(Left::Within) => generous.share(block) >= MOST,
        Some(Left::Behind) => wide.share(block) >= MOST,
    });
    choose(rulings, units, Ruling::Own);
}

/// The lists and tables of a page that are not of links and no layout.
struct Lists<'f> {
    features: &'f Features,
    /// Whether each block holds a table.
    tables: Vec<bool>,
}

impl<'f> Lists<'f> {
    fn new(features: &'f Features) -> Lists<'f> {
        Lists { features, tables: nested_tables(features) }
    }

    fn holds(&self, at: usize, block: &Block) -> bool {
        let is_list = match block.tag {
            Tag::UL | Tag::OL | Tag::DL => true,
            Tag::TABLE => !self.tables[at] && !has_heading(block, self.features),
            _ => false,
        };
        is_list && self.features.link_density(&block.units) < LINKS
    }
}

/// Chooses the rest of quotes of which anything is chosen.
pub fn quotes(rulings: &mut [Ruling], features: &Features) {
    let sums = Sums::new(rulings, features);
    let is_one = |_, block: &Block| block.tag == Tag::BLOCKQUOTE && sums.share(block) > 0.0;
    choose(rulings, outermost(features, is_one), Ruling::Quoted);
}

/// The units of the outermost blocks that are asked for.
fn outermost(
    features: &Features,
    is_one: impl Fn(usize, &Block) -> bool,
) -> impl Iterator<Item = usize> {
    let main = features.position.heading().map(|heading| heading as u32);
    let mut done = 0;
    let blocks = features.blocks.list.iter().enumerate().filter(move |&(at, block)| {
        let holds_main = main.is_some_and(|main| block.units.contains(&main));
        let is_outermost = block.units.start >= done && !holds_main && is_one(at, block);
        if is_outermost {
            done = block.units.end;
        }
        is_outermost
    });
    blocks.flat_map(|(_, block)| block.units.start as usize..block.units.end as usize)
}

/// Chooses those of the units that are below the threshold.
fn choose(rulings: &mut [Ruling], units: impl Iterator<Item = usize>, by: Ruling) {
    for unit in units {
        if rulings[unit] == Ruling::Below {
            rulings[unit] = by;
        }
    }
}

/// Whether each block holds a table.
fn nested_tables(features: &Features) -> Vec<bool> {
    let list = &features.blocks.list;
    let mut holds = vec![false; list.len()];
    for (at, block) in list.iter().enumerate().rev() {
        let parent = block.parent as usize;
        if parent != at && (holds[at] || block.tag == Tag::TABLE) {
            holds[parent] = true;
        }
    }
    holds
}

/// Whether a heading stands in a block. It is asked of tables without tables alone, no two of which
/// share a unit.
fn has_heading(block: &Block, features: &Features) -> bool {
    block.units.clone().any(|unit| features.blocks.above(unit as usize).path.heading > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::methods::grain::lexicon::Lexicon;
    use crate::page::Page;
    use Ruling::{Below, Chosen, Listed, Quoted};

    fn features(html: &str) -> Features {
        Features::new(&Page::parse(html), &Lexicon::new([].into_iter()))
    }

    fn with(html: &str, rulings: &[Ruling], complete: fn(&mut [Ruling], &Features)) -> Vec<Ruling> {
        let mut rulings = rulings.to_vec();
        complete(&mut rulings, &features(html));
        rulings
    }

    fn listed(rulings: &mut [Ruling], features: &Features) {
        lists(rulings, &[0.4; 20], 0.5, features);
    }

    #[test]
    fn lines_of_the_pages_recipe_are_chosen() {
        let html = "<script type=application/ld+json>{\"@type\": \"Recipe\", \"recipeIngredient\": \
            [\"two eggs\", \"salt\"]}</script><p>Beat them.<ul><li>Two eggs<li>Salt<li>Print</ul>";
        // What was dropped by name stays dropped.
        let rulings = [Chosen, Below, Ruling::Comment, Below];
        let lines = [Chosen, Ruling::Recipe, Ruling::Comment, Below];
        assert_eq!(with(html, &rulings, recipe), lines);
    }

    #[test]
    fn half_of_a_list_is_a_list() {
        let html = "<p>a b c<ul><li>a b<li>c d<li>e f</ul>";
        let most = [Below, Chosen, Below, Chosen];
        assert_eq!(with(html, &most, listed), [Below, Chosen, Listed, Chosen]);
        let least = [Chosen, Chosen, Below, Below];
        assert_eq!(with(html, &least, listed), least);
        // What was dropped by name stays dropped.
        let dropped = [Below, Chosen, Ruling::Comment, Chosen];
        assert_eq!(with(html, &dropped, listed), dropped);
    }

    #[test]
    fn a_list_belongs_to_the_text_around_it() {
        let html = "<ul><li>a<li>b</ul><p>c d<ul><li>e<li>f</ul><ul><li><a href>g</a></ul><p>h<ul><li>i</ul>\
            <p>j<p>k<p>l<ul><li>m</ul>";
        let features = features(html);
        let narrow: Vec<_> =
            (0..12).map(|unit| if matches!(unit, 2 | 6) { Chosen } else { Below }).collect();
        let left = left_lists(&narrow, &features);
        let own = |wide: &[Ruling], generous: &[Ruling]| {
            let mut rulings = narrow.clone();
            own_lists(&mut rulings, &left, wide, generous, &features);
            (0..12).filter(|&unit| rulings[unit] == Ruling::Own).collect::<Vec<_>>()
        };
        assert_eq!(own(&[Chosen; 12], &[Chosen; 12]), [3, 4, 7]);
        assert_eq!(own(&narrow, &[Chosen; 12]), [3, 4]);
        assert_eq!(own(&[Chosen; 12], &narrow), [7]);
    }

    #[test]
    fn lists_of_links_are_left_alone() {
        let html = "<ul><li><a href>a b</a><li><a href>c d</a></ul>";
        assert_eq!(with(html, &[Chosen, Below], listed), [Chosen, Below]);
    }

    #[test]
    fn what_is_unlikely_in_a_list_of_posts_is_left() {
        let p = [0.9, 0.13, 0.12];
        let posts = features("<ol class=posts><li>a b c<li>d<li>e</ol>");
        let mut rulings = [Chosen, Below, Below];
        lists(&mut rulings, &p, 0.5, &posts);
        assert_eq!(rulings, [Chosen, Listed, Below]);
        let mut rulings = [Chosen, Below, Below];
        lists(&mut rulings, &p, 0.5, &features("<ol><li>a b c<li>d<li>e</ol>"));
        assert_eq!(rulings, [Chosen, Listed, Listed]);
    }

    #[test]
    fn tables_of_cells_are_whole_and_tables_of_layout_are_not() {
        let rulings = [Chosen, Below];
        let cells = "<table><tr><td>a b<td>c d</table>";
        assert_eq!(with(cells, &rulings, listed), [Chosen, Listed]);
        for layout in [
            "<table><tr><td><h2>a b</h2><td>c d</table>",
            "<table><tr><td>a b<td><table><tr><td>c d</table></table>",
        ] {
            assert_eq!(with(layout, &rulings, listed), rulings, "{layout}");
        }
    }

    #[test]
    fn tables_of_short_cells_may_fall_short() {
        let data = "<table><tr><th>Weight<td>2 kg<tr><th>Height<td>30 cm</table>";
        let ruled = |html: &str, rulings: &[Ruling], p: f32| {
            let mut rulings = rulings.to_vec();
            tables(&mut rulings, &[p; 5], 0.5, &features(html));
            rulings
        };
        let [behind, before] = [format!("<p>A drill{data}"), format!("{data}<p>A drill")];
        let alone = [Chosen, Below, Below, Below, Below];
        let table = Ruling::Table;
        assert_eq!(ruled(&behind, &alone, 0.4), [Chosen, table, table, table, table]);
        assert_eq!(ruled(&behind, &alone, 0.35), alone);
        let last = [Below, Below, Below, Below, Chosen];
        assert_eq!(ruled(&before, &last, 0.4), last);
        let layout =
            format!("<p>x<table><tr><td>{0}<td>a<tr><td>{0}<td>b</table>", "so ".repeat(40));
        assert_eq!(ruled(&layout, &alone, 0.4), alone);
        let row = "<p>x<table><tr><td>a<td>b<td>c<td>d</table>";
        assert_eq!(ruled(row, &alone, 0.4), alone);
    }

    #[test]
    fn quotes_are_whole() {
        let html = "<blockquote><p>a b c<p>d</blockquote><p>e";
        assert_eq!(with(html, &[Below, Chosen, Below], quotes), [Quoted, Chosen, Below]);
    }

    #[test]
    fn what_holds_the_main_heading_is_left_alone() {
        let html = "<title>The old mill</title><blockquote><h1>The old mill</h1><p>a</blockquote>";
        assert_eq!(with(html, &[Below, Chosen], quotes), [Below, Chosen]);
    }
}
