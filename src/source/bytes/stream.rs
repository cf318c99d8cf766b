//! The unpacked view of a file: units one after another, each a run of bytes.
//!
//! A unit is a gzip member, or the whole of a file that is not compressed. Records are framed
//! inside units by [`crate::source::archive`], which need not know which of the two it reads.

use super::body::Body;
use super::gzip::{End, Gunzip, MAGIC};
use super::raw::Raw;
use crate::Result;
use memchr::memmem;
use std::ops::Range;

/// The least room that unpacking gets, and the size the window starts with.
const ROOM: usize = 256 << 10;
/// A body that has less than one in so many bytes of the window is copied out of it.
const FILLED: usize = 4;
/// Unpacked bytes that must tell whether a record begins.
const OPENING: usize = 512;

/// What lies at the end of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// Another unit, now begun.
    Unit,
    /// The end of the input, perhaps behind zero padding.
    End,
    /// Bytes that begin no unit. The position is before them.
    Garbage,
    /// Zeros with something else behind them. The position is before them.
    Zeros,
}

/// The memory of a stream, used again for the next.
#[derive(Default)]
pub(crate) struct Memory {
    raw: Vec<u8>,
    unpacked: Vec<u8>,
    gunzip: Option<Box<Gunzip>>,
}

impl Memory {
    /// The largest window that is kept, in bytes, and the largest body, which may have been one: no worker
    /// is to hold for good what one large record needed.
    pub const KEPT: usize = 4 << 20;

    fn gunzip(&mut self) -> Box<Gunzip> {
        self.gunzip.take().unwrap_or_else(|| Box::new(Gunzip::new()))
    }
}

/// A window over the unpacked bytes of the unit being read.
pub(crate) struct Stream {
    raw: Raw,
    /// Absent where the input is not compressed.
    gunzip: Option<Box<Gunzip>>,
    buf: Vec<u8>,
    start: usize,
    end: usize,
    /// Offset of the unit in the input.
    unit: u64,
    /// Unpacked bytes of the unit before `buf[start]`.
    before: u64,
    /// How the unit ended, once unpacking has come to its end.
    over: Option<End>,
}

impl Stream {
    /// Looks at the first bytes and takes them for gzip if they are. No unit is begun.
    pub fn new(mut raw: Raw, mut memory: Memory) -> Result<Stream> {
        raw.lend(std::mem::take(&mut memory.raw));
        raw = raw.unpacked()?;
        raw.fill(MAGIC.len())?;
        let is_packed = raw.data().starts_with(&MAGIC);
        let gunzip = is_packed.then(|| memory.gunzip());
        Ok(Stream::reading(raw, gunzip, memory.unpacked))
    }

    /// A compressed input from somewhere in its middle on: at the start of a member, or not.
    pub fn packed(mut raw: Raw, mut memory: Memory) -> Stream {
        raw.lend(std::mem::take(&mut memory.raw));
        let gunzip = memory.gunzip();
        Stream::reading(raw, Some(gunzip), memory.unpacked)
    }

    fn reading(raw: Raw, gunzip: Option<Box<Gunzip>>, buf: Vec<u8>) -> Stream {
        Stream {
            unit: raw.offset(),
            raw,
            gunzip,
            buf,
            start: 0,
            end: 0,
            before: 0,
            over: Some(End::Whole),
        }
    }

    /// Its memory, for another.
    pub fn into_memory(mut self) -> Memory {
        if self.buf.len() > Memory::KEPT {
            self.buf = Vec::new();
        }
        Memory { raw: self.raw.into_buf(), unpacked: self.buf, gunzip: self.gunzip }
    }

    /// The bytes as they lie on disk.
    pub fn raw(&self) -> &Raw {
        &self.raw
    }

    /// At most `n` bytes as they lie on disk, from where the next unit should begin.
    pub fn peek(&mut self, n: usize) -> Result<&[u8]> {
        self.raw.fill(n)?;
        let data = self.raw.data();
        Ok(&data[..data.len().min(n)])
    }

    /// Whether the input is compressed.
    pub fn is_packed(&self) -> bool {
        self.gunzip.is_some()
    }

    /// Where the next byte of [`Stream::data`] is: the unit's offset, plus the unpacked bytes of
    /// the unit before it. For a record at the start of a member that is the member's offset; where
    /// nothing is compressed, the byte's own.
    pub fn position(&self) -> u64 {
        self.unit + self.before
    }

    /// Offset of the unit in the input: of the member, or 0.
    pub fn unit(&self) -> u64 {
        self.unit
    }

    /// The bytes at hand.
    pub fn data(&self) -> &[u8] {
        &self.buf[self.start..self.end]
    }

    /// How the unit ended, if all of it that can be had is at hand.
    pub fn over(&self) -> Option<End> {
        self.over
    }

    /// Moves past `n` bytes that are at hand.
    pub fn consume(&mut self, n: usize) {
        debug_assert!(n <= self.end - self.start);
        self.start += n;
        self.before += n as u64;
    }

    /// Gives the bytes at hand of `place` to `body`, and moves past them. A body that fills much of the
    /// window takes it over, and reading goes on in the memory that the last body had; a shorter one is
    /// copied, so that no small page holds on to a large window.
    pub fn hand_over(&mut self, place: Range<usize>, body: &mut Body) {
        let behind = self.end - self.start - place.end;
        if place.len() < (self.buf.len() / FILLED).max(2 * behind) {
            body.copy(&self.data()[place.clone()]);
            self.consume(place.end);
            return;
        }
        let at = self.start + place.start..self.start + place.end;
        self.consume(place.end);
        let mut window = body.exchange(Vec::new(), 0..0);
        if window.len() < behind {
            window.resize(behind, 0);
        }
        window[..behind].copy_from_slice(self.data());
        (self.start, self.end) = (0, behind);
        body.exchange(std::mem::replace(&mut self.buf, window), at);
    }

    /// Has at least `n` bytes of the unit at hand, unless it ends before: then false.
    pub fn fill(&mut self, n: usize) -> Result<bool> {
        self.fill_to(n, usize::MAX)
    }

    /// As [`Stream::fill`], and unpacks no more than that.
    pub fn fill_exactly(&mut self, n: usize) -> Result<bool> {
        self.fill_to(n, n)
    }

    fn fill_to(&mut self, n: usize, most: usize) -> Result<bool> {
        while self.end - self.start < n {
            if self.over.is_some() {
                return Ok(false);
            }
            self.make_room(n);
            let room = (self.buf.len() - self.end).min(most - (self.end - self.start));
            let out = &mut self.buf[self.end..self.end + room];
            let (made, over) = match &mut self.gunzip {
                Some(gunzip) => gunzip.read(&mut self.raw, out)?,
                None => match self.raw.read_into(out)? {
                    0 => (0, Some(End::Whole)),
                    n => (n, None),
                },
            };
            self.end += made;
            self.over = over;
        }
        Ok(true)
    }

    /// Moves past `n` bytes, or to the unit's end: then false.
    pub fn skip(&mut self, mut n: u64) -> Result<bool> {
        loop {
            let at_hand = (self.end - self.start) as u64;
            self.consume(n.min(at_hand) as usize);
            if n <= at_hand {
                return Ok(true);
            }
            n -= at_hand;
            if !self.fill(1)? {
                return Ok(false);
            }
        }
    }

    /// Begins the unit at the input's position. What is left of the last one is dropped.
    pub fn next_unit(&mut self) -> Result<Next> {
        (self.start, self.end, self.before) = (0, 0, 0);
        self.unit = self.raw.offset();
        let begun = match &mut self.gunzip {
            Some(gunzip) => gunzip.begin(&mut self.raw)?,
            None => self.raw.fill(1)?,
        };
        if begun {
            self.over = None;
            return Ok(Next::Unit);
        }
        self.over = Some(End::Whole);
        if !self.raw.fill(1)? {
            return Ok(Next::End);
        }
        if self.raw.data()[0] == 0 { self.padding() } else { Ok(Next::Garbage) }
    }

    /// Zeros at the position: padding if nothing else follows.
    fn padding(&mut self) -> Result<Next> {
        let from = self.raw.offset();
        self.raw.mark();
        loop {
            let n = self.raw.data().len();
            if self.raw.data().iter().any(|&b| b != 0) {
                self.raw.rewind(from)?;
                return Ok(Next::Zeros);
            }
            self.raw.consume(n);
            if !self.raw.more()? {
                return Ok(Next::End);
            }
        }
    }

    /// Goes back to the start of the input, which from now on is taken for compressed; false where
    /// there is no way back.
    pub fn restart(&mut self) -> Result<bool> {
        self.gunzip.get_or_insert_with(|| Box::new(Gunzip::new()));
        (self.start, self.end, self.before, self.unit) = (0, 0, 0, 0);
        self.over = Some(End::Whole);
        self.raw.rewind(0)?;
        self.raw.mark();
        Ok(self.raw.offset() == 0)
    }

    /// Moves to the first offset in `from..limit` where a member begins whose first unpacked bytes
    /// satisfy `opens`. False, and the position at the limit or the end of the input, if there is
    /// none.
    ///
    /// The magic alone is found by chance once in 16 million bytes of compressed data; with the
    /// flags and the unpacked opening a false start takes a member stored inside another.
    pub fn resync(&mut self, from: u64, limit: u64, opens: impl Fn(&[u8]) -> bool) -> Result<bool> {
        let Some(gunzip) = &mut self.gunzip else { return Ok(false) };
        let magic = memmem::Finder::new(&MAGIC);
        let mut opening = [0; OPENING];
        if from < self.raw.offset() {
            self.raw.rewind(from)?;
        }
        loop {
            if self.raw.offset() >= limit {
                return Ok(false);
            }
            if !self.raw.fill(MAGIC.len())? {
                let rest = self.raw.data().len();
                self.raw.consume(rest);
                return Ok(false);
            }
            let data = self.raw.data();
            let Some(n) = magic.find(data) else {
                let passed = data.len() - (MAGIC.len() - 1);
                self.raw.consume(passed);
                continue;
            };
            self.raw.consume(n);
            if self.raw.offset() >= limit {
                return Ok(false);
            }
            if gunzip.peek(&mut self.raw, 0, &mut opening)?.is_some_and(&opens) {
                return Ok(true);
            }
            self.raw.consume(1);
        }
    }

    /// Makes room behind the bytes at hand, of which there are fewer than the `n` wanted. The window
    /// doubles towards that, and no further: a claimed length allocates nothing.
    fn make_room(&mut self, n: usize) {
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
        }
        if self.buf.len() - self.end >= ROOM / 2 {
            return;
        }
        self.buf.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if self.buf.len() - self.end < ROOM / 2 {
            let size = (2 * self.end).min(n.saturating_add(ROOM)).max(self.end + ROOM);
            // Only the new bytes are zeroed: the window keeps its size for good.
            self.buf.resize(size, 0);
        }
    }
}
