//! The title of the page's content.
//!
//! A page has several titles that nearly agree: the heading, what it wants shown where it is shared,
//! and the `title` element with the site's name behind it. A heading that one of the others confirms
//! is the title; otherwise the most trusted source decides. The site's name is taken off.

mod text;

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::FxHashSet;

use super::entity::{Entity, Rank};
use super::facts::{Facts, MetaFact};
use super::meta_tags::Key;
use super::signals::{By, Mark, Signals};
use super::site::{Site, without_site};
use super::wording::{Parts, folded, key, parts, says_much};
use super::{Fact, Source};
use crate::page::Page;
use crate::text::{Cjk, tokens};

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
    /// Where it stands on the page, if it does.
    leaves: Range<usize>,
}

impl<'p> Candidate<'p> {
    fn new(text: impl Into<Cow<'p, str>>, source: Source) -> Option<Candidate<'p>> {
        let text = folded(text.into());
        let key = key(&text);
        (!key.is_empty()).then_some(Candidate { text, source, key, leaves: 0..0 })
    }

    fn of_heading(page: &'p Page, mark: &Mark) -> Option<Candidate<'p>> {
        let short = page.stats(mark.node).chars <= LONGEST;
        let text = short.then(|| page.text_under(mark.node))?;
        let leaves = page.leaves_under(mark.node);
        Some(Candidate { leaves, ..Candidate::new(text, Source::Heading)? })
    }

    fn of_meta(fact: &MetaFact<'p>) -> Option<Candidate<'p>> {
        Candidate::new(fact.content.clone(), fact.source)
    }
}

/// The titles that a page states, by source.
pub(super) struct Titles<'p, 's> {
    page: &'p Page<'p>,
    signals: &'s Signals<'s>,
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
    /// The parts of the titles that are no headings, in the order of [`Titles::others`].
    parts: Vec<Parts>,
    /// The title that stands on the page, and where.
    shown: Option<Candidate<'p>>,
    /// Whether the page says that it is a work to be read, or when it was published.
    is_work: bool,
    /// Whether the page is a thread of posts.
    thread: bool,
    site: &'s Site,
}

impl<'p, 's> Titles<'p, 's> {
    pub fn new(
        page: &'p Page<'p>,
        signals: &'s Signals,
        facts: &Facts<'p>,
        about: &[&Entity<'p>],
        site: &'s Site,
        thread: bool,
    ) -> Titles<'p, 's> {
        let headings = |by: By| {
            let is_heading = |mark: &&Mark| mark.by == by && !site.is_logo(page, mark.node);
            let marks = signals.headings.iter().filter(is_heading);
            let found = marks.filter_map(|mark| Candidate::of_heading(page, mark));
            found.take(HEADINGS).collect()
        };
        let of_entity = |entity: &&Entity<'p>| Candidate::new(entity.title.clone()?, entity.source);
        let is_open_graph = |fact: &&MetaFact| fact.place == 0;
        let mut titles = Titles {
            page,
            signals,
            thread,
            headings: headings(By::Element),
            classes: headings(By::Class),
            entity: about.iter().find_map(of_entity),
            open_graph: facts.of(Key::Title).find(is_open_graph).and_then(Candidate::of_meta),
            meta: facts.of(Key::Title).find(|fact| fact.place > 0).and_then(Candidate::of_meta),
            element: page.title().and_then(|title| Candidate::new(title, Source::Title)),
            site,
            parts: Vec::new(),
            shown: None,
            is_work: about.iter().any(|entity| entity.rank() == Rank::Work)
                || facts.of(Key::Kind).any(|fact| fact.content.contains("article"))
                || facts.first(Key::Published).is_some(),
        };
        titles.parts = titles.others().map(|title| Parts::of(&title.text)).collect();
        titles.shown = titles.find_shown();
        titles
    }

    /// The title and its source.
    pub fn title(&self) -> Option<Fact<String>> {
        let shared = [&self.open_graph, &self.entity, &self.meta, &self.element];
        let shared = shared.into_iter().flatten().find(|title| !self.site.is_named(&title.key));
        let is_own = |title: &&Candidate| self.is_own(title);
        let is_element =
            |mark: &&Mark| mark.by == By::Element && !self.page.leaves_under(mark.node).is_empty();
        let is_only = self.signals.headings.iter().filter(is_element).nth(1).is_none();
        let only = self.headings.first().filter(|_| is_only).filter(is_own);
        let title = match (&self.shown, only, shared) {
            (Some(shown), ..) => shown,
            (None, Some(only), Some(shared)) if self.differ(only, shared) => shared,
            (None, Some(only), _) => only,
            (None, None, Some(shared)) => shared,
            (None, None, None) => self.own().next().or(self.element.as_ref())?,
        };
        let value = without_site(&title.text, self.site).to_owned();
        Some(Fact { value, source: title.source })
    }

    /// Where the title stands, or else the first heading: what is around it is looked at for names and dates.
    pub fn place(&self) -> Option<Range<usize>> {
        let first = self.headings.iter().chain(&self.classes).next();
        let places = self.shown.as_ref().into_iter().chain(first);
        places.map(|title| title.leaves.clone()).find(|leaves| !leaves.is_empty())
    }

    /// The title that stands on the page: a heading that other sources confirm, of lower levels, too, or one
    /// with more around it, or else a text that is no heading. A heading in a part that is else not the
    /// page's own counts, too, as in one whose class says `promo`.
    fn find_shown(&self) -> Option<Candidate<'p>> {
        if let Some(title) = self.own().find(|title| self.confirms(title)) {
            let post = self.entity.as_ref().filter(|post| self.thread && ends(title, post));
            let shown = post.unwrap_or(title).clone();
            return Some(Candidate { leaves: title.leaves.clone(), ..shown });
        }
        let mut apart = self.of_marks(&self.signals.apart_headings, HEADINGS);
        let apart = apart.find(|heading| {
            let key = &heading.key;
            let is_title = |parts: &Parts| parts.hold(key) && parts.before(key).is_none();
            self.whole().any(|(_, parts)| is_title(parts)) && self.is_own(heading)
        });
        if let Some(title) = apart {
            return Some(title);
        }
        if let Some(title) = self.subheading() {
            // What stands beside the first heading is the page's, and a thread has a heading for each post.
            let leaves = match self.own().next() {
                Some(first) => first.leaves.clone(),
                None if self.thread => 0..0,
                None => title.leaves.clone(),
            };
            return Some(Candidate { leaves, ..title });
        }
        let mut parts =
            self.own().take(2).filter_map(|heading| Some((heading, self.part_of(heading)?)));
        let Some((heading, part)) = parts.next() else { return self.text() };
        let title = if self.goes_on(heading, &part) { heading.clone() } else { part };
        Some(Candidate { leaves: heading.leaves.clone(), ..title })
    }

    /// The headings that are not the site's name.
    fn own(&self) -> impl Iterator<Item = &Candidate<'p>> {
        self.headings.iter().chain(&self.classes).filter(|title| self.is_own(title))
    }

    fn is_own(&self, title: &Candidate) -> bool {
        !self.site.is_named(&title.key) && !self.is_behind(title)
    }

    /// The first of these headings.
    fn of_marks(&self, marks: &'s [Mark], most: usize) -> impl Iterator<Item = Candidate<'p>> {
        let (page, site) = (self.page, self.site);
        let marks = marks.iter().take(most).filter(move |mark| !site.is_logo(page, mark.node));
        marks.filter_map(move |mark| Candidate::of_heading(page, mark))
    }

    /// The first heading of a lower level that is the title as the `title` element has it, or the one for
    /// where the page is shared: on many pages the site's name is the only `h1`.
    fn subheading(&self) -> Option<Candidate<'p>> {
        let stated = [&self.open_graph, &self.element].into_iter().flatten();
        let texts = stated.flat_map(|title| {
            let first = parts(&title.text).into_iter().next();
            first.into_iter().chain([without_site(&title.text, self.site)])
        });
        let is_title = |key: &String| says_much(key) && !self.site.is_named(key);
        let keys: Vec<String> = texts.map(key).filter(is_title).collect();
        let mut headings = self.of_marks(&self.signals.subheadings, SUBHEADINGS);
        headings.find(|heading| keys.contains(&heading.key))
    }

    /// The titles that are no headings.
    fn others(&self) -> impl Iterator<Item = &Candidate<'p>> {
        [&self.entity, &self.open_graph, &self.element, &self.meta].into_iter().flatten()
    }

    /// The `title` element and the title for where the page is shared, which are all of the page's, each with
    /// its parts.
    fn whole(&self) -> impl Iterator<Item = (&Candidate<'p>, &Parts)> {
        let is_whole =
            |title: &Candidate| matches!(title.source, Source::Title | Source::OpenGraph);
        self.others().zip(&self.parts).filter(move |(title, _)| is_whole(title))
    }

    /// Whether another source has a heading as the title or as a part of it.
    fn confirms(&self, heading: &Candidate) -> bool {
        self.others().any(|other| other.key == heading.key)
            || self.parts.iter().any(|parts| parts.hold(&heading.key))
    }

    /// The title that stands in a heading with more around it: a date, a mark, a button.
    fn part_of(&self, heading: &Candidate) -> Option<Candidate<'p>> {
        let around = format!(" {} ", heading.key);
        self.others().find_map(|other| {
            let whole = [without_site(&other.text, self.site)];
            let mut texts = whole.into_iter().chain(parts(&other.text));
            let text = texts.find(|text| {
                let key = key(text);
                let is_enough = says_much(&key) && key.len() * MUCH >= heading.key.len();
                is_enough && around.contains(&format!(" {key} ")) && !self.site.is_named(&key)
            })?;
            Candidate::new(text.to_owned(), other.source)
        })
    }

    /// Whether the title goes on in a heading behind the part of it that another source has: the heading of
    /// an article, which is one text, begins with it.
    fn goes_on(&self, heading: &Candidate, part: &Candidate) -> bool {
        self.is_work
            && !self.thread
            && heading.key.starts_with(&part.key)
            && heading.leaves.len() == 1
    }

    /// Whether a heading and a title have hardly a word in common: on pages that are no articles the
    /// heading is then a slogan, on others the name of a section.
    fn differ(&self, heading: &Candidate, title: &Candidate) -> bool {
        let other = key(without_site(&title.text, self.site));
        let words = |key: &'_ str| {
            let mut words = FxHashSet::default();
            tokens(key, Cjk::Character, |word| {
                words.insert(key[word].to_owned());
            });
            words
        };
        let (heading, other) = (words(&heading.key), words(&other));
        let common = heading.intersection(&other).count() as f64;
        let least = if self.is_work { COMMON_OF_WORK } else { COMMON };
        common < least * heading.union(&other).count() as f64
    }

    /// Whether a heading is what stands behind the title in the `title` element: the site, if what stands
    /// before it is longer, or the first of that is a heading or another text of the page.
    fn is_behind(&self, heading: &Candidate) -> bool {
        let mut element = self.whole().filter(|(title, _)| title.source == Source::Title);
        let before = element.next().and_then(|(_, parts)| parts.before(&heading.key));
        let Some(before) = before else { return false };
        let shared = self.open_graph.as_ref().is_some_and(|title| title.key == heading.key);
        let is_first = |key: &str| key == before[0];
        let is_longer = |part: &String| part.len() >= heading.key.len();
        let signals = self.signals;
        let marks = [&signals.headings, &signals.apart_headings, &signals.subheadings];
        let is_heading = |marks: &&Vec<Mark>| {
            self.of_marks(marks, SUBHEADINGS).any(|title| is_first(&title.key))
        };
        let is_there =
            || marks.iter().any(is_heading) || self.texts(LONGEST, is_first).next().is_some();
        !shared && (before.iter().any(is_longer) || is_there())
    }
}

/// How many times as long as the title a heading may be that holds it.
const MUCH: usize = 5;

/// Share of words that a heading has in common with the title where both say the same, at the least.
const COMMON: f64 = 0.2;

/// The same of a work that is written to be read.
const COMMON_OF_WORK: f64 = 0.05;

/// Whether a heading ends with a title, behind a mark of the thread: `News Dry in May`.
fn ends(heading: &Candidate, title: &Candidate) -> bool {
    heading.key.strip_suffix(title.key.as_str()).is_some_and(|mark| mark.ends_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a page says of itself with this address.
    fn read(url: &str, html: &str) -> crate::metadata::Metadata {
        crate::metadata::Metadata::of(&Page::parse(html), Some(url), "")
    }

    fn title(html: &str) -> String {
        read("https://m.example/dry", html).title.map_or("-".into(), |title| title.value)
    }

    #[test]
    fn a_lower_heading_that_the_title_confirms() {
        let page = "<title>Dry in May - Mills, news</title><h1>Mills of old</h1>";
        assert_eq!(title(&format!("{page}<h2>Weather</h2><h3>Dry in may</h3>")), "Dry in may");
        let related = format!("{page}<div class=related><h3>Dry in may</h3></div><p>It ran dry.");
        assert_ne!(title(&related), "Dry in may");
    }

    #[test]
    fn a_heading_between_signs_that_titles_are_not_cut_at() {
        for (element, heading) in [
            ("Mill : Dry in May--News", "Dry in May"),
            ("磨坊五月干涸_财经_磨坊网", "磨坊五月干涸"),
            ("磨坊五月干涸-财经|磨坊网", "磨坊五月干涸"),
        ] {
            let page = |level| format!("<title>{element}</title><h{level}>{heading}</h{level}>");
            assert_eq!(title(&page(1)), heading);
            assert_eq!(title(&format!("<title>{element}</title>")), element);
        }
    }

    #[test]
    fn a_heading_behind_the_sites_name() {
        let element = "<title>Mill News - The mill ran dry in May</title>";
        let shared = "<meta property=og:title content='Mill dry'>";
        let heading = "<h1>The mill ran dry in May</h1>";
        assert_eq!(title(&format!("{element}{shared}{heading}")), "The mill ran dry in May");
        // The name of a book or of a site stands behind the title of a page.
        let chapter = "<title>The river - All of the mill and more</title>";
        let name = "<h1>All of the mill and more</h1>";
        assert_eq!(title(&format!("{chapter}{name}<h2>The river</h2>")), "The river");
        let short = "<title>The river in May - The mill</title><h1>The mill</h1>";
        assert_eq!(title(short), "The river in May - The mill");
    }

    #[test]
    fn a_heading_that_links_to_the_front_page_is_none() {
        let page = "<title>Mill News | The mill ran dry</title>";
        for href in ["/", "https://M.example", "https://m.example/"] {
            let html =
                format!("{page}<h1><a href='{href}'>Mill News</a></h1><h1>The mill ran dry</h1>");
            assert_eq!(title(&html), "The mill ran dry", "{href}");
        }
        let own = format!("{page}<h1><a href=/dry>Mill News</a></h1><h1>The mill ran dry</h1>");
        assert_eq!(title(&own), "Mill News");
    }

    #[test]
    fn a_heading_that_says_more_than_the_title() {
        let page = "<meta property=og:type content=article><title>Dry in May</title>";
        assert_eq!(title(&format!("{page}<h1>Dry in May: the mill</h1>")), "Dry in May: the mill");
        assert_eq!(title(&format!("{page}<h1>Dry in May <i>Listen</i></h1>")), "Dry in May");
        assert_eq!(title(&format!("{page}<h1>Press releases</h1>")), "Dry in May");
    }

    #[test]
    fn a_thread_is_called_as_its_first_post() {
        let html = "<title>News - Dry in May</title><script type=application/ld+json>\
            {\"@type\":\"DiscussionForumPosting\",\"headline\":\"Dry in May\"}</script>\
            <h1><b>News</b> Dry in May</h1>";
        assert_eq!(title(html), "Dry in May");
    }

    #[test]
    fn a_heading_apart_has_the_byline_beside_it() {
        let html = "<title>Dry in May</title><div class=promo><h1>Dry in May</h1><p>By Ann Miller\
            <p>3 May 2024</div><h2>Mills</h2><p>It ran dry, and then it rained for days on end.";
        let metadata = read("https://m.example/dry", html);
        assert_eq!(metadata.authors.map(|authors| authors.value), Some(vec!["Ann Miller".into()]));
        assert_eq!(metadata.published.map(|day| day.value.to_string()), Some("2024-05-03".into()));
    }
}
