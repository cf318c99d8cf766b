//! Every method is linear, and so are its reasons: a page of 40,000 like things costs it no more CPU
//! than eight times as much as it costs a page of an eighth of them, with room for chance. What is
//! quadratic costs 64 times as much, whatever the machine has to do beside.

use std::time::Duration;

use leafmill::extract::{METHODS, Spec};
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

#[test]
fn every_method_is_linear() {
    if cpu_time().is_none() {
        println!("skipped: the system does not tell a thread's CPU time");
        return;
    }
    let build = |spec: &str| (spec.to_owned(), spec.parse::<Spec>().unwrap().build().unwrap());
    let mut methods: Vec<_> = METHODS.iter().map(|method| build(method.name)).collect();
    // What `inspect` shows of cnr: its first twelve blocks and the menus.
    methods.extend(["crunch(blocks)", "cnr(blocks=12)"].map(build));
    let small = pages(MANY / TIMES as usize);
    for ((name, small), (_, large)) in small.iter().zip(&pages(MANY)) {
        let (small, large) = (Page::parse(small), Page::parse(large));
        for (method, extractor) in &methods {
            let timed = |page: &Page, kept: &dyn Fn(&Page) -> usize| {
                let start = cpu_time().unwrap();
                assert_eq!(kept(page), page.leaves().len());
                cpu_time().unwrap() - start
            };
            let linear = |what: &str, kept: &dyn Fn(&Page) -> usize| {
                let (few, many) = (timed(&small, kept), timed(&large, kept));
                println!("{name}: {method}, {what}: {few:?}, {many:?}");
                let limit = few * TIMES * CHANCE + SMALL;
                assert!(many < limit, "{name}: {method}, {what}: {few:?}, {many:?}");
            };
            linear("what is kept", &|page| extractor.extract(page).kept.len());
            linear("why", &|page| extractor.explain(page).extraction.kept.len());
        }
    }
}

#[test]
fn metadata_is_linear() {
    if cpu_time().is_none() {
        println!("skipped: the system does not tell a thread's CPU time");
        return;
    }
    let ld = |inside: String| format!("<script type=application/ld+json>{inside}</script>");
    let mut pages = pages();
    let many = |piece: &str| format!("<h1>x</h1>{}", piece.repeat(MANY));
    pages.extend([
        ("bylines", many("<p class=author>By Ann Miller ")),
        ("nested bylines", many("<div class=author>Ann ")),
        ("dates", many("<time datetime=2024-05-01>1 May</time>")),
        ("comments", many("<div class=comment><b class=author>Ann</b> <p>Dry.</div>")),
        ("nested comments", many("<div class=comment><b class=author>Ann</b> Dry.")),
        (
            "items",
            many("<div itemscope itemtype=Article itemprop=author><b itemprop=name>x</b></div>"),
        ),
        ("nested items", many("<div itemscope itemprop=author itemtype=Person>")),
        ("metas", many("<meta name=author content='Ann Miller'>")),
        ("scripts", ld("{\"@type\":\"Article\"}".to_owned()).repeat(MANY / 10)),
        ("broken JSON", ld("{\"a\": \"b\" \"c ".repeat(MANY / 4))),
        ("quotes", ld(format!("{{\"a\": \"{}", "\"x".repeat(MANY)))),
        ("brackets", ld("[".repeat(MANY))),
    ]);
    for (name, html) in pages {
        let page = Page::parse(&html);
        let start = cpu_time().unwrap();
        Metadata::of(&page, None, "");
        let metadata = cpu_time().unwrap() - start;
        comments(&page);
        Embedded::instead_of(0, &page, None);
        let all = cpu_time().unwrap() - start;
        println!("{name}: metadata {metadata:?}, with comments and scripts {all:?}");
        assert!(all < 2 * LIMIT, "{name} took {metadata:?}, {all:?}");
    }
}
