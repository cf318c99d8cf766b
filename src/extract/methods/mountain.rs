//! `mountain`: a reconstruction of Bing, Wang and Zhang 2008, *Primary content extraction with
//! mountain model*, CIT, 479–484, from what Wu et al. 2012 say of it.
//!
//! The texts between `>` and `<`, each with a score, make a line of mountains along the page.
//! Where it stands above the level of the plain there are information ridges, and a classifier
//! tells which of them are primary content. How texts hang together in the tree is ignored, and
//! this is what Wu et al. hold against it.
//!
//! *Departures from the paper.* Its text is not at hand, so score, ridges and features are ours: a
//! text's score is its length, halved in a link; the level is `level` times the page's mean score,
//! and valleys of at most `valley` texts do not part a ridge; the features are height, width,
//! position, share of the page's text and share of linked text. Level, valley and β are those that do
//! best on WCXB dev without a classifier (F1 0.776). The support vector machine is k-means here,
//! trained as Wu's is; more than four clusters gain nothing (F1 in five folds: k = 4 0.784, k = 64
//! 0.785). The texts are the page's leaves, so a comment does not part one.

use std::ops::Range;
use std::path::PathBuf;

use crate::Result;
use crate::extract::extractor::Extractor;
use crate::extract::method::{Method, Trainable};
use crate::extract::parameters::{Settings, Values, parameters};
use crate::extract::shared::information_blocks::{self, InformationBlock};
use crate::extract::shared::kmeans::{Clusters, Example};
use crate::extraction::{Column, Explanation, Extraction};
use crate::page::{Leaf, Page};

/// Centroids that ship, with the spec they were trained for.
const SHIPPED: [&str; 1] = [include_str!("mountain.json")];

/// The method's row.
pub const METHOD: Method = Method {
    trainable: Some(|spec| Ok(Parameters::of(spec)?.trainable())),
    saw: &["wcxb-dev"],
    ..Method::new::<Parameters>(
        "Bing, Wang & Zhang 2008, CIT, 479-484 (a reconstruction)",
        "Finds ridges of long texts along the page and classifies them by k-means.",
    )
};

parameters! {
    /// What `mountain` can be told.
    pub struct Parameters for Mountain, "mountain" {
        /// height of the plain, in mean scores
        level: f64 = 1.0, in Values::Number(0.0, 10.0);
        /// low texts in a row that do not part a ridge
        valley: usize = 4, in Values::Integer(0, 100);
        /// what linked text multiplies a score by
        beta: f64 = 0.5, in Values::Number(0.0, 1.0);
        /// clusters of ridges; 0 rejects no ridge
        k: usize = 4, in Values::Integer(0, 256);
        /// of the clustering, where it is trained
        seed: u64 = 1, in Values::Integer(0, u32::MAX as u64);
        /// centroids that `leafmill train mountain` wrote for the same settings
        model: Option<PathBuf> = None;
    }
}

impl Parameters {
    /// The method as one that learns; `None` where it uses no clusters or has them already.
    fn trainable(self) -> Option<Box<dyn Trainable>> {
        let learns = self.k > 0 && self.model.is_none();
        learns.then(|| Box::new(Mountain { parameters: self, clusters: None }) as _)
    }
}

/// What an explanation says of a ridge, each in 0…1.
const COLUMNS: [Column; 6] = [
    Column { name: "height", places: 2 },
    Column { name: "width", places: 2 },
    Column { name: "position", places: 2 },
    Column { name: "share of text", places: 2 },
    Column { name: "in links", places: 2 },
    Column { name: "content", places: 0 },
];

/// The mountain model.
#[derive(Debug, Clone)]
pub struct Mountain {
    parameters: Parameters,
    /// Rejects no ridge where there is none.
    clusters: Option<Clusters>,
}

impl Mountain {
    /// The extractor with the centroids that its settings ask for.
    fn new(parameters: &Parameters) -> Result<Mountain> {
        let model = parameters.model.as_deref();
        let asked = || Clusters::asked_for(parameters, model, &SHIPPED, is_alike);
        let clusters = (parameters.k > 0).then(asked).transpose()?;
        Ok(Mountain { parameters: parameters.clone(), clusters })
    }

    /// The information ridges of a page with their features.
    pub(crate) fn ridges(&self, page: &Page) -> Vec<InformationBlock> {
        let Parameters { level, valley, beta, .. } = self.parameters;
        let score = |leaf: &Leaf| f64::from(leaf.chars) * if leaf.linked { beta } else { 1.0 };
        let scores: Vec<_> = page.leaves().iter().map(score).collect();
        let mean = scores.iter().sum::<f64>() / scores.len().max(1) as f64;
        let ridges = above(&scores, level * mean, valley);
        describe(page, &scores, ridges)
    }
}

/// Whether centroids of one are of use for the other: whether ridges are the same, and as many clusters.
fn is_alike(a: &Parameters, b: &Parameters) -> bool {
    let ridges = |p: &Parameters| Parameters { seed: 0, model: None, ..p.clone() };
    ridges(a) == ridges(b)
}

impl Extractor for Mountain {
    fn extract(&self, page: &Page) -> Extraction {
        information_blocks::choose(page, &self.ridges(page), self.clusters.as_ref())
    }

    /// The ridges with their features.
    fn explain(&self, page: &Page) -> Explanation {
        let ridges = self.ridges(page);
        information_blocks::explain(page, &ridges, self.clusters.as_ref(), &COLUMNS)
    }
}

impl Trainable for Mountain {
    fn observe(&self, page: &Page, labels: &Extraction) -> Vec<Example> {
        information_blocks::examples(page, self.ridges(page), labels)
    }

    fn clustering(&self) -> (usize, u64) {
        (self.parameters.k, self.parameters.seed)
    }

    fn with(&self, clusters: Clusters) -> Box<dyn Extractor> {
        Box::new(Mountain { clusters: Some(clusters), ..self.clone() })
    }
}

/// Runs of scores above a level; low ones in between, at most `valley` in a row, belong to them.
fn above(scores: &[f64], level: f64, valley: usize) -> Vec<Range<usize>> {
    let mut ridges: Vec<Range<usize>> = Vec::new();
    for (at, _) in scores.iter().enumerate().filter(|(_, score)| **score > level) {
        match ridges.last_mut() {
            Some(ridge) if at - ridge.end <= valley => ridge.end = at + 1,
            _ => ridges.push(at..at + 1),
        }
    }
    ridges
}

/// The features of each ridge.
fn describe(page: &Page, scores: &[f64], ridges: Vec<Range<usize>>) -> Vec<InformationBlock> {
    let height =
        |ridge: &Range<usize>| scores[ridge.clone()].iter().sum::<f64>() / ridge.len() as f64;
    let highest = ridges.iter().map(height).fold(0.0, f64::max);
    let widest = ridges.iter().map(ExactSizeIterator::len).max().unwrap_or(0);
    let all = page.totals(0..scores.len()).chars;
    let block = |ridge: Range<usize>| {
        let totals = page.totals(ridge.clone());
        InformationBlock {
            features: vec![
                height(&ridge) / highest,
                ridge.len() as f64 / widest as f64,
                ridge.start as f64 / scores.len() as f64,
                f64::from(totals.chars) / f64::from(all),
                f64::from(totals.link_chars) / f64::from(totals.chars),
            ],
            leaves: ridge,
        }
    };
    ridges.into_iter().map(block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valleys_part_ridges_when_they_are_wide() {
        let scores = [0.0, 9.0, 1.0, 9.0, 1.0, 1.0, 9.0];
        assert_eq!(above(&scores, 5.0, 0), [1..2, 3..4, 6..7]);
        assert_eq!(above(&scores, 5.0, 1), [1..4, 6..7]);
        assert_eq!(above(&scores, 5.0, 2), vec![1..7; 1]);
        assert!(above(&[], 5.0, 2).is_empty());
    }

    #[test]
    fn features_worked_out() {
        let page = Page::parse("<p>aaaaaa<b>aa</b><p>aa<p><a href>bbbbbbbb</a>");
        let scores = [6.0, 2.0, 2.0, 4.0];
        let ridges = describe(&page, &scores, vec![0..2, 3..4]);
        assert_eq!(ridges[0].leaves, 0..2);
        assert_eq!(ridges[0].features, [1.0, 1.0, 0.0, 8.0 / 18.0, 0.0]);
        assert_eq!(ridges[1].features, [1.0, 0.5, 0.75, 8.0 / 18.0, 1.0]);
    }

    #[test]
    fn without_clusters_every_ridge_is_kept() {
        let long = "a text that is long ".repeat(4);
        let html = format!("<p>a<p>b<p>{long}<p>c<p>{long}<p>d<p>e<p>f<p>g<p>h<p>i");
        let mountain = "mountain(valley=1,k=0)".parse::<Parameters>().unwrap().build().unwrap();
        let kept = mountain.extract(&Page::parse(&html)).kept;
        assert_eq!(kept.iter().position(|&kept| kept), Some(2));
        assert_eq!(kept.iter().filter(|&&kept| kept).count(), 3);
    }
}
