//! The surroundings of the title, where bylines and dates stand.

use std::ops::Range;

use crate::dom::NodeId;
use crate::page::{Page, Unit};

/// Units before the title that count, and units behind it.
const BEFORE: usize = 4;
const BEHIND: usize = 14;

/// The units around the title.
pub(super) struct Near<'p, 'h> {
    pub page: &'p Page<'h>,
    /// Places of units.
    pub units: Range<usize>,
}

impl<'p, 'h> Near<'p, 'h> {
    /// The surroundings of the element that holds the title.
    pub fn new(page: &'p Page<'h>, title: NodeId) -> Near<'p, 'h> {
        let leaves = page.leaves_under(title);
        let units = page.units();
        let first = units.partition_point(|unit| unit.leaves.end as usize <= leaves.start);
        let last = units.partition_point(|unit| (unit.leaves.start as usize) < leaves.end);
        let units = first.saturating_sub(BEFORE)..(last + BEHIND).min(units.len());
        Near { page, units }
    }

    /// The units, in document order.
    pub fn units(&self) -> &'p [Unit] {
        &self.page.units()[self.units.clone()]
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
