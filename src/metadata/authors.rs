//! Who wrote the page.

use std::borrow::Cow;
use std::ops::Range;

use super::dates::{Date, Locale};
use super::entity::Entity;
use super::facts::Facts;
use super::hints::Hints;
use super::linked::linked;
use super::meta_tags::Key;
use super::near::Near;
use super::signals::{By, Mark, Signals};
use super::site::Site;
use super::wording::{key, parts};
use super::{Fact, Source, names};
use crate::page::{Page, Unit};

/// Marked elements that are looked at: what comes later is no byline of the page.
const MARKS: usize = 300;

/// Characters of an element that is or holds a byline, at most.
const LONGEST: u32 = 200;

/// Texts of a byline that are read.
const TEXTS: usize = 16;

/// Where authors are named, the most trusted first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Trust {
    /// In a text that says who started the thread.
    Starter,
    /// In a `meta` of Highwire Press, as scholarly pages have it: one for each author.
    Citation,
    /// In structured data, as a person.
    Person,
    /// On the data card that Twitter made: `twitter:label1` says "Written by".
    Card,
    /// In a `meta` that is for this alone.
    Meta,
    /// In another `meta`.
    OtherMeta,
    /// In an element with a property or relation, near the title.
    PropertyNear,
    /// In an element near the title whose class says so.
    ClassNear,
    /// In a text near the title: "By Ann Miller".
    Said,
    /// In a link near the title to a page of an author or member.
    Linked,
    /// In an element with a property or relation.
    Property,
    /// In a `meta`, but as whoever publishes the page.
    Publisher,
    /// In any element whose class says so.
    Class,
    /// In any text that says so of itself: "Written by Ann Miller".
    Credited,
    /// In structured data, as an organization or by the name of the site.
    Organization,
    /// Anywhere else, by the name of the site.
    Owner,
}

/// Possible authors, from one source.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub names: Vec<String>,
    pub source: Source,
    pub trust: Trust,
}

/// What authors are looked for in.
pub(super) struct Authors<'s, 'p, 'h> {
    pub page: &'p Page<'h>,
    pub signals: &'s Signals<'h>,
    pub facts: &'s Facts<'s>,
    /// What the page is about, best first.
    pub about: &'s [&'s Entity<'s>],
    pub near: Option<&'s Near<'p, 'h>>,
    pub site: &'s Site,
    /// Whether the page is a thread of posts.
    pub thread: bool,
    /// Whether nobody signs the page: see [`is_standing`](super::kinds::is_standing).
    pub standing: bool,
}

impl Authors<'_, '_, '_> {
    /// The authors by the most trusted source.
    pub fn authors(&self) -> Option<Fact<Vec<String>>> {
        let first = self.candidates().into_iter().next()?;
        Some(Fact { value: first.names, source: first.source })
    }

    /// All that may be the page's authors, the most trusted first; what is marked and said on the page only
    /// where it states nobody in its structured data and `meta` elements.
    fn candidates(&self) -> Vec<Candidate> {
        let mut found = Vec::new();
        self.structured(&mut found);
        self.meta(&mut found);
        if self.thread {
            self.add(&mut found, self.starter(), Source::Byline, Trust::Starter);
        }
        let is_stated = found.iter().any(|candidate| candidate.trust <= Trust::OtherMeta);
        if !is_stated && !self.standing {
            self.marked(&mut found);
            if let Some(near) = self.near {
                self.add(&mut found, said(near), Source::Byline, Trust::Said);
                self.add(&mut found, linked(near, self.thread), Source::Byline, Trust::Linked);
            }
            // The whole page is read only where nothing is found that is trusted more.
            if found.iter().all(|candidate| candidate.trust > Trust::Credited) {
                self.add(&mut found, self.credited(), Source::Byline, Trust::Credited);
            }
        }
        found.sort_by_key(|candidate| candidate.trust);
        found
    }

    /// Adds names, if there are any. Whoever owns the site is trusted as an author less than whoever is
    /// named beside.
    fn add(&self, found: &mut Vec<Candidate>, names: Vec<String>, source: Source, trust: Trust) {
        if names.is_empty() {
            return;
        }
        let owns = |is_owner: &dyn Fn(&str) -> bool| names.iter().all(|name| is_owner(name));
        let is_stated = owns(&|name| self.site.is_stated(&key(name)));
        let trust = match trust {
            Trust::Person | Trust::Organization if is_stated => Trust::Organization,
            _ if is_stated => Trust::Owner,
            Trust::Meta | Trust::OtherMeta if owns(&|name| self.publishes(name)) => {
                Trust::Publisher
            }
            _ => trust,
        };
        found.push(Candidate { names, source, trust });
    }

    /// Whether a name is a host's or the site's, which a word is, too, if the `title` element begins or ends
    /// with it.
    fn publishes(&self, name: &str) -> bool {
        let name_key = key(name);
        let is_side = || {
            let title = self.page.title().unwrap_or_default();
            let parts = parts(&title);
            matches!(parts[..], [first, .., last] if key(first) == name_key || key(last) == name_key)
        };
        // People call their sites by their own names, which are of two words.
        let is_word = !name_key.contains(' ');
        is_host(name) || is_word && (self.site.is_named(&name_key) || is_side())
    }

    fn structured(&self, found: &mut Vec<Candidate>) {
        for entity in self.about {
            for (organization, trust) in [(false, Trust::Person), (true, Trust::Organization)] {
                let of = entity.authors.iter().filter(|author| author.organization == organization);
                let names = names::stated(of.map(|author| &*author.name));
                self.add(found, names, entity.source, trust);
            }
        }
    }

    fn meta(&self, found: &mut Vec<Candidate>) {
        let places = [Trust::Citation, Trust::Meta, Trust::OtherMeta, Trust::OtherMeta];
        for (place, trust) in (0..).zip(places) {
            let facts: Vec<_> =
                self.facts.of(Key::Author).filter(|fact| fact.place == place).collect();
            let source = facts.first().map_or(Source::Meta, |fact| fact.source);
            let contents = facts.iter().map(|fact| &*fact.content);
            // Highwire Press and Dublin Core are a library's, which names the family first.
            let names = match place {
                0 => names::all(contents.flat_map(|names| names.split(';')).map(names::spoken)),
                3 => names::all(contents.map(names::spoken_if_clear)),
                _ => names::all(contents.map(Cow::Borrowed)),
            };
            self.add(found, names, source, trust);
        }
        for (label, data) in self.facts.of(Key::Label).zip(self.facts.of(Key::Data)) {
            if names::is_before(&label.content.trim().to_lowercase()) {
                self.add(found, names::split(&data.content), Source::Meta, Trust::Card);
            }
        }
    }

    /// The names in elements that are marked as bylines.
    fn marked(&self, found: &mut Vec<Candidate>) {
        for mark in self.signals.bylines.iter().take(MARKS) {
            let near = self.near.is_some_and(|near| near.holds(mark.node));
            let trust = match (mark.by, near) {
                (By::Property, true) => Trust::PropertyNear,
                (By::Property, false) => Trust::Property,
                (_, true) => Trust::ClassNear,
                (_, false) => Trust::Class,
            };
            // Portraits and biographies stand beside a byline, not in it.
            if mark.by == By::Property || !mark.hints.any(Hints::BESIDE) {
                self.add(found, self.of_mark(mark), Source::Byline, trust);
            }
        }
        // Elsewhere several are a list of things by several people; of posts the first counts.
        let mut elsewhere = found.iter().filter(|candidate| candidate.trust == Trust::Class);
        let first = elsewhere.next().map(|candidate| &candidate.names);
        if !self.thread && elsewhere.any(|candidate| Some(&candidate.names) != first) {
            found.retain(|candidate| candidate.trust != Trust::Class);
        }
    }

    /// The names in an element that is or holds a byline.
    fn of_mark(&self, mark: &Mark) -> Vec<String> {
        let content = self.page.dom().attribute(mark.node, "content");
        if let Some(content) = content.filter(|content| !content.trim().is_empty()) {
            return names::split(&content);
        }
        if self.page.stats(mark.node).chars > LONGEST {
            return Vec::new();
        }
        first_names(self.page, self.page.leaves_under(mark.node))
    }
}

/// Whether a name is that of a host: `mill.example`.
fn is_host(name: &str) -> bool {
    let is_label =
        |part: &str| part.len() > 1 && part.bytes().all(|byte| byte.is_ascii_alphabetic());
    let top = name.rsplit_once('.').map(|(_, top)| top);
    !name.contains(' ') && top.is_some_and(is_label)
}

/// The first names in a run of texts; beside them stand dates, offices and links to follow. They go
/// on from text to text with commas or "and" between.
pub(super) fn first_names(page: &Page, leaves: Range<usize>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut goes_on = true;
    for leaf in page.leaves()[leaves].iter().take(TEXTS) {
        let text = page.text(leaf);
        if names::joins(text) {
            goes_on = true;
            continue;
        }
        if !goes_on {
            break;
        }
        let names = names::split(text);
        goes_on = names.is_empty() && found.is_empty() || names::goes_on(text);
        found.extend(names);
    }
    found
}

/// The names of which a text near the title says that they are the authors'.
fn said(near: &Near) -> Vec<String> {
    let mut announced = false;
    for unit in near.units() {
        if near.chars(unit) > LONGEST || near.is_title(unit) {
            announced = false;
            continue;
        }
        let text = near.page.joined(unit.leaves.clone());
        let opened = behind_opener(near, unit);
        let dated = |text: &str| Date::prose(text, Locale::default()).is_some();
        let by = || names::behind_by(&text).filter(|_| names::says_written(&text) || dated(&text));
        let from = || names::behind_from(&text).filter(|&(before, _)| dated(before));
        let author = || names::behind_author(&text);
        let behind = by().or_else(|| from().map(|(_, byline)| byline)).or_else(author);
        let byline = match &opened {
            Some(opened) => Some(&**opened),
            None if announced || names::is_byline(&text) => Some(&*text),
            None => behind,
        };
        let names = byline.map(names::split).unwrap_or_default();
        if !names.is_empty() {
            return names;
        }
        announced = names::is_before(&text.to_lowercase());
    }
    Vec::new()
}

/// The text behind a first leaf that is nothing but what a byline begins with, as in
/// `<b>By</b><i>Ann Miller</i>`, if a name may begin there.
fn behind_opener<'p>(near: &Near<'p, '_>, unit: &Unit) -> Option<Cow<'p, str>> {
    let opener = near.page.text(&near.page.leaves()[unit.leaves.start as usize]);
    let behind = unit.leaves.start + 1..unit.leaves.end;
    let opens = !behind.is_empty() && names::is_before(&opener.to_lowercase());
    let text = opens.then(|| near.page.joined(behind))?;
    names::begins_name(&text).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(html: &str) -> Vec<String> {
        let page = Page::parse(html);
        first_names(&page, 0..page.leaves().len())
    }

    #[test]
    fn names_go_on_over_commas_alone() {
        assert_eq!(
            names("<p>By <a>Ann Miller</a>, <a>Bob Weaver</a> <i>3 May</i>"),
            ["Ann Miller", "Bob Weaver"]
        );
        assert_eq!(names("<p><b>miller_7</b><p>Greenhorn<p>Best Answers"), ["miller_7"]);
    }

    #[test]
    fn what_the_text_near_the_title_says() {
        let said = |behind: &str| {
            let html = format!("<h1>The mill</h1>{behind}");
            let page = Page::parse(&html);
            said(&Near::new(&page, 0..1)).join("; ")
        };
        assert_eq!(said("<p>Written by<p>Ann Miller<p>It ran dry."), "Ann Miller");
        assert_eq!(said("<p>By Ann Miller<p>It ran dry."), "Ann Miller");
        assert_eq!(said("<p>3 May 2024 by Ann Miller"), "Ann Miller");
        assert_eq!(said("<p><b>By</b><i>Ann Miller</i>"), "Ann Miller");
        assert_eq!(said("<p>From Mill Wiki<p><b>From</b> the mill"), "");
        assert_eq!(said("<p>A review by Ann Miller, 3 May 2024"), "Ann Miller");
        assert_eq!(said("<p>06.11.2023 13:30 von Anna Müller"), "Anna Müller");
        assert_eq!(said("<p>Die Mühle von Anna Müller, 06.11.2023"), "");
        assert_eq!(said("<p>It was built by Ann Miller"), "");
        assert_eq!(said("<p>2024年5月1日 来源：磨坊报 作者：王磨坊 点击：5"), "王磨坊");
    }

    #[test]
    fn names_that_a_library_or_a_person_has_in_parts() {
        for (html, expected) in [
            (
                "<meta name=citation_authors content='Miller, Ann; Weaver, Bob'>",
                "Ann Miller; Bob Weaver",
            ),
            ("<meta name=dc.creator content='Miller, Ann'>", "Ann Miller"),
            ("<meta name=dc.creator content='Ann Miller, Bob Weaver'>", "Ann Miller; Bob Weaver"),
            (
                "<script type=application/ld+json>{\"@type\":\"Article\",\"author\":{\"@type\":\"Person\",\
                \"givenName\":\"Ann\",\"familyName\":\"Miller\"}}</script>",
                "Ann Miller",
            ),
        ] {
            let metadata = crate::metadata::Metadata::of(&Page::parse(html), None, "");
            assert_eq!(metadata.authors.unwrap().value.join("; "), expected, "{html}");
        }
    }

    #[test]
    fn a_person_who_publishes_is_not_the_site() {
        let person = |kinds: &str| format!("{{\"@type\":{kinds},\"name\":\"Ann Miller\"}}");
        for kinds in
            ["\"Person\"", "[\"Person\",\"Organization\"]", "[\"Organization\",\"Person\"]"]
        {
            let person = person(kinds);
            let html = format!(
                "<script type=application/ld+json>{{\"@type\":\"Article\",\"author\":{person},\
                \"publisher\":{person}}}</script><h1>Dry in May</h1><p>By Bob Weaver<p>It ran dry."
            );
            let metadata = crate::metadata::Metadata::of(&Page::parse(&html), None, "");
            assert_eq!(metadata.authors.unwrap().value, ["Ann Miller"], "{kinds}");
            assert_eq!(metadata.site, None, "{kinds}");
        }
    }

    #[test]
    fn who_owns_the_site_wrote_a_page_only_if_nobody_else_did() {
        for owner in ["m-mill.example", "Mill Times", "Mills", "MMill"] {
            let html = format!(
                "<title>Dry in May | Mills</title><meta property=og:site_name content='Mill Times'>\
                <meta name=author content='{owner}'><h1>Dry in May</h1>"
            );
            let url = Some("https://mmill.example/dry");
            let read = |html: &str| {
                let metadata = crate::metadata::Metadata::of(&Page::parse(html), url, "");
                metadata.authors.unwrap().value
            };
            assert_eq!(read(&format!("{html}<p>By Ann Miller<p>It ran dry.")), ["Ann Miller"]);
            assert_eq!(read(&html), [owner]);
        }
    }
}
