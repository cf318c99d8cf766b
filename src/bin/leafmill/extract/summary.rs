//! `--summary`: what a run came to, for programs.

use std::fs;
use std::path::Path;

use leafmill::internals::output::sink::place;
use leafmill::pipeline::{Finding, Tally};
use leafmill::{Error, Result};
use serde::Serialize;

use super::progress::Pace;

/// What was found in the output directory of a run.
#[derive(Default)]
pub struct Summary {
    spoilt: Vec<String>,
    changed: Vec<String>,
    gone: Vec<String>,
    removed: Vec<String>,
}

/// The file's form.
#[derive(Serialize)]
struct Form<'s> {
    build: String,
    interrupted: bool,
    /// Documents of this run and of the finished shards that it went on with.
    documents: u64,
    counts: &'s Tally,
    /// Of this run alone.
    pace: &'s Pace,
    /// In bytes, where the system tells.
    peak_memory: Option<u64>,
    /// Finished shards that were not what was written, and were made anew.
    spoilt: &'s [String],
    /// Finished shards whose inputs have changed, and that were made anew.
    changed: &'s [String],
    /// Finished shards whose inputs are not there any more.
    gone: &'s [String],
    /// Files of earlier runs that are no longer made, and were removed.
    removed: &'s [String],
}

impl Summary {
    /// Notes what was found of a shard.
    pub fn note(&mut self, shard: &str, finding: Finding) {
        let list = match finding {
            Finding::Spoilt(_) => &mut self.spoilt,
            Finding::Changed => &mut self.changed,
            Finding::Removed => &mut self.removed,
            _ => &mut self.gone,
        };
        list.push(shard.to_owned());
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If that fails.
    pub fn write(&self, path: &Path, tally: &Tally, pace: &Pace) -> Result<()> {
        let form = Form {
            build: super::super::build(),
            interrupted: tally.interrupted,
            documents: tally.pages(),
            counts: tally,
            pace,
            peak_memory: peak_memory(),
            spoilt: &self.spoilt,
            changed: &self.changed,
            gone: &self.gone,
            removed: &self.removed,
        };
        let text = serde_json::to_string_pretty(&form);
        let text = text.map_err(|bad| Error::io(path, bad.into()))? + "\n";
        place(path, text.as_bytes())
    }
}

/// The most memory that the process had, in bytes, where the system tells (Linux).
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024)
}
