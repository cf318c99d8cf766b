//! Data sets: pages with gold, what people say that a page's content is.
//!
//! ```text
//! directory ─> Layout ─> Dataset{items, skipped} ─> Item{body, gold} ─> Visit ─> Page
//! ```
//!
//! A data set is a directory in one of the published [`LAYOUTS`], or a program's own items. What of
//! a directory cannot be used, such as gold without a page, stands in [`Dataset::skipped`].
//! [`labels`] says which leaves of a page its gold is made of.

mod about;
pub mod align;
mod digest;
mod gold;
pub mod images;
mod item;
mod layout;
mod visit;

pub use about::About;
pub use align::labels;
pub use digest::Digest;
pub use gold::Gold;
pub(crate) use item::unpacked;
pub use item::{Item, Skip, Stored};
pub use layout::{LAYOUTS, Layout};
pub use visit::{Report, Visit};

use std::path::Path;

use crate::{Error, Result};

/// A data set.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dataset {
    /// The directory's name, or what a program calls it.
    pub name: String,
    /// The layout it was recognised as; `None` where a program made it.
    pub layout: Option<Layout>,
    /// Its pages, sorted by id.
    pub items: Vec<Item>,
    /// What it holds beside them: gold without a page, a page without gold, unreadable gold.
    pub skipped: Vec<Skip>,
}

impl Dataset {
    /// A program's own data set. Of pages with one id the first counts; the others are skipped.
    pub fn new(name: impl Into<String>, items: impl IntoIterator<Item = Item>) -> Dataset {
        let mut items: Vec<_> = items.into_iter().collect();
        items.sort_by(|a, b| a.gold.id.cmp(&b.gold.id));
        let mut skipped = Vec::new();
        items.dedup_by(|item, first| {
            let again = item.gold.id == first.gold.id;
            if again {
                let reason = format!("a second page of the id `{}`", item.gold.id);
                skipped.push(Skip { path: item.path().to_owned(), reason });
            }
            again
        });
        Dataset { name: name.into(), layout: None, items, skipped }
    }

    /// Opens a directory in whichever layout it is.
    ///
    /// # Errors
    /// If it cannot be read, is of no known layout, or holds no page with gold.
    pub fn open(directory: &Path) -> Result<Dataset> {
        let full = directory.canonicalize().map_err(|error| Error::io(directory, error))?;
        let name = full.file_name().unwrap_or(full.as_os_str()).to_string_lossy().into_owned();
        let Some((layout, contents)) = layout::read(directory)? else {
            let known: Vec<_> =
                LAYOUTS.iter().map(|row| format!("{}: {}", row.layout, row.holds)).collect();
            let message = format!("not a data set; known layouts are\n  {}", known.join("\n  "));
            return Err(Error::dataset(directory, message));
        };
        let (items, skipped) = contents.pair();
        if items.is_empty() {
            return Err(Error::dataset(directory, nothing_left(layout, &skipped)));
        }
        Ok(Dataset { name, layout: Some(layout), items, skipped })
    }

    /// Whether the gold has full texts, and not only snippets of them.
    pub fn has_texts(&self) -> bool {
        self.items.iter().any(|item| !item.gold.text.is_empty())
    }
}

/// Why a data set has no page with gold: how much of it is skipped, and the first of that.
fn nothing_left(layout: Layout, skipped: &[Skip]) -> String {
    let mut message = format!("no page with gold in this {layout} data set");
    if let [first, ..] = skipped {
        let (file, reason) = (first.path.display(), &first.reason);
        message += &format!("; {} passed over, the first {file}: {reason}", skipped.len());
    }
    message
}

#[cfg(test)]
mod tests {
    use super::layout::tests::write;
    use super::*;

    #[test]
    fn a_directory_that_is_no_data_set_is_an_error_that_names_the_layouts() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "html/a.html", b"<p>a");
        let message = Dataset::open(root.path()).unwrap_err().to_string();
        for row in LAYOUTS {
            assert!(message.contains(row.holds), "{message}");
        }
        assert!(matches!(Dataset::open(&root.path().join("no")), Err(Error::Io { .. })));
    }

    #[test]
    fn where_nothing_is_left_the_reason_is_said() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "pages/a.html", b"<p>a");
        write(root.path(), "gold.jsonl", b"{\"id\": 1}\n");
        let message = Dataset::open(root.path()).unwrap_err().to_string();
        assert!(
            message.contains("in this leafmill data set; 2 passed over, the first"),
            "{message}"
        );
        assert!(message.contains("gold.jsonl: line 1: invalid type: integer"), "{message}");
    }

    #[test]
    fn a_byte_order_mark_is_no_error() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "pages/a.html", b"<p>a");
        write(root.path(), "gold.jsonl", "\u{feff}{\"id\":\"a\",\"text\":\"a\"}\r\n".as_bytes());
        let data = Dataset::open(root.path()).unwrap();
        assert_eq!((data.items.len(), data.skipped.len()), (1, 0));
    }

    #[test]
    fn a_programs_own_items_are_sorted_and_their_ids_are_unique() {
        let item = |id: &str, page: &[u8]| Item {
            body: Stored::Bytes(page.to_vec()),
            gold: Gold { id: id.into(), ..Gold::default() },
        };
        let data = Dataset::new("mine", [item("b", b"1"), item("a", b"2"), item("b", b"3")]);
        let found: Vec<_> = data.items.iter().map(|item| item.read().unwrap()).collect();
        assert_eq!(found, [b"2", b"1"]);
        assert_eq!(data.skipped.len(), 1);
        assert!(data.skipped[0].reason.contains("`b`"), "{:?}", data.skipped);
    }
}
