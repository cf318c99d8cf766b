//! Output directories: killed runs, changed inputs, shares of a job.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::run;
use crate::source::archive::{gzip, response, responses};

/// A collection with an archive, a damaged one, one in a single gzip stream, and loose pages.
pub fn collection(directory: &Path, records: usize) {
    let members: Vec<_> = responses(records).iter().map(|record| gzip(record)).collect();
    fs::create_dir_all(directory.join("deep")).unwrap();
    fs::write(directory.join("a.warc.gz"), members.concat()).unwrap();
    let half = records / 2;
    let damaged = [&members[..half].concat(), &b"garbage"[..], &members[half..].concat()].concat();
    fs::write(directory.join("deep/b.warc.gz"), damaged).unwrap();
    fs::write(directory.join("deep/c.warc.gz"), gzip(&responses(records).concat())).unwrap();
    for i in 0..20 {
        fs::write(directory.join(format!("page{i}.html")), format!("<p>Loose page {i}")).unwrap();
    }
}

/// Every file below a directory with its bytes, but for the manifest, whose lines may be in the
/// order of two runs.
pub fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = walkdir::WalkDir::new(directory).into_iter().map(|entry| entry.unwrap());
    let files = entries.filter(|entry| entry.file_type().is_file());
    let below = |path: &Path| path.strip_prefix(directory).unwrap().to_str().unwrap().to_owned();
    files
        .map(|entry| (below(entry.path()), fs::read(entry.path()).unwrap()))
        .filter(|(name, _)| !name.starts_with("manifest"))
        .collect()
}

fn extract(input: &Path, output: &Path, more: &[&str]) -> super::Run {
    let output = format!("{}/", output.display());
    run(&[&["extract", input.to_str().unwrap(), "-o", &output, "-m", "all"], more].concat())
}

/// A number in 0..1 that is another in each run of the tests.
fn random() -> f64 {
    f64::from(RandomState::new().hash_one(()) as u32) / f64::from(u32::MAX)
}

#[test]
fn a_run_killed_at_any_moment_is_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("in");
    collection(&input, 400);
    let whole = dir.path().join("whole");
    let begun = Instant::now();
    let undisturbed = extract(&input, &whole, &[]);
    let duration = begun.elapsed();
    assert_eq!(undisturbed.code, 1, "the damage: {}", undisturbed.err);
    let expected = files(&whole);
    let names: Vec<_> = expected.keys().map(String::as_str).collect();
    let shards =
        ["a.jsonl.gz", "damage.jsonl", "deep/b.jsonl.gz", "deep/c.jsonl.gz", "pages.jsonl.gz"];
    assert_eq!(names, shards);
    for moment in 0..20 {
        let output = dir.path().join(format!("killed{moment}"));
        let mut child = Command::new(env!("CARGO_BIN_EXE_leafmill"))
            .args(["extract", input.to_str().unwrap(), "-m", "all", "-o"])
            .arg(format!("{}/", output.display()))
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // A random moment of each twentieth.
        let after = duration * moment / 20 + duration.mul_f64(random()) / 20;
        sleep(after);
        child.kill().unwrap();
        child.wait().unwrap();
        let again = extract(&input, &output, &[]);
        assert_eq!(again.code, 1, "{}", again.err);
        assert!(files(&output) == expected, "killed after {after:?} of {duration:?}");
    }
}

#[test]
fn what_is_finished_is_not_done_again_unless_its_input_changed() {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("in"), dir.path().join("out"));
    collection(&input, 5);
    let first = extract(&input, &output, &[]);
    let time = |name: &str| fs::metadata(output.join(name)).unwrap().modified().unwrap();
    let (a, b) = (time("a.jsonl.gz"), time("deep/b.jsonl.gz"));
    // Another clock tick, so that a new file has a new time.
    sleep(Duration::from_millis(20));
    fs::write(input.join("a.warc.gz"), gzip(&response("new", b"<p>new"))).unwrap();
    let second = extract(&input, &output, &[]);
    assert_eq!((first.code, second.code), (1, 1));
    assert!(time("a.jsonl.gz") > a && time("deep/b.jsonl.gz") == b);
    assert!(second.err.contains("31 pages"), "the tally is of all shards: {}", second.err);
    let fresh = extract(&input, &output, &["--fresh"]);
    assert_eq!(fresh.code, 1);
    assert!(time("deep/b.jsonl.gz") > b);
}

#[test]
fn other_settings_are_an_error_that_says_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("in"), dir.path().join("out"));
    collection(&input, 2);
    extract(&input, &output, &[]);
    let other = extract(&input, &output, &["--max-body", "1M"]);
    assert_eq!(other.code, 2);
    assert!(other.err.contains("--fresh"), "{}", other.err);
}

#[test]
fn jobs_share_a_directory() {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("in"), dir.path().join("out"));
    collection(&input, 5);
    for shard in ["1/2", "2/2"] {
        assert!(extract(&input, &output, &["--shard", shard]).code < 2);
    }
    let whole = dir.path().join("whole");
    extract(&input, &whole, &[]);
    let (shared, whole) = (files(&output), files(&whole));
    for name in ["a.jsonl.gz", "deep/b.jsonl.gz", "deep/c.jsonl.gz"] {
        assert!(shared[name] == whole[name], "{name}");
    }
    assert!(shared.contains_key("pages-1-of-2.jsonl.gz"));
    assert!(shared.contains_key("pages-2-of-2.jsonl.gz"));
    assert_eq!(extract(&input, &output, &["--shard", "3/2"]).code, 2);
}

#[test]
fn damage_of_a_stream_is_reported_where_asked() {
    let dir = tempfile::tempdir().unwrap();
    collection(dir.path(), 4);
    let report = dir.path().join("report.jsonl");
    let input = dir.path().join("deep/b.warc.gz");
    let (input, path) = (input.to_str().unwrap(), report.to_str().unwrap());
    let done = run(&["extract", input, "-o", "-", "-m", "all", "--damage", path]);
    assert_eq!(done.code, 1);
    let rows = super::json_lines(&fs::read(&report).unwrap());
    assert_eq!(rows.len(), 1);
    assert_eq!(
        (rows[0]["kind"].as_str(), rows[0]["file"].as_str()),
        (Some("garbage"), Some(input))
    );
    let packed = dir.path().join("report.jsonl.gz");
    run(&["extract", input, "-o", "-", "-m", "all", "--damage", packed.to_str().unwrap()]);
    let unpacked = flate2::read::MultiGzDecoder::new(fs::File::open(packed).unwrap());
    assert_eq!(std::io::read_to_string(unpacked).unwrap(), fs::read_to_string(report).unwrap());
}
