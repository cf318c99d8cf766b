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
    saw: &["wcxb", "trafilatura", "scrapinghub", "fundus"],
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
        /// whether readers' comments may be content; auto drops them beside articles, replies of a thread aside, and reviews of goods and signatures of posts
        comments: Comments = Comments::Auto;
        /// whether the main heading is content; auto as the model finds
        heading: Heading = Heading::Auto;
        /// whether the lines of a recipe that the page states in JSON-LD are chosen, or auto as the model finds
        recipes: Recipes = Recipes::Keep;
        /// whether a list or table is chosen whole where half of it is, where it lies within the content or, of tables, is nearly as likely, or auto item by item
        lists: Whole = Whole::Whole;
        /// whether a quote of which anything is chosen is chosen whole, or auto part by part
        quotes: Whole = Whole::Whole;
        /// whether headings are chosen with what stands behind them and where they are nearly as likely, or auto as the model finds
        subheadings: Subheadings = Subheadings::Keep;
        /// whether the text of buttons, and where a page is no one text of labels, may be content
        controls: Controls = Controls::Drop;
        /// whether code and quotes within a text are chosen, and, where no goods nor one text is, a few units that fall a little short between two that are chosen, or auto one by one
        gaps: Gaps = Gaps::Fill;
        /// whether other stories behind a text, and around one that is surer by far, are dropped, or auto as the model finds
        apart: Apart = Apart::Drop;
        /// whether text is chosen again: always, unless layout and not the text repeats it, or never
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
