//! The method's row: its parameters with their defaults and ranges.

use super::Joshi;
use crate::extract::spec::Values;
use crate::extract::{Method, Parameter, Preset};

/// The method's row.
pub const METHOD: Method = Method {
    name: "joshi",
    cite: "Joshi & Liu 2009, DocEng '09 (HPL-2009-187)",
    about: "Takes the first parent of sibling paragraphs with enough text, without lists of links, \
            and its images by the named entities of their captions.",
    presets: &[Preset {
        name: "paper",
        about: "the caption as the paper has it: the text of the nearest block",
        set: &[("caption", "nearest")],
    }],
    parameters: &[
        Parameter {
            name: "min_chars",
            default: "500",
            values: Values::Integer(0, u32::MAX as u64),
            about: "characters that an article's paragraphs have at least",
        },
        Parameter {
            name: "choose",
            default: "first",
            values: Values::Choice(&["first", "largest"]),
            about: "which article with enough characters is kept; where none has, the largest",
        },
        Parameter {
            name: "link_ratio",
            default: "0.7",
            values: Values::Number(0.0, 1.0),
            about: "share of linked characters above which a block is dropped as a list of links",
        },
        Parameter {
            name: "caption",
            default: "text",
            values: Values::Choice(&["text", "nearest"]),
            about: "an image's caption: the text of the nearest block that has any, or of the nearest",
        },
        Parameter {
            name: "min_entities",
            default: "2",
            values: Values::Integer(1, 1_000_000),
            about: "distinct entities from which a caption is compared by cosine",
        },
        Parameter {
            name: "similarity",
            default: "0",
            values: Values::Number(0.0, 1.0),
            about: "similarity of caption and body above which an image is kept",
        },
    ],
    build: |settings| Ok(Box::new(Joshi::new(settings))),
    training: None,
    saw: &[],
    judges_images: true,
};
