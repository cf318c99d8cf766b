//! `leafmill extract` as its users run it.

use std::fs;
use std::path::{Path, PathBuf};

use super::{json_lines, run, run_with_input};
use crate::source::archive::{gzip, response, responses};

/// A run's documents as (id, text, status).
fn documents(out: &[u8]) -> Vec<(String, String, String)> {
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let row = |row: serde_json::Value| (text(&row["id"]), text(&row["text"]), text(&row["status"]));
    json_lines(out).into_iter().map(row).collect()
}

fn sample(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/sample").join(path)
}

fn gunzip(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let packed = fs::File::open(path).unwrap();
    std::io::Read::read_to_end(&mut flate2::read::MultiGzDecoder::new(packed), &mut bytes).unwrap();
    bytes
}

/// A page of words that hardly compress.
fn noise(seed: u64, bytes: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut page = b"<p>".to_vec();
    while page.len() < bytes {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        page.extend_from_slice(format!("{:x} ", state >> 8).as_bytes());
    }
    page
}

#[test]
fn the_sample_is_the_same_from_its_directory_and_its_warc() {
    let pages = run(&["extract", sample("pages").to_str().unwrap(), "-o", "-", "-m", "all"]);
    let warc =
        run(&["extract", sample("sample.warc.gz").to_str().unwrap(), "-o", "-", "-m", "all"]);
    assert_eq!((pages.code, warc.code), (0, 0), "{}{}", pages.err, warc.err);
    let texts =
        |out: &[u8]| documents(out).into_iter().map(|(_, text, _)| text).collect::<Vec<_>>();
    assert!(texts(&pages.out).len() >= 40);
    assert_eq!(texts(&pages.out), texts(&warc.out));
}

#[test]
fn a_document_has_blocks_and_menus_where_asked_for() {
    let page = sample("pages/en-news-amp.html.gz");
    let document = |method: &str| {
        let done = run(&["extract", page.to_str().unwrap(), "-o", "-", "-m", method]);
        json_lines(&done.out).remove(0)
    };
    let plain = document("cnr");
    assert!(plain.get("blocks").is_none() && plain.get("menus").is_none(), "{plain}");
    let asked = document("cnr(blocks=2)");
    assert_eq!(asked["text"], plain["text"]);
    let blocks = asked["blocks"].as_array().unwrap();
    assert_eq!(blocks.len(), 2);
    assert_eq!(blocks[0]["text"], plain["text"]);
    assert!(blocks[0]["ratio"].as_f64() > Some(0.0) && blocks[0]["element"].is_string());
    let menu = &asked["menus"][0];
    assert!(menu["links"].as_u64() >= Some(3) && menu["text"].is_string(), "{menu}");
}

#[test]
fn the_bytes_are_the_same_at_any_number_of_threads_and_with_either_parser() {
    let dir = tempfile::tempdir().unwrap();
    let warc = dir.path().join("many.warc.gz");
    let packed: Vec<u8> =
        (0..3000).flat_map(|i| gzip(&response(&format!("r{i}"), &noise(i, 3000)))).collect();
    assert!(packed.len() > 5 << 20, "it must be cut into several parts");
    fs::write(&warc, packed).unwrap();
    let run = |threads: &str, parser: &str| {
        let input = warc.to_str().unwrap();
        run(&["extract", input, "-o", "-", "-m", "all", "-j", threads, "--parser", parser]).out
    };
    let one = run("1", "tl");
    assert_eq!(documents(&one).len(), 3000);
    assert!(one == run("8", "tl") && one == run("3", "native"));
}

#[test]
fn ids_are_those_of_the_records_or_the_paths() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("in/b")).unwrap();
    fs::write(dir.path().join("in/a.html"), "<p>first").unwrap();
    fs::write(dir.path().join("in/b/c.d.htm.gz"), gzip(b"<p>second")).unwrap();
    fs::write(dir.path().join("in/e.html"), "").unwrap();
    fs::write(dir.path().join("in/notes.txt"), "no page").unwrap();
    let done = run(&["extract", dir.path().join("in").to_str().unwrap(), "-o", "-", "-m", "all"]);
    let row = |id: &str, text: &str, status: &str| (id.into(), text.into(), status.into());
    assert_eq!(
        documents(&done.out),
        [row("a", "first", "ok"), row("b/c.d", "second", "ok"), row("e", "", "empty")]
    );
    assert!(
        done.err.contains("3 pages: 2 ok, 1 empty; passed over: 1 foreign-file"),
        "{}",
        done.err
    );
    let one = run(&[
        "extract",
        dir.path().join("in/b/c.d.htm.gz").to_str().unwrap(),
        "-o",
        "-",
        "-m",
        "all",
    ]);
    assert_eq!(documents(&one.out)[0].0, "c.d");
    let stdin = run_with_input(&["extract", "-", "-o", "-", "-m", "all"], &response("r1", b"<p>x"));
    assert_eq!(json_lines(&stdin.out)[0]["record"]["record_id"], documents(&stdin.out)[0].0);
}

#[test]
fn pages_that_were_not_asked_for_are_counted_by_the_reason() {
    let dir = tempfile::tempdir().unwrap();
    let (path, hosts) = (dir.path().join("x.warc"), dir.path().join("hosts.txt"));
    let missing = String::from_utf8(response("gone", b"<p>Not found, sorry.")).unwrap();
    let missing = missing.replacen("200 OK", "404 No", 1).into_bytes();
    let pages =
        [response("short", b"<p>One."), response("long", b"<p>One two three four."), missing];
    fs::write(&path, pages.concat()).unwrap();
    fs::write(&hosts, "# ours\nb.net\na.org\n").unwrap();
    let (path, list) = (path.to_str().unwrap(), format!("@{}", hosts.display()));
    let filtered = |args: &[&str]| {
        let done = run(&[&["extract", path, "-o", "-", "-m", "all"], args].concat());
        assert_eq!(done.code, 0, "{}", done.err);
        let ids: Vec<_> = documents(&done.out).into_iter().map(|(id, ..)| id).collect();
        (ids.join(" "), done.err.lines().last().unwrap().to_owned())
    };
    for (args, want, why) in [
        (&["--status", "2xx"][..], "short long", "1 other-status"),
        (&["--status", "301,404"], "gone", "2 other-status"),
        (&["--url", "*/short", "--url", "*/gone"], "short gone", "1 other-url"),
        (&["--host", "b.net"], "", "3 other-host"),
        (&["--min-words", "3"], "long gone", "1 few-words"),
        (&["--status", "2xx", "--min-words", "3"], "long", "1 other-status, 1 few-words"),
    ] {
        let (ids, last) = filtered(args);
        assert_eq!(ids, want, "{args:?}");
        assert!(last.ends_with(&format!("passed over: {why}")), "{args:?}: {last}");
    }
    assert_eq!(filtered(&["--host", &list]).0, "short long gone");
    assert_eq!(run(&["extract", path, "-o", "-", "--status", "ok"]).code, 2);
}

#[test]
fn damage_is_located_and_the_run_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.warc.gz");
    let members: Vec<_> = responses(5).iter().map(|record| gzip(record)).collect();
    let at = members[0].len() + members[1].len();
    let damaged = [&members[..2].concat(), &b"garbage"[..], &members[2..].concat()].concat();
    fs::write(&path, damaged).unwrap();
    let done = run(&["extract", path.to_str().unwrap(), "-o", "-", "-m", "all"]);
    assert_eq!(documents(&done.out).len(), 5);
    assert_eq!(done.code, 1);
    assert!(done.err.contains(&format!("{}:{at}: garbage", path.display())), "{}", done.err);
}

#[test]
fn pages_over_a_cap_on_their_tree_are_counted_and_located() {
    let deep = format!("{}end", "<div>x ".repeat(600));
    let many = format!("<p{}>y", (0..300).map(|i| format!(" a{i}")).collect::<String>());
    let long = "<p>z ".repeat(2000);
    let pages = ["<p>fine", &deep, &many, &long];
    let records: Vec<_> = pages
        .iter()
        .enumerate()
        .map(|(i, page)| response(&format!("r{i}"), page.as_bytes()))
        .collect();
    let warc = records.concat();
    let dir = tempfile::tempdir().unwrap();
    let report = dir.path().join("damage.jsonl");
    let report = report.to_str().unwrap();
    let args = ["extract", "-", "-o", "-", "-m", "all", "--max-nodes", "3000", "--damage", report];
    let done = run_with_input(&args, &warc);
    assert_eq!(done.code, 1);
    assert!(done.err.contains("1 truncated, 3 with a tree over a cap"), "{}", done.err);
    let rows = documents(&done.out);
    let statuses: Vec<_> = rows.iter().map(|row| row.2.as_str()).collect();
    assert_eq!(statuses, ["ok", "ok", "ok", "truncated"]);
    assert_eq!(rows[1].1.split_whitespace().count(), 601, "no text is lost below the cap");
    let words = rows[3].1.split_whitespace().count();
    assert!((1400..1500).contains(&words), "{words}");
    let damage = json_lines(&fs::read(report).unwrap());
    let kinds: Vec<_> =
        damage.iter().map(|row| (row["id"].as_str(), row["kind"].as_str())).collect();
    let expected = [("r1", "depth-cap"), ("r2", "attributes-cap"), ("r3", "nodes-cap")];
    assert_eq!(kinds, expected.map(|(id, kind)| (Some(id), Some(kind))));
    assert_eq!(damage[0]["offset"], records[0].len());
    // They are counted even if the filter leaves them out.
    let args =
        ["extract", "-", "-o", "-", "-m", "all", "--max-nodes", "3000", "--min-words", "9999"];
    let done = run_with_input(&args, &warc);
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.err.contains("3 with a tree over a cap"), "{}", done.err);
    // With room for them they are pages like others.
    let args =
        ["extract", "-", "-o", "-", "-m", "all", "--max-depth", "700", "--max-attributes", "300"];
    assert_eq!(run_with_input(&args, &warc).code, 0);
    for (option, value) in [
        ("--max-depth", "8"),
        ("--max-attributes", "5000"),
        ("--max-nodes", "x"),
        ("--max-ms", "0"),
    ] {
        assert_eq!(run(&["extract", "-", "-o", "-", option, value]).code, 2, "{option}");
    }
}

#[test]
fn bytes_that_are_no_html_have_a_row_that_says_so() {
    let warc = [response("a", b"%PDF-1.4 x"), response("b", b"")].concat();
    let done = run_with_input(&["extract", "-", "-o", "-", "-m", "all"], &warc);
    let status = |at: usize| documents(&done.out)[at].2.clone();
    assert_eq!((status(0).as_str(), status(1).as_str(), done.code), ("not_html", "empty", 0));
}

#[test]
fn a_page_over_its_time_is_given_up_and_counted() {
    let page =
        |lines: usize| format!("<title>Mills</title>{}", "<p>It ran dry in May.".repeat(lines));
    let run = |ms: &str, lines: usize| {
        let args = ["extract", "-", "-o", "-", "-m", "all", "--max-ms", ms];
        let done = run_with_input(&args, &response("a", page(lines).as_bytes()));
        let (_, text, status) = documents(&done.out).remove(0);
        let is_located = done.err.contains(":0: timeout: longer than");
        (text, status, done.code, is_located && done.err.contains("1 over --max-ms"))
    };
    assert_eq!(run("1", 100_000), (String::new(), "timeout".into(), 1, true));
    assert_eq!(run("600000", 1), ("It ran dry in May.".into(), "ok".into(), 0, false));
}

#[test]
fn a_directory_gets_a_shard_an_archive_and_one_for_loose_pages() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("in");
    fs::create_dir_all(input.join("deep")).unwrap();
    fs::write(input.join("deep/x.warc.gz"), gzip(&response("x", b"<p>x"))).unwrap();
    fs::write(input.join("y.html"), "<p>y").unwrap();
    let out = dir.path().join("out/");
    let done = run(&[
        "extract",
        input.to_str().unwrap(),
        "-o",
        &format!("{}/", out.display()),
        "-m",
        "all",
    ]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(documents(&gunzip(&out.join("deep/x.jsonl.gz")))[0].1, "x");
    assert_eq!(documents(&gunzip(&out.join("pages.jsonl.gz")))[0].1, "y");
}

#[test]
fn text_has_a_safe_file_a_page() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("x.warc");
    fs::write(&input, [response("../../up", b"<p>x"), response("../../up", b"<p>y")].concat())
        .unwrap();
    let out = dir.path().join("out");
    fs::create_dir(&out).unwrap();
    let (input, output) = (input.to_str().unwrap(), out.to_str().unwrap());
    let done = run(&["extract", input, "-o", output, "-m", "all", "--format", "text"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let files = walkdir::WalkDir::new(&out).into_iter().map(|entry| entry.unwrap());
    let is_text = |entry: &walkdir::DirEntry| entry.path().extension().is_some_and(|e| e == "txt");
    let files: Vec<_> = files.filter(is_text).collect();
    let mut texts: Vec<_> = files.iter().map(|f| fs::read_to_string(f.path()).unwrap()).collect();
    texts.sort();
    assert_eq!(texts, ["x\n", "y\n"], "two pages of one id have two files, below the directory");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
}

#[test]
fn a_file_that_is_gzip_by_its_name_is_so_and_appears_whole() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out.jsonl.gz");
    let input = sample("pages");
    let args = ["extract", input.to_str().unwrap(), "-o", out.to_str().unwrap(), "-m", "all"];
    assert_eq!(run(&args).code, 0);
    let first = fs::read(&out).unwrap();
    assert!(documents(&gunzip(&out)).len() >= 40);
    assert_eq!(run(&args).code, 0);
    assert_eq!(fs::read(&out).unwrap(), first, "gzip heads carry no time");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "no .part is left");
}

#[test]
fn a_device_is_written_and_never_replaced() {
    let input = sample("pages");
    let done = run(&["extract", input.to_str().unwrap(), "-o", "/dev/null", "-m", "all"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn a_wrong_command_line_is_usage_and_a_missing_file_is_not() {
    let page = sample("gold.jsonl");
    let page = page.to_str().unwrap();
    let usage = run(&["extract", page, "-o", "-", "-m", "wu(windw=3)"]);
    assert_eq!(usage.code, 2);
    assert!(usage.err.contains("no parameter `windw`"), "{}", usage.err);
    assert_eq!(run(&["extract"]).code, 2);
    let many = run(&["extract", page, "-o", "-", "-j", "100000"]);
    assert_eq!(many.code, 2);
    assert!(many.err.contains("not in 0..=1024"), "{}", many.err);
    let foreign = run(&["extract", page, "-o", "-"]);
    assert_eq!(foreign.code, 3);
    let said = "gold.jsonl: not a WARC, ARC or HTML file: it begins with \"{\\\"id\\\":";
    assert!(foreign.err.contains(said), "{}", foreign.err);
    let missing = run(&["extract", "no/such/file", "-o", "-"]);
    assert_eq!(missing.code, 3);
    assert!(missing.err.contains("no/such/file"), "{}", missing.err);
    let unwritable = run(&["extract", sample("pages").to_str().unwrap(), "-o", "/dev/full"]);
    assert_eq!(unwritable.code, 3, "{}", unwritable.err);
}
