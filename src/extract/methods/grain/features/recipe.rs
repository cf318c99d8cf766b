//! The units that the page itself states to be lines of its recipe.
//!
//! Recipe pages describe the recipe in JSON-LD for search engines, line by line. A line of it that stands on
//! the page is content, however much it looks like a list beside it. Letters and digits alone are compared,
//! in lower case, so that it does not matter how a line is set: `1 cup` is `1cup`, and a row of cells is a line.

use rustc_hash::FxHashSet;

use super::path::Blocks;
use crate::dom::{Dom, NodeId};
use crate::metadata;
use crate::page::Page;

/// Base of the hash, odd and large.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// Units of a line, at most: so nested blocks mark no unit more often than that.
const CELLS: usize = 8;

/// Whether each unit is a line of the recipe that these scripts of JSON-LD describe, or within a block that
/// is one. Empty where there is no recipe.
pub fn lines(page: &Page, blocks: &Blocks, scripts: &[NodeId]) -> Vec<bool> {
    let stated = stated(page.dom(), scripts);
    if stated.is_empty() {
        return Vec::new();
    }
    let letters = Letters::new(page);
    let is_line = |start: usize, end: usize| stated.contains(&letters.hash(start, end));
    let mut lines: Vec<_> = (0..page.units().len()).map(|unit| is_line(unit, unit + 1)).collect();
    for block in &blocks.list {
        let [start, end] = [block.units.start, block.units.end].map(|unit| unit as usize);
        if (2..=CELLS).contains(&(end - start)) && is_line(start, end) {
            lines[start..end].fill(true);
        }
    }
    lines
}

/// Hashes of the lines that are stated.
fn stated(dom: &Dom, scripts: &[NodeId]) -> FxHashSet<(u64, u32)> {
    let texts = scripts.iter().flat_map(|&script| dom.children(script));
    let lines: Vec<_> = texts.flat_map(|text| metadata::recipe_lines(&dom.text(text))).collect();
    let html: String =
        lines.iter().map(|line| format!("<p>{}", line.replace('\n', "<br>"))).collect();
    let recipe = Page::parse(&html);
    let letters = Letters::new(&recipe);
    let units = 0..recipe.units().len();
    units.map(|unit| letters.hash(unit, unit + 1)).filter(|&(_, letters)| letters > 0).collect()
}

/// The letters and digits of a page's units, as hashes of what stands before each.
struct Letters(Vec<(u64, u32)>);

impl Letters {
    fn new(page: &Page) -> Letters {
        let (mut hash, mut count) = (0_u64, 0_u32);
        let mut before = vec![(hash, count)];
        for unit in page.units() {
            for leaf in &page.leaves()[unit.leaves.start as usize..unit.leaves.end as usize] {
                let letters = page.text(leaf).chars().filter(|c| c.is_alphanumeric());
                for c in letters.flat_map(char::to_lowercase) {
                    hash = hash.wrapping_mul(BASE).wrapping_add(c.into());
                    count = count.wrapping_add(1);
                }
            }
            before.push((hash, count));
        }
        Letters(before)
    }

    /// Hash and number of the letters from one unit to before another.
    fn hash(&self, start: usize, end: usize) -> (u64, u32) {
        let ((before, first), (hash, last)) = (self.0[start], self.0[end]);
        let count = last.wrapping_sub(first);
        (hash.wrapping_sub(before.wrapping_mul(BASE.wrapping_pow(count))), count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::methods::grain::features::Features;
    use crate::extract::methods::grain::lexicon::Lexicon;

    fn lines_of(html: &str) -> Vec<bool> {
        let page = Page::parse(html);
        Features::new(&page, &Lexicon::new([].into_iter())).recipe
    }

    const RECIPE: &str = "<script type=application/ld+json>{\"@type\": \"Recipe\", \"recipeIngredient\": \
        [\"1 cup Flour\", \"2 eggs &amp; salt\"], \"recipeInstructions\": \"<p>Mix.</p>\\nBake it.\"}</script>";

    #[test]
    fn lines_are_found_however_they_are_set() {
        let page = "<h1>Cake</h1><table><tr><td>1cup<td>flour</table><ul><li>2 <b>eggs</b> & salt<li>milk</ul>\
            <p>Mix<p>Bake it!<p>Eat it.";
        assert_eq!(
            lines_of(&format!("{RECIPE}{page}")),
            [false, true, true, true, false, true, true, false]
        );
    }

    #[test]
    fn a_page_without_a_recipe_has_none() {
        assert_eq!(lines_of("<ul><li>2 eggs</ul>"), [false; 0]);
        let empty = "<script type=application/ld+json>{\"@type\": \"Recipe\"}</script><p>x";
        assert_eq!(lines_of(empty), [false; 0]);
    }
}
