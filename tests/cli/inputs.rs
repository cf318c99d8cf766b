//! Inputs that cannot be read, beside others that can.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use super::{json_lines, run, run_with_input};
use crate::source::archive::{gzip, response};

/// A directory with an archive and a page, a link to nothing, and a file that fails when it is read.
fn collection(directory: &Path) {
    fs::create_dir(directory).unwrap();
    fs::write(directory.join("a.warc.gz"), gzip(&response("r", b"<p>in an archive"))).unwrap();
    fs::write(directory.join("b.html"), "<p>a page").unwrap();
    symlink("nowhere", directory.join("dangling.warc.gz")).unwrap();
    // The kernel gives it no speed.
    symlink("/sys/class/net/lo/speed", directory.join("fails.warc")).unwrap();
}

#[test]
fn what_cannot_be_read_is_located_and_counted_and_the_rest_delivered() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("in");
    collection(&input);
    let notes = dir.path().join("notes.txt");
    fs::write(&notes, "no archive").unwrap();
    let missing = dir.path().join("missing.warc");
    let [input, notes, missing] = [&input, &notes, &missing].map(|path| path.to_str().unwrap());
    let output = format!("{}/", dir.path().join("out").display());
    for target in ["-", &output, &output] {
        let done = run(&["extract", missing, input, notes, "-o", target, "-m", "all"]);
        assert_eq!(done.code, 1, "{}", done.err);
        assert!(done.err.contains("2 pages: 2 ok, 0 empty, 4 inputs unreadable"), "{}", done.err);
        for (path, kind) in [
            (missing, "unreadable"),
            (&format!("{input}/dangling.warc.gz"), "unreadable"),
            (&format!("{input}/fails.warc"), "unreadable"),
            (notes, "foreign"),
        ] {
            assert!(done.err.contains(&format!("{path}:0: {kind}: ")), "{path}: {}", done.err);
            let of_path = done.err.lines().find(|line| line.starts_with(path)).unwrap();
            assert_eq!(of_path.matches(path).count(), 1, "{of_path}");
        }
        if target == "-" {
            assert_eq!(json_lines(&done.out).len(), 2);
        }
    }
    let damage = fs::read(dir.path().join("out/damage.jsonl")).unwrap();
    assert_eq!(json_lines(&damage).len(), 4);
}

#[test]
fn only_a_run_that_can_deliver_nothing_is_fatal() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("in");
    collection(&input);
    let at = |name: &str| input.join(name).to_str().unwrap().to_owned();
    for name in ["dangling.warc.gz", "fails.warc", "missing"] {
        let done = run(&["extract", &at(name), "-o", "-"]);
        assert!(done.code == 3 && done.err.contains(&at(name)), "{}", done.err);
    }
    // What is read as a stream is looked at only then.
    let out = dir.path().join("out");
    let output = out.to_str().unwrap();
    let foreign = run_with_input(&["extract", "-", "-o", output], b"no archive");
    assert_eq!(foreign.code, 3, "{}", foreign.err);
    assert!(!out.exists());
    let beside = run_with_input(&["extract", &at("b.html"), "-", "-o", output], b"no archive");
    assert_eq!(beside.code, 1, "{}", beside.err);
    assert_eq!(json_lines(&fs::read(&out).unwrap()).len(), 1);
}

#[test]
fn files_that_are_passed_over_are_named_where_it_is_asked_for() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::create_dir(at("in")).unwrap();
    fs::write(at("in/a.html"), "<p>a page").unwrap();
    fs::write(at("in/notes.txt"), "no page").unwrap();
    fs::write(at("in/nothing"), "").unwrap();
    symlink("a.html", at("in/z.html")).unwrap();
    let named = at("passed-over.jsonl");
    let done = run(&["extract", &at("in"), "-o", "-", "-m", "all", "--passed-over", &named]);
    assert!(done.code == 0 && done.err.contains("1 empty-file, 1 duplicate-file"), "{}", done.err);
    let rows = json_lines(&fs::read(&named).unwrap());
    let row = |name: &str, reason: &str| serde_json::json!({"file": at(name), "reason": reason});
    let expected = [
        row("in/notes.txt", "foreign-file"),
        row("in/nothing", "empty-file"),
        row("in/z.html", "duplicate-file"),
    ];
    assert_eq!(rows, expected);
}

#[test]
fn records_of_plain_text_are_rows_where_they_are_asked_for() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(at("a.warc.gz"), gzip(&response("r", b"<title>t</title><p>first<p>1 &lt; 2")))
        .unwrap();
    assert_eq!(
        run(&[
            "extract",
            &at("a.warc.gz"),
            "-o",
            &at("a.warc.wet.gz"),
            "--format",
            "wet",
            "-m",
            "all"
        ])
        .code,
        0
    );
    let none = run(&["extract", &at("a.warc.wet.gz"), "-o", "-"]);
    assert!(none.out.is_empty() && none.err.contains("1 conversion"), "{}", none.err);
    assert!(none.err.contains("taken with --records conversion"), "{}", none.err);
    let keys = ["--records", "conversion", "--schema", "text,markdown,record,title"];
    let done = run(&[&["extract", &at("a.warc.wet.gz"), "-o", "-"], &keys[..]].concat());
    let row = &json_lines(&done.out)[0];
    assert_eq!(row["text"], "t\nfirst\n1 < 2");
    assert_eq!(row["markdown"], "t\n\nfirst\n\n1 < 2");
    assert_eq!(
        (&row["record"]["type"], &row["title"]),
        (&"conversion".into(), &serde_json::Value::Null)
    );
    // A directory is not gone on with by a run that takes others.
    let output = format!("{}/", at("out"));
    assert_eq!(run(&["extract", &at("a.warc.wet.gz"), "-o", &output]).code, 0);
    let other =
        run(&["extract", &at("a.warc.wet.gz"), "-o", &output, "--records", "conversion,text"]);
    assert!(other.code == 2 && other.err.contains("plain text: "), "{}", other.err);
}

#[test]
fn what_could_not_be_read_is_tried_again() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("in");
    collection(&input);
    let page = input.join("c.html");
    symlink("later.html", &page).unwrap();
    let output = format!("{}/", dir.path().join("out").display());
    let run = || run(&["extract", input.to_str().unwrap(), "-o", &output, "-m", "all"]);
    assert!(run().err.contains("2 pages"));
    fs::write(input.join("later.html"), "<p>it is there now").unwrap();
    fs::remove_file(input.join("fails.warc")).unwrap();
    fs::remove_file(input.join("dangling.warc.gz")).unwrap();
    let again = run();
    assert!(again.code == 0 && again.err.contains("3 pages: 3 ok"), "{}", again.err);
}

#[test]
fn an_archive_is_no_list() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(at("a.warc.gz"), gzip(&response("r", b"<p>x"))).unwrap();
    fs::write(at("a.html"), "\n<!doctype html><p>x").unwrap();
    for name in ["a.warc.gz", "a.html"] {
        let refused = run(&["extract", "--from", &at(name), "-o", "-"]);
        assert_eq!(refused.code, 2, "{}", refused.err);
        assert!(refused.err.contains("no list of inputs"), "{}", refused.err);
    }
    let list = format!("# pages\n{}\n", at("a.html"));
    let read = run_with_input(&["extract", "--from", "-", "-o", "-", "-m", "all"], list.as_bytes());
    assert_eq!((read.code, json_lines(&read.out).len()), (0, 1), "{}", read.err);
    let print0 = format!("{}\0{}\0", at("a.html"), at("a.warc.gz"));
    let read =
        run_with_input(&["extract", "--from", "-", "-o", "-", "-m", "all"], print0.as_bytes());
    assert_eq!((read.code, json_lines(&read.out).len()), (0, 2), "{}", read.err);
}

#[test]
fn files_without_a_size_are_not_read() {
    // The kernel's log blocks, or takes away what is read of it.
    let done = run(&["extract", "/proc/kmsg", "datasets/sample/pages", "-o", "-", "-m", "all"]);
    assert!(done.code == 0 && done.err.contains("1 empty-file"), "{}", done.err);
}

#[test]
fn what_is_called_an_archive_and_is_none_is_unreadable() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    for (name, bytes) in [
        ("a.html", &b"<p>a page"[..]),
        ("b.warc.bz2", b"BZh91AY&SY"),
        ("c.wacz", b"PK\x03\x04 cut"),
        ("c.warc.cdx", b" CDX N b a"),
    ] {
        fs::write(at(name), bytes).unwrap();
    }
    let done = run(&["extract", &at(""), "-o", "-", "-m", "all"]);
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.err.contains("2 inputs unreadable; passed over: 1 foreign-file"), "{}", done.err);
    let said = "it begins with \"BZh91AY&SY\": bzip2, unpack it first";
    assert!(
        done.err.contains("b.warc.bz2:0: foreign: ") && done.err.contains(said),
        "{}",
        done.err
    );
}

#[cfg(not(feature = "remote"))]
#[test]
fn a_url_that_cannot_be_read_is_named() {
    let page = "datasets/sample/pages/en-news-amp.html.gz";
    let done = run(&["extract", "s3://bucket/a.warc.gz", page, "-o", "-", "-m", "all"]);
    assert_eq!(done.code, 1, "{}", done.err);
    let said = "s3://bucket/a.warc.gz:0: unreadable: this leafmill is built without it";
    assert!(done.err.contains(said), "{}", done.err);
}

#[test]
fn no_two_pages_have_one_id() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["ia/index.html", "ib/index.html", "c/a.htm", "c/a.html", "c/a.html.gz"] {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "<p>x").unwrap();
    }
    let ids = |args: &[&str]| {
        let done = super::run_in(dir.path(), &[&["extract"], args, &["-o", "-"]].concat());
        let rows = json_lines(&done.out).into_iter();
        rows.map(|row| row["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ids(&["ia/index.html", "./ib/index.html"]), ["ia/index", "ib/index"]);
    assert_eq!(ids(&["c"]), ["a", "a-2", "a-3"]);
    assert_eq!(ids(&["ia", "ib"]), ["index", "index-2"]);
}
