//! `wu`: Wu, Chen, Zhu and Wang 2012, *Relevance-based content extraction of HTML documents*,
//! J. Cent. South Univ. 19:1921–1926.
//!
//! Content leaves are long, punctuated and close together in the tree. Each leaf is scored by its
//! length and punctuation ([`score`], equation 1), scores are pulled towards those of related
//! neighbours ([`smooth`], equation 3, over the relevance of [`crate::page::leaf_id`]), and leaves
//! that stand above the page's mean grow into information blocks ([`information_blocks`],
//! Definition 4), which k-means accepts or rejects by their height, width, position and cluster degree.
//!
//! *Departures from the paper.* Its equations and figures are lost in the text that survives; each
//! module's head says which readings were tried. What is open can be set, one parameter a reading. The paper's
//! measures of what smoothing and blocks add are `wu(paper,smoothing=none,k=0)` and
//! `wu(paper,choose=leaves,k=0)`, without centroids, which are of each preset alone. The default is tuned for
//! modern pages: units instead of text nodes, smoothing weighted by relevance, window 9, threshold 0.7, k = 16;
//! the paper's own setting is `wu(paper)`, in which k = 16 too, since two to four clusters reject nothing on
//! modern pages and the paper does not give its k.
//!
//! *Measured* without clusters (`leafmill evaluate wcxb-dev -m 'wu(…,k=0)'`), F1; `make papers` has precision,
//! recall, and each reading with centroids of its own:
//!
//! | reading | | `wu` | `wu(paper)` |
//! |---|---|---|---|
//! | as it is | | .795 | .771 |
//! | equation 2 divides by the mean of two IDs' lengths, not by the longer | `denominator=mean` | .794 | .773 |
//! | by the shorter | `denominator=min` | .792 | .776 |
//! | an only child takes no bit | `only_child=0` | .793 | .773 |
//! | equation 1 raises anchors by half, as a sentence says | `beta=1.5` | .788 | .762 |
//! | `!`, `?` and `…` are no full stops | `stops=full` | .796 | .772 |
//! | Definition 4 has the mean of raw scores | `mean=raw` | .764 | .771 |
//! | equation 7 is over all pairs: with clusters alone, −.001 | `degree=pairs` | .795 | .771 |
//! | no smoothing | `smoothing=none` | .683 | .549 |
//! | no blocks | `choose=leaves` | .792 | .778 |

pub mod information_blocks;
mod parameters;
pub mod score;
pub mod smooth;

pub use information_blocks::Degree;
pub use parameters::{Choose, METHOD, Mean, Parameters, Scored};
pub use score::Stops;

use std::borrow::Cow;
use std::ops::Range;

use crate::Result;
use crate::extract::extractor::Extractor;
use crate::extract::method::Trainable;
use crate::extract::shared::information_blocks::{self as classified, InformationBlock};
use crate::extract::shared::kmeans::{Clusters, Example};
use crate::extraction::{Column, Explanation, Extraction, Part, Section};
use crate::page::Page;
use crate::page::leaf_id::{self, LeafIds};
use score::Weights;

/// Centroids that ship: one file a preset, each naming the spec it was trained for.
const SHIPPED: [&str; 2] =
    [include_str!("centroids/tuned.json"), include_str!("centroids/paper.json")];

/// What an explanation says of a block (equations 4 to 7), each in 0…1.
const COLUMNS: [Column; 5] = [
    Column { name: "height", places: 2 },
    Column { name: "width", places: 2 },
    Column { name: "position", places: 2 },
    Column { name: "degree", places: 2 },
    Column { name: "content", places: 0 },
];

/// What it says of a leaf beside its ID.
const ID_COLUMNS: [Column; 2] =
    [Column { name: "score", places: 1 }, Column { name: "smoothed", places: 1 }];

/// Wu et al.'s extractor.
#[derive(Debug, Clone)]
pub struct Wu {
    parameters: Parameters,
    /// Rejects no block where there is none.
    clusters: Option<Clusters>,
}

/// What the method makes of a page before it classifies.
#[derive(Debug, Clone)]
pub struct InformationBlocks {
    /// The page's leaves that each scored item covers.
    pub items: Vec<Range<u32>>,
    /// Score of each item (equation 1).
    pub scores: Vec<f64>,
    /// Smoothed score of each item (equation 3).
    pub smoothed: Vec<f64>,
    /// The information blocks, as ranges of items, with their features (equations 4 to 7).
    pub blocks: Vec<(Range<usize>, [f64; 4])>,
}

/// Whether centroids of one are of use for the other: whether blocks are the same, and as many clusters.
fn is_alike(a: &Parameters, b: &Parameters) -> bool {
    let blocks = |p: &Parameters| Parameters { seed: 0, model: None, ..p.clone() };
    blocks(a) == blocks(b)
}

impl Wu {
    /// The extractor with the centroids that its settings ask for.
    fn new(parameters: &Parameters) -> Result<Wu> {
        let model = parameters.model.as_deref();
        let asked = || Clusters::asked_for(parameters, model, &SHIPPED, is_alike);
        let clusters = (parameters.k > 0).then(asked).transpose()?;
        Ok(Wu { parameters: parameters.clone(), clusters })
    }

    /// Scores, smoothed scores and information blocks of a page.
    pub(crate) fn blocks(&self, page: &Page) -> InformationBlocks {
        let Parameters { leaf, window, threshold, alpha, beta, gamma, .. } = self.parameters;
        let Parameters { smoothing, denominator, stops, degree, .. } = self.parameters;
        let items: Vec<_> = match leaf {
            Scored::Unit => page.units().iter().map(|unit| unit.leaves.clone()).collect(),
            Scored::Node => (0..page.leaves().len() as u32).map(|leaf| leaf..leaf + 1).collect(),
        };
        let ids = &*self.ids(page);
        let weights = Weights { alpha, beta, gamma, stops };
        let scores: Vec<_> =
            items.iter().map(|leaves| weights.score(page, leaves.clone())).collect();
        let smoothed = smoothing.apply(&scores, ids, window, denominator);
        let mean = information_blocks::mean(match self.parameters.mean {
            Mean::Smoothed => &smoothed,
            Mean::Raw => &scores,
        });
        let found = match self.parameters.choose {
            Choose::Blocks => {
                information_blocks::find(&smoothed, mean, ids, threshold, denominator)
            }
            Choose::Leaves => information_blocks::leaves_above(&smoothed, mean),
        };
        let features = information_blocks::features(&found, &smoothed, ids, denominator, degree);
        InformationBlocks {
            items,
            scores,
            smoothed,
            blocks: found.into_iter().zip(features).collect(),
        }
    }

    /// Relevance of each scored item to the one before it (equation 2); 0 for the first.
    pub fn relevance(&self, page: &Page) -> Vec<f64> {
        let ids = self.ids(page);
        let denominator = self.parameters.denominator;
        let adjacent = |item| if item == 0 { 0.0 } else { ids.adjacent(item, denominator) };
        (0..ids.len()).map(adjacent).collect()
    }

    /// Whether a block with these features is taken for content.
    pub fn is_content(&self, features: &[f64; 4]) -> bool {
        self.clusters.as_ref().is_none_or(|clusters| clusters.is_content(features))
    }

    /// The IDs of what is scored.
    fn ids<'p>(&self, page: &'p Page) -> Cow<'p, LeafIds> {
        let ids = match self.parameters.only_child {
            leaf_id::ONLY_CHILD => Cow::Borrowed(page.leaf_ids()),
            bits => Cow::Owned(LeafIds::new(page.dom(), page.leaves(), bits)),
        };
        match self.parameters.leaf {
            Scored::Unit => Cow::Owned(ids.of_units(page.units())),
            Scored::Node => ids,
        }
    }
}

impl InformationBlocks {
    /// The blocks as runs of the page's leaves.
    fn of_leaves(self) -> Vec<InformationBlock> {
        let InformationBlocks { items, blocks, .. } = self;
        let of_leaves = |(block, features): (Range<usize>, [f64; 4])| InformationBlock {
            leaves: items[block.start].start as usize..items[block.end - 1].end as usize,
            features: features.to_vec(),
        };
        blocks.into_iter().map(of_leaves).collect()
    }
}

impl Extractor for Wu {
    fn extract(&self, page: &Page) -> Extraction {
        classified::choose(page, &self.blocks(page).of_leaves(), self.clusters.as_ref())
    }

    /// The information blocks with their features, and the leaves with their IDs (the paper's Figure 4).
    fn explain(&self, page: &Page) -> Explanation {
        let found = self.blocks(page);
        let ids = leaf_id::spelled(page.dom(), page.leaves(), self.parameters.only_child);
        let part = |(at, leaves): (usize, &Range<u32>)| Part {
            node: page.leaves()[leaves.start as usize].block,
            numbers: vec![found.scores[at], found.smoothed[at]],
            note: ids[leaves.start as usize].clone(),
            leaves: leaves.clone().collect(),
        };
        let parts = found.items.iter().enumerate().map(part).collect();
        let ids = Section { title: "leaf IDs", columns: &ID_COLUMNS, parts };
        let blocks = found.of_leaves();
        let mut explanation = classified::explain(page, &blocks, self.clusters.as_ref(), &COLUMNS);
        explanation.sections.push(ids);
        explanation
    }
}

impl Trainable for Wu {
    fn observe(&self, page: &Page, labels: &Extraction) -> Vec<Example> {
        classified::examples(page, self.blocks(page).of_leaves(), labels)
    }

    fn clustering(&self) -> (usize, u64) {
        (self.parameters.k, self.parameters.seed)
    }

    fn with(&self, clusters: Clusters) -> Box<dyn Extractor> {
        Box::new(Wu { clusters: Some(clusters), ..self.clone() })
    }
}
