//! The data sets that a command line names, and which of their pages are meant.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use leafmill::dom::Parser;
use leafmill::internals::dataset::Dataset;
use leafmill::{Error, Result};

use super::threads::Threads;
use super::tokenizer::Tokenizer;

/// What is learnt from, and how it is read.
#[derive(clap::Args)]
pub struct Source {
    /// Directories of pages with gold
    #[arg(required = true, value_name = "DATASET")]
    datasets: Vec<PathBuf>,
    /// Which tokenizer feeds the tree builder; what is learnt is the same
    #[arg(long, value_enum, default_value_t)]
    parser: Tokenizer,
    #[command(flatten)]
    threads: Threads,
}

impl Source {
    /// Opens the data sets, of which only the `named` pages are meant, or all others, and starts
    /// the threads; also gives how much of them cannot be used.
    pub fn open(&self, named: Named, pages: Option<&Path>) -> Result<(Vec<Dataset>, usize)> {
        let mut datasets = open(&self.datasets, false)?;
        let mut faults = skipped(&datasets);
        if let Some(pages) = pages {
            faults += choose(&mut datasets, pages, named)?;
        }
        self.threads.start();
        Ok((datasets, faults))
    }

    /// The directories that are read.
    pub fn directories(&self) -> impl Iterator<Item = &Path> {
        self.datasets.iter().map(PathBuf::as_path)
    }

    /// The parser.
    pub fn parser(&self) -> Parser {
        self.parser.into()
    }
}

/// Opens data sets and says on standard error what of them is passed over; also files beside them,
/// which a shell's `*` names with them.
pub fn open(directories: &[PathBuf], lenient: bool) -> Result<Vec<Dataset>> {
    let mut datasets: Vec<Dataset> = Vec::new();
    let has_directory = directories.iter().any(|path| path.is_dir());
    for directory in directories {
        let reason = match Dataset::open(directory) {
            _ if has_directory && directory.is_file() => "a file, and no directory",
            Ok(data) if lenient && datasets.iter().any(|other| other.name == data.name) => {
                "a data set of this name comes before"
            }
            Ok(data) => {
                datasets.push(data);
                continue;
            }
            Err(Error::Dataset { .. }) if lenient => "no data set that leafmill reads",
            Err(error) => return Err(error),
        };
        eprintln!("{}: passed over: {reason}", directory.display());
    }
    for data in &datasets {
        for skip in &data.skipped {
            eprintln!("{}: passed over: {}", skip.path.display(), skip.reason);
        }
    }
    Ok(datasets)
}

/// Whether the pages that a file names are kept or left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// They alone are kept.
    Only,
    /// They are left out.
    Without,
}

/// Keeps only the pages that a file names, a line each as data set, slash and id, or leaves them
/// out. Lines of data sets that are not given are passed by; those of the given ones that name no
/// page are said on standard error, and their number is given back.
///
/// # Errors
/// If the file cannot be read, or no page is left.
pub fn choose(datasets: &mut Vec<Dataset>, path: &Path, named: Named) -> Result<usize> {
    let text = fs::read_to_string(path).map_err(|error| Error::io(path, error))?;
    let lines: BTreeSet<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    let mut unknown = lines.clone();
    for Dataset { name, items, .. } in datasets.iter_mut() {
        items.retain(|item| {
            let page = format!("{name}/{}", item.gold.id);
            unknown.remove(page.as_str());
            lines.contains(page.as_str()) == (named == Named::Only)
        });
    }
    let is_given = |line: &&str| datasets.iter().any(|data| is_of(line, &data.name));
    unknown.retain(is_given);
    for line in &unknown {
        eprintln!("{}: no such page: {line}", path.display());
    }
    datasets.retain(|data| !data.items.is_empty());
    if datasets.is_empty() {
        let message = match named {
            Named::Only => "names no page of these data sets (a line each: data set, slash, id)",
            Named::Without => "names every page of these data sets, so that none is left",
        };
        return Err(Error::dataset(path, message));
    }
    Ok(unknown.len())
}

/// Whether a line names a page of a data set.
fn is_of(line: &str, dataset: &str) -> bool {
    line.strip_prefix(dataset).is_some_and(|rest| rest.starts_with('/'))
}

/// Number of files and golds that the data sets pass over.
pub fn skipped(datasets: &[Dataset]) -> usize {
    datasets.iter().map(|data| data.skipped.len()).sum()
}
