//! The paired bootstrap (Efron and Tibshirani 1993): how far scores would move with other pages.
//!
//! Pages are drawn with replacement, as many as there are, a thousand times. Every spec is scored
//! on the same draws, so that the difference of two is of the same pages each time. The interval
//! holds the middle 95 % of the draws; a difference whose interval holds 0 may be chance. Pages of
//! one site are drawn apart, as if they were independent, which makes intervals rather too narrow.

use rayon::prelude::*;

use super::table::{SetScores, Table};
use crate::measure::scores::Terms;
use crate::random::Random;

/// Draws of the pages.
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

/// The F1 of a spec, and what it is better by than the best other.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Comparison {
    /// The spec's F1.
    pub f1: Estimate,
    /// The best other spec by its place, and this one's F1 less that one's.
    pub difference: Option<(usize, Estimate)>,
}

/// Compares the specs of a table on a data set by a measure; the same seed gives the same ends.
/// The oracle is compared, but nothing is compared with it, nor with a spec that has no score.
pub fn compare(table: &Table, set: &SetScores, measure: usize) -> Vec<Comparison> {
    let specs = table.entrants.len();
    let f1: Vec<f64> = (0..specs).map(|spec| set.mean(spec, measure, None).f1).collect();
    let drawn = resample(set, specs, measure, table.seed);
    let has_row = |spec| table.rows(set, measure).any(|row| row == spec);
    let is_rival: Vec<bool> = (table.entrants.iter().enumerate())
        .map(|(i, entrant)| has_row(i) && entrant.is_rival())
        .collect();
    (0..specs)
        .map(|spec| {
            let others = (0..specs).rev().filter(|&other| other != spec && is_rival[other]);
            let best = others.max_by(|&a, &b| f1[a].total_cmp(&f1[b]));
            let difference = best.map(|best| {
                let gaps = drawn.iter().map(|f1| f1[spec] - f1[best]);
                (best, Estimate::new(f1[spec] - f1[best], gaps.collect()))
            });
            let own = drawn.iter().map(|f1| f1[spec]);
            Comparison { f1: Estimate::new(f1[spec], own.collect()), difference }
        })
        .collect()
}

/// F1 by draw, of every spec.
fn resample(set: &SetScores, specs: usize, measure: usize, seed: u64) -> Vec<Vec<f64>> {
    let averaging = set.measures[measure].averaging();
    let terms: Vec<Vec<Terms>> = (0..specs)
        .map(|spec| {
            let counts = set.pages.iter().map(|page| set.counts(page, spec, measure));
            counts.map(|counts| averaging.terms(counts)).collect()
        })
        .collect();
    let mut seeds = Random(seed);
    let seeds: Vec<u64> = (0..RESAMPLES).map(|_| seeds.next()).collect();
    let draw = |seed: &u64| {
        let weights = weights(set.pages.len(), *seed);
        let f1 = |pages: &Vec<Terms>| averaging.scores(sum(pages, &weights)).f1;
        terms.iter().map(f1).collect()
    };
    seeds.par_iter().map(draw).collect()
}

/// How often each page is drawn.
fn weights(pages: usize, seed: u64) -> Vec<f64> {
    let mut random = Random(seed);
    let mut weights = vec![0.0; pages];
    for _ in 0..pages {
        weights[(random.unit() * pages as f64) as usize] += 1.0;
    }
    weights
}

fn sum(pages: &[Terms], weights: &[f64]) -> Terms {
    let mut sums = Terms::default();
    for (terms, weight) in pages.iter().zip(weights) {
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
