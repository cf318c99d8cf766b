//! Boosted trees as they lie in a file: a flat little-endian table.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `GRAIN1` and two zeros |
//! | 4 | hash of the features' names: a table fits only the program that it was trained for |
//! | 4 | number of trees, T |
//! | 4 | number of nodes, N |
//! | 4·T | each tree's root, as an index of the nodes |
//! | 8·N | nodes: a threshold `f32`, a feature `u16`, and the first of two adjacent children `u16`, counted from the root; a leaf has no child and its value for a threshold |
//! | 4·N | the mean value of the training rows that came through each node, for explanations |
//!
//! A row goes to the second child if its feature is above the threshold. The sum of the leaves'
//! values is the log-odds. A tree has at most 128 leaves and fewer inner nodes, a feature at most 255
//! thresholds.

mod lanes;

use super::features::{self, Row, Rows};
use lanes::Lanes;

const MAGIC: &[u8; 8] = b"GRAIN1\0\0";
/// Words of four bytes before the roots.
const HEAD: usize = 5;

/// Units below which each is walked by itself.
const FEW: usize = 8;

/// A model.
#[derive(Debug, Clone)]
pub struct Trees {
    /// The nodes of all trees, and what explanations need of each.
    nodes: Vec<Node>,
    means: Vec<f32>,
    /// Where each tree begins.
    roots: Vec<usize>,
    lanes: Lanes,
}

/// A node. Children are counted from the root; a leaf has none, and its value for a threshold.
#[derive(Debug, Clone, Copy)]
struct Node {
    threshold: f32,
    feature: usize,
    child: usize,
}

impl Node {
    fn new(threshold: u32, rest: u32) -> Node {
        Node {
            threshold: f32::from_bits(threshold),
            feature: usize::from(rest as u16),
            child: usize::from((rest >> 16) as u16),
        }
    }

    fn is_leaf(&self) -> bool {
        self.child == 0
    }
}

/// Hash of the features' names (32-bit FNV-1a over the names, a newline behind each).
pub fn features_hash() -> u32 {
    let bytes = features::names().flat_map(|name| name.bytes().chain([b'\n']));
    bytes.fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

impl Trees {
    /// The trees of a table.
    ///
    /// # Errors
    /// Says what is wrong with a table that is not well formed or not made for these features, so
    /// that walking one that was accepted cannot fail.
    pub fn from_table(table: &[u8]) -> Result<Trees, &'static str> {
        if !table.starts_with(MAGIC) {
            return Err("not a table of trees");
        }
        let (words, _) = table.as_chunks();
        let words: Vec<_> = words.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect();
        let &[_, _, hash, trees, count, ref rest @ ..] = &words[..] else { return Err("cut off") };
        if hash != features_hash() {
            return Err("trained for other features than this program's");
        }
        let (trees, count) = (trees as usize, count as usize);
        if table.len() != 4 * (HEAD + trees + 3 * count) {
            return Err("cut off");
        }
        let (roots, rest) = rest.split_at(trees);
        let (nodes, means) = rest.split_at(2 * count);
        let roots: Vec<_> = roots.iter().map(|&root| root as usize).collect();
        let nodes: Vec<_> =
            nodes.chunks_exact(2).map(|words| Node::new(words[0], words[1])).collect();
        let ends = roots.iter().copied().skip(1).chain([count]);
        let slices: Option<Vec<_>> =
            roots.iter().zip(ends).map(|(&root, end)| nodes.get(root..end)).collect();
        let slices = slices.filter(|trees| trees.iter().all(|nodes| is_well_formed(nodes)));
        let lanes = Lanes::new(&slices.ok_or("not a table of trees")?)?;
        let means = means.iter().map(|&bits| f32::from_bits(bits)).collect();
        Ok(Trees { nodes, means, roots, lanes })
    }

    /// Probability of a row.
    pub fn probability(&self, row: &Row) -> f32 {
        logistic(self.walk(row))
    }

    /// Probability that each of so many units is content; `fill` fills a lane with a unit's features.
    pub fn probabilities(
        &self,
        units: usize,
        rows: &mut Rows,
        mut fill: impl FnMut(usize, usize, &mut Rows),
    ) -> Vec<f32> {
        if units < FEW {
            let walked = |unit| {
                fill(unit, 0, rows);
                self.probability(&rows.row(0))
            };
            return (0..units).map(walked).collect();
        }
        let mut values = self.lanes.log_odds(units, rows, fill);
        values.iter_mut().for_each(|value| *value = logistic(*value));
        values
    }

    /// Log-odds of a row, by walking each tree from its root to a leaf.
    fn walk(&self, row: &Row) -> f32 {
        let leaf = |&root: &usize| {
            let mut node = self.nodes[root];
            while !node.is_leaf() {
                let above = row[node.feature] > node.threshold;
                node = self.nodes[root + node.child + usize::from(above)];
            }
            node.threshold
        };
        self.roots.iter().map(leaf).fold(0.0, |sum, value| sum + value)
    }

    /// How much each feature moved a unit's log-odds: at each node on its way, the change of the
    /// mean value counts for the feature that was asked (Saabas 2014).
    pub fn contributions(&self, row: &Row) -> Vec<f32> {
        let mut moved = vec![0.0; features::COUNT];
        for &root in &self.roots {
            let mut at = root;
            loop {
                let node = self.nodes[at];
                if node.is_leaf() {
                    break;
                }
                let next = root + node.child + usize::from(row[node.feature] > node.threshold);
                moved[node.feature] += self.means[next] - self.means[at];
                at = next;
            }
        }
        moved
    }
}

/// Whether every walk from the first of a tree's nodes ends in a leaf.
fn is_well_formed(nodes: &[Node]) -> bool {
    let split = |(at, node): (usize, &Node)| {
        // Children lie behind their parent, so that every walk ends.
        node.is_leaf()
            || node.child > at
                && node.child + 1 < nodes.len()
                && node.feature < features::COUNT
                && !node.threshold.is_nan()
    };
    !nodes.is_empty() && nodes.iter().enumerate().all(split)
}

/// The probability of log-odds.
fn logistic(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Nodes as (threshold, feature, child, mean) by tree.
    pub fn table(trees: &[&[(f32, u16, u16, f32)]]) -> Vec<u8> {
        let mut table = MAGIC.to_vec();
        let count: usize = trees.iter().map(|tree| tree.len()).sum();
        for word in [features_hash(), trees.len() as u32, count as u32] {
            table.extend(word.to_le_bytes());
        }
        let mut root = 0;
        for tree in trees {
            table.extend((root as u32).to_le_bytes());
            root += tree.len();
        }
        for &(threshold, feature, child, _) in trees.iter().copied().flatten() {
            table.extend(threshold.to_le_bytes());
            table.extend(feature.to_le_bytes());
            table.extend(child.to_le_bytes());
        }
        for node in trees.iter().copied().flatten() {
            table.extend(node.3.to_le_bytes());
        }
        table
    }

    #[test]
    fn walks_and_explains() {
        let stump: &[_] = &[(5.0, 2, 1, 0.5), (-1.0, 0, 0, -1.0), (2.0, 0, 0, 2.0)];
        let constant: &[_] = &[(0.25, 0, 0, 0.25)];
        let trees = Trees::from_table(&table(&[stump, constant])).unwrap();
        let mut row = [0.0; features::COUNT];
        for (value, log_odds, moved) in [(5.0, -0.75, -1.5), (5.1, 2.25, 1.5)] {
            row[2] = value;
            assert_eq!(trees.probability(&row), logistic(log_odds));
            assert_eq!(trees.contributions(&row)[2], moved);
        }
    }

    #[test]
    fn a_damaged_table_is_refused() {
        let good = table(&[&[(5.0, 2, 1, 0.5), (-1.0, 0, 0, -1.0), (2.0, 0, 0, 2.0)]]);
        assert!(Trees::from_table(&good).is_ok());
        assert!(Trees::from_table(&good[..good.len() - 1]).is_err());
        assert!(Trees::from_table(&[]).is_err());
        // A child that is not there, a loop, a feature that is not there, another program's.
        assert!(Trees::from_table(&table(&[&[(5.0, 2, 2, 0.5), (1.0, 0, 0, 0.0)]])).is_err());
        let leaves = [(1.0, 0, 0, 0.0), (1.0, 0, 0, 0.0)];
        let split =
            |threshold, feature| table(&[&[(threshold, feature, 1, 0.0), leaves[0], leaves[1]]]);
        assert!(Trees::from_table(&split(5.0, 0)).is_ok());
        assert!(Trees::from_table(&split(5.0, 9999)).is_err());
        assert!(Trees::from_table(&split(f32::NAN, 0)).is_err());
        // More leaves or thresholds than a byte can count.
        let thresholds: Vec<_> =
            (0..256_u16).map(|at| [(f32::from(at), 0, 1, 0.0), leaves[0], leaves[1]]).collect();
        let trees: Vec<_> = thresholds.iter().map(|tree| &tree[..]).collect();
        assert!(
            Trees::from_table(&table(&trees[1..])).is_ok()
                && Trees::from_table(&table(&trees)).is_err()
        );
        let chain = |splits: u16| {
            let mut nodes: Vec<_> =
                (0..splits).flat_map(|at| [(0.5, at % 2, 2 * at + 1, 0.0), leaves[0]]).collect();
            nodes.push(leaves[0]);
            nodes
        };
        assert!(Trees::from_table(&table(&[&chain(127)])).is_ok());
        assert!(Trees::from_table(&table(&[&chain(128)])).is_err());
        // Nodes that share their children.
        let sharing = |splits: u16| {
            let nodes = std::iter::repeat_n((0.5, 0, splits, 0.0), splits.into());
            nodes.chain(leaves).collect::<Vec<_>>()
        };
        assert!(Trees::from_table(&table(&[&sharing(127)])).is_ok());
        assert!(Trees::from_table(&table(&[&sharing(128)])).is_err());
        let mut other = good;
        other[8] ^= 1;
        assert!(Trees::from_table(&other).is_err());
    }
}
