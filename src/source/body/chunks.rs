//! The chunked transfer encoding (RFC 9112, section 7.1), undone.

use memchr::memchr;

/// What came of joining a body's chunks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Chunks {
    /// All are there, up to the empty one that ends them.
    Whole,
    /// The body ends inside a chunk or before the empty one.
    Cut,
    /// The body is not chunked, whatever its head says.
    NotIt,
}

/// Joins the chunks of a body; one that is cut is taken as far as it goes.
pub(crate) fn unchunk(body: &[u8], out: &mut Vec<u8>) -> Chunks {
    let mut rest = body;
    loop {
        let Some(line) = memchr(b'\n', &rest[..rest.len().min(1 << 10)]) else {
            let is_between = rest.is_empty() && !out.is_empty();
            return if is_between { Chunks::Cut } else { Chunks::NotIt };
        };
        let Some(size) = chunk_size(&rest[..line]) else { return Chunks::NotIt };
        rest = &rest[line + 1..];
        if size == 0 {
            return Chunks::Whole;
        }
        let here = size.min(rest.len());
        out.extend_from_slice(&rest[..here]);
        rest = &rest[here..];
        rest = rest.strip_prefix(b"\r").unwrap_or(rest);
        rest = match rest.strip_prefix(b"\n") {
            Some(rest) => rest,
            None if rest.is_empty() => return Chunks::Cut,
            None => return Chunks::NotIt,
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
