//! What those need who run it: lists of inputs, progress, a summary, a configuration, a manual.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use super::{json_lines, run, run_with_input};
use crate::source::archive::{gzip, responses};

fn archive(path: &Path, records: usize) {
    fs::write(path, responses(records).iter().flat_map(|r| gzip(r)).collect::<Vec<u8>>()).unwrap();
}

#[test]
fn a_list_names_inputs_plain_or_gzipped_with_a_prefix() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    archive(&dir.path().join("a.warc.gz"), 2);
    archive(&dir.path().join("b.warc.gz"), 3);
    fs::write(at("list"), format!("{}\n{}\n", at("a.warc.gz"), at("b.warc.gz"))).unwrap();
    fs::write(at("paths.gz"), gzip(b"a.warc.gz\nb.warc.gz\n")).unwrap();
    let rows = |more: &[&str], input: &[u8]| {
        let args = [&["extract", "-o", "-", "-m", "all"], more].concat();
        let done = run_with_input(&args, input);
        assert_eq!(done.code, 0, "{}", done.err);
        json_lines(&done.out).len()
    };
    let prefix = at("");
    assert_eq!(rows(&["--from", &at("list")], b""), 5);
    assert_eq!(rows(&["--from", &at("paths.gz"), "--prefix", &prefix], b""), 5);
    assert_eq!(rows(&["--from", "-", "--prefix", &prefix], b"b.warc.gz\n"), 3);
    assert_eq!(rows(&[&at("a.warc.gz"), "--from", "-"], at("b.warc.gz").as_bytes()), 5);
    assert_eq!(run(&["extract", "-o", "-"]).code, 2, "nothing is named");
    assert_eq!(run(&["extract", "-o", "-", "--from", &at("none")]).code, 3);
}

#[test]
fn progress_is_said_as_asked() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("a.warc.gz");
    archive(&input, 50);
    let said = |more: &[&str]| {
        let args = ["extract", input.to_str().unwrap(), "-o", "/dev/null", "-m", "all"];
        let err = run(&[&args, more].concat()).err;
        let (last, before) = err
            .lines()
            .collect::<Vec<_>>()
            .split_last()
            .map(|(last, before)| {
                (last.to_string(), before.iter().map(|line| line.to_string()).collect::<Vec<_>>())
            })
            .unwrap();
        assert!(last.starts_with("50 pages: "), "{err}");
        before
    };
    let every = ["--progress-every", "0"];
    let lines = said(&every);
    assert!(lines.len() == 1 && lines[0].contains("50 pages, "), "a pipe has lines: {lines:?}");
    assert!(lines[0].contains("(100.0 %)"), "{lines:?}");
    let json = said(&[&every[..], &["--progress", "json"]].concat());
    let pace = &json_lines(json.join("\n").as_bytes())[0];
    assert_eq!((&pace["pages"], &pace["bytes"]), (&50.into(), &pace["total_bytes"]));
    assert!(said(&[&every[..], &["--progress", "none"]].concat()).is_empty());
    assert!(said(&[]).is_empty(), "a minute is longer than this");
}

#[test]
fn progress_is_said_while_nothing_comes() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_leafmill"))
        .args(["extract", "-", "-o", "/dev/null", "-m", "all"])
        .args(["--progress", "json", "--progress-every", "1"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Nothing is sent until it has said twice that it waits.
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let idle = |line: String| json_lines(line.as_bytes())[0]["idle_seconds"].as_f64().unwrap();
    let (first, second) = (idle(lines.next().unwrap()), idle(lines.next().unwrap()));
    assert!(first >= 1.0 && second > first, "{first} {second}");
    child.stdin.take().unwrap().write_all(&responses(3).concat()).unwrap();
    assert!(lines.last().unwrap().starts_with("3 pages: "));
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_summary_has_counts_bytes_rates_memory_and_damage_by_kind() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("in");
    super::resume::collection(&input, 10);
    let path = dir.path().join("summary.json");
    let output = format!("{}/", dir.path().join("out").display());
    let summary = || {
        let args = ["extract", input.to_str().unwrap(), "-o", &output, "-m", "all"];
        let done = run(&[&args[..], &["--summary", path.to_str().unwrap()]].concat());
        assert_eq!(done.code, 1, "{}", done.err);
        serde_json::from_slice::<serde_json::Value>(&fs::read(&path).unwrap()).unwrap()
    };
    let first = summary();
    assert_eq!(first["documents"], 50);
    assert_eq!((&first["counts"]["ok"], &first["counts"]["damaged"]), (&50.into(), &1.into()));
    assert_eq!(first["counts"]["problems"], serde_json::json!({"garbage": 1}));
    assert_eq!(first["pace"]["pages"], 50);
    assert_eq!(first["pace"]["bytes"], first["pace"]["total_bytes"]);
    assert!(first["pace"]["pages_per_second"].as_f64() > Some(0.0));
    assert!(first["peak_memory"].as_u64() > Some(1 << 20), "{first}");
    fs::remove_file(input.join("a.warc.gz")).unwrap();
    let again = summary();
    assert_eq!((&again["documents"], &again["pace"]["pages"]), (&50.into(), &0.into()));
    assert_eq!(again["counts"]["problems"], serde_json::json!({"garbage": 1}));
    assert_eq!(again["gone"], serde_json::json!(["a.jsonl.gz"]));
}

#[test]
fn a_file_has_options_and_the_command_line_wins() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    archive(&dir.path().join("a.warc.gz"), 2);
    let config = at("leafmill.toml");
    let text = format!(
        "inputs = [{:?}]\noutput = \"-\"\nmethod = \"all\"\nformat = \"csv\"\nmax-nodes = 5000\n\
         verify = true\n",
        at("a.warc.gz")
    );
    fs::write(&config, &text).unwrap();
    let extract = |more: &[&str]| run(&[&["extract", "--config", &config], more].concat());
    let of_file = extract(&[]);
    assert!(of_file.out.starts_with(b"id,url,"), "{}", of_file.err);
    assert_eq!(json_lines(&extract(&["--format", "jsonl"]).out).len(), 2);
    archive(&dir.path().join("b.warc.gz"), 3);
    let other = extract(&["--format", "jsonl", &at("b.warc.gz")]);
    assert_eq!(json_lines(&other.out).len(), 3, "the inputs given, not the file's too");
    let printed = String::from_utf8(extract(&["--print-config", "-m", "wu"]).out).unwrap();
    for line in ["method = \"wu\"", "format = \"csv\"", "max-nodes = \"5000\"", "verify = true"] {
        assert!(printed.lines().any(|l| l == line), "{line} is not in\n{printed}");
    }
    let begun = run(&["extract", "--print-config", "--max-body", "1M"]);
    assert!(
        begun.code == 0 && String::from_utf8_lossy(&begun.out).contains("max-body = \"1M\""),
        "{}",
        begun.err
    );
    // What is printed is such a file, and the same again.
    fs::write(&config, &printed).unwrap();
    assert_eq!(String::from_utf8(extract(&["--print-config"]).out).unwrap(), printed);
    for (wrong, why) in [
        ("metod = \"wu\"", "no option `metod`"),
        ("method = [[1]]", "`method` is no text"),
        ("method =", "TOML parse error"),
        ("method = \"wo\"", "no method `wo`"),
    ] {
        fs::write(&config, format!("{wrong}\n{}", text.replace("method = \"all\"\n", ""))).unwrap();
        let done = extract(&[]);
        assert!(done.code == 2 && done.err.contains(why), "{wrong}: {}", done.err);
    }
}

#[test]
fn shells_and_man_are_told_of_every_option() {
    let dir = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish"] {
        let script = String::from_utf8(run(&["completions", shell]).out).unwrap();
        assert!(script.contains("max-body") && script.contains("extract"), "{shell}");
    }
    let pages = dir.path().join("man1");
    assert_eq!(run(&["man", pages.to_str().unwrap()]).code, 0);
    let page = fs::read_to_string(pages.join("leafmill-extract.1")).unwrap();
    assert!(page.contains("max\\-body") && pages.join("leafmill.1").exists());
}

#[test]
fn every_subcommand_ends_quietly_when_its_reader_has_gone() {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/sample");
    let page = format!("{sample}:en-news-amp");
    let commands: [&[&str]; 6] = [
        &["extract", sample, "-o", "-"],
        &["extract", sample, "-o", "-", "--print-config"],
        &["evaluate", sample, "--method", "all"],
        &["methods"],
        &["inspect", &page],
        &["completions", "bash"],
    ];
    for command in commands {
        let mut child = Command::new(env!("CARGO_BIN_EXE_leafmill"))
            .args(command)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let done = child.wait_with_output().unwrap();
        let error = String::from_utf8(done.stderr).unwrap();
        assert!(!error.contains("panicked"), "{command:?}: {error}");
        assert_eq!(done.status.code(), Some(0), "{command:?}: {error}");
    }
}
