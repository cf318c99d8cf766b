//! Words in and around bylines, by what they tell.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// Headings in brackets and words below them; the file says its own format.
const WORDS: &str = include_str!("words.txt");

/// Signs that may follow a word directly: `作者：`, `文/`.
pub(super) const COLONS: [char; 6] = [':', '：', '/', '／', '|', '•'];

/// What words in and around bylines tell, as a set: `text` begins a byline and names an office.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Sense(u16);

impl Sense {
    /// What a byline begins with.
    pub const BEFORE: Sense = Sense(1);
    /// What stands between two names.
    pub const BETWEEN: Sense = Sense(1 << 1);
    /// What no name goes on behind.
    pub const AFTER: Sense = Sense(1 << 2);
    /// A degree or title behind a name.
    pub const DEGREE: Sense = Sense(1 << 3);
    /// Part of an office: what it stands in is no name.
    pub const OFFICE: Sense = Sense(1 << 4);
    /// What stands beside a name and never in one.
    pub const OTHER: Sense = Sense(1 << 5);
    /// What a byline begins with only where a colon follows: other texts begin so, too.
    pub const LOOSE: Sense = Sense(1 << 6);
    /// What stands for the name of nobody.
    pub const NOBODY: Sense = Sense(1 << 7);
    /// The legal form that ends a company's name.
    pub const COMPANY: Sense = Sense(1 << 8);
    /// What a byline begins with that counts wherever it stands.
    pub const CREDIT: Sense = Sense(1 << 9);
    /// What names the first post's author follow.
    pub const STARTER: Sense = Sense(1 << 10);

    /// The sense of a heading.
    fn of_heading(heading: &str) -> Option<Sense> {
        Some(match heading {
            "[before]" => Sense::BEFORE,
            "[between]" => Sense::BETWEEN,
            "[after]" => Sense::AFTER,
            "[degree]" => Sense::DEGREE,
            "[office]" => Sense::OFFICE,
            "[other]" => Sense::OTHER,
            "[loose]" => Sense::LOOSE,
            "[nobody]" => Sense::NOBODY,
            "[company]" => Sense::COMPANY,
            "[credit]" => Sense(Sense::BEFORE.0 | Sense::CREDIT.0),
            "[starter]" => Sense(Sense::BEFORE.0 | Sense::STARTER.0),
            _ => return None,
        })
    }
}

/// The senses of each word or phrase.
static SENSES: LazyLock<FxHashMap<&str, Sense>> = LazyLock::new(|| {
    let mut senses: FxHashMap<&str, Sense> = FxHashMap::default();
    let mut sense = Sense::default();
    for line in WORDS.lines().filter(|line| !line.starts_with('#')) {
        if let Some(heading) = Sense::of_heading(line) {
            sense = heading;
            continue;
        }
        for word in line.split('|').map(str::trim).filter(|word| !word.is_empty()) {
            senses.entry(word).or_default().0 |= sense.0;
        }
    }
    senses
});

/// The senses of all phrases that begin with a word.
static BEGUN: LazyLock<FxHashMap<&str, Sense>> = LazyLock::new(|| {
    let mut begun: FxHashMap<&str, Sense> = FxHashMap::default();
    for (phrase, sense) in SENSES.iter() {
        let word = phrase.split(ends_word).next().unwrap_or_default();
        begun.entry(word).or_default().0 |= sense.0;
    }
    begun
});

/// Whether a character ends a word of a phrase.
pub(super) fn ends_word(c: char) -> bool {
    c == ' ' || COLONS.contains(&c)
}

/// Whether a phrase of a sense begins with a word in lower case.
pub(super) fn begins(word: &str, sense: Sense) -> bool {
    BEGUN.get(word).is_some_and(|found| found.0 & sense.0 != 0)
}

/// Whether a word or phrase in lower case has a sense.
pub(super) fn is(word: &str, sense: Sense) -> bool {
    SENSES.get(word).is_some_and(|found| found.0 & sense.0 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_senses() {
        assert!(is("written by", Sense::BEFORE) && is("and", Sense::BETWEEN));
        assert!(
            is("phd", Sense::DEGREE) && is("editor", Sense::OFFICE) && is("reply", Sense::OTHER)
        );
        assert!(!is("and", Sense::BEFORE) && !is("ann", Sense::OTHER));
        for word in SENSES.keys() {
            assert_eq!(*word, word.to_lowercase(), "looked up in lower case");
        }
    }
}
