//! A file on its way: written beside its place as `NAME.part`, and renamed when it is whole.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::claim::claim;
use crate::{Error, Result};

/// A file that is being written. Only what was written through it is ever published: nobody else
/// can have the same part, and what a killed run left in it goes.
pub(super) struct Part {
    file: File,
    path: PathBuf,
    whole: PathBuf,
    is_published: bool,
}

impl Part {
    /// Begins the file that is to be at `whole`. Directories are made as needed.
    ///
    /// # Errors
    /// If it cannot be created, or another process is writing it.
    pub fn create(whole: PathBuf) -> Result<Part> {
        let mut name = whole.as_os_str().to_owned();
        name.push(".part");
        let path = PathBuf::from(name);
        let file = claim(&path)?;
        file.set_len(0).map_err(|error| Error::io(&path, error))?;
        Ok(Part { file, path, whole, is_published: false })
    }

    /// Brings it to the disk and then to its place, both for good.
    ///
    /// # Errors
    /// If that fails; what was in its place before is then still there.
    pub fn publish(mut self) -> Result<()> {
        self.file.sync_all().map_err(|error| Error::io(&self.path, error))?;
        fs::rename(&self.path, &self.whole).map_err(|error| Error::io(&self.whole, error))?;
        self.is_published = true;
        sync_directory(self.whole.parent().unwrap_or(Path::new("")))
    }
}

impl Write for Part {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Part {
    /// What was not published is taken away.
    fn drop(&mut self) {
        if !self.is_published {
            // The run has failed already; a file that stays is named `.part`.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Brings the names in a directory to the disk, where a system lets one ask for that.
///
/// # Errors
/// If that fails.
pub(super) fn sync_directory(directory: &Path) -> Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let synced = File::open(directory).and_then(|file| file.sync_all());
    synced.map_err(|error| Error::io(directory, error))
}
