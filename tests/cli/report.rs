//! `leafmill report` on what `leafmill evaluate` has written.

use std::fs;
use std::path::Path;

use super::run_in;

/// A page with gold whose id, type, title and texts would be markup if they were let through.
fn write_data(root: &Path) {
    let page = "<title>A </title><p>The mill ran dry in May, &lt;script&gt;alert(1)&lt;/script&gt; and \
                nobody could say why.<p>Imprint &lt;img src=x onerror=alert(2)&gt;";
    fs::create_dir_all(root.join("small/pages")).unwrap();
    fs::write(root.join("small/pages/a.html"), page).unwrap();
    fs::write(root.join("small/pages/b.html"), "<p>Nothing of the gold.").unwrap();
    let text = "The mill ran dry in May, <script>alert(1)</script> and nobody could say why.";
    let gold = [
        serde_json::json!({"id": "a", "kind": "<b>x</b>", "language": "en", "text": text}),
        serde_json::json!({"id": "b", "kind": "note", "language": "de", "text": "Another text."}),
    ];
    fs::write(root.join("small/gold.jsonl"), gold.map(|row| format!("{row}\n")).concat()).unwrap();
}

#[test]
fn one_page_with_tables_and_the_worst_pages() {
    let root = tempfile::tempdir().unwrap();
    write_data(root.path());
    let evaluated = ["evaluate", "small", "-m", "all", "-m", "bte", "--worst", "1", "-o", "out"];
    assert_eq!(run_in(root.path(), &evaluated).code, 0);
    let rows = fs::read_to_string(root.path().join("out/worst.jsonl")).unwrap();
    let rows: Vec<serde_json::Value> =
        rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of: Vec<_> = rows.iter().map(|row| (&row["spec"], &row["page"])).collect();
    assert_eq!(of, [(&"all".into(), &"b".into()), (&"bte".into(), &"b".into())]);
    assert_eq!(
        (&rows[0]["gold"], &rows[0]["text"]),
        (&"Another text.".into(), &"Nothing of the gold.".into())
    );

    let done = run_in(root.path(), &["report", "out", "-o", "page.html"]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    let page = fs::read_to_string(root.path().join("page.html")).unwrap();
    for expected in ["F1 by page type", "F1 by language", "Method against method", "Another text"] {
        assert!(page.contains(expected), "{expected}");
    }
    for markup in ["<b>x</b>", "<script>alert", "<img"] {
        assert!(!page.contains(markup), "{markup}");
    }
    let again = run_in(root.path(), &["report", "out", "-o", "-"]);
    assert_eq!(String::from_utf8(again.out).unwrap(), page);

    // Texts of another run are not taken for this one's.
    let evaluated = ["evaluate", "small", "-m", "all", "-o", "out"];
    assert_eq!(run_in(root.path(), &evaluated).code, 0);
    assert!(!root.path().join("out/worst.jsonl").exists());
    let bare = run_in(root.path(), &["report", "out", "-o", "-"]);
    assert!(String::from_utf8(bare.out).unwrap().contains("--worst 10"));
}

#[test]
fn what_is_no_evaluation_is_named() {
    let root = tempfile::tempdir().unwrap();
    let gone = run_in(root.path(), &["report", "gone"]);
    assert_eq!(gone.code, 3, "{}", gone.err);
    assert!(gone.err.contains("summary.json"), "{}", gone.err);
    write_data(root.path());
    assert_eq!(run_in(root.path(), &["evaluate", "small", "-m", "all", "-o", "out"]).code, 0);
    let csv = root.path().join("out/pages.csv");
    let rows = fs::read_to_string(&csv).unwrap();
    fs::write(&csv, rows.lines().take(2).map(|line| format!("{line}\n")).collect::<String>())
        .unwrap();
    let cut = run_in(root.path(), &["report", "out"]);
    assert_eq!(cut.code, 2);
    assert!(cut.err.contains("not all 2 pages of small are there"), "{}", cut.err);
    assert!(!root.path().join("report.html").exists());
}
