//! `leafmill extract`: collections in, documents out.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use leafmill::Result;
use leafmill::extract::Spec;
use leafmill::output::Format;
use leafmill::output::sink::Target;
use leafmill::pipeline::{Notice, Pipeline, Recipe};
use leafmill::source::Caps;

use crate::args::Parse;
use crate::{Outcome, progress};

/// Extract the main content of every page in WARC, ARC and HTML files
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  leafmill extract crawl.warc.gz -o pages.jsonl.gz
  leafmill extract crawl/ -o out/                     a shard an archive
  leafmill extract pages/ -o text/ --format text      a file a page
  curl -s https://example.org/ | leafmill extract - -o - --format text

What a file holds is told by its first bytes, never by its name. A damaged record is reported on
standard error with its file and offset, and the run goes on behind it.")]
pub struct Args {
    /// WARC, ARC or HTML files, plain or gzipped, directories of them, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// Where to: - for standard output, a directory (ending in /, or there already), or a file
    /// (gzipped if it ends in .gz)
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// What chooses the content, such as wu, wu(paper) or all
    #[arg(short, long, default_value = "wu", value_name = "SPEC")]
    method: String,
    /// Which tokenizer feeds the tree builder; the output is the same
    #[arg(long, value_enum, default_value_t)]
    parser: Parse,
    /// How documents are written
    #[arg(long, value_enum, default_value_t)]
    format: Form,
    /// Threads; 0 is one a core
    #[arg(short = 'j', long, default_value_t = 0, value_name = "N")]
    threads: usize,
}

#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum Form {
    /// A JSON object a line
    #[default]
    Jsonl,
    /// The text alone: a file a page in a directory, one after another in a stream
    Text,
}

/// Set by Ctrl-C: what is in flight is finished, then the run ends.
static STOP: AtomicBool = AtomicBool::new(false);

pub fn run(args: &Args) -> Result<Outcome> {
    let extractor = args.method.parse::<Spec>()?.build()?;
    rayon::ThreadPoolBuilder::new().num_threads(args.threads).build_global().ok();
    // Without a handler Ctrl-C ends the run at once, and nothing half-written is left either.
    ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed)).ok();
    let pipeline = Pipeline {
        recipe: Recipe {
            parser: args.parser.into(),
            extractor: &*extractor,
            format: match args.format {
                Form::Jsonl => Format::Jsonl,
                Form::Text => Format::Text,
            },
        },
        caps: Caps::default(),
        stop: &STOP,
    };
    let bar = progress::bytes(0);
    let mut pages = 0;
    let tally =
        pipeline.run(&args.inputs, &Target::new(&args.output), &mut |notice| match notice {
            Notice::Begin(bytes) => bar.set_length(bytes),
            Notice::Progress(bytes, more) => {
                pages += more;
                bar.inc(bytes);
                bar.set_message(format!("{pages} pages"));
            }
            Notice::Problem(problem) => bar.suspend(|| eprintln!("{problem}")),
        })?;
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
