//! What a method is to the rest: something that says what of a page is its content.

use crate::extraction::{Explanation, Extraction};
use crate::page::Page;

/// Says what of a page is its content.
pub trait Extractor: Send + Sync {
    /// All that the method says of the page; never fails.
    fn extract(&self, page: &Page) -> Extraction;

    /// The same with the reasons for it, where the method gives any.
    fn explain(&self, page: &Page) -> Explanation {
        Explanation::bare(self.extract(page))
    }
}
