//! The method's row: its parameters with their defaults and ranges, and its presets.

use super::Wu;
use crate::extract::spec::Values;
use crate::extract::{Method, Parameter, Preset, Training};

/// The method's row.
pub const METHOD: Method = Method {
    name: "wu",
    cite: "Wu, Chen, Zhu & Wang 2012, J. Cent. South Univ. 19:1921-1926",
    about: "Scores leaves by length and punctuation, smooths by relevance, grows blocks, \
            and classifies them by k-means.",
    presets: &[Preset {
        name: "paper",
        about: "the paper's setting: text nodes, literal smoothing, window 5, threshold 0.9",
        set: &[("leaf", "node"), ("window", "5"), ("threshold", "0.9"), ("smoothing", "literal")],
    }],
    parameters: &[
        Parameter {
            name: "leaf",
            default: "unit",
            values: Values::Choice(&["unit", "node"]),
            about: "what is scored: a run of text without a break, or a text node",
        },
        Parameter {
            name: "window",
            default: "9",
            values: Values::Odd(1, 99),
            about: "leaves in the smoothing window, the leaf itself in the middle",
        },
        Parameter {
            name: "threshold",
            default: "0.7",
            values: Values::Number(0.0, 1.0),
            about: "relevance above which a block grows over its neighbour",
        },
        Parameter {
            name: "alpha",
            default: "2",
            values: Values::Number(0.0, 100.0),
            about: "what a full stop at the end adds to a score, in lengths",
        },
        Parameter {
            name: "beta",
            default: "0.5",
            values: Values::Number(0.0, 100.0),
            about: "what anchor text multiplies a score by",
        },
        Parameter {
            name: "gamma",
            default: "1",
            values: Values::Number(0.0, 100.0),
            about: "what a comma or full stop anywhere adds to a score, in lengths",
        },
        Parameter {
            name: "smoothing",
            default: "relevance",
            values: Values::Choice(&["relevance", "literal"]),
            about: "the reading of equation 3",
        },
        Parameter {
            name: "denominator",
            default: "max",
            values: Values::Choice(&["max", "mean", "min"]),
            about: "which of two IDs' lengths divides their common prefix",
        },
        Parameter {
            name: "k",
            default: "16",
            values: Values::Integer(0, 256),
            about: "clusters of blocks; 0 rejects no block",
        },
        Parameter {
            name: "seed",
            default: "1",
            values: Values::Integer(0, u32::MAX as u64),
            about: "of the clustering, where it is trained",
        },
        Parameter {
            name: "model",
            default: "",
            values: Values::File,
            about: "centroids that `leafmill train wu` wrote for the same settings",
        },
    ],
    build: |settings| Ok(Box::new(Wu::build(settings)?)),
    training: Some(Training {
        observe: |settings, page, labels| Wu::new(settings, None).rows(page, labels),
        build: |settings, clusters| Box::new(Wu::new(settings, Some(clusters))),
    }),
    saw: &["wcxb"],
    judges_images: false,
};
