//! What people say that a page's content is.

use std::collections::BTreeSet;

use rapidfuzz::distance::levenshtein;
use serde::Deserialize;

use super::about::About;

/// A page's gold.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[non_exhaustive]
pub struct Gold {
    /// The page's name, unique in its data set.
    pub id: String,
    /// The page's address, where the data set has it.
    #[serde(default)]
    pub url: Option<String>,
    /// The project that the page belongs to, where the data set has it: folds keep its pages
    /// together, since one host may serve several and one may be served by several.
    #[serde(default)]
    pub project: Option<String>,
    /// The page's type, e.g. `article`, `forum`, where the data set has it.
    #[serde(default)]
    pub kind: Option<String>,
    /// The page's language as a BCP 47 tag, where the data set has it.
    #[serde(default)]
    pub language: Option<String>,
    /// The content as plain text; empty where a page has none.
    #[serde(default)]
    pub text: String,
    /// Other readings of the content that are as right, such as one without a paragraph that those who made
    /// the gold left to choice: measures of text take the one that an answer fits best.
    #[serde(default)]
    pub alternatives: Vec<String>,
    /// Snippets that the content holds.
    #[serde(default)]
    pub required: Vec<String>,
    /// Snippets of the page that are not content.
    #[serde(default)]
    pub forbidden: Vec<String>,
    /// The content as Markdown, where the data set has it.
    #[serde(default)]
    pub markdown: Option<String>,
    /// What the page says of itself, where the data set has it.
    #[serde(default)]
    pub about: Option<About>,
    /// Images that the content has, each as the file names that it goes by.
    #[serde(default)]
    pub images: Vec<BTreeSet<String>>,
}

/// Keys that say of a page which it is.
const OF_PAGE: [&str; 5] = ["id", "url", "project", "kind", "language"];
/// Keys that say what its content is.
const OF_CONTENT: [&str; 7] =
    ["text", "alternatives", "required", "forbidden", "markdown", "about", "images"];

/// What is wrong with the keys of a row of gold: it says nothing of the content, or one that it has is
/// not known, and nearly one of the content's that it has not.
pub(super) fn fault_of_keys<'k>(keys: impl Iterator<Item = &'k String> + Clone) -> Option<Fault> {
    let has = |known: &str| keys.clone().any(|key| key == known);
    let is_gold = OF_CONTENT.iter().any(|known| has(known));
    let known = OF_PAGE.iter().chain(&OF_CONTENT);
    for key in keys.clone().filter(|key| !known.clone().any(|known| known == key)) {
        let is_near = |known: &str| {
            let distance = levenshtein::distance(key.chars(), known.chars());
            distance <= known.len() / 3
        };
        if let Some(meant) = OF_CONTENT.iter().find(|known| is_near(known) && !has(known)) {
            return Some(Fault { reason: format!("no key `{key}`; is `{meant}` meant?"), is_gold });
        }
    }
    let reason = || format!("it says nothing of the content: none of {}", OF_CONTENT.join(", "));
    (!is_gold).then(|| Fault { reason: reason(), is_gold })
}

/// What is wrong with a row of gold.
pub(super) struct Fault {
    pub reason: String,
    /// Whether it is gold all the same.
    pub is_gold: bool,
}

impl Gold {
    /// The gold of the page of that name: its content as plain text.
    pub fn new(id: impl Into<String>, text: impl Into<String>) -> Gold {
        Gold { id: id.into(), text: text.into(), ..Gold::default() }
    }

    /// The title that the gold has for the page.
    pub fn title(&self) -> Option<&str> {
        self.about.as_ref().and_then(|about| about.title.as_deref())
    }
}
