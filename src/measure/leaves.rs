//! Leaves and units: what of the page was chosen, each counting alike however long it is.
//!
//! The gold is that of the oracle: the units of the page at least half of whose words the gold covers
//! ([`crate::dataset::align`]). It says how well a method labels, as papers on labelling blocks score it, and
//! not how much text is right.

use std::ops::Range;

use super::scores::Counts;
use crate::dataset::{Gold, labels};
use crate::extract::Extraction;
use crate::page::Page;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Parts {
    /// Text leaves.
    Leaves,
    /// Units: runs of leaves without a break. One is chosen if any of its leaves is.
    Units,
}

/// The leaves that are gold.
pub struct GoldLeaves {
    labels: Extraction,
    /// What counts as one, as ranges of leaves.
    parts: Vec<Range<u32>>,
}

impl GoldLeaves {
    /// The leaves or units of a page that are gold.
    pub fn new(page: &Page, gold: &Gold, parts: Parts) -> GoldLeaves {
        let parts = match parts {
            Parts::Leaves => (0..page.leaves().len() as u32).map(|leaf| leaf..leaf + 1).collect(),
            Parts::Units => page.units().iter().map(|unit| unit.leaves.clone()).collect(),
        };
        GoldLeaves { labels: labels(page, gold), parts }
    }

    /// Counts an extraction.
    pub fn count(&self, extraction: &Extraction) -> Counts {
        let mut counts = Counts::default();
        for part in &self.parts {
            let has = |of: &Extraction| of.within(part).iter().any(|&kept| kept);
            let (chosen, gold) = (has(extraction), has(&self.labels));
            counts.extracted += u64::from(chosen);
            counts.gold += u64::from(gold);
            counts.matched += u64::from(chosen && gold);
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_and_units_worked_out() {
        let page = Page::parse("<p>one <b>two</b> three<p>four five six<p>Menu");
        let gold = Gold::new("x", "one two three four five six");
        let mut chosen = Extraction::none(&page);
        chosen.kept[1] = true;
        chosen.kept[4] = true;
        let count = |parts| {
            let Counts { matched, extracted, gold } =
                GoldLeaves::new(&page, &gold, parts).count(&chosen);
            [matched, extracted, gold]
        };
        assert_eq!(count(Parts::Leaves), [1, 2, 4]);
        assert_eq!(count(Parts::Units), [1, 2, 2]);
    }
}
