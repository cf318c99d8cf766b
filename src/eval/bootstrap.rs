//! The paired bootstrap (Efron and Tibshirani 1993): how far scores would move with other pages.
//!
//! Sites are drawn with replacement, as many as there are, a thousand times, each with all of its
//! pages, since pages of one site are alike; a page without an address is a site of its own. Every
//! spec is scored on the same draws, so that the difference of two is of the same pages each time.
//! The interval holds the middle 95 % of the draws; a difference whose interval holds 0 may be chance.

use std::collections::HashMap;

use rayon::prelude::*;

use super::table::{SetScores, Stratum, Table};
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

/// Precision, recall and F1 of a spec.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Estimates {
    /// The spec's precision.
    pub precision: Estimate,
    /// The spec's recall.
    pub recall: Estimate,
    /// The spec's F1.
    pub f1: Estimate,
}

/// The scores of a spec, and what its F1 is better by than another's.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Comparison {
    /// Its scores on all pages.
    pub scores: Estimates,
    /// Another spec by its place, and this one's F1 less that one's.
    pub difference: Option<(usize, Estimate)>,
}

/// Compares the specs of a table on a data set by a measure, each with the table's baseline, or,
/// where it has none, with the best other; the same seed gives the same ends. The oracle is compared,
/// but nothing is compared with it unless it is the baseline, nor with a spec that has no score.
pub fn compare(table: &Table, set: &SetScores, measure: usize) -> Vec<Comparison> {
    let specs = table.entrants.len();
    let Drawn { means, scores: drawn } = Drawn::of(table, set, measure, None);
    let f1: Vec<f64> = means.iter().map(|scores| scores.f1).collect();
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
    let differences =
        (0..specs).map(|spec| rival(spec).map(|other| (other, gap(&drawn, &f1, spec, other))));
    let differences: Vec<_> = differences.collect();
    let scores = Drawn { means, scores: drawn }.estimates().into_iter();
    scores.zip(differences).map(|(scores, difference)| Comparison { scores, difference }).collect()
}

/// The scores of every spec of a table on the pages of a stratum by a measure; the sites are those that have
/// pages in it.
pub fn of_stratum(
    table: &Table,
    set: &SetScores,
    measure: usize,
    stratum: &Stratum,
) -> Vec<Estimates> {
    Drawn::of(table, set, measure, Some(stratum)).estimates()
}

/// The scores of every spec by a measure, on the pages as they are and by draw.
struct Drawn {
    means: Vec<Scores>,
    scores: Vec<Vec<Scores>>,
}

impl Drawn {
    fn of(table: &Table, set: &SetScores, measure: usize, stratum: Option<&Stratum>) -> Drawn {
        let specs = 0..table.entrants.len();
        let sites = match stratum {
            Some(stratum) => Sites::of_pages(set, stratum.pages.clone()),
            None => Sites::of(set),
        };
        let summed: Vec<_> = specs.clone().map(|spec| sites.sums(set, spec, measure)).collect();
        Drawn {
            means: specs.map(|spec| set.mean(spec, measure, stratum)).collect(),
            scores: sites.resample(set, &summed, measure, table.seed),
        }
    }

    fn estimates(self) -> Vec<Estimates> {
        let Drawn { means, scores } = self;
        let estimate = |spec: usize, figure: fn(Scores) -> f64| {
            let drawn = scores.iter().map(|scores| figure(scores[spec]));
            Estimate::new(figure(means[spec]), drawn.collect())
        };
        let estimates = |spec| Estimates {
            precision: estimate(spec, |scores| scores.precision),
            recall: estimate(spec, |scores| scores.recall),
            f1: estimate(spec, |scores| scores.f1),
        };
        (0..means.len()).map(estimates).collect()
    }
}

/// The difference of two specs' F1, given the scores of every spec by draw.
pub(super) fn gap(drawn: &[Vec<Scores>], f1: &[f64], spec: usize, other: usize) -> Estimate {
    let gaps = drawn.iter().map(|scores| scores[spec].f1 - scores[other].f1);
    Estimate::new(f1[spec] - f1[other], gaps.collect())
}

/// Pages of a data set, and which site each is of.
pub(super) struct Sites {
    /// The pages by their places, each with its site.
    of: Vec<(usize, usize)>,
    count: usize,
}

impl Sites {
    /// The sites of a data set, in the order of their first pages.
    pub fn of(set: &SetScores) -> Sites {
        Sites::of_pages(set, (0..set.pages.len()).collect())
    }

    /// The sites of some of its pages.
    fn of_pages(set: &SetScores, pages: Vec<usize>) -> Sites {
        let mut known = HashMap::new();
        let mut of = Vec::with_capacity(pages.len());
        for page in pages {
            let next = known.len();
            of.push((page, *known.entry(set.pages[page].site.as_str()).or_insert(next)));
        }
        Sites { of, count: known.len() }
    }

    /// What is summed over the pages of each site for a spec by a measure.
    pub fn sums(&self, set: &SetScores, spec: usize, measure: usize) -> Vec<Terms> {
        let averaging = set.measures[measure].averaging();
        let mut sums = vec![Terms::default(); self.count];
        for &(page, site) in &self.of {
            let terms = averaging.terms(set.counts(&set.pages[page], spec, measure));
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
            let Estimates { precision, recall, f1 } = row.scores;
            for of in [precision, recall, f1] {
                assert!((of.low - of.value).abs() < 1e-12 && (of.high - of.value).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_stratum_is_drawn_by_itself() {
        let table = table();
        let set = &table.sets[0];
        let all = Stratum { name: "all".into(), pages: vec![0, 1, 2] };
        let whole: Vec<_> = compare(&table, set, 0).into_iter().map(|row| row.scores).collect();
        assert_eq!(of_stratum(&table, set, 0, &all), whole);
        let one = Stratum { name: "one".into(), pages: vec![2] };
        let [Estimates { precision, recall, .. }, ..] = of_stratum(&table, set, 0, &one)[..] else {
            panic!()
        };
        assert_eq!(precision, Estimate { value: 0.75, low: 0.75, high: 0.75 });
        assert_eq!(recall.value, 0.75);
        let two = Stratum { name: "two".into(), pages: vec![1, 2] };
        let f1 = of_stratum(&table, set, 0, &two)[0].f1;
        assert_eq!((f1.value, f1.low, f1.high), (0.375, 0.0, 0.75));
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
