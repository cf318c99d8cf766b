//! Our trees against html5ever's, on pages made up here and on real ones.

use crate::shared;
use std::io::Read;
use std::path::{Path, PathBuf};

use leafmill::dom::{Dom, Parser};

use super::outline::Outline;
use super::reference;

/// The trees of a page: with `tl`, with the lexer alone, by html5ever.
fn trees(html: &str) -> (Outline, Outline, Outline) {
    let [tl, native] = [Parser::Tl, Parser::Native].map(|p| Outline::of(&Dom::parse(html, p)));
    (tl, native, Outline::of_reference(&reference::parse(html)))
}

/// Every page of a folder, decoded, in the order of names.
fn pages(folder: &Path) -> impl Iterator<Item = (PathBuf, String)> {
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| {
        let mut bytes = std::fs::read(&path).unwrap();
        if path.extension().is_some_and(|suffix| suffix == "gz") {
            let mut plain = Vec::new();
            flate2::read::MultiGzDecoder::new(&bytes[..]).read_to_end(&mut plain).unwrap();
            bytes = plain;
        }
        let html = leafmill::decode::decode(&bytes, None).0.into_owned();
        (path, html)
    })
}

/// How the pages of a folder compare.
#[derive(Debug, Default)]
struct Agreement {
    pages: usize,
    parsers_differ: Vec<PathBuf>,
    leaves_differ: Vec<PathBuf>,
    trees_differ: Vec<PathBuf>,
}

fn compare(folder: &Path, stride: usize) -> Agreement {
    let mut agreement = Agreement::default();
    for (path, html) in pages(folder).step_by(stride) {
        let (tl, native, reference) = trees(&html);
        agreement.pages += 1;
        if tl != native {
            agreement.parsers_differ.push(path.clone());
        }
        if native.visible_leaves() != reference.visible_leaves() {
            agreement.leaves_differ.push(path.clone());
        }
        if native != reference {
            agreement.trees_differ.push(path);
        }
    }
    println!("{}: {agreement:#?}", folder.display());
    agreement
}

/// Every page with `LEAFMILL_FULL`, otherwise a fixed part of them.
fn stride(part: usize) -> usize {
    if std::env::var_os("LEAFMILL_FULL").is_some() { 1 } else { part }
}

#[test]
fn modern_pages_have_the_leaves_of_html5ever() {
    let Some(datasets) = shared::data("datasets") else { return };
    let agreement = compare(&datasets.join("wcxb-dev/dev/html"), stride(40));
    assert_eq!(agreement.parsers_differ, Vec::<PathBuf>::new());
    assert!(agreement.leaves_differ.len() * 500 <= agreement.pages);
}

#[test]
fn old_pages_have_the_leaves_of_html5ever() {
    let Some(datasets) = shared::data("datasets") else { return };
    let agreement = compare(&datasets.join("cwce-a/original"), 1);
    assert_eq!(agreement.parsers_differ, Vec::<PathBuf>::new());
    assert!(agreement.leaves_differ.len() <= 2);
}

#[test]
fn typical_errors_make_the_trees_of_html5ever() {
    for html in [
        "",
        "text",
        "<p>one<p>two<b>three<p>four</b>five",
        "<ul><li>a<li>b<ul><li>c</ul>d</ul>",
        "<table>x<tr><td>a<td>b<table><tr><th>c</table>d</table>e",
        "<a href=1>a<a href=2>b<div>c</a>d</div>",
        "<b><i><p>x</b>y</i>z</p>",
        "<h1>a<h2>b</h1>c",
        "<!doctype html><p>a<table><td>b</table>c",
        "<p>a<table><td>b</table>c",
        "<svg><title>a</title><p>b",
        "<math><mi>x<b>y</b></mi></math><svg/>z",
        "<select><option>a<option>b<optgroup><option>c</select>d",
        "a<!-- -->b<noscript><p>c</noscript>d",
        "<html a=1><body b=2><html a=2 c=3><body d=4>x",
        "<head></head> <script>a<b</script> <p>x</p></body> </html> y",
        "<form><form><input></form>x</form><button>a<button>b",
        "<template><td>x</template><p>y</p>",
        "<frameset><frame></frameset>",
        "<pre>\n\nx</pre><textarea>\r\ny</textarea>",
        "<x-a>b</X-A>c</x-b>d",
        "</p></br>a</div>b",
    ] {
        let (tl, native, reference) = trees(html);
        assert_eq!(native.to_string(), reference.to_string(), "{html}");
        assert_eq!(tl, native, "{html}");
    }
}
