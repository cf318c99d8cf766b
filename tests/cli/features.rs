//! `leafmill features` as a user runs it, on the sample.

use std::fs;

use super::run;

#[test]
fn rows_say_which_scope_their_gold_is_of() {
    let root = tempfile::tempdir().unwrap();
    let file = root.path().join("units");
    let out = file.to_str().unwrap();
    let done = run(&["features", "datasets/sample", "-o", out]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    let bytes = fs::read(&file).unwrap();
    let mut lines = bytes.split(|&byte| byte == b'\n');
    assert_eq!(lines.next(), Some(&b"leafmill features"[..]));
    let head: serde_json::Value = serde_json::from_slice(lines.next().unwrap()).unwrap();
    let pages = head["pages"].as_array().unwrap();
    assert_eq!(pages.len(), 46);
    for page in pages {
        assert_eq!((&page["layout"], &page["scope"]), (&"leafmill".into(), &"page".into()));
    }
}

#[test]
fn a_page_that_cannot_be_read_is_named_and_left_out() {
    let root = tempfile::tempdir().unwrap();
    let data = root.path().join("data");
    fs::create_dir_all(data.join("pages")).unwrap();
    fs::write(data.join("pages/a.html"), "<p>one two three four five six").unwrap();
    fs::write(data.join("pages/b.html.gz"), b"\x1f\x8b\x08 cut").unwrap();
    let gold =
        "{\"id\":\"a\",\"text\":\"one two three four five six\"}\n{\"id\":\"b\",\"text\":\"x\"}\n";
    fs::write(data.join("gold.jsonl"), gold).unwrap();
    let out = root.path().join("units");
    let done = run(&["features", data.to_str().unwrap(), "-o", out.to_str().unwrap()]);
    assert_eq!(done.code, 1);
    assert!(done.err.contains("b.html.gz: failed: "), "{}", done.err);
    let text = String::from_utf8_lossy(&fs::read(&out).unwrap()).into_owned();
    assert!(text.contains("\"id\":\"a\"") && !text.contains("\"id\":\"b\""), "{text}");
}
