//! The paired bootstrap (Efron and Tibshirani 1993): how far scores would move with other pages.
//!
//! Sites are drawn with replacement, as many as there are, a thousand times, each with all of its
//! pages, since pages of one site are alike; a page without an address is a site of its own. Every
//! spec is scored on the same draws, so that the difference of two is of the same pages each time.
//! The interval holds the middle 95 % of the draws; a difference whose interval holds 0 may be chance.

use std::collections::HashMap;

use rayon::prelude::*;

use super::table::{SetScores, Table};
use crate::measure::Scores;
use crate::measure::scores::Terms;
use crate::random::Random;

/// Draws of the sites.
const RESAMPLES: usize = 1000;

/// A figure with the ends of its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The figure on the pages as they are.
    pub value: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
}

/// The scores of a spec, and what its F1 is better by than another's.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Comparison {
    /// The spec's precision.
    pub precision: Estimate,
    /// The spec's recall.
    pub recall: Estimate,
    /// The spec's F1.
    pub f1: Estimate,
    /// Another spec by its place, and this one's F1 less that one's.
    pub difference: Option<(usize, Estimate)>,
}

/// Compares the specs of a table on a data set by a measure, each with the table's baseline, or,
/// where it has none, with the best other; the same seed gives the same ends. The oracle is compared,
/// but nothing is compared with it unless it is the baseline, nor with a spec that has no score.
pub fn compare(table: &Table, set: &SetScores, measure: usize) -> Vec<Comparison> {
    let specs = table.entrants.len();
    let means: Vec<Scores> = (0..specs).map(|spec| set.mean(spec, measure, None)).collect();
    let f1: Vec<f64> = means.iter().map(|scores| scores.f1).collect();
    let sites = Sites::of(set);
    let summed: Vec<_> = (0..specs).map(|spec| sites.sums(set, spec, measure)).collect();
    let drawn = sites.resample(set, &summed, measure, table.seed);
    let has_row = |spec| table.rows(set, measure).any(|row| row == spec);
    let is_rival: Vec<bool> = (table.entrants.iter().enumerate())
        .map(|(i, entrant)| has_row(i) && entrant.is_rival())
        .collect();
    let rival = |spec: usize| {
        if let Some(baseline) = table.baseline {
            return (baseline != spec && has_row(baseline)).then_some(baseline);
        }
        let others = (0..specs).rev().filter(|&other| other != spec && is_rival[other]);
        others.max_by(|&a, &b| f1[a].total_cmp(&f1[b]))
    };
    let estimate = |spec: usize, figure: fn(Scores) -> f64| {
        Estimate::new(
            figure(means[spec]),
            drawn.iter().map(|scores| figure(scores[spec])).collect(),
        )
    };
    (0..specs)
        .map(|spec| Comparison {
            precision: estimate(spec, |scores| scores.precision),
            recall: estimate(spec, |scores| scores.recall),
            f1: estimate(spec, |scores| scores.f1),
            difference: rival(spec).map(|other| (other, gap(&drawn, &f1, spec, other))),
        })
        .collect()
}

/// The difference of two specs' F1, given the scores of every spec by draw.
pub(super) fn gap(drawn: &[Vec<Scores>], f1: &[f64], spec: usize, other: usize) -> Estimate {
    let gaps = drawn.iter().map(|scores| scores[spec].f1 - scores[other].f1);
    Estimate::new(f1[spec] - f1[other], gaps.collect())
}

/// Which site each page of a data set is of.
pub(super) struct Sites {
    /// By page.
    of: Vec<usize>,
    count: usize,
}

impl Sites {
    /// The sites of a data set, in the order of their first pages.
    pub fn of(set: &SetScores) -> Sites {
        let mut known = HashMap::new();
        let mut of = Vec::with_capacity(set.pages.len());
        for page in &set.pages {
            let next = known.len();
            of.push(*known.entry(page.site.as_str()).or_insert(next));
        }
        Sites { of, count: known.len() }
    }

    /// What is summed over the pages of each site for a spec by a measure.
    pub fn sums(&self, set: &SetScores, spec: usize, measure: usize) -> Vec<Terms> {
        let averaging = set.measures[measure].averaging();
        let mut sums = vec![Terms::default(); self.count];
        for (page, &site) in set.pages.iter().zip(&self.of) {
            let terms = averaging.terms(set.counts(page, spec, measure));
            sums[site].iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
        }
        sums
    }

    /// The scores of every spec by draw.
    pub fn resample(
        &self,
        set: &SetScores,
        summed: &[Vec<Terms>],
        measure: usize,
        seed: u64,
    ) -> Vec<Vec<Scores>> {
        let averaging = set.measures[measure].averaging();
        let mut seeds = Random(seed);
        let seeds: Vec<u64> = (0..RESAMPLES).map(|_| seeds.next()).collect();
        let draw = |seed: &u64| {
            let weights = weights(self.count, *seed);
            summed.iter().map(|sites| averaging.scores(sum(sites, &weights))).collect()
        };
        seeds.par_iter().map(draw).collect()
    }
}

/// How often each site is drawn.
fn weights(sites: usize, seed: u64) -> Vec<f64> {
    let mut random = Random(seed);
    let mut weights = vec![0.0; sites];
    for _ in 0..sites {
        weights[(random.unit() * sites as f64) as usize] += 1.0;
    }
    weights
}

fn sum(sites: &[Terms], weights: &[f64]) -> Terms {
    let mut sums = Terms::default();
    for (terms, weight) in sites.iter().zip(weights) {
        for (sum, term) in sums.iter_mut().zip(terms) {
            *sum += weight * term;
        }
    }
    sums
}

impl Estimate {
    /// A figure and the same figure of each draw.
    fn new(value: f64, mut drawn: Vec<f64>) -> Estimate {
        drawn.sort_by(f64::total_cmp);
        let tail = drawn.len() / 40;
        Estimate { value, low: drawn[tail], high: drawn[drawn.len() - 1 - tail] }
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::{spec, table};
    use super::*;

    #[test]
    fn the_middle_of_the_draws() {
        let drawn = (0..1000).rev().map(f64::from).collect();
        assert_eq!(Estimate::new(1.0, drawn), Estimate { value: 1.0, low: 25.0, high: 974.0 });
    }

    #[test]
    fn weights_are_a_draw_with_replacement() {
        let weights = weights(50, 7);
        assert_eq!(weights.iter().sum::<f64>(), 50.0);
        assert!(weights.contains(&0.0) && weights.iter().any(|&weight| weight > 1.0));
    }

    #[test]
    fn the_best_is_compared_with_the_second_and_others_with_the_best() {
        let table = table();
        let found = compare(&table, &table.sets[0], 0);
        let to: Vec<_> = found.iter().map(|row| row.difference.unwrap().0).collect();
        assert_eq!(to, [1, 0, 1]);
        let gap = found[1].difference.unwrap().1;
        assert!((gap.value - (0.8 - 17.0 / 36.0)).abs() < 1e-12);
        // By page the gaps are 1/3, 1 and -0.35: draws of one page alone are the ends.
        assert!((gap.low + 0.35).abs() < 1e-12 && (gap.high - 1.0).abs() < 1e-12, "{gap:?}");
        assert_eq!(found, compare(&table, &table.sets[0], 0));
    }

    #[test]
    fn pages_of_one_site_are_drawn_together() {
        let mut table = table();
        table.sets[0].pages.iter_mut().for_each(|page| page.site = "a.example".into());
        for row in compare(&table, &table.sets[0], 0) {
            for of in [row.precision, row.recall, row.f1] {
                assert!((of.low - of.value).abs() < 1e-12 && (of.high - of.value).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn all_are_compared_with_the_baseline() {
        let mut table = table();
        table.baseline = Some(2);
        let found = compare(&table, &table.sets[0], 0);
        let to: Vec<_> = found.iter().map(|row| row.difference.map(|(to, _)| to)).collect();
        assert_eq!(to, [Some(2), Some(2), None]);
    }

    #[test]
    fn a_spec_alone_is_compared_with_none() {
        let mut table = table();
        table.entrants.truncate(1);
        assert_eq!(compare(&table, &table.sets[0], 0)[0].difference, None);
    }

    #[test]
    fn nothing_is_compared_with_the_oracle() {
        let mut table = table();
        table.entrants[1] = spec("oracle");
        let found = compare(&table, &table.sets[0], 0);
        let to: Vec<_> = found.iter().map(|row| row.difference.unwrap().0).collect();
        assert_eq!(to, [2, 0, 0]);
    }

    #[test]
    fn a_spec_does_not_differ_from_its_twin() {
        let mut table = table();
        for page in &mut table.sets[0].pages {
            page.counts[2] = page.counts[1];
        }
        let (_, gap) = compare(&table, &table.sets[0], 0)[2].difference.unwrap();
        assert_eq!(gap, Estimate { value: 0.0, low: 0.0, high: 0.0 });
    }
}
