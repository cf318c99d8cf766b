//! The method's row, and what it can be told.

use super::Cnr;
use super::container::Mode;
use crate::extract::method::Method;
use crate::extract::parameters::{Values, choice, parameters};

/// The method's row.
pub const METHOD: Method = Method::new::<Parameters>(
    "López, Silva & Insa 2012, EPTCS 98:46-59; Polibits 45:5-12",
    "Rates elements by characters per node and joins the best in containers; \
     the container with the most text is kept.",
);

parameters! {
    /// What `cnr` can be told.
    pub struct Parameters for Cnr, "cnr" {
        /// how many elements are top-rated, rounded up to one at least
        ratio: f64 = 0.2, in Values::Number(0.0, 1.0);
        /// what ratio is a share of: the elements with text, or the highest ratio
        of: Of = Of::Elements;
        /// which top-rated nodes meet: none, siblings, or cousins too
        mode: Mode = Mode::Printed;
        /// steps from the chosen node to its parent
        widen: u32 = 0, in Values::Integer(0, 1000);
        /// steps from there to the child with the highest ratio
        narrow: u32 = 0, in Values::Integer(0, 1000);
        /// how many blocks, in order of relevance, a document has beside its text; above 0 it has
        /// the page's menus too
        blocks: u32 = 0, in Values::Integer(0, 100);
        /// whether the block that is chosen is given as HTML, with the page's styles and its images
        styled: bool = false;
        /// links that make a menu, at least
        menu_links: u32 = 3, in Values::Integer(1, 1000);
        /// links a node that make a menu, at least
        menu_ratio: f64 = 0.25, in Values::Number(0.0, 1.0);
    }
    /// top-rated is whatever reaches a quarter of the highest ratio
    preset maximum { ratio: 0.25, of: Of::Maximum }
}

/// What [`Parameters::ratio`] is a share of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// Of the elements with a ratio above 0: the best so many, rounded up.
    Elements,
    /// Of the highest ratio: all elements that reach it.
    Maximum,
}

choice!(Of { Elements: "elements", Maximum: "maximum" });
choice!(Mode { Restrictive: "restrictive", Printed: "printed", Relaxed: "relaxed" });
