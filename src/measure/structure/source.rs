//! The gold of a page's structure: the page's own markup wherever its words are in the gold text.
//!
//! Page and gold text are aligned by their words; an element is gold where four fifths of its words
//! are. It asks no writer of Markdown, so that none is favoured by it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Structure;
use super::fold;
use super::html::{Element, Walk};
use crate::dataset::Gold;
use crate::dom::{Dom, Tag};

/// Words in a row that are no chance: a common subsequence counts in runs of so many.
const RUN: usize = 3;

/// Words in a row that count wherever the gold has them.
const GRAM: usize = 4;

/// Words of a page and of a gold over which neither is aligned: time and memory are their product.
const LONGEST: (usize, usize) = (60_000, 40_000);

/// Words of an element that prove nothing by themselves.
const SHORT: usize = 2;

/// Words of a heading or an item that may be found as a line of the gold instead.
const LINE: usize = 12;

/// The structure that a page's gold text has in the page. A heading that is the gold's title is
/// left out.
pub fn structure(dom: &Dom, gold: &Gold) -> Structure {
    let walk = Walk::new(dom);
    let cover = Cover::new(&walk.words, &fold::words(&fold::folded(&gold.text)));
    let lines: FxHashSet<_> = gold.text.lines().map(fold::folded).collect();
    let keeps = |element: &Element| {
        let words = element.words.len();
        let covered = cover.within(element.words.start, element.words.end);
        if words == 0 {
            false
        } else if 5 * covered >= 4 * words {
            words > SHORT || {
                let (all, covered) = cover.around(element, 8);
                5 * covered >= 3 * all
            }
        } else {
            let is_line = |element: &Element| lines.contains(&fold::folded(&walk.text_of(element)));
            words <= LINE && may_be_line(element.tag) && is_line(element) && {
                let (all, covered) = cover.around(element, 15);
                5 * covered >= 2 * (all - words)
            }
        }
    };
    let page = Some(walk.parts.concat());
    let mut structure = Structure { text: gold.text.clone(), page, ..Structure::default() };
    let base = base(dom, gold.url.as_deref());
    walk.collect(base.as_deref(), keeps, &mut structure);
    if let Some(title) = gold.title().map(fold::folded) {
        structure.headings.retain(|heading| heading.text != title);
    }
    structure
}

fn may_be_line(tag: Tag) -> bool {
    matches!(tag, Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 | Tag::LI)
}

/// What a page's links are relative to: its `base`, else its address.
fn base(dom: &Dom, url: Option<&str>) -> Option<String> {
    let bases = dom.nodes().filter(|&node| dom.tag(node) == Some(Tag::BASE));
    let base = bases.filter_map(|base| dom.attribute(base, "href")).next();
    match (base, url) {
        (Some(base), Some(url)) => Some(fold::resolved(base.trim(), url)),
        (Some(base), None) => Some(base.into_owned()),
        (None, url) => url.map(str::to_owned),
    }
}

/// How many of a page's words before each place are in its gold.
struct Cover(Vec<usize>);

impl Cover {
    /// Aligns a page's words with the gold's.
    fn new(page: &[String], gold: &[String]) -> Cover {
        let mut ids: FxHashMap<&str, u32> = FxHashMap::default();
        let mut id = |word| {
            let next = ids.len() as u32;
            *ids.entry(word).or_insert(next)
        };
        let short: Vec<u32> = page.iter().take(LONGEST.0).map(|word| id(word)).collect();
        let gold: Vec<u32> = gold.iter().take(LONGEST.1).map(|word| id(word)).collect();
        let mut covered = vec![false; page.len()];
        for run in common(&short, &gold).chunk_by(|one, next| (one.0 + 1, one.1 + 1) == *next) {
            if run.len() >= RUN {
                covered[run[0].0..run[0].0 + run.len()].fill(true);
            }
        }
        let grams: FxHashSet<_> = gold.windows(GRAM).collect();
        for (at, gram) in short.windows(GRAM).enumerate() {
            if grams.contains(gram) {
                covered[at..at + GRAM].fill(true);
            }
        }
        // A word between two that are covered is one the gold spells in another way.
        for at in 1..covered.len().saturating_sub(1) {
            covered[at] |= covered[at - 1] && covered[at + 1];
        }
        let mut sum = 0;
        let sums = covered.into_iter().map(|covered| {
            sum += usize::from(covered);
            sum
        });
        Cover([0].into_iter().chain(sums).collect())
    }

    /// Words that are covered between two places.
    fn within(&self, start: usize, end: usize) -> usize {
        self.0[end] - self.0[start]
    }

    /// Words of an element and of so many before and behind it, and how many of them are covered.
    fn around(&self, element: &Element, reach: usize) -> (usize, usize) {
        let start = element.words.start.saturating_sub(reach);
        let end = (element.words.end + reach).min(self.0.len() - 1);
        (end - start, self.within(start, end))
    }
}

/// A longest common subsequence of two texts, as pairs of places (Hyyrö 2004: a row of bits for
/// each word of the gold, which is walked back).
fn common(page: &[u32], gold: &[u32]) -> Vec<(usize, usize)> {
    let head = page.iter().zip(gold).take_while(|(a, b)| a == b).count();
    let rest = (&page[head..], &gold[head..]);
    let tail = rest.0.iter().rev().zip(rest.1.iter().rev()).take_while(|(a, b)| a == b).count();
    let (page, gold) = (&rest.0[..rest.0.len() - tail], &rest.1[..rest.1.len() - tail]);
    let rows = rows(page, gold);
    let is_set = |row: usize, column: usize| rows[row][column / 64] >> (column % 64) & 1 == 1;
    let mut pairs = Vec::new();
    let (mut column, mut row) = (page.len(), gold.len());
    while row > 0 && column > 0 {
        if is_set(row - 1, column - 1) {
            column -= 1;
        } else {
            row -= 1;
            if row == 0 || is_set(row - 1, column - 1) {
                column -= 1;
                pairs.push((head + column, head + row));
            }
        }
    }
    pairs.extend((0..head).rev().map(|at| (at, at)));
    pairs.reverse();
    pairs.extend((0..tail).map(|at| (head + page.len() + at, head + gold.len() + at)));
    pairs
}

/// For each word of the gold, a bit for each of the page: clear where the subsequence grows.
fn rows(page: &[u32], gold: &[u32]) -> Vec<Box<[u64]>> {
    let blocks = page.len().div_ceil(64);
    let mut places: FxHashMap<u32, Vec<u64>> = FxHashMap::default();
    for (at, word) in page.iter().enumerate() {
        places.entry(*word).or_insert_with(|| vec![0; blocks])[at / 64] |= 1 << (at % 64);
    }
    let mut row: Box<[u64]> = vec![u64::MAX; blocks].into();
    let step = |word: &u32| {
        if let Some(places) = places.get(word) {
            let mut carry = false;
            for (bits, place) in row.iter_mut().zip(places) {
                let common = *bits & place;
                let (sum, over) = bits.overflowing_add(common);
                let (sum, again) = sum.overflowing_add(u64::from(carry));
                *bits = sum | (*bits - common);
                carry = over || again;
            }
        }
        row.clone()
    };
    gold.iter().map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::Parser;
    use proptest::prelude::*;

    fn gold(html: &str, text: &str) -> Structure {
        let dom = Dom::parse(html, Parser::Native);
        structure(&dom, &Gold { text: text.into(), ..Gold::default() })
    }

    #[test]
    fn markup_is_gold_where_its_words_are() {
        let html = "<ul><li>Home page of us<li>Contact us now</ul><h2>A short story of old</h2>\
                    <p>It <b>was not a long</b> one at all.<ul><li>first of its items<li>second of them</ul>\
                    <h2>Read more of the same</h2>";
        let text = "A short story of old\nIt was not a long one at all.\nfirst of its items\nsecond of them";
        let found = gold(html, text);
        let headings: Vec<_> = found.headings.iter().map(|heading| &heading.text[..]).collect();
        let items: Vec<_> = found.items.iter().map(|item| &item.text[..]).collect();
        assert_eq!(headings, ["a short story of old"]);
        assert_eq!(items, ["first of its items", "second of them"]);
        assert_eq!(found.strong, ["was not a long"]);
    }

    #[test]
    fn a_short_heading_is_gold_among_gold() {
        let text = "one two three four five six seven eight\nNotes\nnine ten eleven twelve thirteen fourteen";
        let page = |menu: &str| {
            format!(
                "{menu}<p>one two three four five six seven eight<h3>Notes</h3><p>nine ten eleven twelve thirteen fourteen"
            )
        };
        assert_eq!(gold(&page(""), text).headings.len(), 1);
        let menu =
            "<ul><li>a<li>b<li>c<li>d<li>e<li>f<li>g<li>h</ul><h3>Notes</h3><p>i j k l m n o p</p>";
        assert_eq!(gold(&page(menu), text).headings.len(), 1, "the one in the menu is none");
    }

    /// The length of the longest common subsequence by its table.
    fn length(a: &[u32], b: &[u32]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for x in a {
            let mut before = 0;
            for (at, y) in b.iter().enumerate() {
                let here = if x == y { before + 1 } else { row[at + 1].max(row[at]) };
                before = std::mem::replace(&mut row[at + 1], here);
            }
        }
        row[b.len()]
    }

    proptest! {
        #[test]
        fn the_subsequence_is_common_and_longest(
            a in prop::collection::vec(0u32..6, 0..150),
            b in prop::collection::vec(0u32..6, 0..150),
        ) {
            let pairs = common(&a, &b);
            prop_assert!(pairs.iter().all(|&(i, j)| a[i] == b[j]));
            prop_assert!(pairs.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1));
            prop_assert_eq!(pairs.len(), length(&a, &b));
        }
    }
}
