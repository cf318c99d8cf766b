//! Chars-nodes ratios (López, Silva and Insa 2012, Definition 4.1 and Algorithm 1).
//!
//! Every element and every text that a reader sees weighs 1; the text's amount is its characters
//! without white space. A *nonContentNode* weighs 1, its amount is 0 and nothing below it counts.
//! The ratio of a node is the amount in its subtree over its weight. The nodes lie in preorder, so
//! one pass and two prefix sums give the ratio of every node.
//!
//! The same sums with hyperlinks as the amount are the concentrations of links in which menus are
//! found ([`super::menu`]).
//!
//! *Departures from the paper.* It names `img nav a script video svg` as examples of
//! nonContentNodes; the list here adds what else holds no text to read. Text that is never shown
//! and blank text weigh nothing, so that `noscript`, too, is one unless the page is read for it. An `a`
//! without an address is no link and an element like any other.

use std::ops::Range;

use crate::dom::{NodeId, Tag};
use crate::page::Page;

/// Whether an element and all below it hold no content (the paper's *nonContentNode*); links, which
/// do not either, are not told by their tag alone.
pub(super) fn is_non_content(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::NAV
            | Tag::SCRIPT
            | Tag::VIDEO
            | Tag::SVG
            | Tag::STYLE
            | Tag::IFRAME
            | Tag::OBJECT
            | Tag::CANVAS
            | Tag::AUDIO
            | Tag::TEMPLATE
            | Tag::HEAD
            | Tag::SELECT
            | Tag::OPTION
            | Tag::IMG
    )
}

/// What an element is to the sums.
pub(super) enum Role {
    /// It weighs 1 and what is below it counts.
    Container,
    /// It weighs 1, has this amount, and nothing below it counts.
    Whole(u32),
}

/// What each node of a page adds to the sums by itself: its weight and its amount.
#[derive(Debug, Clone)]
pub(super) struct Shares(Vec<(u32, u32)>);

impl Shares {
    /// Characters that are no white space, as Algorithm 1 counts them.
    pub fn of_characters(page: &Page) -> Shares {
        let is_non_content = |node, tag| is_non_content(tag) || page.dom().is_link(node);
        let role =
            |node, tag| if is_non_content(node, tag) { Role::Whole(0) } else { Role::Container };
        let characters = |leaf: usize| {
            let leaf = &page.leaves()[leaf];
            leaf.chars - memchr::memchr_iter(b' ', page.text(leaf).as_bytes()).count() as u32
        };
        Shares::new(page, role, characters)
    }

    /// The shares by a role for each element and an amount for each leaf.
    pub fn new(
        page: &Page,
        role: impl Fn(NodeId, Tag) -> Role,
        amount: impl Fn(usize) -> u32,
    ) -> Shares {
        let dom = page.dom();
        let mut shares = vec![(0, 0); dom.len()];
        let mut leaves = page.leaves().iter().enumerate().peekable();
        let mut whole_end = 0;
        for node in dom.nodes() {
            let leaf = leaves.next_if(|(_, leaf)| leaf.node == node);
            if node.0 < whole_end {
                continue;
            }
            shares[node.index()] = match dom.tag(node).map(|tag| role(node, tag)) {
                Some(Role::Container) => (1, 0),
                Some(Role::Whole(amount)) => {
                    whole_end = dom.subtree(node).end;
                    (1, amount)
                }
                None => leaf.map_or((0, 0), |(leaf, _)| (1, amount(leaf))),
            };
        }
        Shares(shares)
    }

    /// Takes nodes out of the tree.
    pub fn remove(&mut self, nodes: Range<u32>) {
        self.0[nodes.start as usize..nodes.end as usize].fill((0, 0));
    }

    /// The sums over every subtree.
    pub fn ratios(&self) -> Ratios {
        let mut before = Vec::with_capacity(self.0.len() + 1);
        let (mut weight, mut amount) = (0, 0);
        before.push((0, 0));
        for share in &self.0 {
            weight += share.0;
            amount += share.1;
            before.push((weight, amount));
        }
        Ratios(before)
    }
}

/// Weight and amount of every subtree, as sums over the nodes before a node.
#[derive(Debug, Clone)]
pub(super) struct Ratios(Vec<(u32, u32)>);

impl Ratios {
    /// Nodes that count in a subtree, given as its run of document order.
    pub fn weight(&self, nodes: &Range<u32>) -> u32 {
        self.0[nodes.end as usize].0 - self.0[nodes.start as usize].0
    }

    /// The amount in a subtree: characters without white space, or hyperlinks.
    pub fn amount(&self, nodes: &Range<u32>) -> u32 {
        self.0[nodes.end as usize].1 - self.0[nodes.start as usize].1
    }

    /// Amount over weight; 0 where nothing counts.
    pub fn ratio(&self, nodes: &Range<u32>) -> f64 {
        f64::from(self.amount(nodes)) / f64::from(self.weight(nodes).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (weight, amount) of each element of a page's body, by tag.
    fn body(html: &str) -> Vec<(&'static str, u32, u32)> {
        let page = Page::parse(html);
        let (dom, ratios) = (page.dom(), Shares::of_characters(&page).ratios());
        let below = dom.nodes().skip_while(|&node| dom.tag(node) != Some(Tag::BODY));
        below
            .filter_map(|node| {
                let (tag, nodes) = (dom.tag(node)?, dom.subtree(node));
                Some((tag.name()?, ratios.weight(&nodes), ratios.amount(&nodes)))
            })
            .collect()
    }

    #[test]
    fn algorithm_1() {
        assert_eq!(
            body("<p>one <b>two</b>  three</p><br>"),
            [("body", 7, 11), ("p", 5, 11), ("b", 2, 3), ("br", 1, 0)]
        );
    }

    #[test]
    fn links_and_menus_weigh_one_and_hold_nothing() {
        assert_eq!(
            body("<nav><b>x</b></nav><p>ab<a href=/>long <i>text</i></a></p>"),
            [("body", 5, 2), ("nav", 1, 0), ("b", 0, 0), ("p", 3, 2), ("a", 1, 0), ("i", 0, 0)]
        );
    }

    #[test]
    fn an_anchor_without_an_address_is_no_link() {
        // Left open, as old pages have it, it holds all that comes behind.
        let found = body("<a name=top><p>ab</p><p>cd</p>");
        assert_eq!(found[0], ("body", 6, 4));
    }

    #[test]
    fn blank_and_hidden_text_weighs_nothing() {
        assert_eq!(body(" <div> <textarea>x</textarea></div> ")[1], ("div", 2, 0));
    }
}
