//! The things that a page's structured data describes, and which of them the page is about.

use std::borrow::Cow;

use super::Source;
use super::signals::{Relation, Signals};
use super::wording::{folded, key};
use crate::dom::NodeId;
use crate::page::Page;

/// A thing that structured data describes: what schema.org calls an item, as far as it matters here.
#[derive(Debug, Clone, Default)]
pub(super) struct Entity<'p> {
    /// How it is written.
    pub source: Source,
    /// Its type, without the vocabulary's address: `NewsArticle`.
    pub kind: Option<Cow<'p, str>>,
    pub url: Option<Cow<'p, str>>,
    pub title: Option<Cow<'p, str>>,
    pub authors: Vec<Author<'p>>,
    pub published: Option<Cow<'p, str>>,
    pub modified: Option<Cow<'p, str>>,
    pub description: Option<Cow<'p, str>>,
    /// The publisher's name, or of a web site its own.
    pub site: Option<Cow<'p, str>>,
    pub language: Option<Cow<'p, str>>,
    pub image: Option<Cow<'p, str>>,
    pub keywords: Vec<Cow<'p, str>>,
    pub license: Option<Cow<'p, str>>,
    /// Whether all may read it without paying.
    pub free: Option<bool>,
    /// Its whole text, where that is given.
    pub text: Option<Cow<'p, str>>,
}

/// Who made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Author<'p> {
    pub name: Cow<'p, str>,
    /// Whether it is said to be an organization.
    pub organization: bool,
}

/// How far an entity can be what a page is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Something around it: the site, its owner, a list of crumbs.
    Around,
    /// The page as such.
    Page,
    /// A thing that a page may present: a product, an event, a video.
    Thing,
    /// A work that is written to be read.
    Work,
}

impl Entity<'_> {
    /// What its type makes it. A thing of no stated type is one that a page may present.
    pub fn rank(&self) -> Rank {
        let Some(kind) = self.kind.as_deref() else { return Rank::Thing };
        match kind {
            "QAPage" | "Question" | "Recipe" | "HowTo" | "Review" | "CriticReview" | "Report"
            | "CreativeWork" | "Blog" | "Comment" | "Chapter" | "Thesis" => Rank::Work,
            "Article" | "hentry" => Rank::Work,
            _ if kind.ends_with("Article") || kind.ends_with("Posting") && kind != "JobPosting" => {
                Rank::Work
            }
            _ if kind.ends_with("Page") => Rank::Page,
            "Organization"
            | "WebSite"
            | "Person"
            | "BreadcrumbList"
            | "ImageObject"
            | "ItemList"
            | "ListItem"
            | "SearchAction"
            | "SiteNavigationElement"
            | "Corporation"
            | "NewsMediaOrganization"
            | "WPHeader"
            | "WPFooter"
            | "WPSideBar"
            | "Brand"
            | "Offer"
            | "AggregateRating"
            | "Rating"
            | "PostalAddress"
            | "WebPageElement" => Rank::Around,
            _ => Rank::Thing,
        }
    }
}

/// What tells that an entity is what a page is about.
pub(super) struct Identity {
    /// The page's addresses, bare.
    urls: Vec<String>,
    /// Key of its title.
    title: String,
}

impl Identity {
    /// By the page's address, the one it gives itself, and its `title` element.
    pub fn new(page: &Page, signals: &Signals, url: Option<&str>) -> Identity {
        let is_canonical = |(relation, _): &&(Relation, NodeId)| *relation == Relation::Canonical;
        let canonical = signals.links.iter().find(is_canonical);
        let href = canonical.and_then(|&(_, node)| page.dom().attribute(node, "href"));
        let urls = url.into_iter().chain(href.as_deref()).map(|url| bare(url).to_owned());
        let title = page.title().map(|title| key(&title)).unwrap_or_default();
        Identity { urls: urls.collect(), title }
    }

    /// Whether an entity is at the page's address, or has its title.
    fn is_of(&self, entity: &Entity) -> bool {
        let url =
            entity.url.as_deref().is_some_and(|url| self.urls.iter().any(|own| own == bare(url)));
        let titled = || {
            let title = entity.title.as_deref().map(|title| key(&folded(Cow::Borrowed(title))));
            title.is_some_and(|title| !title.is_empty() && self.title.contains(&title))
        };
        url || titled()
    }
}

/// An address without scheme, fragment and final slashes.
fn bare(url: &str) -> &str {
    let url = url.split('#').next().unwrap_or_default();
    url.split_once("//").map_or(url, |(_, rest)| rest).trim_end_matches('/')
}

/// The entities that the page may be about, best first: works before things before the page as such.
/// Of several works only those are taken that are the page's own; if none is, the page is a list,
/// and what is listed is not what it is about.
pub(super) fn main<'e, 'p>(entities: &'e [Entity<'p>], page: &Identity) -> Vec<&'e Entity<'p>> {
    let mut about: Vec<_> = entities.iter().filter(|entity| entity.rank() > Rank::Around).collect();
    for rank in [Rank::Work, Rank::Thing] {
        let mut titles: Vec<_> = about
            .iter()
            .filter(|entity| entity.rank() == rank)
            .filter_map(|entity| entity.title.as_deref())
            .collect();
        titles.dedup();
        if titles.len() > 1 {
            about.retain(|entity| entity.rank() != rank || page.is_of(entity));
        }
    }
    about.sort_by_key(|entity| std::cmp::Reverse(entity.rank()));
    about
}
