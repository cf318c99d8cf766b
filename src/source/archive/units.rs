//! From one unit of an archive to the next, past what is damaged.

use super::records::Archive;
use crate::Result;
use crate::source::bytes::{End, Next};
use crate::source::damage::DamageKind;

/// Members that may fail one after another while each begins inside one that failed before. Then
/// what was read in vain is left, so that crafted files cost linear time.
const OVERLAPPING_FAILURES: u32 = 64;

impl Archive {
    /// Begins the next unit of this part; false if there is none.
    pub(super) fn next_unit(&mut self) -> Result<bool> {
        let at = self.stream.raw().offset();
        if self.searching || at >= self.limit {
            return Ok(false);
        }
        let (kind, detail) = match self.stream.next_unit()? {
            Next::Unit => {
                self.begun.get_or_insert(at);
                self.head.clear();
                (self.in_unit, self.told) = (true, false);
                return Ok(true);
            }
            Next::End => return Ok(false),
            Next::Garbage => (DamageKind::Garbage, "bytes that begin no gzip member"),
            Next::Zeros => (DamageKind::Zeros, "zeros that are not at the end of the file"),
        };
        self.begun.get_or_insert(at);
        self.report(at, None, kind, detail.to_owned());
        self.search(at)?;
        Ok(!self.searching)
    }

    /// Moves to the next place in the unit where a record begins behind a newline, or to its end.
    pub(super) fn seek_record(&mut self) -> Result<()> {
        /// A record's first line may lie across the edge of what is at hand.
        const EDGE: usize = 4 << 10;
        loop {
            let more = self.stream.fill(2 * EDGE)?;
            if let Some(n) = self.format.find(self.stream.data()) {
                self.stream.consume(n);
                return Ok(());
            }
            let n = self.stream.data().len();
            self.stream.consume(if more { n - EDGE } else { n });
            if !more {
                return Ok(());
            }
        }
    }

    /// Nothing of the unit is left: says so if it was not whole, and finds where to go on.
    pub(super) fn end_unit(&mut self) -> Result<()> {
        self.in_unit = false;
        let unit = self.stream.unit();
        let id = self.known_id();
        let (kind, detail) = match self.stream.over() {
            Some(End::BadData) => (DamageKind::BadGzip, "the compressed data is invalid"),
            Some(End::BadChecksum) => {
                (DamageKind::BadChecksum, "the checksum or the size is wrong")
            }
            Some(End::Truncated) if self.told => return Ok(()),
            Some(End::Truncated) => {
                let (kind, detail) = match self.goes_on()? {
                    true => (DamageKind::BadGzip, "the end of the compressed data is missing"),
                    false => (DamageKind::Truncated, "the input ends inside the gzip member"),
                };
                self.report(unit, id, kind, detail.to_owned());
                return Ok(());
            }
            Some(End::Whole) | None => return Ok(()),
        };
        self.report(unit, id, kind, detail.to_owned());
        let from = self.retry_from();
        self.search(from)
    }

    /// Where to look for the next member after one that failed: inside it, for it may have run on
    /// past its own end.
    pub(super) fn retry_from(&mut self) -> u64 {
        let unit = self.stream.unit();
        self.failures = if unit < self.failed_to { self.failures + 1 } else { 0 };
        self.failed_to = self.failed_to.max(self.stream.raw().offset());
        if self.failures < OVERLAPPING_FAILURES { unit + 1 } else { self.failed_to }
    }
}
