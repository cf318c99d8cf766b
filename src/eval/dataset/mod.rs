//! Data sets: pages with gold, in the layouts in which they are published.
//!
//! A layout is recognised by what a directory holds, never by its name; each is one module and one
//! row of [`LAYOUTS`]. Opening a data set reads its gold; a page is read when its turn comes.
//! Gold without a page and pages without gold are listed in [`Dataset::skipped`].

mod cleaneval;
mod cwce;
mod daniel;
mod own;
mod readability;
mod scrapinghub;
mod trafilatura;
mod wcxb;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use walkdir::WalkDir;

use super::gold::Gold;
use super::measure::Measure;
use crate::text::Cjk;
use crate::{Error, Result};

/// A page of a data set: where it lies, and its gold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The page's file, plain or gzipped.
    pub path: PathBuf,
    /// Its gold.
    pub gold: Gold,
}

/// A file of a data set that cannot be used, or a page that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skip {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub reason: String,
}

/// A data set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dataset {
    /// The directory's name.
    pub name: String,
    /// Name of the layout it was recognised as.
    pub layout: &'static str,
    /// Its pages, sorted by id.
    pub items: Vec<Item>,
    /// What it holds beside them: gold without a page, a page without gold, unreadable gold.
    pub skipped: Vec<Skip>,
}

/// A layout: one row of the table.
pub struct Layout {
    /// Its name.
    pub name: &'static str,
    /// What a directory of this layout holds.
    pub about: &'static str,
    /// What the benchmark that publishes it measures by, beside `words`.
    measure: Option<Measure>,
    /// Reads a directory's gold; `None` where the directory is not of this layout.
    read: fn(&Path) -> Result<Option<Contents>>,
}

/// Every layout, in the order in which they are tried.
pub static LAYOUTS: &[Layout] = &[
    own::LAYOUT,
    wcxb::LAYOUT,
    cwce::LAYOUT,
    scrapinghub::LAYOUT,
    trafilatura::LAYOUT,
    cleaneval::LAYOUT,
    daniel::LAYOUT,
    readability::LAYOUT,
];

/// The pages and the gold of a data set before they are paired.
#[derive(Default)]
struct Contents {
    /// The page files by id.
    pages: BTreeMap<String, PathBuf>,
    /// The golds, each with the file it came from.
    golds: Vec<(PathBuf, Gold)>,
    skipped: Vec<Skip>,
}

impl Dataset {
    /// Opens a directory in whichever layout it is.
    ///
    /// # Errors
    /// If it cannot be read, is of no known layout, or holds no page with gold.
    pub fn open(directory: &Path) -> Result<Dataset> {
        let full = directory.canonicalize().map_err(|error| Error::io(directory, error))?;
        let name = full.file_name().unwrap_or(full.as_os_str()).to_string_lossy().into_owned();
        for layout in LAYOUTS {
            if let Some(contents) = (layout.read)(directory)? {
                let (items, skipped) = contents.pair();
                if items.is_empty() {
                    let about = format!("no page with gold in this {} data set", layout.name);
                    return Err(Error::dataset(directory, about));
                }
                return Ok(Dataset { name, layout: layout.name, items, skipped });
            }
        }
        let known: Vec<_> =
            LAYOUTS.iter().map(|layout| format!("{}: {}", layout.name, layout.about)).collect();
        let message = format!("not a data set; known layouts are\n  {}", known.join("\n  "));
        Err(Error::dataset(directory, message))
    }
}

impl Dataset {
    /// Whether the gold has full texts, and not only snippets of them.
    pub fn has_texts(&self) -> bool {
        self.items.iter().any(|item| !item.gold.text.is_empty())
    }

    /// Whether its gold is what a measure compares with.
    pub fn suits(&self, measure: Measure) -> bool {
        self.items.iter().any(|item| measure.suits(&item.gold))
    }

    /// What the data set is measured by where nothing else is asked for: `words`, where its gold
    /// has texts, and its benchmark's own measure.
    pub fn measures(&self) -> Vec<Measure> {
        let layout = LAYOUTS.iter().find(|layout| layout.name == self.layout);
        let own = layout.and_then(|layout| layout.measure);
        let mut measures: Vec<_> =
            [Measure::Words(Cjk::Character)].into_iter().chain(own).collect();
        measures.retain(|&measure| self.suits(measure));
        measures
    }
}

impl Item {
    /// The page's bytes, unpacked.
    ///
    /// # Errors
    /// If the file cannot be read or its gzip is damaged.
    pub fn read(&self) -> std::io::Result<Vec<u8>> {
        let mut raw = unpacked(&self.path)?;
        // CleanEval's pages are wrapped in an element that is none of theirs.
        if raw.starts_with(b"<text id=") {
            let end = raw.iter().position(|&byte| byte == b'>').map_or(0, |at| at + 1);
            raw.drain(..end);
        }
        Ok(raw)
    }
}

impl Contents {
    /// The pages with their gold, sorted by id, and what is left over.
    fn pair(mut self) -> (Vec<Item>, Vec<Skip>) {
        let mut items = BTreeMap::new();
        for (from, gold) in self.golds {
            let reason = match self.pages.remove(&gold.id) {
                Some(path) => {
                    items.insert(gold.id.clone(), Item { path, gold });
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
        if !entry.file_type().is_file() {
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

/// A file's bytes, gzip undone.
fn unpacked(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut raw = Vec::new();
    File::open(path)?.read_to_end(&mut raw)?;
    if !raw.starts_with(&[0x1f, 0x8b]) {
        return Ok(raw);
    }
    let mut bytes = Vec::with_capacity(raw.len() * 6);
    MultiGzDecoder::new(BufReader::new(raw.as_slice())).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Files by id.
type Files = BTreeMap<String, PathBuf>;

/// The page files below a directory: HTML, plain or gzipped.
fn pages(directory: &Path, skipped: &mut Vec<Skip>) -> Result<Files> {
    files(directory, &[".html.gz", ".htm.gz", ".html", ".htm"], skipped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::io::Write;

    pub(super) fn write(root: &Path, name: &str, content: &[u8]) {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    pub(super) fn gzip(content: &[u8]) -> Vec<u8> {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(content).unwrap();
        gzip.finish().unwrap()
    }

    #[test]
    fn a_directory_that_is_no_data_set_is_an_error_that_names_the_layouts() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "html/a.html", b"<p>a");
        let message = Dataset::open(root.path()).unwrap_err().to_string();
        for layout in LAYOUTS {
            assert!(message.contains(layout.about), "{message}");
        }
        assert!(matches!(Dataset::open(&root.path().join("no")), Err(Error::Io { .. })));
    }

    #[test]
    fn a_data_set_is_measured_by_what_its_gold_supports() {
        let text = Gold { text: "a".into(), ..Gold::default() };
        let snippets = Gold { forbidden: vec!["a".into()], ..Gold::default() };
        let images = Gold { images: vec![BTreeSet::new()], ..Gold::default() };
        for (layout, gold, expected) in [
            ("leafmill", &text, &["words"][..]),
            ("cleaneval", &text, &["words"]),
            ("wcxb", &text, &["words", "words(cjk=run)"]),
            ("scrapinghub", &text, &["words", "shingles(4)"]),
            ("trafilatura", &snippets, &["snippets"]),
            ("readability", &images, &["images"]),
            ("leafmill", &snippets, &[]),
        ] {
            let items = vec![Item { path: PathBuf::new(), gold: gold.clone() }];
            let data = Dataset { name: "x".into(), layout, items, skipped: Vec::new() };
            let measures: Vec<_> = data.measures().iter().map(Measure::to_string).collect();
            assert_eq!(measures, expected, "{layout}");
        }
    }

    #[test]
    fn a_page_is_unpacked_whatever_its_name() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "a.html", &gzip(b"<p>a"));
        let item = |path: &str| Item { path: root.path().join(path), gold: Gold::default() };
        assert_eq!(item("a.html").read().unwrap(), b"<p>a");
        write(root.path(), "b.html.gz", &gzip(b"<p>a")[..12]);
        assert!(item("b.html.gz").read().is_err());
    }
}
