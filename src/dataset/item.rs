//! A page of a data set with its gold, and a file or page of one that cannot be used.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;

use super::gold::Gold;

/// A page of a data set: where its bytes are, and its gold.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Item {
    /// Where the page's bytes are.
    pub body: Stored,
    /// Its gold.
    pub gold: Gold,
}

/// Where the bytes of a data set's page are stored.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stored {
    /// In a file, plain or gzipped, which is read when the page's turn comes.
    File(PathBuf),
    /// In memory, as a program that has its own data set gives them.
    Bytes(Vec<u8>),
}

/// A file of a data set that cannot be used, or a page that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skip {
    /// The file, or the page's id where it has no file.
    pub path: PathBuf,
    /// Why.
    pub reason: String,
}

impl Item {
    /// A page in memory with its gold, of a data set of one's own.
    pub fn new(page: impl Into<Vec<u8>>, gold: Gold) -> Item {
        Item { body: Stored::Bytes(page.into()), gold }
    }

    /// A page in a file, plain or gzipped, with its gold.
    pub fn in_file(path: impl Into<PathBuf>, gold: Gold) -> Item {
        Item { body: Stored::File(path.into()), gold }
    }

    /// The page's bytes, unpacked.
    ///
    /// # Errors
    /// If the file cannot be read or its gzip is damaged.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        match &self.body {
            Stored::File(path) => unpacked(path),
            Stored::Bytes(bytes) => Ok(bytes.clone()),
        }
    }

    /// The page's file, or its id where it has none: where a fault of the page is said to be.
    pub fn path(&self) -> &Path {
        match &self.body {
            Stored::File(path) => path,
            Stored::Bytes(_) => Path::new(&self.gold.id),
        }
    }
}

/// A file's bytes, gzip undone.
pub(crate) fn unpacked(path: &Path) -> io::Result<Vec<u8>> {
    let mut raw = Vec::new();
    File::open(path)?.read_to_end(&mut raw)?;
    if !raw.starts_with(&[0x1f, 0x8b]) {
        return Ok(raw);
    }
    let mut bytes = Vec::with_capacity(raw.len() * 6);
    MultiGzDecoder::new(BufReader::new(raw.as_slice())).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::super::layout::tests::{gzip, write};
    use super::*;

    #[test]
    fn a_page_is_unpacked_whatever_its_name() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "a.html", &gzip(b"<p>a"));
        let item =
            |path: &str| Item { body: Stored::File(root.path().join(path)), gold: Gold::default() };
        assert_eq!(item("a.html").read().unwrap(), b"<p>a");
        write(root.path(), "b.html.gz", &gzip(b"<p>a")[..12]);
        assert!(item("b.html.gz").read().is_err());
    }

    #[test]
    fn a_page_in_memory_goes_by_its_id() {
        let gold = Gold { id: "x".into(), ..Gold::default() };
        let item = Item { body: Stored::Bytes(b"<p>a".to_vec()), gold };
        assert_eq!((item.read().unwrap(), item.path()), (b"<p>a".to_vec(), Path::new("x")));
    }
}
