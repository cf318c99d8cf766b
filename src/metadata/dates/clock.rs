//! Times of day, and the digits that they and dates for machines are made of.

use super::Time;

/// Reads digits of a text from its beginning.
pub(super) struct Cursor<'t>(pub &'t str);

impl Cursor<'_> {
    /// A number of `least` to `most` digits that is followed by no further digit.
    pub fn number(&mut self, least: usize, most: usize) -> Option<u32> {
        let digits = self.0.bytes().take_while(u8::is_ascii_digit).count();
        if digits < least || digits > most {
            return None;
        }
        self.fixed(digits)
    }

    /// A number of exactly so many digits, whatever follows.
    pub fn fixed(&mut self, digits: usize) -> Option<u32> {
        let head = self.0.get(..digits).filter(|head| head.bytes().all(|b| b.is_ascii_digit()))?;
        self.0 = &self.0[digits..];
        head.parse().ok()
    }

    /// Passes one of these characters, if it is next.
    pub fn pass(&mut self, characters: &[char]) -> bool {
        let rest = self.0.strip_prefix(characters);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn pass_space(&mut self) {
        self.0 = self.0.trim_start();
    }
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
