//! A disk that is full, which a limit on the size of files stands for.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::resume::{collection, files};
use super::run;

/// Runs the program under a limit of file size, in blocks of 512 bytes. A write over it fails, as on
/// a full disk, once the signal that would end the program is ignored.
fn limited(blocks: u32, args: &[&str]) -> Output {
    let script = format!("ulimit -f {blocks}; trap '' XFSZ; exec \"$@\"");
    let program = env!("CARGO_BIN_EXE_leafmill");
    Command::new("sh").args(["-c", &script, "sh", program]).args(args).output().unwrap()
}

#[test]
fn a_run_that_finds_the_disk_full_says_where_and_is_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("in");
    collection(&input, 400);
    let input = input.to_str().unwrap();
    let output = |name: &str| format!("{}/", dir.path().join(name).display());
    let whole = output("whole");
    assert_eq!(run(&["extract", input, "-o", &whole, "-m", "all"]).code, 1, "the damage");
    let expected = files(Path::new(&whole));
    let largest = expected.values().map(Vec::len).max().unwrap() as u32;
    for blocks in [0, 1, 2, largest / 1024] {
        let out = output(&format!("full{blocks}"));
        let full = limited(blocks, &["extract", input, "-o", &out, "-m", "all"]);
        let error = String::from_utf8(full.stderr).unwrap();
        assert_eq!(full.status.code(), Some(3), "{blocks}: {error}");
        assert!(error.lines().last().unwrap().contains(&out), "{blocks}: {error}");
        for (name, bytes) in files(Path::new(&out)) {
            assert!(expected.get(&name) == Some(&bytes), "{blocks}: {name} is not whole");
        }
        assert_eq!(run(&["extract", input, "-o", &out, "-m", "all"]).code, 1);
        assert!(files(Path::new(&out)) == expected, "gone on with after {blocks}");
    }
    // One file: nothing is left of it.
    let out = dir.path().join("one.jsonl");
    let out = out.to_str().unwrap();
    assert_eq!(limited(1, &["extract", input, "-o", out, "-m", "all"]).status.code(), Some(3));
    assert!(!Path::new(out).exists() && !Path::new(&format!("{out}.part")).exists());
}

#[test]
fn a_device_that_is_full_is_named() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/sample/sample.warc.gz");
    let run = run(&["extract", page, "-o", "/dev/full", "-m", "all"]);
    assert!(run.code == 3 && run.err.contains("/dev/full"), "{}", run.err);
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_leafmill"))
        .args(["extract", page, "-o", "-", "-m", "all"])
        .stdout(Stdio::from(full))
        .output()
        .unwrap();
    let error = String::from_utf8(done.stderr).unwrap();
    assert!(done.status.code() == Some(3) && error.contains("standard output"), "{error}");
}

#[test]
fn a_directory_that_cannot_be_written_is_named() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/sample/sample.warc.gz");
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "precious").unwrap();
    // A file where a directory should be stops whoever runs the tests, root too.
    let out = format!("{}/", file.join("out").display());
    let run = run(&["extract", page, "-o", &out, "-m", "all"]);
    assert!(run.code == 3 && run.err.contains(&out), "{}", run.err);
    assert_eq!(fs::read(&file).unwrap(), b"precious");
}

#[test]
fn an_output_inside_the_input_is_not_read() {
    let dir = tempfile::tempdir().unwrap();
    collection(dir.path(), 5);
    let out = format!("{}/", dir.path().join("out").display());
    let input = dir.path().to_str().unwrap();
    let first = run(&["extract", input, "-o", &out, "-m", "all"]);
    let shards = files(Path::new(&out));
    let second = run(&["extract", input, "-o", &out, "-m", "all"]);
    assert_eq!((first.code, second.code), (1, 1), "{}", second.err);
    assert!(second.err.contains("foreign-file"), "{}", second.err);
    assert!(files(Path::new(&out)) == shards);
}

#[test]
fn a_working_directory_that_was_removed_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let (gone, page) = (dir.path().join("gone"), dir.path().join("a.html"));
    fs::create_dir(&gone).unwrap();
    fs::write(&page, "<p>x").unwrap();
    let script = "cd \"$0\" && rmdir \"$0\" && exec \"$1\" extract \"$2\" -o x.jsonl -m all";
    let done = Command::new("sh")
        .args(["-c", script])
        .args([gone.as_os_str(), env!("CARGO_BIN_EXE_leafmill").as_ref(), page.as_os_str()])
        .output()
        .unwrap();
    let error = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(3), "{error}");
    assert!(error.contains("x.jsonl") && error.contains("No such file"), "{error}");
}
