//! `leafmill extract`: collections in, documents out.

mod caps;
mod destination;
mod inputs;
mod progress;
mod report;
mod site_lines;
mod summary;

use std::io::{Write, stderr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use leafmill::Result;
use leafmill::internals::extract::Spec;
use leafmill::pipeline::{Finding, Notice, Pipeline, Recipe};

use super::Outcome;
use super::filter::FilterArgs;
use super::format::FormatArgs;
use super::threads::Threads;
use super::tokenizer::Tokenizer;
use caps::CapArgs;
use destination::DestinationArgs;
use inputs::InputArgs;
use progress::{Progress, ProgressArgs};
use report::Report;
use summary::Summary;

/// Extract the main content of every page in WARC, ARC and HTML files
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  leafmill extract crawl.warc.gz -o pages.jsonl.gz
  leafmill extract crawl/ -o out/                     a shard an archive
  leafmill extract pages/ -o text/ --format text      a file a page
  leafmill extract pages/ -o docs/ --format markdown  headings, lists, tables, code, links
  leafmill extract crawl/ -o out/ --schema url,text,markdown
  leafmill extract crawl/ -o wet/ --format wet        crawl's text as Common Crawl has it
  leafmill extract crawl/ -o tables/ --format parquet --schema url,text,metadata
  curl -s https://example.org/ | leafmill extract - -o - --format text

What a file holds is told by its first bytes, never by its name. A damaged record is reported on
standard error with its file and offset, and the run goes on behind it.")]
pub struct Args {
    #[command(flatten)]
    inputs: InputArgs,
    #[command(flatten)]
    destination: DestinationArgs,
    /// What chooses the content, such as grain(scope=article), wu or all: see leafmill methods
    #[arg(short, long, default_value = "grain", value_name = "SPEC")]
    method: String,
    /// Which tokenizer feeds the tree builder; the output is the same
    #[arg(long, value_enum, default_value_t)]
    parser: Tokenizer,
    /// Take only what a reader of the page sees: nothing that it hides by an attribute, by its own style
    /// or by a class for screen readers, and nothing that only scripts hold, which is written
    /// otherwise where a page shows nearly nothing
    #[arg(long)]
    visible_only: bool,
    /// Drop lines that stand on three or more pages of a host, found in a pass over all inputs before
    #[arg(long)]
    site_lines: bool,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    threads: Threads,
    /// Where damage is reported, a JSON object a line; a directory has it in damage.jsonl
    #[arg(long, value_name = "FILE")]
    damage: Option<PathBuf>,
    /// Where the files are named that were found in directories and not taken, each with the reason,
    /// a JSON object a line
    #[arg(long, value_name = "FILE")]
    passed_over: Option<PathBuf>,
    /// Where the run's counts, bytes, rates and peak of memory go, as one JSON object
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,
    #[command(flatten)]
    progress: ProgressArgs,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    caps: CapArgs,
    #[command(flatten)]
    config: super::config::ConfigArgs,
}

/// Set by Ctrl-C: what is in flight is finished, then the run ends.
static STOP: AtomicBool = AtomicBool::new(false);

/// Asks the run to end; asked again, ends it, whatever it waits for.
fn interrupt() {
    if STOP.swap(true, Ordering::Relaxed) {
        std::process::exit(130);
    }
    // Nobody may read it any more, which is no reason to fail.
    let _ = writeln!(stderr(), "finishing what is in flight; Ctrl-C again ends at once");
}

pub fn run(args: &Args) -> Result<Outcome> {
    let spec: Spec = args.method.parse()?;
    let extractor = spec.build()?;
    args.threads.start();
    // Without a handler Ctrl-C ends the run at once, and nothing half-written is left either.
    ctrlc::set_handler(interrupt).ok();
    let writer = args.format.writer(args.destination.file())?;
    let mut recipe = Recipe::new(&*extractor, &*writer);
    recipe.parser = args.parser.into();
    recipe.caps = args.caps.of_page();
    recipe.filter = args.filter.filter()?;
    recipe.content = args.format.content();
    recipe.visible_only = args.visible_only;
    recipe.budget = args.caps.of_time();
    let mut pipeline = Pipeline::new(recipe);
    pipeline.reading.caps = args.caps.of_record();
    pipeline.reading.plain_text = args.inputs.plain_text();
    pipeline.reading.remote = args.inputs.remote();
    pipeline.stop = &STOP;
    let inputs = args.inputs.list()?;
    let mut progress = Progress::new(&args.progress);
    let lines = args.site_lines.then(|| site_lines::find(&pipeline, &inputs, &mut progress));
    let lines = lines.transpose()?;
    pipeline.recipe.site_lines = lines.as_ref();
    let mut destination = args.destination.of(&spec, args.format.packing()?)?;
    destination.beside =
        [&args.damage, &args.passed_over, &args.summary].into_iter().flatten().cloned().collect();
    destination.also_read.extend(args.inputs.lists().iter().chain(&args.config.config).cloned());
    destination.also_read.extend(args.filter.lists());
    let mut damage = args.damage.as_deref().map(Report::create).transpose()?;
    let mut passed_over = args.passed_over.as_deref().map(Report::create).transpose()?;
    let mut summary = Summary::default();
    let done = pipeline.run(&inputs, &destination, &mut |notice| match notice {
        Notice::Begin(bytes) => progress.begin(bytes),
        Notice::Progress(bytes, pages) => progress.advance(bytes, pages),
        Notice::Shard(name, finding) => {
            let what = match finding {
                Finding::Spoilt(fault) => format!("made anew: {fault}"),
                Finding::Changed => "made anew: what it is made of has changed".to_owned(),
                Finding::Removed => "removed: no longer made".to_owned(),
                _ => "its input is gone; it stays".to_owned(),
            };
            progress.say(&format!("{name}: {what}"));
            summary.note(name, finding);
        }
        Notice::Problem(problem) => {
            progress.say(&problem.to_string());
            damage.iter_mut().for_each(|report| report.problem(problem));
        }
        Notice::PassedOver(file, why) => {
            passed_over.iter_mut().for_each(|report| report.passed_over(file, why));
        }
        _ => {}
    });
    let pace = progress.finish();
    let tally = done?;
    for report in [damage, passed_over].into_iter().flatten() {
        report.finish()?;
    }
    eprintln!("{tally}");
    if let Some(file) = args.destination.file().filter(|_| tally.interrupted) {
        eprintln!("{}: not written: a file is there only when it is whole", file.display());
    }
    if let Some(hint) = args.inputs.hint(&tally) {
        eprintln!("{hint}");
    }
    let outcome = if tally.interrupted {
        Outcome::Interrupted
    } else if tally.is_well() {
        Outcome::Well
    } else {
        Outcome::Damaged
    };
    if let Some(path) = &args.summary {
        summary.write(path, &tally, &pace)?;
    }
    Ok(outcome)
}
