//! The content encoding `zstd`, undone.

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, Read};

/// The largest window of a zstd body, in bytes. RFC 9659 allows 8 MiB; some servers take more.
const WINDOW_MAX: u64 = 128 << 20;

/// The zstd frames of a body (RFC 8878), unpacked.
pub(crate) struct Zstd<'b> {
    frames: FrameDecoder,
    rest: &'b [u8],
    in_frame: bool,
}

impl Zstd<'_> {
    /// Unpacks a body.
    pub fn new(body: &[u8]) -> Zstd<'_> {
        let mut frames = FrameDecoder::new();
        frames.set_max_window_size(WINDOW_MAX);
        Zstd { frames, rest: body, in_frame: false }
    }

    /// Begins the next frame that holds something; false at the body's end.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.rest.is_empty() {
            match self.frames.reset(&mut self.rest) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => self.rest = self.rest.get(length as usize..).unwrap_or_default(),
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }
}

impl Read for Zstd<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.in_frame {
                self.in_frame = self.begin()?;
                if !self.in_frame {
                    return Ok(0);
                }
            }
            while self.frames.can_collect() == 0 && !self.frames.is_finished() {
                let strategy = BlockDecodingStrategy::UptoBlocks(1);
                self.frames.decode_blocks(&mut self.rest, strategy).map_err(io::Error::other)?;
            }
            let n = self.frames.read(out)?;
            if n > 0 {
                return Ok(n);
            }
            self.in_frame = false;
        }
    }
}
