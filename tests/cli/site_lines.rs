//! `--site-lines`: what a host repeats is dropped, whatever the threads, shares and interruptions.

use std::fs;
use std::path::Path;

use super::resume::files;
use super::run;
use crate::source::archive::{gzip, message, record};

/// Two archives of pages of a few hosts, whose pages have a line of their own and a frame.
fn collection(directory: &Path) {
    fs::create_dir_all(directory).unwrap();
    for archive in 0..2 {
        let page = |at: usize| {
            let body = format!("<p>Menu of host {}<p>Page {archive} {at}<p>Imprint", at % 5);
            let message = message(body.as_bytes());
            let fields = format!(
                "WARC-Type: response\r\nWARC-Target-URI: https://h{}.example/{archive}/{at}\r\n\
             Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n",
                at % 5,
                message.len()
            );
            gzip(&record(&format!("{archive}-{at}"), &fields, &message))
        };
        let members: Vec<_> = (0..400).map(page).collect();
        fs::write(directory.join(format!("{archive}.warc.gz")), members.concat()).unwrap();
    }
}

fn extract(input: &Path, output: &str, more: &[&str]) -> super::Run {
    let all = ["extract", input.to_str().unwrap(), "-o", output, "-m", "all", "--site-lines"];
    run(&[&all, more].concat())
}

#[test]
fn what_a_host_repeats_is_dropped_the_same_however_it_is_run() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("in");
    collection(&input);
    let text = extract(&input, "-", &["--format", "text"]);
    assert_eq!(text.code, 0, "{}", text.err);
    let out = String::from_utf8(text.out).unwrap();
    assert!(
        out.contains("Page 0 7\n") && !out.contains("Menu") && !out.contains("Imprint"),
        "{out}"
    );

    let into = |name: &str, more: &[&str]| {
        let output = format!("{}/", dir.path().join(name).display());
        let run = extract(&input, &output, more);
        assert_eq!(run.code, 0, "{}", run.err);
        let mut rows = files(Path::new(&output));
        rows.retain(|name, _| name.ends_with(".jsonl.gz"));
        rows
    };
    let one = into("one", &["-j", "1"]);
    assert_eq!(one, into("four", &["-j", "4"]));
    into("shares", &["--shard", "1/2"]);
    assert_eq!(one, into("shares", &["--shard", "2/2"]));
    assert_eq!(one, into("one", &[]));
}

#[test]
fn standard_input_cannot_be_read_twice() {
    let run = run(&["extract", "-", "-o", "-", "--site-lines"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("read twice"), "{}", run.err);
}
