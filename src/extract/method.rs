//! A method's row in the table of methods.

use super::extractor::Extractor;
use super::parameters::{Parameter, Preset, Settings};
use super::shared::kmeans::{Clusters, Example};
use super::spec::Spec;
use crate::Result;
use crate::extraction::Extraction;
use crate::page::Page;

/// A method: one row of [`METHODS`](super::METHODS).
#[non_exhaustive]
pub struct Method {
    /// The literature's acronym, else the first author's name.
    pub name: &'static str,
    /// The paper.
    pub cite: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// The names of the data sets (those of `datasets/README.md`) from which the model that ships was learnt:
    /// on them only folds are an estimate.
    pub saw: &'static [&'static str],
    /// Whether its extractions say which images belong to the content.
    pub judges_images: bool,
    /// How it learns, where it does.
    pub(crate) trainable: Option<Learns>,
    pub(super) declared: Declared,
}

/// Makes of a spec a method that learns; `None` where it is told to use no clusters, or has them already.
pub(crate) type Learns = fn(&Spec) -> Result<Option<Box<dyn Trainable>>>;

/// What follows from the declaration of a method's parameters.
pub(super) struct Declared {
    parameters: fn() -> Vec<Parameter>,
    presets: fn() -> Vec<Preset>,
    check: fn(&Spec) -> Result<()>,
    settled: fn(&Spec) -> Result<Vec<String>>,
    build: fn(&Spec) -> Result<Box<dyn Extractor>>,
}

/// A method with its settings that learns clusters of blocks from labelled pages.
pub trait Trainable: Send + Sync {
    /// What there is to learn from one labelled page.
    fn observe(&self, page: &Page, labels: &Extraction) -> Vec<Example>;

    /// How many clusters to learn, and the seed.
    fn clustering(&self) -> (usize, u64);

    /// Makes an extractor with clusters that were learnt.
    fn with(&self, clusters: Clusters) -> Box<dyn Extractor>;
}

impl Method {
    /// The row of the method with these parameters, which learns nothing and judges no images.
    pub(crate) const fn new<S: Settings>(cite: &'static str, about: &'static str) -> Method {
        Method {
            name: S::METHOD,
            cite,
            about,
            saw: &[],
            judges_images: false,
            trainable: None,
            declared: Declared {
                parameters: S::table,
                presets: S::presets,
                check: |spec| S::default().with(spec).map(drop),
                settled: |spec| Ok(S::of(spec)?.values()),
                build: |spec| Ok(Box::new(S::of(spec)?.build()?)),
            },
        }
    }

    /// What can be set.
    pub fn parameters(&self) -> Vec<Parameter> {
        (self.declared.parameters)()
    }

    /// Settings with names of their own.
    pub fn presets(&self) -> Vec<Preset> {
        (self.declared.presets)()
    }

    /// Whether a spec of the method is valid.
    ///
    /// # Errors
    /// If its preset or a parameter is unknown, or a value is out of its range.
    pub fn check(&self, spec: &Spec) -> Result<()> {
        (self.declared.check)(spec)
    }

    /// Every parameter with the value that it has by a spec of the method, of a file of settings too.
    ///
    /// # Errors
    /// As [`Method::check`], and where that file cannot be read.
    pub fn settled(&self, spec: &Spec) -> Result<Vec<(Parameter, String)>> {
        let values = (self.declared.settled)(spec)?;
        Ok(self.parameters().into_iter().zip(values).collect())
    }

    /// Makes the extractor that a spec of the method names.
    ///
    /// # Errors
    /// As [`Method::check`], and where a file cannot be read or there is no model for the settings.
    pub fn build(&self, spec: &Spec) -> Result<Box<dyn Extractor>> {
        (self.declared.build)(spec).map_err(|error| spec.own(error))
    }
}
