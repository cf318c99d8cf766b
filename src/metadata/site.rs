//! The names of the site, which are no title and no author.

use std::borrow::Cow;

use super::entity::Entity;
use super::facts::Facts;
use super::meta_tags::Key;
use super::title::{folded, key};

/// Names of a site.
pub(super) struct Site;

impl Site {
    /// What the site is called, as keys of [`key`]: by itself, by its publisher, by its host.
    pub fn names(url: Option<&str>, facts: &Facts, entities: &[Entity]) -> Vec<String> {
        let metas = facts.of(Key::Site).map(|fact| &*fact.content);
        let publishers = entities.iter().filter_map(|entity| entity.site.as_deref());
        let stated = metas.chain(publishers).map(|name| key(&folded(Cow::Borrowed(name))));
        let host = url.and_then(host);
        let hosts = host.into_iter().flat_map(|host| {
            let bare = host.strip_prefix("www.").unwrap_or(host);
            let first = bare.split('.').next().unwrap_or_default();
            [key(host), key(bare), key(first)]
        });
        let mut names: Vec<String> = stated.chain(hosts).filter(|name| !name.is_empty()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// The host of an address.
fn host(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    rest.split(['/', '?', '#', ':']).next()
}
