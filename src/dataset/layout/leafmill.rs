//! leafmill's own layout: `pages/<id>.html` (or `.htm`, gzipped or not, in subdirectories too) and
//! `gold.jsonl`, a line a page with the fields of [`Gold`].

use std::path::Path;

use super::{Contents, Gold, Layout, Row, Skip, pages, text};
use crate::Result;

/// The layout's row.
pub(super) const ROW: Row = Row {
    layout: Layout::Leafmill,
    name: "leafmill",
    holds: "pages/<id>.html (or .htm, with or without .gz) and gold.jsonl, \
            a line {\"id\", \"url\", \"kind\", \"language\", \"text\", \"alternatives\", \"required\", \"forbidden\"} a page",
    of: "leafmill's own",
    read,
};

fn read(directory: &Path) -> Result<Option<Contents>> {
    let (folder, gold) = (directory.join("pages"), directory.join("gold.jsonl"));
    if !folder.is_dir() || !gold.is_file() {
        return Ok(None);
    }
    let mut contents = Contents::default();
    contents.pages = pages(&folder, &mut contents.skipped)?;
    for (number, line) in text(&gold)?.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        match serde_json::from_str::<Gold>(line) {
            Ok(page) => contents.golds.push((gold.clone(), page)),
            Err(error) => {
                let reason = format!("line {}: {error}", number + 1);
                contents.skipped.push(Skip { path: gold.clone(), reason });
            }
        }
    }
    Ok(Some(contents))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{gzip, write};
    use crate::dataset::{Dataset, Layout};

    #[test]
    fn pages_are_paired_with_gold_and_the_rest_is_reported() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        write(root, "pages/b.html.gz", &gzip(b"<p>b"));
        write(root, "pages/de/a.htm", b"<p>a");
        write(root, "pages/bare.html", b"");
        write(root, "pages/notes.txt", b"");
        write(
            root,
            "gold.jsonl",
            br#"{"id":"de/a","url":"https://a.example/","kind":"article","language":"de","text":"a","required":["a"]}
{"id":"b"}

{"id":"b"}
{"id":"gone","text":"x"}
{"text":"x"}
"#,
        );
        let data = Dataset::open(root).unwrap();
        assert_eq!(data.layout, Some(Layout::Leafmill));
        let ids: Vec<_> = data.items.iter().map(|item| item.gold.id.as_str()).collect();
        assert_eq!(ids, ["b", "de/a"]);
        assert_eq!(data.items[0].read().unwrap(), b"<p>b");
        assert_eq!(data.items[1].gold.required, ["a"]);
        assert_eq!(data.items[1].gold.language.as_deref(), Some("de"));
        let reasons: Vec<_> = data.skipped.iter().map(|skip| skip.reason.as_str()).collect();
        assert!(reasons[0].starts_with("line 6: missing field `id`"));
        let rest =
            ["a second gold for one page: `b`", "gold without a page: `gone`", "page without gold"];
        assert_eq!(reasons[1..], rest);
    }
}
