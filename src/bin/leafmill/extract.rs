//! `leafmill extract`: collections in, documents out.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use leafmill::Result;
use leafmill::extract::Spec;
use leafmill::output::Packing;
use leafmill::output::sink::{Sink, Target};
use leafmill::pipeline::{Destination, Finding, Notice, Pipeline, Problem, Recipe, Settings};
use leafmill::{dom, source};

use crate::filter::FilterArgs;
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
  leafmill extract pages/ -o docs/ --format markdown  headings, lists, tables, code, links
  leafmill extract crawl/ -o out/ --schema url,text,markdown
  leafmill extract crawl/ -o wet/ --format wet        crawl's text as Common Crawl has it
  curl -s https://example.org/ | leafmill extract - -o - --format text

What a file holds is told by its first bytes, never by its name. A damaged record is reported on
standard error with its file and offset, and the run goes on behind it.")]
pub struct Args {
    /// WARC, ARC or HTML files, plain or packed (gzip, zstd, LZ4), directories of them, or - for
    /// standard input
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
    /// Take nothing for content that only scripts hold: of a page that shows nearly none, JSON-LD's
    /// and frameworks' texts are written otherwise
    #[arg(long)]
    visible_only: bool,
    #[command(flatten)]
    format: FormatArgs,
    /// Threads; 0 is one a core
    #[arg(short = 'j', long, default_value_t = 0, value_name = "N")]
    threads: usize,
    /// Make all shards of a directory anew, also those that are finished
    #[arg(long)]
    fresh: bool,
    /// Hold the finished shards of a directory against their digests too, not only their sizes
    #[arg(long, conflicts_with = "fresh")]
    verify: bool,
    /// In a directory, begin another shard of loose pages after so many bytes of them (suffixes K,
    /// M, G)
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = bytes)]
    roll: usize,
    /// Take only the I-th of every N inputs, for jobs that share one output directory
    #[arg(long, value_name = "I/N", value_parser = share)]
    shard: Option<(usize, usize)>,
    /// Where damage is reported, a JSON object a line; a directory has it in damage.jsonl
    #[arg(long, value_name = "FILE")]
    damage: Option<PathBuf>,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    caps: CapArgs,
}

/// The most that is taken of one record and of one page; what is over is cut or passed by, and
/// reported.
#[derive(clap::Args)]
struct CapArgs {
    /// Bytes of a record's body as captured (suffixes K, M, G)
    #[arg(long, value_name = "BYTES", default_value = "32M", value_parser = bytes)]
    max_body: usize,
    /// Bytes of a body with its content encodings undone
    #[arg(long, value_name = "BYTES", default_value = "32M", value_parser = bytes)]
    max_decoded: usize,
    /// Decoded bytes for each encoded byte, from the second MiB on
    #[arg(long, value_name = "N", default_value_t = source::Caps::default().ratio)]
    max_ratio: usize,
    /// Bytes of one line of a record header
    #[arg(long, value_name = "BYTES", default_value = "64K", value_parser = bytes)]
    max_header_line: usize,
    /// Bytes of a whole record header
    #[arg(long, value_name = "BYTES", default_value = "1M", value_parser = bytes)]
    max_header: usize,
    /// Elements open at once, from 16 to 4096; deeper ones are flattened, and their text is kept
    #[arg(long, value_name = "N", default_value_t = dom::Caps::default().depth, value_parser = depth)]
    max_depth: usize,
    /// Attributes of one tag that are seen, up to 4096
    #[arg(long, value_name = "N", default_value_t = dom::Caps::default().attributes, value_parser = attributes)]
    max_attributes: usize,
    /// Nodes of a page: elements and texts; what comes behind them is not read
    #[arg(long, value_name = "N", default_value_t = dom::Caps::default().nodes)]
    max_nodes: usize,
}

impl CapArgs {
    fn of_record(&self) -> source::Caps {
        source::Caps {
            body: self.max_body,
            decoded: self.max_decoded,
            ratio: self.max_ratio,
            header_line: self.max_header_line,
            header: self.max_header,
        }
    }

    fn of_page(&self) -> dom::Caps {
        dom::Caps { depth: self.max_depth, attributes: self.max_attributes, nodes: self.max_nodes }
    }
}

/// A depth of elements.
fn depth(text: &str) -> std::result::Result<usize, String> {
    within(text, dom::Caps::DEPTHS.0..=dom::Caps::DEPTHS.1)
}

/// A number of attributes.
fn attributes(text: &str) -> std::result::Result<usize, String> {
    within(text, 0..=dom::Caps::MOST_ATTRIBUTES)
}

fn within(text: &str, range: RangeInclusive<usize>) -> std::result::Result<usize, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or(format!("a number from {} to {}", range.start(), range.end()))
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

/// The program's version, and the commit that it was built of where the build was told (`make build`).
fn build() -> String {
    let version = concat!("leafmill ", env!("CARGO_PKG_VERSION"));
    match option_env!("LEAFMILL_COMMIT").filter(|commit| !commit.is_empty()) {
        Some(commit) => format!("{version} ({commit})"),
        None => version.to_owned(),
    }
}

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
    let filter = args.filter.filter()?;
    let writer = args.format.writer();
    let packing = args.format.packing()?;
    let (of_record, of_page) = (args.caps.of_record(), args.caps.of_page());
    let pipeline = Pipeline {
        recipe: Recipe {
            parser: args.parser.into(),
            caps: of_page,
            filter: &filter,
            extractor: &*extractor,
            content: args.format.content(),
            visible_only: args.visible_only,
            writer: &*writer,
        },
        caps: of_record,
        stop: &STOP,
    };
    let mut settings = Settings::default();
    settings.set("build", build());
    settings.set("method", &args.method);
    settings.set("format", format!("{writer:?}"));
    settings.set("filter", format!("{filter:?}"));
    settings.set("content", format!("{:?}", args.format.content()));
    settings.set("packing", format!("{packing:?}"));
    settings.set("caps of records", format!("{of_record:?}"));
    settings.set("caps of pages", format!("{of_page:?}"));
    settings.set("roll", args.roll.to_string());
    let destination = Destination {
        target: Target::new(&args.output),
        settings,
        fresh: args.fresh,
        verify: args.verify,
        share: args.shard,
        packing,
        roll: args.roll as u64,
    };
    let bar = progress::bytes(0);
    let mut pages = 0;
    let mut report = args.damage.as_deref().map(Report::create).transpose()?;
    let tally = pipeline.run(&args.inputs, &destination, &mut |notice| match notice {
        Notice::Begin(bytes) => bar.set_length(bytes),
        Notice::Progress(bytes, more) => {
            pages += more;
            bar.inc(bytes);
            bar.set_message(format!("{pages} pages"));
        }
        Notice::Shard(name, Finding::Spoilt(fault)) => {
            bar.suspend(|| eprintln!("{name}: made anew: {fault}"));
        }
        Notice::Shard(name, _) => bar.suspend(|| eprintln!("{name}: its input is gone; it stays")),
        Notice::Problem(problem) => {
            bar.suspend(|| eprintln!("{problem}"));
            report.iter_mut().for_each(|report| report.add(problem));
        }
    })?;
    report.map_or(Ok(()), Report::finish)?;
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
struct Report {
    sink: Sink,
    packing: Packing,
    /// Lines that wait to be packed together.
    lines: Vec<u8>,
    /// Whether all was written so far; what fails is said at the end.
    written: Result<()>,
}

impl Report {
    /// Bytes of lines that are packed together.
    const TOGETHER: usize = 256 << 10;

    fn create(path: &Path) -> Result<Report> {
        let (sink, packing) = (Sink::create(path)?, Packing::of(path)?);
        Ok(Report { sink, packing, lines: Vec::new(), written: Ok(()) })
    }

    fn add(&mut self, problem: &Problem) {
        self.lines.extend(serde_json::to_vec(problem).unwrap_or_default());
        self.lines.push(b'\n');
        if self.lines.len() >= Self::TOGETHER {
            self.write();
        }
    }

    fn write(&mut self) {
        if self.written.is_ok() && !self.lines.is_empty() {
            self.written = self.sink.write(&self.packing.pack(&self.lines));
        }
        self.lines.clear();
    }

    fn finish(mut self) -> Result<()> {
        self.write();
        self.written?;
        self.sink.finish()
    }
}
