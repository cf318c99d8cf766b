//! One page by its name: a file, a page of an archive, or a page of a data set with its gold.

use std::path::{Path, PathBuf};

use crate::dataset::{Dataset, Gold};
use crate::source::{self, Event, Record, STDIN};
use crate::{Error, Result};

/// How a page is named.
const FORMS: &str =
    "name a page as FILE.html, FILE.warc.gz#URL, FILE.warc.gz#RECORD-ID or DATASET:ID";

/// A page that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The file that it is in, or the data set's directory.
    pub path: PathBuf,
    /// The page as it was captured.
    pub record: Record,
    /// What people say its content is, where it is a data set's.
    pub gold: Option<Gold>,
}

/// Finds a page by its name; of several captures of a URL, the first.
///
/// A name is that of an existing file as a whole, else it is cut where a file or a directory ends:
/// URLs and ids may have `#` and `:` of their own.
///
/// # Errors
/// If nothing goes by that name, or what it names cannot be read.
pub fn find(name: &str) -> Result<Found> {
    if name == STDIN || Path::new(name).is_file() {
        only_page(name)
    } else if let Some((file, page)) = cut(name, '#', Path::is_file) {
        in_archive(name, file, page)
    } else if let Some((directory, id)) = cut(name, ':', Path::is_dir) {
        in_dataset(name, directory, id)
    } else {
        let what = if Path::new(name).is_dir() { "a directory" } else { "no such file" };
        Err(no_page(name, format!("{what}; {FORMS}")))
    }
}

/// The name cut at the first `separator` before which it is a path that `exists`.
fn cut(name: &str, separator: char, exists: fn(&Path) -> bool) -> Option<(&Path, &str)> {
    name.match_indices(separator).find_map(|(at, _)| {
        let path = Path::new(&name[..at]);
        exists(path).then_some((path, &name[at + 1..]))
    })
}

/// The page of a file that has one.
fn only_page(name: &str) -> Result<Found> {
    let mut pages = pages(Path::new(name))?;
    let Some(record) = pages.next().transpose()? else {
        return Err(no_page(name, "it holds no page"));
    };
    if pages.next().is_some() {
        let first = record.url.as_deref().unwrap_or(&record.id);
        return Err(no_page(name, format!("it holds several pages; {FORMS}, such as #{first}")));
    }
    Ok(Found { path: name.into(), record, gold: None })
}

/// The first page of an archive with that URL or record id.
fn in_archive(name: &str, file: &Path, page: &str) -> Result<Found> {
    let id = page.trim_start_matches('<').trim_end_matches('>');
    for record in pages(file)? {
        let record = record?;
        if record.id == id || record.url.as_deref() == Some(page) {
            return Ok(Found { path: file.to_path_buf(), record, gold: None });
        }
    }
    Err(no_page(name, "no page of that archive has this URL or record id"))
}

/// The page of a data set with that id.
fn in_dataset(name: &str, directory: &Path, id: &str) -> Result<Found> {
    let items = Dataset::open(directory)?.items;
    let Some(item) = items.into_iter().find(|item| item.gold.id == id) else {
        return Err(no_page(name, "no page of that data set has this id"));
    };
    let body = item.read().map_err(|error| Error::io(item.path(), error))?;
    let record = Record {
        id: id.to_owned(),
        url: item.gold.url.clone(),
        body: body.into(),
        ..Record::default()
    };
    Ok(Found { path: directory.to_path_buf(), record, gold: Some(item.gold) })
}

/// The pages of a file; damage is passed by, since only one page is wanted.
fn pages(path: &Path) -> Result<impl Iterator<Item = Result<Record>>> {
    Ok(source::open(path)?.filter_map(|event| match event {
        Ok(Event::Page(record)) => Some(Ok(record)),
        Ok(Event::Damage(_) | Event::PassedOver(_)) => None,
        Err(error) => Some(Err(error)),
    }))
}

fn no_page(name: &str, message: impl Into<String>) -> Error {
    Error::NoPage { name: name.to_owned(), message: message.into() }
}
