//! Who takes part in an evaluation: specs, methods of a program's own, and the documents that other
//! programs have made.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;

use super::Program;
use crate::dataset::{Gold, Skip};
use crate::extract::oracle::is_oracle;
use crate::extract::{Extractor, Spec};
use crate::measure::{Document, Measure};
use crate::{Error, Result};

/// One of those that an evaluation compares. It prints as its name in tables.
#[derive(Clone)]
#[non_exhaustive]
pub enum Entrant {
    /// A method of leafmill's, by its spec.
    Spec(Spec),
    /// A method from outside.
    Method {
        /// Its name.
        name: String,
        /// What extracts.
        extractor: Arc<dyn Extractor>,
    },
    /// Documents that another program has made.
    Documents(Arc<Documents>),
    /// Another program, run on each page.
    Program(Arc<Program>),
}

/// Documents that another program has made of the pages of data sets.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Documents {
    /// What made them.
    pub name: String,
    /// Lines that are no document, and second ones of a page.
    pub skipped: Vec<Skip>,
    /// By the page's id or address.
    documents: BTreeMap<String, Document>,
}

impl Documents {
    /// Reads a file of JSON Lines: an object a page, with its `id` in the data set or its address,
    /// `text`, `markdown` or `html`, and `title`, `author` (a string or a list) and `date` where they
    /// are known. A page without a row has an empty document.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(name: impl Into<String>, path: &Path) -> Result<Documents> {
        #[derive(Deserialize)]
        struct Row {
            id: String,
            #[serde(flatten)]
            document: Document,
        }
        let text = fs::read_to_string(path).map_err(|error| Error::io(path, error))?;
        let mut found =
            Documents { name: name.into(), skipped: Vec::new(), documents: BTreeMap::new() };
        for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            let reason = match serde_json::from_str::<Row>(line) {
                Ok(Row { id, document }) => match found.documents.insert(id.clone(), document) {
                    None => continue,
                    Some(_) => format!("a second document of `{id}`"),
                },
                Err(error) => error.to_string(),
            };
            let reason = format!("line {}: {reason}", number + 1);
            found.skipped.push(Skip { path: path.to_owned(), reason });
        }
        Ok(found)
    }

    /// The document of a page: that of its id, else that of its address.
    pub fn of(&self, gold: &Gold) -> Option<&Document> {
        let by_address = || self.documents.get(gold.url.as_ref()?);
        self.documents.get(&gold.id).or_else(by_address)
    }
}

impl Entrant {
    /// Its spec, where it has one.
    pub fn spec(&self) -> Option<&Spec> {
        match self {
            Entrant::Spec(spec) => Some(spec),
            _ => None,
        }
    }

    /// Whether it is compared with: not the oracle, which knows the gold.
    pub(super) fn is_rival(&self) -> bool {
        self.spec().is_none_or(|spec| spec.method().is_ok_and(|method| !is_oracle(method)))
    }

    /// Whether it yields what a measure counts.
    pub(super) fn yields(&self, measure: Measure) -> bool {
        match self {
            Entrant::Spec(spec) => spec.method().is_ok_and(|method| measure.takes(method)),
            Entrant::Method { .. } => measure != Measure::Images,
            Entrant::Documents(_) | Entrant::Program(_) => measure.takes_documents(),
        }
    }
}

impl From<Spec> for Entrant {
    fn from(spec: Spec) -> Entrant {
        Entrant::Spec(spec)
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Spec(spec) => spec.fmt(f),
            Entrant::Method { name, .. } => f.pad(name),
            Entrant::Documents(documents) => f.pad(&documents.name),
            Entrant::Program(program) => f.pad(&program.name),
        }
    }
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entrant({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_go_by_id_or_address() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("peer.jsonl");
        let rows = "\u{feff}{\"id\":\"a\",\"markdown\":\"# A\",\"author\":\"X\",\"ms\":3}\n\
                    {\"id\":\"https://b.example/\",\"text\":\"b\"}\n\nno\n{\"id\":\"a\"}\n";
        fs::write(&path, rows).unwrap();
        let documents = Documents::read("peer", &path).unwrap();
        let of = |id: &str, url: Option<&str>| {
            let gold = Gold { id: id.into(), url: url.map(str::to_owned), ..Gold::default() };
            documents.of(&gold).cloned()
        };
        assert!(of("a", None).is_some() && of("c", None).is_none());
        assert_eq!(of("c", Some("https://b.example/")).unwrap().text.as_deref(), Some("b"));
        let reasons: Vec<_> = documents.skipped.iter().map(|skip| &skip.reason[..7]).collect();
        assert_eq!(reasons, ["line 4:", "line 5:"]);
        assert!(Documents::read("peer", &root.path().join("gone")).is_err());
    }
}
