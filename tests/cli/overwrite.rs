//! What a run reads and what others have written outlives it.

use std::fs;
use std::path::Path;

use super::{run, run_in};

const PAGE: &str =
    "<!doctype html><h1>Dry</h1><p>The mill ran dry in May, and nobody could say why.";

fn put(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn no_input_is_written_over() {
    let dir = tempfile::tempdir().unwrap();
    let (a, b) = (dir.path().join("in/a.html"), dir.path().join("in/b.html"));
    for args in [
        &["in/a.html", "-o", "in/a.html"][..],
        &["in/a.html", "in/b.html", "-o", "in/../in/b.html", "--format", "text"],
        &["in", "-o", "in/", "--format", "html"],
        &["in/a.html", "-o", "out.jsonl", "--damage", "in/a.html"],
        &["in/a.html", "-o", "out.jsonl", "--passed-over", "in/a.html"],
        &["in/a.html", "-o", "out.jsonl", "--summary", "in/a.html"],
    ] {
        put(&a, PAGE);
        put(&b, PAGE);
        let refused = run_in(dir.path(), &[&["extract"], args].concat());
        assert_eq!(refused.code, 2, "{args:?}: {}", refused.err);
        assert!(refused.err.contains("this run reads or writes it already"), "{}", refused.err);
        for path in [&a, &b] {
            assert_eq!(fs::read_to_string(path).unwrap(), PAGE, "{args:?}");
        }
    }
    // Beside its inputs it may write, and over its own output.
    for _ in 0..2 {
        let done = run_in(dir.path(), &["extract", "in", "-o", "in/", "--format", "markdown"]);
        assert_eq!(
            (done.code, fs::read_to_string(&a).unwrap().as_str()),
            (0, PAGE),
            "{}",
            done.err
        );
    }
}

#[test]
fn no_two_outputs_are_one_file() {
    let dir = tempfile::tempdir().unwrap();
    put(&dir.path().join("a.html"), PAGE);
    for also in ["--summary", "--damage", "--passed-over"] {
        let refused =
            run_in(dir.path(), &["extract", "a.html", "-o", "x.jsonl", also, "./x.jsonl"]);
        assert_eq!(refused.code, 2, "{also}: {}", refused.err);
        assert!(!dir.path().join("x.jsonl").exists(), "{also}");
    }
    let refused =
        run_in(dir.path(), &["extract", "a.html", "-o", "-", "--summary", "s", "--damage", "s"]);
    assert_eq!(refused.code, 2, "{}", refused.err);
}

#[test]
fn a_file_that_is_no_manifest_is_left() {
    let dir = tempfile::tempdir().unwrap();
    put(&dir.path().join("a.html"), PAGE);
    let (page, out) = (dir.path().join("a.html"), dir.path().join("out"));
    let args = ["extract", page.to_str().unwrap(), "-o", out.to_str().unwrap()];
    for notes in ["my own notes\n", "my own notes", "{\"rows\": 1}\n"] {
        put(&out.join("manifest.jsonl"), notes);
        for more in [&[][..], &["--fresh"]] {
            let refused = run(&[&args[..], more].concat());
            assert_eq!(refused.code, 2, "{}", refused.err);
            assert!(
                refused.err.contains("manifest.jsonl: not written by leafmill"),
                "{}",
                refused.err
            );
            assert_eq!(fs::read_to_string(out.join("manifest.jsonl")).unwrap(), notes);
        }
    }
    // One that was cut while its first bytes were written is leafmill's.
    put(&out.join("manifest.jsonl"), "{\"mani");
    assert_eq!(run(&args).code, 0);
}

#[test]
fn no_list_configuration_model_or_manifest_is_written_over() {
    let dir = tempfile::tempdir().unwrap();
    let files = [
        ("a.html", PAGE),
        ("list", "a.html\n"),
        ("hosts", "example.org\n"),
        ("crunch.toml", "images = false\n"),
        ("config.toml", "method = \"all\"\n"),
    ];
    files.iter().for_each(|(name, text)| put(&dir.path().join(name), text));
    let made = run_in(dir.path(), &["extract", "a.html", "-o", "out/", "-m", "all"]);
    assert_eq!(made.code, 0, "{}", made.err);
    let manifest = fs::read(dir.path().join("out/manifest.jsonl")).unwrap();
    for args in [
        &["--from", "list", "-o", "list"][..],
        &["--from", "list", "-o", "x", "--summary", "list"],
        &["a.html", "--config", "config.toml", "-o", "config.toml"],
        &["a.html", "--host", "@hosts", "-o", "x", "--damage", "hosts"],
        &["a.html", "-m", "crunch(settings=crunch.toml)", "-o", "crunch.toml"],
        &["a.html", "-o", "out/", "-m", "all", "--summary", "out/manifest.jsonl"],
        &["a.html", "-o", "out/", "-m", "all", "--passed-over", "out/damage.jsonl"],
        &["a.html", "-o", "out/manifest.jsonl", "-m", "all"],
    ] {
        let refused = run_in(dir.path(), &[&["extract"], args].concat());
        assert_eq!(refused.code, 2, "{args:?}: {}", refused.err);
        assert!(refused.err.contains("this run reads or writes it already"), "{}", refused.err);
    }
    for (name, text) in files {
        assert_eq!(fs::read_to_string(dir.path().join(name)).unwrap(), text);
    }
    assert_eq!(fs::read(dir.path().join("out/manifest.jsonl")).unwrap(), manifest);
}

#[test]
fn reports_go_to_standard_output_one_at_most() {
    let dir = tempfile::tempdir().unwrap();
    put(&dir.path().join("in/a.html"), PAGE);
    put(&dir.path().join("in/b.txt"), "no page");
    let run = |args: &[&str]| run_in(dir.path(), &[&["extract", "in", "-m", "all"], args].concat());
    let passed_over = run(&["-o", "x.jsonl", "--passed-over", "-"]);
    assert!(passed_over.out.starts_with(b"{\"file\":"), "{}", passed_over.err);
    assert!(run(&["-o", "x.jsonl", "--summary", "-"]).out.starts_with(b"{\n"));
    for args in
        [&["-o", "-", "--summary", "-"][..], &["-o", "x", "--summary", "-", "--damage", "-"]]
    {
        let refused = run(args);
        assert_eq!((refused.code, refused.out.len()), (2, 0), "{args:?}: {}", refused.err);
    }
    assert!(!dir.path().join("-").exists());
}

#[test]
fn no_command_writes_over_what_it_reads() {
    let dir = tempfile::tempdir().unwrap();
    let (page, gold) = (dir.path().join("d/pages/a.html"), dir.path().join("d/gold.jsonl"));
    let row = "{\"id\":\"a\",\"text\":\"The mill ran dry in May.\"}\n";
    put(&page, PAGE);
    put(&gold, row);
    let made = run_in(dir.path(), &["evaluate", "d", "-m", "all", "-o", "out"]);
    assert_eq!(made.code, 0, "{}", made.err);
    let pages = fs::read(dir.path().join("out/pages.csv")).unwrap();
    for args in [
        &["features", "d", "-o", "d/gold.jsonl"][..],
        &["train", "wu", "d", "-o", "d/pages/a.html"],
        &["inspect", "d:a", "-o", "d/gold.jsonl"],
        &["inspect", "d/pages/a.html", "-o", "d/pages/a.html"],
        &["report", "out", "-o", "out/pages.csv"],
    ] {
        let refused = run_in(dir.path(), args);
        assert_eq!(refused.code, 2, "{args:?}: {}", refused.err);
        assert!(refused.err.contains("this run reads or writes it already"), "{}", refused.err);
    }
    assert_eq!(fs::read_to_string(page).unwrap(), PAGE);
    assert_eq!(fs::read_to_string(gold).unwrap(), row);
    assert_eq!(fs::read(dir.path().join("out/pages.csv")).unwrap(), pages);
    let report = ["report", "out", "-o", "out/report.html"];
    assert!((0..2).all(|_| run_in(dir.path(), &report).code == 0));
}
