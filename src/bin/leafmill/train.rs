//! `leafmill train`: data sets in, a model out.

use std::path::PathBuf;

use leafmill::internals::dataset::Dataset;
use leafmill::internals::extract::Spec;
use leafmill::internals::output::sink::place;
use leafmill::internals::training::clusters;
use leafmill::{Error, Result};

use super::datasets::{Named, Source};
use super::{Outcome, overwrite, progress};

/// Learn a method's model from pages with gold
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  leafmill train wu wcxb-dev -o wu.json
  leafmill train 'wu(window=5,threshold=0.8)' wcxb-dev -o wu-5.json
  leafmill evaluate cwce --method 'wu(window=5,threshold=0.8,model=wu-5.json)'

The model is of use for the settings that it was learnt for, and for no others. The same pages,
settings and seed give the same model.")]
pub struct Args {
    /// What learns, with its settings, such as wu or wu(paper)
    #[arg(value_name = "SPEC")]
    method: Spec,
    #[command(flatten)]
    source: Source,
    /// Learn only from the pages that FILE names, a line each: data set, slash, id
    #[arg(long, value_name = "FILE")]
    only: Option<PathBuf>,
    /// What the model says it was learnt from, such as an attribution [default: the data sets'
    /// names and sizes]
    #[arg(long, value_name = "TEXT")]
    data: Option<String>,
    /// The model's file; - for standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub fn run(args: &Args) -> Result<Outcome> {
    overwrite::check(&args.output, args.source.directories().chain(args.only.as_deref()))?;
    let (datasets, faults) = args.source.open(Named::Only, args.only.as_deref())?;
    let bar = progress::pages();
    let report = progress::report(&bar);
    let data = args.data.clone().unwrap_or_else(|| describe(&datasets));
    let (clusters, failed) =
        clusters::train(&datasets, &args.method, &data, args.source.parser(), &report)?;
    bar.finish_and_clear();
    for skip in &failed {
        eprintln!("{}: failed: {}", skip.path.display(), skip.reason);
    }
    let json = serde_json::to_string_pretty(&clusters);
    let json = json.map_err(|error| Error::io(&args.output, error.into()))?;
    place(&args.output, (json + "\n").as_bytes())?;
    let content = clusters.clusters.iter().filter(|cluster| cluster.content).count();
    eprintln!("{}: clusters: {}, of content: {content}", clusters.spec, clusters.clusters.len());
    Ok(if faults + failed.len() == 0 { Outcome::Well } else { Outcome::Damaged })
}

/// The data sets' names and numbers of pages.
fn describe(datasets: &[Dataset]) -> String {
    let describe = |data: &Dataset| format!("{} ({} pages)", data.name, data.items.len());
    datasets.iter().map(describe).collect::<Vec<_>>().join(", ")
}
