//! Measures: how much of what was extracted is gold, and how much of the gold was extracted.
//!
//! A measure yields [`Counts`] for a page; precision, recall, F1 and the empty cases are derived
//! from them here and nowhere else. A measure is named by a string that parses, such as
//! `words(cjk=run)`; its row in [`MEASURES`] explains it.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::dataset::Gold;
use super::words::GoldWords;
use crate::text::Cjk;
use crate::{Error, Result};

/// What a measure counts on a page: the evidence of every score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
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

/// A measure with its settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Multisets of lower-cased words.
    Words(Cjk),
}

/// A measure: one row of the table.
pub struct Row {
    /// The measure, which prints as what names it.
    pub measure: Measure,
    /// What it counts, in one sentence.
    pub about: &'static str,
    /// Where it is defined.
    pub cite: &'static str,
}

/// Every measure, the default first.
pub static MEASURES: &[Row] = &[
    Row {
        measure: Measure::Words(Cjk::Character),
        about: "multisets of lower-cased words (\\w+), a CJK character being a word of its own",
        cite: "Foley 2026, WCXB; CJK rule ours",
    },
    Row {
        measure: Measure::Words(Cjk::Run),
        about: "multisets of lower-cased words (\\w+), a run of CJK characters being one word",
        cite: "Foley 2026, WCXB, whose own script does so",
    },
];

impl Measure {
    /// Counts a text against a page's gold.
    pub fn count(self, text: &str, gold: &Gold) -> Counts {
        match self {
            Measure::Words(cjk) => GoldWords::new(&gold.text, cjk).count(text),
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Measure::Words(Cjk::Character) => "words",
            Measure::Words(Cjk::Run) => "words(cjk=run)",
        })
    }
}

impl FromStr for Measure {
    type Err = Error;

    fn from_str(text: &str) -> Result<Measure> {
        let spec: String = text.split_whitespace().collect();
        let known = MEASURES.iter().map(|row| row.measure);
        known.clone().find(|measure| measure.to_string() == spec).ok_or_else(|| Error::Spec {
            spec: text.to_owned(),
            message: format!(
                "no such measure; there are {}",
                known.map(|measure| measure.to_string()).collect::<Vec<_>>().join(", ")
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_worked_out() {
        let counts = Counts { matched: 3, extracted: 4, gold: 6 };
        assert_eq!((counts.precision(), counts.recall(), counts.f1()), (0.75, 0.5, 0.6));
    }

    #[test]
    fn empty_cases() {
        let scores = |matched, extracted, gold| {
            let counts = Counts { matched, extracted, gold };
            [counts.precision(), counts.recall(), counts.f1()]
        };
        assert_eq!(scores(0, 0, 0), [1.0; 3]);
        assert_eq!(scores(0, 5, 0), [0.0; 3]);
        assert_eq!(scores(0, 0, 5), [0.0; 3]);
        assert_eq!(scores(0, 5, 5), [0.0; 3]);
    }

    #[test]
    fn names_parse_and_print_the_same() {
        for row in MEASURES {
            assert_eq!(row.measure.to_string().parse::<Measure>().unwrap(), row.measure);
        }
        assert_eq!("words( cjk = run )".parse::<Measure>().unwrap(), Measure::Words(Cjk::Run));
        let message = "wrods".parse::<Measure>().unwrap_err().to_string();
        assert!(message.contains("there are words, words(cjk=run)"), "{message}");
    }

    #[test]
    fn a_text_is_counted_against_gold() {
        let gold = Gold { text: "你好 World".into(), ..Gold::default() };
        let counts = Measure::Words(Cjk::Character).count("world 你", &gold);
        assert_eq!(counts, Counts { matched: 2, extracted: 2, gold: 3 });
        let counts = Measure::Words(Cjk::Run).count("world 你", &gold);
        assert_eq!(counts, Counts { matched: 1, extracted: 2, gold: 2 });
    }
}
