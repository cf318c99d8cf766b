//! The title of the page's content.
//!
//! A page has several titles that nearly agree: the heading, what it wants shown where it is shared,
//! and the `title` element with the site's name behind it. A heading that one of the others confirms
//! is the title; otherwise the most trusted source decides. The site's name is taken off.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use super::entity::{Entity, Rank};
use super::facts::{Facts, MetaFact};
use super::meta_tags::Key;
use super::signals::{By, Mark, Signals};
use super::site::Site;
use super::{Fact, Source};
use crate::dom::{self, NodeId};
use crate::page::Page;
use crate::text;

/// Longest title, in characters: a heading that is longer is a paragraph.
const LONGEST: u32 = 300;

/// Headings that are looked at.
const HEADINGS: usize = 8;

/// Headings of lower levels that are looked at.
const SUBHEADINGS: usize = 40;

/// A possible title.
#[derive(Debug, Clone)]
struct Candidate<'p> {
    text: Cow<'p, str>,
    source: Source,
    /// What titles are compared by: see [`key`].
    key: String,
    /// The heading that it is.
    node: Option<NodeId>,
}

impl<'p> Candidate<'p> {
    fn new(text: impl Into<Cow<'p, str>>, source: Source) -> Option<Candidate<'p>> {
        let text = folded(text.into());
        let key = key(&text);
        (!key.is_empty()).then_some(Candidate { text, source, key, node: None })
    }

    fn of_heading(page: &'p Page, mark: &Mark) -> Option<Candidate<'p>> {
        let short = page.stats(mark.node).chars <= LONGEST;
        let text = short.then(|| page.text_under(mark.node))?;
        Some(Candidate { node: Some(mark.node), ..Candidate::new(text, Source::Heading)? })
    }

    fn of_meta(fact: &MetaFact<'p>) -> Option<Candidate<'p>> {
        Candidate::new(fact.content.clone(), fact.source)
    }
}

/// A text with its white space folded and references in it decoded: in JSON and attributes they are
/// often written twice.
pub(super) fn folded(text: Cow<'_, str>) -> Cow<'_, str> {
    let decoded = match text.contains('&') && text.contains(';') {
        true => Cow::Owned(dom::unescape(&text).into_owned()),
        false => text,
    };
    if text::is_folded(&decoded) {
        return decoded;
    }
    let mut out = String::new();
    text::fold(&decoded, &mut out);
    Cow::Owned(out)
}

/// The words of a text in lower case, a space between two: by these names are compared.
pub(super) fn key(text: &str) -> String {
    let mut lower = String::with_capacity(text.len());
    text::lower_into(text, &mut lower);
    let mut key = String::with_capacity(lower.len());
    text::tokens(&lower, text::Cjk::Run, |word| {
        if !key.is_empty() {
            key.push(' ');
        }
        key.push_str(&lower[word]);
    });
    key
}

/// What stands between a title and a site's name.
const SEPARATORS: [&str; 16] = [
    " | ", " - ", " – ", " — ", " · ", " • ", " » ", " « ", " :: ", " / ", " ~ ", " ‹ ", " › ",
    "｜", " ∙ ", " ⋆ ",
];

/// The parts of a title between separators.
fn parts(title: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    // What separators begin with.
    while let Some(found) = title[at..].find([' ', '｜']) {
        at += found;
        match SEPARATORS.iter().find(|separator| title[at..].starts_with(**separator)) {
            Some(separator) => {
                parts.push(&title[start..at]);
                // The space behind one separator may be that before the next.
                at += separator.trim_end().len();
                start = at;
            }
            None => at += 1,
        }
    }
    parts.push(&title[start..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// The title without the site's name at its end or beginning, and without what stands behind a `|`,
/// which is not part of a title but of its element.
fn without_site<'t>(title: &'t str, site: &Site) -> &'t str {
    let mut title = title;
    loop {
        let parts = parts(title);
        let is_site = |part: &str| site.is_named(&key(part));
        let offset = |part: &str| part.as_ptr() as usize - title.as_ptr() as usize;
        title = match parts[..] {
            [.., before, last] if is_site(last) => &title[..offset(before) + before.len()],
            [first, behind, ..] if is_site(first) => return &title[offset(behind)..],
            _ => break,
        };
    }
    let first = title.split_once(" | ").map(|(first, _)| first.trim());
    first.filter(|first| first.contains(' ')).unwrap_or(title)
}

/// The titles that a page states, by source.
pub(super) struct Titles<'p, 's> {
    page: &'p Page<'p>,
    /// `h2` and `h3` elements.
    subheadings: &'s [Mark],
    /// `h1` elements.
    headings: Vec<Candidate<'p>>,
    /// Elements whose class says that they are the title.
    classes: Vec<Candidate<'p>>,
    entity: Option<Candidate<'p>>,
    open_graph: Option<Candidate<'p>>,
    /// The most trusted of other `meta` elements.
    meta: Option<Candidate<'p>>,
    /// The `title` element.
    element: Option<Candidate<'p>>,
    /// Whether the page says that it is a work to be read, or when it was published.
    is_work: bool,
    site: &'s Site,
}

impl<'p, 's> Titles<'p, 's> {
    pub fn new(
        page: &'p Page<'p>,
        signals: &'s Signals,
        facts: &Facts<'p>,
        about: &[&Entity<'p>],
        site: &'s Site,
    ) -> Titles<'p, 's> {
        let headings = |by: By| {
            let marks = signals.headings.iter().filter(|mark| mark.by == by);
            let found = marks.filter_map(|mark| Candidate::of_heading(page, mark));
            found.take(HEADINGS).collect()
        };
        let of_entity = |entity: &&Entity<'p>| Candidate::new(entity.title.clone()?, entity.source);
        let is_open_graph = |fact: &&MetaFact| fact.place == 0;
        Titles {
            page,
            subheadings: &signals.subheadings,
            headings: headings(By::Element),
            classes: headings(By::Class),
            entity: about.iter().find_map(of_entity),
            open_graph: facts.of(Key::Title).find(is_open_graph).and_then(Candidate::of_meta),
            meta: facts.of(Key::Title).find(|fact| fact.place > 0).and_then(Candidate::of_meta),
            element: page.title().and_then(|title| Candidate::new(title, Source::Title)),
            site,
            is_work: about.iter().any(|entity| entity.rank() == Rank::Work)
                || facts.of(Key::Kind).any(|fact| fact.content.contains("article"))
                || facts.first(Key::Published).is_some(),
        }
    }

    /// The title and its source.
    pub fn title(&self) -> Option<Fact<String>> {
        let own = |title: &&Candidate| !self.site.is_named(&title.key) && !self.is_behind(title);
        let mut headings = self.headings.iter().chain(&self.classes).filter(own);
        let fact = |text: &str, source| {
            Some(Fact { value: without_site(text, self.site).to_owned(), source })
        };
        if let Some(title) = headings.clone().find(|title| self.confirms(title)) {
            return fact(&title.text, title.source);
        }
        if let Some(title) = self.subheading() {
            return fact(&title.text, title.source);
        }
        if let Some(part) = headings.clone().take(2).find_map(|heading| self.part_of(heading)) {
            return fact(&part.text, part.source);
        }
        let shared = [&self.open_graph, &self.entity, &self.meta, &self.element];
        let shared = shared.into_iter().flatten().find(|title| !self.site.is_named(&title.key));
        let only = self.headings.first().filter(|_| self.headings.len() == 1).filter(own);
        let title = match (only, shared) {
            (Some(only), Some(shared)) if !self.is_work && differ(only, shared, self.site) => {
                shared
            }
            (Some(only), _) => only,
            (None, Some(shared)) => shared,
            (None, None) => headings.next().or(self.element.as_ref())?,
        };
        fact(&title.text, title.source)
    }

    /// The heading that is the title, or else the first. Of lower levels a thread has one for each post.
    pub fn heading(&self, thread: bool) -> Option<NodeId> {
        let mut headings = self.headings.iter().chain(&self.classes);
        let confirmed = headings.clone().find(|title| self.confirms(title));
        let lower = || (!thread).then(|| self.subheading())??.node;
        confirmed.or_else(|| headings.next()).map_or_else(lower, |title| title.node)
    }

    /// The first heading of a lower level that is the title as the `title` element has it, or the one for
    /// where the page is shared: on many pages the site's name is the only `h1`.
    fn subheading(&self) -> Option<Candidate<'p>> {
        let stated = [&self.open_graph, &self.element].into_iter().flatten();
        let texts = stated.flat_map(|title| {
            let first = parts(&title.text).into_iter().next();
            first.into_iter().chain([without_site(&title.text, self.site)])
        });
        let says_much = |key: &String| key.contains(' ') && !self.site.is_named(key);
        let keys: Vec<String> = texts.map(key).filter(says_much).collect();
        let marks = self.subheadings.iter().take(SUBHEADINGS);
        let mut headings = marks.filter_map(|mark| Candidate::of_heading(self.page, mark));
        headings.find(|heading| keys.contains(&heading.key))
    }

    /// The titles that are no headings.
    fn others(&self) -> impl Iterator<Item = &Candidate<'p>> {
        [&self.entity, &self.open_graph, &self.element, &self.meta].into_iter().flatten()
    }

    /// Whether another source has a heading as the title or as a part of it.
    fn confirms(&self, heading: &Candidate) -> bool {
        self.others().any(|other| {
            other.key == heading.key
                || key(without_site(&other.text, self.site)) == heading.key
                || parts(&other.text).into_iter().any(|part| key(part) == heading.key)
        })
    }

    /// The title that stands in a heading with more around it: a date, a mark, a button.
    fn part_of(&self, heading: &Candidate) -> Option<Candidate<'p>> {
        let around = format!(" {} ", heading.key);
        self.others().find_map(|other| {
            let whole = [without_site(&other.text, self.site)];
            let mut texts = whole.into_iter().chain(parts(&other.text));
            let text = texts.find(|text| {
                let key = key(text);
                let is_enough = key.contains(' ') && key.len() * MUCH >= heading.key.len();
                is_enough && around.contains(&format!(" {key} ")) && !self.site.is_named(&key)
            })?;
            Candidate::new(text.to_owned(), other.source)
        })
    }

    /// Whether a heading is what stands behind the title in the `title` element: the site.
    fn is_behind(&self, heading: &Candidate) -> bool {
        let Some(element) = &self.element else { return false };
        let parts = parts(&element.text);
        let is = |part: &str| key(part) == heading.key;
        let shared = self.open_graph.as_ref().is_some_and(|title| title.key == heading.key);
        matches!(parts[..], [first, .., last] if is(last) && !is(first)) && !shared
    }
}

/// How many times as long as the title a heading may be that holds it.
const MUCH: usize = 5;

/// Share of words that a heading has in common with the title where both say the same, at the least.
const COMMON: f64 = 0.2;

/// Whether a heading and a title have hardly a word in common: on pages that are no articles the
/// heading is then a slogan.
fn differ(heading: &Candidate, title: &Candidate, site: &Site) -> bool {
    let other = key(without_site(&title.text, site));
    let words = |key: &str| key.split(' ').map(str::to_owned).collect::<FxHashSet<String>>();
    let (heading, other) = (words(&heading.key), words(&other));
    let common = heading.intersection(&other).count();
    (common as f64) < COMMON * heading.union(&other).count() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sites_name_is_taken_off() {
        let signals = Signals::default();
        let facts = Facts::new(&signals);
        let site = Site::new(Some("https://themilltimes.example/"), &facts, &[]);
        for title in ["Dry in May | The Mill Times", "The Mill Times – Dry in May", "Dry in May"]
        {
            assert_eq!(without_site(title, &site), "Dry in May");
        }
        assert_eq!(without_site("Dry - in May - The Mill Times", &site), "Dry - in May");
        assert_eq!(without_site("The Mill Times", &site), "The Mill Times");
    }

    #[test]
    fn parts_of_a_title() {
        assert!(SEPARATORS.iter().all(|separator| separator.starts_with([' ', '｜'])));
        assert_eq!(parts("a | b - - c"), ["a", "b", "c"]);
        assert_eq!(parts("well-kept"), ["well-kept"]);
        assert_eq!(parts("泉｜枯れた - 五月"), ["泉", "枯れた", "五月"]);
    }

    #[test]
    fn a_lower_heading_that_the_title_confirms() {
        let title = |html: &str| {
            let metadata = crate::metadata::Metadata::of(&Page::parse(html), None, "");
            metadata.title.map(|fact| (fact.value, fact.source))
        };
        let page = "<title>Dry in May - Mills, news</title><h1>Mills of old</h1>";
        let confirmed = format!("{page}<h2>Weather</h2><h3>Dry in may</h3>");
        assert_eq!(title(&confirmed), Some(("Dry in may".into(), Source::Heading)));
        let related = format!("{page}<div class=related><h3>Dry in may</h3></div><p>It ran dry.");
        assert_ne!(title(&related).map(|title| title.0), Some("Dry in may".into()));
    }

    #[test]
    fn keys_have_words_alone() {
        assert_eq!(key(" It’s “Dry”, in May! "), "it s dry in may");
    }
}
