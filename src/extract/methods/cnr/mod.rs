//! `cnr`: López, Silva and Insa 2012, *Using the DOM tree for content extraction*, EPTCS 98 (WWV
//! 2012), pp. 46–59; the same authors, *Content extraction based on hierarchical relations in DOM
//! structures*, Polibits 45:5–12.
//!
//! Content lies where few nodes hold many characters. Every element gets its chars-nodes ratio
//! (Algorithm 1); the best of them rise in the tree as long as they meet siblings (Algorithm 2); of
//! the container blocks that result, the one with the most text is the main content, with
//! everything below it, its images too; `styled=on` gives it so (Figure 5 of the WWV paper). Taken out of
//! the tree, it leaves the next block ([`Cnr::detect`]); with hyperlinks instead of characters the ratios
//! find menus ([`menus`]).
//!
//! Since one subtree is chosen, precision or recall in nodes is 1 whenever the gold block is an
//! ancestor or a descendant of it, and both are 0 otherwise (López' law).
//!
//! *Departures from the paper.* It does not say how many nodes are "top rated": `ratio` and `of`
//! do; on WCXB dev the best fifth of the elements gives F1 .739 (articles .895), a quarter of the
//! highest ratio .666 (.875). Only elements are rated, since a text's ratio is its own length. Text
//! in links counts nothing, but is part of the block that is chosen.

mod container;
mod detect;
mod menu;
mod parameters;
mod ratio;
mod reasons;

pub use container::Mode;
pub use detect::Block;
pub use menu::{Menu, menus};
pub use parameters::{METHOD, Of, Parameters};

use std::cmp::Ordering;

use crate::Result;
use crate::dom::{Dom, NodeId};
use crate::extract::extractor::Extractor;
use crate::extract::shared::styled::styled;
use crate::extraction::{self, Explanation, Extraction, Segment, Segmentation};
use crate::page::Page;
use crate::render;
use ratio::{Ratios, Shares};

/// López, Silva and Insa's extractor.
#[derive(Debug, Clone, PartialEq)]
pub struct Cnr(Parameters);

impl Cnr {
    /// The extractor with these settings.
    fn new(parameters: &Parameters) -> Result<Cnr> {
        Ok(Cnr(parameters.clone()))
    }

    /// The node whose subtree is the main content; `None` where no text counts.
    pub fn main_node(&self, page: &Page) -> Option<NodeId> {
        let (dom, ratios) = (page.dom(), Shares::of_characters(page).ratios());
        let mut node = self.largest_block(dom, &ratios)?;
        for _ in 0..self.0.widen {
            node = dom.parent(node).unwrap_or(node);
        }
        for _ in 0..self.0.narrow {
            node = best_child(dom, &ratios, node).unwrap_or(node);
        }
        Some(node)
    }

    /// The page's blocks, as many as are asked for, and its menus.
    fn segmentation(&self, page: &Page) -> Segmentation {
        let block = |block: Block| Segment {
            element: page.path(block.node),
            characters: block.characters,
            ratio: block.ratio,
            text: render::text(page, &Extraction::of(page, &block.leaves)),
        };
        let menu = |menu: Menu| extraction::Menu {
            element: page.path(menu.node),
            links: menu.links,
            characters_per_link: menu.characters_per_link(),
            text: menu::text(page, menu.node),
        };
        Segmentation {
            blocks: self.detect(page, self.0.blocks as usize).into_iter().map(block).collect(),
            menus: self.menus(page).into_iter().map(menu).collect(),
        }
    }

    /// The page's menus.
    fn menus(&self, page: &Page) -> Vec<Menu> {
        menus(page, self.0.menu_links, self.0.menu_ratio)
    }

    /// The elements with the highest ratios, in document order; of equal ones the first.
    fn top_rated(&self, dom: &Dom, ratios: &Ratios) -> Vec<NodeId> {
        let elements = dom.nodes().filter(|&node| dom.tag(node).is_some());
        let rated = elements.map(|node| (ratios.ratio(&dom.subtree(node)), node));
        let mut rated: Vec<_> = rated.filter(|&(ratio, _)| ratio > 0.0).collect();
        match self.0.of {
            Of::Maximum => {
                let highest = rated.iter().map(|&(ratio, _)| ratio).fold(0.0, f64::max);
                rated.retain(|&(ratio, _)| ratio >= self.0.ratio * highest);
            }
            Of::Elements => {
                // 0.1 of 30 is 3, though their product as floating point is a little more.
                let count = (self.0.ratio * rated.len() as f64 - 1e-9).ceil().max(1.0) as usize;
                if count < rated.len() {
                    rated.select_nth_unstable_by(count, best_first);
                    rated.truncate(count);
                }
            }
        }
        let mut nodes: Vec<_> = rated.into_iter().map(|(_, node)| node).collect();
        nodes.sort_unstable();
        nodes
    }

    /// The container block with the most text, the first of several.
    fn largest_block(&self, dom: &Dom, ratios: &Ratios) -> Option<NodeId> {
        let rated = self.top_rated(dom, ratios);
        let blocks = container::blocks(dom, &rated, self.0.mode);
        blocks.into_iter().rev().max_by_key(|&block| ratios.amount(&dom.subtree(block)))
    }
}

impl Extractor for Cnr {
    fn extract(&self, page: &Page) -> Extraction {
        let mut extraction = Extraction::none(page);
        if let Some(node) = self.main_node(page) {
            extraction.kept[page.leaves_under(node)].fill(true);
            extraction.element = Some(node);
            extraction.html = self.0.styled.then(|| styled(page, node, |_| false));
        }
        extraction.segmentation = (self.0.blocks > 0).then(|| self.segmentation(page));
        extraction
    }

    fn explain(&self, page: &Page) -> Explanation {
        self.reasons(page)
    }
}

/// The higher ratio first; of equal ones, the earlier node.
fn best_first(a: &(f64, NodeId), b: &(f64, NodeId)) -> Ordering {
    b.0.total_cmp(&a.0).then(a.1.cmp(&b.1))
}

/// The child with the highest ratio above 0, the first of several; a text's is its length.
fn best_child(dom: &Dom, ratios: &Ratios, node: NodeId) -> Option<NodeId> {
    let rated = dom.children(node).map(|child| (ratios.ratio(&dom.subtree(child)), child));
    let text = rated.filter(|&(ratio, _)| ratio > 0.0);
    text.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, child)| child)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extraction::Part;
    use proptest::prelude::*;
    use std::ops::Range;

    pub(super) fn cnr(spec: &str) -> Cnr {
        spec.parse::<Parameters>().unwrap().build().unwrap()
    }

    /// The structure of the paper's worked example (its Figures 2 and 4), with words of ours: the
    /// numbers are the figure's, and twelve menu entries make the top fifth the figure's five.
    fn example() -> String {
        let menu = "<li>go</li>".repeat(12);
        format!(
            "<body id=body><ul id=menu>{menu}</ul>\
             <div id=1>\
             <h1 id=3>The harbour bridge opens to the first trams of the season this weekend of light</h1>\
             <div id=2>\
             <p id=5>Crowds gather along both banks of the river to see the long span lowered into \
             place at last</p>\
             <div id=6>\
             <p id=7>Engineers worked through nine winters on the towers, and the last bolt was set by \
             hand at dawn.</p>\
             <p id=8>The mayor said that the crossing joins two towns which had been a ferry apart for \
             a hundred years.</p>\
             </div></div></div>\
             <div id=footer><p id=published>Published on the third of June</p>\
             <p id=4>No part of these pages may be printed, sent on, stored or sold without the written \
             word of those who own them all.</p></div>"
        )
    }

    fn by_id(page: &Page, id: &str) -> NodeId {
        let dom = page.dom();
        dom.nodes().find(|&node| dom.attribute(node, "id").as_deref() == Some(id)).unwrap()
    }

    fn ids(page: &Page, nodes: &[NodeId]) -> Vec<String> {
        let id = |&node| page.dom().attribute(node, "id").unwrap_or_default().into_owned();
        nodes.iter().map(id).collect()
    }

    #[test]
    fn ratios_of_the_worked_example() {
        let html = example();
        let page = Page::parse(&html);
        let ratios = Shares::of_characters(&page).ratios();
        let by_hand = [
            ("1", 297, 11),
            ("2", 232, 8),
            ("3", 65, 2),
            ("4", 92, 2),
            ("5", 74, 2),
            ("6", 158, 5),
            ("7", 78, 2),
            ("8", 80, 2),
            ("footer", 117, 5),
            ("published", 25, 2),
            ("menu", 24, 25),
        ];
        for (id, characters, weight) in by_hand {
            let nodes = page.dom().subtree(by_id(&page, id));
            assert_eq!(
                (ratios.amount(&nodes), ratios.weight(&nodes)),
                (characters, weight),
                "{id}"
            );
            assert_eq!(ratios.ratio(&nodes), f64::from(characters) / f64::from(weight), "{id}");
        }
    }

    #[test]
    fn merges_of_the_worked_example() {
        let html = example();
        let page = Page::parse(&html);
        let (dom, cnr) = (page.dom(), cnr("cnr"));
        let merged = |members: &[&str]| {
            let members: Vec<_> = members.iter().map(|id| by_id(&page, id)).collect();
            ids(&page, &container::blocks(dom, &members, Mode::Printed))
        };
        let ratios = Shares::of_characters(&page).ratios();
        let rated = cnr.top_rated(dom, &ratios);
        assert_eq!(ids(&page, &rated), ["3", "5", "7", "8", "4"]);
        assert_eq!(merged(&["7", "8"]), ["6"]);
        assert_eq!(merged(&["5", "6"]), ["2"]);
        assert_eq!(merged(&["3", "2"]), ["1"]);
        assert_eq!(ids(&page, &container::blocks(dom, &rated, Mode::Printed)), ["1", "4"]);
        assert_eq!(ids(&page, &[cnr.main_node(&page).unwrap()]), ["1"]);
    }

    /// The id of the main node of the worked example.
    fn main_id(spec: &str) -> String {
        let html = example();
        let page = Page::parse(&html);
        ids(&page, &[cnr(spec).main_node(&page).unwrap()]).remove(0)
    }

    #[test]
    fn widens_and_narrows() {
        assert_eq!(main_id("cnr(narrow=1)"), "3");
        assert_eq!(main_id("cnr(widen=1,narrow=1)"), "1");
        assert_eq!(main_id("cnr(ratio=0.04)"), "4");
        assert_eq!(main_id("cnr(ratio=0.04,widen=1)"), "footer");
        assert_eq!(main_id("cnr(mode=restrictive)"), "4");
        assert_eq!(main_id("cnr(maximum)"), "body");
        // Neither goes beyond the tree.
        assert_eq!(main_id("cnr(widen=1000,narrow=1000)"), "");
    }

    #[test]
    fn the_ratios_are_a_series_with_the_block_in_it() {
        let html = example();
        let page = Page::parse(&html);
        let explanation = cnr("cnr").explain(&page);
        let ([ratios], [.., rated]) = (&explanation.series[..], &explanation.sections[..]) else {
            panic!()
        };
        let column = |part: &Part| part.numbers[2];
        assert_eq!(ratios.values, rated.parts.iter().map(column).collect::<Vec<_>>());
        let parts = rated.parts.iter().zip(&ratios.content);
        let inside: Vec<_> = parts.filter(|(_, inside)| **inside).map(|(p, _)| p.node).collect();
        assert_eq!(ids(&page, &inside), ["1", "3", "2", "5", "6", "7", "8"]);
        // The least of the five that are top-rated is the heading's.
        assert_eq!(ratios.level.as_ref().unwrap().value, 32.5);
    }

    #[test]
    fn the_block_is_html_with_its_images_where_asked_for() {
        let html = example().replace("<h1 id=3>", "<img src=bridge.jpg><h1 id=3>");
        let page = Page::parse(&html);
        assert_eq!(cnr("cnr").extract(&page).html, None);
        let block = cnr("cnr(styled=on)").extract(&page).html.unwrap();
        assert!(block.contains("<div id=\"1\"><img src=\"bridge.jpg\"><h1 id=\"3\">The harbour"));
        assert!(!block.contains("No part of these pages") && !block.contains("menu"), "{block}");
        let wider = cnr("cnr(styled=on,widen=1)").extract(&page).html.unwrap();
        assert!(wider.contains("No part of these pages"));
    }

    #[test]
    fn links_are_kept_with_their_block() {
        let page = Page::parse("<ul><li>a</ul><p>A text with <a href=/>a link</a> in it.</p>");
        assert_eq!(cnr("cnr").extract(&page).kept, [false, true, true, true]);
        let links = Page::parse("<a href=/>nothing counts</a>");
        assert_eq!(cnr("cnr").extract(&links).kept, [false]);
    }

    #[test]
    fn blocks_and_menus_are_a_documents_where_asked_for() {
        let html = "<nav class='top bar x'><a href=/>Home</a><a href=/n>News</a><a href=/m>Mail</a>\
                    </nav><div id=m><p>The long main text</p><p>goes on here.</p></div><p>a side</p><hr>";
        let page = Page::parse(html);
        let found = |spec: &str| cnr(spec).extract(&page).segmentation;
        assert_eq!(found("cnr"), None);
        let one = found("cnr(blocks=1)").unwrap();
        let [block] = &one.blocks[..] else { panic!("{one:?}") };
        assert_eq!(block.element, "html > body > div");
        assert_eq!(block.text, "The long main text\ngoes on here.");
        assert_eq!((block.characters, block.ratio), (26, 26.0 / 5.0));
        let [menu] = &one.menus[..] else { panic!("{one:?}") };
        assert_eq!(menu.element, "html > body > nav.top.bar");
        assert_eq!((menu.links, menu.characters_per_link), (3, 4.0));
        assert_eq!(found("cnr(blocks=9)").unwrap().blocks[1].text, "a side");
    }

    /// A page of nested elements, text and links.
    fn html(pieces: &[u8]) -> String {
        const PIECES: [&str; 8] = [
            "<div>",
            "<p>",
            "</div>",
            "</p>",
            "some text ",
            "more of it ",
            "<a href=/>x</a>",
            "<br>",
        ];
        pieces.iter().map(|piece| PIECES[usize::from(piece % 8)]).collect()
    }

    fn overlap(a: &Range<u32>, b: &Range<u32>) -> usize {
        (a.start.max(b.start)..a.end.min(b.end)).len()
    }

    proptest! {
        #[test]
        fn precision_or_recall_is_1_on_the_same_path(pieces: Vec<u8>, gold: prop::sample::Index) {
            let html = html(&pieces);
            let page = Page::parse(&html);
            let dom = page.dom();
            if let Some(node) = cnr("cnr").main_node(&page) {
                let chosen = dom.subtree(node);
                let gold = NodeId(gold.index(dom.len()) as u32);
                let same_path = gold == node
                    || dom.ancestors(gold).any(|above| above == node)
                    || dom.ancestors(node).any(|above| above == gold);
                let gold = dom.subtree(gold);
                let matched = overlap(&chosen, &gold);
                if same_path {
                    prop_assert!(matched == chosen.len() || matched == gold.len());
                } else {
                    prop_assert_eq!(matched, 0);
                }
                let kept = cnr("cnr").extract(&page).kept;
                let leaves = page.leaves_under(node);
                prop_assert!(kept.iter().enumerate().all(|(leaf, &kept)| kept == leaves.contains(&leaf)));
            }
        }
    }
}
