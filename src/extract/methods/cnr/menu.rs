//! Menu detection (López, Silva and Insa 2012, Section VI).
//!
//! With hyperlinks instead of characters, Algorithm 1 finds the concentrations of links. Menus are
//! those in which a link has few characters.
//!
//! *Departures from the paper,* which gives no more than the idea. A link weighs 1, counts 1 and
//! hides what is in it; `nav` counts like any other element, since it is what is looked for. A
//! concentration is an element with at least `menu_links` links and `menu_ratio` links a node (for each link
//! at most three other nodes, by default), and below no other such element. It is a menu if its links are no longer than the page's
//! are on average. Algorithm 2 is left out: on modern pages the siblings that meet are header, main
//! part and footer.

use super::ratio::{Role, Shares, is_non_content};
use crate::dom::{NodeId, Tag};
use crate::page::Page;

/// A concentration of short links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Menu {
    /// The element that holds them.
    pub node: NodeId,
    /// Hyperlinks below it.
    pub links: u32,
    /// Characters of linked text below it.
    pub characters: u32,
}

impl Menu {
    /// Characters a link.
    pub fn characters_per_link(&self) -> f64 {
        f64::from(self.characters) / f64::from(self.links)
    }
}

/// A menu's text in one line: what stands in two links is two words, however close they are.
pub(super) fn text(page: &Page, menu: NodeId) -> String {
    let dom = page.dom();
    let link = |node| dom.ancestors(node).find(|&above| dom.is_link(above));
    let mut line = String::new();
    let mut last = None;
    for leaf in &page.leaves()[page.leaves_under(menu)] {
        let of = link(leaf.node);
        if !line.is_empty() && (!leaf.glued || of != last) {
            line.push(' ');
        }
        line.push_str(page.text(leaf));
        last = of;
    }
    line
}

/// The page's menus, those with the fewest characters a link first; none lies in another. Each has at least
/// so many links, and so many links a node.
pub fn menus(page: &Page, least_links: u32, least_ratio: f64) -> Vec<Menu> {
    let dom = page.dom();
    let role = |node, tag| match tag {
        Tag::A if dom.is_link(node) => Role::Whole(1),
        Tag::NAV => Role::Container,
        _ if is_non_content(tag) => Role::Whole(0),
        _ => Role::Container,
    };
    let ratios = Shares::new(page, role, |_| 0).ratios();
    let concentration = |node| {
        let links = ratios.amount(&dom.subtree(node));
        Menu { node, links, characters: page.stats(node).link_chars }
    };
    let average = concentration(dom.root()).characters_per_link();
    let mut end = 0;
    let mut menus = Vec::new();
    for node in dom.nodes() {
        let nodes = dom.subtree(node);
        let is_thin = ratios.amount(&nodes) < least_links || ratios.ratio(&nodes) < least_ratio;
        if node.0 < end || is_thin {
            continue;
        }
        end = nodes.end;
        menus.push(concentration(node));
    }
    menus.retain(|menu| menu.characters_per_link() <= average);
    menus.sort_by(|a, b| a.characters_per_link().total_cmp(&b.characters_per_link()));
    menus
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (class, links, characters) of each menu.
    fn found(html: &str) -> Vec<(String, u32, u32)> {
        let page = Page::parse(html);
        let class = |node| page.dom().attribute(node, "class").unwrap_or_default().into_owned();
        menus(&page, 3, 0.25).into_iter().map(|m| (class(m.node), m.links, m.characters)).collect()
    }

    fn list(class: &str, entries: &[&str]) -> String {
        let entries = entries.iter().map(|text| format!("<li><a href=/x>{text}</a></li>"));
        format!("<ul class={class}>{}</ul>", entries.collect::<String>())
    }

    #[test]
    fn short_links_close_together_are_a_menu() {
        let page = list("main", &["Home", "News", "About us"])
            + "<p>A text with <a href=/1>one</a> link, and <b>many</b> other <i>nodes</i>.</p>"
            + "<section><p>x</p><p>y</p><p>z</p>"
            + &list("headlines", &["A headline is a sentence of its own", "And so is", "this one"])
            + "</section>"
            + "<div><p>x</p><p>y</p><p>z</p>"
            + &list("foot", &["Legal", "Mail", "Top"])
            + "</div>";
        assert_eq!(found(&page), [("foot".into(), 3, 12), ("main".into(), 3, 16)]);
    }

    #[test]
    fn anchors_without_an_address_and_pairs_are_none() {
        assert!(
            found("<ul><li><a name=1>a</a><li><a name=2>b</a><li><a name=3>c</a></ul>").is_empty()
        );
        assert!(found(&list("pair", &["a", "b"])).is_empty());
    }

    #[test]
    fn the_entries_of_a_menu_are_words_of_their_own() {
        let page =
            Page::parse("<p><a href=/1><b>O</b>ne</a><a href=/2>Two</a> | <a href=/3>Three</a>");
        let menu = page.leaves()[0].block;
        assert_eq!(text(&page, menu), "One Two | Three");
    }

    #[test]
    fn a_menu_in_a_menu_is_part_of_it() {
        let inner = list("inner", &["a", "b", "c"]);
        let outer = list("outer", &["d", "e", "f"]).replace("</ul>", &format!("<li>{inner}</ul>"));
        assert_eq!(found(&(outer + &"<p>text".repeat(5))), [("outer".into(), 6, 6)]);
    }
}
