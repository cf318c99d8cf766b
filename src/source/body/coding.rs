//! Transfer and content encodings of HTTP, undone.
//!
//! Crawlers store what the server sent, or what they made of it, and the head does not always tell
//! which. So a body that is text is taken as it is, whatever its head claims; one that is neither text
//! nor in the encoding it claims is no page's.

use super::binary::is_binary;
use super::chunks::{Chunks, unchunk};
use super::coded::{Coded, Encoding};
use super::sniff;
use super::zstd::Zstd;
use crate::source::caps::Caps;
use crate::source::damage::DamageKind;
use flate2::bufread;
use std::io::Read;

/// Output up to which [`Caps::ratio`] is not looked at.
const RATIO_FROM: usize = 1 << 20;
/// Encodings undone one after another; more are not met in practice.
const STACK: usize = 4;
/// What a gzip member begins with.
const GZIP: [u8; 3] = [0x1f, 0x8b, 0x08];

/// What came of undoing a body's encodings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All of the body is there.
    Whole,
    /// All of it is there, but it is not in an encoding that its head names.
    Belied,
    /// It is cut: by a cap, or because the rest is not in the encoding.
    Cut(DamageKind),
    /// It is neither text nor in an encoding that is read here. What there is, is no page's.
    Undecodable,
}

/// Undoes bodies' encodings; made once, its buffers reused.
#[derive(Default)]
pub(crate) struct Decoder {
    joined: Vec<u8>,
    spare: Vec<Vec<u8>>,
}

impl Decoder {
    /// Puts what `body` is, its encodings undone, into `out`, whose last content is lost, and says what
    /// came of it; false beside it means that the body is in no encoding, and `out` is as it was.
    pub fn body(
        &mut self,
        coded: &Coded,
        body: &[u8],
        caps: &Caps,
        out: &mut Vec<u8>,
    ) -> (Outcome, bool) {
        self.joined.clear();
        let chunks = match coded.chunked {
            true => unchunk(body, &mut self.joined),
            false => Chunks::NotIt,
        };
        let is_joined = chunks != Chunks::NotIt;
        let body = if is_joined { &self.joined } else { body };
        let mut outcome = match chunks {
            Chunks::Cut => Outcome::Cut(DamageKind::Truncated),
            Chunks::Whole | Chunks::NotIt => Outcome::Whole,
        };
        let mut decoded: Option<Vec<u8>> = None;
        // The last encoding was applied last, so it is undone first.
        for (n, &encoding) in coded.encodings.iter().rev().enumerate() {
            let encoded = decoded.as_deref().unwrap_or(body);
            let mut next = self.spare.pop().unwrap_or_default();
            next.clear();
            let undone = match n < STACK {
                true => undo(encoding, encoded, caps, &mut next),
                false => Undone::NotIt,
            };
            match undone {
                Undone::Whole => {}
                Undone::Cut(kind) => outcome = Outcome::Cut(kind),
                Undone::NotIt => {
                    self.spare.push(next);
                    if is_binary(encoded) {
                        outcome = Outcome::Undecodable;
                    } else if outcome == Outcome::Whole && !encoded.is_empty() {
                        outcome = Outcome::Belied;
                    }
                    break;
                }
            }
            self.spare.extend(decoded.replace(next));
        }
        let is_put = is_joined || decoded.is_some();
        match decoded {
            Some(decoded) => self.spare.push(std::mem::replace(out, decoded)),
            None if is_joined => std::mem::swap(out, &mut self.joined),
            None => {}
        }
        (outcome, is_put)
    }
}

enum Undone {
    /// Decoded to the end.
    Whole,
    /// A cap stopped it, or data that is invalid.
    Cut(DamageKind),
    /// The body is not in this encoding.
    NotIt,
}

fn undo(encoding: Encoding, body: &[u8], caps: &Caps, out: &mut Vec<u8>) -> Undone {
    if sniff::is_html(body) {
        return Undone::NotIt;
    }
    let undone = match encoding {
        Encoding::Gzip => gunzip(body, caps, out),
        Encoding::Deflate => match drain(bufread::ZlibDecoder::new(body), body.len(), caps, out) {
            // By the standard it is zlib; many servers send bare deflate.
            Undone::NotIt => drain(bufread::DeflateDecoder::new(body), body.len(), caps, out),
            done => done,
        },
        Encoding::Brotli => {
            let buffer = 16 << 10;
            drain(brotli_decompressor::Decompressor::new(body, buffer), body.len(), caps, out)
        }
        Encoding::Zstd => drain(Zstd::new(body), body.len(), caps, out),
        Encoding::Unknown => Undone::NotIt,
    };
    // Text decodes to a little of something before it is invalid.
    match undone {
        Undone::Cut(DamageKind::BadEncoding) if !is_binary(body) => Undone::NotIt,
        undone => undone,
    }
}

/// Unpacks gzip members; what follows the last of them is left.
fn gunzip(mut body: &[u8], caps: &Caps, out: &mut Vec<u8>) -> Undone {
    let encoded = body.len();
    loop {
        let undone = drain(bufread::GzDecoder::new(&mut body), encoded, caps, out);
        if !matches!(undone, Undone::Whole) || !body.starts_with(&GZIP) {
            return undone;
        }
    }
}

/// Decodes until the end, an error or a cap. An error before the first byte means that the body is
/// not in this encoding; a later one, that it is cut or damaged.
fn drain(decoder: impl Read, encoded: usize, caps: &Caps, out: &mut Vec<u8>) -> Undone {
    let most = caps.decoded.min(encoded.saturating_mul(caps.ratio).max(RATIO_FROM));
    // A byte more tells whether there is more.
    let room = (most.saturating_sub(out.len()) as u64).saturating_add(1);
    let read = decoder.take(room).read_to_end(out);
    if out.len() > most {
        out.truncate(most);
        let by_size = most == caps.decoded;
        return Undone::Cut(if by_size { DamageKind::DecodedCap } else { DamageKind::RatioCap });
    }
    match read {
        Ok(_) => Undone::Whole,
        Err(_) if out.is_empty() => Undone::NotIt,
        Err(_) => Undone::Cut(DamageKind::BadEncoding),
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

    fn read(fields: &str, body: &[u8]) -> (Vec<u8>, Outcome) {
        let mut message = format!("HTTP/1.1 200 OK\r\n{fields}\r\n").into_bytes();
        message.extend_from_slice(body);
        let mut of = HttpHead::default();
        head::read(&message, &mut of);
        let mut out = Vec::new();
        let caps = Caps::default();
        let body = &message[of.len..];
        let (outcome, is_put) = Decoder::default().body(&of.coded, body, &caps, &mut out);
        (if is_put { out } else { body.to_vec() }, outcome)
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

    /// A frame of one block that is not compressed.
    fn zstd(body: &[u8]) -> Vec<u8> {
        // Single segment, its size in four bytes.
        let mut out = vec![0x28, 0xb5, 0x2f, 0xfd, 0xa0];
        out.extend_from_slice(&(body.len() as u32).to_le_bytes());
        // Last block, raw.
        out.extend_from_slice(&((body.len() as u32) << 3 | 1).to_le_bytes()[..3]);
        out.extend_from_slice(body);
        out
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
            ("zstd", zstd(PAGE)),
            // Two frames, and one to be skipped between them.
            (
                "zstd",
                [zstd(&PAGE[..20]), b"\x50\x2a\x4d\x18\x02\0\0\0ab".to_vec(), zstd(&PAGE[20..])]
                    .concat(),
            ),
            ("gzip, deflate", zlib(&gzip(PAGE))),
            ("gzip, zstd", zstd(&gzip(PAGE))),
            ("identity", PAGE.to_vec()),
            // Two members, and something behind them.
            ("gzip", [gzip(&PAGE[..20]), gzip(&PAGE[20..]), b"stray".to_vec()].concat()),
        ] {
            let got = read(&format!("Content-Encoding: {name}\r\n"), &body);
            assert_eq!(got, (PAGE.to_vec(), Outcome::Whole), "{name}");
        }
    }

    #[test]
    fn text_that_belies_its_encoding_is_taken_and_told() {
        for (name, body) in [
            ("gzip", PAGE.to_vec()),
            ("br", PAGE.to_vec()),
            ("deflate", PAGE.to_vec()),
            ("zstd", PAGE.to_vec()),
            ("gzip, gzip", gzip(PAGE)),
            ("utf-8", PAGE.to_vec()),
            ("compress", PAGE.to_vec()),
        ] {
            let got = read(&format!("Content-Encoding: {name}\r\n"), &body);
            assert_eq!(got, (PAGE.to_vec(), Outcome::Belied), "{name}");
        }
        // Text without a tag is text too.
        let plain = b"No markup, only a sentence, and it is not packed. ".repeat(9);
        for name in ["gzip", "br", "deflate", "zstd", "lzma"] {
            let got = read(&format!("Content-Encoding: {name}\r\n"), &plain);
            assert_eq!(got, (plain.clone(), Outcome::Belied), "{name}");
        }
        assert_eq!(read("Content-Encoding: gzip\r\n", b""), (Vec::new(), Outcome::Whole));
    }

    #[test]
    fn what_is_neither_text_nor_in_its_encoding_is_undecodable() {
        let noise: Vec<u8> = (0..3000u32).map(|i| (i * i * 167 % 251) as u8).collect();
        for (name, body) in [
            ("gzip", noise.clone()),
            ("zstd", noise.clone()),
            ("compress", noise.clone()),
            ("zstd", gzip(PAGE)),
            ("gzip", zstd(PAGE)),
            ("dcz", zstd(PAGE)),
            ("gzip, lzma", gzip(PAGE)),
            ("gzip, gzip, gzip, gzip, gzip", (0..5).fold(PAGE.to_vec(), |body, _| gzip(&body))),
        ] {
            let (_, outcome) = read(&format!("Content-Encoding: {name}\r\n"), &body);
            assert_eq!(outcome, Outcome::Undecodable, "{name}");
        }
    }

    #[test]
    fn a_body_that_ends_early_is_taken_as_far_as_it_goes() {
        let page: Vec<u8> = (0..9000u32)
            .flat_map(|i| format!("<p>{}", i.wrapping_mul(2_654_435_761)).into_bytes())
            .collect();
        for (name, body) in [("gzip", gzip(&page)), ("deflate", zlib(&page))] {
            let cut = &body[..body.len() - 500];
            let (got, outcome) = read(&format!("Content-Encoding: {name}\r\n"), cut);
            assert_eq!(outcome, Outcome::Cut(DamageKind::BadEncoding), "{name}");
            assert!(got.len() > page.len() / 2 && page.starts_with(&got), "{name}");
        }
        let mut bad = gzip(&page);
        let crc = bad.len() - 8;
        bad[crc] ^= 1;
        let got = read("Content-Encoding: gzip\r\n", &bad);
        assert_eq!(got, (page, Outcome::Cut(DamageKind::BadEncoding)));
    }

    #[test]
    fn chunks_are_joined_and_what_is_not_chunked_is_left() {
        let te = "Transfer-Encoding: chunked\r\n";
        let (whole, cut) = (Outcome::Whole, Outcome::Cut(DamageKind::Truncated));
        for (body, want, outcome) in [
            (&b"3;x=y\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"[..], &b"abcde"[..], whole),
            (b"3\nabc\n0\n\n", b"abc", whole),
            (b"0\r\n\r\n", b"", whole),
            // Inside a chunk, behind one, and between chunks.
            (b"5\r\nabc", b"abc", cut),
            (b"3\r\nabc", b"abc", cut),
            (b"3\r\nabc\r\n", b"abc", cut),
            (b"<p>plain", b"<p>plain", whole),
            (b"FFFFFFFFFFFFFFFFF\r\nabc", b"FFFFFFFFFFFFFFFFF\r\nabc", whole),
            (b"FFFFFFFFFFFFFFFF\r\nabc", b"abc", cut),
            (b"3\r\nabcd\r\n0\r\n", b"3\r\nabcd\r\n0\r\n", whole),
        ] {
            let got = read(te, body);
            assert_eq!((&got.0[..], got.1), (want, outcome), "{:?}", String::from_utf8_lossy(body));
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
        assert_eq!((body.len(), cut), (32 << 20, Outcome::Cut(DamageKind::DecodedCap)));
        let caps = Caps { ratio: 100, ..Caps::default() };
        let mut out = Vec::new();
        let undone = undo(Encoding::Gzip, &bomb, &caps, &mut out);
        assert!(matches!(undone, Undone::Cut(DamageKind::RatioCap)));
        assert_eq!(out.len(), bomb.len() * 100);
    }
}
