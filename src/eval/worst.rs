//! The pages that each entrant does worst on, with what it chose and the gold: what a person looks at
//! to learn why. Each entrant keeps as many as were asked for while pages come by in any order, so that
//! memory does not grow with the data set.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::dataset::Gold;
use crate::measure::Counts;
use crate::page::Page;

/// A page that an entrant does badly on.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct WorstPage {
    /// The entrant, by its place in the table.
    pub spec: usize,
    /// The page's title.
    pub title: Option<String>,
    /// Its gold.
    pub gold: Gold,
    /// Its counts by the data set's first measure.
    pub counts: Counts,
    /// What the entrant made of it.
    pub text: String,
}

/// The order of pages: by F1, then by place. The bits of numbers that are not negative have their order.
type Rank = (u64, usize);

/// The worst pages so far.
pub(super) struct Worst {
    most: usize,
    by_entrant: Vec<Mutex<BTreeMap<Rank, WorstPage>>>,
}

impl Worst {
    /// Keeps at most so many pages of each of some entrants.
    pub fn new(most: usize, entrants: usize) -> Worst {
        Worst { most, by_entrant: (0..entrants).map(|_| Mutex::default()).collect() }
    }

    /// Whether any page is kept.
    pub fn is_wanted(&self) -> bool {
        self.most > 0
    }

    /// Takes a page in, by its place in the data set, if it is among the worst of an entrant. Its text is
    /// made only then.
    pub fn offer(
        &self,
        spec: usize,
        place: usize,
        counts: Counts,
        (page, gold): (&Page, &Gold),
        text: impl FnOnce() -> String,
    ) {
        let rank = (counts.f1().to_bits(), place);
        let mut pages = self.by_entrant[spec].lock().unwrap_or_else(PoisonError::into_inner);
        if pages.len() == self.most && pages.last_key_value().is_none_or(|(last, _)| rank > *last) {
            return;
        }
        let (title, gold) = (page.title(), gold.clone());
        pages.insert(rank, WorstPage { spec, title, gold, counts, text: text() });
        if pages.len() > self.most {
            pages.pop_last();
        }
    }

    /// What is kept, of each entrant the worst first; without pages that failed after all.
    pub fn finish(self, has_failed: impl Fn(usize) -> bool) -> Vec<WorstPage> {
        let by_entrant = self.by_entrant.into_iter();
        let pages =
            by_entrant.flat_map(|pages| pages.into_inner().unwrap_or_else(PoisonError::into_inner));
        pages.filter(|((_, place), _)| !has_failed(*place)).map(|(_, page)| page).collect()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A page with a gold and a text, as the first entrant's.
    pub(crate) fn page(gold: &str, text: &str) -> WorstPage {
        let counts = Counts { matched: 0, extracted: 1, gold: 3 };
        WorstPage { spec: 0, title: None, gold: Gold::new("p", gold), counts, text: text.into() }
    }

    /// Offers pages in an order; what is left, by id.
    fn kept(most: usize, offered: &[(usize, u64)]) -> Vec<String> {
        let worst = Worst::new(most, 1);
        let page = Page::parse("<title>t</title>");
        for &(place, matched) in offered {
            let counts = Counts { matched, extracted: 10, gold: 10 };
            let gold = Gold { id: place.to_string(), ..Gold::default() };
            worst.offer(0, place, counts, (&page, &gold), || "x".into());
        }
        worst.finish(|place| place == 9).into_iter().map(|page| page.gold.id).collect()
    }

    #[test]
    fn the_worst_are_kept_in_whatever_order_they_come() {
        let pages = [(1, 5), (2, 3), (3, 9), (4, 3), (9, 0)];
        assert_eq!(kept(3, &pages), ["2", "4"]);
        let mut back = pages;
        back.reverse();
        assert_eq!(kept(3, &back), kept(3, &pages));
        assert_eq!(kept(0, &pages), Vec::<String>::new());
    }

    #[test]
    fn no_text_is_made_of_a_page_that_is_not_kept() {
        let worst = Worst::new(1, 1);
        let (page, gold) = (Page::parse(""), Gold::default());
        let counts = |matched| Counts { matched, extracted: 10, gold: 10 };
        worst.offer(0, 0, counts(1), (&page, &gold), String::new);
        worst.offer(0, 1, counts(2), (&page, &gold), || panic!("made"));
        assert_eq!(worst.finish(|_| false).len(), 1);
    }
}
