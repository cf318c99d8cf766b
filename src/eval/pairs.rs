//! Every two methods against each other, by approximate randomisation (Noreen 1989; Yeh 2000).
//!
//! If two methods were equally good, each page's two results could as well be the other's. So the
//! results are exchanged at random, those of a site together since its pages are alike, and the
//! difference of the two F1 is taken anew, two thousand times. Its p is the share of these
//! differences that are as large as the one found, itself counted. Of many pairs some differ by
//! chance; Holm's correction (1979) holds the chance that any is wrongly told apart: the smallest of
//! m p is multiplied by m, the next by m − 1, and so on, and none is less than one before it.

use rayon::prelude::*;

use super::bootstrap::{Estimate, Sites, gap};
use super::table::{SetScores, Table};
use crate::measure::scores::Terms;
use crate::random::Random;

/// Exchanges of the pages of each pair.
const EXCHANGES: usize = 2000;

/// Two methods on a data set by a measure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    /// The better, and the other, by their places in the table.
    pub entrants: (usize, usize),
    /// The better's F1 less the other's, with its interval by the bootstrap.
    pub difference: Estimate,
    /// How likely a difference as large is by chance, in 0…1.
    pub p: f64,
    /// The same by Holm's correction for all pairs of the data set and measure.
    pub corrected: f64,
}

/// Compares every two entrants that have a score and are no oracle; the same seed gives the same p.
pub fn pairs(table: &Table, set: &SetScores, measure: usize) -> Vec<Pair> {
    let rows = table.rows(set, measure).filter(|&row| table.entrants[row].is_rival());
    let mut rows: Vec<usize> = rows.collect();
    let f1: Vec<f64> =
        (0..table.entrants.len()).map(|row| set.mean(row, measure, None).f1).collect();
    rows.sort_by(|&a, &b| f1[b].total_cmp(&f1[a]));
    let sites = Sites::of(set);
    let summed: Vec<Vec<Terms>> = (0..f1.len()).map(|row| sites.sums(set, row, measure)).collect();
    let two = rows.iter().enumerate();
    let two: Vec<_> = two.flat_map(|(i, &a)| rows[i + 1..].iter().map(move |&b| (a, b))).collect();
    let drawn = sites.resample(set, &summed, measure, table.seed);
    let averaging = set.measures[measure].averaging();
    let compare = |&(a, b): &(usize, usize)| {
        let difference = f1[a] - f1[b];
        let mut random = Random(table.seed);
        let as_large = (0..EXCHANGES).filter(|_| {
            let (mut one, mut other) = (Terms::default(), Terms::default());
            for (mine, theirs) in summed[a].iter().zip(&summed[b]) {
                let (mine, theirs) =
                    if random.unit() < 0.5 { (mine, theirs) } else { (theirs, mine) };
                one.iter_mut().zip(mine).for_each(|(sum, term)| *sum += term);
                other.iter_mut().zip(theirs).for_each(|(sum, term)| *sum += term);
            }
            // Sums in another order differ in their last digits.
            let exchanged = averaging.scores(one).f1 - averaging.scores(other).f1;
            exchanged.abs() >= difference.abs() - 1e-9
        });
        let p = (as_large.count() + 1) as f64 / (EXCHANGES + 1) as f64;
        Pair { entrants: (a, b), difference: gap(&drawn, &f1, a, b), p, corrected: p }
    };
    let mut pairs: Vec<Pair> = two.par_iter().map(compare).collect();
    correct(&mut pairs);
    pairs
}

/// Holm's correction.
fn correct(pairs: &mut [Pair]) {
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    order.sort_by(|&a, &b| pairs[a].p.total_cmp(&pairs[b].p));
    let mut least = 0.0_f64;
    for (rank, &at) in order.iter().enumerate() {
        least = least.max(pairs[at].p * (pairs.len() - rank) as f64).min(1.0);
        pairs[at].corrected = least;
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::table;
    use super::*;

    #[test]
    fn corrected_values_rise_and_end_at_one() {
        let none = Estimate { value: 0.0, low: 0.0, high: 0.0 };
        let pair = |p| Pair { entrants: (0, 1), difference: none, p, corrected: p };
        let mut pairs = [0.04, 0.01, 0.9, 0.03].map(pair);
        correct(&mut pairs);
        let corrected = pairs.map(|pair| (pair.corrected * 1e6).round() / 1e6);
        // .01 × 4; .03 × 3; .04 × 2 = .08 is less than that; .9.
        assert_eq!(corrected, [0.09, 0.04, 0.9, 0.09]);
    }

    #[test]
    fn twins_do_not_differ_and_few_pages_tell_nothing_apart() {
        let mut table = table();
        for page in &mut table.sets[0].pages {
            page.counts[2] = page.counts[1];
        }
        let found = pairs(&table, &table.sets[0], 0);
        assert_eq!(found.len(), 3);
        let twins = found.iter().find(|pair| pair.difference.value == 0.0).unwrap();
        assert_eq!((twins.p, twins.corrected), (1.0, 1.0));
        // Three sites: each exchange leaves the difference as it is with all or none exchanged.
        assert!(found.iter().all(|pair| pair.p > 0.2), "{found:?}");
    }

    #[test]
    fn many_pages_of_one_winner_tell_apart() {
        let mut table = table();
        let page = table.sets[0].pages[0].clone();
        table.sets[0].pages = (0..40)
            .map(|n| {
                let mut page = page.clone();
                page.site = n.to_string();
                page
            })
            .collect();
        let found = pairs(&table, &table.sets[0], 0);
        let clear = found.iter().find(|pair| pair.difference.value > 0.1).unwrap();
        assert!((clear.p - 1.0 / 2001.0).abs() < 1e-12 && clear.corrected < 0.01, "{clear:?}");
        // All pages of one site are one page for this.
        table.sets[0].pages.iter_mut().for_each(|page| page.site = "a".into());
        assert!(pairs(&table, &table.sets[0], 0).iter().all(|pair| pair.p == 1.0));
    }
}
