//! Documents: what is written of a page, read back by other readers.
//!
//! Pages are soups of tags and of characters that mean something somewhere. Their Markdown is parsed by
//! `pulldown-cmark`, their HTML by leafmill's own parser, and both must give the blocks that were
//! written; their TEI must hold to its schema, and their JSON have every character.

mod examples;
mod html;
mod markdown;
mod outline;
mod sites;
mod tei;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

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
    "<img src=i.png alt='a_b *c* _d_ ~e~ ~~ f <g> &amp;amp; $h$ `i` | [j](k) !'>",
    "<img src=i.png alt='\\*'>",
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

/// A thousand pages, the same ones in every run, so that a fault that was there before stops nobody's
/// change; a hundred thousand new ones with `LEAFMILL_FULL`, as many as it says with `LEAFMILL_CASES`.
fn cases() -> ProptestConfig {
    let asked = std::env::var("LEAFMILL_CASES").ok().map(|cases| cases.parse().unwrap());
    match asked.or(std::env::var_os("LEAFMILL_FULL").map(|_| 100_000)) {
        Some(cases) => {
            ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
        }
        None => ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::with_cases(1000) },
    }
}

proptest! {
    #![proptest_config(cases())]

    /// What the fuzz target holds whatever libFuzzer makes up, held for pages that are nearly such.
    #[test]
    fn every_form_is_made_and_nothing_in_it_runs((html, kept) in pages()) {
        let input = [&kept.to_be_bytes(), html.as_bytes()].concat();
        crate::fuzz::targets::documents::check(&input);
    }
}
