//! Images kept: how many of them the gold has, and how many of the gold's are kept.
//!
//! One of the page's images is the gold's if they have a file name in common
//! ([`crate::dataset::images`]). Each of the gold's images stands for one of the page's, the first
//! in document order; those that the page does not have count for nothing.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::scores::Counts;
use crate::dataset::Gold;
use crate::dataset::images::images;
use crate::dom::NodeId;
use crate::extract::Extraction;
use crate::page::Page;

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
            let counts =
                counter.count(&Extraction { images: images.collect(), ..Extraction::default() });
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
