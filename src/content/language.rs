//! The language that code says it is in.

use std::borrow::Cow;

use crate::dom::{Dom, NodeId, Tag};

/// Attributes that name a language.
const ATTRIBUTES: [&str; 4] =
    ["data-lang", "data-language", "data-code-language", "data-enlighter-language"];

/// What stands before the language in a class.
const PREFIXES: [&str; 8] = [
    "language-",
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
const NO_LANGUAGE: [&str; 13] = [
    "none",
    "plain",
    "plaintext",
    "text",
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

/// Languages of code of two letters; others in a `lang` are what people speak.
const OF_TWO_LETTERS: [&str; 11] =
    ["cs", "go", "hs", "js", "kt", "md", "py", "rb", "rs", "sh", "ts"];

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
    let stated = |name| dom.attribute(node, name).filter(|value| is_language(value));
    let of_class = || dom.attribute(node, "class").and_then(|class| in_class(&class));
    let of_lang = || {
        let is_code = matches!(dom.tag(node), Some(Tag::PRE | Tag::CODE));
        let lang = is_code.then(|| stated("lang")).flatten();
        lang.filter(|lang| !is_spoken(lang))
    };
    ATTRIBUTES.into_iter().find_map(stated).or_else(|| of_class().map(Cow::Owned)).or_else(of_lang)
}

/// The language that a class names.
fn in_class(class: &str) -> Option<String> {
    let words: Vec<&str> =
        class.split([' ', '\t', '\n', ';']).filter(|word| !word.is_empty()).collect();
    let after = |at: usize| words.get(at + 1).copied().unwrap_or_default();
    let prefixed = (0..words.len()).filter_map(|at| {
        let bare = PREFIXES.iter().find_map(|prefix| words[at].strip_prefix(prefix))?;
        // `brush: python` stands in two words.
        Some(if bare.is_empty() { after(at) } else { bare })
    });
    let is_bare = |word: &&&str| !DECORATIONS.contains(*word);
    let is_highlighter = |&at: &usize| HIGHLIGHTERS.contains(&words[at]);
    let behind = (0..words.len()).filter(is_highlighter);
    let behind = behind.filter_map(|at| words[at + 1..].iter().find(is_bare).copied());
    let before = words.windows(2).filter(|pair| pair[1] == "hljs").map(|pair| pair[0]);
    prefixed.chain(behind).chain(before).find(|name| is_language(name)).map(str::to_owned)
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
