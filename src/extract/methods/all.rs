//! `all`: every leaf. The floor that each method must beat in precision.

use crate::Result;
use crate::extract::extractor::Extractor;
use crate::extract::method::Method;
use crate::extract::parameters::parameters;
use crate::extraction::Extraction;
use crate::page::Page;

/// The method's row.
pub const METHOD: Method =
    Method::new::<Parameters>("baseline", "Keeps every text leaf of the page.");

parameters! {
    /// `all` can be told nothing.
    pub struct Parameters for All, "all" {}
}

/// Keeps every text leaf.
#[derive(Debug, Clone, Copy, Default)]
pub struct All;

impl All {
    /// The extractor with these settings.
    fn new(_: &Parameters) -> Result<All> {
        Ok(All)
    }
}

impl Extractor for All {
    fn extract(&self, page: &Page) -> Extraction {
        Extraction::all(page)
    }
}
