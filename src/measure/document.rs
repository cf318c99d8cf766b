//! A page's document as measures see it, whoever made it.

use std::cell::OnceCell;

use serde::Deserialize;

use super::structure::{self, Structure};
use crate::content::Options;
use crate::dataset::About;
use crate::extract::Extraction;
use crate::metadata::Metadata;
use crate::page::Page;
use crate::render;

/// A document that another program made of a page. Of its text, Markdown and HTML one is enough.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[non_exhaustive]
pub struct Document {
    /// Plain text.
    #[serde(default)]
    pub text: Option<String>,
    /// Markdown.
    #[serde(default)]
    pub markdown: Option<String>,
    /// HTML.
    #[serde(default)]
    pub html: Option<String>,
    /// What it says that the page says of itself.
    #[serde(flatten)]
    pub about: About,
}

/// What is measured of a page: an extraction of it, or a document that another program made of it.
/// What measures ask of it is made once, and only if one asks.
pub struct Answer<'a> {
    of: Of<'a>,
    /// The page's address.
    url: Option<&'a str>,
    text: OnceCell<String>,
    structure: OnceCell<Structure>,
    about: OnceCell<About>,
}

enum Of<'a> {
    Extraction(&'a Page<'a>, &'a Extraction),
    Document(&'a Document),
}

impl<'a> Answer<'a> {
    /// An extraction of a page.
    pub fn extraction(
        page: &'a Page<'a>,
        extraction: &'a Extraction,
        url: Option<&'a str>,
    ) -> Self {
        Answer::of(Of::Extraction(page, extraction), url)
    }

    /// A document of another program.
    pub fn document(document: &'a Document, url: Option<&'a str>) -> Self {
        Answer::of(Of::Document(document), url)
    }

    fn of(of: Of<'a>, url: Option<&'a str>) -> Self {
        Answer {
            of,
            url,
            text: OnceCell::new(),
            structure: OnceCell::new(),
            about: OnceCell::new(),
        }
    }

    /// The choice of leaves and images, where it is one.
    pub fn chosen(&self) -> Option<&'a Extraction> {
        match self.of {
            Of::Extraction(_, extraction) => Some(extraction),
            Of::Document(_) => None,
        }
    }

    /// The plain text; of a document without one, what its marks leave.
    pub fn text(&self) -> &str {
        match self.of {
            Of::Extraction(page, extraction) => {
                self.text.get_or_init(|| render::text(page, extraction))
            }
            Of::Document(Document { text: Some(text), .. }) => text,
            Of::Document(_) => &self.structure().text,
        }
    }

    /// What it marks up: read from the Markdown, or the HTML where there is no Markdown.
    pub fn structure(&self) -> &Structure {
        self.structure.get_or_init(|| match self.of {
            Of::Extraction(page, extraction) => {
                let options = Options { url: self.url, ..Options::default() };
                structure::of_markdown(&render::markdown(page, extraction, &options), self.url)
            }
            Of::Document(Document { markdown: Some(markdown), .. }) => {
                structure::of_markdown(markdown, self.url)
            }
            Of::Document(Document { html: Some(html), .. }) => structure::of_html(html, self.url),
            Of::Document(document) => {
                let text = document.text.clone().unwrap_or_default();
                Structure { text, ..Structure::default() }
            }
        })
    }

    /// What it says that the page says of itself.
    pub fn about(&self) -> &About {
        self.about.get_or_init(|| match self.of {
            Of::Extraction(page, _) => {
                let found = Metadata::of(page, self.url, self.text());
                About {
                    title: found.title.map(|title| title.value),
                    author: found.authors.map(|authors| authors.value).unwrap_or_default(),
                    date: found.published.map(|date| date.value.to_string()),
                }
            }
            Of::Document(document) => document.about.clone(),
        })
    }
}
