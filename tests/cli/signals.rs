//! A run that is interrupted, and one whose reader has gone.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

use crate::source::archive::response;

fn spawn(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_leafmill"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn error_of(child: &mut Child) -> String {
    let mut text = String::new();
    child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
    text
}

/// More than is read ahead, so that rows are written before the input ends.
fn long_archive() -> Vec<u8> {
    let page = format!("<p>{}", "word ".repeat(200_000));
    (0..60).flat_map(|i| response(&format!("r{i}"), page.as_bytes())).collect()
}

/// Interrupts a process. The shell has `kill` built in, where a slim image has no program of that name.
fn interrupt(child: &Child) {
    let kill = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
}

#[test]
fn an_interrupted_run_reports_and_says_so() {
    let mut child = spawn(&["extract", "-", "-o", "-", "-m", "all", "--format", "xml"]);
    let mut input = child.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || {
        // The program may end before it has read all.
        let _ = input.write_all(&long_archive());
        input
    });
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        output.read_until(b'\n', &mut Vec::new()).unwrap();
    }
    interrupt(&child);
    let drained = std::thread::spawn(move || {
        let mut rest = Vec::new();
        output.read_to_end(&mut rest).unwrap();
        rest
    });
    drop(feeder.join());
    assert!(drained.join().unwrap().ends_with(b"</doc>\n</corpus>\n"), "what is there is whole");
    let error = error_of(&mut child);
    assert_eq!(child.wait().unwrap().code(), Some(130), "{error}");
    assert!(error.contains(" pages: "), "{error}");
}

#[test]
fn a_run_that_waits_for_its_input_is_ended_by_a_second_interrupt() {
    let mut child = spawn(&[
        "extract",
        "-",
        "-o",
        "-",
        "-m",
        "all",
        "--progress",
        "json",
        "--progress-every",
        "1",
    ]);
    let mut error = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    // What it says of its progress tells that it waits already.
    error.read_line(&mut line).unwrap();
    interrupt(&child);
    while !line.contains("Ctrl-C again") {
        line.clear();
        assert_ne!(error.read_line(&mut line).unwrap(), 0, "it ended at once");
    }
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_reader_that_has_gone_ends_the_run_quietly() {
    let mut child = spawn(&["extract", "-", "-o", "-", "-m", "all"]);
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // The program may end before it has read all.
    let _ = input.write_all(&long_archive());
    drop(input);
    let error = error_of(&mut child);
    assert_eq!((child.wait().unwrap().code(), error.as_str()), (Some(0), ""));
}

#[test]
fn after_an_interrupt_the_counts_are_of_what_is_there() {
    let dir = tempfile::tempdir().unwrap();
    let output = format!("{}/", dir.path().join("out").display());
    let first = dir.path().join("first.warc");
    std::fs::write(&first, response("r", b"<p>whole")).unwrap();
    for (output, pages) in [(output.as_str(), "1 pages: 1 ok"), ("one.jsonl", "0 pages: 0 ok")] {
        let output = dir.path().join(output);
        let args = ["extract", first.to_str().unwrap(), "-", "-m", "all", "-o"];
        let mut child = spawn(&[&args, &[output.to_str().unwrap()][..]].concat());
        let mut input = child.stdin.take().unwrap();
        input.write_all(&long_archive()).unwrap();
        interrupt(&child);
        drop(input);
        let error = error_of(&mut child);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{error}");
        assert!(error.contains(pages), "{error}");
        let is_file = output.extension().is_some();
        assert_eq!(error.contains("one.jsonl: not written"), is_file, "{error}");
    }
    assert!(dir.path().join("out/first.jsonl.gz").exists());
    assert!(
        !dir.path().join("out/stdin.jsonl.gz").exists() && !dir.path().join("one.jsonl").exists()
    );
}
