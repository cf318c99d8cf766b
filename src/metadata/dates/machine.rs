//! Dates written for machines.

use super::clock::{Cursor, time};
use super::{Date, Time, prose};

/// Days of each month before it, in a common year.
const DAYS_BEFORE: [u32; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

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
