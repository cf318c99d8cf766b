//! Strata: the pages of a data set by type, by language, and by how much of a page is content.

use std::collections::BTreeMap;

use super::table::{PageScores, SetScores, Stratum};

/// What pages are divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Group {
    /// The page's type, where the gold has it.
    Kind,
    /// The page's language, where the gold has it.
    Language,
    /// How little of the page is content (Bevendorff et al. 2023): its *complexity* is one less its
    /// gold's share of its words. Low is up to the first quartile of the data set's pages, high from
    /// the third.
    Complexity,
}

/// The strata of complexity.
pub(crate) const COMPLEXITIES: [&str; 3] = ["low", "middle", "high"];

impl SetScores {
    /// The strata of the pages, the largest first, those of complexity from low to high; pages of which
    /// nothing is known are in none.
    pub fn strata(&self, group: Group) -> Vec<Stratum> {
        match group {
            Group::Kind => self.by_name(|page| page.kind.as_deref()),
            Group::Language => self.by_name(|page| page.language.as_deref()),
            Group::Complexity => self.by_complexity(),
        }
    }

    fn by_name<'s>(&'s self, name: impl Fn(&'s PageScores) -> Option<&'s str>) -> Vec<Stratum> {
        let mut strata: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, page) in self.pages.iter().enumerate() {
            if let Some(name) = name(page) {
                strata.entry(name).or_default().push(at);
            }
        }
        let strata = strata.into_iter();
        let mut strata: Vec<_> =
            strata.map(|(name, pages)| Stratum { name: name.to_owned(), pages }).collect();
        strata.sort_by_key(|stratum| std::cmp::Reverse(stratum.pages.len()));
        strata
    }

    fn by_complexity(&self) -> Vec<Stratum> {
        let known = self.pages.iter().filter_map(|page| page.complexity);
        let mut sorted: Vec<f64> = known.collect();
        sorted.sort_by(f64::total_cmp);
        if sorted.is_empty() {
            return Vec::new();
        }
        let (first, third) = (quantile(&sorted, 0.25), quantile(&sorted, 0.75));
        let mut strata =
            COMPLEXITIES.map(|name| Stratum { name: name.to_owned(), pages: Vec::new() });
        for (at, page) in self.pages.iter().enumerate() {
            match page.complexity {
                Some(complexity) if complexity <= first => strata[0].pages.push(at),
                Some(complexity) if complexity >= third => strata[2].pages.push(at),
                Some(_) => strata[1].pages.push(at),
                None => {}
            }
        }
        strata.into_iter().filter(|stratum| !stratum.pages.is_empty()).collect()
    }
}

/// A quantile of sorted values, between two of them where it falls there.
pub(crate) fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len().saturating_sub(1)) as f64;
    let (below, above) = (place.floor() as usize, place.ceil() as usize);
    let value = |at: usize| sorted.get(at).copied().unwrap_or(0.0);
    value(below) + (value(above) - value(below)) * place.fract()
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::table;
    use super::*;

    fn named(set: &SetScores, group: Group) -> Vec<(String, Vec<usize>)> {
        set.strata(group).into_iter().map(|stratum| (stratum.name, stratum.pages)).collect()
    }

    #[test]
    fn the_largest_first_and_complexity_by_quartiles() {
        let mut set = table().sets.remove(0);
        assert_eq!(
            named(&set, Group::Kind),
            [("forum".into(), vec![1, 2]), ("article".into(), vec![0])]
        );
        assert_eq!(named(&set, Group::Language), []);
        set.pages[1].language = Some("de".into());
        assert_eq!(named(&set, Group::Language), [("de".into(), vec![1])]);
        assert_eq!(named(&set, Group::Complexity), []);
        for (page, complexity) in set.pages.iter_mut().zip([Some(0.9), Some(0.2), Some(0.5)]) {
            page.complexity = complexity;
        }
        // The quartiles are .35 and .7.
        let expected = [("low", vec![1]), ("middle", vec![2]), ("high", vec![0])];
        assert_eq!(
            named(&set, Group::Complexity),
            expected.map(|(name, pages)| (name.into(), pages))
        );
    }

    #[test]
    fn quantiles_lie_between_values() {
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.25), 1.5);
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 1.0), 4.0);
        assert_eq!(quantile(&[3.0], 0.75), 3.0);
    }
}
