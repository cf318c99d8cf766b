//! `leafmill features`: data sets in, rows to learn `grain` from out.

use std::path::PathBuf;

use leafmill::Result;
use leafmill::internals::output::sink::Sink;
use leafmill::internals::training::features;

use super::datasets::{Named, Source};
use super::{Outcome, overwrite, progress};

/// Write the features and labels of the units of pages with gold, to learn grain from
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  leafmill features wcxb-dev scrapinghub -o units.features
  leafmill features wcxb-dev --without fold-1.txt -o fold-1.features

scripts/train/train.py reads the file and makes the model. Features are computed by the code that
extracts; those of a page come from a lexicon that leaves the page's own domain out.")]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// Leave out the pages that FILE names, a line each: data set, slash, id
    #[arg(long, value_name = "FILE")]
    without: Option<PathBuf>,
    /// The file of rows; - for standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub fn run(args: &Args) -> Result<Outcome> {
    overwrite::check(&args.output, args.source.directories().chain(args.without.as_deref()))?;
    let (datasets, faults) = args.source.open(Named::Without, args.without.as_deref())?;
    let mut sink = Sink::open(&args.output)?;
    let bar = progress::pages();
    let report = progress::report(&bar);
    let mut put = |bytes: &[u8]| sink.write(bytes);
    let failed = features::write(&datasets, args.source.parser(), &report, &mut put)?;
    bar.finish_and_clear();
    sink.finish()?;
    for skip in &failed {
        eprintln!("{}: failed: {}", skip.path.display(), skip.reason);
    }
    Ok(if faults + failed.len() == 0 { Outcome::Well } else { Outcome::Damaged })
}
