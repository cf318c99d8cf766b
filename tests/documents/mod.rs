//! Documents: what is written of a page, read back by other readers.
//!
//! Pages are soups of tags and of characters that mean something somewhere. Their Markdown is parsed by
//! `pulldown-cmark`, their HTML by leafmill's own parser, and both must give the blocks that were
//! written.

mod examples;
mod html;
mod markdown;
mod outline;

use proptest::prelude::*;
use proptest::sample::select;

/// What pages are made of.
const PIECES: &[&str] = &[
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<br>",
    "<hr>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<s>",
    "</s>",
    "<em>",
    "</em>",
    "<strong>",
    "</strong>",
    "<sup>",
    "</sup>",
    "<a href=/x>",
    "</a>",
    "<a href='http://e.org/(a)?b=1&amp;copy=2'>",
    "<a href='q)(z'>",
    "<a href=\"java&#10;script:x\">",
    "<ul>",
    "</ul>",
    "<li>",
    "</li>",
    "<ol start=3>",
    "<ol>",
    "</ol>",
    "<h2>",
    "</h2>",
    "<h5>",
    "</h5>",
    "<blockquote>",
    "</blockquote>",
    "<pre>",
    "</pre>",
    "<code>",
    "</code>",
    "<code class=lang-c>",
    "<img src=i.png alt='a*b]'>",
    "<img src='x y.png' alt=''>",
    "<dl>",
    "<dt>",
    "<dd>",
    "</dl>",
    "<figure>",
    "<figcaption>",
    "</figcaption>",
    "</figure>",
    "<math><mi>x</mi><mo>≤</mo></math>",
    "<table><tr><td>a<td>b<tr><td>",
    "<table><tr><th>",
    "<td>",
    "<th>",
    "<tr>",
    "<td colspan=2>",
    "<td rowspan=2>",
    "</table>",
    "<span>",
    "</span>",
    "word",
    "x",
    "B2",
    " ",
    " ",
    " ",
    "\n",
    "*",
    "**",
    "_",
    "__",
    "a_b",
    "`",
    "``",
    "[",
    "]",
    "(",
    ")",
    "[x]",
    "](",
    "]:",
    "!",
    "#",
    "##",
    "1.",
    "2)",
    "-",
    "+",
    ">",
    "|",
    "~",
    "~~",
    "&amp;",
    "&amp;amp;",
    "&lt;",
    "&lt;b&gt;",
    "&amp;#65;",
    "\\",
    "$",
    "$$",
    ":",
    "=",
    "---",
    "===",
    "| - |",
    ".",
    ",",
    "é",
    "：",
    "“",
    "”",
    "漢",
    "字",
    "hy&shy;phen",
    "zero\u{200b}width",
    "€",
    "http://e.org",
    "\"",
    "'",
    "^",
    "@",
    "{",
    "}",
    "\t",
    "%",
    "/",
    "<!-- c -->",
];

/// A page, and which of its leaves are kept.
fn pages() -> impl Strategy<Value = (String, u64)> {
    let html = prop::collection::vec(select(PIECES), 0..40).prop_map(|pieces| pieces.concat());
    // Three of four leaves in the mean.
    let some = (any::<u64>(), any::<u64>()).prop_map(|(one, other)| one | other);
    (html, prop_oneof![Just(u64::MAX), some])
}
pub fn drive(n: u64, most: usize) {
    let mut x: u64 = 0x9e3779b97f4a7c15 ^ n;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x
    };
    let mut failed = 0;
    std::panic::set_hook(Box::new(|_| {}));
    for _ in 0..n {
        let len = next() % 14;
        let pieces: Vec<&str> =
            (0..len).map(|_| PIECES[(next() >> 20) as usize % PIECES.len()]).collect();
        let kept = if next() >> 40 & 1 == 0 { u64::MAX } else { next() | next() };
        let fails = |pieces: &[&str]| {
            let html = pieces.concat();
            let r = std::panic::catch_unwind(|| {
                let mut out = vec![];
                if let Err(e) = markdown::check(&html, kept) {
                    out.push(format!("MD {e}"));
                }
                if let Err(e) = html::check(&html, kept) {
                    out.push(format!("HTML {e}"));
                }
                out
            });
            r.unwrap_or_else(|e| vec![format!("PANIC {html} {:?}", e.downcast_ref::<String>())])
        };
        if !fails(&pieces).is_empty() {
            let mut p = pieces.clone();
            loop {
                let before = p.len();
                let mut i = 0;
                while i < p.len() {
                    let mut q = p.clone();
                    q.remove(i);
                    if fails(&q).is_empty() { i += 1 } else { p = q }
                }
                if p.len() == before {
                    break;
                }
            }
            println!("=== {:?} kept {kept:x}\n{}", p.concat(), fails(&p).join("\n"));
            failed += 1;
            if failed >= most {
                return;
            }
        }
    }
    println!("failed {failed} of {n}");
}
