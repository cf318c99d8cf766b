//! The layout of the DAnIEL corpus (Lejeune and Zhu 2018): `html/<name>`, `reference/<name>` with
//! paragraphs in `<p>`, and `doc_lg.json`, the language of each. A name is `date_host_hash`.

use std::collections::BTreeMap;
use std::path::Path;

use super::{Contents, Gold, Layout, Row, files, text, untagged};
use crate::{Error, Result};

/// The layout's row.
pub(super) const ROW: Row = Row {
    layout: Layout::Daniel,
    name: "daniel",
    holds: "html/<id>, reference/<id> and doc_lg.json",
    of: "DAnIEL",
    read,
};

/// Tags of the languages as they are named in the corpus.
const LANGUAGES: [(&str, &str); 5] =
    [("Chinese", "zh"), ("English", "en"), ("Greek", "el"), ("Polish", "pl"), ("Russian", "ru")];

fn read(directory: &Path) -> Result<Option<Contents>> {
    let path = directory.join("doc_lg.json");
    if !path.is_file() {
        return Ok(None);
    }
    let languages: BTreeMap<String, String> = serde_json::from_str(&text(&path)?)
        .map_err(|error| Error::dataset(&path, error.to_string()))?;
    let mut contents = Contents::default();
    contents.pages = files(&directory.join("html"), &[".gz", ""], &mut contents.skipped)?;
    for (id, path) in files(&directory.join("reference"), &[""], &mut contents.skipped)? {
        let text = untagged(&text(&path)?);
        let url = id.split('_').nth(1).map(|host| format!("http://{host}/"));
        let name = languages.get(&id);
        let tag = name.map(|name| LANGUAGES.iter().find(|language| language.0 == name));
        let language = tag.flatten().map(|language| language.1.to_owned());
        contents.golds.push((path, Gold { id, url, language, text, ..Gold::default() }));
    }
    Ok(Some(contents))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{gzip, write};
    use crate::dataset::{Dataset, Layout};

    #[test]
    fn names_tell_the_host_and_the_table_the_language() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "html/20120101_www.a.example_0f.gz", &gzip(b"<p>one"));
        write(root.path(), "reference/20120101_www.a.example_0f", b"<p>one</p>\n<p>two</p>");
        write(root.path(), "doc_lg.json", br#"{"20120101_www.a.example_0f":"Greek"}"#);
        let data = Dataset::open(root.path()).unwrap();
        assert_eq!((data.layout.unwrap(), data.items.len()), (Layout::Daniel, 1));
        let gold = &data.items[0].gold;
        assert_eq!(gold.text, "one\ntwo");
        assert_eq!(gold.language.as_deref(), Some("el"));
        assert_eq!(gold.url.as_deref(), Some("http://www.a.example/"));
    }
}
