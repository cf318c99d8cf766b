//! `grain` allocates nothing per unit: what it allocates for a page grows with the logarithm of the
//! page, as buffers are doubled.

use leafmill::extract::Spec;
use leafmill::page::Page;

/// A page of so many parts, in several units each: headings, links, classes, ids and other scripts.
fn page(parts: usize) -> String {
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
    let (few, many) = (page(100), page(6400));
    let (few, many) = (Page::parse(&few), Page::parse(&many));
    assert_eq!((few.units().len(), many.units().len()), (500, 32_000));
    for spec in ["grain", "grain(model=fast,scope=article)"] {
        let extractor = spec.parse::<Spec>().unwrap().build().unwrap();
        let count = |page: &Page| {
            let allocated = allocation_counter::measure(|| {
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
