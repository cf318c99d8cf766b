//! The leafmill program: parses the command line, runs a subcommand, and turns how it went into
//! an exit code.
//!
//! The Python package has it as a module, so nothing here asks the process for its arguments: they are
//! what [`run`] is given.

mod args;
mod config;
mod datasets;
mod entrants;
mod evaluate;
mod extract;
mod features;
mod filter;
mod format;
mod inspect;
mod manual;
mod methods;
mod overwrite;
mod progress;
mod report;
mod threads;
mod tokenizer;
mod train;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use args::Args;
use clap::CommandFactory;
use config::Asked;
use leafmill::{Error, Result};

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

impl Outcome {
    fn code(self) -> u8 {
        match self {
            Outcome::Well => 0,
            Outcome::Damaged => 1,
            Outcome::Interrupted => 130,
        }
    }
}

/// The program's version, and the commit that it was built of where the build was told (`make build`).
fn build() -> String {
    let version = concat!("leafmill ", env!("CARGO_PKG_VERSION"));
    match commit() {
        Some(commit) => format!("{version} ({commit})"),
        None => version.to_owned(),
    }
}

/// The commit that the program was built of, where the build was told.
fn commit() -> Option<&'static str> {
    option_env!("LEAFMILL_COMMIT").filter(|commit| !commit.is_empty())
}

/// Writes to standard output, whose reader may have gone.
fn print(text: &[u8]) -> Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text).and_then(|()| out.flush());
    written.map_err(|error| Error::io("standard output", error))
}

fn main() -> ExitCode {
    run(std::env::args_os()).into()
}

/// Runs the program with its arguments, its name the first of them; returns the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<_> = arguments.into_iter().collect();
    let done = match config::parse::<Args>(arguments.clone()) {
        Asked::Printed(text) => print(text.as_bytes()).map(|()| Outcome::Well),
        Asked::Done(args) => dispatch(args.command, &arguments),
    };
    match done {
        Ok(outcome) => outcome.code(),
        // Whoever read our output has seen enough (`| head`).
        Err(Error::Io { source, .. }) if source.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(error) => {
            eprintln!("leafmill: {error}");
            match error {
                Error::Io { .. } | Error::Claimed { .. } => 3,
                // Nothing that was named can be read.
                Error::Container { .. } | Error::Unseekable { .. } => 3,
                _ => 2,
            }
        }
    }
}

/// Runs a subcommand; `arguments` are those that it was read from.
fn dispatch(command: args::Command, arguments: &[OsString]) -> Result<Outcome> {
    match command {
        args::Command::Extract(args) => extract::run(&args),
        args::Command::Evaluate(args) => evaluate::run(&args, arguments),
        args::Command::Train(args) => train::run(&args),
        args::Command::Methods(args) => methods::run(&args),
        args::Command::Features(args) => features::run(&args),
        args::Command::Inspect(args) => inspect::run(&args),
        args::Command::Report(args) => report::run(&args),
        args::Command::Completions(args) => manual::completions(&args, Args::command()),
        args::Command::Man(args) => manual::man(&args, Args::command()),
    }
}
