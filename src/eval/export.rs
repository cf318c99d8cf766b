//! The files of an evaluation: `pages.csv`, `summary.json` and `summary.md`, and `worst.jsonl` where it
//! was asked for.
//!
//! The first three hold ids, counts and scores, never a page's text, so that they can be published
//! whatever the licence of the pages; `worst.jsonl` is texts. The same evaluation gives the same bytes.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::markdown;
use super::summary::{Summary, SummaryOptions, rounded};
use super::table::Table;
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

impl Table {
    /// Writes `pages.csv`, `summary.json` and `summary.md` into a directory, which is made where it is
    /// not there: what `leafmill evaluate --output` writes.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self, directory: &Path) -> Result<()> {
        write(self, directory, &SummaryOptions::default())
    }
}

/// Writes the files into a directory, which is made where it is not there.
///
/// # Errors
/// If a file cannot be written.
pub fn write(table: &Table, directory: &Path, options: &SummaryOptions) -> Result<()> {
    fs::create_dir_all(directory).map_err(|error| Error::io(directory, error))?;
    // The plots and texts of another evaluation would be taken for this one's.
    for path in plots(directory)? {
        fs::remove_file(&path).map_err(|error| Error::io(&path, error))?;
    }
    let summary = Summary::of(table, options);
    let json = serde_json::to_string_pretty(&summary).map_err(io::Error::from);
    let files = [
        ("pages.csv", pages(table)),
        ("summary.json", json.map(|json| json + "\n")),
        ("summary.md", Ok(markdown::page(table, &summary))),
        (WORST, worst(table)),
    ];
    for (name, content) in files {
        let path = directory.join(name);
        let written = content.and_then(|content| match content.is_empty() {
            false => whole(&path, content.as_bytes()),
            true if path.exists() => fs::remove_file(&path),
            true => Ok(()),
        });
        written.map_err(|error| Error::io(&path, error))?;
    }
    Ok(())
}

/// Writes a file beside its place and renames it when it is whole.
///
/// # Errors
/// If that fails.
pub fn whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    fs::write(&part, bytes)?;
    fs::rename(&part, path)
}

/// What the plot of a sweep is called.
pub fn plot_name(dataset: &str, number: usize) -> String {
    let number = if number > 1 { format!("-{number}") } else { String::new() };
    format!("sweep-{dataset}{number}.svg")
}

/// The plots that lie in a directory.
fn plots(directory: &Path) -> Result<Vec<PathBuf>> {
    let io = |error| Error::io(directory, error);
    let mut plots = Vec::new();
    for entry in fs::read_dir(directory).map_err(io)? {
        let path = entry.map_err(io)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("sweep-") && name.ends_with(".svg") {
            plots.push(path);
        }
    }
    Ok(plots)
}

/// The name of the file of the worst pages.
pub const WORST: &str = "worst.jsonl";

/// A row of `worst.jsonl`: a page that an entrant does badly on, with its texts.
#[derive(Debug, Serialize, Deserialize)]
pub struct WorstRow<'t> {
    /// The data set.
    pub dataset: Cow<'t, str>,
    /// The measure that the page is bad by: the data set's first.
    pub measure: String,
    /// The entrant.
    pub spec: String,
    /// The page's id.
    pub page: Cow<'t, str>,
    /// Its type.
    pub kind: Option<Cow<'t, str>>,
    /// Its address.
    pub url: Option<Cow<'t, str>>,
    /// Its title.
    pub title: Option<Cow<'t, str>>,
    /// Precision on the page.
    pub precision: f64,
    /// Recall on the page.
    pub recall: f64,
    /// F1 on the page.
    pub f1: f64,
    /// The gold's text.
    pub gold: Cow<'t, str>,
    /// Snippets that content has.
    pub required: Cow<'t, [String]>,
    /// Snippets that are not content.
    pub forbidden: Cow<'t, [String]>,
    /// What the entrant made of the page.
    pub text: Cow<'t, str>,
}

/// `worst.jsonl`: by data set and entrant, the worst page first.
fn worst(table: &Table) -> io::Result<String> {
    let mut out = String::new();
    for set in &table.sets {
        for page in &set.worst {
            let row = WorstRow {
                dataset: Cow::Borrowed(&set.name),
                measure: set.measures.first().map(ToString::to_string).unwrap_or_default(),
                spec: table.entrants[page.spec].to_string(),
                page: Cow::Borrowed(&page.gold.id),
                kind: page.gold.kind.as_deref().map(Cow::Borrowed),
                url: page.gold.url.as_deref().map(Cow::Borrowed),
                title: page.title.as_deref().map(Cow::Borrowed),
                precision: rounded(page.counts.precision()),
                recall: rounded(page.counts.recall()),
                f1: rounded(page.counts.f1()),
                gold: Cow::Borrowed(&page.gold.text),
                required: Cow::Borrowed(&page.gold.required),
                forbidden: Cow::Borrowed(&page.gold.forbidden),
                text: Cow::Borrowed(&page.text),
            };
            out += &serde_json::to_string(&row)?;
            out.push('\n');
        }
    }
    Ok(out)
}

/// `pages.csv`: a row a page, spec and measure.
fn pages(table: &Table) -> io::Result<String> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(COLUMNS)?;
    for set in &table.sets {
        let rows = table.scored(set);
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

/// What begins a cell that a spreadsheet takes for a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// A cell that no spreadsheet takes for a formula.
fn inert(cell: &str) -> Cow<'_, str> {
    match cell.starts_with(FORMULA) {
        true => Cow::Owned(format!("'{cell}")),
        false => Cow::Borrowed(cell),
    }
}

/// What a cell of `pages.csv` was before it was made inert.
pub fn alive(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| rest.starts_with(FORMULA)).unwrap_or(cell)
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
        let options = SummaryOptions {
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
        assert_eq!(scores["kinds"]["forum"]["interval"], serde_json::json!([0.4, 1.0]));
        assert_eq!(scores["kinds"]["forum"]["recall_interval"], serde_json::json!([0.25, 1.0]));
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
        let by_type = "| wu(threshold=0.5,k=0) | 0.400 … 1.000 | 1.000 … 1.000 |";
        assert!(markdown.contains(by_type), "{markdown}");
    }
}
