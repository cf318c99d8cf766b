//! HTTP messages as archives keep them: the head, and the body with its encodings undone.
//!
//! Crawlers store what the server sent, or what they made of it, and the head does not always tell
//! which. So a body that is not what its head claims is taken as it is.

use super::{Caps, DamageKind, html};
use flate2::bufread;
use memchr::memchr;
use std::io::Read;

/// The most header fields read; a message with more is taken without a head.
const FIELDS: usize = 512;
/// Output up to which [`Caps::ratio`] is not looked at.
const RATIO_FROM: usize = 1 << 20;
/// Encodings undone one after another; more are not met in practice.
const STACK: usize = 4;
/// Bytes decoded at a time.
const STEP: usize = 16 << 10;

/// What a message's head says of its body.
#[derive(Debug, Default)]
pub(super) struct HttpHead {
    /// Bytes up to the body; 0 where there is no head.
    pub len: usize,
    /// The declared media type; empty if there is none.
    pub content_type: String,
    chunked: bool,
    encodings: Vec<Encoding>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Gzip,
    Deflate,
    Brotli,
    /// One that is not read here: the body stays as it is.
    Unknown,
}

/// Reads the head of a message, if it has one.
pub(super) fn head(message: &[u8], head: &mut HttpHead) {
    head.clear();
    let newlines = message.iter().take_while(|b| b"\r\n".contains(b)).count();
    if !message[newlines..].starts_with(b"HTTP/") {
        if is_head(&message[newlines..]) {
            head.by_lines(message, newlines);
        }
        return;
    }
    let mut fields = [httparse::EMPTY_HEADER; FIELDS];
    let mut response = httparse::Response::new(&mut fields);
    let mut config = httparse::ParserConfig::default();
    config
        .ignore_invalid_headers_in_responses(true)
        .allow_obsolete_multiline_headers_in_responses(true)
        .allow_spaces_after_header_name_in_responses(true)
        .allow_multiple_spaces_in_response_status_delimiters(true);
    match config.parse_response(&mut response, message) {
        Ok(httparse::Status::Complete(len)) => {
            head.len = len;
            for field in response.headers.iter() {
                head.field(field.name.as_bytes(), field.value);
            }
        }
        // Not by the grammar, such as a status line without a code.
        _ => head.by_lines(message, newlines),
    }
}

/// Whether, behind a spoilt status line, a field comes, and what comes is no markup.
fn is_head(message: &[u8]) -> bool {
    let mut lines = message[..message.len().min(1 << 10)].split(|&b| b == b'\n');
    let (status, field) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let is_name = |name: &[u8]| name.iter().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(b));
    !status.contains(&b'<') && memchr(b':', field).is_some_and(|n| n > 0 && is_name(&field[..n]))
}

impl HttpHead {
    /// Forgets the last message, keeping the memory.
    pub fn clear(&mut self) {
        self.len = 0;
        self.content_type.clear();
        self.chunked = false;
        self.encodings.clear();
    }

    /// Reads a head that is only roughly one, from `at` on: lines up to a blank one.
    fn by_lines(&mut self, message: &[u8], mut at: usize) {
        while at < message.len() {
            let end = memchr(b'\n', &message[at..]).map_or(message.len(), |n| at + n + 1);
            let line = message[at..end].trim_ascii();
            // Markup where a field should be: the blank line is missing.
            if line.starts_with(b"<") {
                break;
            }
            at = end;
            if line.is_empty() {
                break;
            }
            if let Some(colon) = memchr(b':', line) {
                self.field(&line[..colon], line[colon + 1..].trim_ascii());
            }
        }
        // Where the head has no end, nothing of it is body.
        self.len = at;
    }

    fn field(&mut self, name: &[u8], value: &[u8]) {
        let is = |other: &[u8]| name.eq_ignore_ascii_case(other);
        if is(b"Content-Type") {
            // The last one counts, as it does for browsers.
            if !value.is_empty() {
                super::head::set_text(&mut self.content_type, value);
            }
        } else if is(b"Transfer-Encoding") {
            self.chunked |= tokens(value).any(|t| t.eq_ignore_ascii_case(b"chunked"));
        } else if is(b"Content-Encoding") {
            self.encodings.extend(tokens(value).filter_map(encoding));
        }
    }
}

fn tokens(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(|&b| b == b',').map(<[u8]>::trim_ascii).filter(|t| !t.is_empty())
}

fn encoding(token: &[u8]) -> Option<Encoding> {
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

/// Undoes bodies' encodings; made once, its buffers reused.
#[derive(Default)]
pub(super) struct Decoder {
    joined: Vec<u8>,
    spare: Vec<Vec<u8>>,
}

impl Decoder {
    /// Appends the body, its encodings undone, to `out`, and says which cap cut it, if one did.
    pub fn body(
        &mut self,
        head: &HttpHead,
        body: &[u8],
        caps: &Caps,
        out: &mut Vec<u8>,
    ) -> Option<DamageKind> {
        self.joined.clear();
        let body =
            if head.chunked && unchunk(body, &mut self.joined) { &self.joined } else { body };
        let mut cut = None;
        let mut decoded: Option<Vec<u8>> = None;
        // The last encoding was applied last, so it is undone first.
        for &encoding in head.encodings.iter().rev().take(STACK) {
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
    use super::*;
    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
    use std::io::Write;

    const PAGE: &[u8] = b"<html><p>hello, hello, hello, hello</html>";

    fn read(fields: &str, body: &[u8]) -> (Vec<u8>, Option<DamageKind>) {
        let mut message = format!("HTTP/1.1 200 OK\r\n{fields}\r\n").into_bytes();
        message.extend_from_slice(body);
        let mut of = HttpHead::default();
        head(&message, &mut of);
        let mut out = Vec::new();
        let cut = Decoder::default().body(&of, &message[of.len..], &Caps::default(), &mut out);
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

    #[test]
    fn heads_are_read_leniently() {
        let parse = |text: &'static str| {
            let mut of = HttpHead::default();
            head(text.as_bytes(), &mut of);
            (of.content_type, &text[of.len..])
        };
        for text in [
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nx",
            "HTTP/1.1 200 OK\nContent-Type:text/html\n\nx",
            "HTTP/1.1 200 OK\r\nContent-Type:\r\n text/html\r\n\r\nx",
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nx",
            "\r\nHTTP/1.1 200 OK\r\r\nContent-Type: text/html\r\r\n\r\r\nx",
            "HTTP/1.0\r\nContent-Type: text/html\r\n\r\nx",
            "HTTP/1.1 200 OK\r\nno field \u{e9}\r\nContent-Type : text/html\r\n\r\nx",
            "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\ncontent-type: text/html\r\n\r\nx",
        ] {
            assert_eq!(parse(text), ("text/html".to_owned(), "x"), "{text:?}");
        }
        assert_eq!(parse("HTTPX 200\r\nContent-Type: text/html\r\n\r\nx").1, "x");
        assert_eq!(parse("<html>\na: b\n\n").1.len(), 13);
        assert_eq!(parse("<html>"), (String::new(), "<html>"));
        assert_eq!(parse("HTTP/1.0 200 OK\nServer: a\n<html>").1, "<html>");
        // A head without an end has no body.
        assert_eq!(
            parse("HTTP/1.1 200 OK\r\nContent-Type: text/html"),
            ("text/html".to_owned(), "")
        );
    }
}
