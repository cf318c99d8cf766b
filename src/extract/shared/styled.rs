//! One element of a page as a page of its own, as its site shows it: for methods whose output is the part
//! of the page that they choose, with its styles and images, and not its text alone.

use crate::content::image;
use crate::dom::{Dom, NodeId, Tag};
use crate::extract::shared::scripts::runs_script;
use crate::extract::shared::serialize::{Shown, serialize};
use crate::page::Page;

/// The element as HTML within the elements that it lies in, so that the page's styles find it as they did.
///
/// Of the head there are title, base and style sheets. Whatever runs or brings in something else is left
/// out: scripts, frames, objects and attributes with scripts; so is what `is_dropped` names. Images have the
/// address that a script would have given them. Addresses are as the page has them.
pub fn styled(page: &Page, element: NodeId, is_dropped: impl Fn(NodeId) -> bool) -> String {
    let dom = page.dom();
    let mut shown = vec![Shown::Nothing; dom.len()];
    for node in dom.subtree(element).map(NodeId) {
        let is_out = dom.tag(node).is_some_and(brings_in) || is_dropped(node);
        shown[node.index()] = if is_out { Shown::Nothing } else { Shown::Whole };
    }
    for above in dom.ancestors(element) {
        shown[above.index()] = Shown::Whole;
    }
    if let Some(head) = dom.nodes().find(|&node| dom.tag(node) == Some(Tag::HEAD)) {
        shown[head.index()] = Shown::Whole;
        for child in dom.children(head) {
            let what = if is_style(dom, child) { Shown::Whole } else { Shown::Nothing };
            shown[child.index()] = what;
            dom.subtree(child).for_each(|node| shown[node as usize] = what);
        }
    }
    serialize(dom, &shown, |node, put| attributes(dom, node, put), "")
}

/// Whether an element runs something or brings in another document.
fn brings_in(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::SCRIPT | Tag::NOSCRIPT | Tag::TEMPLATE | Tag::IFRAME | Tag::OBJECT | Tag::EMBED
    )
}

/// Whether an element of the head says how the page looks, or where its addresses start.
fn is_style(dom: &Dom, node: NodeId) -> bool {
    match dom.tag(node) {
        Some(Tag::TITLE | Tag::BASE | Tag::STYLE) => true,
        Some(Tag::LINK) => dom.attribute(node, "rel").is_some_and(|rel| {
            rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("stylesheet"))
        }),
        _ => false,
    }
}

/// The attributes of an element, without scripts; an image's address is where it is to be had.
fn attributes(dom: &Dom, node: NodeId, put: &mut dyn FnMut(&str, &str)) {
    let address = (dom.tag(node) == Some(Tag::IMG)).then(|| image::address(dom, node)).flatten();
    if let Some(address) = &address {
        put("src", address);
    }
    for attribute in dom.attributes(node) {
        let name = attribute.name();
        let is_other = matches!(&*name, "src" | "srcset") || image::LAZY.contains(&&*name);
        if !(runs_script(&attribute) || address.is_some() && is_other) {
            put(&name, &attribute.value());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_stands_alone_with_its_styles_and_images() {
        let html = "<title>t</title><meta charset=gbk><link rel='preload stylesheet' href=a.css>\
            <script src=a.js></script><style>p>b {}</style><body class=news onload=go()><nav>n</nav>\
            <main id=m><div class=x><p style='color: red'>one <b>&lt;two</b></p>\
            <img src=blank.gif data-src=real.jpg alt=i><a href='java\tscript:go()' title=l>l</a>\
            <script>go()</script><iframe src=ad></iframe><i>dropped</i></div><p>beside</p></main>";
        let page = Page::parse(html);
        let dom = page.dom();
        let class = |node| dom.attribute(node, "class").unwrap_or_default();
        let element = dom.nodes().find(|&node| class(node) == "x").unwrap();
        let left = styled(&page, element, |node| dom.tag(node) == Some(Tag::I));
        let expected = "<!DOCTYPE html>\n<html><head><title>t</title>\
            <link rel=\"preload stylesheet\" href=\"a.css\"><style>p>b {}</style></head>\
            <body class=\"news\"><main id=\"m\"><div class=\"x\">\
            <p style=\"color: red\">one <b>&lt;two</b></p><img src=\"real.jpg\" alt=\"i\">\
            <a title=\"l\">l</a></div></main></body></html>";
        assert_eq!(left, expected);
    }

    #[test]
    fn the_whole_page_has_no_more_in_its_head() {
        let page = Page::parse("<title>t</title><meta name=x><p>a");
        let left = styled(&page, page.dom().root(), |_| false);
        assert!(left.ends_with("<html><head><title>t</title></head><body><p>a</p></body></html>"));
    }
}
