//! JSON-LD: the entities that a page's `script type="application/ld+json"` describe.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::Source;
use super::entity::{Author, Entity};
use super::json::Json;

/// The entities that stand for themselves: on the top level, in `@graph`, and what a page names as
/// its `mainEntity`. What is only part of another (comments, entries of a list, parts) is none.
pub(super) fn entities<'j>(values: &'j [Json<'j>]) -> Vec<Entity<'j>> {
    let objects = objects(values);
    let ids: FxHashMap<&str, &Json> = objects
        .iter()
        .filter(|object| members(object) > 1)
        .filter_map(|object| Some((object.get("@id")?.text()?, *object)))
        .collect();
    objects.iter().map(|object| Reader { object, ids: &ids }.entity()).collect()
}

/// The objects that stand for themselves, in the order of the page.
pub(super) fn objects<'j>(values: &'j [Json<'j>]) -> Vec<&'j Json<'j>> {
    let mut found = Vec::new();
    let mut open: Vec<&Json> = values.iter().rev().collect();
    while let Some(value) = open.pop() {
        match value {
            Json::List(values) => open.extend(values.iter().rev()),
            Json::Object(_) => {
                if value.get("@type").is_some() {
                    found.push(value);
                }
                let inner = ["mainEntityOfPage", "mainEntity", "@graph"];
                open.extend(inner.iter().filter_map(|key| value.get(key)));
            }
            _ => {}
        }
    }
    found
}

fn members(object: &Json) -> usize {
    if let Json::Object(members) = object { members.len() } else { 0 }
}

/// Reads one object.
struct Reader<'r, 'j> {
    object: &'j Json<'j>,
    /// Objects by their `@id`.
    ids: &'r FxHashMap<&'j str, &'j Json<'j>>,
}

impl<'j> Reader<'_, 'j> {
    fn entity(&self) -> Entity<'j> {
        let publisher = ["publisher", "isPartOf", "sourceOrganization"];
        let mut entity = Entity {
            source: Source::JsonLd,
            kind: self.kind(),
            url: self.url(),
            title: self.text(&["headline", "name", "title"]),
            authors: Vec::new(),
            published: self.text(&["datePublished", "dateCreated", "uploadDate"]),
            modified: self.text(&["dateModified"]),
            description: self.text(&["description", "abstract"]),
            site: publisher.iter().find_map(|key| self.organization(key)),
            language: self.object.get("inLanguage").and_then(|value| self.name(value)),
            image: ["image", "thumbnailUrl"].iter().find_map(|key| self.address(key)),
            keywords: self.object.get("keywords").map_or(Vec::new(), keywords),
            license: self.address("license"),
            free: self.object.get("isAccessibleForFree").and_then(truth),
            text: self.text(&["articleBody", "text", "reviewBody"]),
        };
        if entity.kind.as_deref() == Some("WebSite") {
            entity.site = entity.title.clone().or(entity.site);
        }
        for key in ["author", "creator"] {
            if entity.authors.is_empty() {
                self.authors(key, &mut entity.authors);
            }
        }
        entity
    }

    /// The type that says most: of several the first that is no more than a web page.
    fn kind(&self) -> Option<Cow<'j, str>> {
        let kinds = self.object.get("@type")?.each();
        let name = |value: &'j Json<'j>| value.text().map(local);
        let first = kinds.iter().filter_map(name).find(|kind| !kind.ends_with("Page"));
        first.or_else(|| kinds.iter().find_map(name)).map(Cow::Borrowed)
    }

    fn url(&self) -> Option<Cow<'j, str>> {
        let page = self.object.get("mainEntityOfPage");
        let of_page = page.and_then(|page| page.text().or_else(|| page.get("@id")?.text()));
        let own = self.object.get("url").and_then(Json::text);
        let id = self.object.get("@id").and_then(Json::text);
        own.or(of_page).or(id).map(Cow::Borrowed)
    }

    /// The first of these keys that has a text.
    fn text(&self, keys: &[&str]) -> Option<Cow<'j, str>> {
        let first = |value: &'j Json<'j>| value.each().iter().find_map(text);
        keys.iter().find_map(|key| self.object.get(key).and_then(first)).map(Cow::Borrowed)
    }

    /// The text that a value is, or the name of the thing it is or refers to.
    fn name(&self, value: &'j Json<'j>) -> Option<Cow<'j, str>> {
        let value = self.referred(value.each().first()?);
        value.text().or_else(|| value.get("name")?.each().iter().find_map(text)).map(Cow::Borrowed)
    }

    /// The name of the organization that a key gives: a person who publishes names no site.
    fn organization(&self, key: &str) -> Option<Cow<'j, str>> {
        let value = self.object.get(key)?;
        let of = self.referred(value.each().first()?);
        self.name(value).filter(|_| !is_person(of).unwrap_or(false))
    }

    /// The address that a key gives: a text, or an object's `url` or `@id`.
    fn address(&self, key: &str) -> Option<Cow<'j, str>> {
        let value = self.referred(self.object.get(key)?.each().first()?);
        let inner = || ["contentUrl", "url", "@id"].iter().find_map(|key| value.get(key)?.text());
        value.text().or_else(inner).map(Cow::Borrowed)
    }

    /// What a reference refers to; anything else is itself.
    fn referred(&self, value: &'j Json<'j>) -> &'j Json<'j> {
        let id = value.get("@id").filter(|_| members(value) <= 2).and_then(Json::text);
        id.and_then(|id| self.ids.get(id)).copied().unwrap_or(value)
    }

    fn authors(&self, key: &str, authors: &mut Vec<Author<'j>>) {
        let Some(value) = self.object.get(key) else { return };
        for author in value.each() {
            let author = self.referred(author);
            let organization = is_person(author) == Some(false);
            let names = author.get("name").unwrap_or(author).each().iter().filter_map(text);
            let before = authors.len();
            authors.extend(names.map(|name| Author { name: Cow::Borrowed(name), organization }));
            if authors.len() == before {
                authors.extend(in_parts(author).map(|name| Author { name, organization }));
            }
        }
    }
}

/// Whether a thing is a person, perhaps an organization, too; `None` if it says of no type.
fn is_person(thing: &Json) -> Option<bool> {
    let mut kinds = thing.get("@type")?.each().iter().filter_map(Json::text).map(local).peekable();
    kinds.peek()?;
    Some(kinds.any(|kind| kind.eq_ignore_ascii_case("Person")))
}

/// The name of a person that is given in parts.
fn in_parts<'j>(person: &'j Json<'j>) -> Option<Cow<'j, str>> {
    let part = |key| person.get(key).and_then(text);
    Some(Cow::Owned(format!("{} {}", part("givenName")?, part("familyName")?)))
}

/// A text, or the value of an object that is one with a language (`@value`).
fn text<'j>(value: &'j Json<'j>) -> Option<&'j str> {
    value.text().or_else(|| value.get("@value")?.text())
}

/// The name of a type without its vocabulary: `http://schema.org/Article`, `schema:Article`.
pub(super) fn local(kind: &str) -> &str {
    kind.trim().trim_end_matches('/').rsplit(['/', '#', ':']).next().unwrap_or_default()
}

/// Keywords, of a list or with commas between.
fn keywords<'j>(value: &'j Json<'j>) -> Vec<Cow<'j, str>> {
    let texts = value
        .each()
        .iter()
        .filter_map(|keyword| text(keyword).or_else(|| keyword.get("name")?.text()));
    texts.map(Cow::Borrowed).collect()
}

/// A truth value, also as a text.
fn truth(value: &Json) -> Option<bool> {
    match value {
        Json::Bool(value) => Some(*value),
        Json::Text(text) => match text.trim().to_ascii_lowercase().as_str() {
            "true" => Some(true),
            "false" => Some(false),
            text => text.rsplit('/').next().and_then(|local| match local {
                "true" => Some(true),
                "false" => Some(false),
                _ => None,
            }),
        },
        _ => None,
    }
}
