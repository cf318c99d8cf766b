//! leafmill's own layout: `pages/<id>.html` (or `.htm`, gzipped or not, in subdirectories too) and
//! `gold.jsonl`, a line a page with the fields of [`Gold`].

use std::path::Path;

use serde_json::{Map, Value};

use super::super::gold::{Fault, fault_of_keys};
use super::{Contents, Gold, Layout, Row, Skip, pages, text};
use crate::Result;

/// The layout's row.
pub(super) const ROW: Row = Row {
    layout: Layout::Leafmill,
    name: "leafmill",
    holds: "pages/<id>.html (or .htm, with or without .gz) and gold.jsonl, \
            a line {\"id\", \"url\", \"project\", \"kind\", \"language\", \"text\", \"alternatives\", \
            \"required\", \"forbidden\", \"markdown\", \"about\", \"images\"} a page",
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
        let mut skip = |reason: String| {
            let reason = format!("line {}: {reason}", number + 1);
            contents.skipped.push(Skip { path: gold.clone(), reason });
        };
        match row(line) {
            Ok((page, fault)) => {
                let is_gold = fault.as_ref().is_none_or(|fault| fault.is_gold);
                fault.into_iter().for_each(|fault| skip(fault.reason));
                if is_gold {
                    contents.golds.push((gold.clone(), page));
                }
            }
            Err(error) => skip(error.to_string()),
        }
    }
    Ok(Some(contents))
}

/// A row, and what is wrong with its keys.
fn row(line: &str) -> serde_json::Result<(Gold, Option<Fault>)> {
    let keys: Map<String, Value> = serde_json::from_str(line)?;
    Ok((serde_json::from_str(line)?, fault_of_keys(keys.keys())))
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
{"id":"b","text":"","generator":"for people"}

{"id":"b","text":""}
{"id":"gone","text":"x"}
{"text":"x"}
{"id":"bare","content":"x"}
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
        assert!(reasons[1].starts_with("line 7: it says nothing of the content"), "{}", reasons[1]);
        let rest =
            ["a second gold for one page: `b`", "gold without a page: `gone`", "page without gold"];
        assert_eq!(reasons[2..], rest);
    }

    #[test]
    fn a_misspelt_key_is_named() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        write(root, "pages/a.html", b"<p>a");
        write(root, "pages/b.html", b"<p>b");
        let rows = r#"{"id":"a","txt":"a"}
{"id":"b","text":"b","requierd":["b"]}"#;
        write(root, "gold.jsonl", rows.as_bytes());
        let data = Dataset::open(root).unwrap();
        let reasons: Vec<_> = data.skipped.iter().map(|skip| skip.reason.as_str()).collect();
        let expected = [
            "line 1: no key `txt`; is `text` meant?",
            "line 2: no key `requierd`; is `required` meant?",
            "page without gold",
        ];
        assert_eq!((data.items.len(), reasons), (1, expected.to_vec()));
    }
}
