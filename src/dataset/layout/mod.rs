//! Layouts: the forms in which data sets are published.
//!
//! A layout is recognised by what a directory holds, never by its name; each is one module and one
//! row of [`LAYOUTS`]. Reading a directory reads its gold alone; a page is read when its turn comes.

mod cleaneval;
mod cwce;
mod daniel;
mod dragnet;
mod fundus;
mod fundus_evaluation;
mod l3s;
mod leafmill;
mod msvcode;
mod readability;
mod scrapinghub;
mod trafilatura;
mod wcxb;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use walkdir::WalkDir;

use super::gold::Gold;
use super::item::{Item, Skip, Stored};
use crate::decode::decode;
use crate::{Error, Result};

/// The form in which a data set is published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Layout {
    /// leafmill's own.
    Leafmill,
    /// WCXB (Foley 2026).
    Wcxb,
    /// The Chinese Web Content Extraction Dataset (2022).
    Cwce,
    /// Scrapinghub's article extraction benchmark (2019).
    Scrapinghub,
    /// trafilatura's evaluation data (Barbaresi 2021).
    Trafilatura,
    /// CleanEval (Baroni et al. 2008) and CleanPortalEval (Endrédy and Novák 2013).
    Cleaneval,
    /// The DAnIEL corpus (Lejeune and Zhu 2018).
    Daniel,
    /// The tests of Fundus' parsers (Dallabetta et al. 2024).
    Fundus,
    /// Fundus' evaluation set (Dallabetta et al. 2024).
    FundusEvaluation,
    /// L3S-GN1 (Kohlschütter et al. 2010).
    L3s,
    /// Dragnet's data (Peters and Lecocq 2013).
    Dragnet,
    /// MSVCode's sets of news, and of pages found by a search (Utomo and Leu).
    Msvcode,
    /// Readability.js' test pages.
    Readability,
}

/// A layout: one row of the table.
#[non_exhaustive]
pub struct Row {
    /// The layout, which prints as its name.
    pub layout: Layout,
    /// What a directory of this layout holds.
    pub holds: &'static str,
    /// Whose it is.
    pub of: &'static str,
    /// Its name in results.
    name: &'static str,
    /// Reads a directory's gold; `None` where the directory is not of this layout.
    read: fn(&Path) -> Result<Option<Contents>>,
}

/// Every layout, in the order in which they are tried.
pub static LAYOUTS: &[Row] = &[
    leafmill::ROW,
    wcxb::ROW,
    cwce::ROW,
    scrapinghub::ROW,
    trafilatura::ROW,
    cleaneval::ROW,
    daniel::ROW,
    fundus::ROW,
    fundus_evaluation::ROW,
    l3s::ROW,
    dragnet::ROW,
    msvcode::ROW,
    readability::ROW,
];

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = LAYOUTS.iter().find(|row| row.layout == *self);
        f.pad(row.map_or("unknown", |row| row.name))
    }
}

/// What a directory holds, read in the first layout that it is of; `None` where it is of none.
pub(super) fn read(directory: &Path) -> Result<Option<(Layout, Contents)>> {
    for row in LAYOUTS {
        if let Some(contents) = (row.read)(directory)? {
            return Ok(Some((row.layout, contents)));
        }
    }
    Ok(None)
}

/// The pages and the gold of a data set before they are paired.
#[derive(Default)]
pub(super) struct Contents {
    /// The page files by id.
    pages: BTreeMap<String, PathBuf>,
    /// The golds, each with the file it came from.
    golds: Vec<(PathBuf, Gold)>,
    skipped: Vec<Skip>,
}

impl Contents {
    /// The pages with their gold, sorted by id, and what is left over.
    pub(super) fn pair(mut self) -> (Vec<Item>, Vec<Skip>) {
        let mut items = BTreeMap::new();
        for (from, gold) in self.golds {
            let reason = match self.pages.remove(&gold.id) {
                Some(path) => {
                    let (id, body) = (gold.id.clone(), Stored::File(path));
                    items.insert(id, Item { body, gold });
                    continue;
                }
                None if items.contains_key(&gold.id) => "a second gold for one page",
                None => "gold without a page",
            };
            self.skipped.push(Skip { path: from, reason: format!("{reason}: `{}`", gold.id) });
        }
        let bare = self.pages.into_values();
        self.skipped.extend(bare.map(|path| Skip { path, reason: "page without gold".into() }));
        (items.into_values().collect(), self.skipped)
    }
}

/// The files below a directory that end in one of the suffixes, by their id: the path relative to
/// the directory without the suffix. Suffixes are tried in order.
fn files(directory: &Path, suffixes: &[&str], skipped: &mut Vec<Skip>) -> Result<Files> {
    let mut files = Files::new();
    for entry in WalkDir::new(directory).sort_by_file_name() {
        let entry = entry.map_err(|error| Error::io(directory, error.into()))?;
        let is_link_to_file = entry.path_is_symlink() && entry.path().is_file();
        if !entry.file_type().is_file() && !is_link_to_file {
            continue;
        }
        let path = entry.into_path();
        let relative = path.strip_prefix(directory).unwrap_or(&path);
        let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
        let name = parts.join("/");
        let Some(id) = suffixes.iter().find_map(|suffix| name.strip_suffix(suffix)) else {
            continue;
        };
        if files.contains_key(id) {
            skipped.push(Skip { path, reason: format!("a second file for `{id}`") });
        } else {
            files.insert(id.to_owned(), path);
        }
    }
    Ok(files)
}

/// A gold's text without its marks (`<p>`, `</p>`, `<h>`, `<l>`), entities decoded.
fn untagged(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, mark) = rest.split_at(at);
        plain.push_str(before);
        let name = mark[1..].strip_prefix('/').unwrap_or(&mark[1..]);
        let is_mark = name.starts_with(['p', 'h', 'l']) && name[1..].starts_with('>');
        let end = if is_mark { mark.find('>').unwrap_or(0) + 1 } else { 1 };
        plain.push_str(if is_mark { "" } else { "<" });
        rest = &mark[end..];
    }
    plain.push_str(rest);
    htmlize::unescape(&plain).into_owned()
}

/// A gold file's text, without a byte-order mark; what is no UTF-8 becomes U+FFFD.
fn text(path: &Path) -> Result<String> {
    let bytes = fs::read(path).map_err(|error| Error::io(path, error))?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
}

/// The text of a gold file in whatever charset, without white space at its ends.
fn decoded(path: &Path) -> Result<String> {
    let bytes = fs::read(path).map_err(|error| Error::io(path, error))?;
    Ok(decode(&bytes, None).0.trim().to_owned())
}

/// The entries of a gold file that is one JSON object, in the file's order and each once, as what
/// they say of a page. What says something else, or stands there a second time, is skipped.
///
/// # Errors
/// If the file cannot be read or is no JSON object.
fn entries<T: DeserializeOwned>(path: &Path, skipped: &mut Vec<Skip>) -> Result<Vec<(String, T)>> {
    let Entries(entries) = serde_json::from_str(&text(path)?)
        .map_err(|error| Error::dataset(path, error.to_string()))?;
    let mut seen = BTreeSet::new();
    let mut read = Vec::with_capacity(entries.len());
    for (key, value) in entries {
        let mut skip = |reason| skipped.push(Skip { path: path.to_owned(), reason });
        if !seen.insert(key.clone()) {
            skip(format!("a second gold for one page: `{key}`"));
            continue;
        }
        match serde_json::from_value(value) {
            Ok(value) => read.push((key, value)),
            Err(error) => skip(format!("`{key}`: {error}")),
        }
    }
    Ok(read)
}

/// The entries of a JSON object as they stand, a second one of a key too.
struct Entries(Vec<(String, serde_json::Value)>);

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(
        deserializer: D,
    ) -> std::result::Result<Entries, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Entries;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(
                self,
                mut map: M,
            ) -> std::result::Result<Entries, M::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Object)
    }
}

/// Files by id.
type Files = BTreeMap<String, PathBuf>;

/// The page files below a directory: HTML, plain or gzipped.
fn pages(directory: &Path, skipped: &mut Vec<Skip>) -> Result<Files> {
    files(directory, &[".html.gz", ".htm.gz", ".html", ".htm"], skipped)
}

#[cfg(test)]
pub(in crate::dataset) mod tests {
    use super::*;
    use std::io::Write;

    pub fn write(root: &Path, name: &str, content: &[u8]) {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    pub fn gzip(content: &[u8]) -> Vec<u8> {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(content).unwrap();
        gzip.finish().unwrap()
    }

    #[test]
    fn every_layout_has_a_row_of_its_own() {
        let names: std::collections::BTreeSet<_> =
            LAYOUTS.iter().map(|row| row.layout.to_string()).collect();
        assert_eq!(names.len(), LAYOUTS.len());
        assert_eq!(Layout::Wcxb.to_string(), "wcxb");
    }
}
