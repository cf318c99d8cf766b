//! Every method is linear: pages of 100,000 like things cost it less than a second and a half of CPU,
//! as little optimised as tests are; so do the blocks and menus that `inspect` shows.

use std::time::Duration;

use leafmill::extract::{METHODS, Spec};
use leafmill::page::Page;

const MANY: usize = 100_000;
const LIMIT: Duration = Duration::from_millis(1500);

/// CPU time of this thread; `None` where the system does not tell.
fn cpu_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// The pages, each by what there are many of.
fn pages() -> Vec<(&'static str, String)> {
    let article =
        "<p>The article itself, in a sentence that is long enough to be one.</p>".repeat(9);
    let many = |piece: &str| article.clone() + &piece.repeat(MANY);
    let table = |cells: &str| format!("{article}<table>{cells}</table>");
    vec![
        ("nested elements", many("<div>x ")),
        ("flat elements", many("<p>Some text.</p>")),
        ("wrapped elements", many("<div><p>Some text.</p></div>")),
        ("links", many("<a href=/x>x</a> ")),
        ("entries", many("<li><a href=/x>x</a>")),
        ("cells", table(&"<tr><td>A cell<td><a href=/x>x</a>".repeat(MANY / 2))),
        ("nested tables", many("<table><tr><td>x")),
        ("options", format!("{article}<select>{}</select>", "<option>x".repeat(MANY))),
        ("line breaks", many("text<br>")),
        ("nested images", many("<div><img src=x>In Paris, in Rome ")),
        ("images", many("<div><img src=x>In Paris</div>")),
        ("images in one block", article.clone() + "<div>" + &"<img src=x>In Paris ".repeat(MANY)),
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
    for (name, html) in pages() {
        let page = Page::parse(&html);
        for (method, extractor) in &methods {
            let timed = |kept: &dyn Fn() -> usize| {
                let start = cpu_time().unwrap();
                assert_eq!(kept(), page.leaves().len());
                cpu_time().unwrap() - start
            };
            let took = timed(&|| extractor.extract(&page).kept.len());
            let why = timed(&|| extractor.explain(&page).extraction.kept.len());
            println!("{name}: {method} {took:?}, with reasons {why:?}");
            assert!(took < LIMIT && why < 2 * LIMIT, "{name}: {method} took {took:?}, {why:?}");
        }
    }
}
