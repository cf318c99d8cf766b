//! Which of a page's possible days of publication counts: the one that is trusted most, unless what the
//! page shows corrects it.

use super::Source;
use super::dates::Date;

/// Where dates stand, the most trusted first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Trust {
    /// In structured data, of a work that is written to be read.
    Work,
    /// There, of another thing that the page presents: products and events have dates too.
    Thing,
    /// In a `meta` that is for this alone.
    Meta,
    /// In an element with a property of schema.org.
    Property,
    /// In another `meta`.
    OtherMeta,
    /// In the address.
    Url,
    /// In a `time` near the title.
    TimeNear,
    /// In an element near the title whose class says so.
    ClassNear,
    /// In a text near the title that has few words beside it.
    Said,
    /// In a longer one, which may be a caption.
    Mentioned,
    /// Behind a word of publication, anywhere: "Published on 1 May 2024".
    Announced,
    /// In any `time`, or element whose class says so, if all of these are of one day, or on a thread.
    Elsewhere,
    /// In the first short text of a thread that has one.
    Posted,
    /// In a `meta` named `date`, which systems fill with the time of delivery, too.
    Date,
}

/// A possible date.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub date: Date,
    pub source: Source,
    pub trust: Trust,
    /// Whether it is when the page was changed.
    pub modified: bool,
}

/// The day of publication among dates of which the most trusted stands first.
///
/// Systems give the time of the last change as that of publication. Another day that the page states counts
/// instead where it shows that one near its title; and where it states no other time of a change, any earlier
/// day that it shows there. And where a time is given in UTC, the day before or behind it that the page
/// shows, or that is in its address, is that of the place where it was published.
pub(super) fn published(candidates: &[Candidate], thread: bool) -> Option<&Candidate> {
    let first = candidates.iter().find(|candidate| !candidate.modified)?;
    if first.trust >= Trust::Url {
        return Some(first);
    }
    let dates = Dates { candidates, first };
    // On a thread each post shows its day.
    let restated = || (!thread).then(|| dates.restated()).flatten();
    Some(restated().or_else(|| dates.seen()).unwrap_or(first))
}

/// Possible dates, and that of publication which is trusted most.
struct Dates<'c> {
    candidates: &'c [Candidate],
    first: &'c Candidate,
}

impl<'c> Dates<'c> {
    /// Those of publication, or of change.
    fn of(&self, modified: bool) -> impl Iterator<Item = &'c Candidate> {
        self.candidates.iter().filter(move |candidate| candidate.modified == modified)
    }

    /// Another day of publication that the page states and shows, while it does not show the first.
    fn restated(&self) -> Option<&'c Candidate> {
        let is_other = |other: &Candidate| self.days_before(other).abs() > 1;
        let mut others = self.of(false).filter(|other| is_stated(other) && is_other(other));
        let restated = others.find(|other| self.is_shown(other.date))?;
        (!self.is_shown(self.first.date)).then_some(restated)
    }

    /// A day that the page shows or that is in its address, if it corrects the first.
    fn seen(&self) -> Option<&'c Candidate> {
        let is_another = |change: &Candidate| self.days_before(change) != 0;
        let is_stamp = !self.is_shown(self.first.date)
            && !self.of(true).any(|change| is_stated(change) && is_another(change));
        let in_utc = self.first.date.time.is_some_and(|time| time.offset == Some(0));
        let is_change = |day: Date| self.of(true).any(|other| other.date.ymd() == day.ymd());
        let mut seen = self.of(false).filter(|other| other.trust == Trust::Url || is_near(other));
        seen.find(|seen| {
            let days = self.days_before(seen);
            !is_change(seen.date) && (is_stamp && days > 1 || in_utc && days.abs() == 1)
        })
    }

    /// Days that another date lies before the first.
    fn days_before(&self, other: &Candidate) -> i32 {
        self.first.date.ordinal() - other.date.ordinal()
    }

    /// Whether the page shows a day near its title, perhaps with the month in the other place: 05/01/2024.
    fn is_shown(&self, day: Date) -> bool {
        let (year, month, day) = day.ymd();
        let ways = [(year, month, day), (year, day, month)];
        self.of(false).any(|shown| is_near(shown) && ways.contains(&shown.date.ymd()))
    }
}

/// Whether a reader sees a date near the title.
fn is_near(candidate: &Candidate) -> bool {
    matches!(candidate.trust, Trust::TimeNear | Trust::ClassNear | Trust::Said)
}

/// Whether a page states a date for machines.
fn is_stated(candidate: &Candidate) -> bool {
    candidate.trust <= Trust::OtherMeta || candidate.trust == Trust::Date
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate((year, month, day): (u32, u32, u32), trust: Trust, modified: bool) -> Candidate {
        let date = Date::day(year, month, day).unwrap();
        Candidate { date, source: Source::default(), trust, modified }
    }

    /// The day that counts where the first of May is stated.
    fn chosen(others: &[((u32, u32, u32), Trust, bool)]) -> (u16, u8, u8) {
        let mut all = vec![candidate((2024, 5, 1), Trust::Work, false)];
        all.extend(others.iter().map(|&(day, trust, modified)| candidate(day, trust, modified)));
        published(&all, false).unwrap().date.ymd()
    }

    #[test]
    fn a_shown_day_corrects_the_stated() {
        let shown = |day| (day, Trust::Said, false);
        assert_eq!(chosen(&[shown((2023, 3, 2))]), (2023, 3, 2));
        assert_eq!(chosen(&[shown((2023, 3, 2)), shown((2024, 5, 1))]), (2024, 5, 1));
        // The first of May, written in another order.
        assert_eq!(chosen(&[shown((2024, 1, 5))]), (2024, 5, 1));
        assert_eq!(chosen(&[shown((2024, 6, 3))]), (2024, 5, 1));
        let changed = ((2024, 5, 3), Trust::Work, true);
        assert_eq!(chosen(&[shown((2023, 3, 2)), changed]), (2024, 5, 1));
    }

    #[test]
    fn of_two_stated_days_the_shown_counts() {
        let other = ((2024, 6, 3), Trust::Meta, false);
        assert_eq!(chosen(&[other]), (2024, 5, 1));
        assert_eq!(chosen(&[other, ((2024, 6, 3), Trust::TimeNear, false)]), (2024, 6, 3));
    }
}
