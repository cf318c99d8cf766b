//! The layout of L3S-GN1 (Kohlschütter, Fankhauser and Nejdl 2010): `original/<uuid>.html`, the same pages under
//! `annotated/` with `span` elements of the classes `x-nc-sel0` to `x-nc-sel5` around their texts, and
//! `url-mapping.txt`, a line `<urn:uuid:…>` and address a page.
//!
//! A text is of the nearest such `span` around it: 1 is the headline, 2 the text, 3 what supplements it, 4 related
//! content, 5 readers' comments, 0 and none the rest. The gold is 1 to 3, as benchmarks have it.

use std::collections::BTreeMap;
use std::path::Path;

use super::super::item::unpacked;
use super::{Contents, Gold, Layout, Row, Skip, pages, text};
use crate::Result;
use crate::decode::decode;
use crate::dom::NodeId;
use crate::extraction::Extraction;
use crate::page::Page;
use crate::render;

/// The layout's row.
pub(super) const ROW: Row = Row {
    layout: Layout::L3s,
    name: "l3s-gn1",
    holds: "original/<uuid>.html, annotated/<uuid>.html and url-mapping.txt",
    of: "L3S-GN1",
    read,
};

/// What classes of annotations begin with.
const CLASS: &str = "x-nc-sel";

fn read(directory: &Path) -> Result<Option<Contents>> {
    let (original, annotated) = (directory.join("original"), directory.join("annotated"));
    if !original.is_dir() || !annotated.is_dir() {
        return Ok(None);
    }
    let mut contents = Contents::default();
    contents.pages = pages(&original, &mut contents.skipped)?;
    let mapping = directory.join("url-mapping.txt");
    let mapping = if mapping.is_file() { text(&mapping)? } else { String::new() };
    let urls: BTreeMap<&str, &str> = mapping.lines().filter_map(mapped).collect();
    for (id, path) in pages(&annotated, &mut contents.skipped)? {
        match unpacked(&path) {
            Ok(bytes) => {
                let url = urls.get(id.as_str()).map(|url| (*url).to_owned());
                let text = content(&decode(&bytes, None).0);
                let kind = Some("article".to_owned());
                contents.golds.push((path, Gold { id, url, kind, text, ..Gold::default() }));
            }
            Err(error) => contents.skipped.push(Skip { path, reason: error.to_string() }),
        }
    }
    Ok(Some(contents))
}

/// The uuid and the address of a line `<urn:uuid:…>` and address.
fn mapped(line: &str) -> Option<(&str, &str)> {
    let (name, url) = line.trim().split_once(char::is_whitespace)?;
    let uuid = name.trim_matches(['<', '>']);
    Some((uuid.strip_prefix("urn:uuid:").unwrap_or(uuid), url.trim()))
}

/// The text of an annotated page that is annotated as content.
fn content(html: &str) -> String {
    let page = Page::parse(html);
    let is_content = page.leaves().iter().map(|leaf| {
        let around = page.dom().ancestors(leaf.node);
        let kind = around.filter_map(|above| annotation(&page, above)).next();
        matches!(kind, Some('1'..='3'))
    });
    render::text(&page, &Extraction::new(is_content.collect()))
}

/// The kind of text that an element says is in it.
fn annotation(page: &Page, element: NodeId) -> Option<char> {
    let classes = page.dom().attribute(element, "class")?;
    let mut kinds = classes.split_ascii_whitespace().filter_map(|name| name.strip_prefix(CLASS));
    kinds.next().and_then(|kind| kind.chars().next())
}

#[cfg(test)]
mod tests {
    use super::super::tests::write;
    use crate::dataset::{Dataset, Layout};

    #[test]
    fn the_nearest_annotation_decides() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        write(root, "original/a-1.html", b"<h1>Head</h1><p>Text.");
        let annotated = b"<p>menu<h1><span class=x-nc-sel1>Head</span></h1><div class='b'>\
            <span class='x-nc-sel2'>Text <b>goes</b> <i><span class=x-nc-sel4>elsewhere</span></i>on.</span>\
            </div><p><span class=x-nc-sel3>A box</span><p><span class=x-nc-sel5>comment</span>";
        write(root, "annotated/a-1.html", annotated);
        write(root, "url-mapping.txt", b"<urn:uuid:a-1>\thttp://a.example/1\n");
        let data = Dataset::open(root).unwrap();
        assert_eq!(data.layout, Some(Layout::L3s));
        let gold = &data.items[0].gold;
        assert_eq!(gold.text, "Head\nText goes on.\nA box");
        assert_eq!(gold.url.as_deref(), Some("http://a.example/1"));
    }
}
