//! What a method says of a page.
//!
//! ```text
//! Extraction    leaves kept, images judged, and the method's own text, HTML, blocks and menus
//! Explanation   an extraction with the reasons for it, as data that any view can show
//! ```

mod explanation;
mod segmentation;

pub use explanation::{Cause, Column, Explanation, Fact, Part, Reason, Section, Series};
pub use segmentation::{Menu, Segment, Segmentation};

use std::ops::Range;

use serde::Serialize;

use crate::dom::NodeId;
use crate::page::{Hidden, Page};

/// All that a method says of one page. Gold labels and the oracle are the same type.
///
/// [`render::text`](crate::render::text) makes a page and its extraction into a text: it is what
/// the pipeline writes and what evaluation scores.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Extraction {
    /// Whether each leaf of the page is chosen, in document order.
    pub kept: Vec<bool>,
    /// The one element all of which is chosen, for a method that chooses elements. It says more than its
    /// leaves do: several elements may hold the same leaves, as a `div` around a `div` does.
    pub element: Option<NodeId>,
    /// The images that were judged, in document order; empty for a method that judges none.
    pub images: Vec<Image>,
    /// The text as the method writes it, in place of a line a unit of the chosen leaves: for a
    /// method that adds to them or breaks lines elsewhere.
    pub text: Option<String>,
    /// What is left of the page as HTML, from its `<!DOCTYPE` on, for a method whose output that is.
    pub html: Option<String>,
    /// The page's blocks and menus, where the method was asked for them.
    pub segmentation: Option<Segmentation>,
}

/// An image that a method judged by its caption.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Image {
    /// The `img` element.
    #[serde(skip)]
    pub node: NodeId,
    /// Its address as the page has it.
    pub src: String,
    /// Its alternative text; empty where there is none.
    pub alt: String,
    /// The text that belongs to it, folded and cut to a caption's length.
    pub caption: String,
    /// How much its caption is about what the content is about, in 0…1.
    pub similarity: f64,
    /// Whether it belongs to the content.
    pub kept: bool,
}

impl Image {
    /// An image that belongs to the content, or does not; nothing else is known of it.
    pub fn new(node: NodeId, src: impl Into<String>, kept: bool) -> Image {
        let src = src.into();
        Image { node, src, alt: String::new(), caption: String::new(), similarity: 0.0, kept }
    }
}

impl Extraction {
    /// An extraction that says of each leaf whether it is chosen, and no more.
    pub fn new(kept: Vec<bool>) -> Extraction {
        Extraction { kept, ..Extraction::default() }
    }

    /// An extraction that chooses no leaf of the page.
    pub fn none(page: &Page) -> Extraction {
        Extraction::new(vec![false; page.leaves().len()])
    }

    /// An extraction that chooses these leaves, as indices of [`Page::leaves`].
    pub fn of(page: &Page, leaves: &[u32]) -> Extraction {
        let mut extraction = Extraction::none(page);
        leaves.iter().for_each(|&leaf| extraction.kept[leaf as usize] = true);
        extraction
    }

    /// An extraction that chooses every leaf of the page.
    pub fn all(page: &Page) -> Extraction {
        Extraction::new(vec![true; page.leaves().len()])
    }

    /// Chooses no leaf any more that a reader who looks at the page does not see ([`Page::hidden`]). A text
    /// or HTML of the method's own stays as it is.
    pub fn leave_out_hidden(&mut self, page: &Page) {
        for (leaf, kept) in self.kept.iter_mut().enumerate() {
            *kept = *kept && page.hidden(leaf).is_none_or(Hidden::is_seen);
        }
    }

    /// What is said of a range of leaves: less than the range where the extraction is of a shorter page.
    pub(crate) fn within(&self, leaves: &Range<u32>) -> &[bool] {
        let at = |leaf: u32| self.kept.len().min(leaf as usize);
        &self.kept[at(leaves.start)..at(leaves.end)]
    }

    /// Whether any leaf of a range is chosen.
    pub(crate) fn keeps_any(&self, mut leaves: Range<usize>) -> bool {
        leaves.any(|leaf| self.keeps(leaf))
    }

    /// Whether a leaf is chosen; never so for one that the extraction does not speak of, as one of
    /// another page does not.
    #[inline]
    pub fn keeps(&self, leaf: usize) -> bool {
        self.kept.get(leaf).is_some_and(|&kept| kept)
    }
}
