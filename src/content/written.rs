//! Formulas that a page writes as TeX in plain text, for a script to draw.

use std::borrow::Cow;

use super::marks::has_class;
use crate::dom::{Dom, NodeId};

/// Classes of elements that hold one.
const CLASSES: [&str; 2] = ["math", "arithmatex"];

/// What stands around TeX in plain text.
const DELIMITERS: [(&str, &str); 3] = [("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)")];

/// The TeX that is all of an element that is called a formula, with its delimiters.
pub(super) fn tex<'h>(dom: &Dom<'h>, node: NodeId) -> Option<Cow<'h, str>> {
    let text = dom.children(node).next().filter(|&text| dom.is_text(text))?;
    let is_all = dom.subtree(node).len() == 2;
    let tex = is_all.then(|| dom.text(text))?;
    let is_tex = tex.trim().starts_with(['\\', '$']) && is_delimited(tex.trim());
    (is_tex && has_class(dom, node, &CLASSES)).then_some(tex)
}

fn is_delimited(tex: &str) -> bool {
    let inner = |(open, close): (&str, &str)| tex.strip_prefix(open)?.strip_suffix(close);
    DELIMITERS.iter().any(|pair| inner(*pair).is_some_and(|inner| !inner.contains(pair.0)))
}
