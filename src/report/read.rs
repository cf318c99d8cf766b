//! What a report reads: the summary whole, and the F1 of each page, method and measure.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use crate::eval::export::alive;
use crate::eval::summary::{SetSummary, Summary};
use crate::{Error, Result};

/// An evaluation as its files have it.
pub(super) struct Evaluation {
    pub summary: Summary,
    /// By data set.
    pub f1: Vec<SetF1>,
}

/// The F1 of the pages of a data set.
pub(super) struct SetF1 {
    /// The pages' ids.
    pub pages: Vec<String>,
    /// By measure, then as the summary's rows of that measure, then by page.
    by_measure: Vec<Vec<Vec<f32>>>,
}

impl SetF1 {
    /// By a measure: for each row of the summary the F1 of each page.
    pub fn of(&self, measure: usize) -> &[Vec<f32>] {
        &self.by_measure[measure]
    }

    fn new(set: &SetSummary) -> SetF1 {
        let rows =
            |measure: &String| set.scores.iter().filter(|row| row.measure == *measure).count();
        let by_measure = set.measures.iter().map(|measure| vec![Vec::new(); rows(measure)]);
        SetF1 { pages: Vec::new(), by_measure: by_measure.collect() }
    }
}

/// The file of an evaluation's scores.
pub(super) const SUMMARY: &str = "summary.json";
/// And that of their pages.
pub(super) const PAGES: &str = "pages.csv";

/// A row of `pages.csv`, of which a report takes these.
#[derive(serde::Deserialize)]
struct Row {
    dataset: String,
    page: String,
    spec: String,
    measure: String,
    f1: f32,
}

impl Evaluation {
    /// Reads an evaluation's directory.
    pub fn read(directory: &Path) -> Result<Evaluation> {
        let path = directory.join(SUMMARY);
        let text = fs::read_to_string(&path).map_err(|error| Error::io(&path, error))?;
        let summary: Summary =
            serde_json::from_str(&text).map_err(|error| no_evaluation(&path, &error))?;
        let mut f1: Vec<_> = summary.datasets.iter().map(SetF1::new).collect();
        // Where a row belongs: data set, measure and place among the measure's rows.
        let mut places: HashMap<(&str, &str, &str), (usize, usize, usize)> = HashMap::new();
        for (at, set) in summary.datasets.iter().enumerate() {
            for (measure, name) in set.measures.iter().enumerate() {
                let rows = set.scores.iter().filter(|row| row.measure == *name).enumerate();
                for (row, scores) in rows {
                    places.insert((&set.name, name, &scores.spec), (at, measure, row));
                }
            }
        }
        let path = directory.join(PAGES);
        let csv = csv::Reader::from_path(&path).map_err(|error| no_evaluation(&path, &error))?;
        for row in csv.into_deserialize::<Row>() {
            let row = row.map_err(|error| no_evaluation(&path, &error))?;
            let key = (alive(&row.dataset), alive(&row.measure), alive(&row.spec));
            let Some(&(at, measure, place)) = places.get(&key) else {
                let unknown = format!("the summary has no {} by {} on {}", key.2, key.1, key.0);
                return Err(no_evaluation(&path, &unknown));
            };
            let set = &mut f1[at];
            let id = alive(&row.page);
            if set.pages.last().is_none_or(|last| last != id) {
                set.pages.push(id.to_owned());
            }
            set.by_measure[measure][place].push(row.f1);
        }
        for (set, f1) in summary.datasets.iter().zip(&f1) {
            let is_whole = |pages: &Vec<f32>| pages.len() == set.pages;
            if f1.pages.len() != set.pages || !f1.by_measure.iter().flatten().all(is_whole) {
                let message = format!("not all {} pages of {} are there", set.pages, set.name);
                return Err(no_evaluation(&path, &message));
            }
        }
        Ok(Evaluation { summary, f1 })
    }
}

/// A file that is not what `evaluate` writes.
pub(super) fn no_evaluation(path: &Path, why: &dyn std::fmt::Display) -> Error {
    Error::dataset(path, format!("not as this leafmill's `evaluate -o` writes it: {why}"))
}
