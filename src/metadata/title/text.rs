//! The title where it stands in a text that is no heading, as on pages whose headings are `div` elements.

use super::super::Source;
use super::super::wording::{Parts, has_cjk};
use super::{Candidate, Titles};

/// Characters of such a text, at the least.
const SHORTEST: u32 = 8;

/// Words of such a text, or letters of a script without spaces, at the least.
const WORDS: usize = 3;
const LETTERS: usize = 8;

impl<'p> Titles<'p, '_> {
    /// The text of the page's own content that is the title, or most of it, as the `title` element has it, or
    /// the one for where the page is shared.
    pub(super) fn text(&self) -> Option<Candidate<'p>> {
        let most = self.whole().map(|(title, _)| title.text.chars().count()).max()?;
        let is_bare = self.own().next().is_none();
        let is_title = |key: &str| {
            let is_most = |title: &Candidate| key.len() * 2 >= title.key.len();
            // Behind the title the site is named, but for pages without a heading.
            let counts =
                |parts: &Parts| parts.hold(key) && (is_bare || parts.before(key).is_none());
            self.whole().any(|(title, parts)| is_most(title) && counts(parts))
        };
        let titles = self.texts(most as u32, is_title).filter(|title| self.is_own(title));
        // Of several the longest: names of sites and sections are short.
        titles.fold(None, |longest: Option<Candidate>, title| match longest {
            Some(longest) if longest.key.len() >= title.key.len() => Some(longest),
            _ => Some(title),
        })
    }

    /// The texts of so many characters at most that say enough to be a title and whose key is one, but for links
    /// and those that say where in the site the page is.
    pub(super) fn texts(
        &self,
        most: u32,
        is_title: impl Fn(&str) -> bool,
    ) -> impl Iterator<Item = Candidate<'p>> {
        let page = self.page;
        let is_crumb = |node| {
            let named = |name| page.dom().attribute(node, name);
            [named("class"), named("id")].iter().flatten().any(|name| name.contains("crumb"))
        };
        page.units().iter().filter_map(move |unit| {
            let leaves = unit.leaves.start as usize..unit.leaves.end as usize;
            let is_short = (SHORTEST..=most).contains(&page.totals(leaves.clone()).chars);
            let leads = || page.leaves()[leaves.clone()].iter().all(|leaf| leaf.linked);
            let text = (is_short && !leads()).then(|| page.joined(unit.leaves.clone()))?;
            let title = Candidate { leaves, ..Candidate::new(text, Source::Text)? };
            let mut around = std::iter::once(unit.block).chain(page.dom().ancestors(unit.block));
            let counts = is_long(&title.key)
                && is_title(&title.key)
                && !self.signals.is_apart(unit.block)
                && !around.any(is_crumb);
            counts.then_some(title)
        })
    }
}

/// Whether a text says enough to be a title though it is no heading.
fn is_long(key: &str) -> bool {
    key.split(' ').nth(WORDS - 1).is_some() || has_cjk(key, LETTERS)
}

#[cfg(test)]
mod tests {
    use crate::metadata::{Metadata, Source};
    use crate::page::Page;

    fn read(html: &str) -> Metadata {
        let html = format!("{html}<p>It ran dry, and then it rained for days on end.");
        Metadata::of(&Page::parse(&html), Some("https://m.example/dry"), "")
    }

    #[test]
    fn a_text_that_the_title_confirms_has_the_day_beside_it() {
        let page = "<title>Mills of old : The mill ran dry</title><p>Home";
        let metadata = read(&format!("{page}<div>The mill ran dry</div><i>3 May 2024</i>"));
        let title = metadata.title.unwrap();
        assert_eq!((title.value.as_str(), title.source), ("The mill ran dry", Source::Text));
        assert_eq!(metadata.published.unwrap().value.to_string(), "2024-05-03");
    }

    #[test]
    fn texts_that_are_no_title() {
        let title = "Mills of old : The mill ran dry";
        for text in [
            // Where the page is in the site, another part of the page, and the lesser part of the title.
            "<ul class=breadcrumbs><li>The mill ran dry</ul>",
            "<ul class=menu><li>The mill ran dry</ul>",
            "<p><a href=/dry>The mill ran dry</a>",
            "<p>Mills of old",
            "<p>Mills of old<h2>Mills of old</h2><h1>Mill</h1><p>The mill ran dry",
        ] {
            let found = read(&format!("<title>{title}</title>{text}")).title.unwrap();
            assert_eq!(found.value, title, "{text}");
        }
    }
}
