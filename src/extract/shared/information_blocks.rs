//! Information blocks (Wu et al. 2012), and the verdict of k-means on each: what the methods that
//! classify runs of leaves by their features have in common.

use std::ops::Range;

use super::kmeans::{Clusters, Example};
use crate::extraction::{Column, Explanation, Extraction, Part, Section};
use crate::page::Page;

/// A run of leaves and what it looks like.
#[derive(Debug, Clone, PartialEq)]
pub struct InformationBlock {
    /// Its leaves, as a range of [`Page::leaves`].
    pub leaves: Range<usize>,
    /// Its features, each in 0…1.
    pub features: Vec<f64>,
}

impl InformationBlock {
    /// Whether the clusters take it for content; without clusters, any block is.
    fn is_content(&self, clusters: Option<&Clusters>) -> bool {
        clusters.is_none_or(|clusters| clusters.is_content(&self.features))
    }
}

/// The blocks that are content.
pub fn choose(page: &Page, blocks: &[InformationBlock], clusters: Option<&Clusters>) -> Extraction {
    let mut extraction = Extraction::none(page);
    for block in blocks.iter().filter(|block| block.is_content(clusters)) {
        extraction.kept[block.leaves.clone()].fill(true);
    }
    extraction
}

/// The same with the features of each block; `columns` names them, and whether it is content.
pub fn explain(
    page: &Page,
    blocks: &[InformationBlock],
    clusters: Option<&Clusters>,
    columns: &'static [Column],
) -> Explanation {
    let part = |block: &InformationBlock| {
        let is_content = f64::from(u8::from(block.is_content(clusters)));
        Part {
            node: page.leaves()[block.leaves.start].block,
            numbers: block.features.iter().copied().chain([is_content]).collect(),
            note: String::new(),
            leaves: block.leaves.clone().map(|leaf| leaf as u32).collect(),
        }
    };
    let parts = blocks.iter().map(part).collect();
    Explanation {
        sections: vec![Section { title: "information blocks", columns, parts }],
        ..Explanation::bare(choose(page, blocks, clusters))
    }
}

/// The training examples of a labelled page: a block each.
pub fn examples(page: &Page, blocks: Vec<InformationBlock>, labels: &Extraction) -> Vec<Example> {
    let example = |InformationBlock { leaves, features }| {
        let gold = leaves.clone().filter(|&leaf: &usize| labels.kept[leaf]);
        Example {
            gold: gold.map(|leaf| page.leaves()[leaf].words).sum(),
            words: page.totals(leaves).words,
            features,
        }
    };
    blocks.into_iter().map(example).collect()
}
