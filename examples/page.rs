//! One page: its main content as text and as Markdown.
//!
//! `cargo run --example page -- page.html`; without a file, a page of its own.

use std::error::Error;

use leafmill::{Page, Spec, content, decode, render};

const PAGE: &[u8] = b"<title>The mill</title><nav><a href=/>Home</a> <a href=/all>All news</a></nav>\
    <article><h1>The mill</h1><p>It ran dry in May, and <em>nobody</em> in the village could say why.\
    <p>The <a href=/miller>miller</a> had seen it once before, as a child.</article>";

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1);
    let body = file.map_or(Ok(PAGE.to_vec()), std::fs::read)?;
    // An extractor is built once and shared; what it can be told is listed by `leafmill methods`.
    let extractor = "grain".parse::<Spec>()?.build()?;
    // The bytes tell their encoding; a Content-Type, where there is one, is the second argument.
    let (html, charset) = decode(&body, None);
    let page = Page::parse(&html);
    let extraction = extractor.extract(&page);
    println!("{} ({})\n", page.title().unwrap_or_default(), charset.name);
    println!("{}\n", render::text(&page, &extraction));
    let options = content::Options::at("https://example.org/mill");
    println!("{}", render::markdown(&page, &extraction, &options));
    Ok(())
}
