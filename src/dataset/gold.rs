//! What people say that a page's content is.

use std::collections::BTreeSet;

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
