//! What the archive says of a page: the `record` of a row.

use std::borrow::Cow;

use serde::Serialize;

use crate::decode::Charset;
use crate::source;

/// How many of its values there are where they are flat.
const CELLS: usize = 13;

/// Where a document came from, and what is known of its capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Provenance<'a> {
    /// WARC-Record-ID without angle brackets.
    pub record_id: Option<&'a str>,
    /// The input file.
    pub file: &'a str,
    /// Byte offset of the record, or of its gzip member, in that file.
    pub offset: u64,
    /// What the record is to its archive, such as `response`.
    #[serde(rename = "type")]
    pub kind: Option<&'a str>,
    /// Time of capture, such as `2024-05-01T12:00:00Z`.
    pub date: Option<&'a str>,
    /// The status code of the HTTP response.
    pub http_status: Option<u16>,
    /// The declared media type with its parameters.
    pub content_type: Option<&'a str>,
    /// The WARC-Payload-Digest.
    pub payload_digest: Option<&'a str>,
    /// The address of the server.
    pub ip: Option<&'a str>,
    /// Why the body is cut, if it is: the crawler's reason, or the name of the damage or the cap.
    pub truncated: Option<&'a str>,
    /// The content encodings that the head names and the body is not in, where that is so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub belied_encoding: Option<&'a str>,
    /// The encoding that the page was read with.
    pub charset: Charset,
}

impl<'a> Provenance<'a> {
    /// What a record says, which lies in `file` and was read with `charset`.
    pub fn of(record: &'a source::Record, file: &'a str, charset: Charset) -> Provenance<'a> {
        Provenance {
            record_id: record.is_named.then_some(record.id.as_str()),
            file,
            offset: record.at.offset,
            kind: record.kind.map(source::RecordType::name),
            date: record.date.as_deref(),
            http_status: record.http_status,
            content_type: record.content_type.as_deref(),
            payload_digest: record.payload_digest.as_deref(),
            ip: record.ip.as_deref(),
            truncated: record.truncated.as_deref(),
            belied_encoding: record.belied_encoding.as_deref(),
            charset,
        }
    }

    /// Names of what [`Provenance::cells`] gives, for formats whose rows are flat.
    pub(super) const COLUMNS: [&'static str; CELLS] = [
        "record_id",
        "file",
        "offset",
        "type",
        "date",
        "http_status",
        "content_type",
        "payload_digest",
        "ip",
        "truncated",
        "charset",
        "charset_from",
        "replaced",
    ];

    /// All of it as text, in the order of [`Provenance::COLUMNS`]; `None` where there is nothing.
    pub(super) fn cells(&self) -> [Option<Cow<'a, str>>; CELLS] {
        let text = |text: Option<&'a str>| text.map(Cow::Borrowed);
        let number = |number: u64| Some(Cow::Owned(number.to_string()));
        [
            text(self.record_id),
            text(Some(self.file)),
            number(self.offset),
            text(self.kind),
            text(self.date),
            self.http_status.and_then(|status| number(status.into())),
            text(self.content_type),
            text(self.payload_digest),
            text(self.ip),
            text(self.truncated),
            text(Some(self.charset.name)),
            text(Some(self.charset.from.name())),
            number(self.charset.replaced),
        ]
    }
}
