//! Marks that a site draws beside a text and that are no part of it.

use super::text::is_invisible;
use crate::dom::{Dom, NodeId, Tag};
use crate::page::{Leaf, Page, is_heard};

/// What the link of a heading to itself is drawn as.
const PERMALINKS: [&str; 5] = ["¶", "#", "§", "🔗", "∞"];

/// Classes of a link to the heading that it stands beside.
const PERMALINK_CLASSES: [&str; 7] = [
    "headerlink",
    "header-anchor",
    "hash-link",
    "anchor",
    "anchorjs-link",
    "anchor-link",
    "selflink",
];

/// The most bytes of a text that can be a permalink's.
const MOST_BYTES: usize = 12;

/// Whether a link is that of a heading, term or caption to itself, with nothing but a mark for a text.
pub(super) fn is_permalink(page: &Page, link: NodeId) -> bool {
    let leaves = page.leaves_under(link);
    let [leaf] = &page.leaves()[leaves] else { return false };
    let text = page.text(leaf);
    if text.len() > MOST_BYTES || text.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return false;
    }
    // A picture of a link may be told to look like a character or like a picture.
    let is_bare = |c: char| is_invisible(c) || c == ' ' || matches!(c, '\u{FE0E}' | '\u{FE0F}');
    let text = text.trim_matches(is_bare);
    let dom = page.dom();
    (text.chars().all(is_glyph) || PERMALINKS.contains(&text))
        && dom.attribute(link, "href").is_some_and(|href| href.trim_start().starts_with('#'))
        && (has_class(dom, link, &PERMALINK_CLASSES) || is_in_title(dom, link))
}

/// Whether a character is for private use, a picture of a font of the site's own.
fn is_glyph(c: char) -> bool {
    matches!(c, '\u{E000}'..='\u{F8FF}')
}

/// Whether a link lies in what has a name of its own: a heading, a term or a caption.
fn is_in_title(dom: &Dom, link: NodeId) -> bool {
    let mut tags = dom.ancestors(link).take(4).filter_map(|above| dom.tag(above));
    tags.any(|tag| tag.is_heading() || matches!(tag, Tag::DT | Tag::FIGCAPTION))
}

/// Whether an element is the bullet of an item that LaTeXML writes out.
pub(super) fn is_tag_of_item(dom: &Dom, node: NodeId) -> bool {
    let is_item = |above: &NodeId| dom.tag(*above) == Some(Tag::LI);
    // It is the first thing in the item, behind white space at most.
    let item = dom.parent(node).filter(is_item).filter(|item| node.0 <= item.0 + 2);
    item.is_some() && has_class(dom, node, &["ltx_tag_item"])
}

/// Words before the number of a step, in lower case.
const STEPS: [&str; 12] = [
    "step", "schritt", "étape", "paso", "passo", "pas", "stap", "steg", "trin", "krok", "шаг",
    "adım",
];

/// Whether a text is the number of an item and nothing more, with a sign behind it or the word for a step before
/// it: by itself it may be how much of something is asked for.
pub(super) fn is_number_of_item(text: &str, number: i32) -> bool {
    let (word, rest) = text.rsplit_once(' ').unwrap_or(("", text));
    let is_step = STEPS.contains(&&*word.to_lowercase());
    let digits = rest.trim_end_matches(['.', ')', ':']);
    let is_marked = is_step || word.is_empty() && digits.len() < rest.len();
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    is_marked && is_number && digits.parse() == Ok(number)
}

/// Whether an element is for those who listen to the page and says nothing more than what readers see: it has no
/// letter or digit, or spells out the text beside it that those who listen do not hear.
pub(super) fn is_heard_again(page: &Page, node: NodeId) -> bool {
    let leaves = page.leaves_under(node);
    let [leaf] = &page.leaves()[leaves.clone()] else { return false };
    let dom = page.dom();
    if !is_heard(dom, node) {
        return false;
    }
    let is_unheard = |leaf: &&Leaf| {
        let mut around = dom.ancestors(leaf.node).take(2);
        around.any(|above| dom.attribute(above, "aria-hidden").is_some_and(|value| value == "true"))
    };
    let beside = [leaves.start.checked_sub(1), Some(leaves.end)];
    let beside = beside.iter().flatten().filter_map(|&at| page.leaves().get(at));
    let text = page.text(leaf);
    !text.contains(char::is_alphanumeric)
        || beside.filter(is_unheard).any(|other| spells_out(text, page.text(other)))
}

/// Whether a text has the letters and digits of another in their order, from the first on: `minutes` those of
/// `mins`.
fn spells_out(text: &str, short: &str) -> bool {
    let letters =
        |text: &str| text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    let (text, short): (Vec<char>, Vec<char>) = (letters(text), letters(short));
    let mut rest = text.iter();
    !short.is_empty() && text.first() == short.first() && short.iter().all(|c| rest.any(|r| r == c))
}

/// Whether an element has one of these classes.
pub(super) fn has_class(dom: &Dom, node: NodeId, classes: &[&str]) -> bool {
    let is_one = |class: &str| classes.contains(&class);
    dom.attribute(node, "class").is_some_and(|class| class.split_ascii_whitespace().any(is_one))
}
