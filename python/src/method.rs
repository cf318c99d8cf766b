//! A method with its settings, ready for pages.

use std::time::Duration;

use leafmill::output::Writer;
use leafmill::pipeline::Recipe;
use leafmill::{Spec, archives, content, dom};
use pyo3::prelude::*;

use crate::failure;
use crate::options::Options;

/// A method with its settings.
pub struct Method {
    spec: Spec,
    extractor: Box<dyn leafmill::Extractor>,
    /// Whether what a page hides is no content.
    visible_only: bool,
    content: content::Options<'static>,
    caps: dom::Caps,
    /// The most that is taken of a record.
    of_record: archives::Caps,
}

impl Method {
    /// Builds the method that a spec names.
    pub fn new(spec: &str, options: Options) -> PyResult<Method> {
        let spec: Spec = spec.parse().map_err(failure::of)?;
        let extractor = spec.build().map_err(failure::of)?;
        let (content, caps) = (options.content()?, options.of_page()?);
        let (visible_only, of_record) = (options.visible_only, options.of_record());
        Ok(Method { spec, extractor, visible_only, content, caps, of_record })
    }

    /// What it was built of.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// What is done to a page that may take so many milliseconds, and how it is written.
    pub fn recipe<'e>(&'e self, writer: &'e dyn Writer, max_ms: Option<u64>) -> Recipe<'e> {
        let mut recipe = Recipe::new(&*self.extractor, writer);
        recipe.caps = self.caps;
        recipe.content = self.content;
        recipe.visible_only = self.visible_only;
        recipe.budget = max_ms.map(Duration::from_millis);
        recipe
    }

    /// The most that is taken of a record.
    pub fn of_record(&self) -> &archives::Caps {
        &self.of_record
    }
}
