//! WARC record headers (ISO 28500, versions 0.17 to 1.1), read leniently.
//!
//! A header is a version line, then named fields, then a blank line. Lines may end in LF alone,
//! fields may be folded, and neither names nor the version line have a case. Nothing here trusts a claimed length.

use super::head::{Extent, Head, Role, set_text};
use crate::source::caps::Caps;
use crate::source::damage::DamageKind;
use crate::source::fields::fields;
use memchr::{memchr, memchr_iter};

/// Whether a record begins here: the version line, and a field or the header's end after it.
pub(crate) fn opens(data: &[u8]) -> bool {
    let Some((magic, rest)) = data.split_at_checked(5) else { return false };
    if !magic.eq_ignore_ascii_case(b"WARC/") {
        return false;
    }
    let Some(line) = memchr(b'\n', &rest[..rest.len().min(32)]) else { return false };
    let version = rest[..line].trim_ascii_end();
    let numbers = !version.is_empty() && version.iter().all(|b| b.is_ascii_digit() || *b == b'.');
    numbers && rest[line + 1..].first().is_none_or(|b| b.is_ascii_graphic() || b"\r\n".contains(b))
}

/// The start of the next record after a newline.
pub(crate) fn find(data: &[u8]) -> Option<usize> {
    memchr_iter(b'\n', data).map(|at| at + 1).find(|&at| opens(&data[at..]))
}

/// How far the header reaches: to the first blank line.
pub(crate) fn extent(data: &[u8], caps: &Caps) -> Extent {
    let mut at = 0;
    loop {
        let line = memchr(b'\n', &data[at..]);
        let len = line.map_or(data.len() - at, |n| n + 1);
        if len > caps.header_line {
            let detail = format!("a header line is over {} bytes", caps.header_line);
            return Extent::Bad(DamageKind::HeaderCap, detail);
        }
        if at + len > caps.header {
            let detail = format!("the header is over {} bytes", caps.header);
            return Extent::Bad(DamageKind::HeaderCap, detail);
        }
        if line.is_none() {
            return Extent::Partial;
        }
        at += len;
        if data[at - len..at].iter().all(|b| b"\r\n".contains(b)) {
            return Extent::Whole(at);
        }
    }
}

/// Reads the fields of a whole header.
pub(crate) fn parse(data: &[u8], head: &mut Head) {
    for (name, value) in fields(data) {
        field(&name, &value, head);
    }
}

fn field(name: &[u8], value: &[u8], head: &mut Head) {
    if name.eq_ignore_ascii_case(b"WARC-Type") {
        head.role = role(value);
    } else if name.eq_ignore_ascii_case(b"WARC-Record-ID") {
        set_text(&mut head.id, unbracketed(value));
    } else if name.eq_ignore_ascii_case(b"WARC-Target-URI") {
        // Some versions of wget wrote the address in angle brackets too.
        set_text(&mut head.url, unbracketed(value));
    } else if name.eq_ignore_ascii_case(b"WARC-Date") {
        set_text(&mut head.date, value);
    } else if name.eq_ignore_ascii_case(b"Content-Type") {
        set_text(&mut head.content_type, value);
    } else if name.eq_ignore_ascii_case(b"Content-Length") {
        head.length = length(value);
        set_text(&mut head.length_text, &value[..value.len().min(40)]);
    } else if name.eq_ignore_ascii_case(b"WARC-Truncated") {
        set_text(&mut head.truncated, value);
    } else if name.eq_ignore_ascii_case(b"WARC-Identified-Payload-Type") {
        set_text(&mut head.identified, value);
    } else if name.eq_ignore_ascii_case(b"WARC-Payload-Digest") {
        set_text(&mut head.payload_digest, value);
    } else if name.eq_ignore_ascii_case(b"WARC-IP-Address") {
        set_text(&mut head.ip, value);
    }
}

fn role(value: &[u8]) -> Role {
    const ROLES: [(&[u8], Role); 8] = [
        (b"response", Role::Response),
        (b"resource", Role::Resource),
        (b"request", Role::Request),
        (b"metadata", Role::Metadata),
        (b"warcinfo", Role::Info),
        (b"revisit", Role::Revisit),
        (b"conversion", Role::Conversion),
        (b"continuation", Role::Continuation),
    ];
    let known = ROLES.iter().find(|(name, _)| value.eq_ignore_ascii_case(name));
    known.map_or(Role::Other, |&(_, role)| role)
}

/// A length of digits alone: no sign, nothing that overflows.
pub(crate) fn length(value: &[u8]) -> Option<u64> {
    if value.is_empty() || !value.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(value).ok()?.parse().ok()
}

fn unbracketed(value: &[u8]) -> &[u8] {
    value.strip_prefix(b"<").and_then(|v| v.strip_suffix(b">")).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_no_case_are_unfolded_and_lose_their_brackets() {
        let text = b"WARC/1.0\r\nwarc-type: Response\r\nWARC-Record-ID: <urn:uuid:1>\r\n\
            WARC-Target-URI:\r\n  <http://a/\r\n\tb>\r\nContent-Length: 12\r\n\
            no colon here\r\nWARC-Truncated: length\r\n\r\n";
        assert_eq!(extent(text, &Caps::default()), Extent::Whole(text.len()));
        let mut head = Head::default();
        parse(text, &mut head);
        assert_eq!(head.role, Role::Response);
        assert_eq!(head.id, "urn:uuid:1");
        assert_eq!(head.url, "<http://a/ b>".trim_matches(['<', '>']));
        assert_eq!(head.length, Some(12));
        assert_eq!(head.truncated, "length");
    }

    #[test]
    fn a_length_is_digits_or_nothing() {
        for (text, want) in [
            (&b"0"[..], Some(0)),
            (b"1000000000000000", Some(1_000_000_000_000_000)),
            (b"-1", None),
            (b"+1", None),
            (b"NaN", None),
            (b"", None),
            (b"99999999999999999999999", None),
        ] {
            assert_eq!(length(text), want);
        }
    }

    #[test]
    fn a_record_opens_with_a_version_line_only() {
        assert!(opens(b"WARC/1.0\r\nWARC-Type: response\r\n"));
        assert!(opens(b"warc/0.17\nx"));
        assert!(!opens(b"WARC/1.0 is a format\n"));
        assert!(!opens(b"WARC/"));
        assert_eq!(find(b"WARC/1.0\r\na\nWARC/x\n\nWARC/1.1\r\n"), Some(20));
    }

    #[test]
    fn the_caps_hold_for_a_line_and_for_the_header() {
        let caps = Caps { header_line: 20, header: 60, ..Caps::default() };
        let bad =
            |text: &[u8]| matches!(extent(text, &caps), Extent::Bad(DamageKind::HeaderCap, _));
        assert!(bad(&[b'a'; 21]));
        assert!(bad(&b"a: 0123456789\n".repeat(5)));
        assert_eq!(extent(&[b'a'; 20], &caps), Extent::Partial);
    }
}
