//! The files of an evaluation: `pages.csv`, `summary.json` and `summary.md`.
//!
//! They hold ids, counts and scores, never a page's text, so that they can be published whatever
//! the licence of the pages. The same evaluation gives the same bytes.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::Serialize;

use super::bootstrap::{self, Comparison, Estimate};
use super::pairs::{self, Pair};
use super::table::{self, SetScores, Table};
use crate::dataset::Skip;
use crate::measure::Scores;
use crate::{Error, Result};

/// The columns of `pages.csv`.
const COLUMNS: [&str; 11] = [
    "dataset",
    "page",
    "kind",
    "spec",
    "measure",
    "matched",
    "extracted",
    "gold",
    "precision",
    "recall",
    "f1",
];

/// What is written beside the table, and what of it.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The source's revision, where it is known.
    pub commit: Option<String>,
    /// The command that made the table, word by word.
    pub command: Vec<String>,
    /// Whether every two entrants are compared.
    pub pairs: bool,
}

impl Table {
    /// Writes `pages.csv`, `summary.json` and `summary.md` into a directory, which is made where it is
    /// not there: what `leafmill evaluate --output` writes.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self, directory: &Path) -> Result<()> {
        write(self, directory, &Options::default())
    }
}

/// Writes the files into a directory, which is made where it is not there.
///
/// # Errors
/// If a file cannot be written.
pub fn write(table: &Table, directory: &Path, options: &Options) -> Result<()> {
    fs::create_dir_all(directory).map_err(|error| Error::io(directory, error))?;
    let summary = Summary::of(table, options);
    let json = serde_json::to_string_pretty(&summary).map_err(io::Error::from);
    let files = [
        ("pages.csv", pages(table)),
        ("summary.json", json.map(|json| json + "\n")),
        ("summary.md", Ok(markdown(table, &summary))),
    ];
    for (name, content) in files {
        let path = directory.join(name);
        let written = content.and_then(|content| fs::write(&path, content));
        written.map_err(|error| Error::io(&path, error))?;
    }
    Ok(())
}

/// `pages.csv`: a row a page, spec and measure.
fn pages(table: &Table) -> io::Result<String> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(COLUMNS)?;
    for set in &table.sets {
        let rows = rows(table, set);
        for page in &set.pages {
            for &(i, j) in &rows {
                let (spec, measure) = (&table.entrants[i], &set.measures[j]);
                let counts = set.counts(page, i, j);
                let kind = page.kind.as_deref().unwrap_or_default();
                let names = [&set.name, &page.id, kind, &spec.to_string(), &measure.to_string()];
                let numbers = [counts.matched, counts.extracted, counts.gold];
                let scores = [counts.precision(), counts.recall(), counts.f1()];
                let cells = names.map(|name| inert(name).into_owned()).into_iter();
                let cells = cells.chain(numbers.map(|number| number.to_string()));
                csv.write_record(cells.chain(scores.map(|score| format!("{score:.6}"))))?;
            }
        }
    }
    let bytes = csv.into_inner().map_err(|error| error.into_error())?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// The specs that have a score on a data set, each with each of its measures, by their places.
fn rows(table: &Table, set: &SetScores) -> Vec<(usize, usize)> {
    let takes = |&(i, j): &(usize, usize)| table.entrants[i].yields(set.measures[j]);
    let all = (0..table.entrants.len()).flat_map(|i| (0..set.measures.len()).map(move |j| (i, j)));
    all.filter(takes).collect()
}

/// A cell that no spreadsheet takes for a formula.
fn inert(cell: &str) -> Cow<'_, str> {
    match cell.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => Cow::Owned(format!("'{cell}")),
        false => Cow::Borrowed(cell),
    }
}

/// `summary.json`.
#[derive(Serialize)]
struct Summary<'t> {
    leafmill: &'static str,
    commit: Option<&'t str>,
    command: &'t [String],
    parser: String,
    specs: Vec<String>,
    folds: usize,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline: Option<String>,
    datasets: Vec<DatasetSummary<'t>>,
}

#[derive(Serialize)]
struct DatasetSummary<'t> {
    name: &'t str,
    layout: Option<String>,
    digest: String,
    pages: usize,
    kinds: BTreeMap<&'t str, usize>,
    skipped: Vec<Notice>,
    failed: Vec<Notice>,
    measures: Vec<String>,
    scores: Vec<SpecSummary<'t>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pairs: Vec<PairSummary>,
}

/// Two specs against each other.
#[derive(Serialize)]
struct PairSummary {
    measure: String,
    /// The better and the other.
    specs: [String; 2],
    f1: f64,
    interval: Interval,
    p: f64,
    /// By Holm's correction for the pairs of the data set and measure.
    corrected: f64,
}

/// A file that was passed over or failed; named without its directories.
#[derive(Serialize)]
struct Notice {
    file: String,
    reason: String,
}

#[derive(Serialize)]
struct SpecSummary<'t> {
    spec: String,
    measure: String,
    /// Whether its model was learnt from pages of the data set: then it is no estimate.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    saw: bool,
    #[serde(rename = "macro")]
    mean: Scores,
    micro: Scores,
    /// The 95 % interval of the macro F1, and those of precision and recall.
    interval: Interval,
    precision_interval: Interval,
    recall_interval: Interval,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<Difference>,
    kinds: BTreeMap<&'t str, Scores>,
}

/// Lower and upper end.
type Interval = [f64; 2];

/// A spec's macro F1 less that of the best other.
#[derive(Serialize)]
struct Difference {
    /// The best other spec.
    to: String,
    f1: f64,
    interval: Interval,
}

impl<'t> Summary<'t> {
    fn of(table: &'t Table, options: &'t Options) -> Summary<'t> {
        let sets = table.sets.iter().map(|set| DatasetSummary::of(table, set, options.pairs));
        Summary {
            leafmill: env!("CARGO_PKG_VERSION"),
            commit: options.commit.as_deref(),
            command: &options.command,
            parser: format!("{:?}", table.parser).to_lowercase(),
            specs: table.entrants.iter().map(ToString::to_string).collect(),
            folds: table.folds,
            seed: table.seed,
            baseline: table.baseline.map(|baseline| table.entrants[baseline].to_string()),
            datasets: sets.collect(),
        }
    }
}

impl Summary<'_> {
    /// Whether a model was learnt from pages that it is scored on.
    fn saw(&self) -> bool {
        self.datasets.iter().any(|set| set.scores.iter().any(|scores| scores.saw))
    }
}

impl<'t> DatasetSummary<'t> {
    fn of(table: &'t Table, set: &'t SetScores, pairs: bool) -> DatasetSummary<'t> {
        let notices = |skips: &[Skip]| skips.iter().map(Notice::of).collect();
        let by_measure = (0..set.measures.len()).map(|j| bootstrap::compare(table, set, j));
        let by_measure: Vec<_> = by_measure.collect();
        let scores = rows(table, set).into_iter().map(|(i, j)| SpecSummary {
            spec: table.entrants[i].to_string(),
            measure: set.measures[j].to_string(),
            saw: table.saw(i, set),
            mean: set.mean(i, j, None).rounded(),
            micro: Scores::from(set.sum(i, j)).rounded(),
            interval: by_measure[j][i].f1.interval(),
            precision_interval: by_measure[j][i].precision.interval(),
            recall_interval: by_measure[j][i].recall.interval(),
            difference: Difference::of(table, &by_measure[j][i]),
            kinds: (set.kinds().into_iter())
                .map(|(kind, _)| (kind, set.mean(i, j, Some(kind)).rounded()))
                .collect(),
        });
        DatasetSummary {
            name: &set.name,
            layout: set.layout.map(|layout| layout.to_string()),
            digest: set.digest.to_string(),
            pages: set.pages.len(),
            kinds: set.kinds().into_iter().collect(),
            skipped: notices(&set.skipped),
            failed: notices(&set.failed),
            measures: set.measures.iter().map(ToString::to_string).collect(),
            scores: scores.collect(),
            pairs: if pairs { PairSummary::all(table, set) } else { Vec::new() },
        }
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

    /// The row of the table of pairs.
    fn cells(&self) -> Vec<String> {
        let [better, other] = self.specs.clone();
        let [low, high] = self.interval;
        let p = |p: f64| if p < 0.001 { "< .001".to_owned() } else { format!("{p:.3}") };
        let interval = format!("{low:+.3} … {high:+.3}");
        vec![better, other, format!("{:+.3}", self.f1), interval, p(self.p), p(self.corrected)]
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

fn rounded(score: f64) -> f64 {
    (score * 1e6).round() / 1e6
}

/// `summary.md`: the table, and what it is a table of.
fn markdown(table: &Table, summary: &Summary) -> String {
    let folds = match table.folds {
        0 => "with the models that ship (on pages that they were learnt from, only folds are \
              evidence)"
            .to_owned(),
        folds => format!("{folds} folds by registered domain, seed {}", table.seed),
    };
    let commit = summary.commit.map(|commit| format!(" ({commit})")).unwrap_or_default();
    let mut out = format!("# Evaluation\n\nleafmill {}{commit}; {folds}.\n\n", summary.leafmill);
    for set in &table.sets {
        let layout = set.layout.map(|layout| format!("layout {layout}, ")).unwrap_or_default();
        out.push_str(&format!("- {}: {layout}digest `{}`", set.title(), set.digest));
        for (what, skips) in [("passed over", &set.skipped), ("failed", &set.failed)] {
            if !skips.is_empty() {
                out.push_str(&format!(", {} {what}", skips.len()));
            }
        }
        out.push('\n');
    }
    out + "\nP, R and F1 are means over pages; by `shingles(4)` F1 is that of the means, and by \
           `snippets` all are of the summed counts, as micro F1 always is.\n\n"
        + &table.to_string()
        + &intervals(summary)
}

/// How sure the figures are: a table for each data set and measure.
fn intervals(summary: &Summary) -> String {
    let to = match &summary.baseline {
        Some(baseline) => format!("`{baseline}`"),
        None => "the best other method, the oracle apart,".to_owned(),
    };
    let mut out = format!(
        "\n## Intervals\n\nThe middle 95 % of F1 over 1,000 draws of the sites with replacement, each \
         with its pages, and of its difference to {to} on the same draws; where that interval \
         holds 0, the difference may be chance.{}\n",
        if summary.saw() { table::SAW.trim_end().replace("\n\n", " ") } else { String::new() },
    );
    for set in &summary.datasets {
        for measure in &set.measures {
            out.push_str(&format!("\n**{}, measure `{measure}`**\n\n", set.name));
            let heads = ["method", "F1", "interval", "difference", "interval", "to"];
            let mut rows = vec![heads.map(str::to_owned).to_vec()];
            let specs = set.scores.iter().filter(|scores| scores.measure == *measure);
            rows.extend(specs.map(SpecSummary::cells));
            out.push_str(&table::markdown(&rows));
        }
    }
    out + &pairs_of(summary)
}

/// Every two methods, where that was asked for: a table for each data set and measure.
fn pairs_of(summary: &Summary) -> String {
    let mut out = String::new();
    for set in &summary.datasets {
        for measure in &set.measures {
            let pairs = set.pairs.iter().filter(|pair| pair.measure == *measure);
            let heads = ["better", "other", "F1", "interval", "p", "corrected"];
            let mut rows = vec![heads.map(str::to_owned).to_vec()];
            rows.extend(pairs.map(PairSummary::cells));
            if rows.len() > 1 {
                out.push_str(&format!("\n**{}, measure `{measure}`**\n\n", set.name));
                out.push_str(&table::markdown(&rows));
            }
        }
    }
    if out.is_empty() {
        return out;
    }
    let head = "\n## Pairs\n\nEvery two methods: the difference of their F1 with its interval as above, \
                how likely one as large is by chance (approximate randomisation by sites), and that by \
                Holm's correction for all pairs of the table.\n";
    head.to_owned() + &out
}

impl SpecSummary<'_> {
    /// The row of the table of intervals.
    fn cells(&self) -> Vec<String> {
        let interval = |[low, high]: Interval| format!("{low:.3} … {high:.3}");
        let spec = self.spec.clone() + if self.saw { " \\*" } else { "" };
        let mut cells = vec![spec, format!("{:.3}", self.mean.f1), interval(self.interval)];
        cells.extend(match &self.difference {
            Some(Difference { to, f1, interval: [low, high] }) => {
                [format!("{f1:+.3}"), format!("{low:+.3} … {high:+.3}"), to.clone()]
            }
            None => Default::default(),
        });
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::table;
    use super::*;

    #[test]
    fn a_row_a_page_spec_and_measure() {
        let csv = pages(&table()).unwrap();
        let lines: Vec<_> = csv.lines().collect();
        assert_eq!(lines.len(), 1 + 3 * 3);
        assert_eq!(
            lines[0],
            "dataset,page,kind,spec,measure,matched,extracted,gold,precision,recall,f1"
        );
        assert_eq!(lines[1], "sample,'=1,article,all,words,2,4,2,0.500000,1.000000,0.666667");
        assert_eq!(
            lines[5],
            "sample,b,forum,\"wu(threshold=0.5,k=0)\",words,0,0,0,1.000000,1.000000,1.000000"
        );
    }

    #[test]
    fn formulas_are_made_inert() {
        for cell in ["=1+1", "+1", "-1", "@x", "\tx"] {
            assert_eq!(inert(cell), format!("'{cell}"));
        }
        assert_eq!(inert("a=b"), "a=b");
    }

    #[test]
    fn files() {
        let directory = tempfile::tempdir().unwrap();
        let out = directory.path().join("results/x");
        let options = Options {
            commit: Some("abc".into()),
            command: vec!["leafmill".into(), "evaluate".into()],
            pairs: true,
        };
        write(&table(), &out, &options).unwrap();
        let json = fs::read_to_string(out.join("summary.json")).unwrap();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["commit"], "abc");
        assert_eq!((&json["command"][1], &json["parser"]), (&"evaluate".into(), &"tl".into()));
        let set = &json["datasets"][0];
        assert_eq!((&set["pages"], &set["kinds"]["forum"]), (&3.into(), &2.into()));
        assert_eq!(set["failed"][0]["file"], "d.html");
        let scores = &set["scores"][1];
        assert_eq!(scores["spec"], "wu(threshold=0.5,k=0)");
        assert_eq!(
            (&scores["macro"]["f1"], &scores["micro"]["f1"]),
            (&0.8.into(), &0.666667.into())
        );
        assert_eq!(scores["kinds"]["forum"]["f1"], 0.7);
        let markdown = fs::read_to_string(out.join("summary.md")).unwrap();
        assert!(
            markdown.contains(
                "- sample, 3 pages: layout leafmill, digest `cbf29ce484222325`, 1 failed"
            )
        );
        assert!(markdown.contains(&format!("\n\n{}\n## Intervals\n", table())));
        let difference = &scores["difference"];
        assert_eq!((&difference["to"], &difference["f1"]), (&"all".into(), &0.327778.into()));
        assert_eq!(difference["interval"], serde_json::json!([-0.35, 1.0]));
        let pair = &set["pairs"][0];
        assert_eq!(
            (&pair["specs"][0], &pair["f1"]),
            (&"wu(threshold=0.5,k=0)".into(), &0.327778.into())
        );
        assert!(markdown.contains("## Pairs"), "{markdown}");
        let row = "+0.328 | -0.350 … +1.000 |";
        assert!(markdown.contains(row), "{markdown}");
    }
}
