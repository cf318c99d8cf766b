//! Evaluation: data sets × specs × measures, each page parsed once.
//!
//! ```text
//! dataset ─> page ─> every spec ─> Extraction ─┐
//!     └────> Gold ─────────────────────────────┴─> measure ─> Counts ─> Table ─> files, plot
//! ```
//!
//! Pages are read when their turn comes and in parallel; results stand in the data set's order
//! whatever the number of threads. Methods that learn are cross-validated where folds are asked
//! for: a first pass collects what they learn from, a second scores each page with what was learnt
//! from the other folds.

pub mod bootstrap;
pub mod export;
pub mod plot;
pub mod sweep;
pub mod table;

pub use table::Table;

use std::cell::LazyCell;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::dataset::{Dataset, Digest, Gold, Report, Visit, align, labels};
use crate::dom::{NodeId, Parser};
use crate::extract::oracle::is_oracle;
use crate::extract::{Extraction, Extractor, Spec};
use crate::measure::{self, Counter, Counts, Measure};
use crate::page::Page;
use crate::render;
use crate::training::clusters::{self, Learner};
use crate::training::folds;
use crate::{Error, Result};
use table::{PageScores, SetScores};

/// How an evaluation is run.
pub struct Options<'a> {
    /// Folds of the cross-validation of methods that learn; 0 evaluates them with the models that
    /// ship with them.
    pub folds: usize,
    /// Seed of the folds.
    pub seed: u64,
    /// Parser of the pages.
    pub parser: Parser,
    /// Called after each page with how many are done and how many there are, over all passes.
    pub progress: Report<'a>,
}

/// Evaluates every spec on every page of every data set by every measure that suits its gold;
/// without measures, by those of [`measure::of_dataset`].
///
/// A page that cannot be read, or on which a method panics, is listed as failed and scored for no
/// spec, so that all means are over the same pages.
///
/// # Errors
/// If a spec cannot be built, or two data sets have one name.
pub fn run(
    datasets: &[Dataset],
    specs: &[Spec],
    measures: &[Measure],
    options: &Options,
) -> Result<Table> {
    for (i, data) in datasets.iter().enumerate() {
        if datasets[..i].iter().any(|other| other.name == data.name) {
            return Err(Error::dataset(&data.name, "another data set has the same name"));
        }
    }
    let entrants = Entrants::new(specs, options.folds)?;
    let passes = 1 + usize::from(!entrants.learners.is_empty());
    let pages: usize = datasets.iter().map(|data| data.items.len()).sum();
    let visit = Visit::new(options.parser, passes * pages, options.progress);
    let sets = datasets
        .iter()
        .map(|data| scores(data, &entrants, suited(data, specs, measures), options, &visit));
    Ok(Table {
        specs: specs.to_vec(),
        folds: options.folds,
        seed: options.seed,
        sets: sets.collect(),
    })
}

/// The measures a data set is evaluated by: those asked for that suit its gold, or its own; of
/// these, those that count what one of the specs yields.
pub fn suited(data: &Dataset, specs: &[Spec], asked: &[Measure]) -> Vec<Measure> {
    let mut measures = match asked {
        [] => measure::of_dataset(data),
        asked => asked.iter().copied().filter(|measure| measure.suits_any(data)).collect(),
    };
    measures.retain(|measure| specs.iter().any(|spec| takes(*measure, spec)));
    measures
}

/// Whether a measure counts what a spec's method yields.
fn takes(measure: Measure, spec: &Spec) -> bool {
    spec.method().is_ok_and(|method| measure.takes(method))
}

/// The specs of an evaluation: those with an extractor, those that learn one for each fold, and
/// the oracle.
struct Entrants {
    /// By spec.
    entrants: Vec<Entrant>,
    learners: Vec<Learner>,
}

/// Where a spec's choice comes from.
enum Entrant {
    Method(Box<dyn Extractor>),
    /// The next of the learners.
    Learner,
    Oracle,
}

/// Chooses the leaves of one page.
enum Chooser<'a> {
    Method(&'a dyn Extractor),
    /// By the gold.
    Oracle(fn(&Page, &Gold) -> Extraction),
}

impl Entrants {
    fn new(specs: &[Spec], folds: usize) -> Result<Entrants> {
        let mut entrants = Entrants { entrants: Vec::new(), learners: Vec::new() };
        for spec in specs {
            let entrant = match Learner::new(spec)? {
                _ if is_oracle(spec.method()?) => Entrant::Oracle,
                Some(learner) if folds > 0 => {
                    entrants.learners.push(learner);
                    Entrant::Learner
                }
                _ => Entrant::Method(spec.build()?),
            };
            entrants.entrants.push(entrant);
        }
        Ok(entrants)
    }

    /// What chooses for each spec on a page of a data set, given what each learner has learnt for
    /// that page.
    fn choosers<'a>(
        &'a self,
        data: &Dataset,
        learnt: impl Iterator<Item = &'a Box<dyn Extractor>>,
    ) -> Vec<Chooser<'a>> {
        let mut learnt = learnt.map(Box::as_ref);
        let oracle = if data.has_texts() { labels } else { align::allowed };
        let choosers = self.entrants.iter().filter_map(|entrant| match entrant {
            Entrant::Method(extractor) => Some(Chooser::Method(extractor.as_ref())),
            Entrant::Learner => learnt.next().map(Chooser::Method),
            Entrant::Oracle => Some(Chooser::Oracle(oracle)),
        });
        choosers.collect()
    }
}

impl Chooser<'_> {
    fn choose(&self, page: &Page, gold: &Gold) -> Extraction {
        match self {
            Chooser::Method(extractor) => extractor.extract(page),
            Chooser::Oracle(labels) => labels(page, gold),
        }
    }
}

/// The scores of one data set.
fn scores(
    data: &Dataset,
    entrants: &Entrants,
    measures: Vec<Measure>,
    options: &Options,
    visit: &Visit,
) -> SetScores {
    let folds = folds::assign(&data.items, options.folds.max(1), options.seed);
    let learnt = clusters::by_fold(&entrants.learners, data, &folds, options.folds, visit);
    let results: Vec<_> = (data.items.par_iter().zip(&folds))
        .map(|(item, &fold)| {
            let learnt = learnt.iter().map(|by_fold| &by_fold[fold]);
            let choosers = entrants.choosers(data, learnt);
            visit.page(item, |page, bytes| {
                let counts = count(page, &item.gold, &choosers, &measures);
                (counts, Digest::of(&item.gold, bytes))
            })
        })
        .collect();
    let mut scores = SetScores {
        name: data.name.clone(),
        layout: data.layout,
        digest: Digest::default(),
        measures,
        pages: Vec::with_capacity(results.len()),
        skipped: data.skipped.clone(),
        failed: Vec::new(),
    };
    for (item, result) in data.items.iter().zip(results) {
        match result {
            Ok((counts, digest)) => {
                let (id, kind) = (item.gold.id.clone(), item.gold.kind.clone());
                scores.pages.push(PageScores { id, kind, counts });
                scores.digest.join(digest);
            }
            Err(skip) => scores.failed.push(skip),
        }
    }
    scores
}

/// What measures count of an extraction: the leaves and images kept, and its own text.
type Choice = (Vec<bool>, Vec<NodeId>, Option<String>);

/// Counts of a page: for each spec, by each measure.
fn count(page: &Page, gold: &Gold, choosers: &[Chooser], measures: &[Measure]) -> Vec<Counts> {
    let counters: Vec<_> =
        measures.iter().map(|measure| Counter::new(*measure, page, gold)).collect();
    // In a sweep most specs choose what another has chosen before.
    let mut counted: FxHashMap<Choice, usize> = FxHashMap::default();
    let mut counts = Vec::with_capacity(choosers.len() * measures.len());
    for chooser in choosers {
        let extraction = chooser.choose(page, gold);
        let images = extraction.images.iter().filter(|image| image.kept).map(|image| image.node);
        let choice = (extraction.kept.clone(), images.collect(), extraction.text.clone());
        match counted.get(&choice) {
            Some(&at) => counts.extend_from_within(at..at + measures.len()),
            None => {
                let at = counts.len();
                let text = LazyCell::new(|| render::text(page, &extraction));
                counts.extend(counters.iter().map(|counter| counter.count(&extraction, &text)));
                counted.insert(choice, at);
            }
        }
    }
    counts
}
