//! Which files are read, in which order, and what pages are called.

use super::archive::{Events, gzip, page, read, responses};
use leafmill::Error;
use leafmill::internals::source::{self, Caps, Event, PassedOver, Reader, plan};
use std::fs;
use std::path::{Path, PathBuf};

/// A directory with a file of every kind.
fn directory() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    write("b.html", &page(1));
    write("a/z.htm.gz", &gzip(&page(2)));
    write("a/named.html.txt", &page(3));
    write("c.data", &responses(3).concat());
    write("notes.txt", b"plain text");
    write("list.json", b"{\"html\": \"<p>\"}");
    write("prose.HTM", b"plain text that is named a page");
    write("paper.html", b"%PDF-1.4 <html>");
    write("bundle.wacz", b"PK\x03\x04 WARC/1.0");
    write("empty.html", b"");
    write("empty.gz", &gzip(b""));
    folder
}

fn read_planned(paths: &[PathBuf]) -> Vec<String> {
    let inputs = plan(paths).unwrap().inputs;
    let ids = |input| {
        let mut reader = Reader::open(input, &Caps::default()).unwrap();
        Events::collect(&mut reader).ids().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    inputs.iter().flat_map(ids).collect()
}

#[test]
fn a_directory_is_read_in_order_by_what_its_files_hold() {
    let folder = directory();
    let root = folder.path().to_path_buf();
    let ids = read_planned(std::slice::from_ref(&root));
    assert_eq!(ids, ["a/named.html.txt", "a/z", "b", "r0", "r1", "r2", "empty", "prose"]);
    let found = plan(&[root]).unwrap();
    let unreadable: Vec<_> = found.unreadable.iter().map(ToString::to_string).collect();
    assert!(unreadable.len() == 1 && unreadable[0].contains("bundle.wacz: not a WARC"));
    let passed_over: Vec<_> = found
        .passed_over
        .into_iter()
        .map(|(path, why)| (path.file_name().unwrap().to_string_lossy().into_owned(), why.name()))
        .collect();
    assert_eq!(
        passed_over,
        [
            ("empty.gz", "empty-file"),
            ("list.json", "foreign-file"),
            ("notes.txt", "foreign-file"),
            ("paper.html", "foreign-file"),
        ]
        .map(|(name, why)| (name.to_owned(), why))
    );
}

#[test]
fn a_named_file_is_called_by_its_name_and_must_be_readable() {
    let folder = directory();
    let at = |name: &str| folder.path().join(name);
    assert_eq!(read_planned(&[at("a/z.htm.gz")]), ["z"]);
    assert_eq!(read_planned(&[at("empty.html")]), ["empty"]);
    let id = |name: &str| at(name).to_str().unwrap()[1..].to_owned();
    let both = read_planned(&[at("a/z.htm.gz"), at("empty.html")]);
    assert_eq!(both, [id("a/z"), id("empty")], "what is named with others by its path");
    assert_eq!(read_planned(&[at("empty.gz")]), [""; 0]);
    match plan(&[at("bundle.wacz")]) {
        Err(Error::Container { path, first_bytes }) => {
            assert_eq!(path, at("bundle.wacz"));
            assert!(first_bytes.starts_with("PK\\x03\\x04"), "{first_bytes}");
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(plan(&[at("missing")]), Err(Error::Io { .. })));
}

#[test]
fn no_file_is_read_twice() {
    let folder = directory();
    let root = folder.path().to_path_buf();
    let again = plan(&[root.join("b.html"), root.clone(), root.join("a")]).unwrap();
    assert_eq!(again.inputs.len(), 6);
    let duplicates = again.passed_over.iter().filter(|(_, why)| *why == PassedOver::Duplicate);
    assert_eq!(duplicates.count(), 3);
}

#[cfg(unix)]
#[test]
fn links_are_followed_but_not_round_in_circles() {
    use std::os::unix::fs::symlink;
    let folder = directory();
    let root = folder.path().to_path_buf();
    symlink(&root, root.join("a/up")).unwrap();
    symlink(root.join("b.html"), root.join("link.html")).unwrap();
    let plan = plan(&[root]).unwrap();
    assert_eq!(plan.inputs.len(), 6);
    let whys: Vec<_> = plan.passed_over.iter().map(|(_, why)| *why).collect();
    assert!(whys.contains(&PassedOver::Loop) && whys.contains(&PassedOver::Duplicate));
}

#[test]
fn the_iterator_yields_what_the_readers_do() {
    let folder = directory();
    let mut ids = Vec::new();
    let (mut passed_over, mut unreadable) = (0, 0);
    for event in source::open(folder.path()).unwrap() {
        match event {
            Ok(Event::Page(record)) => ids.push(record.id),
            Ok(Event::Damage(damage)) => panic!("{damage}"),
            Ok(_) => passed_over += 1,
            Err(_) => unreadable += 1,
        }
    }
    assert_eq!((ids.len(), passed_over, unreadable), (8, 4, 1));
    assert!(source::open(Path::new("no such file")).is_err());
}

#[test]
fn records_without_an_id_are_called_by_their_place() {
    let bare = |i: usize| {
        let text = String::from_utf8(responses(i + 1).pop().unwrap()).unwrap();
        text.replacen(&format!("WARC-Record-ID: <r{i}>\r\n"), "", 1).into_bytes()
    };
    let (first, second) = (gzip(&bare(0)), gzip(&bare(1)));
    let events = read(&[first.clone(), second].concat());
    assert_eq!(events.ids(), ["a.warc:0".to_owned(), format!("a.warc:{}", first.len())]);
    let one = read(&gzip(&[bare(0), bare(1)].concat()));
    assert_eq!(one.ids(), ["a.warc:0".to_owned(), format!("a.warc:{}", bare(0).len())]);
}
