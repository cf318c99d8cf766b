//! From counts to scores: precision, recall and F1 of a page and of many, and the empty cases.
//! Nothing else derives them.

use serde::{Deserialize, Serialize};

/// What a measure counts on a page: the evidence of every score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[non_exhaustive]
pub struct Counts {
    /// What extraction and gold have in common.
    pub matched: u64,
    /// What was extracted.
    pub extracted: u64,
    /// What should have been.
    pub gold: u64,
}

impl Counts {
    /// The share of what was extracted that is gold.
    pub fn precision(self) -> f64 {
        self.share(self.extracted)
    }

    /// The share of the gold that was extracted.
    pub fn recall(self) -> f64 {
        self.share(self.gold)
    }

    /// The harmonic mean of precision and recall.
    pub fn f1(self) -> f64 {
        if self.is_nothing() {
            return 1.0;
        }
        // 2PR/(P + R) in counts, which is 0 rather than undefined where both are 0.
        2.0 * self.matched as f64 / (self.extracted + self.gold) as f64
    }

    /// Where there is nothing to find, finding nothing is perfect and anything else is a failure.
    fn is_nothing(self) -> bool {
        self.gold == 0 && self.extracted == 0
    }

    fn share(self, whole: u64) -> f64 {
        match whole {
            0 => f64::from(self.is_nothing()),
            _ => self.matched as f64 / whole as f64,
        }
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.matched += other.matched;
        self.extracted += other.extracted;
        self.gold += other.gold;
    }
}

/// Precision, recall and F1.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Scores {
    /// Precision, in 0…1.
    pub precision: f64,
    /// Recall, in 0…1.
    pub recall: f64,
    /// F1, in 0…1.
    pub f1: f64,
}

impl From<Counts> for Scores {
    fn from(counts: Counts) -> Scores {
        Scores { precision: counts.precision(), recall: counts.recall(), f1: counts.f1() }
    }
}

/// How the scores of many pages are made of their counts.
///
/// Each way is a function of sums over pages, so that a resample of the pages is a sum with other
/// weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Averaging {
    /// Precision, recall and F1 are means over pages.
    Pages,
    /// Precision is the mean over the pages with output, recall over those with gold, and F1 is
    /// made of the two means.
    Shares,
    /// Precision, recall and F1 are those of the summed counts.
    Pool,
    /// Recall and F1 are means over the pages with gold, precision is of the summed counts: nobody is
    /// asked for what a page has not, and what is invented costs.
    Having,
}

/// What is summed over pages.
pub(crate) type Terms = [f64; 5];

impl Averaging {
    /// What a page adds to the sums.
    pub(crate) fn terms(self, counts: Counts) -> Terms {
        let Scores { precision, recall, f1 } = Scores::from(counts);
        let one = |is: bool| f64::from(u8::from(is));
        match self {
            Averaging::Pages => [precision, recall, f1, 1.0, 0.0],
            Averaging::Shares => {
                let (output, gold) = (one(counts.extracted > 0), one(counts.gold > 0));
                [output * precision, recall * gold, output, gold, 0.0]
            }
            Averaging::Pool => {
                let Counts { matched, extracted, gold } = counts;
                [matched as f64, extracted as f64, gold as f64, 1.0, 0.0]
            }
            Averaging::Having => {
                let has_gold = one(counts.gold > 0);
                let (matched, extracted) = (counts.matched as f64, counts.extracted as f64);
                [matched, extracted, has_gold * recall, has_gold * f1, has_gold]
            }
        }
    }

    /// The scores that sums stand for; zeros where they are of no page.
    pub(crate) fn scores(self, sums: Terms) -> Scores {
        let [a, b, c, d, e] = sums;
        match self {
            Averaging::Pages => {
                Scores { precision: ratio(a, d), recall: ratio(b, d), f1: ratio(c, d) }
            }
            Averaging::Shares => {
                let (precision, recall) = (ratio(a, c), ratio(b, d));
                Scores {
                    precision,
                    recall,
                    f1: ratio(2.0 * precision * recall, precision + recall),
                }
            }
            Averaging::Pool if d > 0.0 => {
                Counts { matched: a as u64, extracted: b as u64, gold: c as u64 }.into()
            }
            Averaging::Pool => Scores::default(),
            Averaging::Having => {
                Scores { precision: ratio(a, b), recall: ratio(c, e), f1: ratio(d, e) }
            }
        }
    }

    /// The scores of pages with these counts.
    pub fn mean(self, pages: impl Iterator<Item = Counts>) -> Scores {
        let mut sums = Terms::default();
        for counts in pages {
            for (sum, term) in sums.iter_mut().zip(self.terms(counts)) {
                *sum += term;
            }
        }
        self.scores(sums)
    }
}

/// A quotient, 0 where the divisor is.
fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(matched: u64, extracted: u64, gold: u64) -> Counts {
        Counts { matched, extracted, gold }
    }

    #[test]
    fn scores_worked_out() {
        let counts = counts(3, 4, 6);
        assert_eq!((counts.precision(), counts.recall(), counts.f1()), (0.75, 0.5, 0.6));
    }

    #[test]
    fn empty_cases() {
        let scores = |matched, extracted, gold| {
            let counts = counts(matched, extracted, gold);
            [counts.precision(), counts.recall(), counts.f1()]
        };
        assert_eq!(scores(0, 0, 0), [1.0; 3]);
        assert_eq!(scores(0, 5, 0), [0.0; 3]);
        assert_eq!(scores(0, 0, 5), [0.0; 3]);
        assert_eq!(scores(0, 5, 5), [0.0; 3]);
    }

    #[test]
    fn averages_worked_out() {
        // Halves of both on one page; no output; no gold.
        let pages = [counts(1, 2, 2), counts(0, 0, 4), counts(0, 2, 0)];
        let mean = |averaging: Averaging| {
            let Scores { precision, recall, f1 } = averaging.mean(pages.into_iter());
            [precision, recall, f1]
        };
        assert_eq!(mean(Averaging::Pages), [0.5 / 3.0; 3]);
        // Precision: (1/2 + 0)/2; recall: (1/2 + 0)/2.
        assert_eq!(mean(Averaging::Shares), [0.25; 3]);
        assert_eq!(mean(Averaging::Pool), [1.0 / 4.0, 1.0 / 6.0, 2.0 / 10.0]);
        // Two pages have gold; what the third invents is in the precision.
        assert_eq!(mean(Averaging::Having), [1.0 / 4.0, 0.25, 0.25]);
        for averaging in [Averaging::Pages, Averaging::Shares, Averaging::Pool, Averaging::Having] {
            assert_eq!(averaging.mean([].into_iter()), Scores::default());
        }
    }
}
