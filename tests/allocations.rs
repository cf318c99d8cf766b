//! What is allocated: by the pipeline in its steady state, nothing of its own for a page; by `grain`,
//! nothing per unit, so that what it allocates for a page grows with the logarithm of the page, as
//! buffers are doubled.

use std::fs;
use std::path::Path;

use allocation_counter::measure;
use leafmill::dom::Parser;
use leafmill::internals::extract::Spec;
use leafmill::output::Jsonl;
use leafmill::page::Page;
use leafmill::pipeline::{Destination, Pipeline, Recipe};

use crate::source::archive::{gzip, response};

/// Allocations of one thread for a file of so many pages.
fn allocations(directory: &Path, spec: &str, parser: Parser, page: &[u8], pages: usize) -> u64 {
    let input = directory.join("in.warc.gz");
    let record = gzip(&response("urn:uuid:0", page));
    fs::write(&input, record.repeat(pages)).unwrap();
    let extractor = spec.parse::<Spec>().unwrap().build().unwrap();
    let writer = Jsonl::default();
    let mut recipe = Recipe::new(&*extractor, &writer);
    (recipe.parser, recipe.visible_only) = (parser, true);
    let (pipeline, destination) =
        (Pipeline::new(recipe), Destination::new(directory.join("out.jsonl")));
    let run = || {
        let tally = pipeline.run(std::slice::from_ref(&input), &destination, &mut |_| ()).unwrap();
        assert_eq!(tally.ok, pages as u64);
    };
    // In a pool of one thread everything happens on that thread, which is the one counted.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| measure(run)).count_total
}

/// Allocations for each page more, once 100 were read.
fn a_page(spec: &str, parser: Parser, page: &[u8]) -> f64 {
    let dir = tempfile::tempdir().unwrap();
    let [some, more] = [100, 200].map(|pages| allocations(dir.path(), spec, parser, page, pages));
    let each = (more - some) as f64 / 100.0;
    println!("{spec} {parser:?}: {each} allocations a page");
    each
}

#[test]
fn a_page_more_costs_no_allocation_but_the_methods_own() {
    let page = "<title>A title</title>".to_owned()
        + &"<div><p>Some <b>text</b> that is long enough.</p><a href=/x>a link</a></div>"
            .repeat(200);
    // `all` makes the list of what it keeps. What remains are a few growing lists of the whole run.
    let of_all = a_page("all", Parser::Native, page.as_bytes());
    assert!((1.0..1.2).contains(&of_all), "{of_all}");
    // A page in another encoding is converted in memory that is there; the detector that its
    // declaration is held against makes three things of its own.
    let latin = [b"<meta charset=latin1>", page.as_bytes(), b"<p>caf\xe9"].concat();
    assert!(a_page("all", Parser::Native, &latin) < 4.2);
    // The `tl` crate makes its lists anew for each page, and so do methods.
    assert!(a_page("all", Parser::Tl, page.as_bytes()) > of_all);
    // Lists of the whole page, of scores or of features, some of which are doubled as they grow.
    for (spec, most) in [("wu", 40.0), ("grain", 150.0)] {
        let own = a_page(spec, Parser::Native, page.as_bytes());
        assert!(own <= most, "{spec}: {own}");
    }
}

/// A page of so many parts, in several units each: headings, links, classes, ids and other scripts.
fn page_of(parts: usize) -> String {
    let part = |at: usize| {
        format!(
            "<div class='post entry-{at} col' id=post-{at} role=main><h2>The old Mill ÉTÉ</h2>\
             <p class=lead>It <b>ran</b> dry, the <a href=/r>river</a> number {at}.<p>川は戻った。\
             <ul class=nav><li><a href=/x>One two three</a><li>Мельница у реки</ul></div>"
        )
    };
    let title = "<title>The old mill - été</title>".to_owned();
    (0..parts).fold(title, |html, at| html + &part(at))
}

#[test]
fn grain_allocates_nothing_per_unit() {
    // The smallest page has the buffers of a batch already.
    let (few, many) = (page_of(100), page_of(6400));
    let (few, many) = (Page::parse(&few), Page::parse(&many));
    assert_eq!((few.units().len(), many.units().len()), (500, 32_000));
    for spec in ["grain", "grain(scope=article)"] {
        let extractor = spec.parse::<Spec>().unwrap().build().unwrap();
        let count = |page: &Page| {
            let allocated = measure(|| {
                extractor.extract(page);
            });
            allocated.count_total
        };
        // What is made once, by the first page, is not counted.
        count(&few);
        let (few, many) = (count(&few), count(&many));
        println!("{spec}: {few} and {many} allocations");
        // 64 times as large: each of some twenty buffers is doubled six times more.
        assert!(many - few < 6 * 25, "{spec}: {few} and {many} allocations");
    }
}
