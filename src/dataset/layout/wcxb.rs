//! WCXB's layout (Foley 2026, *WCXB: A Multi-Type Web Content Extraction Benchmark*):
//! `<split>/html/<id>.html.gz` and `<split>/ground-truth/<id>.json`.
//!
//! A split itself can be given as well. Where a directory holds more than one, ids carry the
//! split's name, since the published splits have pages in common.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::super::about::About;
use super::{Contents, Gold, Layout, Row, Skip, files, pages, text};
use crate::{Error, Result};

/// The layout's row.
pub(super) const ROW: Row = Row {
    layout: Layout::Wcxb,
    name: "wcxb",
    holds: "<split>/html/<id>.html.gz and <split>/ground-truth/<id>.json",
    of: "WCXB",
    read,
};

/// What a ground-truth file says of a page; the rest of it is not used.
#[derive(Deserialize)]
struct File {
    url: Option<String>,
    #[serde(rename = "_internal", default)]
    internal: Internal,
    ground_truth: Truth,
}

#[derive(Deserialize, Default)]
struct Internal {
    page_type: Option<PageType>,
}

#[derive(Deserialize)]
struct PageType {
    primary: Option<String>,
}

#[derive(Deserialize)]
struct Truth {
    main_content: Option<String>,
    main_content_markdown: Option<String>,
    title: Option<String>,
    author: Option<String>,
    publish_date: Option<String>,
    #[serde(default)]
    with: Vec<String>,
    #[serde(default)]
    without: Vec<String>,
}

fn read(directory: &Path) -> Result<Option<Contents>> {
    let splits = splits(directory)?;
    if splits.is_empty() {
        return Ok(None);
    }
    let mut contents = Contents::default();
    for split in &splits {
        let prefix = match split.file_name() {
            Some(name) if splits.len() > 1 => format!("{}/", name.to_string_lossy()),
            _ => String::new(),
        };
        let found = pages(&split.join("html"), &mut contents.skipped)?;
        contents.pages.extend(found.into_iter().map(|(id, path)| (prefix.clone() + &id, path)));
        let truths = files(&split.join("ground-truth"), &[".json"], &mut contents.skipped)?;
        for (id, path) in truths {
            match serde_json::from_str::<File>(&text(&path)?) {
                Ok(file) => contents.golds.push((path, file.gold(prefix.clone() + &id))),
                Err(error) => contents.skipped.push(Skip { path, reason: error.to_string() }),
            }
        }
    }
    Ok(Some(contents))
}

/// The directory itself, or those in it, that hold `html` and `ground-truth`.
fn splits(directory: &Path) -> Result<Vec<PathBuf>> {
    let is_split = |path: &Path| path.join("html").is_dir() && path.join("ground-truth").is_dir();
    if is_split(directory) {
        return Ok(vec![directory.to_owned()]);
    }
    let mut splits = Vec::new();
    for entry in fs::read_dir(directory).map_err(|error| Error::io(directory, error))? {
        let path = entry.map_err(|error| Error::io(directory, error))?.path();
        if is_split(&path) {
            splits.push(path);
        }
    }
    splits.sort();
    Ok(splits)
}

impl File {
    fn gold(self, id: String) -> Gold {
        let truth = self.ground_truth;
        let author = truth.author.into_iter().collect();
        Gold {
            id,
            url: self.url,
            kind: self.internal.page_type.and_then(|page_type| page_type.primary),
            text: truth.main_content.unwrap_or_default(),
            required: truth.with,
            forbidden: truth.without,
            markdown: truth.main_content_markdown,
            about: Some(About { title: truth.title, author, date: truth.publish_date }),
            ..Gold::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{gzip, write};
    use crate::dataset::{Dataset, Layout};

    const TRUTH: &[u8] = br#"{"url":"https://a.example/x","file_id":"1","_internal":{"page_type":
        {"primary":"forum","tags":[]}},"ground_truth":{"title":"t","main_content":"some text",
        "author":null,"with":["some"],"without":["menu"]}}"#;

    #[test]
    fn one_split() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "metadata.json", b"{}");
        write(root.path(), "dev/html/0001.html.gz", &gzip(b"<p>some text"));
        write(root.path(), "dev/html/0002.html.gz", &gzip(b""));
        write(root.path(), "dev/ground-truth/0001.json", TRUTH);
        write(root.path(), "dev/ground-truth/0002.json", br#"{"ground_truth":{}}"#);
        write(root.path(), "dev/ground-truth/0003.json", b"{}");
        for directory in [root.path().to_owned(), root.path().join("dev")] {
            let data = Dataset::open(&directory).unwrap();
            assert_eq!(
                (data.layout.unwrap(), data.items.len(), data.skipped.len()),
                (Layout::Wcxb, 2, 1)
            );
            let gold = &data.items[0].gold;
            assert_eq!((gold.id.as_str(), gold.text.as_str()), ("0001", "some text"));
            assert_eq!(gold.kind.as_deref(), Some("forum"));
            assert_eq!(gold.url.as_deref(), Some("https://a.example/x"));
            assert_eq!((&gold.required[0][..], &gold.forbidden[0][..]), ("some", "menu"));
            assert_eq!(data.items[1].gold.text, "");
        }
    }

    #[test]
    fn ids_of_several_splits_differ() {
        let root = tempfile::tempdir().unwrap();
        for split in ["dev", "test"] {
            write(root.path(), &format!("{split}/html/0001.html.gz"), &gzip(b"<p>some text"));
            write(root.path(), &format!("{split}/ground-truth/0001.json"), TRUTH);
        }
        let data = Dataset::open(root.path()).unwrap();
        let ids: Vec<_> = data.items.iter().map(|item| item.gold.id.as_str()).collect();
        assert_eq!(ids, ["dev/0001", "test/0001"]);
    }
}
