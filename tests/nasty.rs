//! What stopped other programs, as one archive through the whole program: a row for every record, the
//! text kept where there is one, and the same from both parsers and for every method.
//!
//! `docs/nasty.md` lists the inputs with the tests that hold them, this one and those nearer to the
//! code; a test here sees to it that these are there.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use crate::cli::{json_lines, run_with_input};
use crate::source::archive::response;

/// `part` for each number, `{}` being the number.
fn numbered(count: usize, part: &str) -> String {
    (0..count).map(|number| part.replace("{}", &number.to_string())).collect()
}

/// Pages: the status that their row has, and how many words their text.
fn pages() -> Vec<(&'static str, Vec<u8>, &'static str, usize)> {
    let text = |name, html: String, words| (name, html.into_bytes(), "ok", words);
    vec![
        ("empty", b"<body></body>".to_vec(), "empty", 0),
        ("no bytes", Vec::new(), "empty", 0),
        ("NULs", b"<p>a\0b c".to_vec(), "ok", 2),
        ("invalid UTF-8", b"<meta charset=utf-8><p>a \xff b".to_vec(), "ok", 3),
        text("deep", numbered(10_000, "<div>x "), 10_000),
        text("deep lists", numbered(4_000, "<ul><li>x "), 4_000),
        text("unclosed b", numbered(5_000, "<b>x "), 5_000),
        text("misnested", numbered(3_000, "<b><i><a><p>x "), 3_000),
        text("attributes", format!("<p{}>x", numbered(20_000, " a{}=b")), 1),
        text("long attribute", format!("<p title='{}'>x", "<b>y".repeat(500_000)), 1),
        text("colspan", "<table><tr><td colspan=9007199254740991>x</table>".to_owned(), 1),
        text("paragraphs", "<p>word".repeat(50_000), 50_000),
        text("cells", format!("<table>{}", "<td>x ".repeat(50_000)), 50_000),
        text("tables", "<table><tr><td>x ".repeat(300), 300),
        text("unclosed script", format!("<p>x<script>{}", "<p>y".repeat(1_000)), 1),
        text("unclosed comment", format!("<p>x<!--{}", "<p>y".repeat(1_000)), 1),
        text("bad references", "<p>x ".to_owned() + &"&#xD800;&#1114112; ".repeat(1_000), 1_001),
        text("without tags", "<p>".to_owned() + &"word ".repeat(200_000), 200_000),
        text("links", numbered(20_000, "<a href=/{}>x</a> "), 20_000),
        // A `p` ends foreign content.
        text("svg", "<p>x<svg><template><p>y</template></svg>".repeat(10), 20),
        text("white space", format!("<p>x{}y", " \u{a0}".repeat(100_000)), 2),
        text("line breaks", "x<br>".repeat(50_000), 50_000),
        text("options", format!("<p>x<select>{}</select>", "<option>y".repeat(50_000)), 1),
        text("spans", format!("<p>{}", "<span>x ".repeat(3_000)), 3_000),
        text("fonts", "<font><p>x ".repeat(2_000), 2_000),
        ("PDF", b"%PDF-1.4 x".to_vec(), "not_html", 0),
        ("JPEG", b"\xff\xd8\xff\xe0 x".to_vec(), "not_html", 0),
        text("two bodies", "<html><body>x<html><body>y</body></body>".to_owned(), 1),
        text("base", "<base href='javascript:x()'><a href=data:y>z</a>".to_owned(), 1),
        text(
            "script in title",
            "<title></title><script>alert(1)</script></title><p>x".to_owned(),
            1,
        ),
        text(
            "JSON-LD",
            format!(
                "<p>x<script type=application/ld+json>{}</script>",
                "{\"name\":[".repeat(100_000)
            ),
            1,
        ),
        text("marks", format!("<p>a{} b", "\u{301}\u{200d}\u{202e}".repeat(50_000)), 2),
    ]
}

/// The archive of the pages.
fn archive() -> Vec<u8> {
    let pages = pages();
    pages.iter().flat_map(|(name, html, ..)| response(name, html)).collect()
}

fn extract(more: &[&str]) -> Vec<serde_json::Value> {
    let done = run_with_input(&[&["extract", "-", "-o", "-"], more].concat(), &archive());
    // Some are over a cap on depth or attributes.
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(
        done.err.contains("with a tree over a cap") && !done.err.contains("a bug"),
        "{}",
        done.err
    );
    json_lines(&done.out)
}

#[test]
fn every_page_has_its_row_and_its_text() {
    let rows = extract(&["--method", "all"]);
    let pages = pages();
    assert_eq!(rows.len(), pages.len());
    for (row, (name, _, status, words)) in rows.iter().zip(&pages) {
        assert_eq!((row["id"].as_str(), row["status"].as_str()), (Some(*name), Some(*status)));
        let text = row["text"].as_str().unwrap();
        assert_eq!(text.split_whitespace().count(), *words, "{name}: {text:.200}");
    }
    assert_eq!(extract(&["--method", "all", "--parser", "native"]), rows);
}

#[test]
fn every_method_has_a_row_for_every_page() {
    for method in leafmill::internals::extract::METHODS {
        assert_eq!(extract(&["--method", method.name]).len(), pages().len(), "{}", method.name);
    }
}

/// The names of all tests below a folder.
fn tests_below(folder: &Path) -> HashSet<String> {
    let files = walkdir::WalkDir::new(folder).into_iter().map(|entry| entry.unwrap().into_path());
    let sources = files.filter(|path| path.extension().is_some_and(|suffix| suffix == "rs"));
    let mut names = HashSet::new();
    for source in sources {
        let text = fs::read_to_string(source).unwrap();
        let of_line = |line: &str| {
            let name = line.trim_start().strip_prefix("fn ")?.split(['(', '<']).next()?;
            Some(name.to_owned())
        };
        names.extend(text.lines().filter_map(of_line));
    }
    names
}

#[test]
fn every_test_that_the_list_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut names = tests_below(&root.join("tests"));
    names.extend(tests_below(&root.join("src")));
    let list = fs::read_to_string(root.join("docs/nasty.md")).unwrap();
    let rows = list.lines().filter(|line| line.starts_with("| ") && line.contains('`'));
    let mut named = 0;
    for row in rows {
        let tests = row.rsplit('|').nth(1).unwrap();
        for test in tests.split('`').skip(1).step_by(2) {
            let name = test.rsplit("::").next().unwrap();
            assert!(names.contains(name), "there is no test {test}");
            named += 1;
        }
    }
    assert!(named > 70, "{named}");
}
