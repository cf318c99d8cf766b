//! Images kept: how many of them the gold has, and how many of the gold's are kept.
//!
//! A page and its gold name the same image by different addresses: absolute or relative, lazy ones
//! in attributes of their own. An image is therefore known by the file names in its attributes,
//! and one of the page's is the gold's if they have one in common. Each of the gold's images stands
//! for one of the page's, the first in document order; those that the page does not have count for
//! nothing.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::scores::Counts;
use crate::dom::{NodeId, Tag};
use crate::eval::gold::Gold;
use crate::extract::Extraction;
use crate::page::Page;

/// Attributes that hold no address.
const NO_ADDRESS: [&str; 7] = ["alt", "class", "id", "title", "width", "height", "style"];

/// Bytes of a name that may be shared by chance, such as `1.jpg` less its dot.
const SHORT: usize = 4;

/// The images of a page, each with the file names in its attributes, in document order.
pub fn images(page: &Page) -> Vec<(NodeId, BTreeSet<String>)> {
    let images = page.dom().nodes().filter(|&node| page.dom().tag(node) == Some(Tag::IMG));
    images.map(|node| (node, files(page, node))).collect()
}

fn files(page: &Page, image: NodeId) -> BTreeSet<String> {
    let attributes = page.dom().attributes(image);
    let values = attributes.filter(|attribute| !NO_ADDRESS.contains(&attribute.name().as_ref()));
    let mut files = BTreeSet::new();
    for value in values.map(|attribute| attribute.value()) {
        let addresses = value.split([' ', ',']).filter(|part| part.contains(['/', '.']));
        let names = addresses.filter_map(|path| path.trim_end_matches('/').rsplit('/').next());
        files.extend(names.filter(|name| name.len() > SHORT).map(str::to_owned));
    }
    files
}

/// The images of a page that the gold has.
pub struct GoldImages(FxHashSet<NodeId>);

impl GoldImages {
    /// Finds the gold's images in a page.
    pub fn new(page: &Page, gold: &Gold) -> GoldImages {
        let mut wanted: Vec<_> = gold.images.iter().collect();
        let is_wanted = |(_, files): &(NodeId, BTreeSet<String>)| {
            let found = wanted.iter().position(|image| !image.is_disjoint(files));
            found.map(|at| wanted.remove(at)).is_some()
        };
        GoldImages(images(page).into_iter().filter(is_wanted).map(|(node, _)| node).collect())
    }

    /// Counts the images that an extraction keeps.
    pub fn count(&self, extraction: &Extraction) -> Counts {
        let kept = extraction.images.iter().filter(|image| image.kept);
        Counts {
            matched: kept.clone().filter(|image| self.0.contains(&image.node)).count() as u64,
            extracted: kept.count() as u64,
            gold: self.0.len() as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::Image;

    fn names(html: &str) -> Vec<Vec<String>> {
        let page = Page::parse(html);
        images(&page).into_iter().map(|(_, files)| files.into_iter().collect()).collect()
    }

    #[test]
    fn an_image_is_known_by_its_file_names() {
        let html = "<img src='https://a.example/x/photo.jpg' alt='a.b/photo' width=100>\
                    <img src=data:, data-src=/lazy.png srcset='/lazy.png 1x, /lazy-2.png 2x'><img>\
                    <img src=/1.gif>";
        let lazy = vec!["lazy-2.png".to_owned(), "lazy.png".to_owned()];
        assert_eq!(names(html), [vec!["photo.jpg".to_owned()], lazy, vec![], vec!["1.gif".into()]]);
    }

    #[test]
    fn each_of_the_golds_stands_for_one() {
        let html =
            "<img src=/a/photo.jpg><img src=/b/photo.jpg><img src=other.jpg><img src=third.jpg>";
        let page = Page::parse(html);
        let image = |name: &str| BTreeSet::from([name.to_owned()]);
        let images = ["photo.jpg", "third.jpg", "gone.jpg"].map(image).to_vec();
        let counter = GoldImages::new(&page, &Gold { images, ..Gold::default() });
        let judged = |kept: [bool; 4]| {
            let nodes = images_of(&page).into_iter().zip(kept);
            let images = nodes.map(|(node, kept)| Image {
                node,
                kept,
                src: String::new(),
                alt: String::new(),
                caption: String::new(),
                similarity: 0.0,
            });
            let counts = counter.count(&Extraction { kept: Vec::new(), images: images.collect() });
            [counts.matched, counts.extracted, counts.gold]
        };
        assert_eq!(judged([true, true, true, false]), [1, 3, 2]);
        assert_eq!(judged([true, false, false, true]), [2, 2, 2]);
        assert_eq!(judged([false; 4]), [0, 0, 2]);
    }

    fn images_of(page: &Page) -> Vec<NodeId> {
        images(page).into_iter().map(|(node, _)| node).collect()
    }
}
