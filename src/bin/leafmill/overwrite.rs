//! No file that a command reads is written over by what it makes.

use std::fs;
use std::path::Path;

use leafmill::{Error, Result};

/// Holds that a file that is to be written is none of those that are read, and is not there already in
/// one of the directories that are.
///
/// # Errors
/// [`Error::Overwrite`].
pub fn check<'p>(output: &Path, read: impl IntoIterator<Item = &'p Path>) -> Result<()> {
    let Ok(real) = fs::canonicalize(output) else { return Ok(()) };
    let is_of = |path: &Path| fs::canonicalize(path).is_ok_and(|path| real.starts_with(path));
    // A device is written as it is.
    match real.is_file() && read.into_iter().any(is_of) {
        true => Err(Error::Overwrite { path: output.to_path_buf() }),
        false => Ok(()),
    }
}
