//! Blocks with features, and the verdict of k-means on each: what the methods that classify blocks
//! have in common.

use std::ops::Range;

use super::Extraction;
use super::kmeans::{Clusters, Row};
use super::spec::{Settings, Spec};
use crate::Result;
use crate::page::Page;

/// A run of leaves and what it looks like.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// Its leaves, as a range of [`Page::leaves`].
    pub leaves: Range<usize>,
    /// Its features, each in 0…1.
    pub features: Vec<f64>,
}

/// The blocks that the clusters take for content; without clusters, all of them.
pub fn choose(page: &Page, blocks: &[Block], clusters: Option<&Clusters>) -> Extraction {
    let mut extraction = Extraction::none(page);
    for block in blocks {
        if clusters.is_none_or(|clusters| clusters.is_content(&block.features)) {
            extraction.kept[block.leaves.clone()].fill(true);
        }
    }
    extraction
}

/// The training rows of a labelled page: a block each.
pub fn rows(page: &Page, blocks: Vec<Block>, labels: &Extraction) -> Vec<Row> {
    let row = |Block { leaves, features }| {
        let gold = leaves.clone().filter(|&leaf: &usize| labels.kept[leaf]);
        Row {
            gold: gold.map(|leaf| page.leaves()[leaf].words).sum(),
            words: page.totals(leaves).words,
            features,
        }
    };
    blocks.into_iter().map(row).collect()
}

/// The clusters for a method's settings: those of the file that `model` names, else those of
/// `shipped`, JSON texts that each name the spec they were trained for. `None` where `k` is 0.
///
/// # Errors
/// If the file cannot be read or was trained for other settings, or none ship for these.
pub fn clusters(settings: &Settings, shipped: &[&str]) -> Result<Option<Clusters>> {
    let fits = |clusters: &Clusters| {
        let theirs = clusters.spec.parse::<Spec>().and_then(|spec| spec.settings());
        theirs.is_ok_and(|theirs| settings.agree(&theirs, &["seed", "model"]))
    };
    if settings.number::<usize>("k") == 0 {
        return Ok(None);
    }
    let path = settings.text("model");
    if !path.is_empty() {
        let clusters = Clusters::read(path.as_ref())?;
        return if fits(&clusters) {
            Ok(Some(clusters))
        } else {
            Err(settings.error(format!("`{path}` was trained for `{}`", clusters.spec)))
        };
    }
    let found = shipped.iter().filter_map(|json| serde_json::from_str(json).ok()).find(fits);
    found.map(Some).ok_or_else(|| {
        settings.error(
            "no centroids ship for these settings: give k=0 (reject no block), or evaluate with \
             --folds, or make a model with `leafmill train` and name it with model=FILE",
        )
    })
}
