//! `leafmill report`: an evaluation as one HTML page.

use std::path::PathBuf;

use leafmill::Result;
use leafmill::internals::output::sink::Sink;
use leafmill::internals::report;

use super::{Outcome, overwrite};

/// Show an evaluation as one HTML page: scores, distributions, method against method, worst pages
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  leafmill evaluate datasets/sample --worst 10 -o out
  leafmill report out -o report.html

The page needs nothing else and no network: tables sort by a press on their heads, two methods at a time
are plotted against each other page by page, and the pages of --worst stand with gold and choice side by
side, so that it is as public as their texts are.")]
pub struct Args {
    /// Directory that `leafmill evaluate -o` has written
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The page to write; - for standard output
    #[arg(short, long, value_name = "FILE", default_value = "report.html")]
    output: PathBuf,
}

pub fn run(args: &Args) -> Result<Outcome> {
    let read = report::FILES.map(|name| args.directory.join(name));
    overwrite::check(&args.output, read.iter().map(PathBuf::as_path))?;
    let mut sink = Sink::open(&args.output)?;
    report::write(&args.directory, &mut |part| sink.write(part.as_bytes()))?;
    sink.finish()?;
    Ok(Outcome::Well)
}
