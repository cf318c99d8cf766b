//! Measures: how much of what was extracted is gold, and how much of the gold was extracted.
//!
//! A measure is one module and the rows of [`MEASURES`] that explain it. It yields [`Counts`] for a
//! page; precision, recall, F1 and their means over pages are derived from them in [`scores`] and
//! nowhere else. A measure is named by a string that parses, such as `words(cjk=run)`.

pub mod images;
mod lcs;
pub mod nodes;
pub mod scores;
mod shingles;
mod snippets;
mod words;

pub use scores::{Averaging, Counts, Scores};
pub use snippets::Fold;

use std::cell::LazyCell;
use std::fmt;
use std::str::FromStr;

use crate::dataset::{Dataset, Gold, Layout};
use crate::extract::{Extraction, Method};
use crate::page::Page;
use crate::render;
use crate::text::Cjk;
use crate::{Error, Result};
use images::GoldImages;
use lcs::GoldSequence;
use nodes::GoldNodes;
use shingles::GoldShingles;
use snippets::GoldSnippets;
use words::GoldWords;

/// A measure with its settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Multisets of lower-cased words.
    Words(Cjk),
    /// Multisets of four words in a row.
    Shingles,
    /// Required and forbidden snippets.
    Snippets(Fold),
    /// The longest common subsequence of words.
    Lcs,
    /// DOM nodes of the block around the content.
    Nodes,
    /// Images that belong to the content.
    Images,
}

/// A measure: one row of [`MEASURES`].
pub struct Row {
    /// The measure, which prints as what names it.
    pub measure: Measure,
    /// What it counts, in one sentence.
    pub about: &'static str,
    /// Where it is defined.
    pub cite: &'static str,
    /// How the scores of many pages are made of their counts.
    pub averaging: Averaging,
    /// The data sets whose benchmark measures by it, by their layout.
    pub own_of: &'static [Layout],
}

/// Every measure, the default first.
pub static MEASURES: &[Row] = &[
    Row {
        measure: Measure::Words(Cjk::Character),
        about: "multisets of lower-cased words (\\w+), a CJK character being a word of its own",
        cite: "Foley 2026, WCXB; CJK rule ours",
        averaging: Averaging::Pages,
        own_of: &[],
    },
    Row {
        measure: Measure::Words(Cjk::Run),
        about: "multisets of lower-cased words (\\w+), a run of CJK characters being one word",
        cite: "Foley 2026, WCXB, whose own script does so",
        averaging: Averaging::Pages,
        own_of: &[Layout::Wcxb],
    },
    Row {
        measure: Measure::Shingles,
        about: "multisets of four words (\\w+) in a row, case kept; F1 is made of the mean \
                precision of pages with output and the mean recall of pages with gold",
        cite: "Scrapinghub 2019, article extraction benchmark",
        averaging: Averaging::Shares,
        own_of: &[Layout::Scrapinghub],
    },
    Row {
        measure: Measure::Snippets(Fold::Space),
        about: "required and forbidden snippets in the text, white space folded, case kept; \
                scores are of the counts of all pages together",
        cite: "Barbaresi 2021, trafilatura",
        averaging: Averaging::Pool,
        own_of: &[Layout::Trafilatura],
    },
    Row {
        measure: Measure::Snippets(Fold::Case),
        about: "required and forbidden snippets in the text, case folded, white space kept; \
                scores are of the counts of all pages together",
        cite: "Foley 2026, WCXB, whose script gives the rates of both by page",
        averaging: Averaging::Pool,
        own_of: &[],
    },
    Row {
        measure: Measure::Lcs,
        about: "the longest common subsequence of lower-cased words, so that order counts; slow",
        cite: "Gottron 2007; found as by Hyyrö 2004",
        averaging: Averaging::Pages,
        own_of: &[],
    },
    Row {
        measure: Measure::Nodes,
        about: "DOM nodes of the lowest element around all that is chosen, against those of the \
                lowest element around all leaves that are gold",
        cite: "López, Silva and Insa 2012, Table 1",
        averaging: Averaging::Pages,
        own_of: &[],
    },
    Row {
        measure: Measure::Images,
        about: "images kept, for methods that judge images; scores are of the counts of all pages \
                together",
        cite: "Joshi and Liu 2009",
        averaging: Averaging::Pool,
        own_of: &[Layout::Readability],
    },
];

impl Measure {
    /// Counts what an extraction chooses of a page against the page's gold.
    pub fn count(self, page: &Page, extraction: &Extraction, gold: &Gold) -> Counts {
        let text = LazyCell::new(|| render::text(page, extraction));
        Counter::new(self, page, gold).count(extraction, &text)
    }

    /// How the scores of many pages are made of their counts.
    pub fn averaging(self) -> Averaging {
        let row = MEASURES.iter().find(|row| row.measure == self);
        row.map_or(Averaging::Pages, |row| row.averaging)
    }

    /// Whether a page's gold is what the measure compares with.
    pub fn suits(self, gold: &Gold) -> bool {
        match self {
            Measure::Words(_) | Measure::Shingles | Measure::Lcs | Measure::Nodes => {
                !gold.text.is_empty()
            }
            Measure::Snippets(_) => !gold.required.is_empty() || !gold.forbidden.is_empty(),
            Measure::Images => !gold.images.is_empty(),
        }
    }

    /// Whether the gold of any page of a data set is what the measure compares with.
    pub fn suits_any(self, data: &Dataset) -> bool {
        data.items.iter().any(|item| self.suits(&item.gold))
    }

    /// Whether a method yields what the measure counts.
    pub fn takes(self, method: &Method) -> bool {
        self != Measure::Images || method.judges_images
    }
}

/// What a data set is measured by where nothing else is asked for: `words`, where its gold has
/// texts, and its benchmark's own measure.
pub fn of_dataset(data: &Dataset) -> Vec<Measure> {
    let is_own = |row: &&Row| data.layout.is_some_and(|layout| row.own_of.contains(&layout));
    let own = MEASURES.iter().filter(is_own).map(|row| row.measure);
    let measures = [Measure::default()].into_iter().chain(own);
    measures.filter(|measure| measure.suits_any(data)).collect()
}

/// A page's gold, prepared so that many extractions of the page are counted against it.
pub enum Counter<'p> {
    /// Counts the text.
    Words(GoldWords),
    /// Counts the text.
    Shingles(GoldShingles),
    /// Counts the text.
    Snippets(GoldSnippets),
    /// Counts the text.
    Lcs(GoldSequence),
    /// Counts the nodes around the leaves.
    Nodes(GoldNodes<'p>),
    /// Counts the images.
    Images(GoldImages),
}

impl<'p> Counter<'p> {
    /// Prepares a page and its gold for a measure.
    pub fn new(measure: Measure, page: &'p Page<'p>, gold: &Gold) -> Counter<'p> {
        match measure {
            Measure::Words(cjk) => Counter::Words(GoldWords::new(&gold.text, cjk)),
            Measure::Shingles => Counter::Shingles(GoldShingles::new(&gold.text)),
            Measure::Snippets(fold) => Counter::Snippets(GoldSnippets::new(gold, fold)),
            Measure::Lcs => Counter::Lcs(GoldSequence::new(&gold.text)),
            Measure::Nodes => Counter::Nodes(GoldNodes::new(page, gold)),
            Measure::Images => Counter::Images(GoldImages::new(page, gold)),
        }
    }

    /// Counts an extraction; its text is made when the first measure asks for it.
    pub fn count<F: FnOnce() -> String>(
        &self,
        extraction: &Extraction,
        text: &LazyCell<String, F>,
    ) -> Counts {
        match self {
            Counter::Words(words) => words.count(text),
            Counter::Shingles(shingles) => shingles.count(text),
            Counter::Snippets(snippets) => snippets.count(text),
            Counter::Lcs(sequence) => sequence.count(text),
            Counter::Nodes(nodes) => nodes.count(extraction),
            Counter::Images(images) => images.count(extraction),
        }
    }
}

impl Default for Measure {
    fn default() -> Measure {
        Measure::Words(Cjk::Character)
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Measure::Words(Cjk::Character) => "words",
            Measure::Words(Cjk::Run) => "words(cjk=run)",
            Measure::Shingles => "shingles(4)",
            Measure::Snippets(Fold::Space) => "snippets",
            Measure::Snippets(Fold::Case) => "snippets(fold=case)",
            Measure::Lcs => "lcs",
            Measure::Nodes => "nodes",
            Measure::Images => "images",
        })
    }
}

impl FromStr for Measure {
    type Err = Error;

    fn from_str(text: &str) -> Result<Measure> {
        let spec: String = text.split_whitespace().collect();
        let known = MEASURES.iter().map(|row| row.measure);
        known.clone().find(|measure| measure.to_string() == spec).ok_or_else(|| Error::Spec {
            spec: text.to_owned(),
            message: format!(
                "no such measure; there are {}",
                known.map(|measure| measure.to_string()).collect::<Vec<_>>().join(", ")
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::{Body, Item};
    use std::collections::BTreeSet;

    #[test]
    fn names_parse_and_print_the_same() {
        for row in MEASURES {
            assert_eq!(row.measure.to_string().parse::<Measure>().unwrap(), row.measure);
        }
        assert_eq!("words( cjk = run )".parse::<Measure>().unwrap(), Measure::Words(Cjk::Run));
        let message = "wrods".parse::<Measure>().unwrap_err().to_string();
        assert!(message.contains("there are words, words(cjk=run)"), "{message}");
    }

    #[test]
    fn a_data_set_is_measured_by_what_its_gold_supports() {
        let text = Gold { text: "a".into(), ..Gold::default() };
        let snippets = Gold { forbidden: vec!["a".into()], ..Gold::default() };
        let images = Gold { images: vec![BTreeSet::new()], ..Gold::default() };
        for (layout, gold, expected) in [
            (None, &text, &["words"][..]),
            (Some(Layout::Leafmill), &text, &["words"]),
            (Some(Layout::Cleaneval), &text, &["words"]),
            (Some(Layout::Wcxb), &text, &["words", "words(cjk=run)"]),
            (Some(Layout::Scrapinghub), &text, &["words", "shingles(4)"]),
            (Some(Layout::Trafilatura), &snippets, &["snippets"]),
            (Some(Layout::Readability), &images, &["images"]),
            (Some(Layout::Leafmill), &snippets, &[]),
        ] {
            let item = Item { body: Body::Bytes(Vec::new()), gold: gold.clone() };
            let data = Dataset { layout, ..Dataset::new("x", [item]) };
            let measures: Vec<_> = of_dataset(&data).iter().map(Measure::to_string).collect();
            assert_eq!(measures, expected, "{layout:?}");
        }
    }

    #[test]
    fn a_page_is_counted_as_its_text_is() {
        let page = Page::parse("<h1>One two</h1><p>three <b>fo</b>ur five<p>Menu");
        let gold = Gold {
            text: "One two three four five".into(),
            required: vec!["two three".into(), "six".into()],
            forbidden: vec!["menu".into()],
            ..Gold::default()
        };
        for (measure, all, none) in [
            ("words", [5, 6, 5], [0, 0, 5]),
            ("shingles(4)", [2, 3, 2], [0, 0, 2]),
            ("snippets", [1, 1, 2], [0, 0, 2]),
            ("snippets(fold=case)", [0, 1, 2], [0, 0, 2]),
            ("lcs", [5, 6, 5], [0, 0, 5]),
            // body with h1, p, p, b and their six texts; all but the last p are gold.
            ("nodes", [10, 10, 10], [0, 0, 10]),
            ("images", [0, 0, 0], [0, 0, 0]),
        ] {
            let measure: Measure = measure.parse().unwrap();
            for (extraction, expected) in
                [(Extraction::all(&page), all), (Extraction::none(&page), none)]
            {
                let Counts { matched, extracted, gold } = measure.count(&page, &extraction, &gold);
                assert_eq!([matched, extracted, gold], expected, "{measure}");
            }
        }
    }

    #[test]
    fn cjk_is_counted_by_character_or_by_run() {
        let page = Page::parse("<p>world 你");
        let gold = Gold { text: "你好 World".into(), ..Gold::default() };
        let count = |cjk| Measure::Words(cjk).count(&page, &Extraction::all(&page), &gold);
        assert_eq!(count(Cjk::Character), Counts { matched: 2, extracted: 2, gold: 3 });
        assert_eq!(count(Cjk::Run), Counts { matched: 1, extracted: 2, gold: 2 });
    }
}
