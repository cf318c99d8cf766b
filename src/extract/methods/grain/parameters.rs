//! The method's row, and what it can be told.

use std::path::PathBuf;

use super::Grain;
use super::features::Scope;
use crate::extract::method::Method;
use crate::extract::parameters::{choice, parameters};

/// The method's row.
pub const METHOD: Method = Method {
    saw: &["wcxb", "trafilatura", "scrapinghub"],
    ..Method::new::<Parameters>(
        "leafmill; after Wu, Chen, Zhu & Wang 2012",
        "Classifies units by boosted trees over their text, place, tree and class names.",
    )
};

parameters! {
    /// What `grain` can be told.
    pub struct Parameters for Grain, "grain" {
        /// what counts as content: all that a reader came for, or the one article's body
        scope: Scope = Scope::Page;
        /// what the threshold favours: expected F0.5, F1 or F2
        mode: Mode = Mode::Balanced;
        /// whether what sites name as comments may be content; auto drops it in articles
        comments: Comments = Comments::Auto;
        /// all trees, or fewer and smaller ones
        model: Model = Model::Full;
        /// a directory of models that scripts/train wrote, instead of those that ship
        models: Option<PathBuf> = None;
    }
}

/// What the threshold favours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Precision: the expected F0.5.
    Precision,
    /// Both alike: the expected F1.
    Balanced,
    /// Recall: the expected F2.
    Recall,
}

/// Whether readers' comments may be content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comments {
    /// In pages, not in articles.
    Auto,
    /// They may.
    Keep,
    /// They are not.
    Drop,
}

/// Which of the models of a directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Model {
    /// All trees.
    Full,
    /// Fewer and smaller ones.
    Fast,
}

choice!(Scope { Page: "page", Article: "article" });
choice!(Mode { Precision: "precision", Balanced: "balanced", Recall: "recall" });
choice!(Comments { Auto: "auto", Keep: "keep", Drop: "drop" });
choice!(Model { Full: "full", Fast: "fast" });
