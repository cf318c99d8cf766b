//! What a reader of the page does not see, though it is text of it.
//!
//! Pages hide elements by an attribute, by their own style or by a class that every site knows. Most of
//! what is hidden so is furniture (notices for screen readers, windows that open on a click), and some is
//! content that is only folded away: the panels of tabs and accordions, the slides of a carousel. What is
//! folded is not marked, nor is what a script shows at once: what holds most of the page's text, and what
//! React sends behind the page for a place in it (`<div hidden id="S:0">`).
//!
//! Style sheets are not read, and nothing is laid out.

use crate::dom::{Attribute, Dom, NodeId};

use super::Page;

/// Why a reader does not see a leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Hidden {
    /// The attribute `hidden`, unless it is `until-found`.
    Attribute,
    /// The attribute `aria-hidden`: those who listen to the page do not hear it. Others may well see it.
    Aria,
    /// `display: none` or `visibility: hidden` in the element's own style.
    Style,
    /// A class for what only those hear who listen to the page: `sr-only`, `visually-hidden`.
    ScreenReader,
}

impl Hidden {
    /// Every reason.
    pub const ALL: [Hidden; 4] =
        [Hidden::Attribute, Hidden::Aria, Hidden::Style, Hidden::ScreenReader];

    /// Whether it is only hidden from those who listen.
    pub fn is_seen(self) -> bool {
        self == Hidden::Aria
    }

    /// The stable name: lower case, words joined by hyphens.
    pub fn name(self) -> &'static str {
        match self {
            Hidden::Attribute => "attribute",
            Hidden::Aria => "aria",
            Hidden::Style => "style",
            Hidden::ScreenReader => "screen-reader",
        }
    }
}

/// Classes of what only those hear who listen to the page, as Bootstrap, WordPress, Drupal, Tailwind and
/// others name it.
const SCREEN_READER: [&str; 12] = [
    "sr-only",
    "sr_only",
    "sronly",
    "visually-hidden",
    "visuallyhidden",
    "visually_hidden",
    "u-visually-hidden",
    "screen-reader-text",
    "screen-reader-only",
    "screenreader-only",
    "element-invisible",
    "a11y-hidden",
];

/// Parts of class names and ids of what is folded away and opens on a click or by itself.
const FOLDED: [&str; 14] = [
    "accordion",
    "carousel",
    "collaps",
    "expand",
    "faq",
    "fold",
    "panel",
    "read-more",
    "readmore",
    "slick",
    "slide",
    "spoiler",
    "tab",
    "toggle",
];

/// What must stand in a start tag that hides its element: each reason has one of them.
const SIGNS: [&[u8]; 5] = [b"idden", b"none", b"sr", b"reader", b"invisible"];

/// For each leaf of a page, why a reader does not see it; nothing at all where all leaves are seen.
pub(super) fn marks(page: &Page) -> Vec<Option<Hidden>> {
    let dom = page.dom();
    let all = page.stats(dom.root()).chars;
    let mut marks = Vec::new();
    let mut at = 0;
    while at < dom.len() as u32 {
        let node = NodeId(at);
        at += 1;
        let leaves = page.leaves_under(node);
        if dom.is_text(node) || leaves.is_empty() {
            continue;
        }
        let Some(hidden) = reason(dom, node) else { continue };
        if page.stats(node).chars * 2 > all {
            continue;
        }
        marks.resize(page.leaves().len(), None);
        marks[leaves].fill(Some(hidden));
        at = dom.subtree(node).end;
    }
    marks
}

/// Whether only those who listen to a page hear what an element holds, by a class of it.
pub(crate) fn is_heard(dom: &Dom, node: NodeId) -> bool {
    may_hide(dom, node)
        && dom.attribute(node, "class").is_some_and(|class| is_for_screen_readers(&class))
}

/// Whether an element's start tag has what one must have that hides it.
fn may_hide(dom: &Dom, node: NodeId) -> bool {
    let tag = dom.source(node);
    let tag = dom.html().as_bytes().get(tag.start as usize..tag.end as usize).unwrap_or_default();
    SIGNS.iter().any(|sign| memchr::memmem::find(tag, sign).is_some())
}

/// Why an element is not seen, by itself.
fn reason(dom: &Dom, node: NodeId) -> Option<Hidden> {
    if !may_hide(dom, node) {
        return None;
    }
    let mut found = None;
    for attribute in dom.attributes(node) {
        let reason = match attribute.name_source().len() {
            6 if attribute.is("hidden") && !is(&attribute, "until-found") => Hidden::Attribute,
            11 if attribute.is("aria-hidden") && is(&attribute, "true") => Hidden::Aria,
            5 if attribute.is("style") && hides(&attribute.value()) => Hidden::Style,
            5 if attribute.is("class") && is_for_screen_readers(&attribute.value()) => {
                Hidden::ScreenReader
            }
            _ => continue,
        };
        found = found.min(Some(reason)).or(Some(reason));
    }
    found.filter(|_| !is_folded(dom, node))
}

fn is(attribute: &Attribute, value: &str) -> bool {
    attribute.value().trim().eq_ignore_ascii_case(value)
}

/// Whether a style hides its element; of two declarations of a property the last counts.
fn hides(style: &str) -> bool {
    let (mut display, mut visibility) = (false, false);
    for declaration in style.split(';') {
        let Some((property, value)) = declaration.split_once(':') else { continue };
        let value = value.split('!').next().unwrap_or_default().trim();
        match property.trim() {
            name if name.eq_ignore_ascii_case("display") => {
                display = value.eq_ignore_ascii_case("none");
            }
            name if name.eq_ignore_ascii_case("visibility") => {
                visibility = ["hidden", "collapse"].iter().any(|v| value.eq_ignore_ascii_case(v));
            }
            _ => {}
        }
    }
    display || visibility
}

fn is_for_screen_readers(class: &str) -> bool {
    let is_known = |name: &str| SCREEN_READER.iter().any(|known| name.eq_ignore_ascii_case(known));
    class.split_ascii_whitespace().any(is_known)
}

/// Whether what an element holds is only folded away.
fn is_folded(dom: &Dom, node: NodeId) -> bool {
    dom.attributes(node).any(|attribute| {
        let value = attribute.value();
        if attribute.is("role") {
            return value.trim().eq_ignore_ascii_case("tabpanel");
        }
        let is_id = attribute.is("id");
        let names = value.to_ascii_lowercase();
        (is_id || attribute.is("class")) && FOLDED.iter().any(|part| names.contains(part))
            || is_id && value.starts_with("S:")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The leaves that are marked, each with its reason.
    fn hidden(html: &str) -> Vec<(String, Hidden)> {
        let page = Page::parse(html);
        let leaves = (0..page.leaves().len()).filter_map(|at| Some((at, page.hidden(at)?)));
        leaves.map(|(at, hidden)| (page.text(&page.leaves()[at]).to_owned(), hidden)).collect()
    }

    const REST: &str =
        "<p>A text that is as long as all that is hidden on the page, and longer still.";

    #[test]
    fn what_hides() {
        for (open, reason) in [
            ("div hidden", Hidden::Attribute),
            ("div HIDDEN=hidden aria-hidden=true", Hidden::Attribute),
            ("span aria-hidden=true", Hidden::Aria),
            ("p style='color:red; Display : none !important'", Hidden::Style),
            ("p style=visibility:hidden", Hidden::Style),
            ("span class='x sr-only'", Hidden::ScreenReader),
            ("h2 class=screen-reader-text", Hidden::ScreenReader),
        ] {
            let html = format!("{REST}<div>a<{open}>b <b>c</b></div>");
            let expected = [("b".to_owned(), reason), ("c".to_owned(), reason)];
            assert_eq!(hidden(&html), expected, "{open}");
        }
    }

    #[test]
    fn what_hides_nothing() {
        for open in [
            "div class=hidden-xs",
            "div hidden=until-found",
            "div aria-hidden=false",
            "p style='display:none;display:block'",
            "p style='background:none'",
            "div data-style='display:none'",
            "div hidden id=S:1",
            // Folded.
            "div role=tabpanel hidden",
            "div class='accordion-body' style='display:none'",
            "div id=FAQ-3 aria-hidden=true",
            "details",
        ] {
            assert_eq!(hidden(&format!("{REST}<div>a<{open}>b")), [], "{open}");
        }
        // A page that a script shows at once.
        assert_eq!(hidden(&format!("<body style=display:none>{REST}")), []);
    }

    #[test]
    fn what_is_folded_in_something_hidden_is_hidden() {
        let html = format!("{REST}<div hidden><div class=tab>b</div>c</div>");
        assert_eq!(hidden(&html).len(), 2);
    }
}
