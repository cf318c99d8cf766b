//! The method's row, and what it can be told.

use super::Joshi;
use super::images::{Against, Caption, Keep};
use crate::extract::method::Method;
use crate::extract::parameters::{Values, choice, parameters};

/// The method's row.
pub const METHOD: Method = Method {
    judges_images: true,
    ..Method::new::<Parameters>(
        "Joshi & Liu 2009, DocEng '09 (HPL-2009-187)",
        "Takes the first parent of sibling paragraphs with enough text, without lists of links, \
         and its images by the named entities of their captions.",
    )
};

parameters! {
    /// What `joshi` can be told.
    pub struct Parameters for Joshi, "joshi" {
        /// characters that an article's paragraphs have at least
        min_chars: u32 = 500;
        /// which article with enough characters is kept; where none has, the largest
        choose: Choose = Choose::First;
        /// share of linked characters above which a block is dropped as a list of links
        link_ratio: f64 = 0.7, in Values::Number(0.0, 1.0);
        /// which images of the article are kept: those with captions about what it is about, all, or none
        images: Keep = Keep::Similar;
        /// an image's caption: the text of the nearest block that has any, or of the nearest
        caption: Caption = Caption::Text;
        /// what captions are compared with: the article's body, or all its text and the page's title
        against: Against = Against::Article;
        /// whether a caption is part of what it is compared with where it lies in it
        itself: bool = false;
        /// whether an image's alternative text and file name are part of its caption
        names: bool = true;
        /// distinct entities from which a caption is compared by cosine
        min_entities: usize = 1, in Values::Integer(1, 1_000_000);
        /// similarity of caption and body above which an image is kept
        similarity: f64 = 0.0, in Values::Number(0.0, 1.0);
        /// whether the article is given as HTML, with the page's styles and the images that are kept
        styled: bool = false;
    }
    /// as the paper has it: the text of the nearest block, compared with the body; small captions by
    /// their frequent entities
    preset paper { caption: Caption::Nearest, against: Against::Body, names: false, min_entities: 2 }
}

/// Which of the article subtrees with enough text is the article.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choose {
    /// The first in document order, as the uppermost on the page.
    First,
    /// The one with the most text in its paragraphs.
    Largest,
}

choice!(Choose { First: "first", Largest: "largest" });
choice!(Caption { Text: "text", Nearest: "nearest" });
choice!(Keep { Similar: "similar", All: "all", None: "none" });
choice!(Against { Body: "body", Article: "article" });
