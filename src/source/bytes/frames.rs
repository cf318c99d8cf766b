//! zstd (RFC 8878) and LZ4 files: frames one after another, unpacked to one stream of bytes.
//!
//! Unlike gzip members, frames are no units: what they unpack to is read as an uncompressed file is.
//! Behind a damaged frame nothing is read.

use super::disk::Disk;
use lz4_flex::frame::{Error as Lz4Error, FrameDecoder as Lz4};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, Dictionary, FrameDecoder as Zstd, StreamingDecoder};
use std::fmt::Display;
use std::io::{self, Read};

/// Bytes asked from the operating system at a time.
const CHUNK: usize = 256 << 10;
const LZ4: [u8; 4] = [0x04, 0x22, 0x4D, 0x18];
const ZSTD: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// What a frame to be skipped begins with, but for its first byte, 0x50 to 0x5F.
const SKIPPED: [u8; 3] = [0x2A, 0x4D, 0x18];
/// A skipped frame that holds the dictionary of the frames behind it (the WARC format for zstd).
const DICTIONARY: u32 = 0x184D_2A5D;
/// The largest dictionary that is taken, in bytes; those of archives have some 100 KB.
const DICTIONARY_MAX: u32 = 16 << 20;
/// The largest window of a zstd frame, in bytes: what the program `zstd` unpacks if not told otherwise.
const WINDOW_MAX: u64 = 128 << 20;

/// Unpacks the frames of an input.
pub(crate) struct Frames {
    unpacker: Unpacker,
    /// Why no more can be unpacked.
    broken: Option<String>,
}

enum Unpacker {
    Lz4(Box<Lz4<Packed>>),
    Zstd { zstd: Box<Zstd>, packed: Packed, in_frame: bool },
}

/// The packed bytes.
struct Packed {
    disk: Disk,
    /// Bytes that were read, those before `start` unpacked.
    buf: Vec<u8>,
    start: usize,
    /// How many bytes were read from the disk.
    offset: u64,
}

/// What keeps a decoder from going on.
enum Stop {
    /// Bytes to pass over, and then try again.
    Skip(u32),
    Broken(String),
}

impl Frames {
    /// How many first bytes tell whether an input consists of frames.
    pub const MAGIC: usize = 4;

    /// Whether an input that begins so consists of frames.
    pub fn are(data: &[u8]) -> bool {
        let Some(first) = data.get(..Frames::MAGIC) else { return false };
        let is_skipped = first[1..] == SKIPPED && first[0] & 0xF0 == 0x50;
        first == LZ4 || first == ZSTD || is_skipped
    }

    /// The frames of an input, of which these first bytes were read.
    pub fn new(disk: Disk, first: Vec<u8>) -> Frames {
        let is_lz4 = first.starts_with(&LZ4);
        let offset = first.len() as u64;
        let packed = Packed { disk, buf: first, start: 0, offset };
        if is_lz4 {
            let unpacker = Unpacker::Lz4(Box::new(Lz4::new(packed)));
            return Frames { unpacker, broken: None };
        }
        let mut zstd = Box::new(Zstd::new());
        zstd.set_max_window_size(WINDOW_MAX);
        let unpacker = Unpacker::Zstd { zstd, packed, in_frame: false };
        Frames { unpacker, broken: None }
    }

    /// Why unpacking ended before the input did, if so.
    pub fn broken(&self) -> Option<&str> {
        self.broken.as_deref()
    }

    /// The input.
    pub fn disk(&self) -> &Disk {
        &self.packed().disk
    }

    /// How many bytes of the input were unpacked.
    pub fn offset(&self) -> u64 {
        let packed = self.packed();
        packed.offset - packed.data().len() as u64
    }

    /// Unpacks into `out`; 0 at the end, or where no more can be unpacked.
    pub fn read(&mut self, out: &mut [u8]) -> usize {
        while self.broken.is_none() {
            let step = match &mut self.unpacker {
                Unpacker::Lz4(lz4) => lz4.read(out).map_err(|error| stop_of_lz4(&error)),
                Unpacker::Zstd { zstd, packed, in_frame } => unpack(zstd, packed, in_frame, out),
            };
            let packed = self.packed_mut();
            match step {
                // The end of a frame, behind which there may be another.
                Ok(0) if packed.fill() => {}
                Ok(n) => return n,
                Err(Stop::Skip(length)) => packed.skip(length),
                // What cannot be read is no damage of the frame's.
                Err(Stop::Broken(_)) if packed.disk.failure().is_some() => return 0,
                Err(Stop::Broken(why)) => self.broken = Some(why),
            }
        }
        0
    }

    fn packed(&self) -> &Packed {
        match &self.unpacker {
            Unpacker::Lz4(lz4) => lz4.get_ref(),
            Unpacker::Zstd { packed, .. } => packed,
        }
    }

    fn packed_mut(&mut self) -> &mut Packed {
        match &mut self.unpacker {
            Unpacker::Lz4(lz4) => lz4.get_mut(),
            Unpacker::Zstd { packed, .. } => packed,
        }
    }
}

impl Packed {
    /// The bytes at hand.
    fn data(&self) -> &[u8] {
        &self.buf[self.start..]
    }

    /// Has a byte at hand; false at the end of the input.
    fn fill(&mut self) -> bool {
        if self.data().is_empty() {
            self.start = 0;
            self.buf.resize(CHUNK, 0);
            let read = self.disk.read(&mut self.buf);
            self.buf.truncate(read);
            self.offset += read as u64;
        }
        !self.data().is_empty()
    }

    fn skip(&mut self, length: u32) {
        let mut left = length as usize;
        while left > 0 && self.fill() {
            let n = self.data().len().min(left);
            self.start += n;
            left -= n;
        }
    }
}

impl Read for Packed {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if !self.fill() {
            return Ok(0);
        }
        let n = out.len().min(self.data().len());
        out[..n].copy_from_slice(&self.data()[..n]);
        self.start += n;
        Ok(n)
    }
}

fn stop_of_lz4(error: &io::Error) -> Stop {
    match error.get_ref().and_then(|error| error.downcast_ref()) {
        Some(Lz4Error::SkippableFrame(length)) => Stop::Skip(*length),
        _ => Stop::Broken(format!("LZ4: {error}")),
    }
}

fn stop_of_zstd(error: impl Display) -> Stop {
    Stop::Broken(format!("zstd: {error}"))
}

/// Unpacks of the frame at hand, or begins the next; 0 at a frame's end.
fn unpack(
    zstd: &mut Zstd,
    packed: &mut Packed,
    in_frame: &mut bool,
    out: &mut [u8],
) -> std::result::Result<usize, Stop> {
    if !*in_frame {
        if !packed.fill() {
            return Ok(0);
        }
        match zstd.reset(&mut *packed) {
            Ok(()) => *in_frame = true,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                magic_number,
                length,
            })) => {
                if magic_number != DICTIONARY || length > DICTIONARY_MAX {
                    return Err(Stop::Skip(length));
                }
                zstd.add_dict(dictionary(packed, length)?).map_err(stop_of_zstd)?;
                return Ok(0);
            }
            Err(error) => return Err(stop_of_zstd(error)),
        }
    }
    while zstd.can_collect() == 0 && !zstd.is_finished() {
        zstd.decode_blocks(&mut *packed, BlockDecodingStrategy::UptoBlocks(1))
            .map_err(stop_of_zstd)?;
    }
    let n = zstd.read(out).map_err(stop_of_zstd)?;
    if n == 0 {
        *in_frame = false;
        let stored = zstd.get_checksum_from_data();
        if stored.is_some() && stored != zstd.get_calculated_checksum() {
            return Err(stop_of_zstd("the checksum is wrong"));
        }
    }
    Ok(n)
}

/// The dictionary in a skipped frame, itself plain or packed.
fn dictionary(packed: &mut Packed, length: u32) -> std::result::Result<Dictionary, Stop> {
    let mut bytes = Vec::new();
    packed.take(u64::from(length)).read_to_end(&mut bytes).map_err(stop_of_zstd)?;
    if bytes.starts_with(&ZSTD) {
        let unpacked = StreamingDecoder::new(bytes.as_slice()).map_err(stop_of_zstd)?;
        let mut plain = Vec::new();
        unpacked.take(DICTIONARY_MAX.into()).read_to_end(&mut plain).map_err(stop_of_zstd)?;
        bytes = plain;
    }
    Dictionary::decode_dict(&bytes).map_err(stop_of_zstd)
}
