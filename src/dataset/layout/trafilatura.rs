//! The layout of trafilatura's evaluation data: `evaldata.json`, an object by address of the page's
//! `file` and snippets that the content has (`with`) and has not (`without`), and the pages under
//! `cache/` or `eval/`. There is no full text.

use std::path::Path;

use serde::Deserialize;

use super::super::about::About;
use super::{Contents, Gold, Layout, Row, entries, pages};
use crate::Result;

/// The layout's row.
pub(super) const ROW: Row = Row {
    layout: Layout::Trafilatura,
    name: "trafilatura",
    holds: "evaldata.json, cache/<id>.html and eval/",
    of: "trafilatura",
    read,
};

/// What the gold says of a page.
#[derive(Deserialize)]
struct Truth {
    file: String,
    #[serde(default)]
    with: Vec<String>,
    #[serde(default)]
    without: Vec<String>,
    /// Where a title is said, author and date are too, if the page has them.
    title: Option<String>,
    author: Option<String>,
    date: Option<String>,
}

fn read(directory: &Path) -> Result<Option<Contents>> {
    let path = directory.join("evaldata.json");
    if !path.is_file() {
        return Ok(None);
    }
    let mut contents = Contents::default();
    let truths: Vec<(String, Truth)> = entries(&path, &mut contents.skipped)?;
    // The same page may lie in both; the one in `cache` counts.
    for folder in ["eval", "cache"] {
        let folder = directory.join(folder);
        if folder.is_dir() {
            contents.pages.extend(pages(&folder, &mut contents.skipped)?);
        }
    }
    contents.golds.extend(truths.into_iter().map(|(url, truth)| {
        let name = truth.file.strip_suffix(".html").or(truth.file.strip_suffix(".htm"));
        let id = name.unwrap_or(&truth.file).to_owned();
        let (required, forbidden) = (truth.with, truth.without);
        let author = truth.author.into_iter().collect();
        let about = truth.title.map(|title| About { title: Some(title), author, date: truth.date });
        (path.clone(), Gold { id, url: Some(url), required, forbidden, about, ..Gold::default() })
    }));
    Ok(Some(contents))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{gzip, write};
    use crate::dataset::{Dataset, Layout};

    #[test]
    fn snippets_by_address() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "cache/a.example.html.gz", &gzip(b"<p>one"));
        write(root.path(), "eval/a.example.html.gz", &gzip(b"<p>other"));
        let json = br#"{"https://a.example/":{"file":"a.example.html","with":["one"],
            "without":["menu"],"date":"2012"}}"#;
        write(root.path(), "evaldata.json", json);
        let data = Dataset::open(root.path()).unwrap();
        assert_eq!((data.layout.unwrap(), data.items.len()), (Layout::Trafilatura, 1));
        assert_eq!(data.items[0].read().unwrap(), b"<p>one");
        let gold = &data.items[0].gold;
        assert_eq!((&gold.required[0][..], &gold.forbidden[0][..]), ("one", "menu"));
        assert_eq!(gold.url.as_deref(), Some("https://a.example/"));
    }
}
