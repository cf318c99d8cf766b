//! The method's row, and what it can be told.

use std::path::PathBuf;

use super::Grain;
use super::apart::Apart;
use super::between::Gaps;
use super::complete::{Recipes, Whole};
use super::controls::Controls;
use super::decide::Heading;
use super::features::Scope;
use super::repeats::Repeats;
use super::subheadings::Subheadings;
use crate::extract::method::Method;
use crate::extract::parameters::{choice, parameters};

/// The method's row.
pub const METHOD: Method = Method {
    saw: &[
        "docs-a",
        "formasaurus",
        "fundus-a",
        "recipes-a",
        "scrapinghub",
        "trafilatura-a",
        "typed-a",
        "wcxb-dev",
    ],
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
        /// whether readers' comments may be content; auto drops them beside an article, but no replies of a thread, and drops reviews of goods and signatures of posts everywhere
        comments: Comments = Comments::Auto;
        /// whether the main heading is content; auto: as the model finds
        heading: Heading = Heading::Auto;
        /// keep: the lines of a recipe that the page states in JSON-LD are chosen; auto: as the model finds
        recipes: Recipes = Recipes::Keep;
        /// whole: a list or table of which half is chosen, or that lies within the content, is chosen whole, and a table that is nearly likely enough; auto: item by item
        lists: Whole = Whole::Whole;
        /// whole: a quote of which anything is chosen is chosen whole; auto: part by part
        quotes: Whole = Whole::Whole;
        /// keep: a heading is chosen with what it heads, and where it is nearly likely enough; auto: as the model finds
        subheadings: Subheadings = Subheadings::Keep;
        /// whether the text of buttons may be content, and that of labels on pages that are not one text
        controls: Controls = Controls::Drop;
        /// fill: code and quotes within a text are chosen, and short gaps on pages that are neither one text nor goods; auto: as the model finds
        gaps: Gaps = Gaps::Fill;
        /// drop: other stories behind a text go, and whatever stands around a text that is surer by far; auto: as the model finds
        apart: Apart = Apart::Drop;
        /// whether a text that was chosen is chosen again: keep always, layout unless it is layout that repeats it, drop never
        repeats: Repeats = Repeats::Layout;
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
    /// In lists and threads, not beside what is one text unless they are named as only forums name posts; reviews of
    /// goods and signatures of posts are not.
    Auto,
    /// They may.
    Keep,
    /// They are not.
    Drop,
}

choice!(Scope { Page: "page", Article: "article" });
choice!(Mode { Precision: "precision", Balanced: "balanced", Recall: "recall" });
choice!(Comments { Auto: "auto", Keep: "keep", Drop: "drop" });
choice!(Heading { Auto: "auto", Keep: "keep", Drop: "drop" });
choice!(Recipes { Keep: "keep", Auto: "auto" });
choice!(Whole { Whole: "whole", Auto: "auto" });
choice!(Subheadings { Keep: "keep", Auto: "auto" });
choice!(Controls { Keep: "keep", Drop: "drop" });
choice!(Gaps { Auto: "auto", Fill: "fill" });
choice!(Apart { Auto: "auto", Drop: "drop" });
choice!(Repeats { Keep: "keep", Layout: "layout", Drop: "drop" });
