//! Output directories: killed runs, changed inputs, shares of a job.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use sha2::Digest;

use super::run;
use crate::source::archive::{gzip, record, response, responses};

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
    let differs =
        "made with `caps of records: body: 33554432`, not `caps of records: body: 1048576`";
    assert!(other.err.contains(differs), "{}", other.err);
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

#[test]
fn the_manifest_says_what_is_there_and_of_what() {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("in"), dir.path().join("out"));
    collection(&input, 3);
    let info = record("i", "WARC-Type: warcinfo\r\nContent-Length: 0\r\n", b"");
    fs::write(input.join("a.warc.gz"), [gzip(&info), gzip(&response("r", b"<p>x"))].concat())
        .unwrap();
    extract(&input, &output, &[]);
    let lines = super::json_lines(&fs::read(output.join("manifest.jsonl")).unwrap());
    assert_eq!(lines[0]["manifest"], 2);
    let settings = &lines[0]["settings"];
    assert!(settings["build"].as_str().unwrap().starts_with("leafmill 0."), "{settings}");
    assert_eq!(settings["method"], "all()");
    let shard = lines.iter().find(|line| line["shard"] == "a.jsonl.gz").unwrap();
    let bytes = fs::read(output.join("a.jsonl.gz")).unwrap();
    let digest = data_encoding::HEXLOWER.encode(&sha2::Sha256::digest(&bytes));
    assert_eq!((&shard["bytes"], &shard["sha256"]), (&bytes.len().into(), &digest.into()));
    assert_eq!(shard["counts"]["passed_over"]["warcinfo"], 1, "as the summary calls it");
}

#[test]
fn shards_are_held_against_what_was_written() {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("in"), dir.path().join("out"));
    collection(&input, 5);
    for format in ["jsonl", "text"] {
        let output = output.join(format);
        let again =
            |more: &[&str]| extract(&input, &output, &[&["--format", format], more].concat());
        again(&[]);
        let whole = files(&output);
        let (shard, path) = match format {
            "jsonl" => ("a.jsonl.gz", "a.jsonl.gz"),
            _ => ("pages", "page7.txt"),
        };
        let path = output.join(path);
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[1..]).unwrap();
        let shorter = again(&[]);
        assert!(shorter.err.contains(&format!("{shard}: made anew: ")), "{}", shorter.err);
        assert!(files(&output) == whole);
        fs::write(&path, vec![b'x'; bytes.len()]).unwrap();
        let looked_at = again(&[]);
        assert!(!looked_at.err.contains("made anew"), "{}", looked_at.err);
        let verified = again(&["--verify"]);
        assert!(verified.err.contains(&format!("{shard}: made anew: ")), "{}", verified.err);
        assert!(files(&output) == whole);
        let well = again(&["--verify"]);
        assert!(!well.err.contains("made anew"), "{}", well.err);
        fs::remove_file(&path).unwrap();
        assert!(again(&[]).err.contains("made anew"));
    }
}

#[test]
fn a_shard_whose_input_is_gone_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("in"), dir.path().join("out"));
    collection(&input, 2);
    extract(&input, &output, &[]);
    fs::remove_file(input.join("deep/c.warc.gz")).unwrap();
    let again = extract(&input, &output, &[]);
    assert!(again.err.contains("deep/c.jsonl.gz: its input is gone"), "{}", again.err);
    assert!(output.join("deep/c.jsonl.gz").exists());
    assert!(again.err.contains("26 pages"), "it is counted: {}", again.err);
}

#[test]
fn names_like_those_of_the_runs_own_files_lose_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("in"), dir.path().join("out"));
    fs::create_dir(&input).unwrap();
    for name in ["manifest", "damage", "manifest-1-of-2"] {
        let page = response(name, format!("<p>{name}").as_bytes());
        fs::write(input.join(format!("{name}.warc.gz")), gzip(&page)).unwrap();
    }
    for _ in 0..2 {
        let done = extract(&input, &output, &["--compress", "none"]);
        assert_eq!((done.code, done.err.contains("3 pages: 3 ok")), (0, true), "{}", done.err);
        for name in ["manifest", "damage", "manifest-1-of-2"] {
            let rows =
                super::json_lines(&fs::read(output.join(format!("{name}-2.jsonl"))).unwrap());
            assert_eq!(rows[0]["text"], name);
        }
    }
}

#[test]
fn pages_of_two_archives_and_the_loose_ones_keep_apart() {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("in"), dir.path().join("out"));
    fs::create_dir_all(input.join("x")).unwrap();
    fs::write(input.join("x.warc"), response("1", b"<p>in an archive")).unwrap();
    fs::write(input.join("x/1.html"), "<p>loose").unwrap();
    fs::write(input.join("x/1.htm"), "<p>also loose").unwrap();
    for shards in [&[&[][..]][..], &[&["--shard", "1/2"], &["--shard", "2/2"]]] {
        let output = output.join(shards.len().to_string());
        for share in shards {
            let done = extract(&input, &output, &[&["--format", "text"], *share].concat());
            assert_eq!(done.code, 0, "{}", done.err);
        }
        let text = |name: &str| fs::read_to_string(output.join(name)).unwrap();
        let texts = ["x-2/1.txt", "x/1.txt", "x/1-2.txt"].map(text);
        assert_eq!(texts, ["in an archive\n", "also loose\n", "loose\n"]);
    }
}

#[test]
fn loose_pages_go_on_in_other_shards() {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("in"), dir.path().join("out"));
    collection(&input, 1);
    extract(&input, &output, &["--roll", "100"]);
    let files = files(&output);
    let shards: Vec<_> = files.keys().filter(|name| name.starts_with("pages")).collect();
    assert_eq!(shards.len(), 3, "20 pages of 18 or 19 bytes: {shards:?}");
    let rows: Vec<_> = shards
        .into_iter()
        .flat_map(|name| {
            let unpacked = flate2::read::MultiGzDecoder::new(&files[name][..]);
            super::json_lines(std::io::read_to_string(unpacked).unwrap().as_bytes())
        })
        .collect();
    assert_eq!(rows.len(), 20);
    let other = extract(&input, &output, &["--roll", "200"]);
    assert!(other.code == 2 && other.err.contains("roll: 100"), "{}", other.err);
}

#[test]
fn what_a_spec_names_is_known_by_what_it_holds() {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("in"), dir.path().join("out"));
    collection(&input, 1);
    let (hosts, toml) = (dir.path().join("hosts"), dir.path().join("crunch.toml"));
    fs::write(&hosts, "0.0.0.0 ads.example\n").unwrap();
    fs::write(&toml, format!("hosts = {hosts:?}\n")).unwrap();
    let method = format!("crunch(settings={})", toml.display());
    let output = format!("{}/", output.display());
    let run = || run(&["extract", input.to_str().unwrap(), "-o", &output, "-m", &method]);
    assert_eq!(run().code, 1, "the damage");
    assert_eq!(run().code, 1, "nothing has changed");
    // A file that is named by a file.
    fs::write(&hosts, "0.0.0.0 other.example\n").unwrap();
    let other = run();
    assert_eq!(other.code, 2);
    assert!(
        other.err.contains(&format!("contents of {}: sha256:", hosts.display())),
        "{}",
        other.err
    );
    fs::write(&hosts, "0.0.0.0 ads.example\n").unwrap();
    fs::write(&toml, format!("hosts = {hosts:?}\nimages = false\n")).unwrap();
    assert_eq!(run().code, 2);
}

#[test]
fn what_was_made_of_other_inputs_is_not_replaced() {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in [("d1", "<p>one"), ("d2", "<p>another")] {
        let input = dir.path().join(name);
        fs::create_dir_all(&input).unwrap();
        fs::write(input.join("index.html"), text).unwrap();
        fs::write(input.join("x.warc.gz"), gzip(&response("r", text.as_bytes()))).unwrap();
    }
    for inputs in
        [["d1", "d2"], ["d1/x.warc.gz", "d2/x.warc.gz"], ["d1/index.html", "d2/index.html"]]
    {
        for format in ["jsonl", "text"] {
            let output = format!("{}-{format}/", inputs[0].replace('/', "-"));
            let extract = |input: &str, more: &[&str]| {
                let args = ["extract", input, "-o", &output, "-m", "all", "--format", format];
                super::run_in(dir.path(), &[&args, more].concat())
            };
            let [one, another] = inputs;
            assert_eq!(extract(one, &[]).code, 0);
            let made = files(&dir.path().join(&output));
            let refused = extract(another, &[]);
            assert_eq!(refused.code, 2, "{another}: {}", refused.err);
            for part in [dir.path().join("d1").to_str().unwrap(), "d2", "--fresh"] {
                assert!(refused.err.contains(part), "{part}: {}", refused.err);
            }
            assert!(files(&dir.path().join(&output)) == made);
            assert_eq!(extract(one, &[]).code, 0, "it can be gone on with");
            assert_eq!(extract(another, &["--fresh"]).code, 0);
            assert!(files(&dir.path().join(&output)) != made);
        }
    }
}

#[test]
fn an_input_that_has_changed_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("in"), dir.path().join("out"));
    collection(&input, 2);
    extract(&input, &output, &[]);
    fs::write(input.join("new.html"), "<p>new").unwrap();
    let again = extract(&input, &output, &[]);
    let said: Vec<_> = again.err.lines().filter(|line| line.contains("made anew")).collect();
    assert_eq!(said, ["pages.jsonl.gz: made anew: what it is made of has changed"]);
}

#[test]
fn what_is_no_longer_made_of_loose_pages_is_removed() {
    let dir = tempfile::tempdir().unwrap();
    let (input, whole) = (dir.path().join("in"), dir.path().join("whole"));
    for (format, gone) in [("jsonl", "pages-3.jsonl.gz"), ("text", "page19.txt")] {
        for fresh in [&[][..], &["--fresh"]] {
            let output = dir.path().join(format!("{format}{}", fresh.len()));
            let more = ["--roll", "100", "--format", format];
            collection(&input, 1);
            extract(&input, &output, &more);
            assert!(output.join(gone).exists(), "{gone}");
            (10..20).for_each(|i| fs::remove_file(input.join(format!("page{i}.html"))).unwrap());
            let again = extract(&input, &output, &[&more, fresh].concat());
            assert!(again.err.contains(&format!("{gone}: removed")), "{}", again.err);
            fs::remove_dir_all(&whole).ok();
            extract(&input, &whole, &more);
            assert!(files(&output) == files(&whole), "{format}");
            let third = extract(&input, &output, &more);
            assert!(!third.err.contains("removed"), "{}", third.err);
        }
    }
}

#[test]
fn fewer_pages_in_an_archive_leave_no_files() {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("in"), dir.path().join("out"));
    collection(&input, 3);
    extract(&input, &output, &["--format", "text"]);
    assert!(output.join("a/r2.txt").exists(), "{:?}", files(&output).keys());
    fs::write(input.join("a.warc.gz"), gzip(&response("r0", b"<p>one is left"))).unwrap();
    let again = extract(&input, &output, &["--format", "text"]);
    assert!(again.err.contains("a/r2.txt: removed"), "{}", again.err);
    assert_eq!(fs::read_dir(output.join("a")).unwrap().count(), 1);
}

#[test]
fn damage_is_known_after_its_input_is_gone() {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("in"), dir.path().join("out"));
    collection(&input, 2);
    assert_eq!(extract(&input, &output, &[]).code, 1);
    let damage = fs::read(output.join("damage.jsonl")).unwrap();
    fs::remove_file(input.join("deep/b.warc.gz")).unwrap();
    let again = extract(&input, &output, &[]);
    assert_eq!(again.code, 1, "{}", again.err);
    assert_eq!(fs::read(output.join("damage.jsonl")).unwrap(), damage);
}
