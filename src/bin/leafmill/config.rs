//! `--config`: options of `extract` that stand in a file. The command line wins.
//!
//! ```toml
//! inputs = ["crawl/"]
//! output = "out/"
//! method = "grain(scope=article)"
//! max-body = "64M"
//! verify = true
//! ```
//!
//! A key is an option's long name; a flag is `true` or `false`, what can be repeated is a list. What
//! the file says becomes arguments before those of the command line, but for options that stand there.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, Parser};
use toml::Value;

/// The subcommand that takes a file.
const COMMAND: &str = "extract";
/// The flag that asks for such a file.
const PRINT: &str = "print_config";
/// What the inputs are called, which have no long name.
const INPUTS: &str = "inputs";

/// Options that stand in a file.
#[derive(clap::Args)]
pub struct ConfigArgs {
    /// Take the options that are not given here from FILE: a key an option, such as max-body = "64M"
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Print all options with their values as such a file, and do nothing else
    #[arg(long)]
    print_config: bool,
}

/// What a command line asks for.
pub enum Asked<A> {
    /// That it is done.
    Done(A),
    /// That this is printed: all options with their values as a file.
    Printed(String),
}

/// Reads the command line, and the file that it names. Ends the program where one of them is not
/// valid, or asks only for help.
pub fn parse<A: Parser>(arguments: Vec<OsString>) -> Asked<A> {
    with_file(arguments).unwrap_or_else(|error| error.exit())
}

fn with_file<A: Parser>(mut arguments: Vec<OsString>) -> Result<Asked<A>, clap::Error> {
    // What is needed may stand in the file.
    let given = A::command().ignore_errors(true).try_get_matches_from(&arguments)?;
    let mut command = A::command();
    if let Some((COMMAND, given)) = given.subcommand() {
        if let Some(path) = given.get_one::<PathBuf>("config") {
            let more = read(&subcommand::<A>(), path, given).map_err(|message| {
                let message = format!("{}: {message}", path.display());
                A::command().error(ErrorKind::InvalidValue, message)
            })?;
            arguments.extend(more);
        }
        if given.get_one(PRINT) == Some(&true) {
            // Whoever begins a file has no inputs yet.
            let optional = |option: Arg| option.required(false);
            command = command.mut_subcommand(COMMAND, |extract| extract.mut_args(optional));
        }
    }
    let matches = command.try_get_matches_from(arguments)?;
    Ok(match matches.subcommand() {
        Some((COMMAND, extract)) if extract.get_flag(PRINT) => {
            Asked::Printed(written(&subcommand::<A>(), extract))
        }
        _ => Asked::Done(A::from_arg_matches(&matches)?),
    })
}

/// The subcommand with its options.
fn subcommand<A: Parser>() -> Command {
    A::command().find_subcommand(COMMAND).cloned().unwrap_or_default()
}

/// What a file calls an option; `None` for those that are about the file.
fn key(option: &Arg) -> Option<&str> {
    match option.get_long() {
        Some("config" | "print-config" | "help" | "version") => None,
        None if option.get_id() == INPUTS => Some(INPUTS),
        long => long,
    }
}

/// The arguments that a file stands for, but for those of options that are given.
fn read(command: &Command, path: &Path, given: &ArgMatches) -> Result<Vec<OsString>, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let table: BTreeMap<String, Value> =
        toml::from_str(&text).map_err(|error| error.to_string())?;
    let mut arguments = Vec::new();
    for (name, value) in table {
        let option = command.get_arguments().find(|option| key(option) == Some(&name));
        let option = option.ok_or_else(|| format!("extract has no option `{name}`"))?;
        if given.value_source(option.get_id().as_str()) == Some(ValueSource::CommandLine) {
            continue;
        }
        let is_flag = matches!(option.get_action(), ArgAction::SetTrue);
        match value {
            Value::Boolean(is_set) if is_flag => {
                arguments.extend(is_set.then(|| format!("--{name}").into()));
            }
            Value::Array(values) => {
                for value in values {
                    arguments.push(argument(option, &name, value)?);
                }
            }
            value => arguments.push(argument(option, &name, value)?),
        }
    }
    Ok(arguments)
}

/// One value as an argument.
fn argument(option: &Arg, name: &str, value: Value) -> Result<OsString, String> {
    let value = match value {
        Value::String(text) => text,
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        _ => return Err(format!("`{name}` is no text and no number")),
    };
    Ok(if option.is_positional() { value.into() } else { format!("--{name}={value}").into() })
}

/// All options with their values, as a file.
fn written(command: &Command, matches: &ArgMatches) -> String {
    let mut lines = String::new();
    for option in command.get_arguments() {
        let Some(name) = key(option) else { continue };
        let id = option.get_id().as_str();
        let value = if matches!(option.get_action(), ArgAction::SetTrue) {
            matches.get_flag(id).to_string()
        } else {
            let Ok(Some(values)) = matches.try_get_raw(id) else { continue };
            let values: Vec<_> = values.map(|value| quoted(&value.to_string_lossy())).collect();
            match matches!(option.get_action(), ArgAction::Append) {
                true => format!("[{}]", values.join(", ")),
                false => values.concat(),
            }
        };
        lines.push_str(&format!("{name} = {value}\n"));
    }
    lines
}

/// A TOML string, which JSON's escapes are valid in.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
