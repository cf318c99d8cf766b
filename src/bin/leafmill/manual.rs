//! `leafmill completions` and `leafmill man`: what the command line says of itself, for shells and
//! for `man`.

use std::path::PathBuf;

use clap::Command;
use clap_complete::Shell;
use leafmill::{Error, Result};

use super::Outcome;

/// Print the completions for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  leafmill completions bash > ~/.local/share/bash-completion/completions/leafmill
  leafmill completions zsh > ~/.zfunc/_leafmill")]
pub struct CompletionsArgs {
    /// Which shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Write the manual: a page of leafmill and one of each subcommand
#[derive(clap::Args)]
pub struct ManArgs {
    /// Directory of the pages, such as ~/.local/share/man/man1
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

pub fn completions(args: &CompletionsArgs, mut program: Command) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "leafmill", &mut script);
    super::print(&script).map(|()| Outcome::Well)
}

pub fn man(args: &ManArgs, program: Command) -> Result<Outcome> {
    let written = std::fs::create_dir_all(&args.directory)
        .and_then(|()| clap_mangen::generate_to(program, &args.directory));
    written.map_err(|error| Error::io(&args.directory, error))?;
    Ok(Outcome::Well)
}
