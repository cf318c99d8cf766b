//! Named entities: which names of people, places and organisations a text mentions, and where.
//!
//! The paper leaves this to GATE. Here it is what it is: rules on capital letters, with a small
//! gazetteer.
//!
//! - A name is a run of words with a capital, small words such as `of` or `van` inside allowed.
//!   Honorifics and words that begin no name (`The`, `Monday`) are dropped from its front.
//! - A sentence's first word has a capital anyway. It counts if the gazetteer has it, if it is an
//!   acronym, or if the text has it with a capital inside a sentence too; before other words with
//!   a capital it counts unless the text has it in lower case.
//! - One word that is the last of a longer name before it stands for that name (`Obama` for
//!   `Barack Obama`), unless that name is a place's or an organisation's.
//! - In scripts without spaces and capitals, pairs of neighbouring CJK characters that the text
//!   repeats stand for its names, pairs with grammatical characters aside.
//!
//! Languages that write other nouns with a capital get more entities than there are names.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::gazetteer::{self, Kind};
use crate::page::Page;
use crate::text;

/// Times a text must have a pair of CJK characters for it to be an entity.
const LEAST_PAIRS: u32 = 3;

/// Words of the longest name.
const LONGEST_NAME: usize = 8;

/// The entities that a run of units mentions, in document order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mentions {
    /// Each mention's unit, as an index of [`Page::units`], and its entity.
    pub mentions: Vec<(usize, u32)>,
    /// The name of each entity, in lower case.
    pub names: Vec<String>,
    /// The entity that a name in lower case stands for; a last name stands for a person's.
    entities: FxHashMap<String, u32>,
}

impl Mentions {
    /// The mentions in these units of the page, and in a title, which counts as a unit behind all of
    /// the page's.
    pub fn recognise(page: &Page, units: Range<usize>, title: Option<&str>) -> Mentions {
        let mut reader = Reader::default();
        for unit in units {
            reader.read(unit, &page.joined(page.units()[unit].leaves.clone()));
        }
        if let Some(title) = title {
            reader.read(page.units().len(), title);
        }
        reader.resolve()
    }

    /// The mentions in these units: each one's unit and its entity.
    pub fn within(&self, units: &Range<usize>) -> impl Iterator<Item = (usize, u32)> + '_ {
        let at = |unit| self.mentions.partition_point(|&(other, _)| other < unit);
        self.mentions[at(units.start)..at(units.end)].iter().copied()
    }

    /// The known entities that a text names in whatever case, as a file name does: at each word the
    /// longest.
    pub fn named_in(&self, text: &str) -> Vec<u32> {
        let folded = text.to_lowercase();
        let words: Vec<&str> =
            folded.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
        let mut named = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let longest = (1..=LONGEST_NAME.min(words.len() - at)).rev();
            let found = longest.into_iter().find_map(|len| {
                let entity = self.entities.get(&words[at..at + len].join(" "))?;
                Some((len, *entity))
            });
            named.extend(found.map(|(_, entity)| entity));
            at += found.map_or(1, |(len, _)| len);
        }
        named
    }
}

/// A run of words that may be a name.
struct Candidate {
    unit: usize,
    /// The words in lower case, with a space between two.
    name: String,
    /// Whether only its place at the front of a sentence may have given it a capital.
    is_doubtful: bool,
}

/// What the text has shown so far.
#[derive(Default)]
struct Reader {
    candidates: Vec<Candidate>,
    /// Words seen in lower case.
    lower: FxHashSet<String>,
    /// Words seen with a capital inside a sentence, in lower case.
    inner: FxHashSet<String>,
    /// Pairs of CJK characters, with their units.
    pairs: Vec<(usize, [char; 2])>,
}

/// A word and what stands before it.
struct Word<'t> {
    text: &'t str,
    /// Whether a sentence begins here.
    is_first: bool,
    /// Whether only one space or hyphen separates it from the word before.
    is_joined: bool,
}

/// The words of a text: letters and digits, with apostrophes and hyphens inside.
fn words(text: &str) -> Vec<Word<'_>> {
    let is_inner = |c| matches!(c, '\'' | '’' | '-' | '&');
    let mut words: Vec<Word> = Vec::new();
    let mut gap = 0;
    let mut rest = text;
    while let Some(from) = rest.find(|c: char| c.is_alphanumeric() && !text::is_cjk(c)) {
        let start = text.len() - rest.len() + from;
        let in_word = |c: char| (c.is_alphanumeric() || is_inner(c)) && !text::is_cjk(c);
        let end = text[start..].find(|c| !in_word(c)).map_or(text.len(), |end| start + end);
        let between = &text[gap..start];
        words.push(Word {
            text: text[start..end].trim_end_matches(is_inner),
            is_first: words.last().is_none_or(|before| begins_sentence(before.text, between)),
            is_joined: between == " " || between == ". ",
        });
        gap = end;
        rest = &text[end..];
    }
    words
}

/// Whether a sentence begins after a word and what is between it and the next.
fn begins_sentence(before: &str, between: &str) -> bool {
    let is_abbreviation =
        || before.chars().nth(1).is_none() || gazetteer::is_honorific(&before.to_lowercase());
    let opens = |c| matches!(c, ':' | '"' | '“' | '„' | '«' | '‘' | '(' | '|' | '•' | '–' | '—');
    between.contains(opens)
        || between.contains(text::is_stop) && !(between == ". " && is_abbreviation())
}

fn has_capital(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

/// Whether a word is written in capitals, two at least.
fn is_acronym(word: &str) -> bool {
    word.chars().filter(|c| c.is_uppercase()).count() > 1 && !word.contains(char::is_lowercase)
}

/// A word in lower case without the English genitive's ending.
fn fold(word: &str) -> String {
    let stem = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word);
    stem.to_lowercase()
}

impl Reader {
    /// Reads a unit's text.
    fn read(&mut self, unit: usize, text: &str) {
        self.read_pairs(unit, text);
        // A line in capitals shows nothing.
        if !text.contains(|c: char| c.is_lowercase() || text::is_cjk(c)) {
            return;
        }
        let words = words(text);
        let mut run = 0..0;
        for (at, word) in words.iter().enumerate() {
            if !has_capital(word.text) {
                if !self.lower.contains(word.text) {
                    self.lower.insert(word.text.to_owned());
                }
            } else if !word.is_first {
                self.inner.insert(fold(word.text));
            }
            let goes_on =
                (1..LONGEST_NAME).contains(&run.len()) && word.is_joined && !word.is_first;
            if !goes_on {
                self.close(unit, &words[run.clone()]);
                run = at..at;
            }
            if has_capital(word.text) {
                run.end = at + 1;
            } else if run.is_empty() || at > run.end + 1 || !gazetteer::is_particle(word.text) {
                self.close(unit, &words[run.clone()]);
                run = at + 1..at + 1;
            }
        }
        self.close(unit, &words[run]);
    }

    /// Reads the pairs of neighbouring CJK characters.
    fn read_pairs(&mut self, unit: usize, text: &str) {
        if text.is_ascii() {
            return;
        }
        let mut before = None;
        for c in text.chars() {
            let here = (text::is_cjk(c) && gazetteer::is_nominal(c)).then_some(c);
            if let (Some(before), Some(here)) = (before, here) {
                self.pairs.push((unit, [before, here]));
            }
            before = here;
        }
    }

    /// Keeps a run of words with a capital as a candidate, without what is no name at its front.
    fn close(&mut self, unit: usize, run: &[Word]) {
        if run.is_empty() {
            return;
        }
        let folded: Vec<String> = run.iter().map(|word| fold(word.text)).collect();
        let is_known = |at: usize| gazetteer::kind(&folded[at..].join(" ")).is_some();
        let is_front = |at: &usize| gazetteer::is_no_name(&folded[*at]) && !is_known(*at);
        let Some(from) = (0..run.len()).find(|at| !is_front(at)) else { return };
        let is_titled = folded[..from].iter().any(|word| gazetteer::is_honorific(word));
        let is_doubtful = run[from].is_first
            && !is_titled
            && !is_known(from)
            && gazetteer::kind(&folded[from]).is_none()
            && !is_acronym(run[from].text);
        self.candidates.push(Candidate { unit, name: folded[from..].join(" "), is_doubtful });
    }

    /// Decides the doubtful candidates, joins short names to long ones, and numbers the entities.
    fn resolve(self) -> Mentions {
        let mut names = Names::default();
        let mut mentions: Vec<(usize, u32)> = Vec::with_capacity(self.candidates.len());
        for candidate in &self.candidates {
            let mut name = candidate.name.as_str();
            if candidate.is_doubtful {
                match name.split_once(' ') {
                    None if !self.inner.contains(name) => continue,
                    Some((first, rest)) if self.lower.contains(first) => name = without_front(rest),
                    _ => {}
                }
                if gazetteer::is_no_name(name) {
                    continue;
                }
            }
            mentions.push((candidate.unit, names.entity(name)));
        }
        let mut times: FxHashMap<[char; 2], u32> = FxHashMap::default();
        self.pairs.iter().for_each(|&(_, pair)| *times.entry(pair).or_default() += 1);
        let repeated = self.pairs.iter().filter(|(_, pair)| times[pair] >= LEAST_PAIRS);
        mentions
            .extend(repeated.map(|&(unit, pair)| (unit, names.entity(&String::from_iter(pair)))));
        mentions.sort_by_key(|&(unit, _)| unit);
        Mentions { mentions, names: names.names, entities: names.entities }
    }
}

/// A name without the words at its front that are no part of it.
fn without_front(mut name: &str) -> &str {
    while let Some((first, rest)) = name.split_once(' ')
        && gazetteer::is_no_name(first)
        && gazetteer::kind(name).is_none()
    {
        name = rest;
    }
    name
}

/// Entities by their names.
#[derive(Default)]
struct Names {
    names: Vec<String>,
    entities: FxHashMap<String, u32>,
}

impl Names {
    /// The entity that a name stands for.
    fn entity(&mut self, name: &str) -> u32 {
        if let Some(&entity) = self.entities.get(name) {
            return entity;
        }
        let entity = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.entities.insert(name.to_owned(), entity);
        if let Some((_, last)) = name.rsplit_once(' ')
            && is_persons(name)
            && gazetteer::kind(last).is_none()
        {
            self.entities.entry(last.to_owned()).or_insert(entity);
        }
        entity
    }
}

/// Whether nothing tells that a name of several words is a place's or an organisation's.
fn is_persons(name: &str) -> bool {
    !matches!(gazetteer::kind(name), Some(Kind::Place | Kind::Organisation))
        && !name.split(' ').any(|word| gazetteer::is_organisation(word) || word == "of")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names that a page mentions, in order.
    fn names(html: &str) -> Vec<String> {
        let page = Page::parse(html);
        let found = Mentions::recognise(&page, 0..page.units().len(), None);
        found.mentions.iter().map(|&(_, entity)| found.names[entity as usize].clone()).collect()
    }

    #[test]
    fn names_are_runs_of_words_with_a_capital() {
        assert_eq!(
            names("they met Anna O'Neil-Smith in Den Haag, Ada and Eve"),
            ["anna o'neil-smith", "haag", "ada", "eve"]
        );
        assert_eq!(
            names("at the Bank of England and the Board of the Fed, by Kofi's side"),
            ["bank of england", "board of the fed", "kofi"]
        );
        assert_eq!(names("it was BREXIT or bust"), ["brexit"]);
        assert!(names("<h1>A HEADLINE IN CAPITALS</h1> no name at all").is_empty());
    }

    #[test]
    fn a_sentences_first_word_needs_a_reason() {
        assert!(names("Engineers worked. Nobody knew: Then it fell.").is_empty());
        assert_eq!(names("Kepler saw it. Later it was named for Kepler."), ["kepler", "kepler"]);
        assert_eq!(names("Norway agreed. NATO did not."), ["norway", "nato"]);
        assert_eq!(names("Marta Svensson came. Yet Oslo waited."), ["marta svensson", "oslo"]);
        // The word is seen in lower case too.
        assert_eq!(names("Trade Minister Okoro spoke of trade."), ["okoro"]);
    }

    #[test]
    fn honorifics_stand_before_a_name_and_end_no_sentence() {
        assert_eq!(names("then Mr. Tanaka and Dr Lee met"), ["tanaka", "lee"]);
        assert_eq!(names("President Okoro met J. R. Weller."), ["okoro", "j r weller"]);
    }

    #[test]
    fn a_last_name_stands_for_the_whole() {
        assert_eq!(
            names("he met Amara Okoro. They say Okoro left."),
            ["amara okoro", "amara okoro"]
        );
        // A place or an organisation has no last name.
        assert_eq!(names("from New York to York"), ["new york", "york"]);
        assert_eq!(names("the Bank of Utrecht in Utrecht"), ["bank of utrecht", "utrecht"]);
    }

    #[test]
    fn repeated_pairs_of_cjk_characters_are_names() {
        let html = "<p>东京的消息。<p>他在东京，<p>而东京没有。";
        assert_eq!(names(html), ["东京", "东京", "东京"]);
        assert!(names("<p>东京的消息。").is_empty());
    }

    #[test]
    fn mentions_are_found_by_their_units() {
        let page = Page::parse("<p>in Oslo<p>nothing<p>in Rome, in Oslo");
        let found = Mentions::recognise(&page, 0..3, Some("Oslo today"));
        assert_eq!(found.within(&(0..2)).collect::<Vec<_>>(), [(0, 0)]);
        assert_eq!(found.within(&(2..3)).collect::<Vec<_>>(), [(2, 1), (2, 0)]);
        assert_eq!(found.mentions.last(), Some(&(3, 0)));
    }

    #[test]
    fn a_file_name_names_what_the_text_does() {
        let page = Page::parse("<p>they met Amara Okoro in Oslo");
        let found = Mentions::recognise(&page, 0..1, None);
        assert_eq!(found.named_in("amara-okoro_OSLO_2"), [0, 1]);
        assert_eq!(found.named_in("okoro.png"), [0]);
        assert!(found.named_in("img-0017").is_empty());
    }
}
