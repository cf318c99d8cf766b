//! Real archives read beside the `fastwarc` crate: what it delivers, leafmill delivers too.

#![allow(clippy::unwrap_used, missing_docs)]

use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::Path;

use fastwarc::warc::iter::{ArchiveIterator, ArchiveIteratorOptions};
use fastwarc::warc::record::{AutoDecode, WarcRecordType};
use leafmill::internals::source::{Caps, Event, Input, Reader, Record, plan};

/// The pages of a file, ids and bodies, if nothing of it is damaged.
fn pages_by_leafmill(input: &Input) -> Option<Vec<(String, Vec<u8>)>> {
    let mut reader = Reader::open(input, &Caps::default()).unwrap();
    let mut record = Record::default();
    let mut pages = Vec::new();
    while let Some(event) = reader.read(&mut record).unwrap() {
        match event {
            Event::Page(()) => pages.push((record.id.clone(), record.body.to_vec())),
            Event::Damage(_) => return None,
            _ => {}
        }
    }
    Some(pages)
}

/// The declared HTML pages that fastwarc delivers before it stops: ids and decoded bodies.
fn pages_by_fastwarc(path: &Path) -> Vec<(String, Vec<u8>)> {
    let options =
        ArchiveIteratorOptions { decode_http_payload: AutoDecode::All, ..Default::default() };
    let bytes = Cursor::new(fs::read(path).unwrap());
    let mut pages = Vec::new();
    for record in ArchiveIterator::with_options(bytes, options).map_while(Result::ok) {
        let mut record = record.borrow_mut();
        let page_like = [WarcRecordType::Response, WarcRecordType::Resource];
        let html = record.http_content_type().is_some_and(|t| t.eq_ignore_ascii_case("text/html"));
        let mut body = Vec::new();
        if html
            && page_like.contains(&record.record_type())
            && record.reader_mut().unwrap().read_to_end(&mut body).is_ok()
        {
            let id = record.record_id().unwrap_or_default().trim_matches(['<', '>']).to_owned();
            pages.push((id, body));
        }
    }
    pages
}

#[test]
fn every_page_that_fastwarc_delivers_from_undamaged_files_is_delivered() {
    let Some(data) = std::env::var_os("LEAFMILL_DATA") else {
        let _ = writeln!(std::io::stderr(), "skipped: LEAFMILL_DATA is not set");
        return;
    };
    let root = Path::new(&data).join("warcs");
    let plan = plan(std::slice::from_ref(&root)).unwrap();
    let mut compared = 0;
    for input in &plan.inputs {
        let path = root.join(&input.name);
        // What lies within a WACZ is no file of its own, and fastwarc opens files.
        if !path.is_file() {
            continue;
        }
        let Some(pages) = pages_by_leafmill(input) else { continue };
        let mut ours = pages.iter();
        for (id, body) in pages_by_fastwarc(&path) {
            let found = ours.any(|page| (id.is_empty() || page.0 == id) && page.1 == body);
            assert!(found, "{}: {id}, {} bytes", input.name, body.len());
            compared += 1;
        }
    }
    assert!(compared > 350, "{compared}");
}
