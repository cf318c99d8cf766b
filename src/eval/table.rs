//! The table of an evaluation: counts by page, spec and measure, and their means.
//!
//! Scores of many pages are averaged as each measure does; micro scores are of the summed counts.

use super::entrant::Entrant;
use super::worst::WorstPage;
use crate::dataset::{Digest, Layout, Skip};
use crate::dom::Parser;
use crate::measure::{Counts, Measure, Scores};
use crate::training::clusters::Learner;

/// The results of an evaluation.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Table {
    /// What was evaluated.
    pub entrants: Vec<Entrant>,
    /// Folds of the cross-validation; 0 if there was none.
    pub folds: usize,
    /// Seed of the folds.
    pub seed: u64,
    /// What every other entrant is compared with, by its place, where that was asked for.
    pub baseline: Option<usize>,
    /// Which tokenizer fed the tree builder.
    pub parser: Parser,
    /// The scores of each data set.
    pub sets: Vec<SetScores>,
}

/// The results on one data set.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SetScores {
    /// The data set's name.
    pub name: String,
    /// Its layout, where it is a published one.
    pub layout: Option<Layout>,
    /// Fingerprint of the pages that were scored and their gold.
    pub digest: Digest,
    /// What it was evaluated by.
    pub measures: Vec<Measure>,
    /// The pages that were scored, in the data set's order.
    pub pages: Vec<PageScores>,
    /// What the data set holds beside pages with gold.
    pub skipped: Vec<Skip>,
    /// Pages that could not be read or on which a method panicked: in no mean.
    pub failed: Vec<Skip>,
    /// The pages that each entrant does worst on by the first measure, with their texts, where they were
    /// asked for: by entrant, the worst first.
    pub worst: Vec<WorstPage>,
}

/// The results on one page.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PageScores {
    /// The page's id.
    pub id: String,
    /// Its registered domain, else its id with a slash before it: pages of one site are alike.
    pub site: String,
    /// Which fold it is in: of those of the cross-validation, or of five where there was none.
    pub fold: usize,
    /// Its type, where the gold has it.
    pub kind: Option<String>,
    /// Its language, where the gold has it.
    pub language: Option<String>,
    /// The share of its words that the gold has not, in 0…1, where the gold has a text.
    pub complexity: Option<f64>,
    /// Its counts: for each spec, by each measure.
    pub counts: Vec<Counts>,
}

/// Pages of a data set that are alike.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stratum {
    /// What they have in common, such as `forum`, `de` or `high`.
    pub name: String,
    /// Their places among the pages of the data set, ascending.
    pub pages: Vec<usize>,
}

impl SetScores {
    /// A page's counts for a spec by a measure, both by their place in the table.
    pub fn counts(&self, page: &PageScores, spec: usize, measure: usize) -> Counts {
        page.counts[spec * self.measures.len() + measure]
    }

    /// The scores of the pages of a stratum, or of all pages, averaged as the measure does; zeros
    /// where there is none.
    pub fn mean(&self, spec: usize, measure: usize, stratum: Option<&Stratum>) -> Scores {
        let averaging = self.measures[measure].averaging();
        let counts = |page| self.counts(page, spec, measure);
        match stratum {
            Some(stratum) => {
                averaging.mean(stratum.pages.iter().map(|&at| counts(&self.pages[at])))
            }
            None => averaging.mean(self.pages.iter().map(counts)),
        }
    }

    /// Counts summed over all pages.
    pub fn sum(&self, spec: usize, measure: usize) -> Counts {
        let mut sum = Counts::default();
        for page in &self.pages {
            sum += self.counts(page, spec, measure);
        }
        sum
    }
}

impl Table {
    /// The specs that have a score on a data set by a measure, by their place in the table.
    pub fn rows(&self, set: &SetScores, measure: usize) -> impl Iterator<Item = usize> + use<'_> {
        let measure = set.measures[measure];
        (0..self.entrants.len()).filter(move |&entrant| self.entrants[entrant].yields(measure))
    }

    /// Those specs, each with each of the data set's measures, by their places.
    pub(super) fn scored(&self, set: &SetScores) -> Vec<(usize, usize)> {
        let takes = |&(i, j): &(usize, usize)| self.entrants[i].yields(set.measures[j]);
        let all =
            (0..self.entrants.len()).flat_map(|i| (0..set.measures.len()).map(move |j| (i, j)));
        all.filter(takes).collect()
    }

    /// Whether a spec was scored with a model that was learnt from pages of the data set.
    pub fn saw(&self, spec: usize, set: &SetScores) -> bool {
        let Some(spec) = self.entrants[spec].spec() else { return false };
        spec.method().is_ok_and(|method| {
            let learns =
                method.trainable.is_none() || Learner::new(spec).is_ok_and(|l| l.is_some());
            let saw = method.saw.contains(&set.name.as_str());
            let folded = self.folds > 0 && method.trainable.is_some();
            saw && learns && !folded
        })
    }

    /// Number of pages that failed, over all data sets.
    pub fn failed(&self) -> usize {
        self.sets.iter().map(|set| set.failed.len()).sum()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::super::strata::Group;
    use super::*;
    use crate::text::Cjk;

    fn counts(matched: u64, extracted: u64, gold: u64) -> Counts {
        Counts { matched, extracted, gold }
    }

    /// A spec that takes part.
    pub fn spec(spec: &str) -> Entrant {
        Entrant::Spec(spec.parse().unwrap())
    }

    /// Two pages by `all` and two settings of `wu`.
    pub fn table() -> Table {
        let page = |id: &str, kind: &str, counts: [Counts; 3]| PageScores {
            id: id.into(),
            site: format!("/{id}"),
            fold: usize::from(id == "c"),
            kind: Some(kind.into()),
            language: None,
            complexity: None,
            counts: counts.into(),
        };
        let pages = vec![
            page("=1", "article", [counts(2, 4, 2), counts(2, 2, 2), counts(0, 0, 2)]),
            page("b", "forum", [counts(0, 1, 0), counts(0, 0, 0), counts(0, 2, 0)]),
            page("c", "forum", [counts(3, 4, 4), counts(1, 1, 4), counts(3, 3, 4)]),
        ];
        let failed = Skip { path: "pages/d.html".into(), reason: "panic: oh | no".into() };
        Table {
            entrants: ["all", "wu(threshold=0.5,k=0)", "wu(threshold=0.7,k=0)"].map(spec).to_vec(),
            folds: 0,
            seed: 1,
            baseline: None,
            parser: Parser::default(),
            sets: vec![SetScores {
                name: "sample".into(),
                layout: Some(Layout::Leafmill),
                digest: Digest::default(),
                measures: vec![Measure::Words(Cjk::Character)],
                pages,
                skipped: Vec::new(),
                failed: vec![failed],
                worst: Vec::new(),
            }],
        }
    }

    #[test]
    fn means_worked_out() {
        let table = table();
        let set = &table.sets[0];
        let mean = set.mean(0, 0, None);
        assert_eq!(mean.precision, (0.5 + 0.0 + 0.75) / 3.0);
        assert_eq!(mean.recall, (1.0 + 0.0 + 0.75) / 3.0);
        assert_eq!(mean.f1, (2.0 / 3.0 + 0.0 + 0.75) / 3.0);
        let forum = &set.strata(Group::Kind)[0];
        assert_eq!(set.mean(1, 0, Some(forum)).f1, (1.0 + 0.4) / 2.0);
        let none = Stratum { name: "none".into(), pages: Vec::new() };
        assert_eq!(set.mean(1, 0, Some(&none)), Scores::default());
        assert_eq!(set.sum(0, 0), counts(5, 9, 6));
    }

    #[test]
    fn a_model_that_saw_the_set_has_a_star() {
        let mut table = table();
        table.entrants = ["all", "wu", "wu(k=0)"].map(spec).to_vec();
        table.sets[0].name = "wcxb-dev".into();
        let starred = |table: &Table| [0, 1, 2].map(|spec| table.saw(spec, &table.sets[0]));
        assert_eq!(starred(&table), [false, true, false]);
        table.folds = 5;
        assert_eq!(starred(&table), [false; 3]);
        table.folds = 0;
        // A set of the same form, such as the split that is held out.
        table.sets[0].name = "wcxb-test".into();
        assert_eq!(starred(&table), [false; 3]);
    }
}
