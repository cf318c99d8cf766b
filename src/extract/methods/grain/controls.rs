//! What operates a page: the text of buttons, of links with the role of one, and of the labels of fields.
//!
//! "Add to cart", "Click to expand", "Copy" and "Your name" stand in the midst of what is read, in the very units of
//! goods, of posts, of code and of forms, and are no part of it. What a button shows as a heading, a term or a summary
//! is: it folds away what stands below it. On a page that is one text labels stand beside what a reader ticks off, as
//! what a recipe is made of, and are content; elsewhere they name fields and filters.

use super::features::Features;
use super::ruling::Ruling;
use crate::dom::{Dom, NodeId, Tag};
use crate::page::{Leaf, Page};

/// The elements whose text is none of the content, on a page that is one text and on others.
const BUTTONS: &[Tag] = &[Tag::BUTTON];
const BUTTONS_AND_LABELS: &[Tag] = &[Tag::BUTTON, Tag::LABEL];

/// The elements whose text is none of the content of a page, by whether it is one text.
pub fn elements(is_text: bool) -> &'static [Tag] {
    if is_text { BUTTONS } else { BUTTONS_AND_LABELS }
}

/// What is done with the text of buttons and of labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Controls {
    /// It may be chosen.
    Keep,
    /// It is dropped.
    Drop,
}

/// Drops the units that are nothing else.
pub fn drop(page: &Page, controls: &[Tag], features: &Features, rulings: &mut [Ruling]) {
    for (unit, ruling) in rulings.iter_mut().enumerate() {
        if ruling.is_kept() && of_unit(page, controls, features, unit).all(|leaf| leaf.1) {
            *ruling = Ruling::Control;
        }
    }
}

/// The leaves of a unit, as indexes of the page's, and whether each is the text of one of these elements.
pub fn of_unit(
    page: &Page,
    controls: &[Tag],
    features: &Features,
    unit: usize,
) -> impl Iterator<Item = (usize, bool)> {
    let block = features.blocks.above(unit);
    let is_title = block.path.heading > 0 || matches!(block.tag, Tag::DT | Tag::SUMMARY);
    let leaves = page.units()[unit].leaves.clone();
    leaves.map(move |at| {
        let at = at as usize;
        (at, !is_title && is_control(page, controls, &page.leaves()[at]))
    })
}

/// Whether a leaf lies in one of these elements or in a link with the role of a button. The nearest block element
/// above it is the last that is looked at.
fn is_control(page: &Page, controls: &[Tag], leaf: &Leaf) -> bool {
    let dom = page.dom();
    let mut node = leaf.node;
    while let Some(parent) = dom.parent(node) {
        let operates = |tag| controls.contains(&tag) || tag == Tag::A && is_button(dom, parent);
        if dom.tag(parent).is_some_and(operates) {
            return true;
        }
        if parent == leaf.block {
            break;
        }
        node = parent;
    }
    false
}

/// Whether an element has the role of a button.
fn is_button(dom: &Dom, node: NodeId) -> bool {
    dom.attribute(node, "role").is_some_and(|role| role.trim_ascii().eq_ignore_ascii_case("button"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::methods::grain::lexicon::Lexicon;

    /// What each unit of a page is ruled, all being chosen, and its leaves that are controls.
    fn ruled(html: &str, is_text: bool) -> Vec<(Ruling, Vec<bool>)> {
        let page = Page::parse(html);
        let features = Features::new(&page, &Lexicon::new([].into_iter()));
        let mut rulings = vec![Ruling::Chosen; page.units().len()];
        let controls = elements(is_text);
        drop(&page, controls, &features, &mut rulings);
        let leaves = |unit| of_unit(&page, controls, &features, unit).map(|leaf| leaf.1).collect();
        rulings.iter().enumerate().map(|(unit, &ruling)| (ruling, leaves(unit))).collect()
    }

    #[test]
    fn buttons_and_labels_are_dropped() {
        for html in [
            "<button>Copy</button>",
            "<div><label><b>Your name</b></label></div>",
            "<p><a role=' Button'>Click to expand</a>",
        ] {
            assert_eq!(ruled(html, false), [(Ruling::Control, vec![true])], "{html}");
        }
        let html = "<li>A drill<button>Add to cart</button>";
        assert_eq!(ruled(html, false), [(Ruling::Chosen, vec![false, true])]);
        let linked = "<p>A drill <a href=/more role=link>of steel</a>";
        assert_eq!(ruled(linked, false), [(Ruling::Chosen, vec![false, false])]);
        let ticked = "<li><label><input type=checkbox>two eggs</label>";
        assert_eq!(ruled(ticked, true), [(Ruling::Chosen, vec![false])]);
    }

    #[test]
    fn titles_that_fold_are_kept() {
        for tag in ["h3", "dt", "summary"] {
            let html = format!("<{tag}><button>Shipping</button></{tag}>");
            assert_eq!(ruled(&html, true), [(Ruling::Chosen, vec![false])], "{tag}");
        }
    }
}
