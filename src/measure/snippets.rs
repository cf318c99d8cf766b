//! Snippets: stretches of a page's text that its content holds, and others that it does not.
//!
//! A snippet is found where the text has it as a substring, after folding. What is matched is the
//! required snippets found; what is extracted, all snippets found; what is gold, the required ones.

use super::scores::Counts;
use crate::dataset::Gold;
use crate::text;

/// What is made alike in text and snippets before they are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fold {
    /// Runs of white space, as trafilatura's evaluation has it; case counts.
    Space,
    /// Case, as WCXB's script has it; white space counts.
    Case,
}

impl Fold {
    fn of(self, text: &str) -> String {
        match self {
            Fold::Space => {
                let mut folded = String::with_capacity(text.len());
                text::fold(text, &mut folded);
                folded
            }
            Fold::Case => text.to_lowercase(),
        }
    }
}

/// A page's snippets, folded.
pub struct GoldSnippets {
    fold: Fold,
    required: Vec<String>,
    forbidden: Vec<String>,
}

impl GoldSnippets {
    /// The snippets of a page's gold.
    pub fn new(gold: &Gold, fold: Fold) -> GoldSnippets {
        let folded = |snippets: &[String]| snippets.iter().map(|text| fold.of(text)).collect();
        let (required, forbidden) = (folded(&gold.required), folded(&gold.forbidden));
        GoldSnippets { fold, required, forbidden }
    }

    /// Counts a text.
    pub fn count(&self, text: &str) -> Counts {
        let text = self.fold.of(text);
        let found = |snippets: &[String]| {
            snippets.iter().filter(|snippet| text.contains(snippet.as_str())).count() as u64
        };
        let matched = found(&self.required);
        let extracted = matched + found(&self.forbidden);
        Counts { matched, extracted, gold: self.required.len() as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(fold: Fold, text: &str) -> [u64; 3] {
        let snippets = |all: &[&str]| all.iter().map(|&one| one.to_owned()).collect();
        let gold = Gold {
            required: snippets(&["One  two", "three", "gone"]),
            forbidden: snippets(&["Menu", "Über uns"]),
            ..Gold::default()
        };
        let Counts { matched, extracted, gold } = GoldSnippets::new(&gold, fold).count(text);
        [matched, extracted, gold]
    }

    #[test]
    fn white_space_is_folded_and_case_counts() {
        // A snippet may span lines, and be part of a word.
        assert_eq!(count(Fold::Space, "Menu: One\n two threefold"), [2, 3, 3]);
        assert_eq!(count(Fold::Space, "MENU one two Three"), [0, 0, 3]);
    }

    #[test]
    fn case_is_folded_and_white_space_counts() {
        assert_eq!(count(Fold::Case, "ÜBER UNS, one  two, One two"), [1, 2, 3]);
        assert_eq!(count(Fold::Case, "Über\nuns, one two"), [0, 0, 3]);
    }

    #[test]
    fn an_empty_text_has_none() {
        assert_eq!(count(Fold::Space, ""), [0, 0, 3]);
    }
}
