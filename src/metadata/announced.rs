//! Dates behind a word of publication.

use super::Source;
use super::corrected::{Candidate, Trust};
use super::dates::{Date, words};
use super::published::{ANNOUNCES, Dates};

impl Dates<'_, '_, '_> {
    /// The date behind a word of publication, in the same text or the next, if all that are
    /// announced on the page are of one day.
    pub(super) fn announced(&self, found: &mut Vec<Candidate>) {
        let mut days: Vec<Date> = Vec::new();
        let mut announced = false;
        for unit in self.page.units() {
            let chars =
                self.page.totals(unit.leaves.start as usize..unit.leaves.end as usize).chars;
            if chars > ANNOUNCES {
                announced = false;
                continue;
            }
            let first = &self.page.leaves()[unit.leaves.start as usize];
            let begins = words::begins_published(self.page.text(first));
            if begins || announced {
                days.extend(Date::prose(&self.page.joined(unit.leaves.clone()), self.locale));
            }
            announced = begins;
        }
        if days.iter().all(|day| day.ymd() == days[0].ymd()) {
            found.extend(days.first().map(|&date| Candidate {
                date,
                source: Source::Byline,
                trust: Trust::Announced,
                modified: false,
            }));
        }
    }
}
