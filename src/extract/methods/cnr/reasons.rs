//! What `cnr` says of its choice: the blocks, the menus and the ratios.

use super::Cnr;
use super::detect::Block;
use super::menu::Menu;
use super::ratio::Shares;
use crate::dom::NodeId;
use crate::extract::extractor::Extractor;
use crate::extraction::{Column, Explanation, Fact, Part, Section, Series};
use crate::page::Page;

/// Blocks that an explanation has where the settings do not say how many: each costs a pass over the
/// page.
const EXPLAINED: usize = 12;

/// What an explanation says of a block.
const BLOCK_COLUMNS: [Column; 3] = [
    Column { name: "characters", places: 0 },
    Column { name: "characters a node", places: 1 },
    Column { name: "leaves", places: 0 },
];

/// What it says of a menu.
const MENU_COLUMNS: [Column; 2] =
    [Column { name: "links", places: 0 }, Column { name: "characters a link", places: 1 }];

/// What it says of an element with text.
const RATIO_COLUMNS: [Column; 3] = [
    Column { name: "characters", places: 0 },
    Column { name: "nodes", places: 0 },
    Column { name: "ratio", places: 2 },
];

impl Cnr {
    /// The blocks in order of relevance, the menus, and the ratios of elements.
    pub(super) fn reasons(&self, page: &Page) -> Explanation {
        let limit = if self.0.blocks > 0 { self.0.blocks as usize } else { EXPLAINED };
        let block = |block: Block| Part {
            node: block.node,
            numbers: vec![f64::from(block.characters), block.ratio, block.leaves.len() as f64],
            note: String::new(),
            leaves: block.leaves,
        };
        let menu = |menu: Menu| Part {
            node: menu.node,
            numbers: vec![f64::from(menu.links), menu.characters_per_link()],
            note: String::new(),
            leaves: page.leaves_under(menu.node).map(|leaf| leaf as u32).collect(),
        };
        let (rated, ratios) = self.rated(page);
        let sections = vec![
            Section {
                title: "blocks in order of relevance",
                columns: &BLOCK_COLUMNS,
                parts: self.detect(page, limit).into_iter().map(block).collect(),
            },
            Section {
                title: "menus",
                columns: &MENU_COLUMNS,
                parts: self.menus(page).into_iter().map(menu).collect(),
            },
            rated,
        ];
        Explanation { sections, series: vec![ratios], ..Explanation::bare(self.extract(page)) }
    }

    /// The elements with text in document order, with the ratio of each and whether it is top-rated
    /// (Figures 3 and 4 of the WWV paper, 4 and 5 of the other); and the ratios as a series, with the lowest
    /// that is top-rated.
    fn rated(&self, page: &Page) -> (Section, Series) {
        let (dom, ratios) = (page.dom(), Shares::of_characters(page).ratios());
        let top = self.top_rated(dom, &ratios);
        let rated = dom.nodes().filter(|&node| dom.tag(node).is_some());
        let rated: Vec<_> = rated.filter(|&node| ratios.amount(&dom.subtree(node)) > 0).collect();
        let main = self.main_node(page).map_or(0..0, |node| dom.subtree(node));
        let ratio = |&node: &NodeId| ratios.ratio(&dom.subtree(node));
        let series = Series {
            title: "characters a node, of elements",
            values: rated.iter().map(ratio).collect(),
            content: rated.iter().map(|node| main.contains(&node.0)).collect(),
            level: top
                .iter()
                .map(ratio)
                .reduce(f64::min)
                .map(|value| Fact { name: "top-rated from", value }),
        };
        let part = |node: NodeId| {
            let nodes = dom.subtree(node);
            let numbers = [ratios.amount(&nodes), ratios.weight(&nodes)].map(f64::from);
            Part {
                node,
                numbers: numbers.into_iter().chain([ratios.ratio(&nodes)]).collect(),
                note: if top.binary_search(&node).is_ok() { "top" } else { "" }.to_owned(),
                leaves: page.leaves_under(node).map(|leaf| leaf as u32).take(1).collect(),
            }
        };
        let section = Section {
            title: "ratios of elements",
            columns: &RATIO_COLUMNS,
            parts: rated.into_iter().map(part).collect(),
        };
        (section, series)
    }
}
