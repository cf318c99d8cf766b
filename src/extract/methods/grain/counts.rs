//! Counting for the class lexicon: how much of what lies under each key is content, by domain.
//!
//! A training page must not be told its own labels, so its features are made with a lexicon that
//! leaves the page's own domain out.

use rustc_hash::{FxHashMap, FxHashSet};

use super::lexicon::{self, Lexicon, MIN_DOMAINS, Source};
use crate::page::Page;

/// Words under the elements that have a key.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Under {
    /// Words that are content by the gold.
    pub content: f64,
    /// All words.
    pub words: f64,
}

/// What a page says of the keys on it, sorted by key; `units` gives what the gold says of each
/// unit. An element counts with the units that lie wholly in it.
pub fn of_page(page: &Page, units: &[Under]) -> Vec<(u32, Under)> {
    let mut sums = vec![Under::default()];
    for (at, unit) in units.iter().enumerate() {
        let sum = sums[at];
        sums.push(Under { content: sum.content + unit.content, words: sum.words + unit.words });
    }
    let mut found: FxHashMap<u32, Under> = FxHashMap::default();
    let mut keys = FxHashSet::default();
    for node in page.dom().nodes().filter(|&node| !page.dom().is_text(node)) {
        let leaves = page.leaves_under(node);
        let first =
            page.units().partition_point(|unit| (unit.leaves.start as usize) < leaves.start);
        let last = page.units().partition_point(|unit| unit.leaves.end as usize <= leaves.end);
        if first >= last {
            continue;
        }
        keys.clear();
        for attribute in page.dom().attributes(node) {
            if let Some(source) = Source::of(&attribute) {
                lexicon::keys(&attribute.value(), source, |key| {
                    keys.insert(key);
                });
            }
        }
        for &key in &keys {
            let under = found.entry(key).or_default();
            under.content += sums[last].content - sums[first].content;
            under.words += sums[last].words - sums[first].words;
        }
    }
    let mut found: Vec<_> = found.into_iter().filter(|(_, under)| under.words > 0.0).collect();
    found.sort_unstable_by_key(|entry| entry.0);
    found
}

/// The keys of many pages, by domain.
#[derive(Debug, Clone, Default)]
pub struct Counts {
    domains: FxHashMap<String, FxHashMap<u32, Under>>,
}

impl Counts {
    /// Adds what a page says.
    pub fn add(&mut self, domain: &str, page: &[(u32, Under)]) {
        let domain = self.domains.entry(domain.to_owned()).or_default();
        for (key, under) in page {
            let total = domain.entry(*key).or_default();
            total.content += under.content;
            total.words += under.words;
        }
    }

    /// The keys that [`MIN_DOMAINS`] domains have, sorted, each with its domains and the sum of
    /// their shares of content.
    pub fn totals(&self) -> Vec<(u32, u32, f64)> {
        let mut names: Vec<_> = self.domains.keys().collect();
        // Sums of floats depend on their order.
        names.sort_unstable();
        let mut totals: FxHashMap<u32, (u32, f64)> = FxHashMap::default();
        for name in names {
            for (key, under) in &self.domains[name] {
                let total = totals.entry(*key).or_default();
                total.0 += 1;
                total.1 += under.content / under.words;
            }
        }
        let mut totals: Vec<_> = totals
            .into_iter()
            .filter(|(_, (domains, _))| *domains >= MIN_DOMAINS)
            .map(|(key, (domains, share))| (key, domains, share))
            .collect();
        totals.sort_unstable_by_key(|total| total.0);
        totals
    }

    /// The lexicon of these totals, a domain's own part of them left out.
    pub fn lexicon(&self, totals: &[(u32, u32, f64)], without: Option<&str>) -> Lexicon {
        let own = without.and_then(|domain| self.domains.get(domain));
        Lexicon::new(totals.iter().map(|&(key, domains, share)| {
            let weight = match own.and_then(|own| own.get(&key)) {
                Some(under) => lexicon::weight(share - under.content / under.words, domains - 1),
                None => lexicon::weight(share, domains),
            };
            (key, weight)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HTML: &str = "<div class=post><p>one two</p></div><div class='nav post'>three</div>";

    fn under(content: f64, words: f64) -> Under {
        Under { content, words }
    }

    #[test]
    fn a_page_counts_words_under_its_keys() {
        let page = Page::parse(HTML);
        let mut counts: Vec<_> =
            of_page(&page, &[under(2.0, 2.0), under(0.0, 1.0)]).into_iter().map(|e| e.1).collect();
        counts.sort_by(|a, b| a.words.total_cmp(&b.words));
        assert_eq!(counts, [under(0.0, 1.0), under(2.0, 3.0)]);
    }

    #[test]
    fn a_domain_is_left_out_of_its_own_lexicon() {
        let page = Page::parse("<p class=post>one");
        let key = of_page(&page, &[under(1.0, 1.0)])[0].0;
        let mut counts = Counts::default();
        for domain in 0..MIN_DOMAINS {
            let content = if domain == 0 { 0.0 } else { 1.0 };
            counts.add(&format!("{domain}.example"), &[(key, under(content, 1.0))]);
        }
        let totals = counts.totals();
        assert_eq!(totals, [(key, MIN_DOMAINS, 19.0)]);
        let weight = |without| counts.lexicon(&totals, without).weight(key).unwrap();
        assert_eq!(weight(None), lexicon::weight(19.0, 20));
        assert_eq!(weight(Some("0.example")), lexicon::weight(19.0, 19));
        assert_eq!(weight(Some("1.example")), lexicon::weight(18.0, 19));
    }
}
