//! `leafmill evaluate`: data sets and specs in, a table out.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use leafmill::eval::{self, Options, Table};
use leafmill::internals::dataset::LAYOUTS;
use leafmill::internals::eval::summary::{SummaryOptions, SweepSummary};
use leafmill::internals::eval::sweep::Sweep;
use leafmill::internals::eval::{export, plot, running};
use leafmill::internals::measure::{MEASURES, Measure, Row};
use leafmill::{Error, Result};

use super::datasets::Named;
use super::threads::Threads;
use super::tokenizer::Tokenizer;
use super::{Outcome, datasets, entrants, progress};

/// Measure how well methods find the content of pages with gold
#[derive(clap::Args)]
#[command(after_help = help())]
pub struct Args {
    /// Directories of pages with gold
    #[arg(required = true, value_name = "DATASET")]
    datasets: Vec<PathBuf>,
    /// What to evaluate, such as wu or wu(window=5|9,k=0), or oracle, what choosing by the gold
    /// reaches; repeatable [default: every method]
    #[arg(short, long, value_name = "SPEC")]
    method: Vec<String>,
    /// Another program takes part under NAME, by what it has made of the pages (JSON Lines with id,
    /// text, markdown or html, title, author, date) or as a command that is run on each: {page}
    /// stands for the page's file, else it is standard input; repeatable
    #[arg(long, value_name = "NAME=FILE|COMMAND")]
    run: Vec<String>,
    /// Seconds that a command of --run has for a page
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    run_limit: u64,
    /// What to evaluate by; repeatable [default: words and the data set's own, see below]
    #[arg(long, value_name = "MEASURE")]
    measure: Vec<String>,
    /// Cross-validate what methods learn in N folds that keep a registered domain together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1000))]
    folds: Option<u32>,
    /// Seed of the folds and of the draws of the intervals
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Compare everything with this one, as it is named in the tables [default: each with the best
    /// other]
    #[arg(long, value_name = "NAME")]
    baseline: Option<String>,
    /// Compare every two, with p by approximate randomisation and Holm's correction, in the files of
    /// --output
    #[arg(long, requires = "output")]
    pairs: bool,
    /// Keep of each method the N pages that it does worst on, in worst.jsonl of --output: with their texts,
    /// which are their authors', for `leafmill report`
    #[arg(
        long,
        value_name = "N",
        requires = "output",
        default_value_t = 0,
        hide_default_value = true
    )]
    worst: usize,
    /// Pass over what is no data set, or the second of its name, instead of stopping
    #[arg(long)]
    lenient: bool,
    /// Evaluate only the pages that FILE names, a line each: data set, slash, id
    #[arg(long, value_name = "FILE")]
    only: Option<PathBuf>,
    /// Leave out of every method's choice what a reader of the page does not see: elements hidden by an
    /// attribute, by their own style or by a class for screen readers
    #[arg(long)]
    visible_only: bool,
    /// Drop from what methods choose the lines that stand on two other pages of the same host
    #[arg(long)]
    site_lines: bool,
    /// Which tokenizer feeds the tree builder; the figures are the same
    #[arg(long, value_enum, default_value_t)]
    parser: Tokenizer,
    #[command(flatten)]
    threads: Threads,
    /// Directory for pages.csv, summary.json, summary.md (both with bootstrap intervals of F1 and
    /// of its differences), worst.jsonl and the plots of sweeps
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// What stands below the options: examples, and what data sets and measures there are.
fn help() -> String {
    let width = LAYOUTS.iter().map(|row| row.of.len()).max().unwrap_or(0);
    let layouts = LAYOUTS.iter().map(|row| format!("  {:width$}  {}\n", row.of, row.holds));
    let measure = |row: &Row| {
        let own: Vec<_> = row.own_of.iter().map(ToString::to_string).collect();
        let own = if own.is_empty() { String::new() } else { format!(" [{}]", own.join(", ")) };
        format!("  {}{own}\n      {}\n", row.name(), row.about)
    };
    let measures = MEASURES.iter().map(measure);
    format!(
        "{HELP}{}\nMeasures, and the data sets that they are the own ones of:\n{}\
         Each data set is measured by those that its gold supports: text, snippets or images.",
        layouts.collect::<String>(),
        measures.collect::<String>(),
    )
}

/// The part of the help that is no table.
const HELP: &str = "\
Examples:
  leafmill evaluate datasets/sample
  leafmill evaluate wcxb-dev --folds 5 -o results/wcxb
  leafmill evaluate wcxb-dev cwce --method all --method 'wu(paper)' --measure 'words(cjk=run)'
  leafmill evaluate wcxb-dev --method 'wu(window=1|5|9,threshold=0.5..1.0/0.1,k=0)' -o sweep
  leafmill evaluate wcxb-dev -m grain --run trafilatura=made.jsonl --measure structure
  leafmill evaluate wcxb-dev -m grain --run 'trafilatura=trafilatura <{page}'
  leafmill evaluate datasets/sample --worst 10 -o out && leafmill report out -o report.html

A spec with alternatives (a|b) or a range (lo..hi/step, both ends included) stands for a grid; with
one or two parameters that vary it is also drawn. What a method learns ships with it; where it was
learnt from the pages that are evaluated, --folds gives the figure to trust.

A data set is a directory, known by what it holds:
";

pub fn run(args: &Args, arguments: &[OsString]) -> Result<Outcome> {
    // Programs that run on pages are killed with this one; Ctrl-C in a terminal does not reach them.
    ctrlc::set_handler(|| running::kill_and_exit(130)).ok();
    let limit = Duration::from_secs(args.run_limit);
    let (entrants, faulty) = entrants::named(&args.method, &args.run, limit)?;
    let measures = measures(&args.measure)?;
    let mut datasets = datasets::open(&args.datasets, args.lenient)?;
    let mut faults = faulty + datasets::skipped(&datasets);
    if let Some(path) = &args.only {
        faults += datasets::choose(&mut datasets, path, Named::Only)?;
    }
    datasets.retain(|data| {
        let suited = !eval::suited(data, &entrants, &measures).is_empty();
        if !suited {
            let reason = "its gold is not what is measured by, or no method yields it";
            eprintln!("{}: passed over: {reason}", data.name);
        }
        suited
    });
    if datasets.iter().all(|data| data.items.is_empty()) {
        let named: Vec<_> = args.datasets.iter().map(|path| path.to_string_lossy()).collect();
        let message = "nothing of this can be evaluated".to_owned();
        return Err(Error::Argument { argument: named.join(" "), message });
    }
    faults += entrants::without_document(&entrants, &datasets)?;
    args.threads.start();
    let bar = progress::pages();
    let report_pages = progress::report(&bar);
    let mut options = Options::default();
    options.folds = args.folds.unwrap_or(0) as usize;
    options.seed = args.seed;
    options.parser = args.parser.into();
    options.baseline = args.baseline.clone();
    options.visible_only = args.visible_only;
    options.site_lines = args.site_lines;
    options.worst = args.worst;
    options.progress = &report_pages;
    let table = eval::run(&datasets, &entrants, &measures, &options)?;
    bar.finish_and_clear();
    report(&table);
    let failures = entrants::failures(&entrants);
    // First what stays: whoever reads the rest may go.
    if let Some(directory) = &args.output {
        let commit = super::commit().map(str::to_owned);
        let options = SummaryOptions { commit, command: command(arguments), pairs: args.pairs };
        export::write(&table, directory, &options)?;
    }
    let best = sweeps(&table, args.output.as_deref())?;
    super::print(format!("{table}{best}").as_bytes())?;
    Ok(if faults + failures + table.failed() > 0 { Outcome::Damaged } else { Outcome::Well })
}

/// The measures that the arguments stand for.
fn measures(arguments: &[String]) -> Result<Vec<Measure>> {
    let named = arguments.iter().map(|argument| Measure::named(argument));
    Ok(named.collect::<Result<Vec<_>>>()?.concat())
}

/// The command line as results show it: without what the figures do not depend on, the threads and
/// the directory of the output, and without this machine's directories.
fn command(arguments: &[OsString]) -> Vec<String> {
    let bare = |path: &str| match Path::new(path).file_name() {
        Some(name) if Path::new(path).is_absolute() => name.to_string_lossy().into_owned(),
        _ => path.to_owned(),
    };
    let mut shown = vec!["leafmill".to_owned()];
    let mut arguments = arguments.iter().skip(1).map(|argument| argument.to_string_lossy());
    while let Some(argument) = arguments.next() {
        match argument.split_once('=').unwrap_or((&argument, "")) {
            ("-j" | "--threads" | "-o" | "--output", "") => {
                // The value is a word of its own.
                arguments.next();
            }
            ("-j" | "--threads" | "-o" | "--output", _) => {}
            (name, _) if name.starts_with("-j") || name.starts_with("-o") => {}
            (name, value) if argument.contains('=') => {
                shown.push(format!("{name}={}", bare(value)));
            }
            (path, _) => shown.push(bare(path)),
        }
    }
    shown
}

/// Says on standard error which pages failed.
fn report(table: &Table) {
    for set in &table.sets {
        for skip in &set.failed {
            eprintln!("{}: failed: {}", skip.path.display(), skip.reason);
        }
    }
}

/// Names the best setting of each sweep, and draws it into the directory.
fn sweeps(table: &Table, directory: Option<&Path>) -> Result<String> {
    let mut best_of = String::new();
    let sweeps = Sweep::find(&table.entrants);
    for set in &table.sets {
        for summary in SweepSummary::all(table, set) {
            best_of += &format!("\n{}\n", summary.sentence(&set.name));
        }
        let mut drawn = 0;
        for sweep in &sweeps {
            for (i, measure) in set.measures.iter().enumerate() {
                let Some(best) = sweep.best(set, i) else { continue };
                if !table.rows(set, i).any(|row| row == best.spec) {
                    continue;
                }
                let spec = table.entrants[best.spec].to_string();
                if let Some(directory) = directory {
                    drawn += 1;
                    let path = directory.join(export::plot_name(&set.name, drawn));
                    let svg = plot::svg(sweep, set, (i, &measure.to_string()), (best, &spec));
                    let written = export::whole(&path, svg.as_bytes());
                    written.map_err(|error| Error::io(&path, error))?;
                }
            }
        }
    }
    Ok(best_of)
}
