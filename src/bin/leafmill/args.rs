//! The command line as a whole; each subcommand's arguments stand beside its code.

use clap::{Parser, Subcommand};

/// Turns crawled web pages into their main content, and measures how well it does.
#[derive(Parser)]
#[command(
    name = "leafmill",
    version,
    about,
    max_term_width = 100,
    after_help = "\
Exit codes: 0 all well; 1 finished, but a record was damaged or capped, a page failed, or an input
or an item of gold could not be read; 2 usage; 3 fatal input or output error; 130 interrupted."
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    Extract(Box<super::extract::Args>),
    Evaluate(super::evaluate::Args),
    Train(super::train::Args),
    Methods(super::methods::Args),
    Features(super::features::Args),
    Inspect(super::inspect::Args),
    Report(super::report::Args),
    Completions(super::manual::CompletionsArgs),
    Man(super::manual::ManArgs),
}
