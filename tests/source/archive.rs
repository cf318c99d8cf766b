//! A writer of archives for tests, and a reader of all their events.

use flate2::Compression;
use flate2::write::GzEncoder;
use leafmill::internals::source::{Caps, Damage, Event, PassedOver, Reader, Record};
use std::io::{Cursor, Write};

/// A WARC record of the given type, with the fields as they are.
pub fn record(id: &str, fields: &str, body: &[u8]) -> Vec<u8> {
    let mut out = format!("WARC/1.0\r\nWARC-Record-ID: <{id}>\r\n{fields}\r\n").into_bytes();
    out.extend_from_slice(body);
    out.extend_from_slice(b"\r\n\r\n");
    out
}

/// The HTTP message that carries a page.
pub fn message(page: &[u8]) -> Vec<u8> {
    let mut out = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n".to_vec();
    out.extend_from_slice(page);
    out
}

/// A response whose header claims `length` bytes.
pub fn claiming(id: &str, length: &str, page: &[u8]) -> Vec<u8> {
    let fields = format!(
        "WARC-Type: response\r\nWARC-Target-URI: http://a.org/{id}\r\n\
         Content-Type: application/http; msgtype=response\r\nContent-Length: {length}\r\n"
    );
    record(id, &fields, &message(page))
}

/// A response with a page.
pub fn response(id: &str, page: &[u8]) -> Vec<u8> {
    claiming(id, &message(page).len().to_string(), page)
}

/// The page that tests put into record `i`: no two are alike.
pub fn page(i: usize) -> Vec<u8> {
    format!(
        "<!DOCTYPE html><title>Page {i}</title><p>Text of page {i}: {}",
        "word ".repeat(i % 7 * 9)
    )
    .into_bytes()
}

/// `n` responses with pages.
pub fn responses(n: usize) -> Vec<Vec<u8>> {
    (0..n).map(|i| response(&format!("r{i}"), &page(i))).collect()
}

/// One gzip member.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    member(bytes, Compression::default())
}

/// One gzip member that keeps the bytes as they are.
pub fn stored(bytes: &[u8]) -> Vec<u8> {
    member(bytes, Compression::none())
}

fn member(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut gz = GzEncoder::new(Vec::new(), level);
    gz.write_all(bytes).unwrap();
    gz.finish().unwrap()
}

/// What reading an archive came to.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Events {
    pub pages: Vec<Record>,
    pub damage: Vec<Damage>,
    pub passed_over: Vec<PassedOver>,
}

impl Events {
    /// The ids of the pages, in order.
    pub fn ids(&self) -> Vec<&str> {
        self.pages.iter().map(|r| r.id.as_str()).collect()
    }

    /// The ids of the pages that are cut.
    pub fn cut(&self) -> Vec<&str> {
        self.pages.iter().filter(|r| r.truncated.is_some()).map(|r| r.id.as_str()).collect()
    }

    /// The kinds of damage and where they are.
    pub fn kinds(&self) -> Vec<(&'static str, u64)> {
        self.damage.iter().map(|d| (d.kind.name(), d.at.offset)).collect()
    }

    /// Reads everything that is left in a reader.
    pub fn collect(reader: &mut Reader) -> Events {
        let mut events = Events::default();
        let mut record = Record::default();
        while let Some(event) = reader.read(&mut record).unwrap() {
            match event {
                Event::Page(()) => events.pages.push(record.clone()),
                Event::Damage(damage) => events.damage.push(damage),
                Event::PassedOver(why) => events.passed_over.push(why),
                _ => panic!("an event that is not known"),
            }
        }
        events
    }
}

/// Reads an archive as a stream.
pub fn read(bytes: &[u8]) -> Events {
    read_capped(bytes, &Caps::default())
}

/// Reads an archive as a stream, with other caps.
pub fn read_capped(bytes: &[u8], caps: &Caps) -> Events {
    let stream = Box::new(Cursor::new(bytes.to_vec()));
    Events::collect(&mut Reader::stream(stream, "a.warc", caps).unwrap())
}
