//! The method's row, and what it can be told.

use std::path::PathBuf;

use super::Wu;
use super::information_blocks::Degree;
use super::score::Stops;
use super::smooth::Smoothing;
use crate::extract::method::{Method, Trainable};
use crate::extract::parameters::{Settings, Values, choice, parameters};
use crate::page::leaf_id::Denominator;

/// The method's row.
pub const METHOD: Method = Method {
    trainable: Some(|spec| Ok(Parameters::of(spec)?.trainable())),
    saw: &["wcxb-dev"],
    ..Method::new::<Parameters>(
        "Wu, Chen, Zhu & Wang 2012, J. Cent. South Univ. 19:1921-1926",
        "Scores leaves by length and punctuation, smooths by relevance, grows blocks, \
         and classifies them by k-means.",
    )
};

parameters! {
    /// What `wu` can be told; the default is tuned for modern pages.
    pub struct Parameters for Wu, "wu" {
        /// what is scored: a run of text without a break, or a text node
        leaf: Scored = Scored::Unit;
        /// leaves in the smoothing window, the leaf itself in the middle
        window: usize = 9, in Values::Odd(1, 99);
        /// relevance above which a block grows over its neighbour
        threshold: f64 = 0.7, in Values::Number(0.0, 1.0);
        /// what a full stop at the end adds to a score, in lengths
        alpha: f64 = 2.0, in Values::Number(0.0, 100.0);
        /// what anchor text multiplies a score by
        beta: f64 = 0.5, in Values::Number(0.0, 100.0);
        /// what a comma or full stop anywhere adds to a score, in lengths
        gamma: f64 = 1.0, in Values::Number(0.0, 100.0);
        /// what makes a text fully stopped: whatever ends a sentence, or full stops alone
        stops: Stops = Stops::All;
        /// bits of the step to an only child in a leaf's ID
        only_child: u32 = 1, in Values::Integer(0, 1);
        /// the reading of equation 3
        smoothing: Smoothing = Smoothing::Relevance;
        /// which of two IDs' lengths divides their common prefix
        denominator: Denominator = Denominator::Max;
        /// which scores a leaf's is compared with the mean of: smoothed ones, or those before
        mean: Mean = Mean::Smoothed;
        /// which leaves of a block its cluster degree compares: neighbours, or all pairs
        degree: Degree = Degree::Neighbours;
        /// what is chosen: information blocks, or each leaf above the mean
        choose: Choose = Choose::Blocks;
        /// clusters of blocks; 0 rejects no block
        k: usize = 16, in Values::Integer(0, 256);
        /// of the clustering, where it is trained
        seed: u64 = 1, in Values::Integer(0, u32::MAX as u64);
        /// centroids that `leafmill train wu` wrote for the same settings
        model: Option<PathBuf> = None;
    }
    /// the paper's setting: text nodes, literal smoothing, window 5, threshold 0.9
    preset paper {
        leaf: Scored::Node,
        window: 5,
        threshold: 0.9,
        smoothing: Smoothing::Literal,
    }
}

/// What is scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scored {
    /// A run of text without a break.
    Unit,
    /// A text node, as in the paper.
    Node,
}

/// Which scores the page's mean is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mean {
    /// The smoothed scores.
    Smoothed,
    /// The scores before smoothing.
    Raw,
}

/// What is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choose {
    /// Information blocks.
    Blocks,
    /// Each leaf above the mean by itself.
    Leaves,
}

choice!(Degree { Neighbours: "neighbours", Pairs: "pairs" });
choice!(Stops { All: "all", Full: "full" });
choice!(Mean { Smoothed: "smoothed", Raw: "raw" });
choice!(Choose { Blocks: "blocks", Leaves: "leaves" });
choice!(Scored { Unit: "unit", Node: "node" });
choice!(Smoothing { Relevance: "relevance", Literal: "literal", None: "none" });
choice!(Denominator { Max: "max", Mean: "mean", Min: "min" });

impl Parameters {
    /// The method as one that learns; `None` where it uses no clusters or has them already.
    fn trainable(self) -> Option<Box<dyn Trainable>> {
        let learns = self.k > 0 && self.model.is_none();
        learns.then(|| Box::new(Wu { parameters: self, clusters: None }) as _)
    }
}
