//! Names of months in the languages of the web.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// One line a language; the file says its own format.
const NAMES: &str = include_str!("months.txt");

/// Longest name in bytes; longer words are not looked up.
const LONGEST: usize = 48;

/// What a word means: a month in a language.
#[derive(Clone, Copy)]
struct Meaning {
    language: &'static str,
    month: u8,
}

/// The meanings of each name, in the order of the file.
static MONTHS: LazyLock<FxHashMap<&str, Vec<Meaning>>> = LazyLock::new(|| {
    let mut months: FxHashMap<&str, Vec<Meaning>> = FxHashMap::default();
    for line in NAMES.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split_whitespace();
        let Some(language) = columns.next() else { continue };
        for (month, names) in (1..).zip(columns) {
            for name in names.split('/').filter(|&name| name != "-") {
                months.entry(name).or_default().push(Meaning { language, month });
            }
        }
    }
    months
});

/// The month, from 1, that a word in lower case names: in the language given (ISO 639-1) if it names
/// one there, otherwise in any; `None` where languages differ, as on `listopad`, October in Croatian
/// and November in Czech.
pub(super) fn month(word: &str, language: Option<&str>) -> Option<u8> {
    if word.len() < 2 || word.len() > LONGEST {
        return None;
    }
    let meanings = MONTHS.get(word)?;
    let here = meanings.iter().find(|meaning| Some(meaning.language) == language);
    let first = here.or(meanings.first())?.month;
    let agreed = here.is_some() || meanings.iter().all(|meaning| meaning.month == first);
    agreed.then_some(first)
}

/// Whether a word in lower case names a month in any language.
pub(super) fn is_name(word: &str) -> bool {
    MONTHS.contains_key(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_twelve_months() {
        for line in NAMES.lines().filter(|line| !line.starts_with('#')) {
            assert_eq!(line.split_whitespace().count(), 13, "{line}");
            assert_eq!(line, line.to_lowercase(), "looked up in lower case");
        }
    }

    #[test]
    fn a_name_means_what_it_does_in_the_pages_language() {
        assert_eq!(month("mai", None), Some(5));
        assert_eq!(month("września", Some("pl")), Some(9));
        assert_eq!(month("listopad", Some("hr")), Some(10));
        assert_eq!(month("listopad", Some("cs")), Some(11));
        assert_eq!(month("listopad", None), None);
        assert_eq!(month("mill", None), None);
    }
}
