//! A file, or a stream such as standard input, with the name that reports give it.

use crate::{Error, Result};
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

/// What bytes are read from.
pub(crate) struct Disk {
    kind: Kind,
    path: Arc<Path>,
    /// What went wrong: nothing is read behind that.
    failed: Option<(ErrorKind, String)>,
}

enum Kind {
    File {
        file: File,
        size: u64,
    },
    /// It has no size and no way back.
    Stream(Box<dyn Read + Send>),
}

impl Disk {
    /// Opens a file at an offset; a pipe or a device, which is no file, where it is.
    pub fn file(path: &Path, offset: u64) -> Result<Disk> {
        let io = |e| Error::io(path, e);
        let mut file = File::open(path).map_err(io)?;
        let meta = file.metadata().map_err(io)?;
        if !meta.is_file() {
            return Ok(Disk::stream(Box::new(file), path));
        }
        if offset > 0 {
            file.seek(SeekFrom::Start(offset)).map_err(io)?;
        }
        let kind = Kind::File { file, size: meta.len() };
        Ok(Disk { kind, path: path.into(), failed: None })
    }

    /// Reads a stream; `path` is what reports call it.
    pub fn stream(stream: Box<dyn Read + Send>, path: &Path) -> Disk {
        Disk { kind: Kind::Stream(stream), path: path.into(), failed: None }
    }

    /// What reports call it.
    pub fn path(&self) -> &Arc<Path> {
        &self.path
    }

    /// The number of its bytes; `None` for a stream.
    pub fn size(&self) -> Option<u64> {
        match self.kind {
            Kind::File { size, .. } => Some(size),
            Kind::Stream(_) => None,
        }
    }

    /// Moves to an offset of a file; a stream stays where it is.
    pub fn seek(&mut self, offset: u64) -> Result<()> {
        match &mut self.kind {
            Kind::File { file, .. } => {
                file.seek(SeekFrom::Start(offset)).map_err(|e| Error::io(&self.path, e))?;
            }
            Kind::Stream(_) => {}
        }
        Ok(())
    }

    /// Reads what there is, up to the length of `out`; 0 at the end, or where it can be read no
    /// further: then [`Disk::failure`] says why. So what was read before is not lost.
    pub fn read(&mut self, out: &mut [u8]) -> usize {
        if self.failed.is_some() {
            return 0;
        }
        loop {
            let read = match &mut self.kind {
                Kind::File { file, .. } => file.read(out),
                Kind::Stream(stream) => stream.read(out),
            };
            match read {
                Ok(n) => return n,
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => {
                    self.failed = Some((e.kind(), e.to_string()));
                    return 0;
                }
            }
        }
    }

    /// Why it cannot be read to its end, if so.
    pub fn failure(&self) -> Option<Error> {
        let (kind, why) = self.failed.clone()?;
        Some(Error::io(&self.path, std::io::Error::new(kind, why)))
    }
}
