//! The trees as they are evaluated: many units at a time, without a branch.
//!
//! A value is told from another only by the thresholds between them. So each feature that a tree
//! asks for is a *column* of small numbers: how many of the feature's thresholds lie below the
//! unit's value, counted up from [`i8::MIN`]. A node then compares bytes, and a processor's vector
//! of them answers it for 16 units at once. A tree's nodes are answered one and all, children
//! before parents: each takes over the leaf that one of its children found.
//!
//! The leaves' values are added in the order of the trees, so the sums are to the bit what walking
//! from root to leaf gives.

use super::Node;
use crate::extract::methods::grain::features::{COMMON, COUNT, LANES, Lane, Rows};

/// Slots of a tree. Their numbers are bytes, which spares a check wherever one is looked up.
const SLOTS: usize = 1 << u8::BITS;

/// Leaves that a tree can have; it has fewer inner nodes.
pub const LEAVES: usize = SLOTS / 2;

/// Columns that there can be; their numbers are bytes.
const COLUMNS: usize = 1 << u8::BITS;
const _: () = assert!(COUNT <= COLUMNS);

/// Thresholds that a feature can have: their numbers are bytes, and one more than there are.
pub const THRESHOLDS: usize = u8::MAX as usize;

/// The trees.
#[derive(Debug, Clone, Default)]
pub struct Lanes {
    /// Ascending by feature, so that those that a page's units share come first.
    columns: Vec<Column>,
    trees: Vec<Tree>,
}

/// A feature that is asked for.
#[derive(Debug, Clone)]
struct Column {
    feature: usize,
    /// What it is compared with, ascending.
    thresholds: Vec<f32>,
}

/// A tree.
#[derive(Debug, Clone)]
struct Tree {
    /// Its inner nodes, children before parents.
    splits: Vec<Split>,
    /// The values of its leaves, by slot.
    leaves: Box<[f32; SLOTS]>,
}

/// An inner node.
#[derive(Debug, Clone, Copy)]
struct Split {
    column: u8,
    /// Place of its threshold among the column's, from [`i8::MIN`].
    place: i8,
    /// Slots of what is found up to the threshold, and above it.
    children: [u8; 2],
}

/// What is known of the units that are judged together. A tree works on *slots*, each a lane of leaves'
/// numbers: one for each leaf, which has its own number throughout, and from [`LEAVES`] on one for each
/// inner node.
struct Batch {
    /// The places of the units' values among each column's thresholds.
    places: Box<[Lane<i8>; COLUMNS]>,
    slots: Box<[Lane<u8>; SLOTS]>,
}

impl Lanes {
    /// Trees, each given by its nodes: children lie behind their parent and are counted from the
    /// root.
    ///
    /// # Errors
    /// Where a tree has more than [`LEAVES`] leaves or as many inner nodes, or a feature more than
    /// [`THRESHOLDS`].
    pub fn new(trees: &[&[Node]]) -> Result<Lanes, &'static str> {
        let columns = columns(trees.iter().copied().flatten());
        if columns.iter().any(|column| column.thresholds.len() > THRESHOLDS) {
            return Err("a feature with too many thresholds");
        }
        let is_too_large = |nodes: &&[Node]| {
            let leaves = nodes.iter().filter(|node| node.is_leaf()).count();
            leaves > LEAVES || nodes.len() - leaves >= LEAVES
        };
        if trees.iter().any(is_too_large) {
            return Err("a tree with too many nodes");
        }
        let trees = trees.iter().map(|nodes| Tree::new(nodes, &columns)).collect();
        Ok(Lanes { columns, trees })
    }

    /// Log-odds of so many units; `fill` fills a lane with a unit's features.
    pub fn log_odds(
        &self,
        units: usize,
        rows: &mut Rows,
        mut fill: impl FnMut(usize, usize, &mut Rows),
    ) -> Vec<f32> {
        let mut log_odds = Vec::with_capacity(units);
        let mut batch = Batch::new(&self.columns, rows);
        for first in (0..units).step_by(LANES) {
            let count = LANES.min(units - first);
            for lane in 0..count {
                fill(first + lane, lane, rows);
            }
            // Lanes without a unit are like the first, so as not to differ.
            rows.level(count);
            log_odds.extend(&self.sums(rows, &mut batch)[..count]);
        }
        log_odds
    }

    /// The sums of the trees over a batch, by vectors as wide as the processor has them.
    #[allow(unsafe_code, reason = "a twentieth of the time that an archive takes")]
    fn sums(&self, rows: &Rows, batch: &mut Batch) -> Lane<f32> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { self.sums_avx2(rows, batch) };
        }
        self.sums_here(rows, batch)
    }

    /// As [`Lanes::sums_here`], compiled for AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn sums_avx2(&self, rows: &Rows, batch: &mut Batch) -> Lane<f32> {
        self.sums_here(rows, batch)
    }

    /// The sums of the trees over a batch, compiled for what the caller is compiled for.
    #[inline(always)]
    fn sums_here(&self, rows: &Rows, batch: &mut Batch) -> Lane<f32> {
        let Batch { places, slots } = batch;
        let own = self.columns.partition_point(|column| column.feature < COMMON);
        for (column, places) in self.columns.iter().zip(&mut **places).skip(own) {
            column.place_all(rows.of(column.feature), places);
        }
        let mut sums = [0.0; LANES];
        for tree in &self.trees {
            tree.add(places, slots, &mut sums);
        }
        sums
    }
}

impl Batch {
    /// Units of a page, which share some of their features.
    fn new(columns: &[Column], rows: &Rows) -> Batch {
        let mut places = Box::new([[i8::MIN; LANES]; COLUMNS]);
        for (column, places) in columns.iter().zip(&mut *places) {
            if let Some(&shared) = rows.common().get(column.feature) {
                *places = [column.place(shared); LANES];
            }
        }
        Batch { places, slots: Box::new(slots()) }
    }
}

/// The slots of the leaves, and room for those of any tree's inner nodes.
fn slots() -> [Lane<u8>; SLOTS] {
    std::array::from_fn(|slot| [(slot % LEAVES) as u8; LANES])
}

/// The place of a value above so many thresholds.
fn place_above(below: usize) -> i8 {
    (below as i32 + i32::from(i8::MIN)) as i8
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
    /// The place of a value: the number of thresholds below it.
    fn place(&self, value: f32) -> i8 {
        place_above(self.thresholds.partition_point(|&threshold| value > threshold))
    }

    /// The place of each value.
    #[inline(always)]
    fn place_all(&self, values: &Lane<f32>, places: &mut Lane<i8>) {
        let first = values[0].to_bits();
        if values.iter().fold(true, |equal, value| equal & (value.to_bits() == first)) {
            // So it is with most names.
            *places = [self.place(values[0]); LANES];
            return;
        }
        let mut below = [0_i32; LANES];
        for &threshold in &self.thresholds {
            for (below, &value) in below.iter_mut().zip(values) {
                *below += i32::from(value > threshold);
            }
        }
        for (place, below) in places.iter_mut().zip(below) {
            *place = (below + i32::from(i8::MIN)) as i8;
        }
    }
}

impl Tree {
    fn new(nodes: &[Node], columns: &[Column]) -> Tree {
        let mut tree = Tree { splits: Vec::new(), leaves: Box::new([0.0; SLOTS]) };
        let mut leaves = 0;
        let mut slots = vec![0; nodes.len()];
        for (at, node) in nodes.iter().enumerate().rev() {
            if node.is_leaf() {
                slots[at] = leaves as u8;
                tree.leaves[leaves] = node.threshold;
                leaves += 1;
                continue;
            }
            let column = columns.partition_point(|column| column.feature < node.feature);
            let thresholds = &columns[column].thresholds;
            let below = thresholds.partition_point(|&threshold| threshold < node.threshold);
            slots[at] = (LEAVES + tree.splits.len()) as u8;
            tree.splits.push(Split {
                column: column as u8,
                place: place_above(below),
                children: [slots[node.child], slots[node.child + 1]],
            });
        }
        tree
    }

    /// Adds to each unit's sum the value of the leaf that it falls to.
    #[inline(always)]
    fn add(
        &self,
        places: &[Lane<i8>; COLUMNS],
        slots: &mut [Lane<u8>; SLOTS],
        sums: &mut Lane<f32>,
    ) {
        let mut leaf = [0; LANES];
        for (split, slot) in self.splits.iter().zip(LEAVES as u8..) {
            let [below, above] = split.children.map(|child| &slots[usize::from(child)]);
            let places = &places[usize::from(split.column)];
            for lane in 0..LANES {
                // As a mask, for the compiler to choose by arithmetic and not by addresses.
                let mask = if places[lane] > split.place { u8::MAX } else { 0 };
                leaf[lane] = below[lane] ^ (below[lane] ^ above[lane]) & mask;
            }
            slots[usize::from(slot)] = leaf;
        }
        for (sum, leaf) in sums.iter_mut().zip(leaf) {
            *sum += self.leaves[usize::from(leaf)];
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Trees;
    use super::*;
    use crate::extract::methods::grain::features::Row;

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
            // Every other feature of its own is the same for all units, too.
            let row = |unit: usize| -> Row {
                std::array::from_fn(|feature| {
                    let own = feature >= COMMON && feature % 2 == 1;
                    value(feature * 7 + if own { unit * 31 } else { 0 })
                })
            };
            let fill = |unit: usize, lane: usize, rows: &mut Rows| {
                rows.begin(lane);
                row(unit)[COMMON..].iter().for_each(|&value| rows.push(value));
            };
            let mut rows = Rows::new(std::array::from_fn(|feature| row(0)[feature]));
            let found = trees.lanes.log_odds(picks.len(), &mut rows, fill);
            let walked: Vec<_> = (0..picks.len()).map(|unit| trees.walk(&row(unit))).collect();
            prop_assert_eq!(found, walked);
            // As wide as this processor's vectors, and as wide as any's.
            let mut batch = Batch::new(&trees.lanes.columns, &rows);
            let sums = trees.lanes.sums(&rows, &mut batch);
            prop_assert_eq!(sums, trees.lanes.sums_here(&rows, &mut batch));
        }
    }
}
