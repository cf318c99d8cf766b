//! `all`: every leaf. The floor that each method must beat in precision.

use super::{Extraction, Extractor, Method};
use crate::page::Page;

/// The method's row.
pub const METHOD: Method = Method {
    name: "all",
    cite: "baseline",
    about: "Keeps every text leaf of the page.",
    presets: &[],
    parameters: &[],
    build: |_| Ok(Box::new(All)),
    training: None,
    saw: &[],
    judges_images: false,
};

/// Keeps every text leaf.
#[derive(Debug, Clone, Copy, Default)]
pub struct All;

impl Extractor for All {
    fn extract(&self, page: &Page) -> Extraction {
        Extraction::all(page)
    }
}
