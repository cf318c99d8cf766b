//! Every method is linear, and so are its reasons: a page of 40,000 like things costs it no more CPU
//! than eight times as much as it costs a page of an eighth of them, with room for chance. What is
//! quadratic costs 64 times as much, whatever the machine has to do beside.

use std::time::Duration;

use leafmill::internals::extract::{METHODS, Spec};
use leafmill::metadata::{Embedded, Metadata, comments};
use leafmill::page::Page;

const MANY: usize = 40_000;
/// How many times smaller the small pages are.
const TIMES: u32 = 8;
/// What chance may multiply a linear cost by, and what of a cost is not looked at.
const CHANCE: u32 = 3;
const SMALL: Duration = Duration::from_millis(60);

/// CPU time of this thread; `None` where the system does not tell.
fn cpu_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// The pages, each by what there are many of.
fn pages(many: usize) -> Vec<(&'static str, String)> {
    let article =
        "<p>The article itself, in a sentence that is long enough to be one.</p>".repeat(9);
    let copies = |piece: &str| article.clone() + &piece.repeat(many);
    let table = |cells: &str| format!("{article}<table>{cells}</table>");
    vec![
        ("nested elements", copies("<div>x ")),
        ("flat elements", copies("<p>Some text.</p>")),
        ("wrapped elements", copies("<div><p>Some text.</p></div>")),
        ("links", copies("<a href=/x>x</a> ")),
        ("entries", copies("<li><a href=/x>x</a>")),
        ("cells", table(&"<tr><td>A cell<td><a href=/x>x</a>".repeat(many / 2))),
        ("nested tables", copies("<table><tr><td>x")),
        ("options", format!("{article}<select>{}</select>", "<option>x".repeat(many))),
        ("line breaks", copies("text<br>")),
        ("nested images", copies("<div><img src=x>In Paris, in Rome ")),
        ("images", copies("<div><img src=x>In Paris</div>")),
        ("images in one block", article.clone() + "<div>" + &"<img src=x>In Paris ".repeat(many)),
    ]
}

/// Holds what is done to a page against what it costs with eight times fewer things; nothing where the
/// system does not tell a thread's CPU time.
fn linear(what: &str, small: &Page, large: &Page, work: &dyn Fn(&Page)) {
    let timed = |page: &Page| {
        let start = cpu_time()?;
        work(page);
        Some(cpu_time()? - start)
    };
    let (Some(few), Some(many)) = (timed(small), timed(large)) else {
        return crate::shared::skipped("the system does not tell a thread's CPU time");
    };
    println!("{what}: {few:?}, {many:?}");
    assert!(many < few * TIMES * CHANCE + SMALL, "{what}: {few:?}, {many:?}");
}

/// Runs `each` on every page, small and large.
fn pairs(pages: impl Fn(usize) -> Vec<(&'static str, String)>, each: impl Fn(&str, &Page, &Page)) {
    for ((name, small), (_, large)) in pages(MANY / TIMES as usize).iter().zip(&pages(MANY)) {
        each(name, &Page::parse(small), &Page::parse(large));
    }
}

#[test]
fn every_method_is_linear() {
    let build = |spec: &str| (spec.to_owned(), spec.parse::<Spec>().unwrap().build().unwrap());
    let mut methods: Vec<_> = METHODS.iter().map(|method| build(method.name)).collect();
    // What `inspect` shows of cnr: its first twelve blocks and the menus.
    methods.extend(["crunch(blocks)", "cnr(blocks=12)"].map(build));
    pairs(pages, |name, small, large| {
        for (method, extractor) in &methods {
            linear(&format!("{name}: {method}, what is kept"), small, large, &|page| {
                assert_eq!(extractor.extract(page).kept.len(), page.leaves().len());
            });
            linear(&format!("{name}: {method}, why"), small, large, &|page| {
                assert_eq!(extractor.explain(page).extraction.kept.len(), page.leaves().len());
            });
        }
    });
}

/// Pages of many things that say something of the page.
fn statements(many: usize) -> Vec<(&'static str, String)> {
    let ld = |inside: String| format!("<script type=application/ld+json>{inside}</script>");
    let copies = |piece: &str| format!("<h1>x</h1>{}", piece.repeat(many));
    vec![
        ("bylines", copies("<p class=author>By Ann Miller ")),
        ("nested bylines", copies("<div class=author>Ann ")),
        ("dates", copies("<time datetime=2024-05-01>1 May</time>")),
        ("comments", copies("<div class=comment><b class=author>Ann</b> <p>Dry.</div>")),
        ("nested comments", copies("<div class=comment><b class=author>Ann</b> Dry.")),
        (
            "items",
            copies("<div itemscope itemtype=Article itemprop=author><b itemprop=name>x</b></div>"),
        ),
        ("nested items", copies("<div itemscope itemprop=author itemtype=Person>")),
        ("metas", copies("<meta name=author content='Ann Miller'>")),
        ("scripts", ld("{\"@type\":\"Article\"}".to_owned()).repeat(many / 10)),
        ("broken JSON", ld("{\"a\": \"b\" \"c ".repeat(many / 4))),
        ("quotes", ld(format!("{{\"a\": \"{}", "\"x".repeat(many)))),
        ("brackets", ld("[".repeat(many))),
    ]
}

#[test]
fn metadata_is_linear() {
    let of_all = |many| [pages(many), statements(many)].concat();
    pairs(of_all, |name, small, large| {
        linear(&format!("{name}: metadata"), small, large, &|page| {
            Metadata::of(page, None, "");
        });
        linear(&format!("{name}: comments and scripts"), small, large, &|page| {
            comments(page);
            Embedded::instead_of(0, page, None);
        });
    });
}
