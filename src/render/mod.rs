//! An extraction as a document: plain text, Markdown, HTML, TEI's elements and JSON.
//!
//! Each format is a small writer of the events of [`crate::content`].

mod html;
mod json;
mod markdown;
mod tei;
mod text;

pub(crate) use html::{Escaped, escape};

use crate::content::{self, Event, Memory, Options};
use crate::extraction::Extraction;
use crate::page::Page;

/// A page's text as a method has it: the extraction's own, else the chosen leaves as plain text, in
/// document order: each block on a line of its own, code with its lines and indentation, a table a
/// row a line with a tab between two cells.
///
/// It is the one text of a page and its extraction: what the pipeline writes and what evaluation
/// scores. Leaves that the extraction does not speak of, since it was made of another page, are not
/// chosen.
pub fn text(page: &Page, extraction: &Extraction) -> String {
    let mut out = String::new();
    text_in(&mut Memory::default(), page, extraction, &mut out);
    out
}

/// As [`text()`], appended to `out`, in the memory of another page's walk.
pub fn text_in(memory: &mut Memory, page: &Page, extraction: &Extraction, out: &mut String) {
    if let Some(own) = &extraction.text {
        out.push_str(own);
        return;
    }
    let options = Options { links: false, marks: false, images: false, url: None };
    let mut writer = text::Text::new(out);
    content::stream_in(memory, page, extraction, &options, &mut |event: Event<'_>| {
        writer.event(event)
    });
}

/// What is kept of a page as Markdown (CommonMark with GitHub's tables), without a line end behind
/// the last line.
pub fn markdown(page: &Page, extraction: &Extraction, options: &Options) -> String {
    let mut out = String::new();
    markdown_in(&mut Memory::default(), page, extraction, options, &mut out);
    out
}

/// As [`markdown()`], appended to `out`, in the memory of another page's walk.
pub fn markdown_in(
    memory: &mut Memory,
    page: &Page,
    extraction: &Extraction,
    options: &Options,
    out: &mut String,
) {
    let mut writer = markdown::Markdown::new(out);
    content::stream_in(memory, page, extraction, options, &mut |event: Event<'_>| {
        writer.event(event)
    });
}

/// What is kept of a page as HTML, clean and safe, for the body of a page.
pub fn html(page: &Page, extraction: &Extraction, options: &Options) -> String {
    let mut out = String::new();
    html_in(&mut Memory::default(), page, extraction, options, &mut out);
    out
}

/// As [`html()`], appended to `out`, in the memory of another page's walk.
pub fn html_in(
    memory: &mut Memory,
    page: &Page,
    extraction: &Extraction,
    options: &Options,
    out: &mut String,
) {
    let mut writer = html::Html::new(out);
    content::stream_in(memory, page, extraction, options, &mut |event: Event<'_>| {
        writer.event(event)
    });
}

/// What is kept of a page as the elements of a TEI body; plain XML has the same.
pub fn tei(page: &Page, extraction: &Extraction, options: &Options) -> String {
    let mut out = String::new();
    tei_in(&mut Memory::default(), page, extraction, options, &mut out);
    out
}

/// As [`tei()`], appended to `out`, in the memory of another page's walk.
pub fn tei_in(
    memory: &mut Memory,
    page: &Page,
    extraction: &Extraction,
    options: &Options,
    out: &mut String,
) {
    let mut writer = tei::Tei::new(out);
    content::stream_in(memory, page, extraction, options, &mut |event: Event<'_>| {
        writer.event(event)
    });
}

/// What is kept of a page as a JSON array of blocks of inline runs.
pub fn json(page: &Page, extraction: &Extraction, options: &Options) -> String {
    let mut out = String::new();
    json_in(&mut Memory::default(), page, extraction, options, &mut out);
    out
}

/// As [`json()`], appended to `out`, in the memory of another page's walk.
pub fn json_in(
    memory: &mut Memory,
    page: &Page,
    extraction: &Extraction,
    options: &Options,
    out: &mut String,
) {
    let mut writer = json::Json::new(out);
    content::stream_in(memory, page, extraction, options, &mut |event: Event<'_>| {
        writer.event(event)
    });
    writer.end();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_a_block_and_no_space_where_leaves_are_glued() {
        let page = Page::parse("<p>a<b>b</b> <i>c</i> d</p>e<br>f");
        let mut extraction = Extraction::all(&page);
        assert_eq!(text(&page, &extraction), "ab c d\ne\nf");
        extraction.kept[1] = false;
        assert_eq!(text(&page, &extraction), "a c d\ne\nf");
        assert_eq!(text(&page, &Extraction::none(&page)), "");
    }

    #[test]
    fn a_methods_own_text_stands_in_place_of_the_leaves() {
        let page = Page::parse("<p>a<p>b");
        let mut extraction = Extraction::all(&page);
        extraction.text = Some("a\n\nb".into());
        assert_eq!(text(&page, &extraction), "a\n\nb");
    }

    #[test]
    fn an_extraction_of_another_page_chooses_no_more_than_it_has() {
        let (short, long) = (Page::parse("<p>a"), Page::parse("<p>b<p>c<p>d"));
        assert_eq!(text(&long, &Extraction::all(&short)), "b");
        assert_eq!(text(&short, &Extraction::all(&long)), "a");
    }
}
