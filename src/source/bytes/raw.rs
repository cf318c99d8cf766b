//! The bytes of a file as they lie on disk, with their offsets, and a way back.
//!
//! A damaged gzip member is known to be damaged only after it was read, perhaps past the start of
//! the next one, so the reader must return. A file is read again from there; of a stream, the bytes
//! since the last mark are kept, up to [`LOOKBACK`].

use super::disk::Disk;
use super::frames::Frames;
use super::zip::Member;
use crate::{Error, Result};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// Bytes asked from the operating system at a time.
const CHUNK: usize = 256 << 10;
/// The most bytes of a stream that are kept for a return.
const LOOKBACK: usize = 4 << 20;

enum Bytes {
    Disk(Disk),
    /// What the frames of a file unpack to.
    Frames(Box<Frames>),
}

/// A window that moves over the input.
pub(crate) struct Raw {
    bytes: Bytes,
    buf: Vec<u8>,
    start: usize,
    end: usize,
    /// Offset in the input of `buf[start]`.
    offset: u64,
    /// Offset from which a stream's bytes are kept.
    mark: u64,
}

impl Raw {
    /// Opens a file at an offset.
    pub fn file(path: &Path, offset: u64) -> Result<Raw> {
        let disk = Disk::file(path, offset)?;
        // A pipe or a device has no size and begins where it is.
        let offset = if disk.size().is_some() { offset } else { 0 };
        Ok(Raw::new(disk, offset))
    }

    /// Opens a member of a zip file at an offset.
    pub fn member(zip: &Path, member: &Member, offset: u64) -> Result<Raw> {
        Ok(Raw::new(Disk::member(zip, member, offset)?, offset))
    }

    /// Reads a stream; `path` is what reports call it.
    pub fn stream(stream: Box<dyn Read + Send>, path: &Path) -> Raw {
        Raw::range(stream, path, 0)
    }

    /// Reads a stream that begins at an offset of the input.
    pub fn range(stream: Box<dyn Read + Send>, path: &Path, offset: u64) -> Raw {
        Raw::new(Disk::stream(stream, path), offset)
    }

    /// Gives it the memory of another, before anything is read.
    pub fn lend(&mut self, buf: Vec<u8>) {
        self.buf = buf;
    }

    /// Its memory, for another.
    pub fn into_buf(self) -> Vec<u8> {
        self.buf
    }

    /// Reads what frames of zstd or LZ4 unpack to, if the input consists of such; offsets are then
    /// those of the unpacked bytes.
    pub fn unpacked(mut self) -> Result<Raw> {
        self.fill(Frames::MAGIC)?;
        if !Frames::are(self.data()) {
            return Ok(self);
        }
        if let Bytes::Disk(disk) = self.bytes {
            let first = self.buf[self.start..self.end].to_vec();
            self.bytes = Bytes::Frames(Box::new(Frames::new(disk, first)));
            (self.start, self.end) = (0, 0);
        }
        Ok(self)
    }

    /// Whether its bytes are what frames unpack to.
    pub fn is_framed(&self) -> bool {
        matches!(self.bytes, Bytes::Frames(_))
    }

    /// Why unpacking frames ended before the input did, if so.
    pub fn broken(&self) -> Option<&str> {
        match &self.bytes {
            Bytes::Frames(frames) => frames.broken(),
            Bytes::Disk(_) => None,
        }
    }

    /// Why the file cannot be read to its end, if so.
    pub fn failure(&self) -> Option<Error> {
        self.disk().failure()
    }

    fn new(disk: Disk, offset: u64) -> Raw {
        let bytes = Bytes::Disk(disk);
        Raw { bytes, buf: Vec::new(), start: 0, end: 0, offset, mark: offset }
    }

    fn disk(&self) -> &Disk {
        match &self.bytes {
            Bytes::Disk(disk) => disk,
            Bytes::Frames(frames) => frames.disk(),
        }
    }

    /// What reports call the input.
    pub fn path(&self) -> &Arc<Path> {
        self.disk().path()
    }

    /// The number of its bytes, where it is known.
    pub fn size(&self) -> Option<u64> {
        match &self.bytes {
            Bytes::Disk(disk) => disk.size(),
            Bytes::Frames(_) => None,
        }
    }

    /// The size of the file as it lies on disk, where it is known.
    pub fn size_on_disk(&self) -> Option<u64> {
        self.disk().size()
    }

    /// How many bytes of the file, as it lies on disk, were read.
    pub fn read_on_disk(&self) -> u64 {
        match &self.bytes {
            Bytes::Disk(_) => self.offset,
            Bytes::Frames(frames) => frames.offset(),
        }
    }

    /// Offset of the first byte of [`Raw::data`].
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The bytes at hand.
    pub fn data(&self) -> &[u8] {
        &self.buf[self.start..self.end]
    }

    /// Moves past `n` bytes that are at hand.
    pub fn consume(&mut self, n: usize) {
        debug_assert!(n <= self.end - self.start);
        self.start += n;
        self.offset += n as u64;
    }

    /// Promises a return to no offset before this one.
    pub fn mark(&mut self) {
        self.mark = self.offset;
    }

    /// Has at least `n` bytes at hand, unless the input ends before: then false.
    pub fn fill(&mut self, n: usize) -> Result<bool> {
        while self.end - self.start < n {
            if !self.more()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Reads another chunk behind the bytes at hand; false at the end of the input.
    pub fn more(&mut self) -> Result<bool> {
        self.make_room();
        let n = self.bytes.read(&mut self.buf[self.end..]);
        self.end += n;
        Ok(n > 0)
    }

    /// Reads into a buffer of the caller's, past the window once that is empty; 0 at the end.
    pub fn read_into(&mut self, out: &mut [u8]) -> Result<usize> {
        let at_hand = self.end - self.start;
        let n = if at_hand > 0 {
            let n = at_hand.min(out.len());
            out[..n].copy_from_slice(&self.buf[self.start..self.start + n]);
            self.start += n;
            n
        } else {
            (self.start, self.end) = (0, 0);
            self.bytes.read(out)
        };
        self.offset += n as u64;
        Ok(n)
    }

    /// Returns to an earlier offset, or as near to it as a stream still can.
    pub fn rewind(&mut self, offset: u64) -> Result<()> {
        let back = self.offset.saturating_sub(offset);
        if back <= self.start as u64 {
            self.start -= back as usize;
            self.offset -= back;
            return Ok(());
        }
        if self.has_way_back()
            && let Bytes::Disk(disk) = &mut self.bytes
        {
            disk.seek(offset)?;
            (self.start, self.end) = (0, 0);
            self.offset = offset;
        } else {
            self.offset -= self.start as u64;
            self.start = 0;
        }
        Ok(())
    }

    /// Whether any offset can be read again: those of a file can.
    fn has_way_back(&self) -> bool {
        self.size().is_some()
    }

    /// Makes room for a chunk behind the bytes at hand, dropping what nobody returns to.
    fn make_room(&mut self) {
        if self.buf.len() - self.end >= CHUNK {
            return;
        }
        let kept = match self.has_way_back() {
            true => 0,
            false => (self.offset - self.mark.min(self.offset)) as usize,
        };
        let first = self.start - kept.min(LOOKBACK).min(self.start);
        self.buf.copy_within(first..self.end, 0);
        self.start -= first;
        self.end -= first;
        if self.buf.len() - self.end < CHUNK {
            // Twice what is kept, so that moving it costs each byte a constant.
            self.buf.resize((2 * self.end).max(self.end + CHUNK), 0);
        }
    }
}

impl Bytes {
    fn read(&mut self, out: &mut [u8]) -> usize {
        match self {
            Bytes::Disk(disk) => disk.read(out),
            Bytes::Frames(frames) => frames.read(out),
        }
    }
}
