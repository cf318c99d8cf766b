//! What each method makes of a few pages of the sample, word for word: `tests/golden/<page>/`.
//!
//! A change that is meant is taken over with `LEAFMILL_BLESS=1 cargo test golden`, and its diff read.

use std::fs;
use std::path::{Path, PathBuf};

use leafmill::decode::decode;
use leafmill::{METHODS, Page, Spec, render};

/// An article, a listing of 2003 in tables, a thread in `noscript`, and one in Japanese.
const PAGES: [&str; 4] =
    ["en-press-entities", "en-listing-classifieds-2003", "en-forum-noscript", "ja-news-utf8"];

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

#[test]
fn methods_keep_what_they_kept() {
    let bless = std::env::var_os("LEAFMILL_BLESS").is_some();
    for id in PAGES {
        let packed = fs::File::open(here(&format!("datasets/sample/pages/{id}.html.gz"))).unwrap();
        let mut bytes = Vec::new();
        let mut unpacked = flate2::read::GzDecoder::new(packed);
        std::io::Read::read_to_end(&mut unpacked, &mut bytes).unwrap();
        let (html, _) = decode(&bytes, None);
        let page = Page::parse(&html);
        let methods = METHODS.iter().map(|method| (method.name, method.name));
        // The default in its other scope, too.
        for (name, spec) in methods.chain([("grain-article", "grain(scope=article)")]) {
            let spec: Spec = spec.parse().unwrap();
            let text = render::text(&page, &spec.build().unwrap().extract(&page)) + "\n";
            let path = here(&format!("tests/golden/{id}/{name}.txt"));
            if bless {
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(&path, &text).unwrap();
            }
            let golden = fs::read_to_string(&path).unwrap_or_default();
            assert!(text == golden, "{}: {text}", path.display());
        }
    }
}
