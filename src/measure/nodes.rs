//! DOM nodes retrieved, as López, Silva and Insa 2012 evaluate (their Table 1).
//!
//! The block of a choice of leaves is the lowest element that holds them all. What is compared is
//! the nodes of two blocks, elements and texts: that of the extraction, and that of the leaves
//! which are content by the gold ([`align`]). Two subtrees of one tree lie in each other or apart,
//! so that precision or recall is 1, or both are 0, whatever the method (López' law). A method
//! that chooses leaves here and there is measured by the block around them all: the measure is
//! made for methods that choose one subtree.

use std::ops::Range;

use super::scores::Counts;
use crate::dataset::{Gold, align};
use crate::dom::NodeId;
use crate::extract::Extraction;
use crate::page::Page;

/// The element that the method chose, where it chose one, else the lowest that holds all chosen leaves;
/// `None` where none is chosen.
pub fn block(page: &Page, extraction: &Extraction) -> Option<NodeId> {
    if extraction.element.is_some() {
        return extraction.element;
    }
    let mut kept = page.leaves().iter().zip(&extraction.kept).filter(|&(_, &kept)| kept);
    let first = kept.next()?.0.node;
    let last = kept.next_back().map_or(first, |(leaf, _)| leaf.node);
    let dom = page.dom();
    dom.ancestors(first).find(|&element| dom.subtree(element).contains(&last.0))
}

/// A page and the nodes of its gold block.
pub struct GoldNodes<'p> {
    page: &'p Page<'p>,
    /// As a run of document order.
    gold: Range<u32>,
}

impl<'p> GoldNodes<'p> {
    /// The gold block of a page.
    pub fn new(page: &'p Page<'p>, gold: &Gold) -> GoldNodes<'p> {
        GoldNodes { page, gold: nodes(page, &align::labels(page, gold)) }
    }

    /// Counts an extraction.
    pub fn count(&self, extraction: &Extraction) -> Counts {
        let (chosen, gold) = (nodes(self.page, extraction), &self.gold);
        let common = chosen.start.max(gold.start)..chosen.end.min(gold.end);
        let [matched, extracted, gold] = [&common, &chosen, gold].map(|nodes| nodes.len() as u64);
        Counts { matched, extracted, gold }
    }
}

/// The nodes of an extraction's block; none where it has none.
fn nodes(page: &Page, extraction: &Extraction) -> Range<u32> {
    block(page, extraction).map_or(0..0, |block| page.dom().subtree(block))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::Tag;
    use proptest::prelude::*;

    const HTML: &str = "<ul><li>a menu</ul><div><h1>Head</h1><section><p>One <b>two</b> three.\
                        <p>Four five six.<img></section></div>";

    fn page_and_gold(gold: &str) -> (Page<'static>, Gold) {
        (Page::parse(HTML), Gold { text: gold.into(), ..Gold::default() })
    }

    /// An extraction of the leaves at some places: menu 0, heading 1, paragraphs 2 to 5.
    fn chosen(page: &Page, leaves: &[usize]) -> Extraction {
        let mut extraction = Extraction::none(page);
        leaves.iter().for_each(|&leaf| extraction.kept[leaf] = true);
        extraction
    }

    #[test]
    fn the_block_is_the_lowest_element_around_all_leaves() {
        let (page, _) = page_and_gold("");
        for (leaves, expected) in [
            (&[3][..], Some(Tag::B)),
            (&[2, 4], Some(Tag::P)),
            (&[2, 5], Some(Tag::SECTION)),
            (&[1, 3], Some(Tag::DIV)),
            (&[0, 5], Some(Tag::BODY)),
            (&[], None),
        ] {
            let block = block(&page, &chosen(&page, leaves));
            assert_eq!(block.and_then(|node| page.dom().tag(node)), expected, "{leaves:?}");
        }
    }

    #[test]
    fn nodes_of_two_blocks_are_compared() {
        // The gold block is the section: itself, two p, b, img and four texts; the div has its h1
        // and a text besides.
        let (page, gold) = page_and_gold("One two three. Four five six.");
        let counter = GoldNodes::new(&page, &gold);
        for (leaves, expected) in [
            (&[2, 5][..], [9, 9, 9]),
            (&[1, 5], [9, 12, 9]),
            (&[5], [3, 3, 9]),
            (&[0], [0, 2, 9]),
            (&[], [0, 0, 9]),
        ] {
            let Counts { matched, extracted, gold } = counter.count(&chosen(&page, leaves));
            assert_eq!([matched, extracted, gold], expected, "{leaves:?}");
        }
    }

    #[test]
    fn the_element_that_was_chosen_is_scored_and_not_the_least_around_its_leaves() {
        let page = Page::parse("<main><div><p>One two three.</p></div></main><p>x");
        let gold = Gold::new("x", "One two three.");
        let extracted = |spec: &str| {
            let extraction = spec.parse::<crate::Spec>().unwrap().build().unwrap().extract(&page);
            GoldNodes::new(&page, &gold).count(&extraction).extracted
        };
        // The div with its p and text, a step further the main, and then the body, which has one p more.
        assert_eq!(["cnr", "cnr(widen=1)", "cnr(widen=2)"].map(extracted), [3, 4, 7]);
    }

    #[test]
    fn a_page_without_content_wants_no_block() {
        let (page, gold) = page_and_gold("");
        let counter = GoldNodes::new(&page, &gold);
        assert_eq!(counter.count(&Extraction::none(&page)).f1(), 1.0);
        assert_eq!(counter.count(&Extraction::all(&page)).f1(), 0.0);
    }

    proptest! {
        #[test]
        fn precision_or_recall_is_1_or_both_are_0(kept: [bool; 6], gold: [bool; 6]) {
            let (page, _) = page_and_gold("");
            let extraction = |kept: [bool; 6]| Extraction::new(kept.into());
            let counter = GoldNodes { page: &page, gold: nodes(&page, &extraction(gold)) };
            let counts = counter.count(&extraction(kept));
            let (p, r) = (counts.precision(), counts.recall());
            prop_assert!(p == 1.0 || r == 1.0 || (p, r) == (0.0, 0.0));
        }
    }
}
