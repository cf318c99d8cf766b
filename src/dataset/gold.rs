//! What people say that a page's content is.

use std::collections::BTreeSet;

use serde::Deserialize;

/// A page's gold.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
pub struct Gold {
    /// The page's name, unique in its data set.
    pub id: String,
    /// The page's address, where the data set has it.
    #[serde(default)]
    pub url: Option<String>,
    /// The page's type, e.g. `article`, `forum`, where the data set has it.
    #[serde(default)]
    pub kind: Option<String>,
    /// The page's language as a BCP 47 tag, where the data set has it.
    #[serde(default)]
    pub language: Option<String>,
    /// The content as plain text; empty where a page has none.
    #[serde(default)]
    pub text: String,
    /// Snippets that the content holds.
    #[serde(default)]
    pub required: Vec<String>,
    /// Snippets of the page that are not content.
    #[serde(default)]
    pub forbidden: Vec<String>,
    /// Images that the content has, each as the file names that it goes by.
    #[serde(default)]
    pub images: Vec<BTreeSet<String>>,
}
