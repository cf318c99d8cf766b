//! The formats of `leafmill extract`, as its users ask for them.

use std::fs;
use std::path::Path;

use super::{Run, json_lines, run, run_with_input};
use crate::source::archive::{self, gzip, response, responses};

/// Every format with the suffix of its files.
const FORMATS: [(&str, &str); 6] = [
    ("jsonl", ".jsonl"),
    ("text", ".txt"),
    ("wet", ".warc.wet"),
    ("xml", ".xml"),
    ("tei", ".tei.xml"),
    ("csv", ".csv"),
];

fn gunzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::MultiGzDecoder::new(bytes), &mut out).unwrap();
    out
}

/// Extracts all text of an input.
fn extract(input: &Path, output: &str, more: &[&str]) -> Run {
    let args = ["extract", input.to_str().unwrap(), "-o", output, "-m", "all"];
    let done = run(&[&args, more].concat());
    assert_eq!(done.code, 0, "{more:?}: {}", done.err);
    done
}

#[test]
fn help_lists_and_explains_them() {
    let help = String::from_utf8(run(&["extract", "--help"]).out).unwrap();
    for (name, _) in FORMATS {
        assert!(help.contains(&format!("- {name}:")), "{name}:\n{help}");
    }
    for name in ["datatrove", "dolma", "gzip", "zstd"] {
        assert!(help.contains(&format!("- {name}:")), "{name}:\n{help}");
    }
}

#[test]
fn every_form_is_the_same_to_all_outputs_and_at_any_number_of_threads() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("x.warc.gz");
    // Stored, so that the archive is large enough to be cut in parts.
    let page = |i: usize| [&archive::page(i)[..], &b" more".repeat(1000)].concat();
    let members = (0..600).flat_map(|i| archive::stored(&response(&format!("r{i}"), &page(i))));
    fs::write(&input, members.collect::<Vec<u8>>()).unwrap();
    for (name, suffix) in FORMATS {
        let format = ["--format", name];
        let one = extract(&input, "-", &[&format[..], &["-j", "1"]].concat()).out;
        assert!(one == extract(&input, "-", &[&format[..], &["-j", "7"]].concat()).out, "{name}");
        let packed = dir.path().join(format!("one{suffix}.gz"));
        extract(&input, packed.to_str().unwrap(), &[&format[..], &["-j", "1"]].concat());
        let many = dir.path().join(format!("many{suffix}.gz"));
        extract(&input, many.to_str().unwrap(), &[&format[..], &["-j", "7"]].concat());
        let bytes = fs::read(packed).unwrap();
        assert!(bytes == fs::read(many).unwrap(), "{name}");
        assert!(gunzip(&bytes) == one, "{name}");
    }
}

#[test]
fn a_stream_without_a_document_begins_and_ends() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("x.warc");
    let info = archive::record("i", "WARC-Type: warcinfo\r\nContent-Length: 0\r\n", b"");
    fs::write(&input, info).unwrap();
    let shards = dir.path().join("out/");
    for (name, suffix) in FORMATS {
        let out = extract(&input, "-", &["--format", name]).out;
        let text = String::from_utf8(out.clone()).unwrap();
        let (begin, end) = match name {
            "wet" => ("WARC/1.0\r\nWARC-Type: warcinfo\r\n", "\r\n\r\n"),
            "xml" => ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<corpus>\n", "</corpus>\n"),
            "tei" => ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<teiCorpus ", "</teiCorpus>\n"),
            "csv" => ("id,url,title,", ",replaced\n"),
            _ => {
                assert_eq!(text, "");
                ("", "")
            }
        };
        assert!(text.starts_with(begin) && text.ends_with(end), "{name}: {text}");
        let packed = dir.path().join(format!("x{suffix}.gz"));
        extract(&input, packed.to_str().unwrap(), &["--format", name]);
        assert_eq!(gunzip(&fs::read(packed).unwrap()), out, "{name}");
        if name != "text" {
            extract(&input, &format!("{}/", shards.join(name).display()), &["--format", name]);
            let shard = shards.join(name).join(format!("x{suffix}.gz"));
            assert_eq!(gunzip(&fs::read(shard).unwrap()), out, "{name}");
        }
    }
}

#[test]
fn each_shard_of_a_directory_is_a_stream_of_its_own() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("in");
    fs::create_dir(&input).unwrap();
    fs::write(input.join("a.warc.gz"), gzip(&response("r1", b"<p>one"))).unwrap();
    fs::write(input.join("b.warc.gz"), gzip(&response("r2", b"<p>two"))).unwrap();
    fs::write(input.join("c.html"), "<p>three").unwrap();
    let out = dir.path().join("out");
    extract(&input, &format!("{}/", out.display()), &["--format", "xml", "--compress", "none"]);
    for (name, text) in [("a", "one"), ("b", "two"), ("pages", "three")] {
        let xml = fs::read_to_string(out.join(format!("{name}.xml"))).unwrap();
        assert!(xml.starts_with("<?xml") && xml.ends_with("</corpus>\n"), "{xml}");
        assert!(xml.contains(&format!("<p>{text}</p>")) && xml.matches("<doc ").count() == 1);
    }
}

#[test]
fn a_wet_file_has_a_member_a_record() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("x.warc.gz");
    fs::write(&input, responses(5).iter().flat_map(|record| gzip(record)).collect::<Vec<u8>>())
        .unwrap();
    let out = dir.path().join("x.warc.wet.gz");
    extract(&input, out.to_str().unwrap(), &["--format", "wet"]);
    let bytes = fs::read(out).unwrap();
    let mut rest = &bytes[..];
    let mut records = Vec::new();
    while !rest.is_empty() {
        // Over a slice the decoder takes no byte behind its member.
        let mut member = flate2::bufread::GzDecoder::new(rest);
        records.push(std::io::read_to_string(&mut member).unwrap());
        rest = member.into_inner();
    }
    assert_eq!(records.len(), 6);
    assert!(records.iter().all(|r| r.matches("WARC/1.0\r\n").count() == 1), "{records:?}");
    assert!(records[1].contains("WARC-Target-URI: http://a.org/r0\r\n"));
    assert!(records[1].contains("WARC-Refers-To: <r0>\r\n"));
    assert_eq!(archive::read(&bytes).passed_over.len(), 6);
}

#[test]
fn presets_of_jsonl_have_their_toolkits_keys() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("x.warc");
    fs::write(&input, response("r1", b"<title>T</title><p>x")).unwrap();
    let keys = |more: &[&str]| {
        let row = json_lines(&extract(&input, "-", more).out).remove(0);
        row.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(keys(&["--schema", "datatrove"]), "id metadata text");
    // A record without a date has no `created`.
    assert_eq!(keys(&["--schema", "dolma"]), "id metadata source text");
    let dolma = extract(&input, "-", &["--schema", "dolma", "--source", "news"]).out;
    assert_eq!(json_lines(&dolma)[0]["source"], "news");
    let datatrove = extract(&input, "-", &["--schema", "datatrove"]).out;
    assert_eq!(json_lines(&datatrove)[0]["id"], "<r1>");
    let wrong: [(&[&str], &str); 5] = [
        (
            &["--format", "xml", "--schema", "dolma"],
            "--schema of a toolkit is for --format jsonl alone",
        ),
        (
            &["--format", "xml", "--schema", "text"],
            "--schema is for --format jsonl and parquet alone",
        ),
        (&["--format", "markdown", "--links", "all"], "--links is for rows with keys"),
        (
            &["--format", "text", "--drop", "links"],
            "--drop is for forms that have links and images",
        ),
        (&["--source", "news"], "--source is for --schema dolma alone"),
    ];
    for (options, said) in wrong {
        let args = [&["extract", "-", "-o", "-"], options].concat();
        let wrong = run_with_input(&args, b"");
        assert_eq!(wrong.code, 2);
        assert!(wrong.err.contains(said), "{}", wrong.err);
    }
}

#[test]
fn images_are_in_the_rows_of_a_method_that_judges_them() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("x.html");
    let story = "<p>Talks went on in Paris, and Paris was patient with all who came.".repeat(8);
    fs::write(&input, format!("<div>{story}<p><img src=a.png alt=A>In Paris</div>")).unwrap();
    let row = |method: &str| {
        let done = run(&["extract", input.to_str().unwrap(), "-o", "-", "-m", method]);
        json_lines(&done.out).remove(0)
    };
    let images = &row("joshi")["images"];
    let image = images[0].as_object().unwrap();
    let keys: Vec<_> = image.keys().map(String::as_str).collect();
    assert_eq!(keys, ["alt", "caption", "kept", "similarity", "src"]);
    assert_eq!((&image["src"], &image["alt"]), (&"a.png".into(), &"A".into()));
    assert!(row("all").get("images").is_none());
}

#[test]
fn pages_of_a_stream_of_text_are_told_apart() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("x.warc");
    let pages = ["<p>one<p>more", "", "<p>three"];
    let record = |(i, page): (usize, &&str)| response(&format!("r{i}"), page.as_bytes());
    fs::write(&input, pages.iter().enumerate().flat_map(record).collect::<Vec<u8>>()).unwrap();
    let out = extract(&input, "-", &["--format", "text"]).out;
    assert_eq!(String::from_utf8(out).unwrap(), "one\nmore\n\x0c\x0cthree\n");
    // Also where several threads have written them.
    let many: Vec<u8> = (0..20).flat_map(|i| response(&i.to_string(), &archive::page(i))).collect();
    fs::write(&input, many.repeat(1000)).unwrap();
    let out = extract(&input, "-", &["--format", "text"]).out;
    assert_eq!(out.split(|&byte| byte == b'\x0c').count(), 20_000);
}

#[test]
fn a_suffix_that_is_not_packed_is_usage() {
    let input = run_with_input(&["extract", "-", "-o", "x.jsonl.bz2"], b"<p>x");
    assert!(input.code == 2 && input.err.contains("only .gz and .zst"), "{}", input.err);
    assert!(!Path::new("x.jsonl.bz2").exists());
}

#[cfg(not(feature = "zstd"))]
#[test]
fn zstd_that_is_not_built_in_is_usage() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("x.html");
    fs::write(&input, "<p>x").unwrap();
    let out = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let input = input.to_str().unwrap();
    for args in [&["-o", &out("x.jsonl.zst")][..], &["-o", &out("o/"), "--compress", "zstd"]] {
        let wrong = run(&[&["extract", input], args].concat());
        assert_eq!(wrong.code, 2);
        assert!(wrong.err.contains("built without zstd"), "{}", wrong.err);
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "nothing was begun");
}

#[cfg(not(feature = "parquet"))]
#[test]
fn parquet_that_is_not_built_in_is_usage() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("x.parquet");
    let wrong = run(&["extract", "-", "-o", out.to_str().unwrap(), "--format", "parquet"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("--features parquet"), "{}", wrong.err);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "nothing was begun");
}

#[cfg(feature = "zstd")]
#[test]
fn zstd_packs_files_and_shards() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("x.html");
    fs::write(&input, "<p>x").unwrap();
    let plain = extract(&input, "-", &["--format", "csv"]).out;
    let file = dir.path().join("x.csv.zst");
    extract(&input, file.to_str().unwrap(), &["--format", "csv"]);
    let shards = dir.path().join("out");
    let format = ["--format", "csv", "--compress", "zstd"];
    extract(&input, &format!("{}/", shards.display()), &format);
    for path in [file, shards.join("pages.csv.zst")] {
        assert_eq!(zstd::decode_all(fs::File::open(path).unwrap()).unwrap(), plain);
    }
}

#[test]
fn the_name_of_a_file_says_its_format() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("in.html");
    fs::write(&input, "<p>x").unwrap();
    for (name, format) in [
        ("x.csv", "csv"),
        ("x.md", "markdown"),
        ("x.html", "html"),
        ("x.xml", "xml"),
        ("x.txt", "text"),
        ("x.warc.wet", "wet"),
        ("x.jsonl", "jsonl"),
    ] {
        let file = dir.path().join(name);
        extract(&input, file.to_str().unwrap(), &[]);
        let asked = extract(&input, "-", &["--format", format]).out;
        assert!(fs::read(&file).unwrap() == asked, "{name}");
        extract(&input, file.to_str().unwrap(), &["--format", "jsonl"]);
        assert!(fs::read(&file).unwrap().starts_with(b"{"), "what is asked for wins");
    }
}
