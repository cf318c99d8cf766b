//! One page through decode, parse, extract and format.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::decode::decode;
use crate::dom::Parser;
use crate::extract::Extractor;
use crate::output::{Document, Metadata, Status, Writer};
use crate::page::Page;
use crate::render;
use crate::source::Record;

/// What every worker of a run does to a page.
#[derive(Clone, Copy)]
pub struct Recipe<'e> {
    /// Which tokenizer feeds the tree.
    pub parser: Parser,
    /// What chooses the leaves.
    pub extractor: &'e dyn Extractor,
    /// How documents are written.
    pub writer: &'e dyn Writer,
}

/// A page that panicked: a bug of leafmill's, caught so that the run goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failed;

impl Recipe<'_> {
    /// Appends the record's document to `out`, which is as it was if the page fails.
    pub fn page(&self, record: &Record, out: &mut Vec<u8>) -> Result<Status, Failed> {
        let start = out.len();
        let done = catch_unwind(AssertUnwindSafe(|| self.write(record, out)));
        done.map_err(|_| {
            out.truncate(start);
            Failed
        })
    }

    fn write(&self, record: &Record, out: &mut Vec<u8>) -> Status {
        let (html, charset) = decode(&record.body, record.content_type.as_deref());
        let mut text = String::new();
        let (mut title, mut left) = (None, None);
        let (mut images, mut structure) = (Vec::new(), None);
        let html_like = !is_binary(&record.body);
        if html_like {
            let page = Page::parse_with(&html, self.parser);
            let form = self.extractor.form(&page);
            left = form.html;
            structure = form.structure;
            match form.text {
                Some(lines) => text = lines,
                None => {
                    let extraction = self.extractor.extract(&page);
                    render::text_into(&page, &extraction, &mut text);
                    images = extraction.images;
                }
            }
            title = page.title();
        }
        let status = match () {
            () if !html_like => Status::NotHtml,
            () if record.truncated => Status::Truncated,
            () if text.is_empty() => Status::Empty,
            () => Status::Ok,
        };
        let document = Document {
            id: &record.id,
            url: record.url.as_deref(),
            title: title.as_deref(),
            text: &text,
            html: left.as_deref(),
            status,
            metadata: Metadata {
                record_id: record.is_named.then_some(record.id.as_str()),
                file: &record.at.file.to_string_lossy(),
                offset: record.at.offset,
                date: record.date.as_deref(),
                content_type: record.content_type.as_deref(),
                charset: charset.name,
            },
            images: &images,
            structure: structure.as_ref(),
        };
        self.writer.write(&document, out);
        status
    }
}

/// Whether a body is some other format's, whatever it was declared to be.
fn is_binary(body: &[u8]) -> bool {
    const MAGIC: [&[u8]; 10] = [
        b"%PDF-",
        b"\xFF\xD8\xFF",
        b"\x89PNG\r\n",
        b"GIF8",
        b"PK\x03\x04",
        b"\x1F\x8B\x08",
        b"RIFF",
        b"OggS",
        b"\x7FELF",
        b"wOFF",
    ];
    MAGIC.iter().any(|magic| body.starts_with(magic))
}
