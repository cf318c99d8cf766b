//! What is written of a page, whatever the format.

use serde::Serialize;

use super::Provenance;
use crate::extraction::{Image, Segmentation};
use crate::links::Link;
use crate::metadata::{Comment, Metadata};

/// What is written of one page.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Document<'a> {
    /// The record's id.
    pub id: &'a str,
    /// The page's address, where the container has it.
    pub url: Option<&'a str>,
    /// The text of the `title` element.
    pub title: Option<&'a str>,
    /// The main content as plain text; empty where there is none, or it was not asked for.
    pub text: &'a str,
    /// The main content as Markdown, where it was asked for.
    pub markdown: Option<&'a str>,
    /// The main content as HTML for the body of a page, where it was asked for; what is left of the page, a
    /// page from its `<!DOCTYPE` on, for a method whose output that is.
    pub html: Option<&'a str>,
    /// The main content as the elements of a TEI body, where it was asked for and the method has no text
    /// of its own.
    pub tei: Option<&'a str>,
    /// The main content as a JSON array of blocks, likewise.
    pub content: Option<&'a str>,
    /// How the page fared.
    pub status: Status,
    /// Where the content is from if the page shows nearly none: `json-ld`, `next-data`, `nuxt-data`.
    pub source: Option<&'static str>,
    /// What the page says of itself, where it was asked for.
    pub metadata: Option<&'a Metadata>,
    /// The links that were asked for.
    pub links: &'a [Link],
    /// Readers' comments, where they were asked for; they are no part of the content then.
    pub comments: &'a [Comment],
    /// What the archive says of it.
    pub record: Provenance<'a>,
    /// The images that the method judged; empty for a method that judges none.
    pub images: &'a [Image],
    /// The page's blocks and menus, as `blocks` and `menus`, where the method was asked for them.
    pub segmentation: Option<&'a Segmentation>,
}

impl<'a> Document<'a> {
    /// A document of which nothing is known but its id and its record.
    pub fn new(id: &'a str, record: Provenance<'a>) -> Document<'a> {
        Document {
            id,
            url: None,
            title: None,
            text: "",
            markdown: None,
            html: None,
            tei: None,
            content: None,
            status: Status::Ok,
            source: None,
            metadata: None,
            links: &[],
            comments: &[],
            record,
            images: &[],
            segmentation: None,
        }
    }
}

/// How a page fared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Status {
    /// Content was found.
    Ok,
    /// The page has no content.
    Empty,
    /// The page's body is cut, by the crawler, by damage or by a cap; the text is what is left.
    Truncated,
    /// The body is no HTML, whatever it was declared to be.
    NotHtml,
    /// The page took longer than it was given, and was given up.
    Timeout,
}

impl Status {
    /// The stable name: lower case, words joined by underscores.
    pub fn name(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Empty => "empty",
            Status::Truncated => "truncated",
            Status::NotHtml => "not_html",
            Status::Timeout => "timeout",
        }
    }
}
