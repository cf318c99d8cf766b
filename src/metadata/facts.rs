//! The facts that `meta` elements state.

use std::borrow::Cow;

use super::Source;
use super::meta_tags::{self, Key};
use super::signals::Signals;

/// What one `meta` element says.
#[derive(Debug, Clone)]
pub(super) struct MetaFact<'p> {
    pub key: Key,
    /// Its place among the names of the same key; the smaller is trusted before.
    pub place: u8,
    pub source: Source,
    pub content: Cow<'p, str>,
}

/// All that `meta` elements say, the most trusted first, otherwise in the order of the page.
pub(super) struct Facts<'p>(Vec<MetaFact<'p>>);

impl<'p> Facts<'p> {
    pub fn new(signals: &'p Signals) -> Facts<'p> {
        let known = signals.metas.iter().filter_map(|(name, content)| {
            let (key, place) = meta_tags::key(name)?;
            let open_graph = name.starts_with("og:") || name.starts_with("article:");
            let source = if open_graph { Source::OpenGraph } else { Source::Meta };
            let content = Cow::Borrowed(content.as_ref());
            (!content.trim().is_empty()).then_some(MetaFact { key, place, source, content })
        });
        let mut facts: Vec<_> = known.collect();
        facts.sort_by_key(|fact| fact.place);
        Facts(facts)
    }

    /// What is said under a key, the most trusted first.
    pub fn of(&self, key: Key) -> impl Iterator<Item = &MetaFact<'p>> + Clone {
        self.0.iter().filter(move |fact| fact.key == key)
    }

    pub fn first(&self, key: Key) -> Option<&MetaFact<'p>> {
        self.of(key).next()
    }
}
