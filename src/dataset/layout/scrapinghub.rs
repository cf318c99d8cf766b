//! The layout of Scrapinghub's article extraction benchmark (2019): `ground-truth.json`, an object
//! of `{"articleBody", "url"}` by page, and `html/<id>.html.gz`.

use std::path::Path;

use serde::Deserialize;

use super::{Contents, Gold, Layout, Row, entries, pages};
use crate::Result;

/// The layout's row.
pub(super) const ROW: Row = Row {
    layout: Layout::Scrapinghub,
    name: "scrapinghub",
    holds: "ground-truth.json and html/<id>.html.gz",
    of: "Scrapinghub",
    read,
};

/// What the gold says of a page.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Truth {
    article_body: String,
    url: Option<String>,
}

fn read(directory: &Path) -> Result<Option<Contents>> {
    let path = directory.join("ground-truth.json");
    if !path.is_file() {
        return Ok(None);
    }
    let mut contents = Contents::default();
    let truths: Vec<(String, Truth)> = entries(&path, &mut contents.skipped)?;
    contents.pages = pages(&directory.join("html"), &mut contents.skipped)?;
    contents.golds.extend(truths.into_iter().map(|(id, truth)| {
        let gold = Gold { id, url: truth.url, text: truth.article_body, ..Gold::default() };
        (path.clone(), gold)
    }));
    Ok(Some(contents))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{gzip, write};
    use crate::dataset::{Dataset, Layout};

    #[test]
    fn the_gold_is_one_object() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "html/a1.html.gz", &gzip(b"<p>body"));
        let json = br#"{"a1":{"articleBody":"body","url":"https://a.example/"}}"#;
        write(root.path(), "ground-truth.json", json);
        let data = Dataset::open(root.path()).unwrap();
        assert_eq!((data.layout.unwrap(), data.items.len()), (Layout::Scrapinghub, 1));
        assert_eq!(data.items[0].gold.text, "body");
        write(root.path(), "ground-truth.json", b"{");
        assert!(Dataset::open(root.path()).is_err());
    }

    #[test]
    fn an_entry_that_is_malformed_or_stands_there_twice_is_skipped_alone() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "html/a1.html.gz", &gzip(b"<p>body"));
        write(root.path(), "html/b2.html.gz", &gzip(b"<p>body"));
        let json = "\u{feff}{\"a1\":{\"articleBody\":\"body\"},\"b2\":{\"articleBody\":2},\
                    \"a1\":{\"articleBody\":\"other\"}}";
        write(root.path(), "ground-truth.json", json.as_bytes());
        let data = Dataset::open(root.path()).unwrap();
        assert_eq!((data.items.len(), &data.items[0].gold.text[..]), (1, "body"));
        let reasons: Vec<_> = data.skipped.iter().map(|skip| skip.reason.as_str()).collect();
        assert!(reasons[0].starts_with("`b2`: invalid type: integer `2`"), "{reasons:?}");
        assert_eq!(reasons[1..], ["a second gold for one page: `a1`", "page without gold"]);
    }
}
