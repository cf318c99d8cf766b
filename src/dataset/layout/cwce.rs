//! The layout of the Chinese Web Content Extraction Dataset (2022): `original/<uuid>.html` as it
//! was served, in any charset, and `cleaned/<uuid>.txt` in UTF-8.

use std::path::Path;

use super::{Contents, Gold, Layout, Row, files, pages, text};
use crate::Result;

/// The layout's row.
pub(super) const ROW: Row = Row {
    layout: Layout::Cwce,
    name: "cwce",
    holds: "original/<id>.html and cleaned/<id>.txt",
    of: "CWCE",
    read,
};

fn read(directory: &Path) -> Result<Option<Contents>> {
    let (original, cleaned) = (directory.join("original"), directory.join("cleaned"));
    if !original.is_dir() || !cleaned.is_dir() {
        return Ok(None);
    }
    let mut contents = Contents::default();
    contents.pages = pages(&original, &mut contents.skipped)?;
    for (id, path) in files(&cleaned, &[".txt"], &mut contents.skipped)? {
        let text = text(&path)?;
        contents.golds.push((path, Gold { id, text, ..Gold::default() }));
    }
    Ok(Some(contents))
}

#[cfg(test)]
mod tests {
    use super::super::tests::write;
    use crate::dataset::{Dataset, Layout};

    #[test]
    fn pages_are_raw_bytes_and_gold_is_text() {
        let root = tempfile::tempdir().unwrap();
        let body = b"<meta charset=gb2312><p>\xc4\xe3\xba\xc3";
        write(root.path(), "original/1f.html", body);
        write(root.path(), "cleaned/1f.txt", "\u{feff}你好".as_bytes());
        write(root.path(), "author/1f.txt", b"UNKNOWN");
        let data = Dataset::open(root.path()).unwrap();
        assert_eq!(
            (data.layout.unwrap(), data.items.len(), data.skipped.len()),
            (Layout::Cwce, 1, 0)
        );
        assert_eq!(data.items[0].gold.text, "你好");
        assert_eq!(data.items[0].read().unwrap(), body);
    }
}
