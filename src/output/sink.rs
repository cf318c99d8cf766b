//! Where documents go: standard output, a device, or a file or object that appears only when it is
//! whole.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Packing;
use super::part::Part;
#[cfg(feature = "remote")]
use super::upload::Upload;
use crate::source::remote;
use crate::{Error, Result};

/// What an output path stands for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Target {
    /// Standard output, written `-`.
    #[default]
    Stdout,
    /// One stream: a file, or a device or FIFO that is there already.
    Stream(PathBuf),
    /// A directory: it ends in `/`, or it is one.
    Directory(PathBuf),
}

impl Target {
    /// What `path` stands for.
    pub fn new(path: &Path) -> Target {
        let text = path.to_string_lossy();
        if text == "-" {
            Target::Stdout
        } else if text.ends_with('/') || path.is_dir() {
            Target::Directory(path.to_path_buf())
        } else {
            Target::Stream(path.to_path_buf())
        }
    }
}

/// Bytes on their way to one output.
pub struct Sink {
    path: PathBuf,
    out: Out,
    empty: bool,
}

/// Where the bytes go.
enum Out {
    /// They go out at once.
    Direct(Box<dyn Write + Send>),
    /// A file that gets its name when it is whole.
    Part(Part),
    /// An object of a store, which is there when it is whole.
    #[cfg(feature = "remote")]
    Upload(Box<Upload>),
}

impl Sink {
    /// Standard output where `path` is `-`, else what [`Sink::create`] gives.
    ///
    /// # Errors
    /// As [`Sink::create`].
    pub fn open(path: &Path) -> Result<Sink> {
        if path.as_os_str() == "-" { Ok(Sink::stdout()) } else { Sink::create(path) }
    }

    /// Standard output.
    pub fn stdout() -> Sink {
        Sink::over("standard output".as_ref(), Out::Direct(Box::new(io::stdout())))
    }

    /// A file that is written beside its place as `NAME.part` and renamed when it is whole, a device
    /// or FIFO that is written as it is and never replaced, or an object at a URL. Directories are
    /// made as needed; what is written must be packed as the name says ([`Packing::of`]).
    ///
    /// # Errors
    /// If it cannot be created, or another process is writing it.
    pub fn create(path: &Path) -> Result<Sink> {
        if remote::is_remote(path) {
            #[cfg(feature = "remote")]
            return Ok(Sink::over(path, Out::Upload(Box::new(Upload::create(path)?))));
            #[cfg(not(feature = "remote"))]
            return Err(Error::WithoutRemote { path: path.to_path_buf() });
        }
        let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        if whole.exists() && !whole.is_file() {
            let file = OpenOptions::new().write(true).open(&whole);
            let file = file.map_err(|error| Error::io(path, error))?;
            return Ok(Sink::over(path, Out::Direct(Box::new(file))));
        }
        Ok(Sink::over(path, Out::Part(Part::create(whole)?)))
    }

    fn over(path: &Path, out: Out) -> Sink {
        Sink { path: path.to_path_buf(), out, empty: true }
    }

    /// Whether what is written goes out at once: to standard output, a device or a FIFO.
    pub fn is_direct(&self) -> bool {
        matches!(self.out, Out::Direct(_))
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.empty &= bytes.is_empty();
        let written = match &mut self.out {
            Out::Direct(out) => out.write_all(bytes),
            Out::Part(part) => part.write_all(bytes),
            #[cfg(feature = "remote")]
            Out::Upload(upload) => upload.write_all(bytes),
        };
        written.map_err(|error| Error::io(&self.path, error))
    }

    /// Brings all to its place: flushed, or synced and renamed.
    ///
    /// # Errors
    /// If that fails; the output is then not there.
    pub fn finish(mut self) -> Result<()> {
        if self.empty {
            self.write(&Packing::of(&self.path)?.pack(b""))?;
        }
        match self.out {
            Out::Direct(mut out) => out.flush().map_err(|error| Error::io(&self.path, error)),
            Out::Part(part) => part.publish(),
            #[cfg(feature = "remote")]
            Out::Upload(upload) => upload.publish(),
        }
    }
}

/// Writes what is small whole: to standard output where `path` is `-`, else beside its place, then renamed.
///
/// # Errors
/// If it cannot be written.
pub fn place(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut sink = Sink::open(path)?;
    sink.write(bytes)?;
    sink.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_only_when_it_is_whole() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("new/out.jsonl");
        let mut sink = Sink::create(&path).unwrap();
        sink.write(b"a").unwrap();
        assert!(!path.exists());
        drop(sink);
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 0);
        let mut sink = Sink::create(&path).unwrap();
        sink.write(b"b").unwrap();
        sink.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"b");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn an_empty_packed_file_is_still_gzip() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("out.gz");
        Sink::create(&path).unwrap().finish().unwrap();
        let mut text = Vec::new();
        let packed = fs::read(&path).unwrap();
        io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&packed[..]), &mut text).unwrap();
        assert!(text.is_empty());
    }

    #[test]
    fn targets() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(Target::new(Path::new("-")), Target::Stdout);
        assert!(matches!(Target::new(Path::new("new/")), Target::Directory(_)));
        assert!(matches!(Target::new(dir.path()), Target::Directory(_)));
        assert!(matches!(Target::new(Path::new("/dev/null")), Target::Stream(_)));
    }
}
