//! Boosted trees as they lie in a file: a flat little-endian table that is walked where it is.
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
//! values is the log-odds.

use std::borrow::Cow;

use super::features;

const MAGIC: &[u8; 8] = b"GRAIN1\0\0";
const HEAD: usize = 20;

/// A model.
#[derive(Debug, Clone)]
pub struct Trees {
    table: Cow<'static, [u8]>,
    trees: usize,
    /// Where the nodes and the mean values begin.
    nodes: usize,
    means: usize,
}

/// A node as it is read from the table.
#[derive(Debug, Clone, Copy)]
struct Node {
    threshold: f32,
    feature: usize,
    child: usize,
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
    pub fn from_table(table: impl Into<Cow<'static, [u8]>>) -> Result<Trees, &'static str> {
        let table = table.into();
        let word = |at: usize| {
            let bytes = table.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
            bytes.map_or(0, u32::from_le_bytes) as usize
        };
        if !table.starts_with(MAGIC) {
            return Err("not a table of trees");
        }
        if word(8) != features_hash() as usize {
            return Err("trained for other features than this program's");
        }
        let (trees, count) = (word(12), word(16));
        let nodes = HEAD + 4 * trees;
        let means = nodes + 8 * count;
        let model = Trees { trees, nodes, means, table };
        if model.table.len() != means + 4 * count {
            return Err("cut off");
        }
        let well_formed = (0..trees).all(|tree| {
            let end = if tree + 1 < trees { model.root(tree + 1) } else { count };
            let root = model.root(tree);
            root < end
                && end <= count
                && (root..end).all(|at| {
                    let Node { feature, child, .. } = model.node(at);
                    // Children lie behind their parent, so that every walk ends.
                    child == 0
                        || (root + child > at
                            && root + child + 1 < end
                            && feature < features::COUNT)
                })
        });
        if well_formed { Ok(model) } else { Err("not a table of trees") }
    }

    /// The table as it lies in a file.
    pub fn table(&self) -> &[u8] {
        &self.table
    }

    #[inline]
    fn root(&self, tree: usize) -> usize {
        let at = HEAD + 4 * tree;
        let bytes = self.table[at..at + 4].try_into().unwrap_or_default();
        u32::from_le_bytes(bytes) as usize
    }

    #[inline]
    fn node(&self, at: usize) -> Node {
        let at = self.nodes + 8 * at;
        let bytes = self.table[at..at + 8].try_into().unwrap_or_default();
        let node = u64::from_le_bytes(bytes);
        Node {
            threshold: f32::from_bits(node as u32),
            feature: usize::from((node >> 32) as u16),
            child: usize::from((node >> 48) as u16),
        }
    }

    #[inline]
    fn mean(&self, at: usize) -> f32 {
        let at = self.means + 4 * at;
        f32::from_le_bytes(self.table[at..at + 4].try_into().unwrap_or_default())
    }

    /// Probability that a unit with these features is content.
    pub fn probability(&self, row: &[f32; features::COUNT]) -> f32 {
        let mut sum = 0.0;
        for tree in 0..self.trees {
            let root = self.root(tree);
            let mut node = self.node(root);
            while node.child != 0 {
                let above = usize::from(row[node.feature] > node.threshold);
                node = self.node(root + node.child + above);
            }
            sum += node.threshold;
        }
        logistic(sum)
    }

    /// How much each feature moved a unit's log-odds: at each node on its way, the change of the
    /// mean value counts for the feature that was asked (Saabas 2014).
    pub fn contributions(&self, row: &[f32; features::COUNT]) -> Vec<f32> {
        let mut moved = vec![0.0; features::COUNT];
        for tree in 0..self.trees {
            let root = self.root(tree);
            let mut at = root;
            loop {
                let node = self.node(at);
                if node.child == 0 {
                    break;
                }
                let next = root + node.child + usize::from(row[node.feature] > node.threshold);
                moved[node.feature] += self.mean(next) - self.mean(at);
                at = next;
            }
        }
        moved
    }
}

/// The probability of log-odds.
pub fn logistic(log_odds: f32) -> f32 {
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
        let trees = Trees::from_table(table(&[stump, constant])).unwrap();
        let mut row = [0.0; features::COUNT];
        row[2] = 5.0;
        assert_eq!(trees.probability(&row), logistic(-0.75));
        assert_eq!(trees.contributions(&row)[2], -1.5);
        row[2] = 5.1;
        assert_eq!(trees.probability(&row), logistic(2.25));
        assert_eq!(trees.contributions(&row)[2], 1.5);
    }

    #[test]
    fn a_damaged_table_is_refused() {
        let good = table(&[&[(5.0, 2, 1, 0.5), (-1.0, 0, 0, -1.0), (2.0, 0, 0, 2.0)]]);
        assert!(Trees::from_table(good.clone()).is_ok());
        assert!(Trees::from_table(good[..good.len() - 1].to_vec()).is_err());
        assert!(Trees::from_table(Vec::new()).is_err());
        // A child that is not there, a loop, a feature that is not there, another program's.
        assert!(Trees::from_table(table(&[&[(5.0, 2, 2, 0.5), (1.0, 0, 0, 0.0)]])).is_err());
        assert!(
            Trees::from_table(table(&[&[(5.0, 9999, 1, 0.), (1., 0, 0, 0.), (1., 0, 0, 0.)]]))
                .is_err()
        );
        let mut other = good;
        other[8] ^= 1;
        assert!(Trees::from_table(other).is_err());
    }
}
