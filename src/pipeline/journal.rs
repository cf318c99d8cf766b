//! Lines that are added to a file, one by one, each for good: on a disk, or in a store.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::output::claim::claim;
use crate::{Error, Result};

#[cfg(feature = "remote")]
use super::versioned::Versioned;

/// A file of lines that nobody else adds to.
pub(super) struct Journal {
    path: PathBuf,
    place: Place,
    /// How many of its bytes are whole lines that were taken.
    end: u64,
}

enum Place {
    Disk(File),
    #[cfg(feature = "remote")]
    Store(Versioned),
}

impl Journal {
    /// Opens a journal, empty if it is not there.
    ///
    /// # Errors
    /// If it cannot be read, or another process has it.
    pub fn open(path: PathBuf) -> Result<Journal> {
        #[cfg(feature = "remote")]
        if crate::source::remote::is_remote(&path) {
            let place = Place::Store(Versioned::open(&path)?);
            return Ok(Journal { path, place, end: 0 });
        }
        let place = Place::Disk(claim(&path)?);
        Ok(Journal { path, place, end: 0 })
    }

    /// Whether what is there can be its own: it begins so, or was cut before that.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn may_begin(&self, with: &[u8]) -> Result<bool> {
        let mut lines = self.from(0)?;
        let there = lines.fill_buf().map_err(|error| Error::io(&self.path, error))?;
        let common = there.len().min(with.len());
        Ok(there[..common] == with[..common])
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The offset behind the last line.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Takes its lines, each with its offset, as long as `take` does and they are whole. What is
    /// behind goes: a line that was cut when a run was killed.
    ///
    /// # Errors
    /// If it cannot be read, or `take` fails.
    pub fn read(&mut self, mut take: impl FnMut(u64, &str) -> Result<bool>) -> Result<()> {
        let mut end = 0;
        let mut lines = self.from(0)?;
        let mut line = String::new();
        loop {
            line.clear();
            let read = lines.read_line(&mut line).map_err(|error| Error::io(&self.path, error))?;
            if !line.ends_with('\n') || !take(end, &line)? {
                break;
            }
            end += read as u64;
        }
        drop(lines);
        self.end = end;
        self.cut()
    }

    /// Lets nothing stand behind the lines that were taken.
    fn cut(&mut self) -> Result<()> {
        match &mut self.place {
            Place::Disk(file) => {
                file.set_len(self.end).map_err(|error| Error::io(&self.path, error))
            }
            #[cfg(feature = "remote")]
            Place::Store(versioned) => {
                versioned.bytes.truncate(self.end as usize);
                Ok(())
            }
        }
    }

    /// Takes none of its lines.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn clear(&mut self) -> Result<()> {
        self.end = 0;
        self.cut()
    }

    /// Adds a line, and waits until it is there for good.
    ///
    /// # Errors
    /// If that fails.
    pub fn append(&mut self, line: &[u8]) -> Result<()> {
        match &mut self.place {
            Place::Disk(file) => {
                let written = file.write_all(line).and_then(|()| file.sync_all());
                written.map_err(|error| Error::io(&self.path, error))?;
            }
            #[cfg(feature = "remote")]
            Place::Store(versioned) => {
                versioned.bytes.extend_from_slice(line);
                versioned.put()?;
            }
        }
        self.end += line.len() as u64;
        Ok(())
    }

    /// The line at an offset. A file is opened anew, so that any thread can read it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn line(&self, at: u64) -> Result<String> {
        let mut line = String::new();
        self.from(at)?.read_line(&mut line).map_err(|error| Error::io(&self.path, error))?;
        Ok(line)
    }

    fn from(&self, at: u64) -> Result<Box<dyn BufRead + '_>> {
        match &self.place {
            Place::Disk(_) => {
                let io = |error| Error::io(&self.path, error);
                let mut file = File::open(&self.path).map_err(io)?;
                file.seek(SeekFrom::Start(at)).map_err(io)?;
                Ok(Box::new(BufReader::new(file)))
            }
            #[cfg(feature = "remote")]
            Place::Store(versioned) => Ok(Box::new(&versioned.bytes[at as usize..])),
        }
    }
}

/// The names of the files that lie in a directory itself.
///
/// # Errors
/// If it cannot be listed.
pub(super) fn names(directory: &Path) -> Result<Vec<String>> {
    #[cfg(feature = "remote")]
    if crate::source::remote::is_remote(directory) {
        return super::versioned::names(directory);
    }
    let io = |error| Error::io(directory, error);
    let mut names = Vec::new();
    for entry in fs::read_dir(directory).map_err(io)? {
        names.extend(entry.map_err(io)?.file_name().into_string().ok());
    }
    Ok(names)
}

/// Takes a file away.
///
/// # Errors
/// If that fails.
pub(super) fn remove(path: &Path) -> Result<()> {
    #[cfg(feature = "remote")]
    if crate::source::remote::is_remote(path) {
        return super::versioned::remove(path);
    }
    fs::remove_file(path).map_err(|error| Error::io(path, error))
}
