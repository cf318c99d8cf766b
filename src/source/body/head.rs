//! The head of an HTTP message, as archives keep it.

use super::coded::Coded;
use super::media_type::{self, Declared};
use memchr::memchr;

/// The most header fields read; a message with more is taken without a head.
const FIELDS: usize = 512;

/// What a message's head says of its body.
#[derive(Debug, Default)]
pub(crate) struct HttpHead {
    /// Where it begins: behind those of interim responses.
    from: usize,
    /// Bytes up to the body; 0 where there is no head.
    pub len: usize,
    /// The declared media type; empty if there is none.
    pub content_type: String,
    /// The status code, if there is one.
    pub status: Option<u16>,
    /// How the body is said to be encoded.
    pub coded: Coded,
}

/// Reads the head of a message, if it has one; interim ones in front of it, such as `100 Continue`,
/// are passed.
pub(crate) fn read(message: &[u8], head: &mut HttpHead) {
    let mut from = 0;
    loop {
        read_one(&message[from..], head);
        head.from = from;
        head.len += from;
        let is_interim = head.status.is_some_and(|status| (100..200).contains(&status));
        if !is_interim || !message[head.len..].trim_ascii_start().starts_with(b"HTTP/") {
            return;
        }
        from = head.len;
    }
}

fn read_one(message: &[u8], head: &mut HttpHead) {
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
            head.status = response.code;
            for field in response.headers.iter() {
                head.field(field.name.as_bytes(), field.value);
            }
        }
        // Not by the grammar, such as a status line without a code.
        _ => {
            head.status = status(&message[newlines..]);
            head.by_lines(message, newlines);
        }
    }
}

/// The status code of a line that is only roughly a status line.
fn status(message: &[u8]) -> Option<u16> {
    let line = &message[..memchr(b'\n', message)?];
    let code = line.split(|b| b.is_ascii_whitespace()).filter(|part| !part.is_empty()).nth(1)?;
    let digits = code.get(..3).filter(|digits| digits.iter().all(u8::is_ascii_digit))?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Whether, behind a spoilt status line, a field comes, and what comes is no markup.
fn is_head(message: &[u8]) -> bool {
    let mut lines = message[..message.len().min(1 << 10)].split(|&b| b == b'\n');
    let (status, field) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let is_name = |name: &[u8]| name.iter().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(b));
    !status.contains(&b'<') && memchr(b':', field).is_some_and(|n| n > 0 && is_name(&field[..n]))
}

impl HttpHead {
    /// The head itself, in its message.
    pub fn text<'m>(&self, message: &'m [u8]) -> &'m [u8] {
        &message[self.from..self.len]
    }

    /// Forgets the last message, keeping the memory.
    pub fn clear(&mut self) {
        (self.from, self.len) = (0, 0);
        self.content_type.clear();
        self.status = None;
        self.coded.clear();
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
            // The last one that is a media type counts, as it does for browsers.
            let text = String::from_utf8_lossy(value);
            let is_type = media_type::declared(&text) != Declared::Nothing;
            if is_type || media_type::declared(&self.content_type) == Declared::Nothing {
                self.content_type.clear();
                self.content_type.push_str(&text);
            }
        } else if is(b"Transfer-Encoding") {
            self.coded.transfer(value);
        } else if is(b"Content-Encoding") {
            self.coded.content(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read_leniently() {
        let parse = |text: &'static str| {
            let mut of = HttpHead::default();
            read(text.as_bytes(), &mut of);
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
        let repeated = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Type: */*\r\n\r\nx";
        assert_eq!(parse(repeated), ("text/html".to_owned(), "x"));
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

    #[test]
    fn interim_heads_are_passed() {
        let parse = |text: &'static str| {
            let mut of = HttpHead::default();
            read(text.as_bytes(), &mut of);
            let head = of.text(text.as_bytes()).to_vec();
            (of.status, String::from_utf8(head).unwrap(), &text[of.len..])
        };
        let real = "HTTP/1.1 404 Not Found\r\nA: b\r\n\r\n";
        for text in [
            "HTTP/1.1 404 Not Found\r\nA: b\r\n\r\n<p>",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 Not Found\r\nA: b\r\n\r\n<p>",
            "HTTP/1.1 103 Early Hints\r\nContent-Type: a/b\r\nLink: x\r\n\r\n\
             HTTP/1.1 100\r\n\r\nHTTP/1.1 404 Not Found\r\nA: b\r\n\r\n<p>",
        ] {
            assert_eq!(parse(text), (Some(404), real.to_owned(), "<p>"), "{text:?}");
        }
        // An answer of its own, and a page about heads.
        assert_eq!(parse("HTTP/1.1 101 Switching\r\n\r\n<p>").0, Some(101));
        assert_eq!(parse("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 404 No\r\n\r\n").2.len(), 19);
        assert_eq!(parse("HTTP/1.1 200OK\r\n\r\nx").0, Some(200));
        assert_eq!(parse("HTTP/1.0\r\n\r\nx").0, None);
    }
}
