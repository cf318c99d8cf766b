//! `leafmill extract`: collections in, documents out.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use leafmill::Result;
use leafmill::extract::Spec;
use leafmill::output::sink::{Sink, Target};
use leafmill::pipeline::{Destination, Notice, Pipeline, Problem, Recipe};
use leafmill::source::Caps;

use crate::format::FormatArgs;
use crate::tokenizer::Tokenizer;
use crate::{Outcome, progress};

/// Extract the main content of every page in WARC, ARC and HTML files
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  leafmill extract crawl.warc.gz -o pages.jsonl.gz
  leafmill extract crawl/ -o out/                     a shard an archive
  leafmill extract pages/ -o text/ --format text      a file a page
  leafmill extract crawl/ -o wet/ --format wet        crawl's text as Common Crawl has it
  curl -s https://example.org/ | leafmill extract - -o - --format text

What a file holds is told by its first bytes, never by its name. A damaged record is reported on
standard error with its file and offset, and the run goes on behind it.")]
pub struct Args {
    /// WARC, ARC or HTML files, plain or gzipped, directories of them, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// Where to: - for standard output, a directory (ending in /, or there already), or a file
    /// (compressed if it ends in .gz or .zst)
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// What chooses the content, such as grain(scope=article), wu or all: see leafmill methods
    #[arg(short, long, default_value = "grain", value_name = "SPEC")]
    method: String,
    /// Which tokenizer feeds the tree builder; the output is the same
    #[arg(long, value_enum, default_value_t)]
    parser: Tokenizer,
    #[command(flatten)]
    format: FormatArgs,
    /// Threads; 0 is one a core
    #[arg(short = 'j', long, default_value_t = 0, value_name = "N")]
    threads: usize,
    /// Make all shards of a directory anew, also those that are finished
    #[arg(long)]
    fresh: bool,
    /// Take only the I-th of every N inputs, for jobs that share one output directory
    #[arg(long, value_name = "I/N", value_parser = share)]
    shard: Option<(usize, usize)>,
    /// Where damage is reported, a JSON object a line; a directory has it in damage.jsonl
    #[arg(long, value_name = "FILE")]
    damage: Option<PathBuf>,
    #[command(flatten)]
    caps: CapArgs,
}

/// The most that is taken of one record; what is over is cut or passed by, and reported.
#[derive(clap::Args)]
struct CapArgs {
    /// Bytes of a record's body as captured (suffixes K, M, G)
    #[arg(long, value_name = "BYTES", default_value = "32M", value_parser = bytes)]
    max_body: usize,
    /// Bytes of a body with its content encodings undone
    #[arg(long, value_name = "BYTES", default_value = "32M", value_parser = bytes)]
    max_decoded: usize,
    /// Decoded bytes for each encoded byte, from the second MiB on
    #[arg(long, value_name = "N", default_value_t = Caps::default().ratio)]
    max_ratio: usize,
    /// Bytes of one line of a record header
    #[arg(long, value_name = "BYTES", default_value = "64K", value_parser = bytes)]
    max_header_line: usize,
    /// Bytes of a whole record header
    #[arg(long, value_name = "BYTES", default_value = "1M", value_parser = bytes)]
    max_header: usize,
}

impl CapArgs {
    fn caps(&self) -> Caps {
        Caps {
            body: self.max_body,
            decoded: self.max_decoded,
            ratio: self.max_ratio,
            header_line: self.max_header_line,
            header: self.max_header,
        }
    }
}

/// A number of bytes, with a suffix K, M or G for powers of 1024.
fn bytes(text: &str) -> std::result::Result<usize, String> {
    let digits = text.trim_end_matches(['K', 'M', 'G']);
    let shift = match &text[digits.len()..] {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err("a number of bytes, such as 500K or 32M".into()),
    };
    let number: usize = digits.parse().map_err(|_| "a number of bytes, such as 500K or 32M")?;
    number.checked_shl(shift).filter(|n| n >> shift == number).ok_or("too many bytes".into())
}

/// `I/N`: the I-th of N.
fn share(text: &str) -> std::result::Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    parts.filter(|&(i, n)| (1..=n).contains(&i)).ok_or("I/N, such as 1/4 to 4/4".into())
}

/// Set by Ctrl-C: what is in flight is finished, then the run ends.
static STOP: AtomicBool = AtomicBool::new(false);

/// Asks the run to end; asked again, ends it, whatever it waits for.
fn interrupt() {
    if STOP.swap(true, Ordering::Relaxed) {
        std::process::exit(130);
    }
}

pub fn run(args: &Args) -> Result<Outcome> {
    let extractor = args.method.parse::<Spec>()?.build()?;
    rayon::ThreadPoolBuilder::new().num_threads(args.threads).build_global().ok();
    // Without a handler Ctrl-C ends the run at once, and nothing half-written is left either.
    ctrlc::set_handler(interrupt).ok();
    let writer = args.format.writer();
    let packing = args.format.packing()?;
    let caps = args.caps.caps();
    let pipeline = Pipeline {
        recipe: Recipe { parser: args.parser.into(), extractor: &*extractor, writer: &*writer },
        caps,
        stop: &STOP,
    };
    let destination = Destination {
        target: Target::new(&args.output),
        settings: format!(
            "leafmill {} {} {writer:?} {packing:?} {caps:?}",
            env!("CARGO_PKG_VERSION"),
            args.method
        ),
        fresh: args.fresh,
        share: args.shard,
        packing,
    };
    let bar = progress::bytes(0);
    let mut pages = 0;
    let mut report = Report::create(args.damage.as_deref())?;
    let tally = pipeline.run(&args.inputs, &destination, &mut |notice| match notice {
        Notice::Begin(bytes) => bar.set_length(bytes),
        Notice::Progress(bytes, more) => {
            pages += more;
            bar.inc(bytes);
            bar.set_message(format!("{pages} pages"));
        }
        Notice::Problem(problem) => {
            bar.suspend(|| eprintln!("{problem}"));
            report.add(problem);
        }
    })?;
    report.finish()?;
    bar.finish_and_clear();
    eprintln!("{tally}");
    Ok(if tally.interrupted {
        Outcome::Interrupted
    } else if tally.is_well() {
        Outcome::Well
    } else {
        Outcome::Damaged
    })
}

/// The damage report of a run whose output is one stream.
struct Report(Option<Result<Sink>>);

impl Report {
    fn create(path: Option<&Path>) -> Result<Report> {
        Ok(Report(path.map(Sink::create).transpose()?.map(Ok)))
    }

    /// Adds a line; what fails is said at the end.
    fn add(&mut self, problem: &Problem) {
        let Some(Ok(sink)) = &mut self.0 else { return };
        let mut line = serde_json::to_vec(problem).unwrap_or_default();
        line.push(b'\n');
        if let Err(error) = sink.write(&line) {
            self.0 = Some(Err(error));
        }
    }

    fn finish(self) -> Result<()> {
        self.0.map_or(Ok(()), |sink| sink?.finish())
    }
}
