//! WET: a WARC 1.0 `conversion` record a document, as Common Crawl publishes the text of its pages.
//!
//! Readers of Common Crawl's files take header lines by their position, so every record has the
//! same ones in the same order. As there, the first line of the block is the page's title, if it
//! has one. A gzip output has a member a record.
//!
//! Nothing depends on the time of the run. A record's id is a name-based UUID (RFC 9562, version
//! 5) of the captured record's id and the block's digest. What has no WARC-Record-ID is referred to
//! by the UUID of leafmill's own id, what has no address is given a `file:` one, and a time that is
//! not known is the epoch, as is that of the `warcinfo` record.

use std::borrow::Cow;
use std::fmt::Write as _;

use data_encoding::BASE32;
use sha1::{Digest, Sha1};

use super::{Document, Layout, Writer};
use crate::date;

/// WARC conversion records.
#[derive(Debug)]
pub struct Wet;

/// Where the time is not known.
const EPOCH: &str = "1970-01-01T00:00:00Z";

/// The name space of URLs for name-based UUIDs (RFC 9562, Section 6.6): record ids are URIs.
const URLS: [u8; 16] = 0x6ba7_b811_9dad_11d1_80b4_00c0_4fd4_30c8_u128.to_be_bytes();

impl Writer for Wet {
    fn suffix(&self) -> &'static str {
        ".warc.wet"
    }

    fn layout(&self) -> Layout {
        Layout::Members
    }

    fn begin(&self, out: &mut Vec<u8>) {
        let block = concat!(
            "software: leafmill/",
            env!("CARGO_PKG_VERSION"),
            "\r\nformat: WARC File Format 1.0\r\n",
            "description: The main content of web pages, as plain text\r\n"
        );
        let fields = [
            ("WARC-Type", "warcinfo"),
            ("WARC-Date", EPOCH),
            ("WARC-Record-ID", &format!("<{}>", uuid(block))),
            ("Content-Type", "application/warc-fields"),
        ];
        record(&fields, &[block.as_bytes()], out);
    }

    fn write(&self, document: &Document, out: &mut Vec<u8>) {
        let of_archive = &document.record;
        let lines = [document.title.unwrap_or_default(), document.text];
        let lines = lines.into_iter().filter(|line| !line.is_empty());
        let block: Vec<&[u8]> = lines.flat_map(|line| [line.as_bytes(), b"\n"]).collect();
        let mut sha1 = Sha1::new();
        block.iter().for_each(|piece| sha1.update(piece));
        let digest = format!("sha1:{}", BASE32.encode(&sha1.finalize()));
        let original = of_archive.record_id.map_or_else(|| uuid(document.id), str::to_owned);
        let address = document.url.map_or_else(|| file_address(document.id), Cow::Borrowed);
        let fields = [
            ("WARC-Type", "conversion"),
            ("WARC-Target-URI", &*address),
            ("WARC-Date", &of_archive.date.and_then(date::seconds).unwrap_or(EPOCH.to_owned())),
            ("WARC-Record-ID", &format!("<{}>", uuid(&format!("{original} {digest}")))),
            ("WARC-Refers-To", &format!("<{original}>")),
            ("WARC-Block-Digest", &digest),
            ("Content-Type", "text/plain"),
        ];
        record(&fields, &block, out);
    }
}

/// Appends a record: its fields in order, its length, and a block in pieces.
fn record(fields: &[(&str, &str)], block: &[&[u8]], out: &mut Vec<u8>) {
    let length: usize = block.iter().map(|piece| piece.len()).sum();
    out.extend_from_slice(b"WARC/1.0\r\n");
    for (name, value) in fields.iter().chain([&("Content-Length", &*length.to_string())]) {
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b": ");
        // A field is one line, whatever is in its value.
        out.extend(value.bytes().filter(|byte| !byte.is_ascii_control()));
        out.extend_from_slice(b"\r\n");
    }
    out.extend_from_slice(b"\r\n");
    block.iter().for_each(|piece| out.extend_from_slice(piece));
    out.extend_from_slice(b"\r\n\r\n");
}

/// The version 5 UUID of a URI, as a URN.
fn uuid(name: &str) -> String {
    let digest = Sha1::new().chain_update(URLS).chain_update(name).finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    bytes[6] = bytes[6] & 0x0F | 0x50;
    bytes[8] = bytes[8] & 0x3F | 0x80;
    let hex = format!("{:032x}", u128::from_be_bytes(bytes));
    format!(
        "urn:uuid:{}-{}-{}-{}-{}",
        &hex[..8],
        &hex[8..12],
        &hex[12..16],
        &hex[16..20],
        &hex[20..]
    )
}

/// An address for an id: percent-encoded but for what paths are made of.
fn file_address(id: &str) -> Cow<'static, str> {
    let mut address = String::from("file:");
    for byte in id.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/:".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    Cow::Owned(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_uuid_is_that_of_the_standard() {
        // Computed with Python's uuid.uuid5(uuid.NAMESPACE_URL, ...).
        assert_eq!(
            uuid("http://www.example.com/"),
            "urn:uuid:fcde3c85-2270-590f-9e7c-ee003d65e0e2"
        );
    }

    #[test]
    fn an_id_without_an_address_has_one_that_is_a_uri() {
        assert_eq!(file_address("b/c d:7é"), "file:b/c%20d:7%C3%A9");
    }

    #[test]
    fn a_header_has_no_way_to_grow_a_line() {
        let mut out = Vec::new();
        record(&[("A", "x\r\nB: y")], &[b"z"], &mut out);
        assert_eq!(out, b"WARC/1.0\r\nA: xB: y\r\nContent-Length: 1\r\n\r\nz\r\n\r\n");
    }
}
