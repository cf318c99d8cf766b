//! The filters, in the order in which each element passes through them, and the pass itself.
//!
//! The pass goes down the page once. What a filter decides of an element is written down as what
//! becomes visible of it ([`Shown`]); nothing is taken out of the tree, so what a later filter counts
//! below an element is what the page has there, as it was in Crunch, which filters parents first.

use super::hosts::Hosts;
use super::links::{Census, Link, LinkLists};
use crate::dom::{Dom, NodeId, Tag};
use crate::extract::shared::serialize::Shown;

/// A filter that deletes or replaces elements.
#[derive(Debug, Clone)]
pub enum Filter {
    /// Whatever is loaded from or leads to an advertiser's host.
    Advertisements(Hosts),
    /// All elements of one kind.
    Elements(Tag),
    /// `style`, and `link` to a style sheet.
    Styles,
    /// `noscript`: shown as a browser without scripts does, or removed.
    Noscript {
        /// Whether it is shown.
        shown: bool,
    },
    /// Images outside links.
    Images {
        /// Whether their alternative text is shown.
        alt: bool,
    },
    /// Images in links, and links that are nothing else.
    ImageLinks {
        /// Whether their alternative text is shown.
        alt: bool,
    },
    /// Links that have text.
    TextLinks,
    /// Cells or blocks that are mostly links.
    LinkLists(LinkLists),
}

/// What becomes of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is removed as an advertisement.
    Advertisement,
    /// It is removed.
    Remove,
    /// It stays, and all below it is removed.
    Empty,
    /// It stays, and text and links below it are removed.
    Clear,
    /// Only what is below it stays.
    Unwrap,
    /// Its alternative text takes its place.
    Alt,
}

impl Filter {
    /// What it looks for, as it stands in an explanation.
    pub fn name(&self) -> String {
        match self {
            Filter::Advertisements(_) => "advertisement".to_owned(),
            Filter::Elements(tag) => format!("{} element", tag.name().unwrap_or_default()),
            Filter::Styles => "style sheet".to_owned(),
            Filter::Noscript { .. } => "noscript".to_owned(),
            Filter::Images { .. } => "image".to_owned(),
            Filter::ImageLinks { .. } => "image link".to_owned(),
            Filter::TextLinks => "text link".to_owned(),
            Filter::LinkLists(_) => "link list".to_owned(),
        }
    }

    /// What the filter makes of an element; `None` where it lets it pass. `linked` says whether the
    /// element lies in a link.
    fn apply(&self, census: &Census, node: NodeId, tag: Tag, linked: bool) -> Option<Verdict> {
        let dom = census.page.dom();
        let remove = |is: bool| is.then_some(Verdict::Remove);
        let image = |alt: bool| Some(if alt { Verdict::Alt } else { Verdict::Remove });
        match self {
            Filter::Advertisements(hosts) => {
                is_advertisement(hosts, dom, node, tag).then_some(Verdict::Advertisement)
            }
            Filter::Elements(of) => remove(tag == *of),
            Filter::Styles => remove(tag == Tag::STYLE || is_style_sheet(dom, node, tag)),
            Filter::Noscript { .. } if tag != Tag::NOSCRIPT => None,
            Filter::Noscript { shown } => {
                let in_head = dom.parent(node).and_then(|node| dom.tag(node)) == Some(Tag::HEAD);
                Some(if *shown && !in_head { Verdict::Unwrap } else { Verdict::Remove })
            }
            Filter::Images { alt } if tag == Tag::IMG && !linked => image(*alt),
            Filter::ImageLinks { alt } if tag == Tag::IMG && linked => image(*alt),
            Filter::ImageLinks { alt: false } => remove(census.link(node) == Some(Link::Image)),
            Filter::TextLinks => remove(census.link(node) == Some(Link::Text)),
            Filter::LinkLists(lists) if lists.is_list(census, node, tag) => Some(match () {
                () if lists.cells => Verdict::Remove,
                () if lists.text_only => Verdict::Clear,
                () => Verdict::Empty,
            }),
            _ => None,
        }
    }
}

/// Whether an element loads from or leads to one of the hosts.
fn is_advertisement(hosts: &Hosts, dom: &Dom, node: NodeId, tag: Tag) -> bool {
    let names: &[&str] = match tag {
        Tag::A | Tag::AREA | Tag::LINK => &["href"],
        Tag::IMG | Tag::IFRAME | Tag::SCRIPT | Tag::EMBED | Tag::FRAME | Tag::INPUT => &["src"],
        Tag::SOURCE | Tag::AUDIO | Tag::VIDEO | Tag::TRACK => &["src"],
        _ => return false,
    };
    names.iter().any(|name| dom.attribute(node, name).is_some_and(|url| hosts.match_url(&url)))
}

fn is_style_sheet(dom: &Dom, node: NodeId, tag: Tag) -> bool {
    let is_style = |rel: &str| rel.eq_ignore_ascii_case("stylesheet");
    tag == Tag::LINK
        && dom.attribute(node, "rel").is_some_and(|rel| rel.split_whitespace().any(is_style))
}

/// What the filters leave of a page.
#[derive(Debug, Clone)]
pub struct Filtered {
    /// What is shown of each node.
    pub shown: Vec<Shown>,
    /// Which nodes were removed as advertisements, in document order.
    pub advertisements: Vec<NodeId>,
    /// What was decided of which nodes by which filter, by its place, in document order; `None` for what
    /// goes with the link list around it.
    pub decided: Vec<(NodeId, Option<usize>)>,
}

/// Passes a page through the filters; of each element the first that objects decides.
pub fn pass(filters: &[Filter], census: &Census) -> Filtered {
    let dom = census.page.dom();
    let lists = filters.iter().find_map(|filter| match filter {
        Filter::LinkLists(lists) => Some(lists),
        _ => None,
    });
    let shown = vec![Shown::Whole; dom.len()];
    let filtered = Filtered { shown, advertisements: Vec::new(), decided: Vec::new() };
    let mut pass = Pass { filters, lists, census, filtered, link_end: 0, clear_end: 0 };
    let mut at = 0;
    while at < dom.len() as u32 {
        let node = NodeId(at);
        at = match pass.verdict(node) {
            Some((verdict, filter)) => {
                pass.filtered.decided.push((node, filter));
                pass.carry_out(verdict, node)
            }
            None => at + 1,
        };
    }
    pass.filtered
}

/// Where the pass stands.
struct Pass<'a, 'p, 'h> {
    filters: &'a [Filter],
    lists: Option<&'a LinkLists>,
    census: &'a Census<'p, 'h>,
    filtered: Filtered,
    /// End of the outermost link around the node.
    link_end: u32,
    /// End of the outermost link list around the node that is being cleared.
    clear_end: u32,
}

impl Pass<'_, '_, '_> {
    /// What becomes of a node, and by which filter.
    fn verdict(&mut self, node: NodeId) -> Option<(Verdict, Option<usize>)> {
        let dom = self.census.page.dom();
        let clear = node.0 < self.clear_end;
        let Some(tag) = dom.tag(node) else { return clear.then_some((Verdict::Remove, None)) };
        let linked = node.0 < self.link_end;
        if dom.is_link(node) {
            self.link_end = self.link_end.max(dom.subtree(node).end);
        }
        let apply = |(place, filter): (usize, &Filter)| {
            let verdict = filter.apply(self.census, node, tag, linked)?;
            Some((verdict, Some(place)))
        };
        self.filters.iter().enumerate().find_map(apply).or_else(|| {
            let counts = |lists: &LinkLists| lists.counts(self.census, node);
            (clear && self.lists.is_some_and(counts)).then_some((Verdict::Remove, None))
        })
    }

    /// Writes a verdict down; returns the node to go on with.
    fn carry_out(&mut self, verdict: Verdict, node: NodeId) -> u32 {
        let dom = self.census.page.dom();
        let end = dom.subtree(node).end;
        let shown = &mut self.filtered.shown;
        match verdict {
            Verdict::Clear => self.clear_end = self.clear_end.max(end),
            Verdict::Unwrap => shown[node.index()] = Shown::Content,
            Verdict::Alt => shown[node.index()] = Shown::Alt,
            Verdict::Empty => {
                dom.children(node).for_each(|child| shown[child.index()] = Shown::Nothing);
                return end;
            }
            Verdict::Remove => {
                shown[node.index()] = Shown::Nothing;
                return end;
            }
            Verdict::Advertisement => {
                shown[node.index()] = Shown::Nothing;
                self.filtered.advertisements.push(node);
                return end;
            }
        }
        node.0 + 1
    }
}
