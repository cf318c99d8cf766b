//! Links of a page, counted once, and the rule for link lists.

use crate::dom::{NodeId, Tag};
use crate::page::Page;

/// What a link shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// Text, with or without images.
    Text,
    /// An image and no text.
    Image,
    /// Nothing.
    Blank,
}

/// A page with its images and links counted.
pub struct Census<'p, 'h> {
    /// The page.
    pub page: &'p Page<'h>,
    /// Images, text links and image links before each node, and in all.
    before: Vec<[u32; 3]>,
}

impl<'p, 'h> Census<'p, 'h> {
    /// Counts a page's images and links.
    pub fn new(page: &'p Page<'h>) -> Census<'p, 'h> {
        let dom = page.dom();
        let mut census = Census { page, before: Vec::with_capacity(dom.len() + 1) };
        let mut count = 0;
        for node in dom.nodes() {
            census.before.push([count, 0, 0]);
            count += u32::from(dom.tag(node) == Some(Tag::IMG));
        }
        census.before.push([count, 0, 0]);
        let (mut texts, mut images) = (0, 0);
        for node in dom.nodes() {
            census.before[node.index()][1..].copy_from_slice(&[texts, images]);
            match census.link(node) {
                Some(Link::Text) => texts += 1,
                Some(Link::Image) => images += 1,
                _ => {}
            }
        }
        census.before[dom.len()][1..].copy_from_slice(&[texts, images]);
        census
    }

    /// What a link shows; `None` for a node that is no link.
    pub fn link(&self, node: NodeId) -> Option<Link> {
        self.page.dom().is_link(node).then(|| {
            if !self.page.leaves_under(node).is_empty() {
                Link::Text
            } else if self.within(node, 0) > 0 {
                Link::Image
            } else {
                Link::Blank
            }
        })
    }

    /// Images, text links or image links at and below a node.
    fn within(&self, node: NodeId, what: usize) -> u32 {
        let nodes = self.page.dom().subtree(node);
        self.before[nodes.end as usize][what] - self.before[nodes.start as usize][what]
    }
}

/// The rule for link lists, and what becomes of them.
#[derive(Debug, Clone, PartialEq)]
pub struct LinkLists {
    /// Whether blocks of every kind are looked at, or only table cells.
    pub blocks: bool,
    /// Links a word outside of links, above which there is a link list.
    pub ratio: f64,
    /// Characters that are taken for a word.
    pub chars_per_word: f64,
    /// Whether links with text count.
    pub text_links: bool,
    /// Whether links that are an image count.
    pub image_links: bool,
    /// Whether only text and links are removed, and all other elements stay.
    pub text_only: bool,
    /// Whether the element itself is removed too.
    pub cells: bool,
}

impl LinkLists {
    /// Whether an element is a link list.
    pub fn is_list(&self, census: &Census, node: NodeId, tag: Tag) -> bool {
        if !(matches!(tag, Tag::TD | Tag::TH) || self.blocks && is_block(tag)) {
            return false;
        }
        let count = |counts: bool, what| if counts { census.within(node, what) } else { 0 };
        let links = count(self.text_links, 1) + count(self.image_links, 2);
        let stats = census.page.stats(node);
        let words = f64::from(stats.chars - stats.link_chars) / self.chars_per_word;
        links > u32::from(self.blocks) && f64::from(links) > self.ratio * words
    }

    /// Whether a node is a link that counts.
    pub fn counts(&self, census: &Census, node: NodeId) -> bool {
        match census.link(node) {
            Some(Link::Text) => self.text_links,
            Some(Link::Image) => self.image_links,
            _ => false,
        }
    }
}

/// Where link lists are on pages that are not laid out by tables.
fn is_block(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::UL
            | Tag::OL
            | Tag::DIV
            | Tag::NAV
            | Tag::SECTION
            | Tag::P
            | Tag::LI
            | Tag::TABLE
            | Tag::HEADER
            | Tag::FOOTER
            | Tag::ASIDE
    )
}
