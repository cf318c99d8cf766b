//! What a page says of itself: title, authors, dates, site, language and more.
//!
//! ```text
//! page ─> gather ─> signals ─┬─> json, json_ld, microdata ─> entity   what structured data describes
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

mod announced;
mod authors;
mod comments;
mod corrected;
mod credited;
mod dates;
mod embedded;
mod entity;
mod facts;
mod gather;
mod hints;
mod json;
mod json_ld;
mod kinds;
mod language;
mod linked;
mod meta_tags;
mod microdata;
mod names;
mod near;
mod published;
mod recipe;
mod record;
mod signals;
mod site;
mod stated;
mod title;
mod wording;

pub use comments::{Comment, Comments, comments};
pub use dates::{Date, Time};
pub use embedded::Embedded;
pub use language::Language;
pub(crate) use recipe::recipe_lines;

use authors::Authors;
use dates::Locale;
use facts::Facts;
use near::Near;
use published::Dates;
use serde::Serialize;
use site::Site;
use stated::Stated;
use title::Titles;

use crate::content::Base;
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
    /// The content, or a text of the page.
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
#[non_exhaustive]
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
        let signals = gather::gather(page, gather::Marked::Own);
        let facts = Facts::new(&signals);
        let scripts = signals.scripts.iter();
        let values: Vec<_> = scripts.flat_map(|script| json::Json::read(script)).collect();
        let mut entities = json_ld::entities(&values);
        entities.extend(microdata::entities(page, &signals));
        let about = entity::main(&entities, &entity::Identity::new(page, &signals, url));
        let site = Site::new(url, &facts, &entities);
        let thread = kinds::is_thread(url, &about);
        let standing = kinds::is_standing(url, &about);
        let titles = Titles::new(page, &signals, &facts, &about, &site, thread);
        let near = titles.place().map(|title| Near::new(page, title));
        let near = near.as_ref();
        let base = Base::of(page, url);
        let stated = Stated {
            page,
            signals: &signals,
            facts: &facts,
            entities: &entities,
            about: &about,
            base,
        };
        let declared_language = stated.language();
        let tag = declared_language.as_ref().map(|fact| fact.value.as_str());
        let language = language::of(page, content, tag);
        let found = language.as_ref().map(|fact| fact.value.code);
        let locale = Locale::of_page(tag.unwrap_or_default(), found);
        let authors = Authors {
            page,
            signals: &signals,
            facts: &facts,
            about: &about,
            near,
            site: &site,
            thread,
            standing,
        };
        let dates = Dates {
            page,
            url,
            signals: &signals,
            facts: &facts,
            about: &about,
            near,
            locale,
            thread,
            standing,
        };
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_most_trusted_source_gives_the_value() {
        let html = "<title>Dry | Mill Times</title><meta name=author content=Web>\
            <meta property=article:published_time content=20249999>\
            <script type=application/ld+json>{\"@graph\":[{\"@type\":\"WebPage\",\"datePublished\":\
            \"2020-01-01\"},{\"@type\":\"NewsArticle\",\"author\":{\"@id\":\"#a\"},\"publisher\":\
            {\"name\":\"Mill Times\"},},{\"@type\":\"Person\",\"@id\":\"#a\",\"name\":\"Ann Miller\"}]}\
            </script><h1>Dry</h1><p>Published 1 May 2024<p>It ran dry.";
        let metadata = Metadata::of(&Page::parse(html), Some("https://m.example/dry"), "");
        assert_eq!(metadata.title.unwrap().value, "Dry");
        assert_eq!(metadata.authors.unwrap().value, ["Ann Miller"]);
        assert_eq!(metadata.site.unwrap().value, "Mill Times");
        assert_eq!(metadata.published.unwrap().value.to_string(), "2024-05-01");
    }

    #[test]
    fn microdata_and_rdfa() {
        let micro = "<article itemscope itemtype=https://schema.org/BlogPosting><h1 itemprop=headline>\
            Dry</h1><span itemprop=author itemscope itemtype=https://schema.org/Person><a itemprop=name>\
            Ann Miller</a></span><time itemprop=datePublished datetime=2024-05-01>May</time></article>";
        let rdfa = "<article vocab=https://schema.org/ typeof=BlogPosting><h1 property=headline>Dry\
            </h1><b property=author typeof=Person><i property=name>Ann Miller</i></b>\
            <time property=datePublished datetime=2024-05-01>May</time></article>";
        for (html, source) in [(micro, Source::Microdata), (rdfa, Source::Rdfa)] {
            let metadata = Metadata::of(&Page::parse(html), None, "");
            let (authors, published) = (metadata.authors.unwrap(), metadata.published.unwrap());
            assert_eq!((authors.value[0].as_str(), authors.source), ("Ann Miller", source));
            assert_eq!(
                (published.value.to_string().as_str(), published.source),
                ("2024-05-01", source)
            );
        }
    }

    #[test]
    fn a_type_is_one_in_letters_of_either_case() {
        let html = "<article itemscope itemtype=https://schema.org/BlogPosting><h1 itemprop=headline>Dry\
            </h1><b itemprop=author itemscope itemtype=https://schema.org/person><i itemprop=name>\
            Ann Miller</i></b></article><p>By Bob Weaver";
        let authors = Metadata::of(&Page::parse(html), None, "").authors;
        assert_eq!(authors.unwrap().value, ["Ann Miller"]);
    }

    #[test]
    fn who_wrote_a_review_did_not_write_the_page() {
        let html = "<h1>Stones</h1><div itemscope itemtype=https://schema.org/Product><div itemprop=review \
            itemscope itemtype=https://schema.org/Review><meta itemprop=author content='Bob Weaver'>";
        assert_eq!(Metadata::of(&Page::parse(html), None, "").authors, None);
    }

    #[test]
    fn an_encoding_is_no_language() {
        let html = "<html lang=UTF-8><meta http-equiv=content-language content=de>";
        let declared = Metadata::of(&Page::parse(html), None, "").declared_language;
        assert_eq!(declared.unwrap().value, "de");
    }

    #[test]
    fn a_picture_is_not_what_the_page_is_about() {
        let html = "<h1>Dry</h1><img typeof=foaf:Image src=a.png><p>It ran dry.";
        assert_eq!(Metadata::of(&Page::parse(html), None, "").kind, None);
    }

    #[test]
    fn the_first_post_of_a_thread() {
        let post = |author: &str, day: &str| {
            format!(
                "<div class=post><a class=username href=/u/{author}>{author}</a> \
                <time datetime={day}>{day}</time><p>It ran dry.</div>"
            )
        };
        let html =
            format!("<h1>Dry</h1>{}{}", post("ann_7", "2024-05-01"), post("bob", "2024-05-02"));
        let metadata = Metadata::of(&Page::parse(&html), Some("https://m.example/forum/t/1"), "");
        assert_eq!(metadata.authors.unwrap().value, ["ann_7"]);
        assert_eq!(metadata.published.unwrap().value.to_string(), "2024-05-01");
    }

    proptest! {
        #[test]
        fn no_page_panics(parts in proptest::collection::vec(
            prop_oneof![
                Just("<h1>A title</h1>"), Just("<title>A | B</title>"), Just("<time datetime=2024-05-01>"),
                Just("<div itemscope itemtype=Article itemprop=mainEntity>"), Just("<b itemprop=author>"),
                Just("<script type=application/ld+json>{\"@type\":[\"Article\""), Just("</script>"),
                Just("<meta name=author content='By é &amp;'>"), Just("<p class='comment author'>By Ø"),
                Just("</div>"), Just("1 mai 2024"), Just("<a rel='author license' href=x>"), Just("家"),
                Just("<html lang=>"), Just("<base href=/x>"), Just("\u{0}"),
            ],
            0..24,
        )) {
            let html = parts.concat();
            let page = Page::parse(&html);
            Metadata::of(&page, Some("https://m.example/2024/05/01"), "");
            comments(&page);
            Embedded::instead_of(0, &page, None);
        }
    }
}
