//! What is taken as the page states it: description, site, picture, keywords, licence and more.

use std::borrow::Cow;

use super::entity::{Entity, Rank};
use super::facts::Facts;
use super::meta_tags::Key;
use super::signals::{Relation, Signals};
use super::wording::folded;
use super::{Fact, Source};
use crate::content::Base;
use crate::page::Page;

/// Keywords of a page, at most; more are no keywords.
const KEYWORDS: usize = 100;

/// Where the page states facts about itself.
pub(super) struct Stated<'s, 'p, 'h> {
    pub page: &'p Page<'h>,
    pub signals: &'s Signals<'h>,
    pub facts: &'s Facts<'s>,
    /// All that structured data describes.
    pub entities: &'s [Entity<'s>],
    /// What the page is about, best first.
    pub about: &'s [&'s Entity<'s>],
    /// What addresses are relative to.
    pub base: Base,
}

/// A text that is not blank, folded.
fn stated(text: &str, source: Source) -> Option<Fact<String>> {
    let value = folded(Cow::Borrowed(text)).into_owned();
    (!value.is_empty()).then_some(Fact { value, source })
}

/// Whether a fact may name a language: an encoding does not.
fn is_tag(fact: &Fact<String>) -> bool {
    !["utf-8", "utf8"].iter().any(|encoding| fact.value.eq_ignore_ascii_case(encoding))
}

impl<'s> Stated<'s, '_, '_> {
    /// The same address, absolute where that can be done; `None` if it leads nowhere.
    fn absolute(&self, fact: Fact<String>) -> Option<Fact<String>> {
        let mut value = String::new();
        self.base.resolve(&fact.value, &mut value).then_some(Fact { value, ..fact })
    }

    /// The most trusted `meta` of a key.
    fn meta(&self, key: Key) -> Option<Fact<String>> {
        self.facts.of(key).find_map(|fact| stated(&fact.content, fact.source))
    }

    /// The first of the page's entities that has it.
    fn entity(&self, field: impl Fn(&Entity<'s>) -> Option<Cow<'s, str>>) -> Option<Fact<String>> {
        self.about.iter().find_map(|entity| stated(&field(entity)?, entity.source))
    }

    /// The address in the first `link`, or link, of a relation.
    fn link(&self, relation: Relation) -> Option<Fact<String>> {
        let mut links = self.signals.links.iter().filter(|(of, _)| *of == relation);
        links.find_map(|&(_, node)| stated(&self.page.dom().attribute(node, "href")?, Source::Rel))
    }

    pub fn description(&self) -> Option<Fact<String>> {
        self.meta(Key::Description).or_else(|| self.entity(|entity| entity.description.clone()))
    }

    pub fn site(&self) -> Option<Fact<String>> {
        let web_site = || {
            let is_site = |entity: &&Entity| entity.kind.as_deref() == Some("WebSite");
            let site = self.entities.iter().find(is_site)?;
            stated(site.site.as_deref()?, site.source)
        };
        let mut metas = self.facts.of(Key::Site);
        let open_graph = metas.clone().find(|fact| fact.source == Source::OpenGraph);
        open_graph
            .and_then(|fact| stated(&fact.content, fact.source))
            .or_else(web_site)
            .or_else(|| self.entity(|entity| entity.site.clone()))
            .or_else(|| metas.find_map(|fact| stated(&fact.content, fact.source)))
    }

    /// The language as the page declares it.
    pub fn language(&self) -> Option<Fact<String>> {
        let lang = self.signals.language.as_deref();
        let lang = lang.and_then(|lang| stated(lang, Source::Lang)).filter(is_tag);
        lang.or_else(|| self.meta(Key::Language).filter(is_tag))
            .or_else(|| self.entity(|entity| entity.language.clone()))
    }

    pub fn canonical(&self) -> Option<Fact<String>> {
        let link = self.link(Relation::Canonical);
        self.absolute(link.or_else(|| self.meta(Key::Url))?)
    }

    pub fn image(&self) -> Option<Fact<String>> {
        let image = self.meta(Key::Image).or_else(|| self.entity(|entity| entity.image.clone()));
        self.absolute(image.or_else(|| self.link(Relation::Image))?)
    }

    /// Keywords of the first source that has any.
    pub fn keywords(&self) -> Option<Fact<Vec<String>>> {
        let metas = [0, 1].into_iter().map(|place| {
            let facts = self.facts.of(Key::Keywords).filter(move |fact| fact.place == place);
            let source = facts.clone().next().map_or(Source::Meta, |fact| fact.source);
            (keywords(facts.map(|fact| &*fact.content)), source)
        });
        let entities = self.about.iter().map(|entity| {
            (keywords(entity.keywords.iter().map(|keyword| &**keyword)), entity.source)
        });
        let mut found = entities.chain(metas).filter(|(value, _)| !value.is_empty());
        found.next().map(|(value, source)| Fact { value, source })
    }

    pub fn license(&self) -> Option<Fact<String>> {
        self.link(Relation::License)
            .or_else(|| self.entity(|entity| entity.license.clone()))
            .or_else(|| self.meta(Key::License))
    }

    /// The type that the page declares itself to be, by schema.org or by OpenGraph.
    pub fn kind(&self) -> Option<Fact<String>> {
        let work = self.about.iter().find(|entity| entity.rank() > Rank::Page);
        let of = |entity: &&Entity| stated(entity.kind.as_deref()?, entity.source);
        let page = || self.about.first().and_then(of);
        work.and_then(of).or_else(|| self.meta(Key::Kind)).or_else(page)
    }

    /// Whether all of the content is only for those who pay.
    pub fn paywall(&self) -> Option<Fact<bool>> {
        let free = self.about.iter().find_map(|entity| {
            entity.free.map(|free| Fact { value: !free, source: entity.source })
        });
        let tier = || {
            let fact = self.facts.first(Key::Tier)?;
            let value = match fact.content.trim().to_ascii_lowercase().as_str() {
                "free" | "false" | "no" | "0" => false,
                "locked" | "metered" | "paid" | "premium" | "true" | "yes" | "1" => true,
                _ => return None,
            };
            Some(Fact { value, source: fact.source })
        };
        free.or_else(tier)
    }
}

/// The keywords in texts that may hold several with commas between, each once.
fn keywords<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for keyword in texts.flat_map(|text| text.split([',', ';', '、', '，'])) {
        let keyword = folded(Cow::Borrowed(keyword));
        if found.len() == KEYWORDS {
            break;
        }
        if !keyword.is_empty() && !found.iter().any(|other| *other == keyword) {
            found.push(keyword.into_owned());
        }
    }
    found
}
