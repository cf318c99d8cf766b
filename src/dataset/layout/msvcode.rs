//! The layout of MSVCode's sets for content extraction (Utomo and Leu; news of 2005 to 2017): of each of its
//! folders, such as `big5-05` and `chaos-all`, `html/<name>.htm` or `.html`, and `gold/<name>.txt`, headline and
//! text as people cut them out. A name is a keyword of the page, with a number where it has had others:
//! `bitcoin (10)`.

use std::path::Path;

use super::{Contents, Gold, Layout, Row, decoded, files, pages};
use crate::Result;

/// The layout's row.
pub(super) const ROW: Row = Row {
    layout: Layout::Msvcode,
    name: "msvcode",
    holds: "html/<name>.htm or .html, and gold/<name>.txt",
    of: "MSVCode",
    read,
};

fn read(directory: &Path) -> Result<Option<Contents>> {
    let (html, gold) = (directory.join("html"), directory.join("gold"));
    if !html.is_dir() || !gold.is_dir() {
        return Ok(None);
    }
    let mut contents = Contents::default();
    contents.pages = pages(&html, &mut contents.skipped)?;
    for (id, path) in files(&gold, &[".txt"], &mut contents.skipped)? {
        let text = decoded(&path)?;
        contents.golds.push((path, Gold { id, text, ..Gold::default() }));
    }
    Ok(Some(contents))
}

#[cfg(test)]
mod tests {
    use super::super::tests::write;
    use crate::dataset::{Dataset, Layout};

    #[test]
    fn names_with_numbers_are_pages_of_their_own() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        write(root, "html/lake (1).htm", b"<h1>Lake</h1><p>Deep.");
        write(root, "html/lake (10).html", b"<p>Wide.");
        write(root, "html/lake.html", b"<p>no gold");
        write(root, "gold/lake (1).txt", "Lake\r\n\r\n  Deep \u{2013} very.\r\n".as_bytes());
        write(root, "gold/lake (10).txt", b"Caf\xe9s \x96 wide.\n");
        let data = Dataset::open(root).unwrap();
        assert_eq!(data.layout, Some(Layout::Msvcode));
        let golds: Vec<_> = data.items.iter().map(|i| (&*i.gold.id, &*i.gold.text)).collect();
        let lake = ("lake (1)", "Lake\r\n\r\n  Deep \u{2013} very.");
        assert_eq!(golds, [lake, ("lake (10)", "Caf\u{e9}s \u{2013} wide.")]);
        assert_eq!(data.skipped[0].reason, "page without gold");
    }
}
