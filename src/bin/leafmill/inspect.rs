//! `leafmill inspect`: one page, and why each of its texts was chosen or not.

use std::io::IsTerminal;
use std::path::PathBuf;

use leafmill::Result;
use leafmill::decode::decode;
use leafmill::internals::extract::Spec;
use leafmill::internals::inspect::{Inspection, html, locate, terminal};
use leafmill::internals::output::sink::place;
use leafmill::page::Page;

use super::tokenizer::Tokenizer;
use super::{Outcome, overwrite};

/// Show how methods judge one page, text by text
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  leafmill inspect page.html
  leafmill inspect crawl.warc.gz#https://example.org/ --method wu --method 'wu(paper)'
  leafmill inspect datasets/sample:en-news-amp --why
  leafmill inspect datasets/sample:en-news-amp -o page.html

Columns: length, score, smoothed score, relevance to the text before, and information block (+ taken
for content, - rejected) by the first wu that is asked for, else by wu; p, the probability by grain;
then = for the gold where a data set has it, and a letter for each method: ● kept, o in part, · left.")]
pub struct Args {
    /// FILE.html, FILE.warc.gz#URL, FILE.warc.gz#RECORD-ID, or DATASET:ID with its gold
    #[arg(value_name = "PAGE")]
    page: String,
    /// A method to show, such as grain or wu(paper); repeatable
    #[arg(short, long, value_name = "SPEC", default_values_t = ["grain", "wu", "cnr"].map(String::from))]
    method: Vec<String>,
    /// Under each text, the five features that moved grain most: value and log-odds; and all parts of lists
    #[arg(long, conflicts_with = "output")]
    why: bool,
    /// Which tokenizer feeds the tree builder; what is shown is the same
    #[arg(long, value_enum, default_value_t)]
    parser: Tokenizer,
    /// Write one self-contained HTML page with charts instead; - for standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<Outcome> {
    let specs: Vec<Spec> = args.method.iter().map(|spec| spec.parse()).collect::<Result<_>>()?;
    let found = locate::find(&args.page)?;
    if let Some(output) = &args.output {
        overwrite::check(output, [found.path.as_path()])?;
    }
    let (html, _) = decode(&found.record.body, found.record.content_type.as_deref());
    let page = Page::parse_with(&html, args.parser.into());
    let (name, url) = (&found.record.id, found.record.url.as_deref());
    let inspection = Inspection::new(name, url, &page, found.gold.as_ref(), &specs)?;
    match &args.output {
        Some(path) => place(path, html::page(&inspection).as_bytes())?,
        None => {
            let no_colour = std::env::var_os("NO_COLOR").is_some_and(|set| !set.is_empty());
            let colour = std::io::stdout().is_terminal() && !no_colour;
            let view = terminal::view(&inspection, terminal::Options { colour, why: args.why });
            super::print(view.as_bytes())?;
        }
    }
    Ok(Outcome::Well)
}
