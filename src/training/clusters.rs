//! Learning from gold: what a method that classifies blocks needs before it can.

use rayon::prelude::*;

use crate::dataset::{Dataset, Item, Report, Skip, Visit, labels};
use crate::dom::Parser;
use crate::extract::kmeans::{Clusters, Row};
use crate::extract::spec::Settings;
use crate::extract::{Extractor, Spec, Training};
use crate::{Error, Result};

/// A spec whose method learns.
pub struct Learner {
    settings: Settings,
    training: Training,
}

impl Learner {
    /// The spec as a learner; `None` where it learns nothing: the method does not, or it is told
    /// to use no cluster, or a model that is there already.
    pub fn new(spec: &Spec) -> Result<Option<Learner>> {
        let settings = spec.settings()?;
        Ok(spec.method()?.training.and_then(|training| {
            let learns = settings.number::<usize>("k") > 0 && settings.text("model").is_empty();
            learns.then_some(Learner { settings, training })
        }))
    }

    fn fit(&self, data: &str, rows: &[Row]) -> Clusters {
        let (k, seed) = (self.settings.number("k"), self.settings.number("seed"));
        Clusters::fit(self.settings.spec(), data, rows, k, seed)
    }
}

/// What each learner learns for each of a number of folds: an extractor that has seen the other
/// folds alone. `folds` is the fold of each page.
pub fn by_fold(
    learners: &[Learner],
    data: &Dataset,
    folds: &[usize],
    number: usize,
    visit: &Visit,
) -> Vec<Vec<Box<dyn Extractor>>> {
    if learners.is_empty() {
        return Vec::new();
    }
    let pages = observe(learners, data, visit);
    learners
        .par_iter()
        .enumerate()
        .map(|(learner, Learner { settings, training })| {
            let fit = |fold| {
                let others = pages.iter().zip(folds).filter(|(_, other)| **other != fold);
                let rows = others.filter_map(|(page, _)| page.as_ref().ok());
                let rows: Vec<_> = rows.flat_map(|rows| rows[learner].iter().cloned()).collect();
                let clusters = learners[learner].fit(&data.name, &rows);
                (training.build)(settings, clusters)
            };
            (0..number).into_par_iter().map(fit).collect()
        })
        .collect()
}

/// For each page of a data set, the rows that each learner learns from.
fn observe(
    learners: &[Learner],
    data: &Dataset,
    visit: &Visit,
) -> Vec<std::result::Result<Vec<Vec<Row>>, Skip>> {
    let rows = |item: &Item| {
        visit.page(item, |page, _| {
            let labels = labels(page, &item.gold);
            let observe =
                |learner: &Learner| (learner.training.observe)(&learner.settings, page, &labels);
            learners.iter().map(observe).collect()
        })
    };
    data.items.par_iter().map(rows).collect()
}

/// What a spec's method learns from all pages of some data sets, and the pages that failed.
///
/// `data` says what they are, with their attribution.
///
/// # Errors
/// If the spec is not valid, or its method learns nothing.
pub fn train(
    datasets: &[Dataset],
    spec: &Spec,
    data: &str,
    parser: Parser,
    report: Report,
) -> Result<(Clusters, Vec<Skip>)> {
    let Some(learner) = Learner::new(spec)? else {
        let message = "there is nothing to learn with these settings".to_owned();
        return Err(Error::Spec { spec: spec.to_string(), message });
    };
    let learners = [learner];
    let pages: usize = datasets.iter().map(|data| data.items.len()).sum();
    let visit = Visit::new(parser, pages, report);
    let (mut rows, mut failed) = (Vec::new(), Vec::new());
    for set in datasets {
        for page in observe(&learners, set, &visit) {
            match page {
                Ok(page) => rows.extend(page.into_iter().flatten()),
                Err(skip) => failed.push(skip),
            }
        }
    }
    Ok((learners[0].fit(data, &rows), failed))
}
