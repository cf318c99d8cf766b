//! The method's row: its parameters with their defaults and ranges, and its preset.

use super::Cnr;
use crate::extract::spec::Values;
use crate::extract::{Method, Parameter, Preset};

/// The method's row.
pub const METHOD: Method = Method {
    name: "cnr",
    cite: "López, Silva & Insa 2012, EPTCS 98:46-59; Polibits 45:5-12",
    about: "Rates elements by characters per node and joins the best in containers; \
            the container with the most text is kept.",
    presets: &[Preset {
        name: "maximum",
        about: "top-rated is whatever reaches a quarter of the highest ratio",
        set: &[("ratio", "0.25"), ("of", "maximum")],
    }],
    parameters: &[
        Parameter {
            name: "ratio",
            default: "0.2",
            values: Values::Number(0.0, 1.0),
            about: "how many elements are top-rated, rounded up to one at least",
        },
        Parameter {
            name: "of",
            default: "elements",
            values: Values::Choice(&["elements", "maximum"]),
            about: "what ratio is a share of: the elements with text, or the highest ratio",
        },
        Parameter {
            name: "mode",
            default: "printed",
            values: Values::Choice(&["restrictive", "printed", "relaxed"]),
            about: "which top-rated nodes meet: none, siblings, or cousins too",
        },
        Parameter {
            name: "widen",
            default: "0",
            values: Values::Integer(0, 1000),
            about: "steps from the chosen node to its parent",
        },
        Parameter {
            name: "narrow",
            default: "0",
            values: Values::Integer(0, 1000),
            about: "steps from there to the child with the highest ratio",
        },
        Parameter {
            name: "blocks",
            default: "0",
            values: Values::Integer(0, 100),
            about: "how many blocks, in order of relevance, a document has beside its text; \
                    above 0 it has the page's menus too",
        },
    ],
    build: |settings| Ok(Box::new(Cnr::new(settings))),
    training: None,
    saw: &[],
    judges_images: false,
};
