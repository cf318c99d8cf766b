//! Transfer and content encodings of HTTP, undone.
//!
//! Crawlers store what the server sent, or what they made of it, and the head does not always tell
//! which. So a body that is not what its head claims is taken as it is.

use super::html;
use crate::source::caps::Caps;
use crate::source::damage::DamageKind;
use flate2::bufread;
use memchr::memchr;
use std::io::Read;

/// Output up to which [`Caps::ratio`] is not looked at.
const RATIO_FROM: usize = 1 << 20;
/// Encodings undone one after another; more are not met in practice.
const STACK: usize = 4;
/// Bytes decoded at a time.
const STEP: usize = 16 << 10;

/// A content encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    Gzip,
    Deflate,
    Brotli,
    /// One that is not read here: the body stays as it is.
    Unknown,
}

/// The tokens of a field that is a list.
pub(crate) fn tokens(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(|&b| b == b',').map(<[u8]>::trim_ascii).filter(|t| !t.is_empty())
}

impl Encoding {
    /// The encoding of this name; `None` if the name is that of none.
    pub fn named(token: &[u8]) -> Option<Encoding> {
        const NAMES: [(&[u8], Option<Encoding>); 6] = [
            (b"gzip", Some(Encoding::Gzip)),
            (b"x-gzip", Some(Encoding::Gzip)),
            (b"deflate", Some(Encoding::Deflate)),
            (b"br", Some(Encoding::Brotli)),
            (b"identity", None),
            (b"none", None),
        ];
        let known = NAMES.iter().find(|(name, _)| token.eq_ignore_ascii_case(name));
        known.map_or(Some(Encoding::Unknown), |&(_, encoding)| encoding)
    }
}

/// Undoes bodies' encodings; made once, its buffers reused.
#[derive(Default)]
pub(crate) struct Decoder {
    joined: Vec<u8>,
    spare: Vec<Vec<u8>>,
}

impl Decoder {
    /// Appends the body, its encodings undone, to `out`, and says which cap cut it, if one did.
    pub fn body(
        &mut self,
        chunked: bool,
        encodings: &[Encoding],
        body: &[u8],
        caps: &Caps,
        out: &mut Vec<u8>,
    ) -> Option<DamageKind> {
        self.joined.clear();
        let body = if chunked && unchunk(body, &mut self.joined) { &self.joined } else { body };
        let mut cut = None;
        let mut decoded: Option<Vec<u8>> = None;
        // The last encoding was applied last, so it is undone first.
        for &encoding in encodings.iter().rev().take(STACK) {
            let mut next = self.spare.pop().unwrap_or_default();
            next.clear();
            match undo(encoding, decoded.as_deref().unwrap_or(body), caps, &mut next) {
                Undone::NotIt => {
                    self.spare.push(next);
                    break;
                }
                Undone::Whole => {}
                Undone::Cut(kind) => cut = Some(kind),
            }
            self.spare.extend(decoded.replace(next));
        }
        out.extend_from_slice(decoded.as_deref().unwrap_or(body));
        self.spare.extend(decoded);
        cut
    }
}

/// Joins the chunks of a body; false if the body is not chunked, whatever its head says. A body
/// that ends inside a chunk is taken as far as it goes.
fn unchunk(body: &[u8], out: &mut Vec<u8>) -> bool {
    let mut rest = body;
    loop {
        let Some(line) = memchr(b'\n', &rest[..rest.len().min(1 << 10)]) else {
            return rest.is_empty() && !out.is_empty();
        };
        let Some(size) = chunk_size(&rest[..line]) else { return false };
        rest = &rest[line + 1..];
        if size == 0 {
            return true;
        }
        let here = size.min(rest.len());
        out.extend_from_slice(&rest[..here]);
        rest = &rest[here..];
        rest = rest.strip_prefix(b"\r").unwrap_or(rest);
        rest = match rest.strip_prefix(b"\n") {
            Some(rest) => rest,
            None if rest.is_empty() => return true,
            None => return false,
        };
    }
}

fn chunk_size(line: &[u8]) -> Option<usize> {
    let digits = line.split(|&b| b == b';').next()?.trim_ascii();
    let valid =
        !digits.is_empty() && digits.len() <= 16 && digits.iter().all(u8::is_ascii_hexdigit);
    let text = std::str::from_utf8(digits).ok().filter(|_| valid)?;
    usize::from_str_radix(text, 16).ok()
}

enum Undone {
    /// Decoded to the end, or as far as a cut body goes.
    Whole,
    /// A cap stopped it.
    Cut(DamageKind),
    /// The body is not in this encoding.
    NotIt,
}

fn undo(encoding: Encoding, body: &[u8], caps: &Caps, out: &mut Vec<u8>) -> Undone {
    if html::is_sniffed(body) {
        return Undone::NotIt;
    }
    match encoding {
        Encoding::Gzip => drain(bufread::MultiGzDecoder::new(body), body.len(), caps, out),
        Encoding::Deflate => match drain(bufread::ZlibDecoder::new(body), body.len(), caps, out) {
            // By the standard it is zlib; many servers send bare deflate.
            Undone::NotIt => drain(bufread::DeflateDecoder::new(body), body.len(), caps, out),
            done => done,
        },
        Encoding::Brotli => {
            let decoder = brotli_decompressor::Decompressor::new(body, STEP);
            drain(decoder, body.len(), caps, out)
        }
        Encoding::Unknown => Undone::NotIt,
    }
}

/// Decodes until the end, an error or a cap. An error before the first byte means that the body is
/// not in this encoding; a later one, that it was cut or is followed by something else.
fn drain(mut decoder: impl Read, encoded: usize, caps: &Caps, out: &mut Vec<u8>) -> Undone {
    let mut step = [0; STEP];
    let most = caps.decoded.min(encoded.saturating_mul(caps.ratio).max(RATIO_FROM));
    loop {
        match decoder.read(&mut step) {
            Ok(0) => return Undone::Whole,
            Ok(n) if out.len() + n > most => {
                out.extend_from_slice(&step[..most - out.len()]);
                let by_size = most == caps.decoded;
                return Undone::Cut(if by_size {
                    DamageKind::DecodedCap
                } else {
                    DamageKind::RatioCap
                });
            }
            Ok(n) => out.extend_from_slice(&step[..n]),
            Err(_) if out.is_empty() => return Undone::NotIt,
            Err(_) => return Undone::Whole,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::head::{self, HttpHead};
    use super::*;
    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
    use std::io::Write;

    const PAGE: &[u8] = b"<html><p>hello, hello, hello, hello</html>";

    fn read(fields: &str, body: &[u8]) -> (Vec<u8>, Option<DamageKind>) {
        let mut message = format!("HTTP/1.1 200 OK\r\n{fields}\r\n").into_bytes();
        message.extend_from_slice(body);
        let mut of = HttpHead::default();
        head::read(&message, &mut of);
        let mut out = Vec::new();
        let cut = Decoder::default().body(
            of.chunked,
            &of.encodings,
            &message[of.len..],
            &Caps::default(),
            &mut out,
        );
        (out, cut)
    }

    fn gzip(body: &[u8]) -> Vec<u8> {
        let mut gz = GzEncoder::new(Vec::new(), Compression::default());
        gz.write_all(body).unwrap();
        gz.finish().unwrap()
    }

    fn zlib(body: &[u8]) -> Vec<u8> {
        let mut z = ZlibEncoder::new(Vec::new(), Compression::default());
        z.write_all(body).unwrap();
        z.finish().unwrap()
    }

    fn deflate(body: &[u8]) -> Vec<u8> {
        let mut z = DeflateEncoder::new(Vec::new(), Compression::default());
        z.write_all(body).unwrap();
        z.finish().unwrap()
    }

    /// PAGE as one uncompressed brotli meta-block, then the empty last one.
    fn brotli(body: &[u8]) -> Vec<u8> {
        let len = body.len() as u32 - 1;
        // WBITS 16 (0), ISLAST 0, MNIBBLES 4 (00), MLEN-1 (16 bits), ISUNCOMPRESSED 1.
        let bits = len << 4 | 1 << 20;
        let mut out = bits.to_le_bytes()[..3].to_vec();
        out.extend_from_slice(body);
        out.push(3);
        out
    }

    #[test]
    fn each_encoding_and_a_stack_of_them_is_undone() {
        for (name, body) in [
            ("gzip", gzip(PAGE)),
            ("x-gzip", gzip(PAGE)),
            ("deflate", zlib(PAGE)),
            ("deflate", deflate(PAGE)),
            ("br", brotli(PAGE)),
            ("gzip, deflate", zlib(&gzip(PAGE))),
            ("identity", PAGE.to_vec()),
            // The head lies.
            ("gzip", PAGE.to_vec()),
            ("br", PAGE.to_vec()),
            ("deflate", PAGE.to_vec()),
            ("gzip, gzip", gzip(PAGE)),
            ("zstd", PAGE.to_vec()),
        ] {
            let got = read(&format!("Content-Encoding: {name}\r\n"), &body);
            assert_eq!(got, (PAGE.to_vec(), None), "{name}");
        }
    }

    #[test]
    fn chunks_are_joined_and_what_is_not_chunked_is_left() {
        let te = "Transfer-Encoding: chunked\r\n";
        for (body, want) in [
            (&b"3;x=y\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"[..], &b"abcde"[..]),
            (b"3\nabc\n0\n\n", b"abc"),
            (b"0\r\n\r\n", b""),
            // Cut inside a chunk, and between chunks.
            (b"5\r\nabc", b"abc"),
            (b"3\r\nabc\r\n", b"abc"),
            (b"<p>plain", b"<p>plain"),
            (b"FFFFFFFFFFFFFFFFF\r\nabc", b"FFFFFFFFFFFFFFFFF\r\nabc"),
            (b"FFFFFFFFFFFFFFFF\r\nabc", b"abc"),
            (b"3\r\nabcd\r\n0\r\n", b"3\r\nabcd\r\n0\r\n"),
        ] {
            assert_eq!(read(te, body).0, want, "{:?}", String::from_utf8_lossy(body));
        }
        let mut both = format!("{:x}\r\n", gzip(PAGE).len()).into_bytes();
        both.extend_from_slice(&gzip(PAGE));
        both.extend_from_slice(b"\r\n0\r\n\r\n");
        assert_eq!(read("Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n", &both).0, PAGE);
    }

    #[test]
    fn bombs_are_cut_and_said_to_be() {
        let bomb = gzip(&vec![b' '; 40 << 20]);
        let (body, cut) = read("Content-Encoding: gzip\r\n", &bomb);
        assert_eq!((body.len(), cut), (32 << 20, Some(DamageKind::DecodedCap)));
        let caps = Caps { ratio: 100, ..Caps::default() };
        let mut out = Vec::new();
        let undone = undo(Encoding::Gzip, &bomb, &caps, &mut out);
        assert!(matches!(undone, Undone::Cut(DamageKind::RatioCap)));
        assert_eq!(out.len(), bomb.len() * 100);
    }
}
