//! The layout of Dragnet's data (Peters and Lecocq 2013): `HTML/<id>.html` and `Corrected/<id>.html.corrected.txt`,
//! in UTF-8, UTF-16 or Latin-1: the content, and behind a line of `!@#$%^&*() COMMENTS` readers' comments.
//!
//! The gold is what the paper calls content; comments are no part of it.

use std::path::Path;

use super::{Contents, Gold, Layout, Row, decoded, files, pages};
use crate::Result;

/// The layout's row.
pub(super) const ROW: Row = Row {
    layout: Layout::Dragnet,
    name: "dragnet",
    holds: "HTML/<id>.html and Corrected/<id>.html.corrected.txt",
    of: "Dragnet",
    read,
};

/// What stands between content and comments.
const COMMENTS: &str = "!@#$%^&*()";

fn read(directory: &Path) -> Result<Option<Contents>> {
    let (html, corrected) = (directory.join("HTML"), directory.join("Corrected"));
    if !html.is_dir() || !corrected.is_dir() {
        return Ok(None);
    }
    let mut contents = Contents::default();
    contents.pages = pages(&html, &mut contents.skipped)?;
    let suffixes = [".html.corrected.txt", ".htm.corrected.txt"];
    for (id, path) in files(&corrected, &suffixes, &mut contents.skipped)? {
        let all = decoded(&path)?;
        let text = all.split_once(COMMENTS).map_or(&*all, |(content, _)| content);
        let text = text.trim_end().to_owned();
        contents.golds.push((path, Gold { id, text, ..Gold::default() }));
    }
    Ok(Some(contents))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{gzip, write};
    use crate::dataset::{Dataset, Layout};

    #[test]
    fn comments_are_cut_off_and_charsets_told() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        write(root, "HTML/1.html", b"<p>one");
        write(root, "HTML/2.html.gz", &gzip(b"<p>two"));
        write(root, "HTML/bare.html", b"<p>no gold");
        let content = "One\u{e9}.\n\n!@#$%^&*()  COMMENTS\n\nA reader's.\n";
        write(root, "Corrected/1.html.corrected.txt", content.as_bytes());
        let wide: Vec<u8> =
            "\u{feff}Two\u{e9}.".encode_utf16().flat_map(u16::to_le_bytes).collect();
        write(root, "Corrected/2.html.corrected.txt", &wide);
        let data = Dataset::open(root).unwrap();
        let golds: Vec<_> = data.items.iter().map(|i| (&*i.gold.id, &*i.gold.text)).collect();
        assert_eq!(data.layout, Some(Layout::Dragnet));
        assert_eq!(golds, [("1", "One\u{e9}."), ("2", "Two\u{e9}.")]);
        assert_eq!(data.skipped[0].reason, "page without gold");
    }
}
