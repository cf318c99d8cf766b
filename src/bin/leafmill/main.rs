//! The leafmill program: parses the command line, runs a subcommand, and turns how it went into
//! an exit code.

mod args;
mod datasets;
mod evaluate;
mod extract;
mod features;
mod filter;
mod format;
mod inspect;
mod methods;
mod progress;
mod tokenizer;
mod train;

use std::io;
use std::process::ExitCode;

use clap::Parser;
use leafmill::Error;

/// How a run that came to its end went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// All is well.
    Well,
    /// Finished, but a record was damaged or capped, or a page failed.
    Damaged,
    /// Stopped by the user.
    Interrupted,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        ExitCode::from(match outcome {
            Outcome::Well => 0,
            Outcome::Damaged => 1,
            Outcome::Interrupted => 130,
        })
    }
}

fn main() -> ExitCode {
    let done = match args::Args::parse().command {
        args::Command::Extract(args) => extract::run(&args),
        args::Command::Evaluate(args) => evaluate::run(&args),
        args::Command::Train(args) => train::run(&args),
        args::Command::Methods(args) => methods::run(&args),
        args::Command::Features(args) => features::run(&args),
        args::Command::Inspect(args) => inspect::run(&args),
    };
    match done {
        Ok(outcome) => outcome.into(),
        // Whoever read our output has seen enough (`| head`).
        Err(Error::Io { source, .. }) if source.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("leafmill: {error}");
            let is_fatal = matches!(error, Error::Io { .. } | Error::Claimed { .. });
            ExitCode::from(if is_fatal { 3 } else { 2 })
        }
    }
}
