//! A page as Python has it, and what is made of it.

use std::cell::RefCell;
use std::str::FromStr;

use leafmill::Record;
use leafmill::output::{Document, Tei, Wants, Writer, Xml};
use leafmill::pipeline::{Memory, Recipe};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::PyString;

use crate::failure;

/// A page, which stays Python's.
pub enum Page {
    Text(PyBackedStr),
    Bytes(PyBackedBytes),
    /// Of a `str` that no UTF-8 is: its pairs of surrogates joined, and U+FFFD for each that is alone.
    Mended(String),
}

impl<'py> FromPyObject<'_, 'py> for Page {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Page> {
        if object.is_instance_of::<PyString>() {
            return match object.extract() {
                Ok(text) => Ok(Page::Text(text)),
                Err(_) => mended(&object).map(Page::Mended),
            };
        }
        let wrong = |_| failure::of_type("a page", "str, bytes or bytearray", &object);
        object.extract().map(Page::Bytes).map_err(wrong)
    }
}

/// A `str` with surrogates, as text.
fn mended(text: &Bound<'_, PyAny>) -> PyResult<String> {
    let bytes = text.call_method1("encode", ("utf-16-le", "surrogatepass"))?;
    let bytes = bytes.extract::<PyBackedBytes>()?;
    let (units, _) = bytes.as_chunks();
    let units = units.iter().map(|&unit| u16::from_le_bytes(unit));
    let chars = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
    Ok(chars.collect())
}

impl Page {
    /// Makes it a record.
    pub fn fill(&self, record: &mut Record, url: Option<&str>, content_type: Option<&str>) {
        let (body, is_decoded): (&[u8], _) = match self {
            Page::Text(text) => (text.as_bytes(), true),
            Page::Mended(text) => (text.as_bytes(), true),
            Page::Bytes(bytes) => (bytes, false),
        };
        fill(record, body, is_decoded, url, content_type);
    }
}

/// Makes bytes a record.
pub fn fill(
    record: &mut Record,
    body: &[u8],
    is_decoded: bool,
    url: Option<&str>,
    content_type: Option<&str>,
) {
    url.unwrap_or_default().clone_into(&mut record.id);
    record.url = url.map(str::to_owned);
    // What was declared of bytes is nothing to a text.
    record.content_type = content_type.filter(|_| !is_decoded).map(str::to_owned);
    record.is_decoded = is_decoded;
    record.body.clear();
    record.body.extend_from_slice(body);
    record.sniff();
}

/// What `extract` returns of a page.
#[derive(Debug, Clone, Copy)]
pub enum Format {
    Text,
    Markdown,
    Html,
    /// A document of XML with the page in it, as the program's.
    Xml,
    /// Likewise of TEI.
    Tei,
}

impl Format {
    const ALL: [Format; 5] =
        [Format::Text, Format::Markdown, Format::Html, Format::Xml, Format::Tei];

    /// The name that asks for it.
    pub fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Markdown => "markdown",
            Format::Html => "html",
            Format::Xml => "xml",
            Format::Tei => "tei",
        }
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Format, String> {
        let found = Format::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| {
            format!("no format {name:?}; there are {}", Format::ALL.map(Format::name).join(", "))
        })
    }
}

impl Writer for Format {
    fn suffix(&self) -> &'static str {
        match self {
            Format::Text => ".txt",
            Format::Markdown => ".md",
            Format::Html => ".html",
            Format::Xml => Xml::new(false).suffix(),
            Format::Tei => Tei::new(false).suffix(),
        }
    }

    fn wants(&self) -> Wants {
        let mut wants = Wants::NOTHING;
        match self {
            Format::Text => wants.text = true,
            Format::Markdown => wants.markdown = true,
            Format::Html => wants.html = true,
            Format::Xml => wants = Xml::new(false).wants(),
            Format::Tei => wants = Tei::new(false).wants(),
        }
        wants
    }

    fn write(&self, document: &Document, out: &mut Vec<u8>) {
        let form = match self {
            Format::Text => document.text,
            Format::Markdown => document.markdown.unwrap_or_default(),
            Format::Html => document.html.unwrap_or_default(),
            Format::Xml => return whole(&Xml::new(false), document, out),
            Format::Tei => return whole(&Tei::new(false), document, out),
        };
        out.extend_from_slice(form.as_bytes());
    }
}

/// Appends the stream that a format makes of one document; of one without content nothing.
fn whole(writer: &dyn Writer, document: &Document, out: &mut Vec<u8>) {
    if document.tei.is_some() || !document.text.is_empty() {
        writer.begin(out);
        writer.write(document, out);
        writer.end(true, out);
    }
}

/// What came of a page.
pub struct Made {
    /// What the writer has written.
    pub bytes: Vec<u8>,
    /// How the page fared.
    pub status: &'static str,
}

thread_local! {
    /// The memory of a page on its way, and its record, used again for the next.
    static MEMORY: RefCell<(Memory, Record)> = RefCell::default();
}

/// The page in the recipe's form; empty where it fails.
pub fn form(recipe: &Recipe, fill: impl FnOnce(&mut Record)) -> Made {
    MEMORY.with_borrow_mut(|(memory, record)| {
        fill(record);
        let mut bytes = Vec::new();
        let written = recipe.page(record, memory, &mut bytes);
        Made { bytes, status: written.map_or(FAILED, |written| written.status.name()) }
    })
}

/// The page's row, as the program writes it, and without a line end; `None` where the recipe does not
/// take the page.
pub fn row(recipe: &Recipe, record: &Record) -> Option<Vec<u8>> {
    if recipe.filter.of_record(record).is_some() {
        return None;
    }
    MEMORY.with_borrow_mut(|(memory, _)| {
        let mut row = Vec::new();
        match recipe.page(record, memory, &mut row) {
            Ok(written) if written.passed_over.is_some() => return None,
            Ok(_) => row.pop_if(|last| *last == b'\n'),
            Err(_) => return Some(failed(record)),
        };
        Some(row)
    })
}

/// The status of a page on which leafmill has a bug.
const FAILED: &str = "failed";

/// The row of a page that failed; the program writes none.
fn failed(record: &Record) -> Vec<u8> {
    let (id, url) = (&record.id, &record.url);
    let row = serde_json::json!({ "id": id, "url": url, "text": "", "status": FAILED });
    row.to_string().into_bytes()
}
