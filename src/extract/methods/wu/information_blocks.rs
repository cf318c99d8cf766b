//! Information blocks and their features (Wu et al. 2012, Definition 4 and equations 4 to 7).
//!
//! A block starts from a run of two or more adjacent leaves whose smoothed score is above the
//! page's mean. In document order each grows over its left and then its right neighbour while that
//! leaf's relevance to the block's outermost leaf is above the threshold, but never into another
//! block; blocks do not merge.
//!
//! *Departures from the paper.* Its condition 2 can be read as splitting runs at a low relevance;
//! then there would be no block at threshold 1, where the paper reports a recall of 74 %. Growing
//! only while all pairs of the block pass, as it may mean, costs 0.002 of F1. Which scores the mean is of is
//! not said: those smoothed, here, or those before (`mean=raw`). Nor is it said of which leaves m and n
//! equation 7 takes the least relevance: of neighbours, here, or of any two (`degree=pairs`).

use std::ops::Range;

use crate::page::leaf_id::{Denominator, LeafIds};

/// The information blocks of a page in document order, as ranges of leaves, given what a leaf must be above
/// to begin one.
pub fn find(
    smoothed: &[f64],
    mean: f64,
    ids: &LeafIds,
    threshold: f64,
    denominator: Denominator,
) -> Vec<Range<usize>> {
    let mut blocks = runs_above(smoothed, mean);
    let related = |leaf: usize| ids.adjacent(leaf, denominator) > threshold;
    let mut free_from = 0;
    for i in 0..blocks.len() {
        let free_to = blocks.get(i + 1).map_or(smoothed.len(), |next| next.start);
        let block = &mut blocks[i];
        while block.start > free_from && related(block.start) {
            block.start -= 1;
        }
        while block.end < free_to && related(block.end) {
            block.end += 1;
        }
        free_from = block.end;
    }
    blocks
}

/// Each leaf whose smoothed score is above the mean by itself: the paper's measure of what blocks add.
pub fn leaves_above(smoothed: &[f64], mean: f64) -> Vec<Range<usize>> {
    let above = smoothed.iter().enumerate().filter(|(_, score)| **score > mean);
    above.map(|(leaf, _)| leaf..leaf + 1).collect()
}

/// The mean of a page's scores.
pub fn mean(scores: &[f64]) -> f64 {
    scores.iter().sum::<f64>() / scores.len() as f64
}

/// Runs of at least two adjacent leaves whose smoothed score is above the mean.
fn runs_above(smoothed: &[f64], mean: f64) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let mut start = 0;
    for i in 0..=smoothed.len() {
        if smoothed.get(i).is_none_or(|&score| score <= mean) {
            if i - start >= 2 {
                runs.push(start..i);
            }
            start = i + 1;
        }
    }
    runs
}

/// Whose relevance is a block's cluster degree (equation 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Degree {
    /// The least of two neighbours'.
    Neighbours,
    /// The least of any two leaves'.
    Pairs,
}

/// The features of each block, in 0…1: height h, width d, position N and cluster degree D.
///
/// *h* is the block's mean smoothed score over the highest of any block, *d* its leaves over the
/// most of any block, *N* the index of its first leaf over the number of leaves, and *D* the least
/// relevance of two leaves in it, of which `degree` says which.
pub fn features(
    blocks: &[Range<usize>],
    smoothed: &[f64],
    ids: &LeafIds,
    denominator: Denominator,
    degree: Degree,
) -> Vec<[f64; 4]> {
    let height =
        |block: &Range<usize>| smoothed[block.clone()].iter().sum::<f64>() / block.len() as f64;
    let highest = blocks.iter().map(height).fold(0.0, f64::max);
    let widest = blocks.iter().map(ExactSizeIterator::len).max().unwrap_or(0) as f64;
    let over = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
    blocks
        .iter()
        .map(|block| {
            let neighbours = || {
                let adjacent = block.clone().skip(1).map(|leaf| ids.adjacent(leaf, denominator));
                adjacent.fold(1.0, f64::min)
            };
            [
                over(height(block), highest),
                over(block.len() as f64, widest),
                over(block.start as f64, smoothed.len() as f64),
                match degree {
                    Degree::Neighbours => neighbours(),
                    Degree::Pairs => ids.least(block.clone(), denominator),
                },
            ]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;

    /// Two lists of three leaves and a lone leaf between them.
    fn ids() -> LeafIds {
        let html = "<div><p>a</p><p>b</p><p>c</p></div><p>d</p><div><p>e</p><p>f</p><p>g</p></div>";
        Page::parse(html).leaf_ids().clone()
    }

    #[test]
    fn blocks_grow_over_related_neighbours_only() {
        let ids = ids();
        let find = |smoothed: &[f64], threshold| {
            find(smoothed, mean(smoothed), &ids, threshold, Denominator::Max)
        };
        let smoothed = [9.0, 9.0, 1.0, 1.0, 1.0, 9.0, 9.0];
        // At threshold 1 only above-average leaves remain.
        assert_eq!(find(&smoothed, 1.0), [0..2, 5..7]);
        assert_eq!(find(&smoothed, 0.3), [0..3, 4..7]);
        // One leaf above the mean is no block.
        assert!(find(&[9.0, 1.0, 1.0, 1.0, 1.0, 1.0, 9.0], 0.0).is_empty());
        let nothing = LeafIds::default();
        assert!(super::find(&[], mean(&[]), &nothing, 0.5, Denominator::Max).is_empty());
    }

    #[test]
    fn without_blocks_each_leaf_above_the_mean_is_one() {
        assert_eq!(leaves_above(&[9.0, 1.0, 9.0, 9.0], 7.0), [0..1, 2..3, 3..4]);
    }

    #[test]
    fn features_worked_out() {
        let smoothed = [9.0, 9.0, 3.0, 1.0, 1.0, 9.0, 5.0];
        let features =
            |blocks: &[_], degree| features(blocks, &smoothed, &ids(), Denominator::Max, degree);
        let found = features(&[0..3, 5..7], Degree::Neighbours);
        assert_eq!(found[0][..3], [1.0, 1.0, 0.0]);
        assert_eq!(found[1][..3], [1.0, 2.0 / 3.0, 5.0 / 7.0]);
        // IDs 00000, 00010, 00100: neighbours share three bits or two of five, the outer two as many.
        let ids = ids();
        assert_eq!([ids.prefix(1), ids.prefix(2), ids.length(0)], [3, 2, 5]);
        assert_eq!(found[0][3], 2.0 / 5.0);
        assert_eq!(features(&[0..3, 5..7], Degree::Pairs)[0][3], 2.0 / 5.0);
    }

    #[test]
    fn any_two_leaves_can_be_farther_apart_than_two_neighbours() {
        // IDs 000, 0100 and 01100: the first shares one bit with the others.
        let page = Page::parse("<div><p>a</p><p><b>b</b><b><i>c</i></b></p></div>");
        let ids = page.leaf_ids();
        let whole = std::slice::from_ref(&(0..3));
        let degree = |degree| features(whole, &[1.0; 3], ids, Denominator::Max, degree)[0][3];
        assert_eq!(degree(Degree::Neighbours), 1.0 / 4.0);
        assert_eq!(degree(Degree::Pairs), 1.0 / 5.0);
    }
}
