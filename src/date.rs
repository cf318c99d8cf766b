//! Times of capture. WARC has `2024-05-01T12:00:00Z`, perhaps with a fraction, ARC
//! `20240501120000`; both may end early. Times are UTC.

/// The time to the second in the format of WARC 1.0; `None` if it cannot be read.
pub(crate) fn seconds(date: &str) -> Option<String> {
    parts(date).map(|(time, _)| time + "Z")
}

/// The time to the millisecond, as the Dolma toolkit writes it; `None` if it cannot be read.
pub(crate) fn milliseconds(date: &str) -> Option<String> {
    parts(date).map(|(time, fraction)| format!("{time}.{:0<3.3}Z", fraction))
}

/// The same for readers that know no leap seconds: one is the second before it.
#[cfg(feature = "parquet")]
pub fn instant(date: &str) -> Option<String> {
    // No hour and no minute is 60.
    milliseconds(date).map(|time| time.replace(":60.", ":59."))
}

/// The time to the second, without its zone, and the digits of the fraction.
fn parts(date: &str) -> Option<(String, &str)> {
    let date = date.strip_suffix('Z').unwrap_or(date);
    let (whole, fraction) = date.split_once('.').unwrap_or((date, ""));
    let known = |c: char| c.is_ascii_digit() || matches!(c, '-' | ':' | 'T');
    let is_plain = whole.chars().all(known) && fraction.bytes().all(|b| b.is_ascii_digit());
    let digits: String = whole.chars().filter(char::is_ascii_digit).collect();
    if !is_plain || !(8..=14).contains(&digits.len()) {
        return None;
    }
    // What is not said is the first: of January, or the hour of midnight.
    let d = format!("{digits}{}", &"00000101000000"[digits.len()..]);
    if !is_time(&d) {
        return None;
    }
    let time =
        [&d[..4], "-", &d[4..6], "-", &d[6..8], "T", &d[8..10], ":", &d[10..12], ":", &d[12..]];
    Some((time.concat(), fraction))
}

/// Whether fourteen digits are a time that there is.
fn is_time(digits: &str) -> bool {
    let number = |from: usize, to: usize| digits[from..to].parse::<u32>().unwrap_or(u32::MAX);
    let (year, month, day) = (number(0, 4), number(4, 6), number(6, 8));
    let is_leap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    // A minute may have a leap second.
    (1..=days).contains(&day) && number(8, 10) < 24 && number(10, 12) < 60 && number(12, 14) <= 60
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_containers_times_are_read_and_nothing_else() {
        let both = |date| (seconds(date), milliseconds(date));
        let time = |s: &str, ms: &str| (Some(s.to_owned()), Some(ms.to_owned()));
        let plain = time("2024-05-01T12:34:56Z", "2024-05-01T12:34:56.000Z");
        assert_eq!(both("2024-05-01T12:34:56Z"), plain);
        assert_eq!(both("20240501123456"), plain);
        let fraction = time("2024-05-01T12:34:56Z", "2024-05-01T12:34:56.123Z");
        assert_eq!(both("2024-05-01T12:34:56.123456Z"), fraction);
        let day = time("2024-05-01T00:00:00Z", "2024-05-01T00:00:00.000Z");
        assert_eq!(both("20240501"), day);
        assert_eq!(milliseconds("2024-05-01T12:34:56.5Z").unwrap(), "2024-05-01T12:34:56.500Z");
        assert_eq!(milliseconds("20161231235960").unwrap(), "2016-12-31T23:59:60.000Z");
        #[cfg(feature = "parquet")]
        assert_eq!(instant("20161231235960").unwrap(), "2016-12-31T23:59:59.000Z");
        for bad in [
            "",
            "2024",
            "yesterday",
            "2024-05-01T12:34:56+01:00",
            "٢٠٢٤٠٥٠١",
            "1.x",
            "20249999",
            "20240230",
            "20230229",
            "20240501240000",
            "2024-05-01T12:60:00Z",
        ] {
            assert_eq!(both(bad), (None, None), "{bad}");
        }
    }
}
