//! The layout of Readability.js' test pages: a folder a page with `source.html` and
//! `expected.html`, what that program makes of it.
//!
//! They are what a program has approved of itself, a proxy and no gold, and are read for their
//! images alone: right is an image that Readability.js keeps.

use std::path::Path;

use super::super::images::images;
use super::super::item::unpacked;
use super::{Contents, Gold, Layout, Row, Skip, files};
use crate::Result;
use crate::decode::decode;
use crate::page::Page;

/// The layout's row.
pub(super) const ROW: Row = Row {
    layout: Layout::Readability,
    name: "readability",
    holds: "test-pages/<id>/source.html and expected.html (with or without .gz)",
    of: "Readability.js, a proxy for images",
    read,
};

fn read(directory: &Path) -> Result<Option<Contents>> {
    let folder = directory.join("test-pages");
    if !folder.is_dir() {
        return Ok(None);
    }
    let mut contents = Contents::default();
    let source = ["/source.html.gz", "/source.html"];
    contents.pages = files(&folder, &source, &mut contents.skipped)?;
    let expected = ["/expected.html.gz", "/expected.html"];
    for (id, path) in files(&folder, &expected, &mut contents.skipped)? {
        match unpacked(&path) {
            Ok(bytes) => {
                let html = decode(&bytes, None).0;
                let images = images(&Page::parse(&html));
                let images = images.into_iter().map(|(_, files)| files).collect();
                contents.golds.push((path, Gold { id, images, ..Gold::default() }));
            }
            Err(error) => contents.skipped.push(Skip { path, reason: error.to_string() }),
        }
    }
    Ok(Some(contents))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{gzip, write};
    use crate::dataset::{Dataset, Layout};

    #[test]
    fn images_are_those_of_what_is_expected() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        write(root, "test-pages/b/source.html.gz", &gzip(b"<img src=/x/photo.jpg>"));
        write(root, "test-pages/b/expected.html.gz", &gzip(b"<img src=photo.jpg><p>text"));
        write(root, "test-pages/a/source.html", b"<p>no image");
        write(root, "test-pages/a/expected.html", b"<p>no image");
        write(root, "test-pages/broken/source.html", b"");
        write(root, "test-pages/broken/expected.html.gz", &gzip(b"<p>")[..12]);
        let data = Dataset::open(root).unwrap();
        let found: Vec<_> =
            data.items.iter().map(|i| (i.gold.id.as_str(), i.gold.images.len())).collect();
        assert_eq!(
            (data.layout.unwrap(), &found[..]),
            (Layout::Readability, &[("a", 0), ("b", 1)][..])
        );
        assert_eq!(data.items[1].gold.images[0].first().unwrap(), "photo.jpg");
        assert_eq!(data.skipped.len(), 2, "the broken page and its source: {:?}", data.skipped);
    }
}
