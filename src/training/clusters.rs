//! Learning from gold: what a method that classifies blocks needs before it can.

use rayon::prelude::*;

use crate::dataset::{Dataset, Item, Report, Skip, Visit, labels};
use crate::dom::Parser;
use crate::extract::kmeans::{Clusters, Example};
use crate::extract::{Extractor, Spec, Trainable};
use crate::{Error, Result};

/// A spec whose method learns.
pub struct Learner {
    spec: String,
    method: Box<dyn Trainable>,
}

impl Learner {
    /// The spec as a learner; `None` where it learns nothing: the method does not, or it is told
    /// to use no cluster, or a model that is there already.
    pub fn new(spec: &Spec) -> Result<Option<Learner>> {
        let Some(trainable) = spec.method()?.trainable else { return Ok(None) };
        Ok(trainable(spec)?.map(|method| Learner { spec: spec.to_string(), method }))
    }

    fn fit(&self, data: &str, examples: &[Example]) -> Clusters {
        let (k, seed) = self.method.clustering();
        Clusters::fit(&self.spec, data, examples, k, seed)
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
        .map(|(place, learner)| {
            let fit = |fold| {
                let others = pages.iter().zip(folds).filter(|(_, other)| **other != fold);
                let examples = others.filter_map(|(page, _)| page.as_ref().ok());
                let examples: Vec<_> =
                    examples.flat_map(|examples| examples[place].iter().cloned()).collect();
                learner.method.with(learner.fit(&data.name, &examples))
            };
            (0..number).into_par_iter().map(fit).collect()
        })
        .collect()
}

/// For each page of a data set, the examples that each learner learns from.
fn observe(
    learners: &[Learner],
    data: &Dataset,
    visit: &Visit,
) -> Vec<std::result::Result<Vec<Vec<Example>>, Skip>> {
    let examples = |item: &Item| {
        visit.page(item, |page, _| {
            let labels = labels(page, &item.gold);
            learners.iter().map(|learner| learner.method.observe(page, &labels)).collect()
        })
    };
    data.items.par_iter().map(examples).collect()
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
    let (mut examples, mut failed) = (Vec::new(), Vec::new());
    for set in datasets {
        for page in observe(&learners, set, &visit) {
            match page {
                Ok(page) => examples.extend(page.into_iter().flatten()),
                Err(skip) => failed.push(skip),
            }
        }
    }
    Ok((learners[0].fit(data, &examples), failed))
}
