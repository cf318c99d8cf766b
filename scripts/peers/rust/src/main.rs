//! The Rust extractors that leafmill is compared with, behind one line protocol: each line of
//! standard input is a JSON object with `html` and `url`, each line of standard output one with
//! `text` or `error`. `worker.py` is the same for the Python extractors. With `documents` before the
//! name an answer is a document instead: `markdown`, `title`, `author` and `date`.

use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};

/// One extractor: the page's HTML and its address, if it is known, to the main content as text.
type Extract = fn(&str, Option<&str>) -> Result<String, String>;

const PEERS: &[(&str, Extract)] = &[
    ("rs-trafilatura", rs_trafilatura),
    ("trafilatura-rs", trafilatura_rs),
    ("dom_smoothie", dom_smoothie),
    ("legible", legible),
    ("readability-rs", readability_rs),
];

/// One extractor that makes documents: Markdown with what the page says of itself.
type Document = fn(&str, Option<&str>) -> Result<Value, String>;

const DOCUMENTS: &[(&str, Document)] =
    &[("rs-trafilatura", rs_trafilatura_document), ("dom_smoothie", dom_smoothie_document)];

/// Where the extractor insists on an address and the data set has none.
const NOWHERE: &str = "https://unknown.example/";

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["documents", name] => answer(find(DOCUMENTS, name)),
        [name] => {
            let extract = find(PEERS, name);
            answer(|html, url| extract(html, url).map(|text| json!({ "text": text })))
        }
        _ => usage(),
    }
}

/// The extractor of a name.
fn find<T: Copy>(peers: &[(&str, T)], name: &str) -> T {
    peers.iter().find(|(peer, _)| *peer == name).map_or_else(|| usage(), |(_, extract)| *extract)
}

fn usage() -> ! {
    let names = |peers: Vec<&str>| peers.join("|");
    let texts = names(PEERS.iter().map(|(peer, _)| *peer).collect());
    let documents = names(DOCUMENTS.iter().map(|(peer, _)| *peer).collect());
    eprintln!("usage: leafmill-peers {texts}\n       leafmill-peers documents {documents}");
    std::process::exit(2);
}

/// Answers each line until standard input ends.
fn answer(extract: impl Fn(&str, Option<&str>) -> Result<Value, String>) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let page: Value = serde_json::from_str(&line?)?;
        let html = page["html"].as_str().unwrap_or_default();
        // A panic is this page's failure, not the run's.
        let found = catch_unwind(AssertUnwindSafe(|| extract(html, page["url"].as_str())))
            .unwrap_or_else(|_| Err("panicked".to_owned()));
        let row = found.unwrap_or_else(|error| json!({ "error": error }));
        writeln!(out, "{row}")?;
        out.flush()?;
    }
    Ok(())
}

fn rs_trafilatura(html: &str, url: Option<&str>) -> Result<String, String> {
    let options = rs_trafilatura::Options { url: url.map(str::to_owned), ..Default::default() };
    rs_trafilatura::extract_with_options(html, &options)
        .map(|found| found.content_text)
        .map_err(|error| error.to_string())
}

/// The content, and below it the comments, which the extractor returns apart.
fn trafilatura_rs(html: &str, url: Option<&str>) -> Result<String, String> {
    let mut options = trafilatura::Options::default();
    options.original_url = url.and_then(|url| url.parse().ok());
    trafilatura::extract(html, &options)
        .map(|found| format!("{}\n{}", found.content_text, found.comments_text))
        .map_err(|error| error.to_string())
}

fn dom_smoothie(html: &str, url: Option<&str>) -> Result<String, String> {
    let config =
        dom_smoothie::Config { text_mode: dom_smoothie::TextMode::Formatted, ..Default::default() };
    dom_smoothie::Readability::new(html, url, Some(config))
        .and_then(|mut readability| readability.parse())
        .map(|article| article.text_content.to_string())
        .map_err(|error| error.to_string())
}

fn legible(html: &str, url: Option<&str>) -> Result<String, String> {
    legible::parse(html, url, None)
        .map(|article| article.text_content)
        .map_err(|error| error.to_string())
}

fn readability_rs(html: &str, url: Option<&str>) -> Result<String, String> {
    let url = url.unwrap_or(NOWHERE).parse().map_err(|error: url::ParseError| error.to_string())?;
    readability::extractor::extract(&mut html.as_bytes(), &url)
        .map(|product| product.text)
        .map_err(|error| error.to_string())
}

fn rs_trafilatura_document(html: &str, url: Option<&str>) -> Result<Value, String> {
    let options = rs_trafilatura::Options {
        url: url.map(str::to_owned),
        output_markdown: true,
        include_links: true,
        include_images: true,
        ..Default::default()
    };
    let found = rs_trafilatura::extract_with_options(html, &options);
    let found = found.map_err(|error| error.to_string())?;
    let about = found.metadata;
    let date = about.date.map(|date| date.to_rfc3339());
    Ok(json!({
        "markdown": found.content_markdown.unwrap_or(found.content_text),
        "title": about.title, "author": about.author, "date": date,
    }))
}

fn dom_smoothie_document(html: &str, url: Option<&str>) -> Result<Value, String> {
    let config =
        dom_smoothie::Config { text_mode: dom_smoothie::TextMode::Markdown, ..Default::default() };
    let article = dom_smoothie::Readability::new(html, url, Some(config))
        .and_then(|mut readability| readability.parse())
        .map_err(|error| error.to_string())?;
    Ok(json!({
        "markdown": article.text_content.to_string(),
        "title": article.title, "author": article.byline, "date": article.published_time,
    }))
}
