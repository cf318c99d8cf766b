//! A file that one process has to itself, for as long as that process lives.
//!
//! The claim is a lock of the operating system's on the open file. It ends with the process however
//! that ends, so the claim of a process that was killed stands in nobody's way.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

use same_file::Handle;

use crate::{Error, Result};

/// How often a file may be renamed or removed by others between being opened and locked.
const TRIES: usize = 100;

/// Opens a file for reading and appending, made if it is not there, which nobody else has claimed.
/// What stands in its place and is no file, such as a link, is removed first: nothing is followed.
///
/// # Errors
/// [`Error::Claimed`] if another process has it; [`Error::Io`] if it cannot be opened.
pub(crate) fn claim(path: &Path) -> Result<File> {
    let io = |error| Error::io(path, error);
    let mut last = None;
    for _ in 0..TRIES {
        let file = match open(path) {
            Ok(file) => file,
            // Another process was faster to make or to take away what is there.
            Err(error)
                if matches!(error.kind(), ErrorKind::AlreadyExists | ErrorKind::NotFound) =>
            {
                last = Some(error);
                continue;
            }
            Err(error) => return Err(io(error)),
        };
        match file.try_lock() {
            Ok(()) if is_at(&file, path).map_err(io)? => return Ok(file),
            // It was renamed or removed before it was locked.
            Ok(()) => last = None,
            Err(TryLockError::WouldBlock) => {
                last = None;
                break;
            }
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
    }
    // Where nothing can be made at all, as in a directory that was removed, nobody else is.
    Err(last.map_or_else(|| Error::Claimed { path: path.to_path_buf() }, io))
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).append(true);
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_file() => return options.open(path),
        Ok(_) => fs::remove_file(path)?,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
        }
        Err(error) => return Err(error),
    }
    options.create_new(true).open(path)
}

/// Whether a path still leads to an open file, and not by a link.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let found = match fs::symlink_metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    let there = match Handle::from_path(path) {
        Ok(there) => there,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    Ok(found.is_file() && there == Handle::from_file(file.try_clone()?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_claimed_once_until_it_is_let_go() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("new/file");
        let first = claim(&path).unwrap();
        assert!(matches!(claim(&path), Err(Error::Claimed { .. })));
        drop(first);
        claim(&path).unwrap();
    }

    #[test]
    fn what_was_renamed_or_removed_is_not_what_is_claimed() {
        let dir = tempfile::tempdir().unwrap();
        let (path, other) = (dir.path().join("file"), dir.path().join("other"));
        let first = claim(&path).unwrap();
        fs::rename(&path, &other).unwrap();
        assert!(!is_at(&first, &path).unwrap());
        let second = claim(&path).unwrap();
        assert!(is_at(&second, &path).unwrap() && !is_at(&first, &path).unwrap());
        assert!(is_at(&first, &other).unwrap());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_not_followed() {
        let dir = tempfile::tempdir().unwrap();
        let (victim, path) = (dir.path().join("victim"), dir.path().join("file"));
        fs::write(&victim, "precious").unwrap();
        std::os::unix::fs::symlink(&victim, &path).unwrap();
        claim(&path).unwrap().set_len(0).unwrap();
        assert_eq!(fs::read(&victim).unwrap(), b"precious");
        assert!(path.symlink_metadata().unwrap().is_file());
    }
}
