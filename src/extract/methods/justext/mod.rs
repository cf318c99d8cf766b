//! `justext`: Pomikálek 2011, *Removing boilerplate and duplicate content from web corpora*, PhD thesis,
//! Masaryk University, chapter 3: the algorithm of jusText.
//!
//! Long paragraphs with many function words are text, and linked ones are not: that tells most paragraphs by
//! themselves ([`alone`]). Short ones cannot be told so; they are what the nearest that can be told on both
//! sides are ([`context`]).
//!
//! *Departures from the thesis.* A paragraph is a unit, so one `br` ends it and not two. The lists of
//! function words are our own, of some hundred words in twelve languages (`stopwords.txt`); the program's
//! are of a hundred languages and longer. The list is that which covers most words of the page; where none
//! covers a tenth of them (`language=auto`), as in a script without spaces, function words are not asked
//! for, as the program's thresholds of 0 have it. Its neighbours are looked for in two passes over the page,
//! so that 50,000 short paragraphs cost no more than any others. A heading looks ahead by the
//! paragraphs' own classes, which the program means and, by the order of its assignments, does not do.
//! By the same lists its texts have .997 of their words in common with jusText's own, over 41 pages of the
//! sample (`make test-rivals`). Its thresholds were chosen for longer lists: on WCXB
//! dev F1 is .669, that of jusText with its own lists .692, and without any list .736 (`language=none`).

mod alone;
mod context;
mod stopwords;

use crate::Result;
use crate::dom::{Dom, NodeId, Tag};
use crate::extract::extractor::Extractor;
use crate::extract::method::Method;
use crate::extract::parameters::{Values, parameters};
use crate::extraction::{Explanation, Extraction, Fact, Reason};
use crate::page::{Page, Unit};
use alone::Paragraph;
pub use stopwords::Language;

/// The method's row.
pub const METHOD: Method = Method::new::<Parameters>(
    "Pomikálek 2011, PhD thesis, Masaryk University",
    "Tells paragraphs by length, links and function words, and short ones by their neighbours.",
);

parameters! {
    /// What `justext` can be told.
    pub struct Parameters for Justext, "justext" {
        /// whose function words are counted; auto takes the list that covers most of the page
        language: Language = Language::Auto;
        /// share of linked characters above which a paragraph is bad
        links: f64 = 0.2, in Values::Number(0.0, 1.0);
        /// characters below which a paragraph is short
        short: u32 = 70, in Values::Integer(0, 1_000_000);
        /// characters above which one with many function words is good
        long: u32 = 200, in Values::Integer(0, 1_000_000);
        /// share of function words from which on a paragraph is nearly good
        few: f64 = 0.3, in Values::Number(0.0, 1.0);
        /// share of function words from which on a long one is good
        many: f64 = 0.32, in Values::Number(0.0, 1.0);
        /// characters that may stand between a heading and a good paragraph
        heading: u32 = 200, in Values::Integer(0, 1_000_000);
    }
}

/// Pomikálek's extractor.
#[derive(Debug, Clone)]
pub struct Justext(Parameters);

/// What a paragraph is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Good,
    NearGood,
    Short,
    Bad,
}

impl Class {
    fn name(self) -> &'static str {
        match self {
            Class::Good => "good by itself",
            Class::NearGood => "nearly good by itself",
            Class::Short => "short by itself",
            Class::Bad => "bad by itself",
        }
    }
}

impl Justext {
    /// The extractor with these settings.
    fn new(parameters: &Parameters) -> Result<Justext> {
        Ok(Justext(parameters.clone()))
    }

    /// The page's paragraphs and what each is by itself.
    fn paragraphs(&self, page: &Page) -> (Vec<Paragraph>, Vec<Class>) {
        let words = self.0.language.words(page);
        let paragraph =
            |unit: &Unit| Paragraph::of(page, unit, words, is_in_heading(page.dom(), unit.block));
        let paragraphs: Vec<_> = page.units().iter().map(paragraph).collect();
        let classes = paragraphs.iter().map(|paragraph| paragraph.class(&self.0)).collect();
        (paragraphs, classes)
    }
}

fn is_in_heading(dom: &Dom, block: NodeId) -> bool {
    let is_heading = |node: NodeId| dom.tag(node).is_some_and(Tag::is_heading);
    is_heading(block) || dom.ancestors(block).any(is_heading)
}

impl Extractor for Justext {
    fn extract(&self, page: &Page) -> Extraction {
        let (paragraphs, alone) = self.paragraphs(page);
        let is_good = context::revise(&paragraphs, &alone, self.0.heading);
        let mut extraction = Extraction::none(page);
        for (unit, _) in page.units().iter().zip(is_good).filter(|(_, is_good)| *is_good) {
            extraction.kept[unit.leaves.start as usize..unit.leaves.end as usize].fill(true);
        }
        extraction
    }

    /// What each paragraph is by itself, and what that was seen by.
    fn explain(&self, page: &Page) -> Explanation {
        let (paragraphs, alone) = self.paragraphs(page);
        let reason = |(unit, (paragraph, class)): (&Unit, (&Paragraph, &Class))| Reason {
            leaves: unit.leaves.clone(),
            ruling: Some(class.name()),
            score: paragraph.stopwords.unwrap_or(0.0),
            facts: vec![
                Fact { name: "share of linked characters", value: paragraph.linked },
                Fact { name: "characters", value: f64::from(paragraph.chars) },
            ],
            causes: Vec::new(),
        };
        let reasons = page.units().iter().zip(paragraphs.iter().zip(&alone));
        Explanation {
            score: "function words",
            reasons: reasons.map(reason).collect(),
            ..Explanation::bare(self.extract(page))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render;

    fn text(spec: &str, html: &str) -> String {
        let page = Page::parse(html);
        let justext = spec.parse::<Parameters>().unwrap().build().unwrap();
        render::text(&page, &justext.extract(&page))
    }

    /// More than 200 characters, of which many words are function words.
    const GOOD: &str = "The mill had been in the hands of the family for as long as anyone in the village \
        could say, and it was not until the dry summer that they had to think about what it would be \
        without the water that ran by it, and of what was to become of them all.";

    #[test]
    fn long_text_is_good_and_short_text_between_good_text_too() {
        let html = format!(
            "<ul><li><a href=/>Home and the rest of it</a><li>Menu</ul><h2>Dry in May</h2><p>{GOOD}</p>\
             <p>So it was.</p><p>{GOOD}</p><p>Imprint</p>"
        );
        assert_eq!(text("justext", &html), format!("Dry in May\n{GOOD}\nSo it was.\n{GOOD}"));
        assert_eq!(text("justext(heading=0)", &html), format!("{GOOD}\nSo it was.\n{GOOD}"));
        assert_eq!(text("justext", "<p>"), "");
    }

    #[test]
    fn a_script_without_spaces_is_not_asked_for_function_words() {
        let chinese = "水车在五月干涸了，村里没有人能说出原因。".repeat(12);
        assert_eq!(text("justext", &format!("<p>{chinese}")), chinese);
        assert_eq!(text("justext(language=en)", &format!("<p>{chinese}")), "");
    }

    #[test]
    fn the_explanation_is_of_the_extraction() {
        let html = format!("<p>{GOOD}<p>Imprint");
        let page = Page::parse(&html);
        let justext = Parameters::default().build().unwrap();
        let explanation = justext.explain(&page);
        assert_eq!(explanation.extraction, justext.extract(&page));
        let rulings: Vec<_> =
            explanation.reasons.iter().filter_map(|reason| reason.ruling).collect();
        assert_eq!(rulings, ["good by itself", "short by itself"]);
    }
}
