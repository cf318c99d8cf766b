//! The Rust extractors that leafmill is compared with, behind one line protocol: each line of
//! standard input is a JSON object with `html` and `url`, each line of standard output one with
//! `text` or `error`. `worker.py` is the same for the Python extractors.

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

/// Where the extractor insists on an address and the data set has none.
const NOWHERE: &str = "https://unknown.example/";

fn main() -> std::io::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let Some((_, extract)) = PEERS.iter().find(|(peer, _)| *peer == name) else {
        let names: Vec<_> = PEERS.iter().map(|(peer, _)| *peer).collect();
        eprintln!("usage: leafmill-peers {}", names.join("|"));
        std::process::exit(2);
    };
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let page: Value = serde_json::from_str(&line?)?;
        let html = page["html"].as_str().unwrap_or_default();
        // A panic is this page's failure, not the run's.
        let found = catch_unwind(AssertUnwindSafe(|| extract(html, page["url"].as_str())))
            .unwrap_or_else(|_| Err("panicked".to_owned()));
        let row = match found {
            Ok(text) => json!({ "text": text }),
            Err(error) => json!({ "error": error }),
        };
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
