//! A captured page, and where it came from.

use super::body::sniff::is_other_format;
use super::bytes::Body;
use super::fields::fields;
use crate::decode::{self, Charset};
use std::mem::take;
use std::path::Path;
use std::sync::Arc;

/// Where in the input something is: what a damage report and a row's `record` point at.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Location {
    /// The input file.
    pub file: Arc<Path>,
    /// Byte offset in the file as it lies on disk: of the gzip member, or of the record where the
    /// file is not compressed. A record that is not the first of its member adds the unpacked bytes
    /// before it, so that in a file of a single member no two have the same offset. Of a zstd or LZ4
    /// file it is an offset in what the file unpacks to.
    pub offset: u64,
}

/// What a record is to the archive it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RecordType {
    /// What a server answered.
    Response,
    /// A resource as it is, without a head.
    Resource,
    /// Another form of a record, such as its text.
    Conversion,
}

impl RecordType {
    /// The name that WARC has for it.
    pub fn name(self) -> &'static str {
        match self {
            RecordType::Response => "response",
            RecordType::Resource => "resource",
            RecordType::Conversion => "conversion",
        }
    }
}

/// One captured page, or one of plain text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// WARC-Record-ID without angle brackets, else `file:offset`; for loose HTML its name.
    pub id: String,
    /// Whether the id is the record's own, a WARC-Record-ID.
    pub is_named: bool,
    /// What the record is to its archive; `None` for a page that is a file of its own.
    pub kind: Option<RecordType>,
    /// The page's address, where the container has it.
    pub url: Option<String>,
    /// The declared media type with its parameters, from the HTTP head or the record.
    pub content_type: Option<String>,
    /// Time of capture: as WARC has it, an ARC's in the same form, `2024-05-01T12:00:00Z`.
    pub date: Option<String>,
    /// The WARC-Payload-Digest: of the body as captured, its transfer encoding undone.
    pub payload_digest: Option<String>,
    /// The address of the server, where the archive has it.
    pub ip: Option<String>,
    /// The status code of the HTTP response.
    pub http_status: Option<u16>,
    /// The head of the HTTP response as captured, status line and header fields; empty where there is
    /// none. [`Record::http_headers`] reads it.
    pub http_head: Vec<u8>,
    /// The content encodings that the head names and the body is not in, where that is so.
    pub belied_encoding: Option<String>,
    /// Where the record is.
    pub at: Location,
    /// The body, transfer and content encodings undone; the charset is not decoded.
    pub body: Body,
    /// Whether the body is text that a program has decoded: UTF-8, whatever the page and its media type
    /// declare. No reader sets it.
    pub is_decoded: bool,
    /// Whether the body is plain text, which is all content.
    pub is_text: bool,
    /// Whether the body is no HTML, whatever it was declared to be.
    pub is_foreign: bool,
    /// Why the body is cut, if it is: the WARC-Truncated of the crawler, such as `length`, or the name
    /// of the [`super::DamageKind`] that cut it.
    pub truncated: Option<String>,
}

impl Record {
    /// The header fields of the HTTP response, names as written, in order. What is no UTF-8 becomes
    /// U+FFFD.
    pub fn http_headers(&self) -> impl Iterator<Item = (String, String)> + '_ {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let lines = memchr::memchr(b'\n', &self.http_head).map_or(0, |n| n + 1);
        fields(&self.http_head[lines..]).map(move |(name, value)| (text(&name), text(&value)))
    }

    /// The first header field of the HTTP response with this name, in whatever case.
    pub fn http_header(&self, name: &str) -> Option<String> {
        self.http_headers().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, v)| v)
    }

    /// The body as text, a conversion going to `memory`.
    pub(crate) fn decode_in<'a>(&'a self, memory: &'a mut String) -> (&'a str, Charset) {
        match self.is_decoded {
            true => decode::given_in(memory, &self.body),
            false => decode::decode_in(memory, &self.body, self.content_type.as_deref()),
        }
    }

    /// Tells by the body's first bytes whether it is HTML, for a record that no reader has filled.
    pub fn sniff(&mut self) {
        self.is_foreign = is_other_format(&self.body);
    }

    /// Forgets what a last page left here; the body and the head keep their memory.
    pub(crate) fn clear(&mut self) {
        let (mut body, mut http_head) = (take(&mut self.body), take(&mut self.http_head));
        body.clear();
        http_head.clear();
        *self = Record { body, http_head, ..Record::at(self.at.clone()) };
    }

    fn at(at: Location) -> Record {
        Record {
            id: String::new(),
            is_named: false,
            kind: None,
            url: None,
            content_type: None,
            date: None,
            payload_digest: None,
            ip: None,
            http_status: None,
            http_head: Vec::new(),
            belied_encoding: None,
            is_decoded: false,
            at,
            body: Body::default(),
            is_text: false,
            is_foreign: false,
            truncated: None,
        }
    }
}

impl Default for Record {
    /// An empty record, for a reader to fill.
    fn default() -> Record {
        Record::at(Location { file: Path::new("").into(), offset: 0 })
    }
}

/// Puts a value into a reused field; an empty one means that there is none.
pub(crate) fn set(field: &mut Option<String>, value: &str) {
    match field {
        _ if value.is_empty() => *field = None,
        Some(text) => {
            text.clear();
            text.push_str(value);
        }
        None => *field = Some(value.to_owned()),
    }
}
