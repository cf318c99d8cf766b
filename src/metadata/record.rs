//! Metadata as a JSON object: a key a field that is there, and where each was found.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Fact, Metadata, Source};

impl Metadata {
    /// Calls `each` with the name of every field that is there, its value and its source, in the
    /// order of the record.
    fn fields<'m>(&'m self, mut each: impl FnMut(&'static str, Value<'m>, Source)) {
        fn put<'m, T>(
            name: &'static str,
            fact: &'m Option<Fact<T>>,
            value: impl Fn(&'m T) -> Value<'m>,
            each: &mut impl FnMut(&'static str, Value<'m>, Source),
        ) {
            if let Some(fact) = fact {
                each(name, value(&fact.value), fact.source);
            }
        }
        let text = |value: &'m String| Value::Text(value);
        let texts = |value: &'m Vec<String>| Value::Texts(value);
        let date = |value: &'m super::Date| Value::Date(value);
        put("title", &self.title, text, &mut each);
        put("authors", &self.authors, texts, &mut each);
        put("published", &self.published, date, &mut each);
        put("modified", &self.modified, date, &mut each);
        put("description", &self.description, text, &mut each);
        put("site", &self.site, text, &mut each);
        put("language", &self.language, |language| Value::Text(language.code), &mut each);
        put("declared_language", &self.declared_language, text, &mut each);
        put("canonical", &self.canonical, text, &mut each);
        put("image", &self.image, text, &mut each);
        put("keywords", &self.keywords, texts, &mut each);
        put("license", &self.license, text, &mut each);
        put("type", &self.kind, text, &mut each);
        put("paywall", &self.paywall, |&paywall| Value::Truth(paywall), &mut each);
    }

    /// The fields that are there, for people to read: name, value, source.
    pub fn lines(&self) -> Vec<(&'static str, String, Source)> {
        let mut lines = Vec::new();
        self.fields(|name, value, source| {
            let text = match value {
                Value::Text(text) => text.to_owned(),
                Value::Texts(texts) => texts.join("; "),
                Value::Date(date) => date.to_string(),
                Value::Truth(truth) => truth.to_string(),
            };
            lines.push((name, text, source));
        });
        lines
    }
}

/// A field's value.
#[derive(Serialize)]
#[serde(untagged)]
enum Value<'m> {
    Text(&'m str),
    Texts(&'m [String]),
    Date(&'m super::Date),
    Truth(bool),
}

impl Serialize for Metadata {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = Vec::new();
        self.fields(|name, value, source| fields.push((name, value, source)));
        let mut map = serializer.serialize_map(None)?;
        for (name, value, _) in &fields {
            map.serialize_entry(name, value)?;
            if let (&"language", Some(language)) = (name, &self.language) {
                map.serialize_entry("language_confidence", &language.value.confidence)?;
            }
        }
        let sources = Sources(fields.iter().map(|(name, _, source)| (*name, *source)).collect());
        map.serialize_entry("sources", &sources)?;
        map.end()
    }
}

/// Where each field was found.
struct Sources(Vec<(&'static str, Source)>);

impl Serialize for Sources {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, source)| (name, source.name())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;

    #[test]
    fn a_record_has_what_the_page_says_and_where() {
        let html = "<html lang=en><title>Dry</title><meta name=author content='Ann Miller'>\
            <meta name=keywords content='mill, May'><script type=application/ld+json>{\"@type\":\
            \"Article\",\"datePublished\":\"2024-05-01T10:00+02:00\",\"isAccessibleForFree\":false}\
            </script><h1>Dry</h1>";
        let metadata = Metadata::of(&Page::parse(html), None, "");
        let expected = serde_json::json!({
            "title": "Dry", "authors": ["Ann Miller"], "published": "2024-05-01T10:00:00+02:00",
            "declared_language": "en", "keywords": ["mill", "May"], "type": "Article",
            "paywall": true,
            "sources": {
                "title": "heading", "authors": "meta", "published": "json-ld",
                "declared_language": "lang", "keywords": "meta", "type": "json-ld",
                "paywall": "json-ld",
            },
        });
        assert_eq!(serde_json::to_value(&metadata).unwrap(), expected);
        assert_eq!(metadata.lines()[1], ("authors", "Ann Miller".to_owned(), Source::Meta));
    }

    #[test]
    fn a_page_that_says_nothing_has_an_empty_record() {
        let metadata = Metadata::of(&Page::parse("<p>x"), None, "");
        assert_eq!(serde_json::to_string(&metadata).unwrap(), "{\"sources\":{}}");
    }
}
