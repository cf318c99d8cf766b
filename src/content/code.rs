//! Code: the lines of a `pre`.
//!
//! Leaves have their white space folded, so lines and indentation are read from the tree's texts.
//! Sites that colour code draw a line as an element, with a line end behind it or without, and some
//! number the lines: both come out as plain lines of code.

use super::marks::has_class;
use crate::dom::{Dom, NodeId, Tag};
use crate::page::Page;

/// Classes of elements that hold the number of a line.
const NUMBERS: [&str; 18] = [
    "lineno",
    "linenos",
    "linenumber",
    "linenumbers",
    "line-number",
    "line-numbers",
    "line-numbers-rows",
    "hljs-ln-numbers",
    "hljs-ln-n",
    "hljs-ln-line-number",
    "react-syntax-highlighter-line-number",
    "pre-numbering",
    "rouge-gutter",
    "blob-num",
    "gutter",
    "ltx_tag_listingline",
    "gl",
    "ln",
];

/// Classes of elements that hold a line.
const LINES: [&str; 6] =
    ["line", "code-line", "view-line", "token-line", "react-code-line", GATSBY];

/// The class of a line without a line end behind it, among lines that have one.
const GATSBY: &str = "gatsby-highlight-code-line";

/// Appends the lines of a `pre`: all of them, since code with holes is no code.
pub(super) fn lines(page: &Page, pre: NodeId, out: &mut String) {
    let dom = page.dom();
    let mut leaves = page.leaves()[page.leaves_under(pre)].iter().peekable();
    let nodes = dom.subtree(pre);
    let draws_lines = draws_lines(dom, pre);
    // Elsewhere the line ends of the source are white space.
    let is_pre = !matches!(dom.tag(pre), Some(Tag::CODE | Tag::DIV | Tag::TABLE));
    let mut follows_number = false;
    let start = out.len();
    // Where elements that are a line each end, and, of those that are one even if they are empty,
    // what was written before.
    let mut ends: Vec<(u32, Option<usize>)> = Vec::new();
    let mut node = nodes.start + 1;
    while node < nodes.end {
        let id = NodeId(node);
        while let Some((_, before)) = ends.pop_if(|(end, _)| *end <= node) {
            match before {
                Some(before) if before == out.len() => out.push('\n'),
                _ => end_line(out, start),
            }
        }
        match dom.tag(id) {
            None if is_between_cells(dom, id) => {}
            None => {
                let text = dom.text(id);
                let is_leaf = leaves.next_if(|leaf| leaf.node == id).is_some();
                // A blank sets a number off from its line.
                let text = match std::mem::take(&mut follows_number) {
                    true => text.strip_prefix('\u{A0}').unwrap_or(&text),
                    false => &text,
                };
                if is_leaf || text.trim().is_empty() && (is_pre || !text.contains('\n')) {
                    push(if is_pre { text } else { text.trim_matches(['\r', '\n']) }, out);
                }
            }
            Some(Tag::BR) => out.push('\n'),
            Some(tag) if is_number(page, id, tag) || is_no_code(dom, id, tag) => {
                node = dom.subtree(id).end;
                while leaves.next_if(|leaf| leaf.node.0 < node).is_some() {}
                follows_number = true;
                continue;
            }
            Some(tag) => {
                let is_line = is_line(dom, id);
                let is_drawn = tag.is_block() || draws_lines || has_class(dom, id, &[GATSBY]);
                if tag.is_block() && tag != Tag::TABLE || is_line && is_drawn {
                    end_line(out, start);
                    let counts = is_line || matches!(tag, Tag::TR | Tag::LI);
                    ends.push((dom.subtree(id).end, counts.then_some(out.len())));
                }
            }
        }
        node += 1;
    }
    trim(out, start);
}

/// Whether a text is white space between the rows or cells of a table, which nobody sees.
fn is_between_cells(dom: &Dom, text: NodeId) -> bool {
    let around = dom.parent(text).and_then(|parent| dom.tag(parent));
    matches!(around, Some(Tag::TABLE | Tag::THEAD | Tag::TBODY | Tag::TFOOT | Tag::TR))
}

/// Appends a text with its line ends as `\n`, and without what has no width.
fn push(text: &str, out: &mut String) {
    let mut chars = text.chars().filter(|&c| !super::text::is_invisible(c)).peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' => {
                chars.next_if_eq(&'\n');
                out.push('\n');
            }
            '\u{A0}' => out.push(' '),
            c => out.push(c),
        }
    }
}

fn end_line(out: &mut String, start: usize) {
    if out.len() > start && !out.ends_with('\n') {
        out.push('\n');
    }
}

/// Takes away blank lines at both ends, and white space behind the last line.
fn trim(out: &mut String, start: usize) {
    out.truncate(start + out[start..].trim_end().len());
    let blank = out[start..].len() - out[start..].trim_start().len();
    if let Some(lines) = out[start..start + blank].rfind('\n') {
        out.replace_range(start..=start + lines, "");
    }
}

/// Whether lines are elements of which no line end tells one from the next.
fn draws_lines(dom: &Dom, pre: NodeId) -> bool {
    let within = || dom.subtree(pre).skip(1).map(NodeId);
    let has_line_end = |node: NodeId| match dom.tag(node) {
        None => dom.text(node).contains('\n'),
        Some(tag) => tag == Tag::BR,
    };
    !within().any(has_line_end) && within().filter(|&node| is_line(dom, node)).nth(1).is_some()
}

/// Whether an element is called a line.
fn is_line(dom: &Dom, node: NodeId) -> bool {
    matches!(dom.tag(node), Some(Tag::SPAN | Tag::CODE | Tag::DIV)) && has_class(dom, node, &LINES)
}

/// Whether an element holds nothing but the number of a line: it is called so, or is a number that a
/// reader who copies the code does not get.
fn is_number(page: &Page, node: NodeId, tag: Tag) -> bool {
    let dom = page.dom();
    let is_uncopied = || {
        let style = dom.attribute(node, "style").unwrap_or_default();
        !page.leaves_under(node).is_empty()
            && (style.replace(' ', "").contains("user-select:none")
                || dom.attribute(node, "data-nosnippet").is_some())
    };
    let can_be = matches!(tag, Tag::SPAN | Tag::A | Tag::DIV | Tag::I | Tag::CODE)
        || matches!(tag, Tag::TD | Tag::PRE | Tag::UL | Tag::OL | Tag::LI);
    // Most begin with a letter, and need not be asked for what they are called.
    let first = page.leaves()[page.leaves_under(node)].first();
    let may_hold = first.and_then(|leaf| page.text(leaf).bytes().next()).is_none_or(is_digit);
    let is_called = || has_class(dom, node, &NUMBERS) || is_uncopied();
    can_be && may_hold && is_called() && holds_digits(page, node)
}

/// Whether an element in a block of code is none of it: a button, or the data behind a listing of LaTeXML.
fn is_no_code(dom: &Dom, node: NodeId, tag: Tag) -> bool {
    tag == Tag::BUTTON || has_class(dom, node, &["ltx_listing_data"])
}

/// Whether a byte can be of a number or between two.
fn is_digit(byte: u8) -> bool {
    byte.is_ascii_digit() || byte == b' '
}

/// Whether an element has no text but digits.
fn holds_digits(page: &Page, node: NodeId) -> bool {
    let mut leaves = page.leaves()[page.leaves_under(node)].iter();
    leaves.all(|leaf| page.text(leaf).bytes().all(is_digit))
}

/// Whether a `pre` has the numbers of lines that stand beside it.
pub(super) fn is_gutter(page: &Page, pre: NodeId) -> bool {
    let dom = page.dom();
    let mut near = [pre].into_iter().chain(dom.ancestors(pre).take(2));
    near.any(|node| has_class(dom, node, &NUMBERS)) && holds_digits(page, pre)
}

/// Whether code is nothing but the numbers of the lines that stand beside it.
pub(super) fn is_numbers(text: &str) -> bool {
    let mut numbers = text.lines().map(|line| line.trim().parse::<u32>().ok());
    let Some(Some(first)) = numbers.next() else { return false };
    let mut next = first;
    let mut lines = 1;
    numbers.all(|number| {
        next += 1;
        lines += 1;
        number == Some(next)
    }) && lines >= 2
}
