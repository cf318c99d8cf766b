//! What is known of names without the text: a small gazetteer, and lists of words that tell names
//! from other text. Both are in `gazetteer.txt`.

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

/// The kinds of names in the gazetteer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A country, region, city, river or building.
    Place,
    /// An organisation, medium or firm.
    Organisation,
    /// The first word of people's names.
    GivenName,
}

/// Han characters that are grammar more often than part of a name.
const GRAMMAR: &str = "的了是在和有不这這我他她也就都而及与與或但从從被将將把对對为為上下中一个個们們到说說要会會年月日时時";

/// The lists of `gazetteer.txt`, all in lower case.
#[derive(Default)]
struct Lists {
    names: FxHashMap<String, Kind>,
    honorifics: FxHashSet<String>,
    organisations: FxHashSet<String>,
    particles: FxHashSet<String>,
    /// Honorifics, particles, and words that begin sentences.
    no_names: FxHashSet<String>,
}

fn lists() -> &'static Lists {
    static LISTS: OnceLock<Lists> = OnceLock::new();
    LISTS.get_or_init(|| Lists::parse(include_str!("gazetteer.txt")))
}

impl Lists {
    fn parse(text: &str) -> Lists {
        let mut lists = Lists::default();
        let mut list = "";
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                Some(heading) => list = heading,
                None => {
                    line.split(',').for_each(|word| lists.add(list, word.trim().to_lowercase()))
                }
            }
        }
        lists.no_names.extend(lists.honorifics.iter().chain(&lists.particles).cloned());
        lists
    }

    fn add(&mut self, list: &str, word: String) {
        let kind = match list {
            "place" => Kind::Place,
            "organisation" => Kind::Organisation,
            "given name" => Kind::GivenName,
            _ => {
                let words = match list {
                    "honorific" => &mut self.honorifics,
                    "organisation word" => &mut self.organisations,
                    "particle" => &mut self.particles,
                    _ => &mut self.no_names,
                };
                words.insert(word);
                return;
            }
        };
        self.names.insert(word, kind);
    }
}

/// What the gazetteer has of a name in lower case.
pub fn kind(name: &str) -> Option<Kind> {
    lists().names.get(name).copied()
}

/// Whether a word in lower case stands before people's names.
pub fn is_honorific(word: &str) -> bool {
    lists().honorifics.contains(word)
}

/// Whether a word in lower case tells an organisation's name.
pub fn is_organisation(word: &str) -> bool {
    lists().organisations.contains(word)
}

/// Whether a word in lower case joins two parts of a name.
pub fn is_particle(word: &str) -> bool {
    lists().particles.contains(word)
}

/// Whether a word in lower case is no name's first word, although it may stand before one.
pub fn is_no_name(word: &str) -> bool {
    lists().no_names.contains(word)
}

/// Whether a CJK character can be part of a name: no hiragana, no grammar.
pub fn is_nominal(c: char) -> bool {
    !matches!(c, '\u{3040}'..='\u{309F}' | '\u{30FB}') && !GRAMMAR.contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_their_kinds() {
        assert_eq!(kind("new york"), Some(Kind::Place));
        assert_eq!(kind("nato"), Some(Kind::Organisation));
        assert_eq!(kind("jürgen"), Some(Kind::GivenName));
        assert_eq!((kind("table"), kind(""), kind("[place]")), (None, None, None));
    }

    #[test]
    fn words_are_in_their_lists() {
        assert!(is_honorific("mr") && is_organisation("ministry") && is_particle("von"));
        assert!(is_no_name("the") && is_no_name("mr") && is_no_name("von"));
        assert!(!is_no_name("ministry") && !is_particle("the end"));
    }

    #[test]
    fn every_heading_is_a_list() {
        let headings = include_str!("gazetteer.txt").lines().filter(|line| line.starts_with('['));
        assert_eq!(headings.count(), 7);
        let lists = lists();
        let sets = [&lists.honorifics, &lists.organisations, &lists.particles, &lists.no_names];
        assert!(sets.iter().all(|set| set.len() > 20));
    }
}
