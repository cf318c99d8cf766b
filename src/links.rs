//! The links of a page, or of its content: for crawlers and builders of link graphs.

use serde::Serialize;

use crate::content::Base;
use crate::dom::{Dom, NodeId, Tag};
use crate::extraction::Extraction;
use crate::page::Page;

/// Which links are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Scope {
    /// Those in the content: a kept leaf lies in them.
    #[default]
    Content,
    /// Every link of the page.
    All,
}

/// A link to another page or file. One to a place on its own page, or that runs a script, is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Link {
    /// Its address, absolute where the page's own address is known or it has a `base`.
    pub url: String,
    /// What a reader sees of it; of a picture its alternative text; empty where there is neither.
    pub text: String,
    /// Its relations as the page has them, such as `nofollow`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rel: Option<String>,
    /// The element that it is.
    pub kind: Kind,
    /// Whether it lies in the content.
    pub content: bool,
}

/// The element that a link is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Kind {
    /// `a`: a reader follows it.
    A,
    /// `area`: a part of a picture.
    Area,
    /// `link`: the page is related to it.
    Link,
    /// `iframe`: it is shown in the page.
    Iframe,
}

/// The links in document order; `url` is the page's address, where it is known.
pub fn links(page: &Page, extraction: &Extraction, url: Option<&str>, scope: Scope) -> Vec<Link> {
    let dom = page.dom();
    let base = Base::of(page, url);
    let mut found = Vec::new();
    for node in dom.nodes() {
        let (kind, attribute) = match dom.tag(node) {
            Some(Tag::A) => (Kind::A, "href"),
            Some(Tag::AREA) => (Kind::Area, "href"),
            Some(Tag::LINK) => (Kind::Link, "href"),
            Some(Tag::IFRAME) => (Kind::Iframe, "src"),
            _ => continue,
        };
        let kept = extraction.kept.get(page.leaves_under(node));
        let content = kept.is_some_and(|kept| kept.contains(&true));
        if scope == Scope::Content && !content {
            continue;
        }
        let Some(address) = dom.attribute(node, attribute) else { continue };
        let mut url = String::new();
        if base.resolve(&address, &mut url) {
            let rel = dom.attribute(node, "rel").filter(|rel| !rel.trim().is_empty());
            let rel = rel.map(std::borrow::Cow::into_owned);
            found.push(Link { url, text: shown(page, dom, node), rel, kind, content });
        }
    }
    found
}

/// What a reader sees of a link.
fn shown(page: &Page, dom: &Dom, link: NodeId) -> String {
    let text = page.text_under(link);
    if !text.is_empty() {
        return text.into_owned();
    }
    let inside = dom.subtree(link).map(NodeId);
    let mut named = inside.filter(|&node| matches!(dom.tag(node), Some(Tag::IMG | Tag::AREA)));
    let alt = named.find_map(|node| dom.attribute(node, "alt"));
    alt.map(|alt| alt.trim().to_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<link rel=canonical href=/dry><a href=/home>Home</a><a href=#top>Top</a>\
        <a href='javascript:x()'>X</a><p>It ran <a href=../may rel=nofollow>dry</a>.\
        <a href=//cdn.example/i><img src=i alt=' A mill '></a><iframe src=https://v.example/1></iframe>";

    fn of(scope: Scope) -> Vec<Link> {
        let page = Page::parse(PAGE);
        let mut extraction = Extraction::none(&page);
        let kept = |leaf: &crate::page::Leaf| ["It ran", "dry", "."].contains(&page.text(leaf));
        extraction.kept = page.leaves().iter().map(kept).collect();
        links(&page, &extraction, Some("https://mill.example/a/b"), scope)
    }

    #[test]
    fn links_of_the_content() {
        let links = of(Scope::Content);
        assert_eq!(
            links,
            [Link {
                url: "https://mill.example/may".into(),
                text: "dry".into(),
                rel: Some("nofollow".into()),
                kind: Kind::A,
                content: true,
            }]
        );
    }

    #[test]
    fn every_link_of_the_page_that_leads_elsewhere() {
        let links = of(Scope::All);
        let shown: Vec<_> =
            links.iter().map(|l| (l.url.as_str(), l.text.as_str(), l.kind)).collect();
        assert_eq!(
            shown,
            [
                ("https://mill.example/dry", "", Kind::Link),
                ("https://mill.example/home", "Home", Kind::A),
                ("https://mill.example/may", "dry", Kind::A),
                ("https://cdn.example/i", "A mill", Kind::A),
                ("https://v.example/1", "", Kind::Iframe),
            ]
        );
    }
}
