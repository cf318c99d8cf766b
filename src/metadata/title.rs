//! The title of the page's content.
//!
//! A page has several titles that nearly agree: the heading, what it wants shown where it is shared,
//! and the `title` element with the site's name behind it. A heading that one of the others confirms
//! is the title; otherwise the most trusted source decides. The site's name is taken off.

use std::borrow::Cow;

use super::entity::Entity;
use super::facts::{Facts, MetaFact};
use super::gather::{By, Mark, Signals};
use super::meta_tags::Key;
use super::{Fact, Source};
use crate::dom::{self, NodeId};
use crate::page::Page;
use crate::text;

/// Longest title, in characters: a heading that is longer is a paragraph.
const LONGEST: u32 = 300;

/// Headings that are looked at.
const HEADINGS: usize = 8;

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
    while let Some(c) = title[at..].chars().next() {
        match SEPARATORS.iter().find(|separator| title[at..].starts_with(**separator)) {
            Some(separator) => {
                parts.push(&title[start..at]);
                // The space behind one separator may be that before the next.
                at += separator.trim_end().len();
                start = at;
            }
            None => at += c.len_utf8(),
        }
    }
    parts.push(&title[start..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// The title without the site's name, where that stands at its end or beginning.
fn without_site<'t>(title: &'t str, site: &[String]) -> &'t str {
    let parts = parts(title);
    let is_site = |part: &str| site.contains(&key(part));
    let offset = |part: &str| part.as_ptr() as usize - title.as_ptr() as usize;
    match parts[..] {
        [.., before, last] if is_site(last) => &title[..offset(before) + before.len()],
        [first, behind, ..] if is_site(first) => &title[offset(behind)..],
        _ => title,
    }
}

/// The titles that a page states, by source.
pub(super) struct Titles<'p, 's> {
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
    /// Names of the site, as keys.
    site: &'s [String],
}

impl<'p, 's> Titles<'p, 's> {
    pub fn new(
        page: &'p Page,
        signals: &Signals,
        facts: &Facts<'p>,
        about: &[&Entity<'p>],
        site: &'s [String],
    ) -> Titles<'p, 's> {
        let headings = |by: By| {
            let marks = signals.headings.iter().filter(|mark| mark.by == by && !mark.apart);
            let found = marks.filter_map(|mark| Candidate::of_heading(page, mark));
            found.take(HEADINGS).collect()
        };
        let of_entity = |entity: &&Entity<'p>| Candidate::new(entity.title.clone()?, entity.source);
        let is_open_graph = |fact: &&MetaFact| fact.place == 0;
        Titles {
            headings: headings(By::Element),
            classes: headings(By::Class),
            entity: about.iter().find_map(of_entity),
            open_graph: facts.of(Key::Title).find(is_open_graph).and_then(Candidate::of_meta),
            meta: facts.of(Key::Title).find(|fact| fact.place > 0).and_then(Candidate::of_meta),
            element: page.title().and_then(|title| Candidate::new(title, Source::Title)),
            site,
        }
    }

    /// The title and its source.
    pub fn title(&self) -> Option<Fact<String>> {
        self.chosen().map(|title| Fact {
            value: without_site(&title.text, self.site).to_owned(),
            source: title.source,
        })
    }

    /// The heading that is the title, or else the first.
    pub fn heading(&self) -> Option<NodeId> {
        let chosen = self.chosen().and_then(|title| title.node);
        chosen.or_else(|| self.headings.iter().chain(&self.classes).find_map(|title| title.node))
    }

    fn chosen(&self) -> Option<&Candidate<'p>> {
        let own = |title: &&Candidate| !self.site.contains(&title.key);
        let others = [&self.entity, &self.open_graph, &self.element, &self.meta];
        let confirmed = |title: &&Candidate| {
            others.into_iter().flatten().any(|other| {
                other.key == title.key
                    || key(without_site(&other.text, self.site)) == title.key
                    || parts(&other.text).into_iter().any(|part| key(part) == title.key)
            })
        };
        let mut headings = self.headings.iter().chain(&self.classes).filter(own);
        let alone = self.headings.first().filter(|_| self.headings.len() == 1);
        headings
            .find(confirmed)
            .or(alone.filter(own))
            .or(self.open_graph.as_ref().filter(own))
            .or(self.entity.as_ref().filter(own))
            .or(self.headings.first().filter(own))
            .or(self.meta.as_ref().filter(own))
            .or(self.element.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sites_name_is_taken_off() {
        let site = ["the mill times".to_owned()];
        for title in ["Dry in May | The Mill Times", "The Mill Times – Dry in May", "Dry in May"]
        {
            assert_eq!(without_site(title, &site), "Dry in May");
        }
        assert_eq!(without_site("Dry - in May - The Mill Times", &site), "Dry - in May");
        assert_eq!(without_site("The Mill Times", &site), "The Mill Times");
    }

    #[test]
    fn parts_of_a_title() {
        assert_eq!(parts("a | b - - c"), ["a", "b", "c"]);
        assert_eq!(parts("well-kept"), ["well-kept"]);
    }

    #[test]
    fn keys_have_words_alone() {
        assert_eq!(key(" It’s “Dry”, in May! "), "it s dry in may");
    }
}
