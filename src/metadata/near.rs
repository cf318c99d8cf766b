//! The surroundings of the title, where bylines and dates stand.

use std::ops::Range;

use crate::dom::NodeId;
use crate::page::{Page, Unit};

/// Units before the title that count, and units behind it.
const BEFORE: usize = 4;
const BEHIND: usize = 14;

/// Characters of text behind the title that is beside it: below an article others are named.
const TEXT: u32 = 1_500;

/// The units around the title.
pub(super) struct Near<'p, 'h> {
    pub page: &'p Page<'h>,
    /// Leaves of the title.
    title: Range<usize>,
    /// Places of units.
    pub units: Range<usize>,
}

impl<'p, 'h> Near<'p, 'h> {
    /// The surroundings of the leaves that are the title.
    pub fn new(page: &'p Page<'h>, leaves: Range<usize>) -> Near<'p, 'h> {
        let units = page.units();
        let first = units.partition_point(|unit| unit.leaves.end as usize <= leaves.start);
        let last = units.partition_point(|unit| (unit.leaves.start as usize) < leaves.end);
        let end = leaves.end as u32;
        let is_beside = |unit: &&Unit| {
            page.totals(leaves.end..unit.leaves.start.max(end) as usize).chars <= TEXT
        };
        let behind = units[last..].iter().take(BEHIND).take_while(is_beside).count();
        let units = first.saturating_sub(BEFORE)..last + behind;
        Near { page, title: leaves, units }
    }

    /// The units, in document order.
    pub fn units(&self) -> &'p [Unit] {
        &self.page.units()[self.units.clone()]
    }

    /// Whether a unit is the title, or part of it.
    pub fn is_title(&self, unit: &Unit) -> bool {
        (unit.leaves.start as usize) < self.title.end && self.title.start < unit.leaves.end as usize
    }

    /// Characters of a unit.
    pub fn chars(&self, unit: &Unit) -> u32 {
        self.page.totals(unit.leaves.start as usize..unit.leaves.end as usize).chars
    }

    /// Whether an element lies here.
    pub fn holds(&self, node: NodeId) -> bool {
        let leaves = self.page.leaves_under(node);
        let (Some(first), Some(last)) = (self.units().first(), self.units().last()) else {
            return false;
        };
        leaves.start >= first.leaves.start as usize && leaves.end <= last.leaves.end as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_below_the_text_is_not_beside_the_title() {
        for (chars, units) in [(1_000, 3), (2_000, 2)] {
            let html = format!("<h1>Dry</h1><p>{}<p>3 May 2024", "m".repeat(chars));
            let page = Page::parse(&html);
            assert_eq!(Near::new(&page, 0..1).units().len(), units);
        }
    }
}
