//! Evaluation: data sets × entrants × measures, each page parsed once.
//!
//! ```text
//! dataset ─> page ─> every entrant ─> Extraction ─┐
//!     └────> Gold ─────────────────────────────┴─> measure ─> Counts ─> Table ─> files, plot
//! ```
//!
//! Pages are read when their turn comes and in parallel; results stand in the data set's order
//! whatever the number of threads. Methods that learn are cross-validated where folds are asked
//! for: a first pass collects what they learn from, a second scores each page with what was learnt
//! from the other folds.

pub(crate) mod bootstrap;
mod count;
mod documents;
mod entrant;
pub(crate) mod export;
mod markdown;
pub(crate) mod pairs;
pub(crate) mod plot;
mod program;
pub(crate) mod running;
mod show;
mod strata;
pub(crate) mod summary;
pub(crate) mod sweep;
pub(crate) mod table;
pub(crate) mod worst;

pub use crate::dataset::{About, Dataset, Digest, Gold, Item, Layout, Skip, Stored};
pub use crate::measure::{
    Averaging, Counts, Document, Equality, Field, Fold, GoldOf, Kind, Measure, Parts, Scores,
};
pub use crate::text::Cjk;
pub use documents::Documents;
pub use entrant::Entrant;
pub use program::Program;
pub use strata::Group;
pub(crate) use strata::{COMPLEXITIES, quantile};
pub use table::{PageScores, SetScores, Stratum, Table};
pub use worst::WorstPage;

use std::sync::Arc;

use rayon::prelude::*;

use crate::dataset::{Report, Visit, align, labels};
use crate::dom::Parser;
use crate::extract::Extractor;
use crate::extract::oracle::is_oracle;
use crate::measure;
use crate::site_lines::{self, PageLines, SiteLines};
use crate::training::clusters::{self, Learner};
use crate::training::folds;
use crate::{Error, Result};
use count::{LeftOut, Respondent, Task, complexity, count};
use worst::Worst;

/// Folds of pages where none are asked for: a sweep's best setting is picked on the other folds.
pub(crate) const NESTED: usize = 5;

/// How an evaluation is run.
#[non_exhaustive]
pub struct Options<'a> {
    /// Folds of the cross-validation of methods that learn; 0 evaluates them with the models that
    /// ship with them.
    pub folds: usize,
    /// Seed of the folds, and of the samples that intervals are drawn from.
    pub seed: u64,
    /// Parser of the pages.
    pub parser: Parser,
    /// The name of the entrant that all others are compared with; without one, each is with the best
    /// other.
    pub baseline: Option<String>,
    /// Whether leaves that a reader of the page does not see are left out of every extraction.
    pub visible_only: bool,
    /// Whether lines that a page's host repeats are taken out of what methods choose.
    pub site_lines: bool,
    /// How many of the pages that an entrant does worst on are kept with their texts.
    pub worst: usize,
    /// Called after each page with how many are done and how many there are, over all passes.
    pub progress: Report<'a>,
}

impl Default for Options<'_> {
    /// No folds, the default parser, hidden leaves as they are, and nobody to tell how far it is.
    fn default() -> Self {
        Options {
            folds: 0,
            seed: 1,
            parser: Parser::default(),
            baseline: None,
            visible_only: false,
            site_lines: false,
            worst: 0,
            progress: &|_, _| (),
        }
    }
}

/// Evaluates every entrant on every page of every data set by every measure that suits its gold;
/// without measures, by those of [`measure::of_dataset`].
///
/// A page that cannot be read, or on which a method panics, is listed as failed and scored for no
/// entrant, so that all means are over the same pages.
///
/// # Errors
/// If a spec cannot be built, two data sets or two entrants have one name, or the baseline takes no
/// part.
pub fn run(
    datasets: &[Dataset],
    entrants: &[Entrant],
    measures: &[Measure],
    options: &Options,
) -> Result<Table> {
    for (i, data) in datasets.iter().enumerate() {
        if datasets[..i].iter().any(|other| other.name == data.name) {
            return Err(Error::dataset(&data.name, "another data set has the same name"));
        }
    }
    for (i, entrant) in entrants.iter().enumerate() {
        let name = entrant.to_string();
        if entrants[..i].iter().any(|other| other.to_string() == name) {
            let message = "another of those that take part has the same name".to_owned();
            return Err(Error::Argument { argument: name, message });
        }
    }
    let baseline = options.baseline.as_ref().map(|name| {
        let found = entrants.iter().position(|entrant| entrant.to_string() == *name);
        let message = || "the baseline is none of those that take part".to_owned();
        found.ok_or_else(|| Error::Argument { argument: name.clone(), message: message() })
    });
    let baseline = baseline.transpose()?;
    let sources = Sources::new(entrants, options.folds)?;
    let passes = 1 + usize::from(!sources.learners.is_empty()) + usize::from(options.site_lines);
    let pages: usize = datasets.iter().map(|data| data.items.len()).sum();
    let visit = Visit::new(options.parser, passes * pages, options.progress);
    let sets = datasets
        .iter()
        .map(|data| scores(data, &sources, suited(data, entrants, measures), options, &visit));
    Ok(Table {
        entrants: entrants.to_vec(),
        folds: options.folds,
        seed: options.seed,
        baseline,
        parser: options.parser,
        sets: sets.collect(),
    })
}

/// The measures a data set is evaluated by: those asked for that suit its gold, or its own; of
/// these, those that count what one of the entrants yields.
pub fn suited(data: &Dataset, entrants: &[Entrant], asked: &[Measure]) -> Vec<Measure> {
    let mut measures = match asked {
        [] => measure::of_dataset(data),
        asked => asked.iter().copied().filter(|measure| measure.suits_any(data)).collect(),
    };
    measures.retain(|measure| entrants.iter().any(|entrant| entrant.yields(*measure)));
    measures
}

/// Where the entrants' answers come from.
struct Sources {
    /// By entrant.
    sources: Vec<Source>,
    learners: Vec<Learner>,
}

/// Where an entrant's answer comes from.
enum Source {
    Method(Arc<dyn Extractor>),
    /// The next of the learners.
    Learner,
    Oracle,
    Documents(Arc<Documents>),
    Program(Arc<Program>),
}

impl Sources {
    fn new(entrants: &[Entrant], folds: usize) -> Result<Sources> {
        let mut sources = Sources { sources: Vec::new(), learners: Vec::new() };
        for entrant in entrants {
            let source = match entrant {
                Entrant::Method { extractor, .. } => Source::Method(Arc::clone(extractor)),
                Entrant::Documents(documents) => Source::Documents(Arc::clone(documents)),
                Entrant::Program(program) => Source::Program(Arc::clone(program)),
                Entrant::Spec(spec) if is_oracle(spec.method()?) => Source::Oracle,
                Entrant::Spec(spec) => match Learner::new(spec)? {
                    Some(learner) if folds > 0 => {
                        sources.learners.push(learner);
                        Source::Learner
                    }
                    _ => Source::Method(spec.build()?.into()),
                },
            };
            sources.sources.push(source);
        }
        Ok(sources)
    }

    /// What answers for each entrant on a page of a data set, given what each learner has learnt
    /// for that page.
    fn respondents<'a>(
        &'a self,
        data: &Dataset,
        learnt: impl Iterator<Item = &'a Box<dyn Extractor>>,
    ) -> Vec<Respondent<'a>> {
        let mut learnt = learnt.map(Box::as_ref);
        let oracle = if data.has_texts() { labels } else { align::allowed };
        let respondents = self.sources.iter().filter_map(|source| match source {
            Source::Method(extractor) => Some(Respondent::Method(extractor.as_ref())),
            Source::Learner => learnt.next().map(Respondent::Method),
            Source::Oracle => Some(Respondent::Oracle(oracle)),
            Source::Documents(documents) => Some(Respondent::Documents(documents)),
            Source::Program(program) => Some(Respondent::Program(program)),
        });
        respondents.collect()
    }
}

/// The scores of one data set.
fn scores(
    data: &Dataset,
    sources: &Sources,
    measures: Vec<Measure>,
    options: &Options,
    visit: &Visit,
) -> SetScores {
    let folds = folds::assign(&data.items, options.folds.max(1), options.seed);
    let learnt = clusters::by_fold(&sources.learners, data, &folds, options.folds, visit);
    let site_lines =
        if options.site_lines { repeated_lines(data, visit) } else { SiteLines::default() };
    let left_out = LeftOut { hidden: options.visible_only, site_lines };
    // Texts say nothing of what is no measure of the text.
    let is_of_text = measures.first().is_some_and(|measure| measure.is_of_text());
    let worst = Worst::new(if is_of_text { options.worst } else { 0 }, sources.sources.len());
    let nested = match options.folds {
        0 => folds::assign(&data.items, NESTED, options.seed),
        _ => folds.clone(),
    };
    let results: Vec<_> = (data.items.par_iter().zip(&folds).enumerate())
        .map(|(place, (item, &fold))| {
            let learnt = learnt.iter().map(|by_fold| &by_fold[fold]);
            let respondents = sources.respondents(data, learnt);
            visit.page(item, |page, bytes| {
                let task = Task { page, bytes, gold: &item.gold, place };
                let counts = count(&task, &respondents, &measures, &left_out, &worst);
                (counts, complexity(page, &item.gold), Digest::of(&item.gold, bytes))
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
        worst: worst.finish(|place| results[place].is_err()),
    };
    for ((item, fold), result) in data.items.iter().zip(nested).zip(results) {
        match result {
            Ok((counts, complexity, digest)) => {
                scores.pages.push(PageScores {
                    id: item.gold.id.clone(),
                    site: folds::site(&item.gold),
                    fold,
                    kind: item.gold.kind.clone(),
                    language: item.gold.language.clone(),
                    complexity,
                    counts,
                });
                scores.digest.join(digest);
            }
            Err(skip) => scores.failed.push(skip),
        }
    }
    scores
}

/// The lines that the hosts of a data set repeat. A page that fails has none; that it fails is said
/// where it is scored.
fn repeated_lines(data: &Dataset, visit: &Visit) -> SiteLines {
    let lines = |item: &Item| {
        let url = item.gold.url.as_deref()?;
        visit.page(item, |page, _| PageLines::of(page, url)).ok().flatten()
    };
    let lines: Vec<_> = data.items.par_iter().map(lines).collect();
    let mut learner = site_lines::Learner::default();
    lines.iter().flatten().for_each(|page| learner.add(page));
    learner.finish()
}
