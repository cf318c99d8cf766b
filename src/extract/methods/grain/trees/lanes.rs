//! The trees as they are evaluated: many units at a time, without a branch.
//!
//! Units are taken 64 at a time, each a *lane*, and a bit of a word. What a node asks, whether a
//! feature is above a threshold, is asked by many nodes of many trees, so each such *question* is
//! answered once, for all lanes in one word. A tree is then a few operations on words: of the lanes
//! that reach a node, those with a yes reach the one child, the rest the other.
//!
//! The leaves' values are added in the order of the trees, so the sums are to the bit what walking
//! from root to leaf gives.

use super::Node;
use crate::extract::methods::grain::features::Row;

/// Units that are evaluated together.
const LANES: usize = u64::BITS as usize;

/// Leaves that a tree can have.
pub const LEAVES: usize = 256;

/// Room for a tree's nodes, by a power of two.
const NODES: usize = 2 * LEAVES;

/// Thresholds that a feature can have.
pub const THRESHOLDS: usize = u8::MAX as usize;

/// Thresholds from which a value's place is searched for, and not counted in all lanes at once.
const MANY: usize = 40;

/// The trees.
#[derive(Debug, Clone, Default)]
pub struct Lanes {
    columns: Vec<Column>,
    trees: Vec<Tree>,
}

/// A feature that is asked for.
#[derive(Debug, Clone)]
struct Column {
    feature: usize,
    /// What it is compared with, ascending: a question each.
    thresholds: Vec<f32>,
}

/// A tree. Its nodes are numbered as they lie in the file, parents before children.
#[derive(Debug, Clone, Default)]
struct Tree {
    splits: Vec<Split>,
    leaves: Vec<Leaf>,
}

/// An inner node.
#[derive(Debug, Clone, Copy)]
struct Split {
    node: u16,
    /// Its question, counted over all columns.
    question: u16,
    /// The child of those with a no; behind it lies that of those with a yes.
    child: u16,
}

/// A leaf.
#[derive(Debug, Clone, Copy)]
struct Leaf {
    node: u16,
    value: f32,
}

/// A value for each unit.
type Lane = [f32; LANES];

impl Lanes {
    /// Trees, each given by its nodes: children lie behind their parent and are counted from the
    /// root.
    ///
    /// # Errors
    /// Where a tree has more than [`LEAVES`] leaves, or a feature more than [`THRESHOLDS`].
    pub fn new(trees: &[&[Node]]) -> Result<Lanes, &'static str> {
        let columns = columns(trees.iter().copied().flatten());
        if columns.iter().any(|column| column.thresholds.len() > THRESHOLDS) {
            return Err("a feature with too many thresholds");
        }
        if trees.iter().any(|nodes| nodes.len() >= NODES) {
            return Err("a tree with too many leaves");
        }
        let trees = trees.iter().map(|nodes| Tree::new(nodes, &columns)).collect();
        Ok(Lanes { columns, trees })
    }

    /// Log-odds of so many units; `fill` makes the row of each.
    pub fn log_odds(&self, units: usize, mut fill: impl FnMut(usize, &mut Row)) -> Vec<f32> {
        let mut log_odds = Vec::with_capacity(units);
        let mut row = Row::new();
        let mut values = vec![[0.0; LANES]; self.columns.len()];
        let mut answers = Vec::new();
        let mut reached = [0; NODES];
        for first in (0..units).step_by(LANES) {
            let count = LANES.min(units - first);
            for lane in 0..count {
                fill(first + lane, &mut row);
                for (column, values) in self.columns.iter().zip(&mut values) {
                    values[lane] = row.values()[column.feature];
                }
            }
            answers.clear();
            for (column, values) in self.columns.iter().zip(&mut values) {
                // Lanes without a unit are like the first, so as not to differ.
                let first = values[0];
                values[count..].fill(first);
                column.ask(values, &mut answers);
            }
            let mut sums = [0.0; LANES];
            reached[0] = u64::MAX >> (LANES - count);
            for tree in &self.trees {
                tree.add(&answers, &mut reached, &mut sums);
            }
            log_odds.extend(&sums[..count]);
        }
        log_odds
    }
}

/// The features that nodes ask for, ascending, each with its thresholds.
fn columns<'t>(nodes: impl Iterator<Item = &'t Node>) -> Vec<Column> {
    let mut asked: Vec<_> =
        nodes.filter(|node| !node.is_leaf()).map(|node| (node.feature, node.threshold)).collect();
    asked.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    asked.dedup();
    asked
        .chunk_by(|a, b| a.0 == b.0)
        .map(|chunk| Column {
            feature: chunk[0].0,
            thresholds: chunk.iter().map(|&(_, threshold)| threshold).collect(),
        })
        .collect()
}

impl Column {
    /// Appends a word for each question: the lanes whose value is above the threshold.
    fn ask(&self, values: &Lane, answers: &mut Vec<u64>) {
        let first = values[0].to_bits();
        if values.iter().fold(true, |equal, value| equal & (value.to_bits() == first)) {
            // So it is with what is asked of the page, and with most names.
            let answer = |&threshold| if values[0] > threshold { u64::MAX } else { 0 };
            return answers.extend(self.thresholds.iter().map(answer));
        }
        // The lanes by the number of thresholds below their values.
        let mut lanes = [0_u64; THRESHOLDS + 1];
        for (lane, below) in self.below(values).into_iter().enumerate() {
            lanes[usize::from(below)] |= 1 << lane;
        }
        let start = answers.len();
        let mut above = 0;
        answers.extend(lanes[1..=self.thresholds.len()].iter().rev().map(|lanes| {
            above |= lanes;
            above
        }));
        answers[start..].reverse();
    }

    /// How many thresholds lie below each value; none does below what is no number.
    fn below(&self, values: &Lane) -> [u8; LANES] {
        if self.thresholds.len() >= MANY {
            let search =
                |value| self.thresholds.partition_point(|&threshold| value > threshold) as u8;
            return values.map(search);
        }
        let mut below = [0_i32; LANES];
        for &threshold in &self.thresholds {
            for (below, &value) in below.iter_mut().zip(values) {
                *below += i32::from(value > threshold);
            }
        }
        below.map(|below| below as u8)
    }
}

impl Tree {
    fn new(nodes: &[Node], columns: &[Column]) -> Tree {
        let mut tree = Tree::default();
        for (at, node) in nodes.iter().enumerate() {
            let number = at as u16;
            if node.is_leaf() {
                tree.leaves.push(Leaf { node: number, value: node.threshold });
                continue;
            }
            let column = columns.partition_point(|column| column.feature < node.feature);
            let before: usize = columns[..column].iter().map(|c| c.thresholds.len()).sum();
            let thresholds = &columns[column].thresholds;
            let place = thresholds.partition_point(|&threshold| threshold < node.threshold);
            tree.splits.push(Split {
                node: number,
                question: (before + place) as u16,
                child: node.child as u16,
            });
        }
        tree
    }

    /// Adds to each unit's sum the value of the leaf that it falls to. `reached` are the lanes at
    /// each node, those at the root being given.
    fn add(&self, answers: &[u64], reached: &mut [u64; NODES], sums: &mut Lane) {
        // There is room for every node, so that the remainders are the numbers themselves: they
        // spare a check.
        let room = |node: u16| usize::from(node) % NODES;
        for split in &self.splits {
            let (lanes, yes) = (reached[room(split.node)], answers[usize::from(split.question)]);
            reached[room(split.child)] = lanes & !yes;
            reached[room(split.child + 1)] = lanes & yes;
        }
        for leaf in &self.leaves {
            let mut lanes = reached[room(leaf.node)];
            while lanes != 0 {
                sums[lanes.trailing_zeros() as usize] += leaf.value;
                lanes &= lanes - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Trees;
    use crate::extract::methods::grain::features::{COUNT, tests::of};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]

        /// Values are thresholds of the model, their neighbours, and what is no number.
        #[test]
        fn lanes_are_walks(picks in prop::collection::vec((any::<u16>(), 0..4_usize), 1..200)) {
            let trees = Trees::from_table(include_bytes!("../model/unit.bin")).unwrap();
            let value = |at: usize| {
                let (pick, step) = picks[at % picks.len()];
                let threshold = trees.nodes[usize::from(pick) % trees.nodes.len()].threshold;
                [threshold, threshold.next_up(), threshold.next_down(), f32::NAN][step]
            };
            // Every other feature is one of the page's, as it is for all its units.
            let at = |unit: usize, feature: usize| unit * 31 * (feature % 2) + feature * 7;
            let rows: Vec<[f32; COUNT]> = (0..picks.len())
                .map(|unit| std::array::from_fn(|feature| value(at(unit, feature))))
                .collect();
            let found = trees.lanes.log_odds(rows.len(), |unit, row| *row = of(rows[unit]));
            let walked: Vec<_> = rows.iter().map(|row| trees.walk(row)).collect();
            prop_assert_eq!(found, walked);
        }
    }
}
