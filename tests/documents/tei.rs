//! TEI, held to its schema by lxml, and JSON, read by serde_json.

use std::cell::RefCell;
use std::process::Command;

use leafmill::content::{self, Event, Inline, Options};
use leafmill::internals::extract::Extraction;
use leafmill::metadata::Metadata;
use leafmill::output::{Document, Provenance, Tei, Writer};
use leafmill::page::Page;
use leafmill::render;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::{cases, outline, pages};

/// The characters of a document, its alternative texts, formulas and code among them.
fn characters(page: &Page, extraction: &Extraction) -> String {
    let mut out = String::new();
    content::stream(page, extraction, &Options::default(), &mut |event| match event {
        Event::Code { text, .. } | Event::Inline(Inline::Text(text)) => out.push_str(text),
        Event::Inline(Inline::Image { alt, .. }) => out.push_str(alt),
        Event::Inline(Inline::Math { tex, .. }) => out.push_str(tex),
        _ => {}
    });
    out
}

/// The strings that a JSON value shows.
fn shown(value: &serde_json::Value, out: &mut String) {
    match value {
        serde_json::Value::String(text) => out.push_str(text),
        serde_json::Value::Array(values) => values.iter().for_each(|value| shown(value, out)),
        serde_json::Value::Object(object) => {
            let keys = ["alt", "tex", "text", "content"];
            keys.iter().filter_map(|key| object.get(*key)).for_each(|value| shown(value, out));
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn json_has_every_character((html, kept) in pages()) {
        let page = Page::parse(&html);
        let extraction = outline::extraction(&page, kept);
        let json = render::json(&page, &extraction, &Options::default());
        let read = serde_json::from_str(&json);
        prop_assert!(read.is_ok(), "{}\n{}", html, json);
        let mut text = String::new();
        shown(&read.unwrap(), &mut text);
        prop_assert_eq!(text, characters(&page, &extraction), "{}\n{}", html, json);
    }
}

/// A page's document as TEI, appended to a corpus.
fn append(html: &str, kept: u64, corpus: &mut Vec<u8>) {
    let page = Page::parse(html);
    let extraction = outline::extraction(&page, kept);
    let mut options = Options::default();
    options.url = Some("https://e.org/d/");
    let tei = render::tei(&page, &extraction, &options);
    let metadata = Metadata::of(&page, options.url, "");
    let record = leafmill::internals::source::Record::default();
    let charset = leafmill::decode::decode(b"", None).1;
    let mut document = Document::new("i", Provenance::of(&record, "f", charset));
    (document.url, document.title) = (options.url, Some("A <title>"));
    document.tei = (!tei.is_empty()).then_some(&*tei);
    document.metadata = Some(&metadata);
    Tei::new(true).write(&document, corpus);
}

/// Validates a file by the schema: what the validator says of it, nothing where it is valid; `None` where
/// no validator is installed.
fn validate(xml: &std::path::Path) -> Option<String> {
    const SCRIPT: &str = "import sys\nfrom lxml import etree\n\
        schema = etree.RelaxNG(etree.parse(sys.argv[1]))\n\
        schema.validate(etree.parse(sys.argv[2], etree.XMLParser(huge_tree=True)))\n\
        print(schema.error_log.filter_from_errors())";
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/tei.rng");
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let pythons = [".venv-documents", ".venv-peers", ".venv"]
        .map(|venv| root.join(venv).join("bin/python"))
        .into_iter()
        .chain(["python3".into()]);
    for python in pythons {
        let has_lxml = Command::new(&python).args(["-c", "import lxml"]).output();
        if has_lxml.is_ok_and(|done| done.status.success()) {
            let done =
                Command::new(&python).args(["-c", SCRIPT, schema]).arg(xml).output().unwrap();
            return Some(
                String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).trim().into(),
            );
        }
    }
    None
}

#[test]
fn tei_holds_to_its_schema() {
    let corpus = RefCell::new(Vec::new());
    Tei::default().begin(&mut corpus.borrow_mut());
    append(
        "<h1>A</h1><p>B <a href=/x>c</a> <math><mi>x</mi></math><hr>D",
        u64::MAX,
        &mut corpus.borrow_mut(),
    );
    let mut runner = TestRunner::new(ProptestConfig { cases: 1000, ..cases() });
    let some = runner.run(&pages(), |(html, kept)| {
        append(&html, kept, &mut corpus.borrow_mut());
        Ok(())
    });
    some.unwrap();
    Tei::default().end(true, &mut corpus.borrow_mut());
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("corpus.xml");
    std::fs::write(&file, &*corpus.borrow()).unwrap();
    match validate(&file) {
        Some(said) => assert_eq!(said, ""),
        None => crate::shared::skipped(
            "no python has lxml, which validates TEI (`make structure` installs it)",
        ),
    }
    // A validator that finds no fault in anything would be none.
    let faulty =
        String::from_utf8(corpus.take()).unwrap().replacen("<body>", "<body><head>x</head>", 1);
    std::fs::write(&file, faulty).unwrap();
    assert_ne!(validate(&file).as_deref(), Some(""));
}
