//! The day in a page's address.

use super::{Date, months};

/// The day in an address: `/2024/05/01/`, `/2024/may/01/`, `/2024-05-01-`, `/20240501/`.
pub(super) fn day(url: &str) -> Option<Date> {
    let path = url.split(['?', '#']).next()?;
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    let mut parts: [&str; 3] = [""; 3];
    for part in path.split(['/', '-', '_', '.']) {
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let whole = (is_number && part.len() == 8).then(|| Date::machine(part)).flatten();
        parts = [parts[1], parts[2], part];
        if let Some(date) = whole.or_else(|| day_of(parts)) {
            return Some(date);
        }
    }
    None
}

/// The day that three parts of an address are; a month may be named in English.
fn day_of([year, month, day]: [&str; 3]) -> Option<Date> {
    let number = |part: &str, most: usize| {
        let fits = (1..=most).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        fits.then(|| part.parse().ok())?
    };
    let year = number(year, 4).filter(|_| year.len() == 4)?;
    let named = || months::month(&month.to_ascii_lowercase(), Some("en")).map(u32::from);
    Date::day(year, number(month, 2).or_else(named)?, number(day, 2)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_in_addresses() {
        let read = |url| day(url).map(|date| date.to_string());
        for url in [
            "https://mill.example/2024/05/01/dry",
            "https://mill.example/news/2024-05-01-dry.html",
            "https://mill.example/a_20240501_b",
            "https://mill.example/2024/5/1/",
            "https://mill.example/news/2024/may/01/dry",
        ] {
            assert_eq!(read(url).as_deref(), Some("2024-05-01"), "{url}");
        }
        for url in
            ["https://mill.example/2024/05/", "https://mill.example/20249999/", "/?d=2024-05-01"]
        {
            assert_eq!(read(url), None, "{url}");
        }
    }
}
