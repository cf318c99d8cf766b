//! Methods: a page is a sequence of leaves, and a method chooses some of them.
//!
//! Each method is one module and one row of [`METHODS`]. A [`Spec`] such as
//! `wu(paper,window=7)` names a run of one; a spec with alternatives stands for a grid.

pub mod all;
pub mod blocks;
pub mod bte;
pub mod ccb;
pub mod cetr;
pub mod cnr;
pub mod crunch;
pub mod grain;
pub mod joshi;
pub mod kmeans;
pub mod mountain;
pub mod oracle;
pub mod spec;
pub mod wu;

pub use crate::extraction::{Explanation, Extraction, Image};
pub use spec::{Spec, Values};

use crate::Result;
use crate::page::Page;
use kmeans::{Clusters, Row};
use spec::Settings;

/// Says what of a page is its content.
pub trait Extractor: Send + Sync {
    /// All that the method says of the page; never fails.
    fn extract(&self, page: &Page) -> Extraction;

    /// The same with the reasons for it, where the method gives any.
    fn explain(&self, page: &Page) -> Explanation {
        Explanation::bare(self.extract(page))
    }
}

/// A method: one row of the table.
pub struct Method {
    /// The literature's acronym, else the first author's name.
    pub name: &'static str,
    /// The paper.
    pub cite: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// Named settings, each a set of overrides.
    pub presets: &'static [Preset],
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// Makes an extractor of checked settings.
    pub build: fn(&Settings) -> Result<Box<dyn Extractor>>,
    /// How it learns, where it does.
    pub training: Option<Training>,
    /// The layouts of the data sets from which the model that ships was learnt: on them only folds
    /// are an estimate.
    pub saw: &'static [&'static str],
    /// Whether its extractions say which images belong to the content.
    pub judges_images: bool,
}

/// A named set of overrides.
pub struct Preset {
    /// The name, written first in a spec: `wu(paper)`.
    pub name: &'static str,
    /// What it stands for.
    pub about: &'static str,
    /// Parameters and their values.
    pub set: &'static [(&'static str, &'static str)],
}

/// A parameter of a method.
pub struct Parameter {
    /// Its name in a spec.
    pub name: &'static str,
    /// Its value where a spec does not say.
    pub default: &'static str,
    /// The values it takes.
    pub values: Values,
    /// What it does.
    pub about: &'static str,
}

/// How a method that classifies blocks by k-means learns its centroids. Such a method has the
/// parameters `k` (0: no classification), `seed` and `model`.
#[derive(Clone, Copy)]
pub struct Training {
    /// The rows of one labelled page.
    pub observe: fn(&Settings, &Page, &Extraction) -> Vec<Row>,
    /// Makes an extractor with centroids that were learnt.
    pub build: fn(&Settings, Clusters) -> Box<dyn Extractor>,
}

/// Every method, in the order in which tables show them.
pub static METHODS: &[Method] = &[
    all::METHOD,
    bte::METHOD,
    ccb::METHOD,
    cetr::METHOD,
    wu::METHOD,
    mountain::METHOD,
    crunch::METHOD,
    cnr::METHOD,
    grain::METHOD,
    joshi::METHOD,
];
