//! Short units that stand in the gold between longer runs.
//!
//! A post's author and date, the price of one card of many: units of a few words whose neighbours are no
//! content lie in no run of the page that the gold has. But where a gold follows its page, the runs around
//! them say where they would be: what the gold has between two runs is looked for in what the page has
//! between them, unit by unit and in order.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::runs::{OTHER, RUN, Run, run};

/// Units times words of the gold, up to which a gap is searched. With it the search takes time linear in both
/// texts: the smaller of the two is below its root.
const CELLS: usize = 1 << 22;

/// Where a run stands: in the page and in the gold, if once in each.
#[derive(Debug, Clone, Copy, Default)]
struct Places {
    page: Option<usize>,
    gold: Option<usize>,
    is_repeated: bool,
}

/// Marks the words of the units that the gold has in the gaps between runs; `ends` are the units' ends in the
/// words of the page.
pub(super) fn cover(covered: &mut [bool], words: &[u32], ends: &[usize], gold: &[u32]) {
    let anchors = anchors(words, gold);
    let (Some(&first), Some(&last)) = (anchors.first(), anchors.last()) else { return };
    let mut gap = |page: Range<usize>, theirs: Range<usize>, is_last: bool| {
        if page.start < page.end && theirs.start < theirs.end {
            let gap = Gap { words, ends, page, gold: &gold[theirs], is_last };
            for unit in gap.units() {
                covered[unit].fill(true);
            }
        }
    };
    gap(0..first.0, 0..first.1, false);
    for pair in anchors.windows(2) {
        let [(page, theirs), (next, next_theirs)] = [pair[0], pair[1]];
        gap(page + RUN..next, theirs + RUN..next_theirs, false);
    }
    gap(last.0 + RUN..words.len(), last.1 + RUN..gold.len(), true);
}

/// Where runs that stand once in the page and once in the gold begin in both, as far as both have them in the
/// same order.
fn anchors(words: &[u32], gold: &[u32]) -> Vec<(usize, usize)> {
    let mut places: FxHashMap<Run, Places> = FxHashMap::default();
    for (start, window) in gold.windows(RUN).enumerate() {
        let places = places.entry(run(window)).or_default();
        places.is_repeated |= places.gold.replace(start).is_some();
    }
    for (start, window) in words.windows(RUN).enumerate() {
        if let Some(places) = places.get_mut(&run(window)) {
            places.is_repeated |= places.page.replace(start).is_some();
        }
    }
    let once = places.into_values().filter(|places| !places.is_repeated);
    let mut pairs: Vec<_> = once.filter_map(|places| places.page.zip(places.gold)).collect();
    pairs.sort_unstable();
    rising(&pairs)
}

/// The longest sequence of pairs, given in the order of their first numbers, in which the second rise too.
fn rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The last pair of the best sequence of each length, and the pair before each pair.
    let mut lasts: Vec<usize> = Vec::new();
    let mut before = vec![usize::MAX; pairs.len()];
    for (at, &(_, theirs)) in pairs.iter().enumerate() {
        let length = lasts.partition_point(|&last| pairs[last].1 < theirs);
        if length > 0 {
            before[at] = lasts[length - 1];
        }
        if length == lasts.len() {
            lasts.push(at);
        } else {
            lasts[length] = at;
        }
    }
    let mut chain = Vec::with_capacity(lasts.len());
    let mut at = lasts.last().copied().unwrap_or(usize::MAX);
    while at != usize::MAX {
        chain.push(pairs[at]);
        at = before[at];
    }
    chain.reverse();
    chain
}

/// What the page and the gold have between two runs.
struct Gap<'a> {
    words: &'a [u32],
    ends: &'a [usize],
    page: Range<usize>,
    gold: &'a [u32],
    /// Whether no run follows: then what stands first is taken of equals, else what stands last.
    is_last: bool,
}

impl Gap<'_> {
    /// The whole units of the gap, by their words, that cover most of the gold in order.
    fn units(&self) -> Vec<Range<usize>> {
        let units = self.whole();
        let width = self.gold.len() + 1;
        if units.is_empty() || units.len() * width > CELLS {
            return Vec::new();
        }
        // The most words of the gold's first `g` that the first `u` units cover, at `u * width + g`.
        let mut most = vec![0_u32; (units.len() + 1) * width];
        for (u, unit) in units.iter().enumerate() {
            for g in 1..width {
                let above = most[u * width + g];
                let mut best = above.max(most[(u + 1) * width + g - 1]);
                if self.ends_at(unit, g) {
                    best = best.max(most[u * width + g - unit.len()] + unit.len() as u32);
                }
                most[(u + 1) * width + g] = best;
            }
        }
        let (mut u, mut g) = (units.len(), width - 1);
        let mut found = Vec::new();
        while u > 0 && g > 0 {
            let here = most[u * width + g];
            let unit = &units[u - 1];
            let is_skipped = here == most[(u - 1) * width + g];
            let is_matched = self.ends_at(unit, g)
                && here == most[(u - 1) * width + g - unit.len()] + unit.len() as u32;
            if is_matched && !(self.is_last && is_skipped) {
                g -= unit.len();
                u -= 1;
                found.push(unit.clone());
            } else if is_skipped {
                u -= 1;
            } else {
                g -= 1;
            }
        }
        found
    }

    /// The units that lie in the gap whole and whose words the gold has.
    fn whole(&self) -> Vec<Range<usize>> {
        let first = self.ends.partition_point(|&end| end <= self.page.start);
        let mut start = if first == 0 { 0 } else { self.ends[first - 1] };
        let mut units = Vec::new();
        for &end in &self.ends[first..] {
            if end > self.page.end {
                break;
            }
            let unit = start..end;
            if start >= self.page.start
                && !unit.is_empty()
                && !self.words[unit.clone()].contains(&OTHER)
            {
                units.push(unit);
            }
            start = end;
        }
        units
    }

    /// Whether a unit's words are the last of the gold's first `g`.
    fn ends_at(&self, unit: &Range<usize>, g: usize) -> bool {
        unit.len() <= g && self.gold[g - unit.len()..g] == self.words[unit.clone()]
    }
}

#[cfg(test)]
mod tests {
    use super::super::runs::covered;
    use super::*;

    /// The units of the page, parted by `/`, that runs and gaps cover; each with its place.
    fn found(page: &str, gold: &str) -> String {
        let gold: Vec<&str> = gold.split_whitespace().collect();
        let id = |word: &str| {
            gold.iter().position(|&theirs| theirs == word).map_or(OTHER, |at| at as u32)
        };
        let (mut words, mut ends) = (Vec::new(), Vec::new());
        for unit in page.split('/') {
            words.extend(unit.split_whitespace().map(id));
            ends.push(words.len());
        }
        let gold: Vec<u32> = gold.iter().map(|&word| id(word)).collect();
        let mut covered = covered(&words, &gold);
        cover(&mut covered, &words, &ends, &gold);
        let mut start = 0;
        let mut found = Vec::new();
        for (place, (unit, end)) in page.split('/').zip(ends).enumerate() {
            if covered[start..end].iter().all(|&covered| covered) {
                found.push(format!("{place} {}", unit.trim()));
            }
            start = end;
        }
        found.join(", ")
    }

    #[test]
    fn units_are_found_in_the_gap_in_which_the_gold_has_them() {
        let gold = "a b c d e may 2 f g h i j";
        let page = "may 2 / a b c d e / x / may 2 / x / f g h i j / x / may 2";
        assert_eq!(found(page, gold), "1 a b c d e, 3 may 2, 5 f g h i j");
        let page = "may 2 / a b c d e / x / f g h i j / may 2";
        assert_eq!(found(page, gold), "1 a b c d e, 3 f g h i j");
    }

    #[test]
    fn units_are_found_whole_and_in_order() {
        let gold = "a b c d e may 2 ann f g h i j";
        let page = "a b c d e / x / may 2 / x / ann / x / f g h i j";
        assert_eq!(found(page, gold), "0 a b c d e, 2 may 2, 4 ann, 6 f g h i j");
        let page = "a b c d e / x / ann / x / may 2 / x / f g h i j";
        assert_eq!(found(page, gold), "0 a b c d e, 4 may 2, 6 f g h i j");
        let page = "a b c d e / may x / 2 may / x / ann / f g h i j";
        assert_eq!(found(page, gold), "0 a b c d e, 4 ann, 5 f g h i j");
    }

    #[test]
    fn of_equals_the_last_is_found_and_after_all_runs_the_first() {
        let gold = "ann a b c d e ann f g h i j ann";
        let page =
            "ann / x / ann / x / a b c d e / x / ann / x / ann / x / f g h i j / x / ann / ann";
        assert_eq!(found(page, gold), "2 ann, 4 a b c d e, 8 ann, 10 f g h i j, 12 ann");
    }

    #[test]
    fn runs_that_stand_twice_bound_no_gap() {
        assert_eq!(
            found("a b c d e / x / ann / a b c d e", "a b c d e ann"),
            "0 a b c d e, 3 a b c d e"
        );
    }

    #[test]
    fn the_longest_rising_sequence_is_kept() {
        assert_eq!(rising(&[(0, 5), (1, 6), (2, 0), (3, 1), (4, 2)]), [(2, 0), (3, 1), (4, 2)]);
        assert_eq!(rising(&[(0, 3), (1, 9), (2, 4), (3, 5)]), [(0, 3), (2, 4), (3, 5)]);
        assert_eq!(rising(&[]), []);
    }
}
