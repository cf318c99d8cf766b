//! XML as corpus tools know it: a `corpus` of `doc` elements whose attributes are the metadata, and
//! in each a `p` a line. An empty text has no `p`.

use super::markup::Markup;
use super::{Document, Provenance, Writer};

/// A corpus in plain XML.
#[derive(Debug)]
pub struct Xml;

impl Writer for Xml {
    fn suffix(&self) -> &'static str {
        ".xml"
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
        let mut markup = Markup::new(out);
        markup.start("doc", &attributes);
        markup.line();
        if !document.text.is_empty() {
            markup.paragraphs(document.text);
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
