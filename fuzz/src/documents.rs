//! Documents: whatever the page and whatever is kept of it, every form of it is made, and its HTML has
//! nothing in it that could run.

use leafmill::content::Options;
use leafmill::dom::{Dom, Parser};
use leafmill::internals::extract::Extraction;
use leafmill::page::Page;
use leafmill::render;

/// The elements that documents are made of.
const ELEMENTS: [&str; 42] = [
    "html",
    "head",
    "body",
    "p",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
    "dd",
    "blockquote",
    "figure",
    "figcaption",
    "table",
    "caption",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "pre",
    "code",
    "hr",
    "br",
    "a",
    "img",
    "strong",
    "em",
    "del",
    "sub",
    "sup",
    "math",
    "semantics",
    "mtext",
    "annotation",
    "colgroup",
];

/// Their attributes.
const ATTRIBUTES: [&str; 9] =
    ["href", "src", "alt", "class", "value", "colspan", "rowspan", "display", "encoding"];

/// The first eight bytes say which leaves are kept, over and over; the others are the page.
///
/// # Panics
///
/// If a property does not hold.
pub fn check(input: &[u8]) {
    let (bits, html) = input.split_at(input.len().min(8));
    let bits = bits.iter().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
    let html = String::from_utf8_lossy(html);
    let page = Page::parse(&html);
    let leaves = 0..page.leaves().len() as u32;
    let kept: Vec<u32> = leaves.filter(|leaf| bits >> (leaf % 64) & 1 == 0).collect();
    let extraction = Extraction::of(&page, &kept);
    for url in [None, Some("https://e.org/a/b?c#d"), Some("javascript:x")] {
        let mut options = Options::default();
        options.url = url;
        render::markdown(&page, &extraction, &options);
        assert_safe(&render::html(&page, &extraction, &options));
        render::tei(&page, &extraction, &options);
        render::json(&page, &extraction, &options);
    }
    render::text(&page, &extraction);
}

fn assert_safe(html: &str) {
    let dom = Dom::parse(html, Parser::Native);
    for node in dom.nodes().filter(|&node| !dom.is_text(node)) {
        assert!(ELEMENTS.contains(&&*dom.name(node)), "{}: {html}", dom.name(node));
        for attribute in dom.attributes(node) {
            assert!(ATTRIBUTES.contains(&&*attribute.name()), "{}: {html}", attribute.name());
            let value = attribute.value().to_ascii_lowercase();
            let runs = ["javascript:", "vbscript:", "data:"];
            let is_address = matches!(&*attribute.name(), "href" | "src");
            assert!(!(is_address && runs.iter().any(|scheme| value.starts_with(scheme))), "{html}");
        }
    }
}
