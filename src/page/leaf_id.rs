//! Leaf IDs and the relevance of two leaves (Wu et al. 2012, section 3.1 and Definition 2).
//!
//! The path from a node to each of its N children is written in ⌈log₂N⌉ bits, counting up from
//! zero, and a leaf's ID is the path from the root. The longer the common prefix of two IDs, the
//! deeper the element that holds both leaves. In document order the common prefix of two leaves
//! is the shortest of those between the neighbours that lie from one to the other, so the prefix
//! lengths of adjacent leaves are all that need be kept.
//!
//! *Departures from the paper.* An only child takes one bit, not none (⌈log₂1⌉ = 0): only so does
//! "the ID length equals the number of node layer" hold; `wu(only_child=0)` is the other reading. Children
//! without a text leaf below them are not counted, which keeps IDs stable under empty wrappers. The root is
//! `body`.

use std::ops::Range;

use super::leaf::{Leaf, Unit};
use crate::dom::{Dom, NodeId};

/// What the common prefix is divided by to make a relevance (equation 2 has the longer ID).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Denominator {
    /// The longer of the two IDs, as in the paper.
    #[default]
    Max,
    /// The mean of both lengths.
    Mean,
    /// The shorter of the two IDs.
    Min,
}

/// The IDs of a page's leaves, or of its units: their lengths and adjacent common prefixes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeafIds {
    lengths: Vec<u32>,
    /// `prefixes[i]`: common prefix bits of leaf `i - 1` and leaf `i`; 0 for the first.
    prefixes: Vec<u32>,
}

/// One step of a path: which of how many children, in how many bits.
#[derive(Debug, Clone, Copy, Default)]
struct Step {
    /// Children with a text leaf below them.
    children: u32,
    /// This node's place among its parent's such children.
    place: u32,
    /// Bits of the path from the root to this node.
    length: u32,
}

/// Depth of `body`, where IDs begin: `html` has no other child with a text leaf.
const BODY: u32 = 1;

/// Bits of the step to an only child, unless one asks for the other reading.
pub const ONLY_CHILD: u32 = 1;

/// Bits that tell `children` children apart; of an only child `only_child`, which is 0 or 1.
fn width(children: u32, only_child: u32) -> u32 {
    (u32::BITS - children.saturating_sub(1).leading_zeros()).max(only_child)
}

/// The steps of every node below `body` that has a leaf below it, by node.
fn steps(dom: &Dom, leaves: &[Leaf], only_child: u32) -> Vec<Step> {
    let mut steps = vec![Step::default(); dom.len()];
    // Nodes with a leaf below them and their parents, in document order: each leaf adds those between
    // itself and the first that an earlier leaf has added.
    let mut below_body: Vec<(NodeId, NodeId)> = Vec::with_capacity(leaves.len());
    let mut last = None;
    for leaf in leaves {
        let start = below_body.len();
        let mut node = leaf.node;
        while let Some(parent) = dom.parent(node)
            && dom.depth(node) > BODY
            && last.is_none_or(|last| node > last)
        {
            below_body.push((node, parent));
            node = parent;
        }
        below_body[start..].reverse();
        last = Some(leaf.node);
    }
    for &(node, parent) in &below_body {
        let children = &mut steps[parent.index()].children;
        let place = *children;
        *children += 1;
        steps[node.index()].place = place;
    }
    for (node, parent) in below_body {
        let Step { children, length, .. } = steps[parent.index()];
        steps[node.index()].length = length + width(children, only_child);
    }
    steps
}

/// The IDs of leaves, spelled out in bits for people to read: each is at least as long as its leaf is deep,
/// so this is not linear. `only_child` is as for [`LeafIds::new`].
pub fn spelled(dom: &Dom, leaves: &[Leaf], only_child: u32) -> Vec<String> {
    let steps = steps(dom, leaves, only_child);
    let bits = |node: NodeId| {
        let siblings = dom.parent(node).map_or(0, |parent| steps[parent.index()].children);
        let place = steps[node.index()].place;
        let bit = |at: u32| if place >> at & 1 == 1 { '1' } else { '0' };
        (0..width(siblings, only_child)).rev().map(bit).collect::<String>()
    };
    let id = |leaf: &Leaf| {
        let path = std::iter::once(leaf.node).chain(dom.ancestors(leaf.node));
        let mut path: Vec<_> = path.take_while(|&node| dom.depth(node) > BODY).map(bits).collect();
        path.reverse();
        path.concat()
    };
    leaves.iter().map(id).collect()
}

impl LeafIds {
    /// The IDs of a page's text leaves, in which the step to an only child takes `only_child` bits, 0 or 1;
    /// linear in its nodes.
    pub fn new(dom: &Dom, leaves: &[Leaf], only_child: u32) -> LeafIds {
        let steps = steps(dom, leaves, only_child);
        let mut ids = LeafIds::default();
        let mut previous = None;
        for leaf in leaves {
            let mut prefix = 0;
            if let Some(previous) = previous {
                // The highest ancestor of this leaf that does not hold the previous one: all such
                // ancestors lie between the two in document order, so the climb is linear in sum.
                let mut top = leaf.node;
                while let Some(parent) = dom.parent(top)
                    && parent > previous
                {
                    top = parent;
                }
                let Step { place, length, .. } = steps[top.index()];
                // The previous leaf lies below the child before it: adjacent places differ from
                // the highest bit that the step changes.
                let changed = u32::BITS - (place ^ place.wrapping_sub(1)).leading_zeros();
                prefix = length - changed.min(length);
            }
            ids.lengths.push(steps[leaf.node.index()].length);
            ids.prefixes.push(prefix);
            previous = Some(leaf.node);
        }
        ids
    }

    /// The IDs of the page's units: a unit's ID is that of its first leaf, and its common prefix
    /// with the unit before runs from that unit's last leaf.
    pub fn of_units(&self, units: &[Unit]) -> LeafIds {
        let firsts = || units.iter().map(|unit| unit.leaves.start as usize);
        LeafIds {
            lengths: firsts().map(|leaf| self.lengths[leaf]).collect(),
            prefixes: firsts().map(|leaf| self.prefixes[leaf]).collect(),
        }
    }

    /// Number of leaves.
    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Whether there is no leaf.
    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    /// Length of a leaf's ID, in bits.
    pub fn length(&self, leaf: usize) -> u32 {
        self.lengths[leaf]
    }

    /// Common prefix of a leaf's ID with that of the leaf before it, in bits; 0 for the first.
    pub fn prefix(&self, leaf: usize) -> u32 {
        self.prefixes[leaf]
    }

    /// Relevance of two leaves whose IDs have `prefix` bits in common (equation 2), in 0…1.
    #[inline]
    pub fn ratio(&self, prefix: u32, a: usize, b: usize, denominator: Denominator) -> f64 {
        denominator.relevance(prefix, self.lengths[a], self.lengths[b])
    }

    /// Relevance of two leaves (equation 2), in 0…1; 1 for a leaf and itself.
    pub fn relevance(&self, a: usize, b: usize, denominator: Denominator) -> f64 {
        let (from, to) = (a.min(b), a.max(b));
        match self.prefixes[from + 1..=to].iter().min() {
            Some(&prefix) => self.ratio(prefix, a, b, denominator),
            None => 1.0,
        }
    }

    /// Relevance of a leaf and the leaf before it.
    #[inline]
    pub fn adjacent(&self, leaf: usize, denominator: Denominator) -> f64 {
        self.ratio(self.prefixes[leaf], leaf - 1, leaf, denominator)
    }

    /// The least relevance of any two of a run of leaves; 1 where there are not two.
    ///
    /// Two leaves share as many bits as the least of the adjacent pairs between them. So each adjacent pair
    /// is looked at with the longest IDs on either side of it, as far as no adjacent pair shares fewer bits:
    /// each pair of leaves is among these once, and the walk is linear.
    pub fn least(&self, leaves: Range<usize>, denominator: Denominator) -> f64 {
        let mut least = 1.0f64;
        // Adjacent pairs with ever more bits in common, each with the longest ID before it, as far as the
        // pair that stands below it here.
        let mut open: Vec<(u32, u32)> = Vec::new();
        let mut close = |open: &mut Vec<(u32, u32)>, down_to: u32, mut longest: u32| {
            while let Some((prefix, before)) = open.pop_if(|(prefix, _)| *prefix >= down_to) {
                least = least.min(denominator.relevance(prefix, before, longest));
                longest = longest.max(before);
            }
            longest
        };
        for leaf in leaves.clone().skip(1) {
            let longest = close(&mut open, self.prefixes[leaf], self.lengths[leaf - 1]);
            open.push((self.prefixes[leaf], longest));
        }
        if let Some(last) = leaves.last() {
            close(&mut open, 0, self.lengths[last]);
        }
        least
    }
}

impl Denominator {
    /// Relevance of two leaves with IDs of `a` and `b` bits, `prefix` of them in common (equation 2), in 0…1.
    #[inline]
    fn relevance(self, prefix: u32, a: u32, b: u32) -> f64 {
        let (a, b) = (f64::from(a), f64::from(b));
        let whole = match self {
            Denominator::Max => a.max(b),
            Denominator::Mean => (a + b) / 2.0,
            Denominator::Min => a.min(b),
        };
        if whole == 0.0 { 1.0 } else { (f64::from(prefix) / whole).min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use proptest::prelude::*;

    #[test]
    fn widths() {
        assert_eq!([1, 2].map(|n| width(n, 0)), [0, 1]);
        assert_eq!([1, 2, 3, 4, 5, 8, 9].map(|n| width(n, 1)), [1, 1, 2, 2, 3, 3, 4]);
    }

    fn ids_of(html: &str, only_child: u32) -> Vec<String> {
        let page = Page::parse(html);
        spelled(page.dom(), page.leaves(), only_child)
    }

    /// What survives of the paper's Figure 4: the topmost leaf is all zeros, "000" is a leaf of
    /// layer 3 and "11010" one of layer 5.
    #[test]
    fn figure_4() {
        let ids = ids_of(
            "<div><p>a</p><p>b</p></div>\
             <div><p>c</p><section>\
               <div><p>d</p><p>e<b>f</b></p></div><div>g</div>\
             </section></div>",
            ONLY_CHILD,
        );
        assert_eq!(ids, ["000", "010", "100", "11000", "11010", "110110", "1110"]);
    }

    #[test]
    fn an_only_child_takes_a_bit_or_none() {
        let html = "<div><p>a</p><p><b>b</b></p></div>";
        assert_eq!(ids_of(html, 1), ["000", "0100"]);
        assert_eq!(ids_of(html, 0), ["0", "1"]);
        assert_eq!(ids_of("<p>a", 0), [""]);
    }

    proptest! {
        #[test]
        fn ids_are_prefix_free_and_ordered(
            html in "(<div>|</div>|<p>|<b>|</b>|x|<ul><li>){0,40}",
            only_child in 0..=1u32,
        ) {
            let page = Page::parse(&html);
            let ids = spelled(page.dom(), page.leaves(), only_child);
            let table = LeafIds::new(page.dom(), page.leaves(), only_child);
            for (i, a) in ids.iter().enumerate() {
                prop_assert_eq!(table.length(i) as usize, a.len());
                for (j, b) in ids.iter().enumerate().skip(i + 1) {
                    prop_assert!(a < b && !b.starts_with(a.as_str()), "{a} {b}");
                    let common = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
                    let whole = a.len().max(b.len());
                    let relevance = table.relevance(i, j, Denominator::Max);
                    prop_assert_eq!(relevance, common as f64 / whole as f64);
                    prop_assert_eq!(relevance, table.relevance(j, i, Denominator::Max));
                    prop_assert!(relevance <= 1.0);
                }
            }
        }

        #[test]
        fn the_least_relevance_is_that_of_all_pairs(
            html in "(<div>|</div>|<p>|<b>|</b>|x|<ul><li>){0,40}",
            start in 0..4usize,
        ) {
            let page = Page::parse(&html);
            let ids = page.leaf_ids();
            let run = start.min(ids.len())..ids.len();
            for denominator in [Denominator::Max, Denominator::Mean, Denominator::Min] {
                let pairs = run.clone().flat_map(|a| (a + 1..run.end).map(move |b| (a, b)));
                let all = pairs.map(|(a, b)| ids.relevance(a, b, denominator)).fold(1.0, f64::min);
                prop_assert_eq!(ids.least(run.clone(), denominator), all);
            }
        }
    }
}
