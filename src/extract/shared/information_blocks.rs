//! Information blocks (Wu et al. 2012), and the verdict of k-means on each: what the methods that
//! classify runs of leaves by their features have in common.

use std::ops::Range;

use super::kmeans::{Clusters, Row};
use crate::extraction::Extraction;
use crate::page::Page;

/// A run of leaves and what it looks like.
#[derive(Debug, Clone, PartialEq)]
pub struct InformationBlock {
    /// Its leaves, as a range of [`Page::leaves`].
    pub leaves: Range<usize>,
    /// Its features, each in 0…1.
    pub features: Vec<f64>,
}

/// The blocks that the clusters take for content; without clusters, all of them.
pub fn choose(page: &Page, blocks: &[InformationBlock], clusters: Option<&Clusters>) -> Extraction {
    let mut extraction = Extraction::none(page);
    for block in blocks {
        if clusters.is_none_or(|clusters| clusters.is_content(&block.features)) {
            extraction.kept[block.leaves.clone()].fill(true);
        }
    }
    extraction
}

/// The training rows of a labelled page: a block each.
pub fn rows(page: &Page, blocks: Vec<InformationBlock>, labels: &Extraction) -> Vec<Row> {
    let row = |InformationBlock { leaves, features }| {
        let gold = leaves.clone().filter(|&leaf: &usize| labels.kept[leaf]);
        Row {
            gold: gold.map(|leaf| page.leaves()[leaf].words).sum(),
            words: page.totals(leaves).words,
            features,
        }
    };
    blocks.into_iter().map(row).collect()
}
