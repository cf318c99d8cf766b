//! The names of the site, which are no title and no author.

use std::borrow::Cow;

use super::entity::Entity;
use super::facts::Facts;
use super::kinds::is_front;
use super::meta_tags::Key;
use super::wording::{folded, key, parts, says_much};
use crate::dom::{NodeId, Tag};
use crate::host::host;
use crate::page::Page;

/// Parts of a host that name no site.
const GENERIC: &[&str] =
    &["www", "com", "blog", "news", "forum", "forums", "shop", "store", "docs"];

/// Shortest part of a host, in bytes, that a name is compared with.
const SHORTEST: usize = 3;

/// What a site is called.
pub(super) struct Site {
    /// By itself and by its publisher, as keys of [`key`].
    names: Vec<String>,
    host: String,
    /// Parts of its host.
    labels: Vec<String>,
}

impl Site {
    /// The site of a page.
    pub fn new(url: Option<&str>, facts: &Facts, entities: &[Entity]) -> Site {
        let metas = facts.of(Key::Site).map(|fact| &*fact.content);
        let publishers = entities.iter().filter_map(|entity| entity.site.as_deref());
        let stated = metas.chain(publishers).map(|name| key(&folded(Cow::Borrowed(name))));
        let mut names: Vec<String> = stated.filter(|name| !name.is_empty()).collect();
        names.sort_unstable();
        names.dedup();
        let host = url.map(host).unwrap_or_default().to_ascii_lowercase();
        let parts = host.rsplit_once('.').map_or("", |(parts, _)| parts).split('.');
        let names_site = |part: &&str| part.len() >= SHORTEST && !GENERIC.contains(part);
        let labels = parts.filter(names_site).map(str::to_owned).collect();
        Site { names, host, labels }
    }

    /// Whether the site states that this key is its name.
    pub fn is_stated(&self, key: &str) -> bool {
        self.names.iter().any(|name| name == key)
    }

    /// Whether a heading is the site's name or sign: a link to its front page.
    pub fn is_logo(&self, page: &Page, heading: NodeId) -> bool {
        let dom = page.dom();
        let leaves = &page.leaves()[page.leaves_under(heading)];
        let Some(first) = leaves.first().filter(|_| leaves.iter().all(|leaf| leaf.linked)) else {
            return false;
        };
        let link = dom.ancestors(first.node).find(|&node| dom.tag(node) == Some(Tag::A));
        let href = link.and_then(|link| dom.attribute(link, "href"));
        href.is_some_and(|href| self.is_front(&href))
    }

    /// Whether a link leads to the site's front page.
    fn is_front(&self, href: &str) -> bool {
        let is_own = || href.contains("://") && host(href).eq_ignore_ascii_case(&self.host);
        href == "/" || is_front(href) && is_own()
    }

    /// Whether a text, given as a key, is a name of the site: one that it states, its host, or what
    /// the host is made of (`Mike Khorev` at mikekhorev.com, `Mill` at mill-times.example).
    pub fn is_named(&self, key: &str) -> bool {
        if self.is_stated(key) {
            return true;
        }
        let together = key.replace(' ', "");
        self.labels.iter().any(|label| {
            let label: String = label.chars().filter(|&c| c != '-').collect();
            let longest = label.len() * 2 + 3;
            together == label
                || together.len() > SHORTEST && label.starts_with(&together)
                || label.len() > SHORTEST
                    && together.starts_with(&label)
                    && together.len() < longest
        })
    }
}

/// The title without the site's name at its end or beginning, and without what stands behind a `|`,
/// which is not part of a title but of its element.
pub(super) fn without_site<'t>(title: &'t str, site: &Site) -> &'t str {
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
    first.filter(|first| says_much(first)).unwrap_or(title)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::signals::Signals;

    #[test]
    fn a_site_is_named_by_its_host() {
        let signals = Signals::default();
        let facts = Facts::new(&signals);
        let site = Site::new(Some("https://www.mill-times.example/dry"), &facts, &[]);
        for name in ["mill times", "milltimes", "mill", "mill times online"] {
            assert!(site.is_named(name), "{name}");
        }
        for name in ["dry in may", "mi", "the mill", "mill times has run dry since may"] {
            assert!(!site.is_named(name), "{name}");
        }
    }

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
}
