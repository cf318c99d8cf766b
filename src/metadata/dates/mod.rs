//! Dates as pages write them: for machines ([`machine`]), for readers ([`prose`]), and in their addresses
//! ([`address`]); and the [`words`] beside them.
//!
//! A date is at least a day; a month or a year alone is none. A time and its offset from UTC are
//! kept where the page states them and never made up.

mod address;
mod clock;
mod machine;
mod months;
mod prose;
pub(super) mod words;

use std::fmt;

use serde::{Serialize, Serializer};

pub use prose::Locale;

/// A day of the Gregorian calendar, perhaps with a time of day; prints as ISO 8601.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Date {
    /// From [`Date::YEARS`].
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
    /// Time of day, where it is known.
    pub time: Option<Time>,
}

/// A time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Time {
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
    /// 0 to 59; a leap second is second 59.
    pub second: u8,
    /// Minutes east of UTC, −1,439 to 1,439, where the page states them.
    pub offset: Option<i16>,
}

impl Date {
    /// Years that a page can be of. What computers write where they know no date, 1970 and before,
    /// is none.
    pub const YEARS: std::ops::RangeInclusive<u16> = 1971..=2099;

    /// A day, if there is one of these numbers.
    pub fn day(year: u32, month: u32, day: u32) -> Option<Date> {
        let year = u16::try_from(year).ok().filter(|year| Date::YEARS.contains(year))?;
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 => 28 + u32::from(leap),
            _ => return None,
        };
        let is_day = (1..=days).contains(&day);
        is_day.then_some(Date { year, month: month as u8, day: day as u8, time: None })
    }

    /// Reads a date that is written for machines, as in attributes and JSON: ISO 8601 and what is
    /// close to it, RFC 2822, a Unix time in seconds or milliseconds. White space around it is
    /// ignored. `None` for anything else, for a date that does not exist, and for one without a day.
    pub fn machine(text: &str) -> Option<Date> {
        machine::date(text, false)
    }

    /// The same on a page of this locale, which tells day and month of `03-09-2026` apart.
    pub(super) fn machine_in(text: &str, locale: Locale) -> Option<Date> {
        machine::date(text, locale.month_first)
    }

    /// The first date in a text written for readers, as people of this locale write it.
    pub(super) fn prose(text: &str, locale: Locale) -> Option<Date> {
        prose::date(text, locale)
    }

    /// Days from an arbitrary one.
    pub(super) fn ordinal(self) -> i32 {
        // A year that begins in March, so that a leap day is its last.
        let (month, before) = (i32::from(self.month), i32::from(self.month < 3));
        let year = i32::from(self.year) - before;
        let leap_days = year / 4 - year / 100 + year / 400;
        (153 * ((month + 9) % 12) + 2) / 5 + 365 * year + leap_days + i32::from(self.day)
    }

    /// Year, month and day, to compare dates without their times.
    pub fn ymd(self) -> (u16, u8, u8) {
        (self.year, self.month, self.day)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)?;
        let Some(Time { hour, minute, second, offset }) = self.time else { return Ok(()) };
        write!(f, "T{hour:02}:{minute:02}:{second:02}")?;
        match offset {
            None => Ok(()),
            Some(0) => f.write_str("Z"),
            Some(east) => {
                let sign = if east < 0 { '-' } else { '+' };
                write!(f, "{sign}{:02}:{:02}", east.abs() / 60, east.abs() % 60)
            }
        }
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Every date in a text written for readers, and where it ends.
pub(super) fn all(text: &str, locale: Locale) -> Vec<(Date, usize)> {
    prose::dates(text, locale)
}

/// The day that a page's address has.
pub(super) fn in_address(url: &str) -> Option<Date> {
    address::day(url)
}

/// Whether a word in lower case names a month in any language.
pub(super) fn is_month(word: &str) -> bool {
    months::is_name(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_over_months_and_years() {
        let ordinal = |year, month, day| Date::day(year, month, day).unwrap().ordinal();
        assert_eq!(ordinal(2024, 3, 1) - ordinal(2024, 2, 28), 2);
        assert_eq!(ordinal(2023, 3, 1) - ordinal(2023, 2, 28), 1);
        assert_eq!(ordinal(2025, 1, 1) - ordinal(2024, 1, 1), 366);
    }

    #[test]
    fn only_days_that_exist() {
        assert_eq!(Date::day(2024, 2, 29).unwrap().to_string(), "2024-02-29");
        for (year, month, day) in [(2023, 2, 29), (2024, 99, 99), (2024, 0, 1), (1970, 1, 1)] {
            assert_eq!(Date::day(year, month, day), None);
        }
    }
}
