//! Going through pages: each is read, decoded and parsed when its turn comes, a page that fails
//! is named and ends nothing, and whoever waits hears how far it is.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::item::{Item, Skip};
use crate::decode::decode;
use crate::dom::Parser;
use crate::page::Page;

/// What hears how many pages are done and how many there are, over all passes.
pub type Report<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// One going through pages, in as many passes and threads as its owner makes.
pub struct Visit<'a> {
    parser: Parser,
    done: AtomicUsize,
    total: usize,
    report: Report<'a>,
}

impl<'a> Visit<'a> {
    /// Goes through `total` pages, a page of two passes counting twice.
    pub fn new(parser: Parser, total: usize, report: Report<'a>) -> Visit<'a> {
        Visit { parser, done: AtomicUsize::new(0), total, report }
    }

    /// Reads and parses a page and hands it to `work`, with its bytes.
    ///
    /// # Errors
    /// If the page cannot be read, or `work` panics.
    pub fn page<T>(
        &self,
        item: &Item,
        work: impl FnOnce(&Page, &[u8]) -> T,
    ) -> std::result::Result<T, Skip> {
        let skip = |reason: String| Skip { path: item.path().to_owned(), reason };
        let done = item.read().map_err(|error| skip(error.to_string())).and_then(|bytes| {
            // A page must not end the run; nothing is shared that a panic could leave half changed.
            let caught = catch_unwind(AssertUnwindSafe(|| {
                let (html, _) = decode(&bytes, None);
                work(&Page::parse_with(&html, self.parser), &bytes)
            }));
            caught.map_err(|panic| skip(format!("panic: {}", message(panic.as_ref()))))
        });
        (self.report)(self.done.fetch_add(1, Ordering::Relaxed) + 1, self.total);
        done
    }
}

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("(no message)")
}

#[cfg(test)]
mod tests {
    use super::super::gold::Gold;
    use super::super::item::Stored;
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn a_page_that_fails_is_named_and_counted() {
        let heard = Mutex::new(Vec::new());
        let report = |done, total| heard.lock().unwrap().push((done, total));
        let visit = Visit::new(Parser::Native, 3, &report);
        let item =
            |id: &str, body: Stored| Item { body, gold: Gold { id: id.into(), ..Gold::default() } };
        let page = item("a", Stored::Bytes(b"<p>a<p>b".to_vec()));
        assert_eq!(visit.page(&page, |page, bytes| (page.units().len(), bytes.len())), Ok((2, 8)));
        let panicked = visit.page(&page, |_, _| panic!("no {}", "way")).map(|()| 0).unwrap_err();
        assert_eq!((panicked.path.to_str(), &panicked.reason[..]), (Some("a"), "panic: no way"));
        let gone = item("b", Stored::File("no/such.html".into()));
        let gone = visit.page(&gone, |_, _| ()).unwrap_err();
        assert_eq!(gone.path.to_str(), Some("no/such.html"));
        assert_eq!(*heard.lock().unwrap(), [(1, 3), (2, 3), (3, 3)]);
    }
}
