//! Which images belong to the content, and where they are to be had.

use std::borrow::Cow;

use crate::dom::{Dom, NodeId};
use crate::extraction::Extraction;
use crate::page::Page;

/// Attributes in which pages put the address of an image that a script loads later.
pub(crate) const LAZY: [&str; 5] =
    ["data-src", "data-lazy-src", "data-original", "data-srcset", "data-lazy-srcset"];

/// Whether an image belongs to the content: what stands around it does. It is no leaf, so unless
/// the method judged it, the leaves next to it tell, of the nearest element above it that has any;
/// `next` is the first leaf behind it.
pub(super) fn belongs(page: &Page, extraction: &Extraction, image: NodeId, next: usize) -> bool {
    if let Ok(judged) = extraction.images.binary_search_by_key(&image, |judged| judged.node) {
        return extraction.images[judged].kept;
    }
    let dom = page.dom();
    let mut around = dom.ancestors(image).map(|above| page.leaves_under(above));
    let Some(leaves) = around.find(|leaves| !leaves.is_empty()) else { return false };
    let before = (next > leaves.start).then(|| extraction.keeps(next - 1));
    let after = (next < leaves.end).then(|| extraction.keeps(next));
    before == Some(true) || after == Some(true)
}

/// An image's address as the page has it; `None` where it has none, or is a pixel that counts
/// readers.
pub(crate) fn address<'h>(dom: &Dom<'h>, image: NodeId) -> Option<Cow<'h, str>> {
    let is_pixel =
        |name| dom.attribute(image, name).is_some_and(|size| matches!(&*size, "0" | "1"));
    if is_pixel("width") && is_pixel("height") {
        return None;
    }
    let real = |address: Cow<'h, str>| {
        let trimmed = address.trim();
        let first = trimmed.split_ascii_whitespace().next()?;
        (!first.starts_with("data:")).then(|| Cow::Owned(first.trim_end_matches(',').to_owned()))
    };
    let lazy = || LAZY.iter().find_map(|name| dom.attribute(image, name).and_then(real));
    let src = || {
        dom.attribute(image, "src").filter(|src| {
            let src = src.trim();
            !src.is_empty() && !src.starts_with("data:")
        })
    };
    let srcset = || dom.attribute(image, "srcset").and_then(real);
    lazy().or_else(src).or_else(srcset)
}
