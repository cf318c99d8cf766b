//! What an image is known by.
//!
//! A page and its gold name the same image by different addresses: absolute or relative, lazy ones
//! in attributes of their own. An image is therefore known by the file names in its attributes.

use std::collections::BTreeSet;

use crate::dom::{NodeId, Tag};
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
        files.extend(names(&value).map(str::to_owned));
    }
    files
}

/// The file names in an attribute of an image: of an address, or of several.
pub(super) fn names(value: &str) -> impl Iterator<Item = &str> {
    let addresses = value.split([' ', ',']).filter(|part| part.contains(['/', '.']));
    let names = addresses.filter_map(|path| path.trim_end_matches('/').rsplit('/').next());
    names.filter(|name| name.len() > SHORT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(html: &str) -> Vec<Vec<String>> {
        let page = Page::parse(html);
        images(&page).into_iter().map(|(_, files)| files.into_iter().collect()).collect()
    }

    #[test]
    fn an_image_is_known_by_its_file_names() {
        let html = "<img src='https://a.example/x/photo.jpg' alt='a.b/photo' width=100>\
                    <img src=data:, data-src=/lazy.png srcset='/lazy.png 1x, /lazy-2.png 2x'><img>\
                    <img src=/1.gif>";
        let lazy = vec!["lazy-2.png".to_owned(), "lazy.png".to_owned()];
        assert_eq!(known(html), [vec!["photo.jpg".to_owned()], lazy, vec![], vec!["1.gif".into()]]);
    }
}
