//! `leafmill methods`: what there is to choose from, out of the table itself.

use std::fmt::Write as _;

use leafmill::Result;
use leafmill::internals::extract::{METHODS, Method, Spec};

use super::Outcome;

/// List the methods with their parameters, defaults and ranges
#[derive(clap::Args)]
pub struct Args {
    /// Only these, by name [default: every method]
    #[arg(value_name = "METHOD")]
    names: Vec<String>,
}

pub fn run(args: &Args) -> Result<Outcome> {
    let chosen: Vec<&Method> = match args.names.as_slice() {
        [] => METHODS.iter().collect(),
        names => names.iter().map(|name| name.parse::<Spec>()?.method()).collect::<Result<_>>()?,
    };
    let text: Vec<String> = chosen.into_iter().map(describe).collect();
    super::print(text.join("\n").as_bytes()).map(|()| Outcome::Well)
}

fn describe(method: &Method) -> String {
    let mut out = format!("{}  {}\n    {}\n", method.name, method.cite, method.about);
    for preset in method.presets() {
        let set: Vec<_> = preset.set.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let _ = writeln!(out, "  preset {}: {}", preset.name, preset.about);
        let _ = writeln!(out, "      {}", set.join(","));
    }
    let parameters = method.parameters();
    let width = parameters.iter().map(|p| p.name.len() + p.default.len() + 1).max();
    for parameter in parameters {
        let set = format!("{}={}", parameter.name, parameter.default);
        let width = width.unwrap_or(0);
        let _ = writeln!(out, "  {set:width$}  {} ({})", parameter.about, parameter.values);
    }
    out
}
