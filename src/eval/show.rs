//! How the table of an evaluation prints: as Markdown.

use std::fmt;

use super::strata::Group;
use super::table::{SetScores, Stratum, Table};

impl SetScores {
    /// The data set's name and size in words.
    pub fn title(&self) -> String {
        let pages = self.pages.len();
        let plural = if pages == 1 { "" } else { "s" };
        format!("{}, {} page{plural}", self.name, thousands(pages))
    }
}

/// Markdown: for each data set and measure a table of the scores, and those of F1 by page type and by
/// language.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for set in &self.sets {
            for (measure, name) in set.measures.iter().enumerate() {
                let gap = if std::mem::take(&mut first) { "" } else { "\n" };
                writeln!(f, "{gap}**{}, measure `{name}`**\n", set.title())?;
                f.write_str(&self.scores(set, measure))?;
                if self.rows(set, measure).any(|spec| self.saw(spec, set)) {
                    f.write_str(SAW)?;
                }
                for (group, name) in [(Group::Kind, "page type"), (Group::Language, "language")] {
                    let strata = set.strata(group);
                    if strata.len() > 1 {
                        write!(f, "\nF1 by {name}\n\n{}", self.by(set, measure, &strata))?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// What the star behind a method says.
pub(super) const SAW: &str =
    "\n\\* learnt from pages of this data set: no estimate of how it does elsewhere\n";

impl Table {
    fn label(&self, spec: usize, set: &SetScores) -> String {
        let star = if self.saw(spec, set) { " \\*" } else { "" };
        format!("{}{star}", self.entrants[spec])
    }

    fn scores(&self, set: &SetScores, measure: usize) -> String {
        let mut rows = vec![["method", "P", "R", "F1", "micro F1"].map(str::to_owned).to_vec()];
        for i in self.rows(set, measure) {
            let mean = set.mean(i, measure, None);
            let micro = set.sum(i, measure).f1();
            let scores = [mean.precision, mean.recall, mean.f1, micro].map(three_places);
            rows.push([vec![self.label(i, set)], scores.to_vec()].concat());
        }
        markdown(&rows)
    }

    /// The table of F1 by strata, at most [`COLUMNS`] of them.
    pub(super) fn by(&self, set: &SetScores, measure: usize, strata: &[Stratum]) -> String {
        let strata = &strata[..strata.len().min(COLUMNS)];
        let heads = strata.iter().map(|of| format!("{} ({})", of.name, thousands(of.pages.len())));
        let mut rows = vec![std::iter::once("method".to_owned()).chain(heads).collect()];
        for i in self.rows(set, measure) {
            let f1 = strata.iter().map(|of| three_places(set.mean(i, measure, Some(of)).f1));
            rows.push(std::iter::once(self.label(i, set)).chain(f1).collect::<Vec<_>>());
        }
        markdown(&rows)
    }
}

/// The most strata that a table has, the largest; a data set may have a hundred languages, and
/// `summary.json` has all.
pub(super) const COLUMNS: usize = 12;

fn three_places(score: f64) -> String {
    format!("{score:.3}")
}

/// A number with a comma at each thousand.
fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

/// A Markdown table, its columns aligned: names to the left, numbers to the right. The first row
/// is the head.
pub(super) fn markdown(rows: &[Vec<String>]) -> String {
    let rows: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| cell.replace('|', "\\|")).collect()).collect();
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<_> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut out = String::new();
    for (number, row) in rows.iter().enumerate() {
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let cell =
                if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") };
            out.push_str(&format!("| {cell} "));
        }
        out.push_str("|\n");
        if number == 0 {
            for (column, width) in widths.iter().enumerate() {
                let colon = if column == 0 { "-" } else { ":" };
                out.push_str(&format!("|{}{colon}", "-".repeat(width + 1)));
            }
            out.push_str("|\n");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::{spec, table};
    use super::*;

    #[test]
    fn prints() {
        let expected = "\
**sample, 3 pages, measure `words`**

| method                |     P |     R |    F1 | micro F1 |
|-----------------------|------:|------:|------:|---------:|
| all                   | 0.417 | 0.583 | 0.472 |    0.667 |
| wu(threshold=0.5,k=0) | 1.000 | 0.750 | 0.800 |    0.667 |
| wu(threshold=0.7,k=0) | 0.333 | 0.250 | 0.286 |    0.545 |

F1 by page type

| method                | forum (2) | article (1) |
|-----------------------|----------:|------------:|
| all                   |     0.375 |       0.667 |
| wu(threshold=0.5,k=0) |     0.700 |       1.000 |
| wu(threshold=0.7,k=0) |     0.429 |       0.000 |
";
        assert_eq!(table().to_string(), expected);
        assert_eq!([1, 999, 1358, 1_000_000].map(thousands), ["1", "999", "1,358", "1,000,000"]);
    }

    #[test]
    fn a_star_is_explained() {
        let mut table = table();
        table.entrants = ["all", "wu", "wu(k=0)"].map(spec).to_vec();
        table.sets[0].name = "wcxb-dev".into();
        let shown = table.to_string();
        assert!(shown.contains("| wu \\* ") && shown.contains(SAW));
    }
}
