//! What the pages of a crawl say of themselves: a line a page, each value with where it was found.
//!
//! `cargo run --release --example crawl_metadata -- crawl.warc.gz`; without a file, the sample.

use std::error::Error;
use std::io::Write;

use leafmill::metadata::Fact;
use leafmill::{Event, Metadata, Page, Spec, decode, open, render};

/// A value with its source; a dash where the page does not say it.
fn shown<T>(fact: Option<&Fact<T>>, value: impl Fn(&T) -> String) -> String {
    fact.map_or("-".to_owned(), |fact| format!("{} ({})", value(&fact.value), fact.source.name()))
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1);
    let file = file.as_deref().unwrap_or("datasets/sample/sample.warc.gz");
    let extractor = "grain".parse::<Spec>()?.build()?;
    let mut out = std::io::stdout().lock();
    for event in open(file)? {
        let Event::Page(record) = event? else { continue };
        let (html, _) = decode(&record.body, record.content_type.as_deref());
        let page = Page::parse(&html);
        // The language is that of the content, so the content comes first.
        let content = render::text(&page, &extractor.extract(&page));
        let metadata = Metadata::of(&page, record.url.as_deref(), &content);
        writeln!(
            out,
            "{}\ttitle: {}\tauthors: {}\tpublished: {}\tlanguage: {}",
            record.id,
            shown(metadata.title.as_ref(), String::clone),
            shown(metadata.authors.as_ref(), |authors| authors.join(", ")),
            shown(metadata.published.as_ref(), ToString::to_string),
            shown(metadata.language.as_ref(), |language| language.code.to_owned()),
        )?;
    }
    Ok(())
}
