//! A file, a file inside a zip file, or a stream such as standard input, with the name that reports
//! give it.

use super::zip::Member;
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
        /// Where in the file it begins, and how many bytes it has.
        start: u64,
        size: u64,
        /// Of a member of a zip file, behind which there are others: the bytes that are left to read.
        left: Option<u64>,
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
        let kind = Kind::File { file, start: 0, size: meta.len(), left: None };
        Ok(Disk { kind, path: path.into(), failed: None })
    }

    /// Opens a member of the zip file at `zip`, at an offset; one that is packed from its start, as it
    /// has no way back.
    pub fn member(zip: &Path, member: &Member, offset: u64) -> Result<Disk> {
        let path = zip.join(&member.name);
        let Some((start, size)) = member.range() else {
            return Ok(Disk::stream(member.unpacked(zip)?, &path));
        };
        let file = File::open(zip).map_err(|e| Error::io(&path, e))?;
        let kind = Kind::File { file, start, size, left: Some(0) };
        let mut disk = Disk { kind, path: path.into(), failed: None };
        disk.seek(offset)?;
        Ok(disk)
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
            Kind::File { file, start, size, left } => {
                let at = SeekFrom::Start(*start + offset);
                file.seek(at).map_err(|e| Error::io(&self.path, e))?;
                if let Some(left) = left {
                    *left = size.saturating_sub(offset);
                }
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
                Kind::File { file, left: None, .. } => file.read(out),
                Kind::File { file, left: Some(left), .. } => {
                    file.take(*left).read(out).inspect(|&n| *left -= n as u64)
                }
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
