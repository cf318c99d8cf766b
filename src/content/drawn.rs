//! Blocks of code that are drawn without a `pre`.

use super::marks::has_class;
use crate::dom::{Dom, NodeId, Tag};
use crate::page::Page;

/// Whether an element is a block of code as Doxygen, GitHub, SyntaxHighlighter, Quill or LaTeXML
/// draw it.
pub(super) fn is_code(dom: &Dom, node: NodeId, tag: Tag) -> bool {
    let has = |tag, class| {
        let mut within = dom.subtree(node).skip(1).take(8).map(NodeId);
        within.any(|node| dom.tag(node) == Some(tag) && has_class(dom, node, &[class]))
    };
    if tag == Tag::TABLE {
        let around = dom.parent(node);
        return has(Tag::TD, "blob-code")
            || around.is_some_and(|around| has_class(dom, around, &["syntaxhighlighter"]));
    }
    // Each block comes by here, so its classes are looked at once, and only where lines can be in it:
    // it begins with a `div` that begins with no other block.
    let first = |node| dom.subtree(node).skip(1).map(NodeId).find(|&child| !dom.is_text(child));
    let Some(line) = first(node).filter(|&line| dom.tag(line) == Some(Tag::DIV)) else {
        return false;
    };
    if first(line).and_then(|within| dom.tag(within)).is_some_and(Tag::is_block) {
        return false;
    }
    let Some(class) = dom.attribute(node, "class") else { return false };
    class.split_ascii_whitespace().any(|class| match class {
        "ql-code-block-container" => true,
        "fragment" => has(Tag::DIV, "line"),
        "ltx_listing" => !has_formula(dom, node),
        _ => false,
    })
}

fn has_formula(dom: &Dom, node: NodeId) -> bool {
    dom.has_math() && dom.subtree(node).any(|node| dom.tag(NodeId(node)) == Some(Tag::MATH))
}

/// Whether a `code` outside a `pre` is a block: it has line breaks, and is all of the text of what it
/// lies in.
pub(super) fn is_block(page: &Page, code: NodeId) -> bool {
    let dom = page.dom();
    let leaves = page.leaves_under(code);
    let mut around = dom.ancestors(code);
    let around = around.find(|&above| dom.tag(above).is_some_and(Tag::is_block));
    let is_whole = around.is_some_and(|around| page.leaves_under(around) == leaves);
    let is_break = |node| dom.tag(NodeId(node)) == Some(Tag::BR);
    !leaves.is_empty() && is_whole && dom.subtree(code).any(is_break)
}
