//! Function words: lists of ours, and which of them a page is in.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::extract::parameters::{Value, choice};
use crate::page::Page;

/// The lists: a line of words behind each language's tag.
const LISTS: &str = include_str!("stopwords.txt");
/// The share of a page's words that a list covers at least, to be the page's.
const LEAST: f64 = 0.1;

/// Whose function words are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Those of the list that covers most words of the page, if it covers a tenth.
    Auto,
    /// Nobody's: function words are not asked for.
    None,
    /// Czech.
    Czech,
    /// Dutch.
    Dutch,
    /// English.
    English,
    /// French.
    French,
    /// German.
    German,
    /// Greek.
    Greek,
    /// Italian.
    Italian,
    /// Polish.
    Polish,
    /// Portuguese.
    Portuguese,
    /// Russian.
    Russian,
    /// Spanish.
    Spanish,
    /// Swedish.
    Swedish,
}

choice!(Language {
    Auto: "auto",
    None: "none",
    Czech: "cs",
    Dutch: "nl",
    English: "en",
    French: "fr",
    German: "de",
    Greek: "el",
    Italian: "it",
    Polish: "pl",
    Portuguese: "pt",
    Russian: "ru",
    Spanish: "es",
    Swedish: "sv",
});

/// The lists by tag.
static WORDS: LazyLock<Vec<(&str, FxHashSet<&str>)>> = LazyLock::new(|| {
    let lines = LISTS.lines().filter(|line| !line.starts_with('#'));
    let split = lines.filter_map(|line| line.split_once(": "));
    split.map(|(tag, words)| (tag, words.split_whitespace().collect())).collect()
});

/// Which lists have a word.
static LISTS_OF: LazyLock<FxHashMap<&str, Vec<usize>>> = LazyLock::new(|| {
    let mut lists: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (list, (_, words)) in WORDS.iter().enumerate() {
        for word in words {
            lists.entry(word).or_default().push(list);
        }
    }
    lists
});

impl Language {
    /// The words to count on a page; `None` where none are.
    pub(super) fn words(self, page: &Page) -> Option<&'static FxHashSet<&'static str>> {
        match self {
            Language::None => None,
            Language::Auto => covering(page).map(|list| &WORDS[list].1),
            named => {
                let tag = named.print();
                WORDS.iter().find(|(own, _)| *own == tag).map(|(_, words)| words)
            }
        }
    }
}

/// The list that covers most of a page's words; the first of equals.
fn covering(page: &Page) -> Option<usize> {
    let mut counts = vec![0_u32; WORDS.len()];
    let mut all = 0_u32;
    for leaf in page.leaves() {
        for word in page.text(leaf).split_whitespace() {
            all += 1;
            let lists = LISTS_OF.get(word.to_lowercase().as_str());
            lists.into_iter().flatten().for_each(|&list| counts[list] += 1);
        }
    }
    let best = (0..counts.len()).rev().max_by_key(|&list| counts[list])?;
    (f64::from(counts[best]) >= LEAST * f64::from(all) && all > 0).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_a_list_of_words_of_its_own() {
        let of = |language: Language| language.words(&Page::parse("")).map(FxHashSet::len);
        for (tag, words) in WORDS.iter() {
            let spec =
                format!("justext(language={tag})").parse::<super::super::Parameters>().unwrap();
            assert_eq!(of(spec.language), Some(words.len()));
            assert!(words.len() >= 70, "{tag}: {}", words.len());
            assert!(words.iter().all(|word| *word == word.to_lowercase()), "{tag}");
        }
        assert_eq!(WORDS.len(), 12);
        assert_eq!(of(Language::None), None);
    }

    #[test]
    fn the_page_tells_its_language() {
        let tag = |html: &str| covering(&Page::parse(html)).map(|list| WORDS[list].0);
        assert_eq!(tag("<p>The mill ran dry in May and nobody could say why"), Some("en"));
        assert_eq!(
            tag("<p>Die Mühle lag im Mai trocken und niemand wusste, warum das so war"),
            Some("de")
        );
        assert_eq!(
            tag("<p>Мельница в мае стояла, и никто не мог сказать, почему это так"),
            Some("ru")
        );
        assert_eq!(tag("<p>水车在五月干涸了"), None);
        assert_eq!(tag("<p>"), None);
    }
}
