//! `cetd`: Sun, Song and Liao 2011, *DOM based content extraction via text density*, SIGIR, 245–254.
//!
//! A subtree with many characters and few tags is dense text. The composite density of an element also
//! weighs down what is linked, against the page's own share of links: with C characters, T tags below, LC
//! characters and LT tags of links, and b for the body,
//!
//! ```text
//! density = C/T · log base ln(C/(C − LC)·LC + LCb/Cb·C + e) of (C/LC · T/LT)
//! ```
//!
//! The density sum of an element is that of its children's densities: it is high where dense parts lie
//! side by side, which is what an article looks like. The element with the greatest sum of all is content,
//! and the least density on the way from it to the body is the threshold: of every element above it, whose
//! ancestors are above it too, the part with the greatest sum is content.
//!
//! Everything is a difference of prefix sums or one pass backwards over the tree, so it is linear.
//!
//! *Departures from the paper.* Divisors of 0 are 1, as it says. Where a page has no link at all the
//! logarithm's base would be 1; it is e then. The printed sum is over children that are tags; text that
//! stands beside them is a child too here (`text=children`), whose density is that of C characters under one
//! tag: without it a text broken by `br` alone has no sum at all. `text=none`, the preset `paper`, is the
//! print; there an element without tags below has its own density as its sum, as in the authors' program. On
//! WCXB dev the two are alike (F1 .803); without links in the density it is .791 (`density=plain`).
//! Characters are those of leaves.

use std::ops::Range;

use crate::Result;
use crate::dom::{Dom, NodeId, Tag};
use crate::extract::extractor::Extractor;
use crate::extract::method::Method;
use crate::extract::parameters::{choice, parameters};
use crate::extraction::{Column, Explanation, Extraction, Part, Section};
use crate::page::Page;

/// The method's row.
pub const METHOD: Method = Method::new::<Parameters>(
    "Sun, Song & Liao 2011, SIGIR, 245-254",
    "Sums the text densities of an element's children, and keeps the densest sums above a threshold.",
);

parameters! {
    /// What `cetd` can be told.
    pub struct Parameters for Cetd, "cetd" {
        /// whether links weigh a density down
        density: Density = Density::Composite;
        /// what text beside tags adds to a sum: as a child of its own, or nothing
        text: BareText = BareText::Children;
    }
    /// the sums as printed
    preset paper { text: BareText::None }
}

/// The density of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Density {
    /// Characters a tag (the paper's equation 1).
    Plain,
    /// The same, weighed down by links (equation 3).
    Composite,
}

/// What text that stands beside tags adds to a density sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BareText {
    /// Its density as that of a child.
    Children,
    /// Nothing.
    None,
}

choice!(Density { Plain: "plain", Composite: "composite" });
choice!(BareText { Children: "children", None: "none" });

/// What an explanation says of a part.
const COLUMNS: [Column; 2] =
    [Column { name: "density", places: 1 }, Column { name: "sum", places: 1 }];

/// Sun, Song and Liao's extractor.
#[derive(Debug, Clone)]
pub struct Cetd(Parameters);

/// Densities of a page, by node.
struct Densities {
    density: Vec<f64>,
    sum: Vec<f64>,
    /// The node with the greatest sum in each subtree.
    densest: Vec<NodeId>,
}

impl Cetd {
    /// The extractor with these settings.
    fn new(parameters: &Parameters) -> Result<Cetd> {
        Ok(Cetd(parameters.clone()))
    }

    fn densities(&self, page: &Page) -> Densities {
        let dom = page.dom();
        let links = links_before(dom);
        let root = page.stats(dom.root());
        let share = f64::from(root.link_chars) / f64::from(root.chars.max(1));
        let (mut density, mut sum) = (vec![0.0; dom.len()], vec![0.0; dom.len()]);
        let mut densest: Vec<_> = dom.nodes().collect();
        // The best below each node, so far, and whether an element is below it at all.
        let mut below: Vec<Option<NodeId>> = vec![None; dom.len()];
        // Backwards, children come before their parents.
        for i in (0..dom.len()).rev() {
            let node = NodeId(i as u32);
            let is_tag = dom.tag(node).is_some();
            let counts = Counts::of(page, node, &links);
            density[i] = match self.0.density {
                Density::Plain => counts.plain(),
                Density::Composite => counts.composite(share),
            };
            if self.0.text == BareText::None && below[i].is_none() {
                sum[i] = density[i];
            }
            if let Some(best) = below[i].filter(|best| sum[best.index()] > sum[i]) {
                densest[i] = best;
            }
            let Some(parent) = dom.parent(node).map(NodeId::index) else { continue };
            if is_tag || self.0.text == BareText::Children {
                sum[parent] += density[i];
            }
            // Of equals the first of the page.
            let best = |other: NodeId| sum[densest[i].index()] >= sum[other.index()];
            if is_tag && below[parent].is_none_or(best) {
                below[parent] = Some(densest[i]);
            }
        }
        Densities { density, sum, densest }
    }

    /// The elements that are content; none lies in another.
    fn content(&self, page: &Page, densities: &Densities) -> Vec<NodeId> {
        let dom = page.dom();
        let Densities { density, densest, .. } = densities;
        let Some(body) = dom.nodes().find(|&node| dom.tag(node) == Some(Tag::BODY)) else {
            return Vec::new();
        };
        let best = densest[body.index()];
        let around = dom.ancestors(best).take_while(|&node| node >= body);
        let threshold = around.map(|node| density[node.index()]);
        let threshold = threshold.fold(density[best.index()], f64::min);
        let mut content: Vec<NodeId> = Vec::new();
        let mut taken = vec![false; dom.len()];
        let mut next = body;
        let end = dom.subtree(body).end;
        while next.0 < end {
            let node = next;
            let is_tag = dom.tag(node).is_some();
            // Below a thin element nothing is looked at, nor in what is content already.
            if !is_tag || density[node.index()] < threshold || taken[node.index()] {
                next = NodeId(dom.subtree(node).end);
                continue;
            }
            let part = densest[node.index()];
            if !taken[part.index()] {
                let nodes = dom.subtree(part);
                taken[nodes.start as usize..nodes.end as usize].fill(true);
                content.push(part);
            }
            next = NodeId(node.0 + 1);
        }
        content
    }
}

/// Links before a node; one entry more than there are nodes.
fn links_before(dom: &Dom) -> Vec<u32> {
    let mut links = Vec::with_capacity(dom.len() + 1);
    let mut sum = 0;
    links.push(0);
    for node in dom.nodes() {
        sum += u32::from(dom.is_link(node));
        links.push(sum);
    }
    links
}

/// What is counted in a subtree.
struct Counts {
    chars: f64,
    /// Tags below its root.
    tags: f64,
    link_chars: f64,
    link_tags: f64,
}

impl Counts {
    fn of(page: &Page, node: NodeId, links: &[u32]) -> Counts {
        let stats = page.stats(node);
        let Range { start, end } = page.dom().subtree(node);
        let own = u32::from(page.dom().tag(node).is_some());
        Counts {
            chars: f64::from(stats.chars),
            tags: f64::from(stats.tags - own),
            link_chars: f64::from(stats.link_chars),
            link_tags: f64::from(links[end as usize] - links[start as usize]),
        }
    }

    /// Characters a tag.
    fn plain(&self) -> f64 {
        self.chars / self.tags.max(1.0)
    }

    /// The composite density, given the page's share of linked characters.
    fn composite(&self, share: f64) -> f64 {
        let Counts { chars, tags, link_chars, link_tags } = *self;
        if chars == 0.0 {
            return 0.0;
        }
        let tags = tags.max(1.0);
        let unlinked = (chars - link_chars).max(1.0);
        let base = (chars / unlinked * link_chars + share * chars + std::f64::consts::E).ln();
        let base = if share == 0.0 { 1.0 } else { base.ln() };
        let argument = chars / link_chars.max(1.0) * (tags / link_tags.max(1.0));
        chars / tags * argument.ln() / base
    }
}

impl Extractor for Cetd {
    fn extract(&self, page: &Page) -> Extraction {
        let mut extraction = Extraction::none(page);
        for node in self.content(page, &self.densities(page)) {
            extraction.kept[page.leaves_under(node)].fill(true);
        }
        extraction
    }

    /// The parts that are content, with their densities.
    fn explain(&self, page: &Page) -> Explanation {
        let densities = self.densities(page);
        let part = |node: NodeId| Part {
            node,
            numbers: vec![densities.density[node.index()], densities.sum[node.index()]],
            note: String::new(),
            leaves: page.leaves_under(node).map(|leaf| leaf as u32).collect(),
        };
        let parts = self.content(page, &densities).into_iter().map(part).collect();
        let title = "parts with the greatest density sums";
        let section = Section { title, columns: &COLUMNS, parts };
        Explanation { sections: vec![section], ..Explanation::bare(self.extract(page)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render;
    use proptest::prelude::*;

    fn cetd(spec: &str) -> Cetd {
        spec.parse::<Parameters>().unwrap().build().unwrap()
    }

    fn text(spec: &str, html: &str) -> String {
        let page = Page::parse(html);
        render::text(&page, &cetd(spec).extract(&page))
    }

    #[test]
    fn densities_worked_out() {
        let counts = Counts { chars: 200.0, tags: 4.0, link_chars: 50.0, link_tags: 2.0 };
        assert_eq!(counts.plain(), 50.0);
        // C/(C − LC)·LC = 200/150·50 = 66.667; LCb/Cb·C = 0.1·200 = 20; C/LC·T/LT = 4·2.
        let base = (66.0 + 2.0 / 3.0 + 20.0 + std::f64::consts::E).ln();
        let expected = 50.0 * 8.0_f64.ln() / base.ln();
        assert!((counts.composite(0.1) - expected).abs() < 1e-9);
        let bare = Counts { chars: 10.0, tags: 0.0, link_chars: 0.0, link_tags: 0.0 };
        assert_eq!(bare.plain(), 10.0);
        assert!((bare.composite(0.0) - 10.0 * 10.0_f64.ln()).abs() < 1e-9);
    }

    const PAGE: &str = "<ul><li><a href=/>Home</a><li><a href=/n>News</a><li><a href=/o>Other</a></ul>\
        <div><p>The mill ran dry in May, and nobody in the village could say why it had.</p>\
        <p>It had run for three hundred years, through war and flood and drought.</p></div>\
        <div><a href=/1>More</a><a href=/2>Less</a></div>";

    #[test]
    fn the_densest_sum_is_content() {
        let expected = "The mill ran dry in May, and nobody in the village could say why it had.\n\
                        It had run for three hundred years, through war and flood and drought.";
        for spec in ["cetd", "cetd(paper)", "cetd(density=plain)"] {
            assert_eq!(text(spec, PAGE), expected, "{spec}");
        }
    }

    #[test]
    fn text_beside_tags_is_a_child_unless_as_printed() {
        let html = "<ul><li><a href=/>Home</a><li><a href=/n>News</a></ul><div>The mill ran dry in \
                    May, and nobody could say why.<br>It had run for three hundred years.</div>";
        assert!(text("cetd", html).starts_with("The mill"));
        assert!(!text("cetd(paper)", html).starts_with("The mill"));
    }

    proptest! {
        #[test]
        fn parts_are_apart_and_any_page_is_taken(pieces: Vec<u8>) {
            const PIECES: [&str; 8] =
                ["<div>", "<p>", "</div>", "</p>", "some text, ", "more ", "<a href=/>x</a>", "<br>"];
            let html: String = pieces.iter().map(|piece| PIECES[usize::from(piece % 8)]).collect();
            let page = Page::parse(&html);
            let cetd = cetd("cetd");
            let parts = cetd.content(&page, &cetd.densities(&page));
            for (i, &a) in parts.iter().enumerate() {
                for &b in &parts[i + 1..] {
                    let (a, b) = (page.dom().subtree(a), page.dom().subtree(b));
                    prop_assert!(a.end <= b.start || b.end <= a.start);
                }
            }
        }
    }
}
