//! Methods: each says of a page what of it is content, and why.
//!
//! ```text
//! spec         wu(paper,window=7): names a run of a method, or a grid of them
//! parameters   what a method can be told, declared once
//! extractor    what a method is to the rest: page ─> extraction
//! method       a method's row            table   all rows, and what a spec names in them
//! methods/     one module a method       shared/ what several are made of
//! oracle       chooses by the gold
//! ```

mod extractor;
mod method;
pub mod methods;
pub mod oracle;
pub mod parameters;
pub mod shared;
pub mod spec;
mod table;

pub use crate::extraction::{Explanation, Extraction, Image};
pub use extractor::Extractor;
pub use method::{Method, Trainable};
pub use methods::{
    accb, all, boilerpipe, bte, ccb, cetd, cetr, cnr, crunch, grain, joshi, justext, mountain, wu,
};
pub use parameters::{Parameter, Preset, Settings, Values};
pub use shared::kmeans;
pub use spec::Spec;
pub use table::METHODS;
