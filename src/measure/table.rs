//! The table of measures: what each counts, and where it is defined.

use super::{Averaging, Equality, Field, Fold, GoldOf, Kind, Measure, Parts};
use crate::dataset::Layout;
use crate::text::Cjk;

/// A measure: one row of [`MEASURES`].
#[non_exhaustive]
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

impl Row {
    /// What `--measure` takes for it: the measure's name, or that of its group.
    pub fn name(&self) -> String {
        self.measure.group()
    }
}

/// Every measure, the default first; those of a group have one row.
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
        measure: Measure::Levenshtein,
        about: "the same of tokens between white space, case kept: F1 is the Levenshtein ratio",
        cite: "Bevendorff, Gupta, Kiesel and Stein 2023",
        averaging: Averaging::Pages,
        own_of: &[],
    },
    Row {
        measure: Measure::Rouge,
        about: "tokens between white space in the longest common subsequences of the gold's sentences \
                with the text's, by their union; slow",
        cite: "Lin 2004; Bevendorff, Gupta, Kiesel and Stein 2023",
        averaging: Averaging::Pages,
        own_of: &[],
    },
    Row {
        measure: Measure::Parts(Parts::Leaves),
        about: "text leaves, each counting alike, against those of the units that the gold covers",
        cite: "ours",
        averaging: Averaging::Pages,
        own_of: &[],
    },
    Row {
        measure: Measure::Parts(Parts::Units),
        about: "units, each counting alike, against those that the gold covers",
        cite: "ours; blocks as Kohlschütter, Fankhauser and Nejdl 2010 count them",
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
    Row {
        measure: Measure::Structure(Kind::Words, GoldOf::Source),
        about: "what a document marks up, against the page's own markup where its text is gold: \
                structure stands for all of words, heading, level, item, depth, cell, teds, code, \
                inline-code, link, strong, emphasis, quote, clean, special, literal, raw and unsafe; with \
                gold=markdown against the gold's Markdown; recall and F1 are means over the pages \
                that have one, precision is of all",
        cite: "ours; teds: Zhong, ShafieiBavani and Jimeno Yepes 2020",
        averaging: Averaging::Having,
        own_of: &[],
    },
    Row {
        measure: Measure::Metadata(Field::Title, Equality::Normalised),
        about: "what a page says of itself: metadata stands for title, author, names (authors one \
                by one) and date; metadata(strict) and metadata(loose) are stricter and looser; \
                scores are of the counts of all pages together",
        cite: "ours",
        averaging: Averaging::Pool,
        own_of: &[],
    },
];
