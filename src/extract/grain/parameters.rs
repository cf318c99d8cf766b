//! The method's row: its parameters with their defaults and ranges.

use super::Grain;
use crate::extract::spec::Values;
use crate::extract::{Method, Parameter};

/// The method's row.
pub const METHOD: Method = Method {
    name: "grain",
    cite: "leafmill; after Wu, Chen, Zhu & Wang 2012",
    about: "Classifies units by boosted trees over their text, place, tree and class names.",
    presets: &[],
    parameters: &[
        Parameter {
            name: "scope",
            default: "page",
            values: Values::Choice(&["page", "article"]),
            about: "what counts as content: all that a reader came for, or the one article's body",
        },
        Parameter {
            name: "mode",
            default: "balanced",
            values: Values::Choice(&["precision", "balanced", "recall"]),
            about: "what the threshold favours: expected F0.5, F1 or F2",
        },
        Parameter {
            name: "comments",
            default: "auto",
            values: Values::Choice(&["auto", "keep", "drop"]),
            about: "whether what sites name as comments may be content; auto drops it in articles",
        },
        Parameter {
            name: "model",
            default: "full",
            values: Values::Choice(&["full", "fast"]),
            about: "all trees, or fewer and smaller ones",
        },
        Parameter {
            name: "models",
            default: "",
            values: Values::File,
            about: "a directory of models that scripts/train wrote, instead of those that ship",
        },
    ],
    build: |settings| Ok(Box::new(Grain::build(settings)?)),
    training: None,
    saw: &["wcxb", "trafilatura", "scrapinghub"],
    judges_images: false,
};
