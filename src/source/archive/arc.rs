//! ARC record headers (Internet Archive, 1996): one line before each body.
//!
//! Version 1 is `URL IP-address date content-type length`; version 2 puts five more fields before
//! the length. The URL may hold spaces, so fields are counted from the right. The first record of a
//! file, `filedesc://…`, describes the file.

use super::head::{Extent, Head, Role, set_text};
use super::warc;
use crate::date;
use crate::source::caps::Caps;
use crate::source::damage::DamageKind;
use memchr::{memchr, memchr_iter};

/// Fields after the URL: in version 1 the date is the third from the right, in version 2 the eighth.
const TAILS: [usize; 2] = [4, 9];

/// Whether a record begins here: a whole record line, or that of the file itself in any state.
pub(crate) fn opens(data: &[u8]) -> bool {
    if data.starts_with(b"filedesc:") {
        return true;
    }
    let line = memchr(b'\n', data).map_or(data, |n| &data[..n]);
    // Of a line longer than what is shown only the scheme can be judged.
    has_scheme(line) && (line.len() == data.len() && data.len() >= 512 || fields(line).is_some())
}

/// The start of the next record after a newline.
pub(crate) fn find(data: &[u8]) -> Option<usize> {
    memchr_iter(b'\n', data).map(|at| at + 1).find(|&at| {
        let line = memchr(b'\n', &data[at..]).map(|n| &data[at..at + n]);
        line.is_some_and(|line| has_scheme(line) && fields(line).is_some())
    })
}

/// How far the header reaches: to the end of the line.
pub(crate) fn extent(data: &[u8], caps: &Caps) -> Extent {
    match memchr(b'\n', data) {
        Some(n) if n < caps.header_line => Extent::Whole(n + 1),
        None if data.len() <= caps.header_line => Extent::Partial,
        _ => {
            let detail = format!("a header line is over {} bytes", caps.header_line);
            Extent::Bad(DamageKind::HeaderCap, detail)
        }
    }
}

/// Reads a record line.
pub(crate) fn parse(data: &[u8], head: &mut Head) {
    let line = data.trim_ascii_end();
    let Some(Fields { url, ip, date, content_type, length }) = fields(line) else {
        let last = line.rsplit(|&b| b == b' ').next().unwrap_or_default();
        head.length = warc::length(last);
        set_text(&mut head.length_text, &last[..last.len().min(40)]);
        return;
    };
    head.role = match url {
        _ if url.starts_with(b"filedesc:") => Role::Info,
        _ if starts_with_ignore_case(url, b"http") => Role::Response,
        _ => Role::Other,
    };
    set_text(&mut head.url, url);
    let date = std::str::from_utf8(date).ok().and_then(date::seconds);
    head.date.push_str(&date.unwrap_or_default());
    if ip != b"0.0.0.0" {
        set_text(&mut head.ip, ip);
    }
    set_text(&mut head.content_type, content_type);
    set_text(&mut head.length_text, length);
    head.length = warc::length(length);
}

struct Fields<'a> {
    url: &'a [u8],
    ip: &'a [u8],
    date: &'a [u8],
    content_type: &'a [u8],
    length: &'a [u8],
}

/// Takes a record line apart, or finds that it is none.
fn fields(line: &[u8]) -> Option<Fields<'_>> {
    let line = line.trim_ascii_end();
    TAILS.iter().find_map(|&tail| {
        let mut parts: Vec<&[u8]> = line.rsplitn(tail + 1, |&b| b == b' ').collect();
        parts.reverse();
        let [url, ip, date, content_type, ..] = parts[..] else { return None };
        let length = *parts.last()?;
        let dated = date.len() >= 8 && date.iter().all(u8::is_ascii_digit);
        let counted = !length.is_empty() && length.iter().all(u8::is_ascii_digit);
        (parts.len() == tail + 1 && dated && counted).then_some(Fields {
            url,
            ip,
            date,
            content_type,
            length,
        })
    })
}

fn has_scheme(line: &[u8]) -> bool {
    memchr(b':', &line[..line.len().min(16)]).is_some_and(|n| {
        n > 1 && line[..n].iter().all(u8::is_ascii_alphabetic) && !is_cut_scheme(&line[..n])
    })
}

/// Whether this is the end of a scheme's name: a length that is a byte or two too large takes its
/// beginning for the body's.
fn is_cut_scheme(name: &[u8]) -> bool {
    const SCHEMES: [&[u8]; 4] = [b"http", b"https", b"ftp", b"dns"];
    SCHEMES.iter().any(|scheme| scheme.len() > name.len() && scheme.ends_with(name))
}

fn starts_with_ignore_case(text: &[u8], prefix: &[u8]) -> bool {
    text.len() >= prefix.len() && text[..prefix.len()].eq_ignore_ascii_case(prefix)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(line: &[u8]) -> Head {
        let mut head = Head::default();
        parse(line, &mut head);
        head
    }

    #[test]
    fn fields_are_counted_from_the_right() {
        let one = head(b"http://a.org/x y 127.0.0.1 20140101000000 text/html 591\n");
        assert_eq!((one.url.as_str(), one.length), ("http://a.org/x y", Some(591)));
        assert_eq!((one.role, one.content_type.as_str()), (Role::Response, "text/html"));
        let two = head(b"http://a.org/ 1.2.3.4 20140101000000 text/html 200 - - 0 f.arc 7\n");
        assert_eq!((two.date.as_str(), two.length), ("2014-01-01T00:00:00Z", Some(7)));
        assert_eq!(two.ip, "1.2.3.4");
        let file = head(b"filedesc://f.arc 0.0.0.0 20140101000000 text/plain 77\n");
        assert_eq!((file.role, file.ip.as_str()), (Role::Info, ""));
        // A time that there is not.
        assert_eq!(head(b"http://a.org/ 1.2.3.4 20249999 text/html 7\n").date, "");
    }

    #[test]
    fn only_a_record_line_opens_a_record() {
        assert!(opens(b"http://a/ 1.2.3.4 20140101000000 text/html 591\nHTTP/1.1 200 OK"));
        assert!(!opens(b"HTTP/1.1 200 OK\r\n"));
        assert!(!opens(b"Note: 1 2 3 4\n"));
        assert!(opens(b"news://a/ 1.2.3.4 20140101000000 text/html 591\n"));
        assert!(!opens(b"ttp://a/ 1.2.3.4 20140101000000 text/html 591\n"));
        assert_eq!(find(b"x\nDate: today\nhttp://a/ 1 20140101 text/html 5\n"), Some(14));
    }
}
