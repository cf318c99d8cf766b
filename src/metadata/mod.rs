//! What a page says of itself: title, authors, dates, site, language and more.
//!
//! ```text
//! page ─> gather ─> Signals ─┬─> json, json_ld, microdata ─> entity   what structured data describes
//!                            ├─> meta_tags, facts                     what `meta` elements state
//!                            └─> hints, near                          what elements are marked as
//!          title  authors (names)  published (dates)  language  stated      one field each
//! ```
//!
//! One walk over the tree gathers whatever says something; each field has a list of its sources in
//! order of trust, and the first that has a value gives it. Every value comes with its [`Source`].
//! Nothing is guessed: what no source states is absent.
//!
//! ```
//! use leafmill::metadata::{Metadata, Source};
//! use leafmill::page::Page;
//!
//! let page = Page::parse("<title>Dry | Mill Times</title><meta property=og:site_name \
//!     content='Mill Times'><h1>Dry</h1><p>By Ann Miller<p><time datetime=2024-05-01>1 May</time>");
//! let metadata = Metadata::of(&page, None, "");
//! assert_eq!(metadata.title.unwrap().value, "Dry");
//! assert_eq!(metadata.authors.unwrap().value, ["Ann Miller"]);
//! let published = metadata.published.unwrap();
//! assert_eq!((published.value.to_string().as_str(), published.source), ("2024-05-01", Source::Time));
//! assert_eq!(metadata.license, None);
//! ```

mod authors;
mod comments;
mod dates;
mod embedded;
mod entity;
mod facts;
mod gather;
mod hints;
mod json;
mod json_ld;
mod language;
mod meta_tags;
mod microdata;
mod names;
mod near;
mod published;
mod record;
mod site;
mod stated;
mod thread;
mod title;

pub use comments::{Comment, Comments, comments};
pub use dates::{Date, Time};
pub use embedded::Embedded;
pub use language::Language;

use authors::Authors;
use dates::Locale;
use facts::Facts;
use near::Near;
use published::Dates;
use serde::Serialize;
use site::Site;
use stated::Stated;
use title::Titles;

use crate::page::Page;

/// Where a fact was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Source {
    /// A script of JSON-LD.
    #[default]
    JsonLd,
    /// Attributes of microdata.
    Microdata,
    /// Attributes of RDFa.
    Rdfa,
    /// A `meta` element of OpenGraph.
    OpenGraph,
    /// Any other `meta` element.
    Meta,
    /// The `title` element.
    Title,
    /// A heading.
    Heading,
    /// A `time` element.
    Time,
    /// A text that a reader sees: one whose class or relation says what it is, or that stands near
    /// the title and says so itself.
    Byline,
    /// A link with a relation: `canonical`, `license`.
    Rel,
    /// The page's address.
    Url,
    /// The `lang` attribute of the page.
    Lang,
    /// The content.
    Text,
}

impl Source {
    /// The stable name: lower case, words joined by hyphens.
    pub fn name(self) -> &'static str {
        match self {
            Source::JsonLd => "json-ld",
            Source::Microdata => "microdata",
            Source::Rdfa => "rdfa",
            Source::OpenGraph => "open-graph",
            Source::Meta => "meta",
            Source::Title => "title",
            Source::Heading => "heading",
            Source::Time => "time",
            Source::Byline => "byline",
            Source::Rel => "rel",
            Source::Url => "url",
            Source::Lang => "lang",
            Source::Text => "text",
        }
    }
}

/// A value and where it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact<T> {
    /// The value.
    pub value: T,
    /// Where it was found.
    pub source: Source,
}

/// What a page says of itself; what it does not say is `None`.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Metadata {
    /// The title of its content, without the site's name.
    pub title: Option<Fact<String>>,
    /// Who wrote it; on a forum who wrote the first post. Never empty.
    pub authors: Option<Fact<Vec<String>>>,
    /// When it was published.
    pub published: Option<Fact<Date>>,
    /// When it was changed last.
    pub modified: Option<Fact<Date>>,
    /// Its summary.
    pub description: Option<Fact<String>>,
    /// The name of the site.
    pub site: Option<Fact<String>>,
    /// The language of its content.
    pub language: Option<Fact<Language>>,
    /// The language that it declares, as it is written there: `de-AT`.
    pub declared_language: Option<Fact<String>>,
    /// Its own address, as it gives it.
    pub canonical: Option<Fact<String>>,
    /// The address of its main picture.
    pub image: Option<Fact<String>>,
    /// Its keywords. Never empty.
    pub keywords: Option<Fact<Vec<String>>>,
    /// Its licence, an address or a text.
    pub license: Option<Fact<String>>,
    /// What it declares itself to be: a type of schema.org or OpenGraph.
    pub kind: Option<Fact<String>>,
    /// Whether it says that one has to pay to read it.
    pub paywall: Option<Fact<bool>>,
}

impl Metadata {
    /// Reads a page. `url` is its address, where it is known; `content` the text that was extracted
    /// from it, which tells its language; where that is empty the text of the whole page does.
    pub fn of(page: &Page, url: Option<&str>, content: &str) -> Metadata {
        let signals = gather::gather(page);
        let facts = Facts::new(&signals);
        let scripts = signals.scripts.iter();
        let values: Vec<_> = scripts.flat_map(|script| json::Json::read(script)).collect();
        let mut entities = json_ld::entities(&values);
        entities.extend(microdata::entities(page, &signals));
        let about = entity::main(&entities, &entity::Identity::new(page, &signals, url));
        let site = Site::new(url, &facts, &entities);
        let titles = Titles::new(page, &signals, &facts, &about, &site);
        let near = titles.heading().map(|heading| Near::new(page, heading));
        let near = near.as_ref();
        let thread = thread::is_thread(url, &about);
        let stated =
            Stated { page, signals: &signals, facts: &facts, entities: &entities, about: &about };
        let declared_language = stated.language();
        let tag = declared_language.as_ref().map(|fact| fact.value.as_str());
        let language = language::of(page, content, tag);
        let locale = Locale::of(tag.unwrap_or_default());
        let authors = Authors { page, signals: &signals, facts: &facts, about: &about, near, site: &site, thread };
        let dates =
            Dates { page, url, signals: &signals, facts: &facts, about: &about, near, locale, thread };
        let (published, modified) = dates.dates();
        Metadata {
            title: titles.title(),
            authors: authors.authors(),
            published,
            modified,
            description: stated.description(),
            site: stated.site(),
            canonical: stated.canonical(),
            image: stated.image(),
            keywords: stated.keywords(),
            license: stated.license(),
            kind: stated.kind(),
            paywall: stated.paywall(),
            language,
            declared_language,
        }
    }
}
