//! TEI P5 (Text Encoding Initiative): a `teiCorpus` of `TEI` elements, each with its header and its
//! content; a method's own text is a `p` a line. `docs/tei.rng` is the schema of what is written.
//!
//! The header's `sourceDesc` describes the page: title, id and address as `idno`, time of capture,
//! and a `note` for each thing that TEI has no element for; what the page says of itself likewise, where
//! it is asked for. TEI wants a paragraph in every body, so
//! an empty text has an empty one; it wants a text in every corpus too, so a corpus of no document
//! has one that says so, without an `idno`.

use super::markup::Markup;
use super::{Document, Wants, Writer};
use crate::metadata::Metadata;

/// A corpus in TEI.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Tei {
    /// Whether headers have what the page says of itself.
    pub metadata: bool,
}

impl Tei {
    /// A corpus with what pages say of themselves, or without.
    pub fn new(metadata: bool) -> Tei {
        Tei { metadata }
    }
}

impl Writer for Tei {
    fn suffix(&self) -> &'static str {
        ".tei.xml"
    }

    fn wants(&self) -> Wants {
        Wants { tei: true, metadata: self.metadata, ..Wants::NOTHING }
    }

    fn begin(&self, out: &mut Vec<u8>) {
        let mut markup = Markup::new(out);
        markup.declaration();
        markup.start("teiCorpus", &[("xmlns", Some("http://www.tei-c.org/ns/1.0"))]);
        markup.line();
        header(&mut markup, "Web pages", |markup| {
            markup.element("p", &[], "The main content of web pages.");
        });
    }

    fn write(&self, document: &Document, out: &mut Vec<u8>) {
        let title = document.title.unwrap_or_default();
        let source = |markup: &mut Markup| source(markup, document);
        let content = |markup: &mut Markup| markup.content(document);
        text(&mut Markup::new(out), title, source, content);
    }

    fn end(&self, has_documents: bool, out: &mut Vec<u8>) {
        let mut markup = Markup::new(out);
        if !has_documents {
            let source = |markup: &mut Markup| markup.element("p", &[], "No web page.");
            text(&mut markup, "No web page", source, |markup| markup.paragraphs(""));
        }
        markup.end("teiCorpus");
        markup.line();
    }
}

/// One text with its header.
fn text(
    markup: &mut Markup,
    title: &str,
    source: impl Fn(&mut Markup),
    content: impl Fn(&mut Markup),
) {
    markup.start("TEI", &[]);
    markup.line();
    header(markup, title, source);
    markup.start("text", &[]);
    markup.start("body", &[]);
    markup.line();
    content(markup);
    markup.end("body");
    markup.end("text");
    markup.line();
    markup.end("TEI");
    markup.line();
}

/// A header with what TEI demands of one, on a line of its own.
fn header(markup: &mut Markup, title: &str, source: impl Fn(&mut Markup)) {
    markup.start("teiHeader", &[]);
    markup.start("fileDesc", &[]);
    markup.start("titleStmt", &[]);
    markup.element("title", &[], title);
    markup.end("titleStmt");
    markup.start("publicationStmt", &[]);
    markup.element("p", &[], "Extracted by leafmill.");
    markup.end("publicationStmt");
    markup.start("sourceDesc", &[]);
    source(markup);
    markup.end("sourceDesc");
    markup.end("fileDesc");
    markup.end("teiHeader");
    markup.line();
}

/// The page as a bibliographic item.
fn source(markup: &mut Markup, document: &Document) {
    let record = &document.record;
    let offset = record.offset.to_string();
    let items = [
        ("title", None, document.title),
        ("idno", Some("id"), Some(document.id)),
        ("idno", Some("URI"), document.url),
        ("idno", Some("WARC-Record-ID"), record.record_id),
        ("date", None, record.date),
        ("note", Some("status"), Some(document.status.name())),
        ("note", Some("file"), Some(record.file)),
        ("note", Some("offset"), Some(offset.as_str())),
        ("note", Some("content_type"), record.content_type),
        ("note", Some("charset"), Some(record.charset.name)),
    ];
    markup.start("bibl", &[]);
    for (name, kind, text) in items {
        if let Some(text) = text {
            markup.element(name, &[("type", kind)], text);
        }
    }
    if let Some(metadata) = document.metadata {
        said(markup, metadata);
    }
    markup.end("bibl");
}

/// What the page says of itself.
fn said(markup: &mut Markup, metadata: &Metadata) {
    for author in metadata.authors.iter().flat_map(|authors| &authors.value) {
        markup.element("author", &[], author);
    }
    for (name, value, _) in metadata.lines() {
        let (element, kind) = match name {
            "authors" => continue,
            "title" => ("title", Some("content")),
            "site" => ("publisher", None),
            "canonical" => ("idno", Some("canonical")),
            "published" | "modified" => ("date", Some(name)),
            _ => ("note", Some(name)),
        };
        markup.element(element, &[("type", kind)], &value);
    }
}
