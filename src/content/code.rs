//! Code: the lines of a `pre`, and the language that they are in.
//!
//! Leaves have their white space folded, so lines and indentation are read from the tree's texts.
//! Sites that colour code draw a line as an element, with a line end behind it or without, and some
//! number the lines: both come out as plain lines of code.

use std::borrow::Cow;

use crate::dom::{Dom, NodeId, Tag};
use crate::page::Page;

/// Classes of elements that hold the number of a line.
const NUMBERS: [&str; 12] = [
    "lineno",
    "linenos",
    "linenumber",
    "linenumbers",
    "line-number",
    "line-numbers",
    "line-numbers-rows",
    "hljs-ln-numbers",
    "hljs-ln-n",
    "blob-num",
    "gutter",
    "ln",
];

/// What stands before the language in a class.
const PREFIXES: [&str; 6] =
    ["language-", "lang-", "highlight-source-", "sourcecode-", "highlight-", "brush:"];

/// Classes that look like a language and are none.
const NO_LANGUAGE: [&str; 12] = [
    "none",
    "plain",
    "plaintext",
    "text",
    "default",
    "nohighlight",
    "no-highlight",
    "notranslate",
    "undefined",
    "auto",
    "code",
    "js-file-line",
];

/// Appends the lines of a `pre`: all of them, since code with holes is no code.
pub(super) fn lines(page: &Page, pre: NodeId, out: &mut String) {
    let dom = page.dom();
    let mut leaves = page.leaves()[page.leaves_under(pre)].iter().peekable();
    let nodes = dom.subtree(pre);
    let draws_lines = draws_lines(dom, pre);
    let start = out.len();
    // The ends of elements that are a line each.
    let mut ends: Vec<u32> = Vec::new();
    let mut node = nodes.start + 1;
    while node < nodes.end {
        let id = NodeId(node);
        while ends.pop_if(|end| *end <= node).is_some() {
            end_line(out, start);
        }
        match dom.tag(id) {
            None => {
                let text = dom.text(id);
                if leaves.next_if(|leaf| leaf.node == id).is_some() || text.trim().is_empty() {
                    push(&text, out);
                }
            }
            Some(Tag::BR) => out.push('\n'),
            Some(tag) if is_number(page, id, tag) => {
                node = dom.subtree(id).end;
                while leaves.next_if(|leaf| leaf.node.0 < node).is_some() {}
                continue;
            }
            Some(tag) if tag.is_block() && tag != Tag::TABLE || draws_lines && is_line(dom, id) => {
                end_line(out, start);
                ends.push(dom.subtree(id).end);
            }
            Some(_) => {}
        }
        node += 1;
    }
    trim(out, start);
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
            '\0' => {}
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
        None => dom.text(node).trim().contains('\n') || dom.text(node).contains('\n'),
        Some(tag) => tag == Tag::BR,
    };
    within().filter(|&node| is_line(dom, node)).nth(1).is_some() && !within().any(has_line_end)
}

/// Whether an element is called a line.
fn is_line(dom: &Dom, node: NodeId) -> bool {
    let is_line = |class: &str| {
        matches!(class, "line" | "code-line" | "view-line" | "token-line" | "react-code-line")
    };
    matches!(dom.tag(node), Some(Tag::SPAN | Tag::CODE))
        && dom
            .attribute(node, "class")
            .is_some_and(|class| class.split_ascii_whitespace().any(is_line))
}

/// Whether an element holds nothing but the number of a line.
fn is_number(page: &Page, node: NodeId, tag: Tag) -> bool {
    let dom = page.dom();
    let leaves = page.leaves_under(node);
    let is_digits = |leaf: &crate::page::Leaf| {
        page.text(leaf).bytes().all(|byte| byte.is_ascii_digit() || byte == b' ')
    };
    matches!(tag, Tag::SPAN | Tag::TD | Tag::A | Tag::DIV | Tag::I | Tag::CODE)
        && page.leaves()[leaves].iter().all(is_digits)
        && dom.attribute(node, "class").is_some_and(|class| is_numbered(&class))
}

fn is_numbered(class: &str) -> bool {
    class.split_ascii_whitespace().any(|class| NUMBERS.contains(&class))
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

/// The language that a `pre` says it is in, in lower case; empty where it does not. What is around
/// it or right inside it may say so too.
pub(super) fn language(dom: &Dom, pre: NodeId) -> String {
    let inside = dom.children(pre).find(|&node| !dom.is_text(node));
    let around = dom.ancestors(pre).take(6).take_while(|&node| is_wrapper(dom, node));
    let named = [pre].into_iter().chain(inside).chain(around).find_map(|node| named(dom, node));
    named.map(|name| name.to_ascii_lowercase()).unwrap_or_default()
}

/// Whether an element can be a part of what is drawn around a block of code.
fn is_wrapper(dom: &Dom, node: NodeId) -> bool {
    let table = [Tag::TABLE, Tag::TBODY, Tag::TR, Tag::TD];
    dom.tag(node).is_some_and(|tag| {
        matches!(tag, Tag::DIV | Tag::FIGURE | Tag::SPAN) || table.contains(&tag)
    })
}

/// The language that an element names.
fn named<'h>(dom: &Dom<'h>, node: NodeId) -> Option<Cow<'h, str>> {
    for name in ["data-lang", "data-language", "data-code-language"] {
        if let Some(language) = dom.attribute(node, name).filter(|value| is_language(value)) {
            return Some(language);
        }
    }
    let class = dom.attribute(node, "class")?;
    let words: Vec<&str> =
        class.split([' ', '\t', '\n', ';']).filter(|word| !word.is_empty()).collect();
    let after = |at: usize| words.get(at + 1).copied().unwrap_or_default();
    let prefixed = (0..words.len()).filter_map(|at| {
        let bare = PREFIXES.iter().find_map(|prefix| words[at].strip_prefix(prefix))?;
        // `brush: python` stands in two words.
        Some(if bare.is_empty() { after(at) } else { bare })
    });
    let is_highlighter = |&at: &usize| matches!(words[at], "hljs" | "sourceCode" | "highlight");
    let beside = (0..words.len()).filter(is_highlighter).map(after);
    let known = prefixed.chain(beside).find(|name| is_language(name));
    known.map(|name| Cow::Owned(name.to_owned()))
}

/// Whether a word can name a language in the line that opens a block of code.
fn is_language(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"+#-_.".contains(&byte);
    (1..=20).contains(&name.len())
        && name.bytes().all(is_plain)
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && !NO_LANGUAGE.contains(&name.to_ascii_lowercase().as_str())
}
