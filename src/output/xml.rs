//! XML as corpus tools know it: a `corpus` of `doc` elements whose attributes say where they are from,
//! and in each the content as the elements that TEI has for it: `p`, `ab` for a heading, `list`, `table`.
//! A method's own text is a `p` a line, and what is empty has no element.

use super::markup::Markup;
use super::{Document, Provenance, Wants, Writer};
use crate::metadata::Metadata;

/// A corpus in plain XML.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Xml {
    /// Whether a document has what the page says of itself, in attributes that begin with `page_`.
    pub metadata: bool,
}

impl Xml {
    /// A corpus with what pages say of themselves, or without.
    pub fn new(metadata: bool) -> Xml {
        Xml { metadata }
    }
}

impl Writer for Xml {
    fn suffix(&self) -> &'static str {
        ".xml"
    }

    fn wants(&self) -> Wants {
        Wants { tei: true, metadata: self.metadata, ..Wants::NOTHING }
    }

    fn begin(&self, out: &mut Vec<u8>) {
        let mut markup = Markup::new(out);
        markup.declaration();
        markup.start("corpus", &[]);
        markup.line();
    }

    fn write(&self, document: &Document, out: &mut Vec<u8>) {
        let of_archive = document.record.cells();
        let of_archive = of_archive.iter().map(Option::as_deref);
        let mut attributes = vec![
            ("id", Some(document.id)),
            ("url", document.url),
            ("title", document.title),
            ("status", Some(document.status.name())),
        ];
        attributes.extend(Provenance::COLUMNS.into_iter().zip(of_archive));
        let said = document.metadata.map(Metadata::lines).unwrap_or_default();
        let said: Vec<_> =
            said.into_iter().map(|(name, value, _)| (format!("page_{name}"), value)).collect();
        attributes.extend(said.iter().map(|(name, value)| (name.as_str(), Some(value.as_str()))));
        let mut markup = Markup::new(out);
        markup.start("doc", &attributes);
        markup.line();
        if document.tei.is_some() || !document.text.is_empty() {
            markup.content(document);
        }
        markup.end("doc");
        markup.line();
    }

    fn end(&self, _has_documents: bool, out: &mut Vec<u8>) {
        let mut markup = Markup::new(out);
        markup.end("corpus");
        markup.line();
    }
}
