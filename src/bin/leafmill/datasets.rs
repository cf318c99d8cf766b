//! The data sets that a command line names, and which of their pages are meant.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use leafmill::dataset::Dataset;
use leafmill::{Error, Result};

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

/// The pages that a file names, a line each.
pub fn named(path: &Path) -> Result<BTreeSet<String>> {
    let lines = fs::read_to_string(path).map_err(|error| Error::io(path, error))?;
    Ok(lines.lines().map(str::to_owned).collect())
}

/// Leaves only the pages whose name, data set and id with a slash between, passes.
pub fn retain(datasets: &mut Vec<Dataset>, passes: impl Fn(&str) -> bool) {
    for Dataset { name, items, .. } in datasets.iter_mut() {
        items.retain(|item| passes(&format!("{name}/{}", item.gold.id)));
    }
    datasets.retain(|data| !data.items.is_empty());
}
