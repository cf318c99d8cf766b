//! A directory of a file a page.
//!
//! To bring each file to the disk before it gets its name would cost a wait for the disk a page. So
//! all of them are written aside first, brought to the disk together, and then get their names: a
//! file under its name is whole whatever happens to the machine, as where it is written alone.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::{Error, Result};

/// Files on their way to their places below a directory.
pub struct PageFiles {
    root: PathBuf,
    /// The directory where they are until they get their names.
    aside: PathBuf,
    /// Their places below the root, in order; each is aside under its number.
    places: Vec<PathBuf>,
}

impl PageFiles {
    /// Begins files below `root`. `aside` is a directory on the same file system that nobody else
    /// writes to; what a killed run left there goes.
    ///
    /// # Errors
    /// If it cannot be emptied and made.
    pub fn create(root: &Path, aside: &Path) -> Result<PageFiles> {
        let error = |error| Error::io(aside, error);
        match fs::remove_dir_all(aside) {
            Err(problem) if problem.kind() != io::ErrorKind::NotFound => {
                return Err(error(problem));
            }
            _ => fs::create_dir_all(aside).map_err(error)?,
        }
        let (root, aside) = (root.to_path_buf(), aside.to_path_buf());
        Ok(PageFiles { root, aside, places: Vec::new() })
    }

    /// Writes the file that is to be at `place` below the root.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, place: PathBuf, bytes: &[u8]) -> Result<()> {
        let path = self.aside.join(self.places.len().to_string());
        fs::write(&path, bytes).map_err(|error| Error::io(self.root.join(&place), error))?;
        self.places.push(place);
        Ok(())
    }

    /// Brings all files to the disk and then to their places, both for good.
    ///
    /// # Errors
    /// If that fails; files that have their names by then are whole.
    pub fn publish(self) -> Result<()> {
        fs::create_dir_all(&self.root).map_err(|error| Error::io(&self.root, error))?;
        let aside = self.aside.join("");
        let files = (0..self.places.len()).map(|number| self.aside.join(number.to_string()));
        bring_to_disk(&aside, files.clone())?;
        let mut made = HashSet::new();
        for (file, place) in files.zip(&self.places) {
            let whole = self.root.join(place);
            let parent = whole.parent().unwrap_or(&self.root);
            if made.insert(parent.to_path_buf()) {
                fs::create_dir_all(parent).map_err(|error| Error::io(parent, error))?;
            }
            fs::rename(&file, &whole).map_err(|error| Error::io(&whole, error))?;
        }
        bring_to_disk(&self.root, made.into_iter())
    }
}

impl Drop for PageFiles {
    /// What was not published is taken away.
    fn drop(&mut self) {
        // What stays is not in its place, and goes when the next run begins.
        let _ = fs::remove_dir_all(&self.aside);
    }
}

/// Waits until the files and directories named are on the disk: with all else that is on the file
/// system of `on`, where a system can do that, as it takes one wait for all.
fn bring_to_disk(on: &Path, all: impl Iterator<Item = PathBuf>) -> Result<()> {
    #[cfg(target_os = "linux")]
    {
        drop(all);
        let synced = File::open(on).and_then(|file| Ok(rustix::fs::syncfs(file)?));
        synced.map_err(|error| Error::io(on, error))
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = on;
        for path in all {
            let synced = match path.is_dir() {
                true => super::part::sync_directory(&path),
                false => File::options()
                    .append(true)
                    .open(&path)
                    .and_then(|file| file.sync_all())
                    .map_err(|error| Error::io(&path, error)),
            };
            synced?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_get_their_names_together() {
        let dir = tempfile::tempdir().unwrap();
        let (root, aside) = (dir.path().join("out"), dir.path().join("aside"));
        fs::create_dir_all(&aside).unwrap();
        fs::write(aside.join("7"), "of a killed run").unwrap();
        let mut files = PageFiles::create(&root, &aside).unwrap();
        files.add("a.txt".into(), b"A").unwrap();
        files.add("b/c.txt".into(), b"C").unwrap();
        assert!(!root.exists());
        files.publish().unwrap();
        assert_eq!(fs::read(root.join("a.txt")).unwrap(), b"A");
        assert_eq!(fs::read(root.join("b/c.txt")).unwrap(), b"C");
        assert!(!aside.exists());
        let mut lost = PageFiles::create(&root, &aside).unwrap();
        lost.add("d.txt".into(), b"D").unwrap();
        drop(lost);
        assert!(!root.join("d.txt").exists() && !aside.exists());
    }
}
