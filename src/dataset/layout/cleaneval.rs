//! The layout of CleanEval (Baroni et al. 2008) and CleanPortalEval (Endrédy and Novák 2013):
//! `input/<id>.html`, each wrapped in a `text` element, and `GoldStandard/<id>.txt`, text whose
//! paragraphs begin with `<p>`, `<h>` or `<l>` under a line that names the address.

use std::fs;
use std::path::Path;

use super::{Contents, Gold, Layout, Row, files, pages, untagged};
use crate::{Error, Result};

/// The layout's row.
pub(super) const ROW: Row = Row {
    layout: Layout::Cleaneval,
    name: "cleaneval",
    holds: "input/<id>.html and GoldStandard/<id>.txt",
    of: "CleanEval, CleanPortalEval",
    read,
};

fn read(directory: &Path) -> Result<Option<Contents>> {
    let (input, standard) = (directory.join("input"), directory.join("GoldStandard"));
    if !input.is_dir() || !standard.is_dir() {
        return Ok(None);
    }
    let mut contents = Contents::default();
    contents.pages = pages(&input, &mut contents.skipped)?;
    for (id, path) in files(&standard, &[".txt"], &mut contents.skipped)? {
        let bytes = fs::read(&path).map_err(|error| Error::io(&path, error))?;
        let all = crate::decode::decode(&bytes, None).0;
        let all = all.trim_start_matches('\u{feff}').trim_start();
        let (url, text) = match all.strip_prefix("URL:").map(|rest| rest.split_once('\n')) {
            Some(Some((url, text))) => (Some(url.trim().to_owned()), text),
            _ => (None, all),
        };
        contents.golds.push((path, Gold { id, url, text: untagged(text), ..Gold::default() }));
    }
    Ok(Some(contents))
}

#[cfg(test)]
mod tests {
    use super::super::tests::write;
    use crate::dataset::{Dataset, Layout};

    #[test]
    fn the_marks_are_taken_off() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "input/1.html", b"<text id=\"http://a.example/\"> \n<html><p>One's");
        let gold = b"URL: http://a.example/\n\n<h>One&#039;s\n\n<p>a <l>b 1 < 2";
        write(root.path(), "GoldStandard/1.txt", gold);
        let data = Dataset::open(root.path()).unwrap();
        assert_eq!((data.layout.unwrap(), data.items.len()), (Layout::Cleaneval, 1));
        assert_eq!(data.items[0].gold.text.trim(), "One's\n\na b 1 < 2");
        assert_eq!(data.items[0].gold.url.as_deref(), Some("http://a.example/"));
    }
}
