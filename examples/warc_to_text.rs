//! An archive to text, one page after another; damage is told and costs nothing beside it.
//!
//! `cargo run --release --example warc_to_text -- crawl.warc.gz`; without a file, the sample. For all
//! threads at once, formats, and runs that can be resumed there is [`leafmill::pipeline`].

use std::error::Error;
use std::io::Write;

use leafmill::methods::grain;
use leafmill::{Event, Extractor, Page, decode, open, render};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1);
    let file = file.as_deref().unwrap_or("datasets/sample/sample.warc.gz");
    // Parameters are a struct; "grain(scope=article)" is its other spelling.
    let mut parameters = grain::Parameters::default();
    parameters.scope = grain::Scope::Article;
    let extractor = parameters.build()?;
    let mut out = std::io::stdout().lock();
    for event in open(file)? {
        match event? {
            Event::Page(record) => {
                let (html, _) = decode(&record.body, record.content_type.as_deref());
                let page = Page::parse(&html);
                let text = render::text(&page, &extractor.extract(&page));
                writeln!(out, "{}\n{text}\n", record.url.as_deref().unwrap_or(&record.id))?;
            }
            Event::Damage(damage) => eprintln!("{damage}"),
            // Requests, metadata, pictures: no pages.
            _ => {}
        }
    }
    Ok(())
}
