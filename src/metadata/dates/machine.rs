//! Dates written for machines.

use super::{Date, Time, prose};

/// Days of each month before it, in a common year.
const DAYS_BEFORE: [u32; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/// Reads digits of a text from its beginning.
struct Cursor<'t>(&'t str);

impl Cursor<'_> {
    /// A number of `least` to `most` digits that is followed by no further digit.
    fn number(&mut self, least: usize, most: usize) -> Option<u32> {
        let digits = self.0.bytes().take_while(u8::is_ascii_digit).count();
        if digits < least || digits > most {
            return None;
        }
        self.fixed(digits)
    }

    /// A number of exactly so many digits, whatever follows.
    fn fixed(&mut self, digits: usize) -> Option<u32> {
        let head = self.0.get(..digits).filter(|head| head.bytes().all(|b| b.is_ascii_digit()))?;
        self.0 = &self.0[digits..];
        head.parse().ok()
    }

    /// Passes one of these characters, if it is next.
    fn pass(&mut self, characters: &[char]) -> bool {
        let rest = self.0.strip_prefix(characters);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn pass_space(&mut self) {
        self.0 = self.0.trim_start();
    }
}

pub(super) fn date(text: &str, month_first: bool) -> Option<Date> {
    let text = text.trim();
    iso(text).or_else(|| unix(text)).or_else(|| named(text, month_first))
}

/// `2024-05-01T12:30:00+02:00`, with or without time and offset, `/` or `.` for `-`, a space for
/// `T`, and without separators.
fn iso(text: &str) -> Option<Date> {
    let mut cursor = Cursor(text);
    let year = cursor.fixed(4)?;
    let day = if cursor.pass(&['-', '/', '.']) {
        let month = cursor.number(1, 2)?;
        if !cursor.pass(&['-', '/', '.']) {
            return None;
        }
        Date::day(year, month, cursor.number(1, 2)?)?
    } else {
        // All eight digits stand together, and `20249999` is no date.
        let (month, day) = (cursor.fixed(2)?, cursor.fixed(2)?);
        if cursor.0.starts_with(|c: char| c.is_ascii_digit()) && cursor.0.len() != 6 {
            return None;
        }
        Date::day(year, month, day)?
    };
    Some(Date { time: time(cursor.0), ..day })
}

/// A time of day at the beginning of a text, behind a `T` or white space.
pub(super) fn time(text: &str) -> Option<Time> {
    let mut cursor = Cursor(text);
    cursor.pass(&['T', 't', ',']);
    cursor.pass_space();
    let mut hour = cursor.fixed(2).or_else(|| cursor.number(1, 2))?;
    let colon = cursor.pass(&[':']);
    let minute = cursor.fixed(2)?;
    let second = match (colon, cursor.pass(&[':'])) {
        (_, true) => cursor.fixed(2)?,
        (false, false) => cursor.fixed(2).unwrap_or(0),
        (true, false) => 0,
    };
    if cursor.pass(&['.', ',']) {
        cursor.0 = cursor.0.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    cursor.pass_space();
    let half = cursor.0.get(..2).map(str::to_ascii_lowercase);
    if let Some(half @ ("am" | "pm")) = half.as_deref() {
        hour = hour % 12 + if half == "pm" { 12 } else { 0 };
        cursor.0 = &cursor.0[2..];
        cursor.pass_space();
    }
    let is_time = hour < 24 && minute < 60 && second <= 60;
    is_time.then(|| Time {
        hour: hour as u8,
        minute: minute as u8,
        second: second.min(59) as u8,
        offset: offset(cursor),
    })
}

/// `Z`, `UTC`, `GMT`, `+02:00`, `+0200`, `+02`, `GMT+0200`.
fn offset(mut cursor: Cursor) -> Option<i16> {
    let named = ["Z", "UTC", "GMT", "z"].iter().find_map(|name| cursor.0.strip_prefix(name));
    if let Some(rest) = named {
        cursor.0 = rest;
    }
    let sign = match cursor.0.chars().next() {
        Some('+') => 1,
        Some('-' | '−') => -1,
        _ => return named.map(|_| 0),
    };
    cursor.0 = cursor.0.trim_start_matches(['+', '-', '−']);
    let hours = cursor.fixed(2).or_else(|| cursor.number(1, 1))?;
    cursor.pass(&[':']);
    let minutes = cursor.fixed(2).unwrap_or(0);
    let total = (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)?;
    Some(sign * total as i16)
}

/// Seconds or milliseconds since 1970, of ten or thirteen digits: 2001 to 2286.
fn unix(text: &str) -> Option<Date> {
    if !matches!(text.len(), 10 | 13) || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let seconds: u64 = text[..10].parse().ok()?;
    let (days, second) = ((seconds / 86_400) as u32, (seconds % 86_400) as u32);
    let leaps_before = |year: u32| (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400;
    let before = |year: u32| (year - 1970) * 365 + leaps_before(year) - leaps_before(1970);
    let year = (1970..).take_while(|&year| before(year) <= days).last()?;
    let in_year = days - before(year);
    let leap = before(year + 1) - before(year) - 365;
    let first = |month: usize| DAYS_BEFORE[month] + if month > 1 { leap } else { 0 };
    let month = (0..12).rev().find(|&month| first(month) <= in_year)?;
    let day = Date::day(year, month as u32 + 1, in_year - first(month) + 1)?;
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    let time =
        Time { hour: hour as u8, minute: minute as u8, second: second as u8, offset: Some(0) };
    Some(Date { time: Some(time), ..day })
}

/// `Wed, 01 May 2024 12:30:00 GMT`, `Wed May 01 2024 12:30:00 GMT+0200`, `May 1, 2024 12:30 PM`, and
/// `5/1/2024 8:00 AM`: who counts hours to twelve writes the month first.
fn named(text: &str, month_first: bool) -> Option<Date> {
    let is_half = ["AM", "PM", "am", "pm"].iter().any(|half| text.ends_with(half));
    let locale = prose::Locale { language: None, month_first: month_first || is_half };
    let (day, end) = prose::first(text, locale)?;
    Some(Date { time: time(&text[end..]), ..day })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> String {
        date(text, false).map_or("none".into(), |date| date.to_string())
    }

    #[test]
    fn iso_and_its_kin() {
        for (text, expected) in [
            ("2024-05-01", "2024-05-01"),
            ("2024-5-1", "2024-05-01"),
            ("2024/05/01", "2024-05-01"),
            (" 2024-05-01T12:30:45Z ", "2024-05-01T12:30:45Z"),
            ("2024-05-01T12:30:45.123456+00:00", "2024-05-01T12:30:45Z"),
            ("2024-05-01T12:30+02:00", "2024-05-01T12:30:00+02:00"),
            ("2024-05-01 12:30:45 -0330", "2024-05-01T12:30:45-03:30"),
            ("2024-05-01 9:05", "2024-05-01T09:05:00"),
            ("2024-05-01T12:30:45+02", "2024-05-01T12:30:45+02:00"),
            ("20240501", "2024-05-01"),
            ("20240501T123045Z", "2024-05-01T12:30:45Z"),
            ("20240501123045", "2024-05-01T12:30:45"),
            ("2024-05-01T24:00:00Z", "2024-05-01"),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn others_that_machines_write() {
        assert_eq!(date("03-09-2026", true).map(Date::ymd), Some((2026, 3, 9)));
        assert_eq!(date("03-09-2026", false).map(Date::ymd), Some((2026, 9, 3)));
        for (text, expected) in [
            ("Wed, 01 May 2024 12:30:45 GMT", "2024-05-01T12:30:45Z"),
            ("Wed May 01 2024 12:30:45 GMT+0200 (CEST)", "2024-05-01T12:30:45+02:00"),
            ("May 1, 2024 1:30 PM", "2024-05-01T13:30:00"),
            ("May 1, 2024, 12:05 AM", "2024-05-01T00:05:00"),
            ("5/1/2024 8:00 AM", "2024-05-01T08:00:00"),
            ("1714566645", "2024-05-01T12:30:45Z"),
            ("1709210096000", "2024-02-29T12:34:56Z"),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_day_is_none() {
        for text in [
            "",
            "20249999",
            "2024-99-99",
            "2024-13-01",
            "2024-02-30",
            "2024",
            "2024-05",
            "1970-01-01",
            "0000-00-00",
            "-1",
            "99999999999",
            "202405011",
            "yesterday",
            "٢٠٢٤-٠٥",
        ] {
            assert_eq!(read(text), "none", "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_date_reads_its_own_print(
            (year, month, day) in (1971u32..2100, 1u32..13, 1u32..29),
            (hour, minute, second) in (0u8..24, 0u8..60, 0u8..60),
            offset in proptest::option::of(-1439i16..1440),
        ) {
            let time = Time { hour, minute, second, offset };
            let with_time = Date { time: Some(time), ..Date::day(year, month, day).unwrap() };
            prop_assert_eq!(date(&with_time.to_string(), false), Some(with_time));
        }

        #[test]
        fn anything_is_a_date_that_exists_or_none(text in r"\PC{0,24}|[0-9T:+Z/. -]{0,24}") {
            if let Some(Date { year, month, day, .. }) = date(&text, false) {
                prop_assert!(Date::day(year.into(), month.into(), day.into()).is_some());
            }
        }
    }
}
