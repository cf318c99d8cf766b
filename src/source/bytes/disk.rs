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
        Ok(Disk { kind: Kind::File { file, size: meta.len() }, path: path.into() })
    }

    /// Reads a stream; `path` is what reports call it.
    pub fn stream(stream: Box<dyn Read + Send>, path: &Path) -> Disk {
        Disk { kind: Kind::Stream(stream), path: path.into() }
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

    /// Reads what there is, up to the length of `out`; 0 at the end.
    pub fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        loop {
            let read = match &mut self.kind {
                Kind::File { file, .. } => file.read(out),
                Kind::Stream(stream) => stream.read(out),
            };
            match read {
                Ok(n) => return Ok(n),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => return Err(Error::io(&self.path, e)),
            }
        }
    }
}
