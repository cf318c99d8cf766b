//! `joshi`'s images on the test pages of Readability.js, a proxy: right is what that program keeps.

use std::collections::HashSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use leafmill::dom::{NodeId, Tag};
use leafmill::extract::Spec;
use leafmill::page::Page;

fn read(path: &Path) -> String {
    let mut text = String::new();
    GzDecoder::new(fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text
}

fn images(page: &Page) -> Vec<NodeId> {
    page.dom().nodes().filter(|&node| page.dom().tag(node) == Some(Tag::IMG)).collect()
}

/// The file names in an image's attributes: addresses are rewritten, and lazy ones stand in others.
fn files(page: &Page, image: NodeId) -> HashSet<String> {
    let is_text =
        |name: &str| ["alt", "class", "id", "title", "width", "height", "style"].contains(&name);
    let attributes = page.dom().attributes(image).filter(|a| !is_text(&a.name()));
    let values: Vec<_> = attributes.map(|attribute| attribute.value().into_owned()).collect();
    let addresses = values.iter().flat_map(|value| value.split([' ', ',']));
    let paths = addresses.filter(|address| address.contains(['/', '.']));
    let names = paths.filter_map(|path| path.trim_end_matches('/').rsplit('/').next());
    names.filter(|name| name.len() > 4).map(str::to_owned).collect()
}

/// The images of `source` that `expected` has, each of which stands for one.
fn right(source: &Page, expected: &Page) -> HashSet<NodeId> {
    let mut wanted: Vec<_> =
        images(expected).into_iter().map(|image| files(expected, image)).collect();
    let is_wanted = |image: &NodeId| {
        let own = files(source, *image);
        let found = wanted.iter().position(|files| !files.is_disjoint(&own));
        found.map(|at| wanted.remove(at)).is_some()
    };
    images(source).into_iter().filter(is_wanted).collect()
}

#[test]
fn joshi_keeps_images_as_measured() {
    let Some(data) = std::env::var_os("LEAFMILL_DATA") else {
        return println!("skipped: LEAFMILL_DATA is not set");
    };
    let folder = Path::new(&data).join("datasets/readability-images/test-pages");
    let mut folders: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let joshi = "joshi".parse::<Spec>().unwrap().build().unwrap();
    let (mut matched, mut kept, mut gold) = (0, 0, 0);
    for folder in folders {
        let source = read(&folder.join("source.html.gz"));
        let expected = read(&folder.join("expected.html.gz"));
        let page = Page::parse(&source);
        let right = right(&page, &Page::parse(&expected));
        let images = joshi.extract(&page).images;
        let chosen = images.iter().filter(|image| image.kept);
        matched += chosen.clone().filter(|image| right.contains(&image.node)).count();
        kept += chosen.count();
        gold += right.len();
    }
    let (precision, recall) = (matched as f64 / kept as f64, matched as f64 / gold as f64);
    println!("{matched} of {kept} kept, {gold} to keep: {precision:.3}, {recall:.3}");
    assert_eq!(gold, 690);
    assert!(precision > 0.86 && recall > 0.52, "{precision:.3}, {recall:.3}");
}
