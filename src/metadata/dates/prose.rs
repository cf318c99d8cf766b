//! Dates written for readers.
//!
//! A text is read as numbers and names of months. Three of them with nothing but punctuation and
//! fillers (`1st of May, 2024`) between make a date: day month year, month day year or year month
//! day with a name; with numbers alone a four-digit year before or behind, where the order of day
//! and month is the locale's unless only one is possible.

use std::ops::Range;

use super::{Date, clock, months};

/// Where a page is from, as far as it says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Locale<'a> {
    /// ISO 639-1.
    pub language: Option<&'a str>,
    /// Whether numbers are written month first: American English.
    pub month_first: bool,
}

impl<'a> Locale<'a> {
    /// Of the language that a page declares, such as `en-US`, and of the one that its text is in, which tells
    /// better where they differ. English that does not say so is not American.
    pub(in crate::metadata) fn of_page(declared: &'a str, found: Option<&'a str>) -> Locale<'a> {
        let locale = Locale::of(declared);
        match found
            .filter(|&found| locale.language.is_none_or(|of| !of.eq_ignore_ascii_case(found)))
        {
            Some(found) => Locale { language: Some(found), month_first: false },
            None => locale,
        }
    }

    /// Of a language tag such as `en-US`. English of no stated country is American.
    pub fn of(tag: &'a str) -> Locale<'a> {
        let mut parts = tag.split(['-', '_']);
        let language = parts.next().filter(|language| !language.is_empty());
        let is_english = language.is_some_and(|language| language.eq_ignore_ascii_case("en"));
        let country = parts.find(|part| part.len() == 2);
        let american = country.is_none_or(|c| c.eq_ignore_ascii_case("US"));
        Locale { language, month_first: is_english && american }
    }
}

/// Characters that are looked at, at most: a date stands at the beginning of what names one.
const LONGEST: usize = 400;

/// What may stand between the parts of a date.
const FILLERS: &[&str] = &[
    "st", "nd", "rd", "th", "of", "the", "er", "de", "del", "d", "le", "den", "am", "um", "m", "r",
    "g", "г", "р", "року", "года", "tanggal", "ngày", "tháng", "năm", "the", "ו", "ב", "an", "da",
    "º",
];

/// A part of a date.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Part {
    /// Its value and how many digits it has.
    Number(u32, usize),
    Month(u8),
}

/// The first date of a text, with its time where one follows it.
pub(super) fn date(text: &str, locale: Locale) -> Option<Date> {
    let (day, end) = first(text, locale)?;
    Some(Date { time: clock::time(&text[end..]).filter(|time| time.offset.is_some()), ..day })
}

/// Every date of a text, and where it ends.
pub(super) fn dates(text: &str, locale: Locale) -> Vec<(Date, usize)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some((day, end)) = first(&text[from..], locale) {
        from += end;
        let time = clock::time(&text[from..]).filter(|time| time.offset.is_some());
        found.push((Date { time, ..day }, from));
    }
    found
}

/// The first day of a text, and where it ends.
pub(super) fn first(text: &str, locale: Locale) -> Option<(Date, usize)> {
    let mut run: [Option<Part>; 3] = [None; 3];
    let mut lower = String::new();
    for token in (Tokens { text, at: 0 }) {
        let word = &text[token.clone()];
        let part = match number(word) {
            Some(number) => Some(in_era(number, &text[..token.start])),
            None => {
                lower_in(word, &mut lower);
                if FILLERS.contains(&lower.as_str()) {
                    continue;
                }
                let month = |name| months::month(name, locale.language);
                // Hebrew writes "in" and the month as one word.
                let behind_in = || lower.strip_prefix('ב').and_then(month);
                month(&lower).or_else(behind_in).map(Part::Month)
            }
        };
        // Any other word ends what was begun.
        run = if part.is_some() { [run[1], run[2], part] } else { [None; 3] };
        // Between points the day stands first, wherever it is written so.
        let is_pointed = text[..token.start].ends_with('.');
        let locale = Locale { month_first: locale.month_first && !is_pointed, ..locale };
        if let Some(day) = day(run, locale) {
            // `12.05.2024` must not be taken for `2.05.2024`, nor 2024 for the first digits of more.
            return Some((day, token.end));
        }
    }
    None
}

/// The day that three parts are.
fn day(parts: [Option<Part>; 3], locale: Locale) -> Option<Date> {
    use Part::{Month, Number};
    let [Some(first), Some(second), Some(third)] = parts else { return None };
    match (first, second, third) {
        (Number(day, 1 | 2), Month(month), Number(year, 4))
        | (Month(month), Number(day, 1 | 2), Number(year, 4))
        | (Number(year, 4), Month(month), Number(day, 1 | 2)) => {
            Date::day(gregorian(year, locale), month.into(), day)
        }
        (Number(year, 4), Number(month, 1 | 2), Number(day, 1 | 2)) => {
            Date::day(gregorian(year, locale), month, day)
        }
        (Number(one, 1 | 2), Number(two, 1 | 2), Number(year, 4)) => {
            let (day, month) = match () {
                () if one > 12 => (one, two),
                () if two > 12 || locale.month_first => (two, one),
                () => (one, two),
            };
            Date::day(gregorian(year, locale), month, day)
        }
        _ => None,
    }
}

/// The year of our calendar: Thai pages count from the Buddha, 543 years earlier.
fn gregorian(year: u32, locale: Locale) -> u32 {
    if locale.language == Some("th") && year > 2400 { year - 543 } else { year }
}

/// Eras that years of Japan and Taiwan are counted in, and the year before the first of each.
const ERAS: [(&str, u32); 5] =
    [("令和", 2018), ("平成", 1988), ("昭和", 1925), ("民國", 1911), ("民国", 1911)];

/// A number as a year of our calendar if it follows the name of an era: `令和6年`.
fn in_era(number: Part, before: &str) -> Part {
    match (number, ERAS.iter().find(|(name, _)| before.ends_with(name))) {
        (Part::Number(year, 1..=3), Some((_, zero))) => Part::Number(zero + year, 4),
        _ => number,
    }
}

/// A number in digits of any of the scripts that have their own.
fn number(word: &str) -> Option<Part> {
    let (mut value, mut digits) = (0_u32, 0);
    for c in word.chars() {
        value = value.checked_mul(10)?.checked_add(digit(c)?)?;
        digits += 1;
    }
    (digits > 0).then_some(Part::Number(value, digits))
}

/// The value of a decimal digit: ASCII, full-width, Arabic, Persian, Devanagari, Bengali, Thai.
fn digit(c: char) -> Option<u32> {
    const ZEROS: [char; 7] = ['0', '０', '٠', '۰', '०', '০', '๐'];
    ZEROS.iter().find_map(|&zero| (c as u32).checked_sub(zero as u32).filter(|&value| value < 10))
}

/// Puts a word in lower case into a buffer.
fn lower_in(word: &str, lower: &mut String) {
    lower.clear();
    crate::text::lower_into(word, lower);
    // Turkish İ.
    lower.retain(|c| c != '\u{307}');
}

/// The words and numbers of a text; between a letter and a digit one ends and another begins, and
/// East Asian date signs are no words.
struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

impl Iterator for Tokens<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let kind = |c: char| match c {
            // Most characters, told without Unicode's tables.
            _ if c.is_ascii_alphabetic() => Kind::Letter,
            _ if c.is_ascii() && !c.is_ascii_digit() => Kind::Other,
            _ if digit(c).is_some() => Kind::Digit,
            '年' | '月' | '日' | '년' | '월' | '일' => Kind::Other,
            _ if crate::text::is_cjk(c) => Kind::Alone,
            // Indic vowel signs are no letters to Unicode, but parts of words.
            _ if c.is_alphabetic() || is_mark(c) => Kind::Letter,
            _ => Kind::Other,
        };
        let skipped = self.text[self.at..].find(|c| kind(c) != Kind::Other)?;
        let start = self.at + skipped;
        if start > LONGEST {
            return None;
        }
        let mut chars = self.text[start..].chars();
        let first = chars.next()?;
        let like = kind(first);
        let more: usize = match like {
            Kind::Alone => 0,
            _ => chars.take_while(|&c| kind(c) == like).map(char::len_utf8).sum(),
        };
        self.at = start + first.len_utf8() + more;
        Some(start..self.at)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Digit,
    Letter,
    /// A word of its own.
    Alone,
    Other,
}

/// Whether `c` belongs to the letter before it.
fn is_mark(c: char) -> bool {
    use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
    c.general_category_group() == GeneralCategoryGroup::Mark
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str, tag: &str) -> String {
        date(text, Locale::of(tag)).map_or("none".into(), |date| date.to_string())
    }

    #[test]
    fn names_of_months_in_many_languages() {
        for (text, tag) in [
            ("Posted on May 1st, 2024 by Ann", "en"),
            ("Wed 1 May 2024 10.30 BST", "en-GB"),
            ("1. Mai 2024, 12:30 Uhr", "de"),
            ("1er mai 2024", "fr"),
            ("1 de mayo de 2024", "es"),
            ("1 maggio 2024", "it"),
            ("1 de maio de 2024 às 10h30", "pt-BR"),
            ("1 maja 2024 r.", "pl"),
            ("1. května 2024", "cs"),
            ("1 мая 2024 г.", "ru"),
            ("2024. május 1.", "hu"),
            ("2024 m. gegužės 1 d.", "lt"),
            ("1. toukokuuta 2024", "fi"),
            ("1 Mayıs 2024 Çarşamba", "tr"),
            ("1 Μαΐου 2024", "el"),
            ("1 Μάη 2024", "el"),
            ("1 مايو 2024", "ar"),
            ("۱ مه ۲۰۲۴", "fa"),
            ("१ मई २०२४", "hi"),
            ("1 พฤษภาคม 2567", "th"),
            ("2024年5月1日 12:30", "ja"),
            ("2024년 5월 1일", "ko"),
            ("2024. 5. 1. 오후 1:30", "ko"),
            ("Ngày 1 tháng 5 năm 2024", "vi"),
            ("1 Mei 2024", "id"),
            ("令和6年5月1日", "ja"),
            ("民國113年5月1日", "zh-TW"),
            ("๑ พฤษภาคม ๒๕๖๗", "th"),
            ("1 במאי 2024", "he"),
            ("1º de maio de 2024", "pt"),
            ("2024 May 1", ""),
            ("01.05.2024", "de"),
            ("01/05/2024", "fr"),
            ("05/01/2024", "en-US"),
            ("01/05/2024", "en-AU"),
            ("2024-05-01", ""),
        ] {
            assert_eq!(read(text, tag), "2024-05-01", "{text}");
        }
    }

    #[test]
    fn the_text_tells_the_order_better_than_a_tag() {
        for (tag, found, expected) in [
            ("en", Some("ru"), "2024-11-05"),
            ("", Some("en"), "2024-11-05"),
            ("en", Some("en"), "2024-05-11"),
            ("en-GB", Some("en"), "2024-11-05"),
            ("en", None, "2024-05-11"),
        ] {
            let day = date("05/11/2024", Locale::of_page(tag, found));
            assert_eq!(day.unwrap().to_string(), expected, "{tag} {found:?}");
        }
        assert_eq!(read("05.11.2024", "en"), "2024-11-05");
    }

    #[test]
    fn an_order_that_is_impossible_is_another() {
        assert_eq!(read("25/12/2024", "en-US"), "2024-12-25");
        assert_eq!(read("12/25/2024", "de"), "2024-12-25");
    }

    #[test]
    fn numbers_that_are_no_date() {
        for text in [
            "",
            "20249999",
            "99/99/2024",
            "May 2024",
            "3 days ago",
            "1 of 2024 mills, May",
            "192.168.2.2024.1",
            "32 May 2024",
            "12345 67 2024",
        ] {
            assert_eq!(read(text, "en"), "none", "{text}");
        }
    }

    #[test]
    fn only_the_beginning_is_read() {
        let text = format!("{} 1 May 2024", "mill ".repeat(LONGEST));
        assert_eq!(read(&text, "en"), "none");
    }

    proptest! {
        #[test]
        fn nothing_panics(text in r"\PC{0,40}", tag in r"\PC{0,6}") {
            date(&text, Locale::of(&tag));
        }
    }
}
