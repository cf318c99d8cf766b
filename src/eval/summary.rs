//! `summary.json`: the scores of an evaluation with what they were made of, as files have them and
//! reports read them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::bootstrap::{self, Comparison, Estimate, Estimates};
use super::pairs::{self, Pair};
use super::strata::Group;
use super::sweep::Sweep;
use super::table::{SetScores, Stratum, Table};
use crate::dataset::Skip;
use crate::measure::Scores;

/// What is written beside the table, and what of it.
#[derive(Debug, Clone, Default)]
pub struct SummaryOptions {
    /// The source's revision, where it is known.
    pub commit: Option<String>,
    /// The command that made the table, word by word.
    pub command: Vec<String>,
    /// Whether every two entrants are compared.
    pub pairs: bool,
}

/// `summary.json`.
#[derive(Debug, Serialize, Deserialize)]
pub struct Summary {
    /// The version of leafmill.
    pub leafmill: String,
    /// The source's revision, where it is known.
    pub commit: Option<String>,
    /// The command, word by word.
    pub command: Vec<String>,
    /// Which tokenizer fed the tree builder.
    pub parser: String,
    /// Who took part.
    pub specs: Vec<String>,
    /// Folds of the cross-validation; 0 if there was none.
    pub folds: usize,
    /// Seed of the folds and draws.
    pub seed: u64,
    /// What every other entrant is compared with, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<String>,
    /// The results on each data set.
    pub datasets: Vec<SetSummary>,
}

/// The results on one data set.
#[derive(Debug, Serialize, Deserialize)]
pub struct SetSummary {
    /// Its name.
    pub name: String,
    /// Its layout, where it is a published one.
    pub layout: Option<String>,
    /// Fingerprint of the pages that were scored and their gold.
    pub digest: String,
    /// Number of pages that were scored.
    pub pages: usize,
    /// Number of pages of each type.
    pub kinds: BTreeMap<String, usize>,
    /// Number of pages of each language.
    #[serde(default)]
    pub languages: BTreeMap<String, usize>,
    /// Number of pages of low, middle and high complexity.
    #[serde(default)]
    pub complexity: BTreeMap<String, usize>,
    /// What of it is no page with gold.
    pub skipped: Vec<Notice>,
    /// Pages that failed.
    pub failed: Vec<Notice>,
    /// What it was evaluated by.
    pub measures: Vec<String>,
    /// A row a spec and measure.
    pub scores: Vec<SpecSummary>,
    /// What each sweep reaches, by measure.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sweeps: Vec<SweepSummary>,
    /// Every two specs, where that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<PairSummary>,
}

/// A sweep by a measure.
#[derive(Debug, Serialize, Deserialize)]
pub struct SweepSummary {
    /// The measure.
    pub measure: String,
    /// What its specs have in common.
    pub sweep: String,
    /// The best setting on all pages.
    pub best: String,
    /// Its F1, on the pages that it was picked on.
    pub f1: f64,
    /// The scores of pages whose setting was picked on the other folds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nested: Option<Scores>,
    /// Those settings, one a fold.
    pub picked: Vec<String>,
}

/// Two specs against each other.
#[derive(Debug, Serialize, Deserialize)]
pub struct PairSummary {
    /// The measure.
    pub measure: String,
    /// The better and the other.
    pub specs: [String; 2],
    /// The better's F1 less the other's.
    pub f1: f64,
    /// Its 95 % interval.
    pub interval: Interval,
    /// How likely a difference as large is by chance.
    pub p: f64,
    /// By Holm's correction for the pairs of the data set and measure.
    pub corrected: f64,
}

/// A file that was passed over or failed; named without its directories.
#[derive(Debug, Serialize, Deserialize)]
pub struct Notice {
    /// The file's name.
    pub file: String,
    /// Why.
    pub reason: String,
}

/// The scores of a spec by a measure.
#[derive(Debug, Serialize, Deserialize)]
pub struct SpecSummary {
    /// The spec, or another entrant's name.
    pub spec: String,
    /// The measure.
    pub measure: String,
    /// Whether its model was learnt from pages of the data set: then it is no estimate.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub saw: bool,
    /// The scores of all pages, averaged as the measure does.
    #[serde(rename = "macro")]
    pub mean: Scores,
    /// The scores of the summed counts.
    pub micro: Scores,
    /// The 95 % interval of the macro F1, and those of precision and recall.
    pub interval: Interval,
    /// That of precision.
    pub precision_interval: Interval,
    /// That of recall.
    pub recall_interval: Interval,
    /// What its F1 is better by than another's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// The scores by page type.
    pub kinds: BTreeMap<String, StratumSummary>,
    /// The scores by language.
    #[serde(default)]
    pub languages: BTreeMap<String, StratumSummary>,
    /// The scores by complexity.
    #[serde(default)]
    pub complexity: BTreeMap<String, StratumSummary>,
}

/// The scores of a spec by a measure on the pages of a stratum.
#[derive(Debug, Serialize, Deserialize)]
pub struct StratumSummary {
    /// The scores, averaged as the measure does.
    #[serde(flatten)]
    pub mean: Scores,
    /// The 95 % interval of F1, by draws of the stratum's sites.
    #[serde(default)]
    pub interval: Interval,
    /// That of precision.
    #[serde(default)]
    pub precision_interval: Interval,
    /// That of recall.
    #[serde(default)]
    pub recall_interval: Interval,
}

/// Lower and upper end.
pub type Interval = [f64; 2];

/// A spec's macro F1 less another's.
#[derive(Debug, Serialize, Deserialize)]
pub struct Difference {
    /// The other: the baseline, or the best other spec.
    pub to: String,
    /// The difference.
    pub f1: f64,
    /// Its 95 % interval.
    pub interval: Interval,
}

impl Summary {
    /// What `summary.json` says of a table.
    pub fn of(table: &Table, options: &SummaryOptions) -> Summary {
        let sets = table.sets.iter().map(|set| SetSummary::of(table, set, options.pairs));
        Summary {
            leafmill: env!("CARGO_PKG_VERSION").to_owned(),
            commit: options.commit.clone(),
            command: options.command.clone(),
            parser: format!("{:?}", table.parser).to_lowercase(),
            specs: table.entrants.iter().map(ToString::to_string).collect(),
            folds: table.folds,
            seed: table.seed,
            baseline: table.baseline.map(|baseline| table.entrants[baseline].to_string()),
            datasets: sets.collect(),
        }
    }

    /// Whether a model was learnt from pages that it is scored on.
    pub fn saw(&self) -> bool {
        self.datasets.iter().any(|set| set.scores.iter().any(|scores| scores.saw))
    }
}

impl SetSummary {
    fn of(table: &Table, set: &SetScores, pairs: bool) -> SetSummary {
        let notices = |skips: &[Skip]| skips.iter().map(Notice::of).collect();
        let by_measure = (0..set.measures.len()).map(|j| bootstrap::compare(table, set, j));
        let by_measure: Vec<_> = by_measure.collect();
        let [kinds, languages, complexity] =
            [Group::Kind, Group::Language, Group::Complexity].map(|group| drawn(table, set, group));
        let sizes = |strata: &[Drawn]| {
            strata.iter().map(|(of, _)| (of.name.clone(), of.pages.len())).collect()
        };
        let by = |strata: &[Drawn], (i, j): (usize, usize)| {
            let summary =
                |(of, by_measure): &Drawn| (of.name.clone(), StratumSummary::of(&by_measure[j][i]));
            strata.iter().map(summary).collect()
        };
        let scores = table.scored(set).into_iter().map(|(i, j)| SpecSummary {
            spec: table.entrants[i].to_string(),
            measure: set.measures[j].to_string(),
            saw: table.saw(i, set),
            mean: set.mean(i, j, None).rounded(),
            micro: Scores::from(set.sum(i, j)).rounded(),
            interval: by_measure[j][i].scores.f1.interval(),
            precision_interval: by_measure[j][i].scores.precision.interval(),
            recall_interval: by_measure[j][i].scores.recall.interval(),
            difference: Difference::of(table, &by_measure[j][i]),
            kinds: by(&kinds, (i, j)),
            languages: by(&languages, (i, j)),
            complexity: by(&complexity, (i, j)),
        });
        SetSummary {
            name: set.name.clone(),
            layout: set.layout.map(|layout| layout.to_string()),
            digest: set.digest.to_string(),
            pages: set.pages.len(),
            kinds: sizes(&kinds),
            languages: sizes(&languages),
            complexity: sizes(&complexity),
            skipped: notices(&set.skipped),
            failed: notices(&set.failed),
            measures: set.measures.iter().map(ToString::to_string).collect(),
            scores: scores.collect(),
            sweeps: SweepSummary::all(table, set),
            pairs: if pairs { PairSummary::all(table, set) } else { Vec::new() },
        }
    }
}

/// A stratum with its scores by measure and spec.
type Drawn = (Stratum, Vec<Vec<Estimates>>);

/// The strata of a group.
fn drawn(table: &Table, set: &SetScores, group: Group) -> Vec<Drawn> {
    let by_measure = |of: Stratum| {
        let measures = 0..set.measures.len();
        let scores = measures.map(|j| bootstrap::of_stratum(table, set, j, &of)).collect();
        (of, scores)
    };
    set.strata(group).into_iter().map(by_measure).collect()
}

impl StratumSummary {
    fn of(scores: &Estimates) -> StratumSummary {
        let Estimates { precision, recall, f1 } = scores;
        let mean = Scores { precision: precision.value, recall: recall.value, f1: f1.value };
        StratumSummary {
            mean: mean.rounded(),
            interval: f1.interval(),
            precision_interval: precision.interval(),
            recall_interval: recall.interval(),
        }
    }
}

impl SweepSummary {
    /// Every sweep by every measure that counts it.
    pub fn all(table: &Table, set: &SetScores) -> Vec<SweepSummary> {
        let of = |sweep: &Sweep, measure: usize| {
            let best = sweep.best(set, measure)?.spec;
            let name = |spec: usize| table.entrants[spec].to_string();
            table.rows(set, measure).any(|row| row == best).then(|| {
                let nested = sweep.nested(set, measure);
                let picked = nested.iter().flat_map(|nested| &nested.picked);
                SweepSummary {
                    measure: set.measures[measure].to_string(),
                    sweep: sweep.fixed.clone(),
                    best: name(best),
                    f1: rounded(set.mean(best, measure, None).f1),
                    picked: picked.map(|(_, spec)| name(*spec)).collect(),
                    nested: nested.map(|nested| nested.scores.rounded()),
                }
            })
        };
        let sweeps = Sweep::find(&table.entrants);
        let by_measure = |sweep| (0..set.measures.len()).filter_map(move |j| of(sweep, j));
        sweeps.iter().flat_map(by_measure).collect()
    }

    /// The best setting, and what picking it on other pages reaches, in a sentence.
    pub fn sentence(&self, set: &str) -> String {
        let SweepSummary { measure, best, f1, nested, picked, .. } = self;
        let mut kinds: Vec<_> = picked.iter().collect();
        kinds.sort_unstable();
        kinds.dedup();
        let nested = nested.map(|scores| {
            let settings = if kinds.len() == 1 { "setting" } else { "settings" };
            let (folds, kinds) = (picked.len(), kinds.len());
            format!(
                "; picked on the other pages of {folds} folds F1 {:.3} ({kinds} {settings})",
                scores.f1
            )
        });
        format!("best on {set} by {measure}: {best}, F1 {f1:.3}{}", nested.unwrap_or_default())
    }
}

impl PairSummary {
    /// Every two specs by every measure.
    fn all(table: &Table, set: &SetScores) -> Vec<PairSummary> {
        let of_measure = |j: usize| {
            let pairs = pairs::pairs(table, set, j).into_iter();
            pairs.map(move |Pair { entrants: (a, b), difference, p, corrected }| PairSummary {
                measure: set.measures[j].to_string(),
                specs: [a, b].map(|entrant| table.entrants[entrant].to_string()),
                f1: rounded(difference.value),
                interval: difference.interval(),
                p: rounded(p),
                corrected: rounded(corrected),
            })
        };
        (0..set.measures.len()).flat_map(of_measure).collect()
    }
}

impl Difference {
    fn of(table: &Table, comparison: &Comparison) -> Option<Difference> {
        let (to, estimate) = comparison.difference?;
        let to = table.entrants[to].to_string();
        Some(Difference { to, f1: rounded(estimate.value), interval: estimate.interval() })
    }
}

impl Estimate {
    fn interval(self) -> Interval {
        [rounded(self.low), rounded(self.high)]
    }
}

impl Notice {
    fn of(skip: &Skip) -> Notice {
        let name = skip.path.file_name().unwrap_or(skip.path.as_os_str());
        Notice { file: name.to_string_lossy().into_owned(), reason: skip.reason.clone() }
    }
}

impl Scores {
    /// To six places, as `pages.csv` has them.
    fn rounded(self) -> Scores {
        let Scores { precision, recall, f1 } = self;
        Scores { precision: rounded(precision), recall: rounded(recall), f1: rounded(f1) }
    }
}

pub(super) fn rounded(score: f64) -> f64 {
    (score * 1e6).round() / 1e6
}
