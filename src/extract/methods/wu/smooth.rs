//! Smoothing scores by relevance (Wu et al. 2012, Definition 3 and equation 3).
//!
//! The text says: V is the mean score in the window, and scores are pulled in proportion to
//! relevance. Two readings are offered.
//!
//! *Departures from the paper.* The equation itself is lost. `Literal`: S' = S + r̄·(V − S), r̄
//! being the mean relevance to the other leaves of the window. `Relevance`, the tuned default:
//! S'ᵢ = (1/n)·Σⱼ r(i,j)·Sⱼ over the n leaves of the window, r(i,i) = 1. Tried and left: Σ rS/Σ r
//! (F1 0.772 on WCXB dev), S + mean r(Sⱼ − V) (0.644), S + r̄V (0.737).

use crate::page::leaf_id::{Denominator, LeafIds};

/// A reading of equation 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Smoothing {
    /// The mean of the window's scores, each weighted by its relevance.
    #[default]
    Relevance,
    /// A pull towards the window's mean, in proportion to the mean relevance.
    Literal,
    /// Scores as they are: the paper's measure of what smoothing adds.
    None,
}

impl Smoothing {
    /// Smoothed scores. `window` is the window's whole size; it is cut off at the page's ends, and
    /// a window of one leaf leaves the score as it is.
    pub(crate) fn apply(
        self,
        scores: &[f64],
        ids: &LeafIds,
        window: usize,
        denominator: Denominator,
    ) -> Vec<f64> {
        let reach = window / 2;
        (0..scores.len())
            .map(|i| {
                let (from, to) = (i.saturating_sub(reach), (i + reach).min(scores.len() - 1));
                let others = Others::around(i, from, to, scores, ids, denominator);
                let count = (to - from) as f64;
                match self {
                    Smoothing::Relevance => (scores[i] + others.weighted) / (count + 1.0),
                    Smoothing::None => scores[i],
                    Smoothing::Literal if from == to => scores[i],
                    Smoothing::Literal => {
                        let mean = (scores[i] + others.scores) / (count + 1.0);
                        scores[i] + others.relevance / count * (mean - scores[i])
                    }
                }
            })
            .collect()
    }
}

/// Sums over the other leaves of a window.
#[derive(Default)]
struct Others {
    scores: f64,
    relevance: f64,
    weighted: f64,
}

impl Others {
    fn around(
        i: usize,
        from: usize,
        to: usize,
        scores: &[f64],
        ids: &LeafIds,
        denominator: Denominator,
    ) -> Others {
        let mut others = Others::default();
        let mut add = |j: usize, prefix: u32| {
            let relevance = ids.ratio(prefix, i, j, denominator);
            others.scores += scores[j];
            others.relevance += relevance;
            others.weighted += relevance * scores[j];
        };
        // The common prefix can only shrink on the way out.
        let mut prefix = u32::MAX;
        for j in (from..i).rev() {
            prefix = prefix.min(ids.prefix(j + 1));
            add(j, prefix);
        }
        prefix = u32::MAX;
        for j in i + 1..=to {
            prefix = prefix.min(ids.prefix(j));
            add(j, prefix);
        }
        others
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use proptest::prelude::*;

    /// Three leaves with the IDs 000, 010 and 10: relevance 1/3 between the first two, 0 to the
    /// third.
    fn three() -> LeafIds {
        Page::parse("<div><p>a</p><p>b</p></div><p>c</p>").leaf_ids().clone()
    }

    #[test]
    fn both_readings_worked_out() {
        let ids = three();
        assert_eq!([ids.length(0), ids.length(1), ids.length(2)], [3, 3, 2]);
        let scores = [6.0, 12.0, 30.0];
        let smooth = |reading: Smoothing| reading.apply(&scores, &ids, 3, Denominator::Max);
        // The window of the first leaf is cut to two leaves, that of the second has three.
        assert_eq!(smooth(Smoothing::Relevance), [5.0, 14.0 / 3.0, 15.0]);
        // Means 9, 16, 21; mean relevance 1/3, 1/6, 0.
        assert_eq!(smooth(Smoothing::Literal), [7.0, 12.0 + 4.0 / 6.0, 30.0]);
        assert_eq!(smooth(Smoothing::None), scores);
    }

    proptest! {
        #[test]
        fn a_window_of_one_is_the_identity(scores in prop::collection::vec(0.0..1e4f64, 3)) {
            for reading in [Smoothing::Relevance, Smoothing::Literal] {
                let smoothed = reading.apply(&scores, &three(), 1, Denominator::Max);
                prop_assert_eq!(&smoothed, &scores);
            }
        }
    }
}
