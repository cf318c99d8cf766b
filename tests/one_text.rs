//! One answer: what `extract` writes of a page is what `evaluate` scores, whatever the method.

use std::fs;
use std::path::Path;

use leafmill::decode::decode;
use leafmill::eval::{self, Entrant, Options};
use leafmill::internals::dataset::Dataset;
use leafmill::internals::extract::{METHODS, Spec};
use leafmill::internals::measure::Measure;
use leafmill::output::Jsonl;
use leafmill::page::Page;
use leafmill::pipeline::{Destination, Pipeline, Recipe};
use leafmill::render;
use serde_json::{Value, json};

/// Every method with each of its presets, and the settings that change what a document has.
fn specs() -> Vec<Spec> {
    let all = METHODS.iter().flat_map(|method| {
        let presets =
            method.presets().into_iter().map(|preset| format!("{}({})", method.name, preset.name));
        std::iter::once(method.name.to_owned()).chain(presets)
    });
    let more = ["crunch(output=text)", "crunch(output=text,noscript=off)", "cnr(blocks=3)"];
    all.chain(more.map(str::to_owned)).map(|spec| spec.parse().unwrap()).collect()
}

/// The sample, with a page in CleanEval's wrapper and one that has `noscript` beside its text.
fn dataset(root: &Path) {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/sample");
    fs::create_dir(root.join("pages")).unwrap();
    for page in fs::read_dir(sample.join("pages")).unwrap() {
        let page = page.unwrap();
        fs::copy(page.path(), root.join("pages").join(page.file_name())).unwrap();
    }
    let wrapped = "<text id=\"http://a.example/\" title=\"x\"><!DOCTYPE html><head><title>t</title>\
                   </head><body><p>Some text.<table><tr><td>in a cell<p>and more</table>";
    let noscript = "<body><p>Some text.<noscript><p>Please turn scripts on.</noscript><p>The end.";
    fs::write(root.join("pages/wrapped.html"), wrapped).unwrap();
    fs::write(root.join("pages/noscript.html"), noscript).unwrap();
}

/// The (id, text) of each page that `extract` writes.
fn written(root: &Path, spec: &Spec) -> Vec<(String, String)> {
    let extractor = spec.build().unwrap();
    let writer = Jsonl::default();
    let mut recipe = Recipe::new(&*extractor, &writer);
    recipe.visible_only = true;
    let out = root.join("out.jsonl");
    let (pipeline, destination) = (Pipeline::new(recipe), Destination::new(&out));
    pipeline.run(&[root.join("pages")], &destination, &mut |_| ()).unwrap();
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).unwrap();
        let [id, text] = ["id", "text"].map(|key| row[key].as_str().unwrap().to_owned());
        let name = Path::new(&id).file_name().unwrap().to_str().unwrap();
        (name.split(".htm").next().unwrap().to_owned(), text)
    };
    fs::read_to_string(out).unwrap().lines().map(row).collect()
}

#[test]
fn evaluate_scores_what_extract_writes() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    dataset(root);
    for spec in specs() {
        let rows = written(root, &spec);
        assert_eq!(rows.len(), 48);
        // The texts as the gold of their own pages.
        let gold: Vec<_> =
            rows.iter().map(|(id, text)| json!({"id": id, "text": text}).to_string()).collect();
        fs::write(root.join("gold.jsonl"), gold.join("\n")).unwrap();
        let data = Dataset::open(root).unwrap();
        assert_eq!(data.items.len(), rows.len());
        let extractor = spec.build().unwrap();
        for item in &data.items {
            let bytes = item.read().unwrap();
            let (html, _) = decode(&bytes, None);
            let page = Page::parse(&html);
            let mut extraction = extractor.extract(&page);
            extraction.leave_out_hidden(&page);
            let text = render::text(&page, &extraction);
            assert_eq!(text, item.gold.text, "{spec}: {}", item.gold.id);
        }
        // By the evaluation itself, too: every word that is scored is one that was written.
        let measures = ["words", "shingles(4)", "lcs"].map(|m| m.parse::<Measure>().unwrap());
        let entrants = [Entrant::Spec(spec.clone())];
        let mut options = Options::default();
        options.visible_only = true;
        let table = eval::run(&[data], &entrants, &measures, &options).unwrap();
        for page in &table.sets[0].pages {
            for counts in &page.counts {
                let all = [counts.matched, counts.extracted, counts.gold];
                assert_eq!(all, [counts.gold; 3], "{spec}: {}", page.id);
            }
        }
    }
}

#[test]
fn a_wrapper_is_no_part_of_a_page() {
    let page = "<!DOCTYPE html><head><title>t</title></head><body><p>a<table><tr><td>b</table>";
    let wrapped = format!("<text id=\"1\">{page}");
    let (plain, wrapped) = (Page::parse(page), Page::parse(&wrapped));
    assert_eq!(plain.dom().html(), wrapped.dom().html());
    assert_eq!(plain.title(), wrapped.title());
}
