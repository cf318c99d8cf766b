//! The language that code says it is in.

use std::borrow::Cow;

use super::marks::has_class;
use crate::dom::{Dom, NodeId, Tag};
use crate::page::{Leaf, Page};

/// Attributes that name a language.
const ATTRIBUTES: [&str; 4] =
    ["data-lang", "data-language", "data-code-language", "data-enlighter-language"];

/// What stands before the language in a class.
const PREFIXES: [&str; 9] = [
    "language-",
    "gatsby-code-",
    "lang-",
    "lang:",
    "src-",
    "highlight-source-",
    "sourcecode-",
    "highlight-",
    "brush:",
];

/// Classes of programs that colour code, beside which the language stands.
const HIGHLIGHTERS: [&str; 4] = ["hljs", "sourceCode", "highlight", "syntaxhighlighter"];

/// Classes that stand beside those and name no language.
const DECORATIONS: [&str; 13] = [
    "hljs",
    "sourceCode",
    "highlight",
    "syntaxhighlighter",
    "nogutter",
    "tab-size",
    "js-file-line-container",
    "copyable",
    "has-numbering",
    "numberSource",
    "numberLines",
    "code-block",
    "code-wrapper",
];

/// Classes that look like a language and are none.
const NO_LANGUAGE: [&str; 18] = [
    "none",
    "plain",
    "plain-text",
    "plaintext",
    "raw",
    "text",
    "txt",
    "unknown",
    "height",
    "default",
    "generic",
    "nohighlight",
    "no-highlight",
    "notranslate",
    "undefined",
    "auto",
    "code",
    "js-file-line",
];

/// Languages that a `pre` or `code` may have for a class with nothing before it.
const BARE: [&str; 32] = [
    "bash",
    "c",
    "clojure",
    "cpp",
    "csharp",
    "css",
    "diff",
    "elixir",
    "erlang",
    "go",
    "haskell",
    "html",
    "java",
    "javascript",
    "json",
    "kotlin",
    "lua",
    "makefile",
    "perl",
    "php",
    "python",
    "ruby",
    "rust",
    "scala",
    "scheme",
    "shell",
    "sql",
    "swift",
    "toml",
    "typescript",
    "xml",
    "yaml",
];

/// Classes of the name of the language above a block of code.
const LABELS: [&str; 3] = ["lang", "language-name", "code-lang"];

/// The most bytes of such a name, and the nodes between it and its block.
const MOST_BYTES: usize = 20;
const MOST_BETWEEN: usize = 24;

/// Languages of code of two letters; others in a `lang` are what people speak.
const OF_TWO_LETTERS: [&str; 11] =
    ["cs", "go", "hs", "js", "kt", "md", "py", "rb", "rs", "sh", "ts"];

/// The language that a `pre` says it is in, in lower case; empty where it does not. What is around
/// it or right inside it may say so too.
pub(super) fn language(dom: &Dom, pre: NodeId) -> String {
    // Some sites put a `pre` into a `pre`.
    let goes_on = |&node: &NodeId| node == pre || dom.tag(node) == Some(Tag::PRE);
    let first = |node: &NodeId| dom.children(*node).find(|&child| !dom.is_text(child));
    let inside = std::iter::successors(Some(pre), |node| first(node).filter(|_| goes_on(node)));
    let inside = inside.take(3);
    let around = dom.ancestors(pre).take(6).take_while(|&node| is_wrapper(dom, node));
    let named = inside.chain(around).find_map(|node| named(dom, node));
    named.map(|name| name.to_ascii_lowercase()).unwrap_or_default()
}

/// Whether an element is the name of the language above a block of code, which the block says itself: it
/// begins what is drawn around the block, with nothing but buttons between.
pub(super) fn is_label(page: &Page, node: NodeId) -> bool {
    let leaves = page.leaves_under(node);
    let [leaf] = &page.leaves()[leaves.clone()] else { return false };
    let text = page.text(leaf);
    if text.len() > MOST_BYTES {
        return false;
    }
    let dom = page.dom();
    let behind = (dom.subtree(node).end..dom.len() as u32).take(MOST_BETWEEN).map(NodeId);
    let Some(pre) = behind.into_iter().find(|&node| dom.tag(node) == Some(Tag::PRE)) else {
        return false;
    };
    let is_around = |above: &NodeId| dom.subtree(*above).contains(&pre.0);
    let Some(wrapper) = dom.ancestors(node).take(3).find(is_around) else { return false };
    let in_button = |leaf: &Leaf| {
        dom.ancestors(leaf.node).take(3).any(|above| dom.tag(above) == Some(Tag::BUTTON))
    };
    is_wrapper(dom, wrapper)
        && page.leaves_under(wrapper).start == leaves.start
        && page.leaves()[leaves.end..page.leaves_under(pre).start].iter().all(in_button)
        && (has_class(dom, node, &LABELS) || language(dom, pre).eq_ignore_ascii_case(text))
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
    let stated = |name| dom.attribute(node, name).filter(|value| is_language(value));
    let is_code = matches!(dom.tag(node), Some(Tag::PRE | Tag::CODE));
    let of_class = || dom.attribute(node, "class").and_then(|class| in_class(&class, is_code));
    let of_lang = || {
        let lang = is_code.then(|| stated("lang")).flatten();
        lang.filter(|lang| !is_spoken(lang))
    };
    ATTRIBUTES.into_iter().find_map(stated).or_else(|| of_class().map(Cow::Owned)).or_else(of_lang)
}

/// The language that a class names; of code it may be the name alone.
fn in_class(class: &str, is_code: bool) -> Option<String> {
    let words: Vec<&str> =
        class.split([' ', '\t', '\n', ';']).filter(|word| !word.is_empty()).collect();
    let after = |at: usize| words.get(at + 1).copied().unwrap_or_default();
    let prefixed = (0..words.len()).filter_map(|at| {
        let bare = strip(words[at])?;
        // `lang-language-none` is of two programs.
        let bare = strip(bare).unwrap_or(bare);
        // `brush: python` stands in two words.
        Some(if bare.is_empty() { after(at) } else { bare })
    });
    let is_bare = |word: &&&str| !DECORATIONS.contains(*word);
    let is_highlighter = |&at: &usize| HIGHLIGHTERS.contains(&words[at]);
    let behind = (0..words.len()).filter(is_highlighter);
    let behind = behind.filter_map(|at| words[at + 1..].iter().find(is_bare).copied());
    let before = words.windows(2).filter(|pair| pair[1] == "hljs").map(|pair| pair[0]);
    let alone = words.iter().copied().filter(|word| is_code && BARE.contains(word));
    let mut names = prefixed.chain(behind).chain(before).chain(alone);
    names.find(|name| is_language(name)).map(str::to_owned)
}

/// What stands behind a prefix.
fn strip(word: &str) -> Option<&str> {
    PREFIXES.iter().find_map(|prefix| word.strip_prefix(prefix))
}

/// Whether a word can name a language in the line that opens a block of code.
fn is_language(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"+#-_.".contains(&byte);
    (1..=20).contains(&name.len())
        && name.bytes().all(is_plain)
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && !DECORATIONS.contains(&name)
        && !NO_LANGUAGE.contains(&name.to_ascii_lowercase().as_str())
}

/// Whether a `lang` is of a language that people speak: `en`, `de-DE`.
fn is_spoken(lang: &str) -> bool {
    lang.contains('-') || lang.len() == 2 && !OF_TWO_LETTERS.contains(&lang)
}
