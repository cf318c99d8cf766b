//! `wu`: Wu, Chen, Zhu and Wang 2012, *Relevance-based content extraction of HTML documents*,
//! J. Cent. South Univ. 19:1921–1926.
//!
//! Content leaves are long, punctuated and close together in the tree. Each leaf is scored by its
//! length and punctuation ([`score`], equation 1), scores are pulled towards those of related
//! neighbours ([`smooth`], equation 3, over the relevance of [`crate::leaf_id`]), and leaves that
//! stand above the page's mean grow into information blocks ([`block`], Definition 4), which
//! k-means accepts or rejects by their height, width, position and cluster degree.
//!
//! *Departures from the paper.* Its equations and figures are lost in the text that survives; each
//! module's head says which readings were tried. The default is tuned for modern pages: units
//! instead of text nodes, smoothing weighted by relevance, window 9, threshold 0.7, k = 16; the
//! paper's own setting is `wu(paper)`, in which k = 16 too, since two to four clusters reject
//! nothing on modern pages and the paper does not give its k.

pub mod block;
mod parameters;
pub mod score;
pub mod smooth;

pub use parameters::METHOD;

use std::borrow::Cow;
use std::ops::Range;

use super::blocks::{self, Block};
use super::kmeans::{Clusters, Row};
use super::spec::Settings;
use super::{Extraction, Extractor};
use crate::Result;
use crate::leaf_id::{Denominator, LeafIds};
use crate::page::Page;
use score::Weights;
use smooth::Smoothing;

/// Centroids that ship: one file a preset, each naming the spec it was trained for.
const SHIPPED: [&str; 2] =
    [include_str!("centroids/tuned.json"), include_str!("centroids/paper.json")];

/// Wu et al.'s extractor.
#[derive(Debug, Clone)]
pub struct Wu {
    units: bool,
    window: usize,
    threshold: f64,
    weights: Weights,
    smoothing: Smoothing,
    denominator: Denominator,
    clusters: Option<Clusters>,
}

/// What the method makes of a page before it classifies.
#[derive(Debug, Clone)]
pub struct Blocks {
    /// The page's leaves that each scored item covers.
    pub items: Vec<Range<u32>>,
    /// Score of each item (equation 1).
    pub scores: Vec<f64>,
    /// Smoothed score of each item (equation 3).
    pub smoothed: Vec<f64>,
    /// The information blocks, as ranges of items, with their features (equations 4 to 7).
    pub blocks: Vec<(Range<usize>, [f64; 4])>,
}

impl Wu {
    /// The extractor with these settings; `clusters` of `None` rejects no block.
    fn new(settings: &Settings, clusters: Option<Clusters>) -> Wu {
        Wu {
            units: settings.text("leaf") == "unit",
            window: settings.number("window"),
            threshold: settings.number("threshold"),
            weights: Weights {
                alpha: settings.number("alpha"),
                beta: settings.number("beta"),
                gamma: settings.number("gamma"),
            },
            smoothing: match settings.text("smoothing") {
                "literal" => Smoothing::Literal,
                _ => Smoothing::Relevance,
            },
            denominator: match settings.text("denominator") {
                "mean" => Denominator::Mean,
                "min" => Denominator::Min,
                _ => Denominator::Max,
            },
            clusters,
        }
    }

    /// The extractor with the centroids that its settings ask for.
    pub(crate) fn build(settings: &Settings) -> Result<Wu> {
        Ok(Wu::new(settings, blocks::clusters(settings, &SHIPPED)?))
    }

    /// Scores, smoothed scores and information blocks of a page.
    pub fn blocks(&self, page: &Page) -> Blocks {
        let items: Vec<_> = if self.units {
            page.units().iter().map(|unit| unit.leaves.clone()).collect()
        } else {
            (0..page.leaves().len() as u32).map(|leaf| leaf..leaf + 1).collect()
        };
        let ids = &*self.ids(page);
        let scores: Vec<_> =
            items.iter().map(|leaves| self.weights.score(page, leaves.clone())).collect();
        let smoothed = self.smoothing.apply(&scores, ids, self.window, self.denominator);
        let found = block::find(&smoothed, ids, self.threshold, self.denominator);
        let features = block::features(&found, &smoothed, ids, self.denominator);
        Blocks { items, scores, smoothed, blocks: found.into_iter().zip(features).collect() }
    }

    /// Relevance of each scored item to the one before it (equation 2); 0 for the first.
    pub fn relevance(&self, page: &Page) -> Vec<f64> {
        let ids = self.ids(page);
        let adjacent = |item| if item == 0 { 0.0 } else { ids.adjacent(item, self.denominator) };
        (0..ids.len()).map(adjacent).collect()
    }

    /// Whether a block with these features is taken for content.
    pub fn is_content(&self, features: &[f64; 4]) -> bool {
        self.clusters.as_ref().is_none_or(|clusters| clusters.is_content(features))
    }

    /// The IDs of what is scored.
    fn ids<'p>(&self, page: &'p Page) -> Cow<'p, LeafIds> {
        if self.units {
            Cow::Owned(page.leaf_ids().of_units(page))
        } else {
            Cow::Borrowed(page.leaf_ids())
        }
    }

    /// The training rows of a labelled page: a block each.
    fn rows(&self, page: &Page, labels: &Extraction) -> Vec<Row> {
        blocks::rows(page, self.blocks(page).of_leaves(), labels)
    }
}

impl Blocks {
    /// The blocks as runs of the page's leaves.
    fn of_leaves(self) -> Vec<Block> {
        let Blocks { items, blocks, .. } = self;
        let of_leaves = |(block, features): (Range<usize>, [f64; 4])| Block {
            leaves: items[block.start].start as usize..items[block.end - 1].end as usize,
            features: features.to_vec(),
        };
        blocks.into_iter().map(of_leaves).collect()
    }
}

impl Extractor for Wu {
    fn extract(&self, page: &Page) -> Extraction {
        blocks::choose(page, &self.blocks(page).of_leaves(), self.clusters.as_ref())
    }
}
