//! Block detection: all blocks of a page in order of relevance (López, Silva and Insa 2012, Section
//! VI).
//!
//! The main block is detected, its nodes are taken out of the tree, and the main block of what is
//! left comes next. A block that is found late may lie around an earlier one; it then owns the
//! leaves that the earlier one left. Each block costs one pass over the page, so the number of
//! blocks is the caller's to bound.

use super::{Cnr, Shares};
use crate::dom::NodeId;
use crate::page::Page;

/// A detected block.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// The container.
    pub node: NodeId,
    /// Its leaves in document order, as indices of [`Page::leaves`]; no leaf is in two blocks.
    pub leaves: Vec<u32>,
    /// Its characters without white space and without links.
    pub characters: u32,
    /// Its chars-nodes ratio when it was found.
    pub ratio: f64,
}

impl Cnr {
    /// The page's blocks in order of relevance, at most `limit` of them.
    ///
    /// `widen` and `narrow` do not apply.
    pub(crate) fn detect(&self, page: &Page, limit: usize) -> Vec<Block> {
        let dom = page.dom();
        let mut shares = Shares::of_characters(page);
        let mut is_free = vec![true; page.leaves().len()];
        let next = || {
            let ratios = shares.ratios();
            let node = self.largest_block(dom, &ratios)?;
            let nodes = dom.subtree(node);
            let leaves = page.leaves_under(node);
            let free = leaves.clone().filter(|&leaf| is_free[leaf]).map(|leaf| leaf as u32);
            let block = Block {
                node,
                leaves: free.collect(),
                characters: ratios.amount(&nodes),
                ratio: ratios.ratio(&nodes),
            };
            is_free[leaves].fill(false);
            shares.remove(nodes);
            Some(block)
        };
        std::iter::from_fn(next).take(limit).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Parameters;
    use super::*;

    /// The text of each block.
    fn blocks(html: &str, limit: usize) -> Vec<String> {
        let page = Page::parse(html);
        let text = |block: Block| {
            let texts = block.leaves.iter().map(|&leaf| page.text(&page.leaves()[leaf as usize]));
            texts.collect::<Vec<_>>().join(" ")
        };
        let cnr = Parameters::default().build().unwrap();
        cnr.detect(&page, limit).into_iter().map(text).collect()
    }

    #[test]
    fn blocks_come_in_order_of_relevance() {
        let html = "<div><p>side text</p></div><div><p>the long main text</p><p>goes on here</p>\
                    <a href=/>more</a></div><div><b>foot</b></div>";
        let all = ["the long main text goes on here more", "side text", "foot"];
        assert_eq!(blocks(html, 9), all);
        assert_eq!(blocks(html, 2), all[..2]);
        assert!(blocks("<a href=/>nothing counts</a>", 9).is_empty());
    }

    #[test]
    fn a_block_around_an_earlier_one_owns_the_rest() {
        let html = "<div>lead <section><p>a long text here</p><p>and its end</p></section></div>";
        assert_eq!(blocks(html, 9), ["a long text here and its end", "lead"]);
    }
}
