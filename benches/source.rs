//! Unpacking and framing, in bytes of unpacked data a second, beside the `fastwarc` crate.
//!
//! The archive is made of real pages where `LEAFMILL_DATA` is set, else of generated ones, one gzip
//! member a record, a request and a metadata record to each response, as crawlers write them.

#![allow(clippy::unwrap_used, missing_docs)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fastwarc::warc::iter::ArchiveIterator;
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use leafmill::internals::source::{Caps, Event, Reader, Record, plan};
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Pages in the archive.
const PAGES: usize = 300;

fn pages() -> Vec<Vec<u8>> {
    let Some(data) = std::env::var_os("LEAFMILL_DATA") else {
        return (0..PAGES).map(generated).collect();
    };
    let mut paths: Vec<PathBuf> = fs::read_dir(Path::new(&data).join("datasets/wcxb-dev/dev/html"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let unpack = |path: &PathBuf| {
        let mut page = Vec::new();
        MultiGzDecoder::new(File::open(path).unwrap()).read_to_end(&mut page).unwrap();
        page
    };
    paths.iter().take(PAGES).map(unpack).collect()
}

fn generated(i: usize) -> Vec<u8> {
    let mut page = format!("<!DOCTYPE html><title>Page {i}</title>").into_bytes();
    let mut state = i as u64 + 1;
    for _ in 0..3000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let (class, one, two) = (state >> 61, state >> 50, state >> 54);
        writeln!(page, "<p class=\"c{class}\">Word{one} and word{two}</p>").unwrap();
    }
    page
}

/// A record as a gzip member, and its length unpacked.
fn member(kind: &str, content_type: &str, id: &str, body: &[u8]) -> (Vec<u8>, usize) {
    let mut record = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:test:{id}>\r\n\
         WARC-Target-URI: http://example.org/{id}\r\nWARC-Date: 2024-01-01T00:00:00Z\r\n\
         Content-Type: {content_type}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    )
    .into_bytes();
    record.extend_from_slice(body);
    record.extend_from_slice(b"\r\n\r\n");
    let mut gz = GzEncoder::new(Vec::new(), Compression::default());
    gz.write_all(&record).unwrap();
    (gz.finish().unwrap(), record.len())
}

/// Writes the archive; the bytes that it unpacks to.
fn archive(path: &Path) -> u64 {
    let mut file = File::create(path).unwrap();
    let mut unpacked = 0;
    for (i, page) in pages().iter().enumerate() {
        let request = b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n";
        let mut response = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n".to_vec();
        response.extend_from_slice(page);
        for (kind, content_type, body) in [
            ("request", "application/http; msgtype=request", &request[..]),
            ("response", "application/http; msgtype=response", &response),
            ("metadata", "application/warc-fields", b"fetchTimeMs: 100\r\n"),
        ] {
            let (bytes, len) = member(kind, content_type, &format!("{kind}{i}"), body);
            file.write_all(&bytes).unwrap();
            unpacked += len as u64;
        }
    }
    unpacked
}

fn read_leafmill(path: &Path) -> usize {
    let input = plan(&[path.to_path_buf()]).unwrap().inputs.remove(0);
    let mut reader = Reader::open(&input, &Caps::default()).unwrap();
    let mut record = Record::default();
    let mut bytes = 0;
    while let Some(event) = reader.read(&mut record).unwrap() {
        if let Event::Page(()) = event {
            bytes += black_box(&record.body).len();
        }
    }
    bytes
}

fn read_fastwarc(path: &Path) -> usize {
    let mut body = Vec::new();
    let mut bytes = 0;
    for record in ArchiveIterator::from_path(path).unwrap() {
        let record = record.unwrap();
        let mut record = record.borrow_mut();
        if record.http_content_type().as_deref() == Some("text/html") {
            body.clear();
            record.reader_mut().unwrap().read_to_end(&mut body).unwrap();
            bytes += black_box(&body).len();
        }
    }
    bytes
}

fn source(c: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.warc.gz");
    let unpacked = archive(&path);
    assert_eq!(read_leafmill(&path), read_fastwarc(&path));
    let mut group = c.benchmark_group("source");
    group.throughput(Throughput::Bytes(unpacked)).sample_size(20);
    group.bench_function("leafmill", |b| b.iter(|| read_leafmill(&path)));
    group.bench_function("fastwarc", |b| b.iter(|| read_fastwarc(&path)));
    group.finish();
}

criterion_group!(benches, source);
criterion_main!(benches);
