//! `leafmill features`: data sets in, rows to learn `grain` from out.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use leafmill::internals::training::features;
use leafmill::{Error, Result};

use super::datasets::Named;
use super::tokenizer::Tokenizer;
use super::{Outcome, datasets, progress};

/// Write the features and labels of the units of pages with gold, to learn grain from
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  leafmill features wcxb-dev scrapinghub -o units.features
  leafmill features wcxb-dev --without fold-1.txt -o fold-1.features

scripts/train/train.py reads the file and makes the model. Features are computed by the code that
extracts; those of a page come from a lexicon that leaves the page's own domain out.")]
pub struct Args {
    /// Directories of pages with gold
    #[arg(required = true, value_name = "DATASET")]
    datasets: Vec<PathBuf>,
    /// Leave out the pages that FILE names, a line each: data set, slash, id
    #[arg(long, value_name = "FILE")]
    without: Option<PathBuf>,
    /// Which tokenizer feeds the tree builder; the rows are the same
    #[arg(long, value_enum, default_value_t)]
    parser: Tokenizer,
    /// Threads; 0 is one a core
    #[arg(short = 'j', long, default_value_t = 0, value_name = "N")]
    threads: usize,
    /// The file of rows
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub fn run(args: &Args) -> Result<Outcome> {
    let mut datasets = datasets::open(&args.datasets, false)?;
    let mut faults = datasets::skipped(&datasets);
    if let Some(path) = &args.without {
        faults += datasets::choose(&mut datasets, path, Named::Without)?;
    }
    rayon::ThreadPoolBuilder::new().num_threads(args.threads).build_global().ok();
    let io = |error| Error::io(&args.output, error);
    let mut out = BufWriter::new(File::create(&args.output).map_err(io)?);
    let bar = progress::pages();
    let report = progress::report(&bar);
    let failed = features::write(&datasets, args.parser.into(), &report, &mut out)?;
    bar.finish_and_clear();
    out.flush().map_err(io)?;
    for skip in &failed {
        eprintln!("{}: failed: {}", skip.path.display(), skip.reason);
    }
    Ok(if faults + failed.len() == 0 { Outcome::Well } else { Outcome::Damaged })
}
