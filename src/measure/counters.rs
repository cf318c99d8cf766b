//! A page and its gold, prepared for some measures, and what each counts of an answer.

use std::cell::OnceCell;

use super::images::GoldImages;
use super::lcs::{GoldSequence, Tokens};
use super::leaves::GoldLeaves;
use super::nodes::GoldNodes;
use super::readings::Readings;
use super::rouge::GoldSentences;
use super::shingles::GoldShingles;
use super::snippets::GoldSnippets;
use super::words::GoldWords;
use super::{Answer, Counts, Equality, Field, GoldOf, Kind, Measure, Structure, structure};
use crate::dataset::Gold;
use crate::page::Page;

/// A page and its gold, prepared so that many answers are counted against it. What several
/// measures compare with is made once, and only if one is asked for.
pub struct Counters<'p> {
    counters: Vec<Counter<'p>>,
    gold: &'p Gold,
    /// The gold's structure by the page's own markup, and by the gold's Markdown.
    source: OnceCell<Structure>,
    markdown: OnceCell<Structure>,
    page: &'p Page<'p>,
}

/// A measure with the page's gold, as far as it is its own.
enum Counter<'p> {
    /// Counts the text.
    Words(Readings<GoldWords>),
    /// Counts the text.
    Shingles(Readings<GoldShingles>),
    /// Counts the text.
    Snippets(GoldSnippets),
    /// Counts the text.
    Lcs(Readings<GoldSequence>),
    /// Counts the text.
    Rouge(Readings<GoldSentences>),
    /// Counts the leaves.
    Parts(GoldLeaves),
    /// Counts the nodes around the leaves.
    Nodes(GoldNodes<'p>),
    /// Counts the images.
    Images(GoldImages),
    /// Counts what is marked up.
    Structure(Kind, GoldOf),
    /// Counts what a page says of itself.
    Metadata(Field, Equality),
}

impl<'p> Counters<'p> {
    /// Prepares a page and its gold for some measures.
    pub fn new(measures: &[Measure], page: &'p Page<'p>, gold: &'p Gold) -> Counters<'p> {
        let counter = |measure: &Measure| match *measure {
            Measure::Words(cjk) => {
                Counter::Words(Readings::of(gold, |text| GoldWords::new(text, cjk)))
            }
            Measure::Shingles => Counter::Shingles(Readings::of(gold, GoldShingles::new)),
            Measure::Snippets(fold) => Counter::Snippets(GoldSnippets::new(gold, fold)),
            Measure::Lcs => {
                Counter::Lcs(Readings::of(gold, |text| GoldSequence::new(text, Tokens::Words)))
            }
            Measure::Levenshtein => {
                Counter::Lcs(Readings::of(gold, |text| GoldSequence::new(text, Tokens::Spaced)))
            }
            Measure::Rouge => Counter::Rouge(Readings::of(gold, GoldSentences::new)),
            Measure::Parts(parts) => Counter::Parts(GoldLeaves::new(page, gold, parts)),
            Measure::Nodes => Counter::Nodes(GoldNodes::new(page, gold)),
            Measure::Images => Counter::Images(GoldImages::new(page, gold)),
            Measure::Structure(kind, of) => Counter::Structure(kind, of),
            Measure::Metadata(field, equality) => Counter::Metadata(field, equality),
        };
        Counters {
            counters: measures.iter().map(counter).collect(),
            gold,
            source: OnceCell::new(),
            markdown: OnceCell::new(),
            page,
        }
    }

    /// Counts an answer by each measure. One that does not have what a measure counts has nothing.
    pub fn count(&self, answer: &Answer) -> Vec<Counts> {
        self.counters.iter().map(|counter| self.count_by(counter, answer)).collect()
    }

    fn count_by(&self, counter: &Counter, answer: &Answer) -> Counts {
        let chosen = answer.chosen();
        match counter {
            Counter::Words(words) => words.best(|words| words.count(answer.text())),
            Counter::Shingles(shingles) => shingles.best(|shingles| shingles.count(answer.text())),
            Counter::Snippets(snippets) => snippets.count(answer.text()),
            Counter::Lcs(sequence) => sequence.best(|sequence| sequence.count(answer.text())),
            Counter::Rouge(sentences) => sentences.best(|sentences| sentences.count(answer.text())),
            Counter::Parts(leaves) => {
                chosen.map_or_else(Counts::default, |chosen| leaves.count(chosen))
            }
            Counter::Nodes(nodes) => {
                chosen.map_or_else(Counts::default, |chosen| nodes.count(chosen))
            }
            Counter::Images(images) => {
                chosen.map_or_else(Counts::default, |chosen| images.count(chosen))
            }
            Counter::Structure(kind, of) => {
                let gold = match of {
                    GoldOf::Source => self.source(),
                    GoldOf::Markdown => self.markdown(),
                };
                kind.count(answer.structure(), gold, self.gold.title())
            }
            Counter::Metadata(field, equality) => {
                // Nobody has looked at a page of which the gold says nothing.
                let Some(gold) = &self.gold.about else { return Counts::default() };
                field.count(*equality, answer.about(), gold)
            }
        }
    }

    fn source(&self) -> &Structure {
        self.source.get_or_init(|| structure::of_source(self.page.dom(), self.gold))
    }

    fn markdown(&self) -> &Structure {
        self.markdown.get_or_init(|| {
            let markdown = self.gold.markdown.as_deref().unwrap_or_default();
            structure::of_markdown(markdown, self.gold.url.as_deref())
        })
    }
}
