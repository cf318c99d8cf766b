//! gzip (RFC 1952), one member at a time.
//!
//! A decoder that runs over member boundaries by itself cannot say where a record begins, and stops
//! for good at the first stray byte. So a member is unpacked alone, its checksum and size are
//! compared, and the position is left exactly behind it.

use super::raw::Raw;
use crate::Result;
use crc32fast::Hasher;
use flate2::bufread::MultiGzDecoder;
use flate2::{Decompress, FlushDecompress, Status};
use std::io::{self, BufRead, Read};

/// What every gzip member begins with: two bytes of magic and the method, deflate.
pub(crate) const MAGIC: [u8; 3] = [0x1f, 0x8b, 0x08];
/// The longest member header that is believed; names and comments have no limit of their own.
const HEADER_MAX: usize = 64 << 10;
/// Bytes unpacked in one call: most pages whole, for each call copies 32 KiB of window, and yet so few
/// that the checksum finds them still in the cache.
const STEP: usize = 1 << 20;

/// All that a reader holds, unpacked if it is gzip: for files of ours, where damage is an error.
///
/// # Errors
///
/// Its first bytes cannot be read.
pub(crate) fn unpacked<'r>(mut reader: impl BufRead + 'r) -> io::Result<Box<dyn Read + 'r>> {
    Ok(match reader.fill_buf()?.starts_with(&MAGIC) {
        true => Box::new(MultiGzDecoder::new(reader)),
        false => Box::new(reader),
    })
}

/// How a member ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// Complete, checksum and size right.
    Whole,
    /// The input ends inside it.
    Truncated,
    /// The compressed data is invalid.
    BadData,
    /// The data unpacks, but its checksum or its size is not the one stored.
    BadChecksum,
}

/// A member header as far as it can be seen.
#[derive(Debug, PartialEq, Eq)]
enum Header {
    /// Its length in bytes.
    Whole(usize),
    /// It may go on behind the bytes at hand.
    Partial,
    /// No member begins here.
    Invalid,
}

/// Unpacks members; made once and reused.
pub(crate) struct Gunzip {
    inflate: Decompress,
    crc: Hasher,
    /// Bytes of the member so far, modulo 2^32, as its trailer counts them.
    size: u32,
}

impl Gunzip {
    pub fn new() -> Gunzip {
        Gunzip { inflate: Decompress::new(false), crc: Hasher::new(), size: 0 }
    }

    /// Begins the member at the input's position and consumes its header; false, and nothing
    /// consumed, if none begins there.
    pub fn begin(&mut self, raw: &mut Raw) -> Result<bool> {
        let Some(n) = header_at(raw, 0)? else { return Ok(false) };
        raw.mark();
        raw.consume(n);
        self.inflate.reset(false);
        self.crc.reset();
        self.size = 0;
        Ok(true)
    }

    /// Unpacks into `out` until that is full or the member ends: the bytes written, and the end.
    pub fn read(&mut self, raw: &mut Raw, out: &mut [u8]) -> Result<(usize, Option<End>)> {
        let mut n = 0;
        while n < out.len() {
            if raw.data().is_empty() && !raw.more()? {
                return Ok((n, Some(End::Truncated)));
            }
            let to = out.len().min(n + STEP);
            let (before_in, before_out) = (self.inflate.total_in(), self.inflate.total_out());
            let status =
                self.inflate.decompress(raw.data(), &mut out[n..to], FlushDecompress::None);
            let used = (self.inflate.total_in() - before_in) as usize;
            let made = (self.inflate.total_out() - before_out) as usize;
            raw.consume(used);
            self.crc.update(&out[n..n + made]);
            self.size = self.size.wrapping_add(made as u32);
            n += made;
            match status {
                Ok(Status::StreamEnd) => return Ok((n, Some(self.trailer(raw)?))),
                Ok(_) if used > 0 || made > 0 => {}
                _ => return Ok((n, Some(End::BadData))),
            }
        }
        Ok((n, None))
    }

    fn trailer(&self, raw: &mut Raw) -> Result<End> {
        if !raw.fill(8)? {
            return Ok(End::Truncated);
        }
        let word = |at: usize| {
            let b = &raw.data()[at..];
            u32::from_le_bytes([b[0], b[1], b[2], b[3]])
        };
        let right = word(0) == self.crc.clone().finalize() && word(4) == self.size;
        raw.consume(8);
        Ok(if right { End::Whole } else { End::BadChecksum })
    }

    /// The first bytes of what the member `at` bytes ahead unpacks to, at most `out.len()`; `None`
    /// if none begins there. Consumes nothing.
    pub fn peek<'o>(
        &mut self,
        raw: &mut Raw,
        at: usize,
        out: &'o mut [u8],
    ) -> Result<Option<&'o [u8]>> {
        let Some(n) = header_at(raw, at)? else { return Ok(None) };
        raw.fill(at + n + 2 * out.len())?;
        self.inflate.reset(false);
        let data = &raw.data()[at + n..];
        // What came out before an error counts: the bytes at hand may end anywhere.
        let _ = self.inflate.decompress(data, out, FlushDecompress::None);
        let made = self.inflate.total_out() as usize;
        Ok(Some(&out[..made]))
    }
}

/// The length of the member header `at` bytes ahead, if one is there.
fn header_at(raw: &mut Raw, at: usize) -> Result<Option<usize>> {
    let mut n = at + 10;
    loop {
        let more = raw.fill(n)?;
        match header(raw.data().get(at..).unwrap_or_default()) {
            Header::Whole(len) => return Ok(Some(len)),
            Header::Partial if more && n - at < HEADER_MAX => n += n - at,
            _ => return Ok(None),
        }
    }
}

fn header(data: &[u8]) -> Header {
    const NAME_FLAGS: [u8; 2] = [0x08, 0x10];
    let known = data.len().min(3);
    if data[..known] != MAGIC[..known] {
        return Header::Invalid;
    }
    let Some(&flags) = data.get(3) else { return Header::Partial };
    if flags & 0xe0 != 0 {
        return Header::Invalid;
    }
    let mut n = 10;
    if flags & 0x04 != 0 {
        let Some(len) = data.get(n..n + 2) else { return Header::Partial };
        n += 2 + usize::from(u16::from_le_bytes([len[0], len[1]]));
    }
    for flag in NAME_FLAGS {
        if flags & flag != 0 {
            let Some(rest) = data.get(n..) else { return Header::Partial };
            let Some(zero) = memchr::memchr(0, rest) else { return Header::Partial };
            n += zero + 1;
        }
    }
    if flags & 0x02 != 0 {
        n += 2;
    }
    if data.len() < n { Header::Partial } else { Header::Whole(n) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, GzBuilder};
    use std::io::Write;
    use std::path::Path;

    fn raw(bytes: Vec<u8>) -> Raw {
        Raw::stream(Box::new(std::io::Cursor::new(bytes)), Path::new("-"))
    }

    fn member(text: &[u8]) -> Vec<u8> {
        let mut gz = GzBuilder::new()
            .filename("a name")
            .comment("a comment")
            .extra(vec![1, 2, 3])
            .write(Vec::new(), Compression::default());
        gz.write_all(text).unwrap();
        gz.finish().unwrap()
    }

    fn unpack(bytes: Vec<u8>) -> (Vec<u8>, End, u64) {
        let mut raw = raw(bytes);
        let mut gunzip = Gunzip::new();
        assert!(gunzip.begin(&mut raw).unwrap());
        let mut out = vec![0; 1 << 20];
        let (n, end) = gunzip.read(&mut raw, &mut out).unwrap();
        out.truncate(n);
        (out, end.unwrap(), raw.offset())
    }

    #[test]
    fn a_member_with_every_optional_field_leaves_the_position_behind_it() {
        let mut bytes = member(b"hello");
        let len = bytes.len() as u64;
        bytes.extend_from_slice(b"next");
        assert_eq!(unpack(bytes), (b"hello".to_vec(), End::Whole, len));
    }

    #[test]
    fn checksum_size_and_data_are_each_checked() {
        let good = member(b"hello, hello, hello");
        let len = good.len();
        for at in [len - 8, len - 4] {
            let mut bad = good.clone();
            bad[at] ^= 1;
            assert_eq!(unpack(bad).1, End::BadChecksum);
        }
        let mut bad = good.clone();
        // The first deflate byte: block type 3 does not exist.
        let deflate = len - 8 - (len - 8 - header_len(&good));
        bad[deflate] = 0x07;
        assert_eq!(unpack(bad).1, End::BadData);
        for cut in 1..len - header_len(&good) {
            assert_eq!(unpack(good[..len - cut].to_vec()).1, End::Truncated, "cut {cut}");
        }
    }

    fn header_len(bytes: &[u8]) -> usize {
        match header(bytes) {
            Header::Whole(n) => n,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_header_cut_anywhere_is_partial_and_reserved_flags_are_no_header() {
        let bytes = member(b"x");
        for n in 0..header_len(&bytes) {
            assert_eq!(header(&bytes[..n]), Header::Partial, "{n}");
        }
        assert_eq!(header(&[0x1f, 0x8b, 0x08, 0x80]), Header::Invalid);
        assert_eq!(header(b"WARC"), Header::Invalid);
    }
}
