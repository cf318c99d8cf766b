//! The fuzz targets' properties over their seeds and over every input that once failed them.

use std::fs;
use std::path::{Path, PathBuf};

#[path = "../fuzz/src/lib.rs"]
pub mod targets;

/// Runs `check` over the files of a target; a panic says which file it was.
fn run(target: &str, check: fn(&[u8])) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = inputs(&root.join("fuzz/seeds").join(target));
    assert!(!files.is_empty(), "{target} has no seeds");
    files.extend(inputs(&root.join("tests/fixtures/fuzz").join(target)));
    for file in files {
        println!("{}", file.display());
        check(&fs::read(file).unwrap());
    }
}

/// The files of a folder, which need not exist.
fn inputs(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn pages() {
    run("page", targets::page::check);
}

#[test]
fn documents() {
    run("documents", targets::documents::check);
}

#[test]
fn archives() {
    run("warc", targets::warc::check);
}

#[test]
fn http_messages() {
    run("http", targets::http::check);
}

#[test]
fn charsets() {
    run("decode", targets::decode::check);
}
