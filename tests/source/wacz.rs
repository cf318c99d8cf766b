//! WACZ: zip files whose archives are read as if each lay on the disk.

use super::archive::{Events, gzip, page, response, responses, stored};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use leafmill::Error;
use leafmill::internals::source::{Caps, Join, PassedOver, Plan, Reader, Record, join, plan};
use rawzip::{CompressionMethod, ZipArchiveWriter};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// How a member of a zip file is packed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Packing {
    Stored,
    Deflated,
    Bzip2,
}

use Packing::{Bzip2, Deflated, Stored};

/// A zip file of these members.
fn zip(members: &[(&str, Packing, &[u8])]) -> Vec<u8> {
    let mut zip = ZipArchiveWriter::new(Vec::new());
    for &(name, packing, bytes) in members {
        let method = match packing {
            Stored => CompressionMethod::STORE,
            Deflated => CompressionMethod::DEFLATE,
            Bzip2 => CompressionMethod::BZIP2,
        };
        let file = zip.new_file(name).compression_method(method);
        let (mut entry, config) = file.start().unwrap();
        let descriptor = if packing == Deflated {
            let mut all = config.wrap(DeflateEncoder::new(&mut entry, Compression::fast()));
            all.write_all(bytes).unwrap();
            let (encoder, descriptor) = all.finish().unwrap();
            encoder.finish().unwrap();
            descriptor
        } else {
            let mut all = config.wrap(&mut entry);
            all.write_all(bytes).unwrap();
            all.finish().unwrap().1
        };
        entry.finish(descriptor).unwrap();
    }
    zip.finish().unwrap()
}

/// Responses, each in a member, with these ids.
fn archive(prefix: &str, count: usize) -> Vec<u8> {
    let of = |i| gzip(&response(&format!("{prefix}{i}"), &page(i)));
    (0..count).flat_map(of).collect()
}

/// Responses of some 10 kB, each in a member that keeps its bytes.
fn numbers(count: u32) -> Vec<u8> {
    let page = |i: u32| {
        (0..900u32).map(move |j| format!("<p>{}", (i * 900 + j).wrapping_mul(2_654_435_761)))
    };
    let of = |i| stored(&response(&format!("n{i}"), page(i).collect::<String>().as_bytes()));
    (0..count).flat_map(of).collect()
}

/// A WACZ with an archive of every packing, and what else a WACZ has.
fn wacz() -> Vec<u8> {
    let plain = responses(2).concat();
    zip(&[
        ("datapackage.json", Deflated, b"{\"profile\": \"data-package\"}"),
        ("archive/a.warc.gz", Stored, &archive("a", 3)),
        ("archive/deep/b.warc.gz", Deflated, &archive("b", 2)),
        ("archive/c.warc", Deflated, &plain),
        ("archive/notes.txt", Stored, b"no archive"),
        ("archive/empty.warc.gz", Stored, b""),
        ("indexes/index.cdx.gz", Stored, &gzip(b"org,example)/ 2024")),
        ("pages/pages.jsonl", Deflated, b"{\"id\": \"1\"}"),
    ])
}

/// Puts a file into a new directory.
fn placed(name: &str, bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    (folder, path)
}

fn read(plan: &Plan) -> Events {
    let mut all = Events::default();
    for input in &plan.inputs {
        let mut reader = Reader::open(input, &Caps::default()).unwrap();
        let events = Events::collect(&mut reader);
        all.pages.extend(events.pages);
        all.damage.extend(events.damage);
    }
    all
}

#[test]
fn each_archive_of_a_wacz_is_an_input() {
    let (folder, path) = placed("crawl.wacz", &wacz());
    let of_file = plan(std::slice::from_ref(&path)).unwrap();
    let of_directory = plan(&[folder.path().to_path_buf()]).unwrap();
    for plan in [of_file, of_directory] {
        let names: Vec<_> = plan.inputs.iter().map(|input| input.name.as_str()).collect();
        assert_eq!(
            names,
            ["archive/a.warc.gz", "archive/deep/b.warc.gz", "archive/c.warc"]
                .map(|name| format!("crawl.wacz/{name}"))
        );
        let not_taken = [
            (path.join("archive/notes.txt"), PassedOver::Foreign),
            (path.join("archive/empty.warc.gz"), PassedOver::Empty),
        ];
        assert_eq!((plan.passed_over.as_slice(), plan.unreadable.len()), (&not_taken[..], 0));
        let events = read(&plan);
        assert_eq!(events.ids(), ["a0", "a1", "a2", "b0", "b1", "r0", "r1"]);
        assert_eq!(events.damage, []);
        // A record is where it would be were the archive a file, as the index of the WACZ has it.
        let second = &events.pages[1].at;
        let first = gzip(&response("a0", &page(0))).len() as u64;
        assert_eq!((&*second.file, second.offset), (&*path.join("archive/a.warc.gz"), first));
    }
}

#[test]
fn an_archive_that_is_stored_is_read_by_parts() {
    let bytes = archive("r", 60);
    let (_folder, path) = placed("x.wacz", &zip(&[("archive/a.warc.gz", Stored, &bytes)]));
    let input = &plan(&[path]).unwrap().inputs[0];
    assert_eq!(input.size, bytes.len() as u64);
    let parts = input.parts(700).unwrap();
    assert!(parts.len() > 5);
    let (mut ids, mut stopped) = (Vec::new(), Some(0));
    for part in parts {
        let mut reader = Reader::part(input, part, &Caps::default()).unwrap();
        let events = Events::collect(&mut reader);
        assert_eq!(join(stopped, part, reader.span()), Join::Keep);
        stopped = reader.span().stopped;
        ids.extend(events.ids().into_iter().map(str::to_owned));
    }
    assert_eq!(ids, (0..60).map(|i| format!("r{i}")).collect::<Vec<_>>());
    // What is packed again can only be read from its start.
    let (_folder, path) = placed("x.wacz", &zip(&[("archive/a.warc.gz", Deflated, &bytes)]));
    assert_eq!(plan(&[path]).unwrap().inputs[0].parts(700).unwrap().len(), 1);
}

#[test]
fn damage_in_a_wacz_is_located_and_costs_itself_alone() {
    let (a, b) = (archive("a", 3), numbers(40));
    let whole = zip(&[("archive/a.warc.gz", Stored, &a), ("archive/b.warc.gz", Deflated, &b)]);
    let at = |bytes: &[u8]| memchr::memmem::find(&whole, bytes).unwrap();
    // A byte of the second member of what is stored.
    let second = gzip(&response("a1", &page(1)));
    let mut flipped = whole.clone();
    flipped[at(&second) + second.len() / 2] ^= 0x55;
    let (_folder, path) = placed("x.wacz", &flipped);
    let events = read(&plan(std::slice::from_ref(&path)).unwrap());
    assert!(!events.ids().contains(&"a1") && events.pages.len() == 42, "{:?}", events.ids());
    let damage = &events.damage[0].at;
    let offset = gzip(&response("a0", &page(0))).len() as u64;
    assert_eq!((&*damage.file, damage.offset), (&*path.join("archive/a.warc.gz"), offset));
    // A byte near the end of what is packed again: what is before it is delivered.
    let end = at(b"PK\x01\x02");
    let mut flipped = whole.clone();
    flipped[end - 60] ^= 0x55;
    let (_folder, path) = placed("x.wacz", &flipped);
    let found = plan(std::slice::from_ref(&path)).unwrap();
    let mut reader = Reader::open(&found.inputs[1], &Caps::default()).unwrap();
    let (mut record, mut pages) = (Record::default(), 0);
    let error = loop {
        match reader.read(&mut record) {
            Ok(Some(_)) => pages += 1,
            Ok(None) => panic!("nothing is told"),
            Err(error) => break error.to_string(),
        }
    };
    assert!(pages > 30, "{pages}");
    assert!(error.starts_with(path.join("archive/b.warc.gz").to_str().unwrap()), "{error}");
}

#[test]
fn archives_whose_wacz_is_cut_are_found_by_their_records() {
    let (a, c) = (archive("a", 3), archive("c", 3));
    let members: [(&str, Packing, &[u8]); 3] = [
        ("archive/a.warc.gz", Stored, &a),
        ("pages/pages.jsonl", Deflated, b"{}"),
        ("archive/c.warc.gz", Stored, &c),
    ];
    let whole = zip(&members);
    let cut = &whole[..memchr::memmem::find(&whole, b"PK\x01\x02").unwrap() - 36];
    let (_folder, path) = placed("x.wacz", cut);
    let found = plan(&[path]).unwrap();
    let events = read(&found);
    assert_eq!(events.ids(), ["a0", "a1", "a2", "c0", "c1", "c2"]);
    assert_eq!(events.kinds()[0], ("garbage", 0));
    assert_eq!(events.kinds().last().map(|(kind, _)| *kind), Some("truncated"));
}

#[test]
fn what_cannot_be_read_of_a_wacz_is_named() {
    let (a, b) = (archive("a", 2), archive("b", 2));
    let bytes = zip(&[("archive/a.warc.gz", Stored, &a), ("archive/b.warc.gz", Bzip2, &b)]);
    let (folder, path) = placed("x.wacz", &bytes);
    let found = plan(std::slice::from_ref(&path)).unwrap();
    assert_eq!(read(&found).ids(), ["a0", "a1"]);
    let told = found.unreadable[0].to_string();
    let member = path.join("archive/b.warc.gz");
    assert_eq!(told, format!("{}: it is packed by method 12", member.display()));
    // A zip file of other things is none.
    let other = folder.path().join("x.docx");
    fs::write(&other, zip(&[("word/document.xml", Deflated, b"<p>")])).unwrap();
    assert!(matches!(plan(&[other]), Err(Error::Container { .. })));
    let passed = plan(&[folder.path().to_path_buf()]).unwrap().passed_over;
    assert_eq!(passed, [(folder.path().join("x.docx"), PassedOver::Foreign)]);
    // Its list is at its end, which a stream comes to last.
    let stream = Box::new(std::io::Cursor::new(bytes));
    let Err(error) = Reader::stream(stream, "-", &Caps::default()) else { panic!("read") };
    assert!(matches!(error, Error::Unseekable { .. }) && error.to_string().contains("as a file"));
}

#[test]
fn members_that_share_their_bytes_are_read_once() {
    let a = archive("a", 2);
    let one = zip(&[("archive/a.warc.gz", Stored, &a)]);
    let list = memchr::memmem::find(&one, b"PK\x01\x02").unwrap();
    let end = memchr::memmem::find(&one, b"PK\x05\x06").unwrap();
    // The list names the member twice, and says so at its end.
    let mut twice = [&one[..end], &one[list..]].concat();
    let last = twice.len() - 22;
    for at in [8, 10] {
        twice[last + at] = 2;
    }
    let bytes = (2 * (end - list) as u32).to_le_bytes();
    twice[last + 12..last + 16].copy_from_slice(&bytes);
    let (_folder, path) = placed("x.wacz", &twice);
    let found = plan(std::slice::from_ref(&path)).unwrap();
    assert_eq!(found.inputs.len(), 1);
    assert_eq!(
        found.passed_over,
        [(Path::new(&path).join("archive/a.warc.gz"), PassedOver::Duplicate)]
    );
}
