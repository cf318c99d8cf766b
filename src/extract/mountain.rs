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

use super::blocks::{self, Block};
use super::kmeans::{Clusters, Row};
use super::spec::{Settings, Values};
use super::{Extraction, Extractor, Method, Parameter, Training};
use crate::page::{Leaf, Page};

/// Centroids that ship, with the spec they were trained for.
const SHIPPED: [&str; 1] = [include_str!("mountain.json")];

/// The method's row.
pub const METHOD: Method = Method {
    name: "mountain",
    cite: "Bing, Wang & Zhang 2008, CIT, 479-484 (a reconstruction)",
    about: "Finds ridges of long texts along the page and classifies them by k-means.",
    presets: &[],
    parameters: &[
        Parameter {
            name: "level",
            default: "1",
            values: Values::Number(0.0, 10.0),
            about: "height of the plain, in mean scores",
        },
        Parameter {
            name: "valley",
            default: "4",
            values: Values::Integer(0, 100),
            about: "low texts in a row that do not part a ridge",
        },
        Parameter {
            name: "beta",
            default: "0.5",
            values: Values::Number(0.0, 1.0),
            about: "what linked text multiplies a score by",
        },
        Parameter {
            name: "k",
            default: "4",
            values: Values::Integer(0, 256),
            about: "clusters of ridges; 0 rejects no ridge",
        },
        Parameter {
            name: "seed",
            default: "1",
            values: Values::Integer(0, u32::MAX as u64),
            about: "of the clustering, where it is trained",
        },
        Parameter {
            name: "model",
            default: "",
            values: Values::File,
            about: "centroids that `leafmill train mountain` wrote for the same settings",
        },
    ],
    build: |settings| Ok(Box::new(Mountain::new(settings, blocks::clusters(settings, &SHIPPED)?))),
    training: Some(Training {
        observe: |settings, page, labels| Mountain::new(settings, None).rows(page, labels),
        build: |settings, clusters| Box::new(Mountain::new(settings, Some(clusters))),
    }),
    saw: &["wcxb"],
    judges_images: false,
};

/// The mountain model.
#[derive(Debug, Clone)]
pub struct Mountain {
    level: f64,
    valley: usize,
    beta: f64,
    clusters: Option<Clusters>,
}

impl Mountain {
    fn new(settings: &Settings, clusters: Option<Clusters>) -> Mountain {
        Mountain {
            level: settings.number("level"),
            valley: settings.number("valley"),
            beta: settings.number("beta"),
            clusters,
        }
    }

    /// The information ridges of a page with their features.
    pub fn ridges(&self, page: &Page) -> Vec<Block> {
        let score = |leaf: &Leaf| f64::from(leaf.chars) * if leaf.linked { self.beta } else { 1.0 };
        let scores: Vec<_> = page.leaves().iter().map(score).collect();
        let mean = scores.iter().sum::<f64>() / scores.len().max(1) as f64;
        let ridges = above(&scores, self.level * mean, self.valley);
        describe(page, &scores, ridges)
    }

    fn rows(&self, page: &Page, labels: &Extraction) -> Vec<Row> {
        blocks::rows(page, self.ridges(page), labels)
    }
}

impl Extractor for Mountain {
    fn extract(&self, page: &Page) -> Extraction {
        blocks::choose(page, &self.ridges(page), self.clusters.as_ref())
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
fn describe(page: &Page, scores: &[f64], ridges: Vec<Range<usize>>) -> Vec<Block> {
    let height =
        |ridge: &Range<usize>| scores[ridge.clone()].iter().sum::<f64>() / ridge.len() as f64;
    let highest = ridges.iter().map(height).fold(0.0, f64::max);
    let widest = ridges.iter().map(ExactSizeIterator::len).max().unwrap_or(0);
    let all = page.totals(0..scores.len()).chars;
    let block = |ridge: Range<usize>| {
        let totals = page.totals(ridge.clone());
        Block {
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
        let mountain = Mountain { level: 1.0, valley: 1, beta: 0.5, clusters: None };
        let kept = mountain.extract(&Page::parse(&html)).kept;
        assert_eq!(kept.iter().position(|&kept| kept), Some(2));
        assert_eq!(kept.iter().filter(|&&kept| kept).count(), 3);
    }
}
