//! Documents that another program has made of pages, read from a file.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::dataset::{About, Gold, Skip, unpacked};
use crate::measure::Document;
use crate::{Error, Result};

/// Documents that another program has made of the pages of data sets.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Documents {
    /// What made them.
    pub name: String,
    /// Lines that are no document, second ones of a page, and what a line states that cannot be read.
    pub skipped: Vec<Skip>,
    documents: Vec<Document>,
    /// Which document has each id.
    by_id: BTreeMap<String, usize>,
    /// Which has each address; of several the first.
    by_url: BTreeMap<String, usize>,
}

/// A row. Of the page's id and its address one is enough.
#[derive(Deserialize)]
struct Row {
    id: Option<String>,
    url: Option<String>,
    #[serde(flatten)]
    document: Document,
}

impl Documents {
    /// Reads a file of JSON Lines, plain or gzipped: an object a page, with its `id` in the data set,
    /// or its address as `id` or `url`, `text`, `markdown` or `html`, and `title`, `author` (a string
    /// or a list) and `date` where they are known. A page without a row has an empty document.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(name: impl Into<String>, path: &Path) -> Result<Documents> {
        let bytes = unpacked(path).map_err(|error| Error::io(path, error))?;
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
        let mut read = Documents {
            name: name.into(),
            skipped: Vec::new(),
            documents: Vec::new(),
            by_id: BTreeMap::new(),
            by_url: BTreeMap::new(),
        };
        for (number, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
            if line.trim_ascii().is_empty() {
                continue;
            }
            let mut reasons = Vec::new();
            match row(line, |reason| reasons.push(reason)) {
                Ok(row) => reasons.extend(read.add(row).err()),
                Err(error) => reasons.push(error.to_string()),
            }
            read.skipped.extend(reasons.into_iter().map(|reason| {
                let reason = format!("line {}: {reason}", number + 1);
                Skip { path: path.to_owned(), reason }
            }));
        }
        Ok(read)
    }

    /// Adds a row, or says why it is none.
    fn add(&mut self, Row { id, url, document }: Row) -> std::result::Result<(), String> {
        let at = self.documents.len();
        match (id, url) {
            (None, None) => return Err("neither `id` nor `url`".to_owned()),
            (Some(id), _) if self.by_id.contains_key(&id) => {
                return Err(format!("a second document of `{id}`"));
            }
            (None, Some(url)) if self.by_url.contains_key(&url) => {
                return Err(format!("a second document of `{url}`"));
            }
            (id, url) => {
                self.by_id.extend(id.map(|id| (id, at)));
                if let Some(url) = url {
                    self.by_url.entry(url).or_insert(at);
                }
            }
        }
        self.documents.push(document);
        Ok(())
    }

    /// The document of a page: that of its id, else that of its address.
    pub fn of(&self, gold: &Gold) -> Option<&Document> {
        let by_address = || {
            let url = gold.url.as_ref()?;
            self.by_id.get(url).or_else(|| self.by_url.get(url))
        };
        self.documents.get(*self.by_id.get(&gold.id).or_else(by_address)?)
    }
}

/// Reads a row; a title, an author or a date of another type costs that alone, and is told.
fn row(line: &[u8], mut tell: impl FnMut(String)) -> serde_json::Result<Row> {
    let mut keys: Map<String, Value> = serde_json::from_slice(line)?;
    for key in ["title", "author", "authors", "date", "published"] {
        let Some(value) = keys.remove(key) else { continue };
        let alone = Map::from_iter([(key.to_owned(), value)]);
        match About::deserialize(Value::Object(alone.clone())) {
            Ok(_) => keys.extend(alone),
            Err(error) => tell(format!("`{key}`: {error}")),
        }
    }
    Row::deserialize(Value::Object(keys))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn read(bytes: &[u8]) -> Documents {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("peer.jsonl");
        fs::write(&path, bytes).unwrap();
        Documents::read("peer", &path).unwrap()
    }

    fn of<'d>(documents: &'d Documents, id: &str, url: Option<&str>) -> Option<&'d Document> {
        let gold = Gold { id: id.into(), url: url.map(str::to_owned), ..Gold::default() };
        documents.of(&gold)
    }

    #[test]
    fn documents_go_by_id_or_address() {
        let rows = "\u{feff}{\"id\":\"a\",\"url\":\"https://a.example/\",\"markdown\":\"# A\",\"ms\":3}\n\
                    {\"id\":\"https://b.example/\",\"text\":\"b\"}\r\n\nno\n{\"id\":\"a\"}\n\
                    {\"url\":\"https://d.example/\",\"text\":\"d\"}";
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(rows.as_bytes()).unwrap();
        for bytes in [rows.as_bytes(), &packed.finish().unwrap()] {
            let documents = read(bytes);
            assert!(of(&documents, "a", None).is_some() && of(&documents, "c", None).is_none());
            let by_url = of(&documents, "urn:uuid:1", Some("https://a.example/")).unwrap();
            assert_eq!(by_url.markdown.as_deref(), Some("# A"), "its id is the program's own");
            for address in ["b", "d"] {
                let found = of(&documents, "c", Some(&format!("https://{address}.example/")));
                assert_eq!(found.unwrap().text.as_deref(), Some(address));
            }
            let reasons: Vec<_> = documents.skipped.iter().map(|skip| &skip.reason[..7]).collect();
            assert_eq!(reasons, ["line 4:", "line 5:"]);
        }
        assert!(Documents::read("peer", Path::new("gone/peer.jsonl")).is_err());
    }

    #[test]
    fn a_title_of_another_type_costs_no_text() {
        let documents = read(br#"{"id":"a","text":"b","title":["c"],"author":"d","date":7}"#);
        let document = of(&documents, "a", None).unwrap();
        assert_eq!((document.text.as_deref(), document.about.author.len()), (Some("b"), 1));
        let reasons: Vec<_> = documents.skipped.iter().map(|skip| &skip.reason[..15]).collect();
        assert_eq!(reasons, ["line 1: `title`", "line 1: `date`:"]);
    }
}
