//! Measures: how much of what was extracted is gold, and how much of the gold was extracted.
//!
//! A measure is one module and the rows of [`MEASURES`] that explain it. It yields [`Counts`] for a
//! page; precision, recall, F1 and their means over pages are derived from them in [`scores`] and
//! nowhere else. A measure is named by a string that parses, such as `words(cjk=run)`.

mod counters;
mod document;
pub mod images;
mod lcs;
mod leaves;
mod metadata;
pub mod nodes;
mod readings;
mod rouge;
pub mod scores;
mod shingles;
mod snippets;
pub mod structure;
mod table;
mod words;

pub use counters::Counters;
pub use document::{Answer, Document};
pub use leaves::Parts;
pub use metadata::{Equality, Field};
pub use scores::{Averaging, Counts, Scores};
pub use snippets::Fold;
pub use structure::{GoldOf, Kind, Structure};
pub use table::{MEASURES, Row};

use std::fmt;
use std::str::FromStr;

use crate::dataset::{Dataset, Gold};
use crate::extract::{Extraction, Method};
use crate::page::Page;
use crate::text::Cjk;
use crate::{Error, Result};

/// A measure with its settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Measure {
    /// Multisets of lower-cased words.
    Words(Cjk),
    /// Multisets of four words in a row.
    Shingles,
    /// Required and forbidden snippets.
    Snippets(Fold),
    /// The longest common subsequence of words.
    Lcs,
    /// The same of tokens between white space: the Levenshtein ratio.
    Levenshtein,
    /// Union of the longest common subsequences of sentences.
    Rouge,
    /// Text leaves or units.
    Parts(Parts),
    /// DOM nodes of the block around the content.
    Nodes,
    /// Images that belong to the content.
    Images,
    /// What a document marks up.
    Structure(Kind, GoldOf),
    /// What a page says of itself.
    Metadata(Field, Equality),
}

impl Measure {
    /// Counts what an extraction chooses of a page against the page's gold.
    pub fn count(self, page: &Page, extraction: &Extraction, gold: &Gold) -> Counts {
        let answer = Answer::extraction(page, extraction, gold.url.as_deref());
        Counters::new(&[self], page, gold).count(&answer)[0]
    }

    /// How the scores of many pages are made of their counts.
    pub fn averaging(self) -> Averaging {
        let is_alike = |row: &&Row| match self {
            // Kinds of one measure have one row.
            Measure::Structure(..) => matches!(row.measure, Measure::Structure(..)),
            Measure::Metadata(..) => matches!(row.measure, Measure::Metadata(..)),
            measure => row.measure == measure,
        };
        MEASURES.iter().find(is_alike).map_or(Averaging::Pages, |row| row.averaging)
    }

    /// The measures that a name stands for, such as `words`, or `structure` for all its kinds.
    ///
    /// # Errors
    /// If there is no such measure.
    pub fn named(name: &str) -> Result<Vec<Measure>> {
        let spec: String = name.split_whitespace().collect();
        let group: Vec<_> = Measure::all().filter(|measure| measure.group() == spec).collect();
        match group[..] {
            [] => name.parse().map(|measure| vec![measure]),
            _ => Ok(group),
        }
    }

    /// Every measure, those of a group one after another.
    fn all() -> impl Iterator<Item = Measure> {
        let single = MEASURES.iter().map(|row| row.measure);
        let single = single
            .filter(|measure| !matches!(measure, Measure::Structure(..) | Measure::Metadata(..)));
        let structure = [GoldOf::Source, GoldOf::Markdown].into_iter().flat_map(|gold| {
            Kind::ALL.into_iter().map(move |(kind, _)| Measure::Structure(kind, gold))
        });
        let metadata = EQUALITIES.into_iter().flat_map(|(equality, _)| {
            FIELDS.into_iter().map(move |(field, _)| Measure::Metadata(field, equality))
        });
        single.chain(structure).chain(metadata)
    }

    /// The name of the group that it is of; its own where it is of none.
    fn group(self) -> String {
        match self {
            Measure::Structure(_, GoldOf::Source) => "structure".to_owned(),
            Measure::Structure(_, GoldOf::Markdown) => "structure(gold=markdown)".to_owned(),
            Measure::Metadata(_, Equality::Normalised) => "metadata".to_owned(),
            Measure::Metadata(_, equality) => format!("metadata({})", name(&EQUALITIES, equality)),
            single => single.to_string(),
        }
    }

    /// Whether a page's gold is what the measure compares with.
    pub fn suits(self, gold: &Gold) -> bool {
        match self {
            Measure::Words(_)
            | Measure::Shingles
            | Measure::Lcs
            | Measure::Levenshtein
            | Measure::Rouge
            | Measure::Parts(_)
            | Measure::Nodes => !gold.text.is_empty(),
            Measure::Snippets(_) => !gold.required.is_empty() || !gold.forbidden.is_empty(),
            Measure::Images => !gold.images.is_empty(),
            Measure::Structure(_, GoldOf::Source) => !gold.text.is_empty(),
            Measure::Structure(_, GoldOf::Markdown) => gold.markdown.is_some(),
            Measure::Metadata(..) => gold.about.as_ref().is_some_and(|about| !about.is_empty()),
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

    /// Whether it counts the plain text and nothing else.
    pub(crate) fn is_of_text(self) -> bool {
        match self {
            Measure::Words(_) | Measure::Shingles | Measure::Snippets(_) => true,
            Measure::Lcs | Measure::Levenshtein | Measure::Rouge => true,
            Measure::Parts(_) | Measure::Nodes | Measure::Images => false,
            Measure::Structure(..) | Measure::Metadata(..) => false,
        }
    }

    /// Whether another program's document has what the measure counts.
    pub fn takes_documents(self) -> bool {
        !matches!(self, Measure::Nodes | Measure::Images | Measure::Parts(_))
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

/// The names of fields in a measure.
const FIELDS: [(Field, &str); 4] = [
    (Field::Title, "title"),
    (Field::Author, "author"),
    (Field::Names, "names"),
    (Field::Date, "date"),
];

/// The names of equalities in a measure, the default first.
const EQUALITIES: [(Equality, &str); 3] = [
    (Equality::Normalised, "normalised"),
    (Equality::Strict, "strict"),
    (Equality::Loose, "loose"),
];

/// What a table calls one of its values.
fn name<T: PartialEq>(table: &[(T, &'static str)], value: T) -> &'static str {
    table.iter().find(|(one, _)| *one == value).map_or("", |(_, name)| name)
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
            Measure::Levenshtein => "levenshtein",
            Measure::Rouge => "rouge-lsum",
            Measure::Parts(Parts::Leaves) => "leaves",
            Measure::Parts(Parts::Units) => "units",
            Measure::Nodes => "nodes",
            Measure::Images => "images",
            Measure::Structure(kind, gold) => {
                let gold = if *gold == GoldOf::Markdown { ",gold=markdown" } else { "" };
                return write!(f, "structure({}{gold})", name(&Kind::ALL, *kind));
            }
            Measure::Metadata(field, Equality::Normalised) => {
                return write!(f, "metadata({})", name(&FIELDS, *field));
            }
            Measure::Metadata(field, equality) => {
                let equality = name(&EQUALITIES, *equality);
                return write!(f, "metadata({},{equality})", name(&FIELDS, *field));
            }
        })
    }
}

impl FromStr for Measure {
    type Err = Error;

    fn from_str(text: &str) -> Result<Measure> {
        let spec: String = text.split_whitespace().collect();
        Measure::all().find(|measure| measure.to_string() == spec).ok_or_else(|| {
            let mut known: Vec<_> = Measure::all().map(Measure::group).collect();
            known.dedup();
            let message = format!("no such measure; there are {}", known.join(", "));
            Error::Argument { argument: text.to_owned(), message }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::{Item, Layout, Stored};
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
            let item = Item { body: Stored::Bytes(Vec::new()), gold: gold.clone() };
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
            ("levenshtein", [5, 6, 5], [0, 0, 5]),
            ("rouge-lsum", [5, 6, 5], [0, 0, 5]),
            ("leaves", [4, 5, 4], [0, 0, 4]),
            ("units", [2, 3, 2], [0, 0, 2]),
            // body with h1, p, p, b and their six texts; all but the last p are gold.
            ("nodes", [10, 10, 10], [0, 0, 10]),
            ("images", [0, 0, 0], [0, 0, 0]),
            ("metadata(title)", [0, 0, 0], [0, 0, 0]),
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
