//! What a method chooses of a page.

use serde::Serialize;

use crate::dom::NodeId;
use crate::page::Page;

/// The chosen leaves of one page. Gold labels and the oracle are the same type.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Extraction {
    /// Whether each leaf of the page is chosen, in document order.
    pub kept: Vec<bool>,
    /// The images that were judged, in document order; empty for a method that judges none.
    pub images: Vec<Image>,
}

/// An image that a method judged by its caption.
#[derive(Debug, Clone, PartialEq, Serialize)]
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

impl Extraction {
    /// An extraction that chooses no leaf of the page.
    pub fn none(page: &Page) -> Extraction {
        Extraction { kept: vec![false; page.leaves().len()], images: Vec::new() }
    }

    /// An extraction that chooses these leaves, as indices of [`Page::leaves`].
    pub fn of(page: &Page, leaves: &[u32]) -> Extraction {
        let mut extraction = Extraction::none(page);
        leaves.iter().for_each(|&leaf| extraction.kept[leaf as usize] = true);
        extraction
    }

    /// An extraction that chooses every leaf of the page.
    pub fn all(page: &Page) -> Extraction {
        Extraction { kept: vec![true; page.leaves().len()], images: Vec::new() }
    }
}
