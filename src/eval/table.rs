//! The table of an evaluation: counts by page, spec and measure, their means, and how it prints.
//!
//! Scores of many pages are averaged as each measure does; micro scores are of the summed counts.

use std::fmt;

use super::entrant::Entrant;
use super::strata::{Group, Stratum};
use super::worst::WorstPage;
use crate::dataset::{Digest, Layout, Skip};
use crate::dom::Parser;
use crate::measure::{Counts, Measure, Scores};
use crate::training::clusters::Learner;

/// The results of an evaluation.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Table {
    /// What was evaluated.
    pub entrants: Vec<Entrant>,
    /// Folds of the cross-validation; 0 if there was none.
    pub folds: usize,
    /// Seed of the folds.
    pub seed: u64,
    /// What every other entrant is compared with, by its place, where that was asked for.
    pub baseline: Option<usize>,
    /// Which tokenizer fed the tree builder.
    pub parser: Parser,
    /// The scores of each data set.
    pub sets: Vec<SetScores>,
}

/// The results on one data set.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SetScores {
    /// The data set's name.
    pub name: String,
    /// Its layout, where it is a published one.
    pub layout: Option<Layout>,
    /// Fingerprint of the pages that were scored and their gold.
    pub digest: Digest,
    /// What it was evaluated by.
    pub measures: Vec<Measure>,
    /// The pages that were scored, in the data set's order.
    pub pages: Vec<PageScores>,
    /// What the data set holds beside pages with gold.
    pub skipped: Vec<Skip>,
    /// Pages that could not be read or on which a method panicked: in no mean.
    pub failed: Vec<Skip>,
    /// The pages that each entrant does worst on by the first measure, with their texts, where they were
    /// asked for: by entrant, the worst first.
    pub worst: Vec<WorstPage>,
}

/// The results on one page.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PageScores {
    /// The page's id.
    pub id: String,
    /// Its registered domain, else its id with a slash before it: pages of one site are alike.
    pub site: String,
    /// Which fold it is in: of those of the cross-validation, or of five where there was none.
    pub fold: usize,
    /// Its type, where the gold has it.
    pub kind: Option<String>,
    /// Its language, where the gold has it.
    pub language: Option<String>,
    /// The share of its words that the gold has not, in 0…1, where the gold has a text.
    pub complexity: Option<f64>,
    /// Its counts: for each spec, by each measure.
    pub counts: Vec<Counts>,
}

impl SetScores {
    /// A page's counts for a spec by a measure, both by their place in the table.
    pub fn counts(&self, page: &PageScores, spec: usize, measure: usize) -> Counts {
        page.counts[spec * self.measures.len() + measure]
    }

    /// The scores of the pages of a stratum, or of all pages, averaged as the measure does; zeros
    /// where there is none.
    pub fn mean(&self, spec: usize, measure: usize, stratum: Option<&Stratum>) -> Scores {
        let averaging = self.measures[measure].averaging();
        let counts = |page| self.counts(page, spec, measure);
        match stratum {
            Some(stratum) => {
                averaging.mean(stratum.pages.iter().map(|&at| counts(&self.pages[at])))
            }
            None => averaging.mean(self.pages.iter().map(counts)),
        }
    }

    /// Counts summed over all pages.
    pub fn sum(&self, spec: usize, measure: usize) -> Counts {
        let mut sum = Counts::default();
        for page in &self.pages {
            sum += self.counts(page, spec, measure);
        }
        sum
    }

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
    /// The specs that have a score on a data set by a measure, by their place in the table.
    pub fn rows(&self, set: &SetScores, measure: usize) -> impl Iterator<Item = usize> + use<'_> {
        let measure = set.measures[measure];
        (0..self.entrants.len()).filter(move |&entrant| self.entrants[entrant].yields(measure))
    }

    /// Whether a spec was scored with a model that was learnt from pages of the data set.
    pub fn saw(&self, spec: usize, set: &SetScores) -> bool {
        let Some(spec) = self.entrants[spec].spec() else { return false };
        spec.method().is_ok_and(|method| {
            let learns =
                method.trainable.is_none() || Learner::new(spec).is_ok_and(|l| l.is_some());
            let layout = set.layout.map(|layout| layout.to_string());
            let saw = layout.is_some_and(|layout| method.saw.contains(&layout.as_str()));
            let folded = self.folds > 0 && method.trainable.is_some();
            saw && learns && !folded
        })
    }

    fn label(&self, spec: usize, set: &SetScores) -> String {
        let star = if self.saw(spec, set) { " \\*" } else { "" };
        format!("{}{star}", self.entrants[spec])
    }

    /// Number of pages that failed, over all data sets.
    pub fn failed(&self) -> usize {
        self.sets.iter().map(|set| set.failed.len()).sum()
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
pub(crate) mod tests {
    use super::*;
    use crate::text::Cjk;

    fn counts(matched: u64, extracted: u64, gold: u64) -> Counts {
        Counts { matched, extracted, gold }
    }

    /// A spec that takes part.
    pub fn spec(spec: &str) -> Entrant {
        Entrant::Spec(spec.parse().unwrap())
    }

    /// Two pages by `all` and two settings of `wu`.
    pub fn table() -> Table {
        let page = |id: &str, kind: &str, counts: [Counts; 3]| PageScores {
            id: id.into(),
            site: format!("/{id}"),
            fold: usize::from(id == "c"),
            kind: Some(kind.into()),
            language: None,
            complexity: None,
            counts: counts.into(),
        };
        let pages = vec![
            page("=1", "article", [counts(2, 4, 2), counts(2, 2, 2), counts(0, 0, 2)]),
            page("b", "forum", [counts(0, 1, 0), counts(0, 0, 0), counts(0, 2, 0)]),
            page("c", "forum", [counts(3, 4, 4), counts(1, 1, 4), counts(3, 3, 4)]),
        ];
        let failed = Skip { path: "pages/d.html".into(), reason: "panic: oh | no".into() };
        Table {
            entrants: ["all", "wu(threshold=0.5,k=0)", "wu(threshold=0.7,k=0)"].map(spec).to_vec(),
            folds: 0,
            seed: 1,
            baseline: None,
            parser: Parser::default(),
            sets: vec![SetScores {
                name: "sample".into(),
                layout: Some(Layout::Leafmill),
                digest: Digest::default(),
                measures: vec![Measure::Words(Cjk::Character)],
                pages,
                skipped: Vec::new(),
                failed: vec![failed],
                worst: Vec::new(),
            }],
        }
    }

    #[test]
    fn means_worked_out() {
        let table = table();
        let set = &table.sets[0];
        let mean = set.mean(0, 0, None);
        assert_eq!(mean.precision, (0.5 + 0.0 + 0.75) / 3.0);
        assert_eq!(mean.recall, (1.0 + 0.0 + 0.75) / 3.0);
        assert_eq!(mean.f1, (2.0 / 3.0 + 0.0 + 0.75) / 3.0);
        let forum = &set.strata(Group::Kind)[0];
        assert_eq!(set.mean(1, 0, Some(forum)).f1, (1.0 + 0.4) / 2.0);
        let none = Stratum { name: "none".into(), pages: Vec::new() };
        assert_eq!(set.mean(1, 0, Some(&none)), Scores::default());
        assert_eq!(set.sum(0, 0), counts(5, 9, 6));
    }

    #[test]
    fn a_model_that_saw_the_set_has_a_star() {
        let mut table = table();
        table.entrants = ["all", "wu", "wu(k=0)"].map(spec).to_vec();
        table.sets[0].layout = Some(Layout::Wcxb);
        let starred = |table: &Table| [0, 1, 2].map(|spec| table.saw(spec, &table.sets[0]));
        assert_eq!(starred(&table), [false, true, false]);
        assert!(table.to_string().contains("| wu \\* ") && table.to_string().contains(SAW));
        table.folds = 5;
        assert_eq!(starred(&table), [false; 3]);
        table.folds = 0;
        table.sets[0].layout = Some(Layout::Cwce);
        assert_eq!(starred(&table), [false; 3]);
    }

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
}
