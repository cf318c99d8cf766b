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

/// Writes the files into a directory, which is made where it is not there.
///
/// `commit` is the source's revision, where it is known.
///
/// # Errors
/// If a file cannot be written.
pub fn write(table: &Table, directory: &Path, commit: Option<&str>) -> Result<()> {
    fs::create_dir_all(directory).map_err(|error| Error::io(directory, error))?;
    let summary = Summary::of(table, commit);
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
    specs: Vec<String>,
    folds: usize,
    seed: u64,
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
    #[serde(rename = "macro")]
    mean: Scores,
    micro: Scores,
    /// The 95 % interval of the macro F1.
    interval: Interval,
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
    fn of(table: &'t Table, commit: Option<&'t str>) -> Summary<'t> {
        Summary {
            leafmill: env!("CARGO_PKG_VERSION"),
            commit,
            specs: table.entrants.iter().map(ToString::to_string).collect(),
            folds: table.folds,
            seed: table.seed,
            datasets: table.sets.iter().map(|set| DatasetSummary::of(table, set)).collect(),
        }
    }
}

impl<'t> DatasetSummary<'t> {
    fn of(table: &'t Table, set: &'t SetScores) -> DatasetSummary<'t> {
        let notices = |skips: &[Skip]| skips.iter().map(Notice::of).collect();
        let by_measure = (0..set.measures.len()).map(|j| bootstrap::compare(table, set, j));
        let by_measure: Vec<_> = by_measure.collect();
        let scores = rows(table, set).into_iter().map(|(i, j)| SpecSummary {
            spec: table.entrants[i].to_string(),
            measure: set.measures[j].to_string(),
            mean: set.mean(i, j, None).rounded(),
            micro: Scores::from(set.sum(i, j)).rounded(),
            interval: by_measure[j][i].f1.interval(),
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
        }
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
    let mut out = "\n## Intervals\n\nThe middle 95 % of F1 over 1,000 draws of the pages with \
                   replacement, and of its difference to the best other method, \
                   the oracle apart, on the same draws; where that interval holds 0, the difference may be chance.\n"
        .to_owned();
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
    out
}

impl SpecSummary<'_> {
    /// The row of the table of intervals.
    fn cells(&self) -> Vec<String> {
        let interval = |[low, high]: Interval| format!("{low:.3} … {high:.3}");
        let mut cells =
            vec![self.spec.clone(), format!("{:.3}", self.mean.f1), interval(self.interval)];
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
        write(&table(), &out, Some("abc")).unwrap();
        let json = fs::read_to_string(out.join("summary.json")).unwrap();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["commit"], "abc");
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
        let row = "+0.328 | -0.350 … +1.000 |";
        assert!(markdown.contains(row), "{markdown}");
    }
}
