//! Microdata and RDFa: the entities that attributes of the page's elements describe.

use std::borrow::Cow;

use super::Source;
use super::entity::{Author, Entity};
use super::signals::{Property, Signals};
use crate::dom::{NodeId, Tag};
use crate::page::Page;

/// Characters of a property's text, at most; an article's whole text has no bound.
const LONGEST: u32 = 2_000;

/// The entities that stand for themselves, and one for the properties that belong to no item.
pub(super) fn entities<'p>(page: &'p Page, signals: &'p Signals) -> Vec<Entity<'p>> {
    let mut entities: Vec<Entity> = signals
        .items
        .iter()
        .map(|item| Entity {
            source: if item.rdfa { Source::Rdfa } else { Source::Microdata },
            kind: item.kind.as_deref().map(Cow::Borrowed),
            ..Entity::default()
        })
        .collect();
    for property in &signals.properties {
        let Some(item) = property.item else { continue };
        take(page, property, &mut entities[item]);
    }
    // From the last to the first, so that what is part of a part has arrived there.
    let mut authors = Vec::new();
    for (item, found) in signals.items.iter().enumerate().rev() {
        let Some((whole, name)) = &found.part else { continue };
        if name == "mainEntity" {
            continue;
        }
        let part = std::mem::take(&mut entities[item]);
        if matches!(&**name, "author" | "creator") {
            authors.push((*whole, part));
        } else {
            join(&mut entities[*whole], name, part);
        }
    }
    for (whole, part) in authors.into_iter().rev() {
        let organization =
            part.kind.as_deref().is_some_and(|kind| !kind.eq_ignore_ascii_case("Person"));
        let name = part.title.map(|name| Author { name, organization });
        entities[whole].authors.extend(name);
    }
    let alone = |item: usize| {
        let found = &signals.items[item];
        let is_main = |(_, name): &(usize, Cow<str>)| name == "mainEntity";
        !found.apart && found.part.as_ref().is_none_or(is_main)
    };
    let mut at = 0;
    entities.retain(|_| {
        at += 1;
        alone(at - 1)
    });
    entities
}

/// Gives an entity the value of a property.
fn take<'p>(page: &'p Page, property: &Property, entity: &mut Entity<'p>) {
    let place = match &*property.name {
        "headline" | "name" | "title" => &mut entity.title,
        "author" | "creator" => {
            let name = value(page, property.node);
            entity.authors.extend(name.map(|name| Author { name, organization: false }));
            return;
        }
        "datePublished" | "dateCreated" | "uploadDate" | "pubdate" => &mut entity.published,
        "dateModified" => &mut entity.modified,
        "description" => &mut entity.description,
        "publisher" => &mut entity.site,
        "inLanguage" => &mut entity.language,
        "image" | "thumbnailUrl" => &mut entity.image,
        "url" | "mainEntityOfPage" => &mut entity.url,
        "license" => &mut entity.license,
        "keywords" => {
            entity.keywords.extend(value(page, property.node));
            return;
        }
        "isAccessibleForFree" => {
            let text = value(page, property.node);
            entity.free =
                entity.free.or(text.and_then(|text| text.to_ascii_lowercase().parse().ok()));
            return;
        }
        _ => return,
    };
    if place.is_none() {
        *place = value(page, property.node);
    }
}

/// Gives an entity what is part of it.
fn join<'p>(entity: &mut Entity<'p>, name: &str, part: Entity<'p>) {
    match name {
        "publisher" if entity.site.is_none() && part.kind.as_deref() != Some("Person") => {
            entity.site = part.title;
        }
        "image" if entity.image.is_none() => entity.image = part.url.or(part.image),
        _ => {}
    }
}

/// What a property's element says: `content`, a date, an address, or its text.
pub(super) fn value<'p>(page: &'p Page, node: NodeId) -> Option<Cow<'p, str>> {
    let dom = page.dom();
    let attribute = |name| dom.attribute(node, name);
    let said = attribute("content").or_else(|| match dom.tag(node) {
        Some(Tag::TIME) => attribute("datetime"),
        Some(Tag::IMG | Tag::SOURCE | Tag::VIDEO | Tag::AUDIO) => attribute("src"),
        Some(Tag::LINK) => attribute("href"),
        _ => None,
    });
    let text = || (page.stats(node).chars <= LONGEST).then(|| page.text_under(node));
    said.or_else(text).filter(|value| !value.trim().is_empty())
}
