//! Metadata: whether title, authors and date are what the gold says they are.
//!
//! Each field of a page counts once: as extracted where a value is given, as gold where the gold
//! has one, as matched where both are equal. Golds leave out what pages do say, so that precision
//! says less than recall.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex_lite::Regex;

use super::scores::Counts;
use super::structure::{folded, multisets};
use crate::dataset::About;
use crate::text::is_word_char;

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Field {
    /// The title.
    Title,
    /// The authors, all together.
    Author,
    /// Each author by name.
    Names,
    /// The date of publication.
    Date,
}

/// When two values are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Equality {
    /// But for white space and character references; a date by its first ten characters.
    Strict,
    /// A title by its words; authors as a set of names without titles and degrees; a date by its
    /// day, no time zone being applied.
    Normalised,
    /// A title beside the site's name or with four fifths of its words; one author of several; a
    /// day before or behind.
    Loose,
}

impl Field {
    /// Counts one page.
    pub fn count(self, equality: Equality, found: &About, gold: &About) -> Counts {
        let (one, other) = (self.value(found), self.value(gold));
        if self == Field::Names {
            return multisets(names(&one), names(&other));
        }
        let (is_found, is_gold) = (!one.trim().is_empty(), !other.trim().is_empty());
        let matched = is_found && is_gold && self.is_equal(equality, &one, &other);
        Counts {
            matched: u64::from(matched),
            extracted: u64::from(is_found),
            gold: u64::from(is_gold),
        }
    }

    fn value(self, about: &About) -> String {
        match self {
            Field::Title => about.title.clone().unwrap_or_default(),
            Field::Date => about.date.clone().unwrap_or_default(),
            Field::Author | Field::Names => about.author.join("; "),
        }
    }

    fn is_equal(self, equality: Equality, found: &str, gold: &str) -> bool {
        if equality == Equality::Strict && self != Field::Date {
            return spaced(found) == spaced(gold);
        }
        match self {
            Field::Title => {
                words(found) == words(gold)
                    || equality == Equality::Loose && is_title_like(found, gold)
            }
            Field::Author | Field::Names => {
                let (found, gold) = (names(found), names(gold));
                match equality {
                    Equality::Loose => !found.is_disjoint(&gold),
                    _ => found == gold,
                }
            }
            Field::Date => {
                let (Some(day), Some(other)) = (day(found), day(gold)) else { return false };
                let start = |text: &str| text.trim().chars().take(10).collect::<String>();
                match equality {
                    Equality::Strict => start(found) == start(gold),
                    Equality::Normalised => day == other,
                    Equality::Loose => day.abs_diff(other) <= 1,
                }
            }
        }
    }
}

/// A value without character references, white space collapsed.
fn spaced(text: &str) -> String {
    let text = htmlize::unescape(text);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words of a value as they are compared.
fn words(text: &str) -> String {
    let text = folded(&spaced(text));
    let words = text.split(|c| c == '_' || !is_word_char(c)).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a title is the gold's with little about it.
fn is_title_like(found: &str, gold: &str) -> bool {
    static SEPARATOR: LazyLock<Regex> = LazyLock::new(|| regex(r"\s+[|\-–—·•»:]+\s+"));
    let (one, other) = (words(found), words(gold));
    let shared = multisets(one.split_whitespace(), other.split_whitespace());
    shared.matched > 0 && shared.f1() >= 0.8
        || !other.is_empty() && SEPARATOR.split(found).any(|part| words(part) == other)
}

/// What follows a name and is none.
const DEGREES: [&str; 23] = [
    "md", "phd", "ms", "rd", "ba", "bsc", "msc", "dvm", "jd", "mba", "rn", "esq", "cfp", "cpa",
    "fand", "ldn", "dacvb", "vmd", "dds", "lvt", "mph", "jr", "sr",
];

/// The names of authors, without what introduces them, titles and degrees.
fn names(authors: &str) -> BTreeSet<String> {
    static INTRODUCED: LazyLock<Regex> = LazyLock::new(|| {
        regex(r"^(written by|posted by|by|von|par|por|author|autor|text)\b[:\s]+")
    });
    static BETWEEN: LazyLock<Regex> =
        LazyLock::new(|| regex(r"\s*[,;/|&\n]\s*|\s+(?:and|und|et|y)\s+"));
    static BEFORE: LazyLock<Regex> =
        LazyLock::new(|| regex(r"^(?:(?:by|and|und) )?(?:(?:dr|prof|mr|mrs|ms) )?"));
    let authors = folded(&spaced(authors));
    let authors = INTRODUCED.replace(&authors, "");
    let names = BETWEEN.split(&authors).map(|name| BEFORE.replace(&words(name), "").into_owned());
    names
        .filter(|name| !name.is_empty() && !DEGREES.contains(&&name.replace(' ', "")[..]))
        .collect()
}

/// The day that a date names, in days from an arbitrary one.
fn day(text: &str) -> Option<i64> {
    static FORMS: LazyLock<[(Regex, [usize; 3]); 5]> = LazyLock::new(|| {
        [
            (regex(r"(\d{4})-(\d{1,2})-(\d{1,2})"), [1, 2, 3]),
            (regex(r"\b(\d{4})/(\d{1,2})/(\d{1,2})\b"), [1, 2, 3]),
            (regex(r"^(\d{4})(\d{2})(\d{2})(?:T|$)"), [1, 2, 3]),
            (regex(r"([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})"), [3, 1, 2]),
            (regex(r"(\d{1,2})\s+([A-Za-z]{3,9})\.?,?\s+(\d{4})"), [3, 2, 1]),
        ]
    });
    let text = text.trim();
    FORMS.iter().find_map(|(form, [year, month, day])| {
        let found = form.captures(text)?;
        let month = found[*month].parse().ok().or_else(|| month_of(&found[*month]))?;
        ordinal(found[*year].parse().ok()?, month, found[*day].parse().ok()?)
    })
}

fn month_of(name: &str) -> Option<i64> {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let name = name.to_ascii_lowercase();
    let at = MONTHS.iter().position(|month| name.starts_with(month))?;
    i64::try_from(at + 1).ok()
}

/// A day of the Gregorian calendar in days; `None` where there is no such day.
fn ordinal(year: i64, month: i64, day: i64) -> Option<i64> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    // A year that begins in March, so that a leap day is its last.
    let (from_march, year) = ((month + 9) % 12, year - i64::from(month < 3));
    let days_before = (153 * from_march + 2) / 5 + 365 * year + year / 4 - year / 100 + year / 400;
    (1..=days).contains(&day).then_some(days_before + day)
}

#[expect(clippy::expect_used, reason = "the patterns are constants, and tests use each")]
fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a valid pattern")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equalities(field: Field, found: &str, gold: &str) -> [bool; 3] {
        [Equality::Strict, Equality::Normalised, Equality::Loose]
            .map(|equality| field.is_equal(equality, found, gold))
    }

    #[test]
    fn titles() {
        for (found, gold, expected) in [
            ("A &amp; B", " A  & B", [true, true, true]),
            ("The “Mill” – dry", "the 'mill' - dry!", [false, true, true]),
            ("The mill ran dry | The Post", "The mill ran dry", [false, false, true]),
            ("one two three four five", "one two three four", [false, false, true]),
            ("one two", "three four", [false, false, false]),
        ] {
            assert_eq!(equalities(Field::Title, found, gold), expected, "{found}");
        }
    }

    #[test]
    fn authors() {
        for (found, gold, expected) in [
            ("Ann Lee", "Ann Lee", [true, true, true]),
            ("By Dr. Ann Lee, MD and Bo Ek", "Bo Ek; Ann Lee", [false, true, true]),
            ("Written by: Ann Lee", "ann lee", [false, true, true]),
            ("Ann Lee | Bo Ek", "Ann Lee", [false, false, true]),
            ("Staff", "Ann Lee", [false, false, false]),
        ] {
            assert_eq!(equalities(Field::Author, found, gold), expected, "{found}");
        }
        let about = |author: &str| About { author: vec![author.into()], ..About::default() };
        let counts = Field::Names.count(
            Equality::Normalised,
            &about("Ann Lee and Bo Ek"),
            &about("Ann Lee, Cy Oh, Di Po"),
        );
        assert_eq!([counts.matched, counts.extracted, counts.gold], [1, 2, 3]);
    }

    #[test]
    fn dates() {
        for (found, gold, expected) in [
            ("2024-03-01T23:00:00-05:00", "2024-03-01", [true, true, true]),
            ("March 1st, 2024", "2024/3/1", [false, true, true]),
            ("1 Mar. 2024", "20240301T10", [false, true, true]),
            ("2024-02-29", "2024-03-01", [false, false, true]),
            ("2023-12-31", "2024-01-01", [false, false, true]),
            ("2023-02-29", "2023-02-29", [false, false, false]),
            ("yesterday", "2024-03-01", [false, false, false]),
        ] {
            assert_eq!(equalities(Field::Date, found, gold), expected, "{found}");
        }
    }

    #[test]
    fn what_one_side_does_not_have_counts_for_the_other() {
        let title = |title: &str| About { title: Some(title.into()), ..About::default() };
        let count = |found: &About, gold: &About| {
            let counts = Field::Title.count(Equality::Normalised, found, gold);
            [counts.matched, counts.extracted, counts.gold]
        };
        assert_eq!(count(&title("a"), &title("A")), [1, 1, 1]);
        assert_eq!(count(&title("a"), &About::default()), [0, 1, 0]);
        assert_eq!(count(&title(" "), &title("a")), [0, 0, 1]);
    }
}
