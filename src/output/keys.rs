//! The keys of a row of JSON Lines.

use std::str::FromStr;

/// A key of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Key {
    /// The record's id.
    Id,
    /// The page's address.
    Url,
    /// The text of the `title` element.
    Title,
    /// The content as plain text.
    Text,
    /// The content as Markdown.
    Markdown,
    /// The content as HTML.
    Html,
    /// The content as an array of blocks.
    Content,
    /// How the page fared.
    Status,
    /// Where the content is from, if not from what the page shows.
    Source,
    /// What the page says of itself.
    Metadata,
    /// The links of the page or of its content.
    Links,
    /// Readers' comments, apart from the content.
    Comments,
    /// What the archive says of the page.
    Record,
}

impl Key {
    /// Every key, in the order in which rows have them.
    pub const ALL: [Key; 13] = [
        Key::Id,
        Key::Url,
        Key::Title,
        Key::Text,
        Key::Markdown,
        Key::Html,
        Key::Content,
        Key::Status,
        Key::Source,
        Key::Metadata,
        Key::Links,
        Key::Comments,
        Key::Record,
    ];

    /// The name in a row.
    pub fn name(self) -> &'static str {
        match self {
            Key::Id => "id",
            Key::Url => "url",
            Key::Title => "title",
            Key::Text => "text",
            Key::Markdown => "markdown",
            Key::Html => "html",
            Key::Content => "content",
            Key::Status => "status",
            Key::Source => "source",
            Key::Metadata => "metadata",
            Key::Links => "links",
            Key::Comments => "comments",
            Key::Record => "record",
        }
    }
}

/// The keys that rows have: those that were asked for, the schema and the id, else all but what is made on
/// request alone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Keys {
    asked: Option<Vec<Key>>,
    /// Made on request, beside those that rows have anyway.
    also: Vec<Key>,
}

impl Key {
    /// Whether rows have it only where it was asked for.
    fn is_on_request(self) -> bool {
        use Key::{Comments, Content, Html, Links, Markdown, Metadata};
        matches!(self, Markdown | Html | Content | Metadata | Links | Comments)
    }
}

impl Keys {
    /// These keys and one more.
    pub fn and(mut self, key: Key) -> Keys {
        self.asked.as_mut().unwrap_or(&mut self.also).push(key);
        self
    }

    /// Whether rows have a key.
    pub fn has(&self, key: Key) -> bool {
        match &self.asked {
            Some(asked) => asked.contains(&key),
            None => !key.is_on_request() || self.also.contains(&key),
        }
    }

    /// Whether rows have keys that nobody asked for, where a page has something for them.
    pub fn is_default(&self) -> bool {
        self.asked.is_none()
    }
}

impl FromStr for Keys {
    type Err = String;

    /// Reads a list of names, separated by commas.
    fn from_str(list: &str) -> Result<Keys, String> {
        let key = |name: &str| {
            let found = Key::ALL.into_iter().find(|key| key.name() == name.trim());
            found.ok_or_else(|| {
                let names: Vec<_> = Key::ALL.iter().map(|key| key.name()).collect();
                format!("no key {name:?}; there are {}", names.join(", "))
            })
        };
        let mut keys = list.split(',').map(key).collect::<Result<Vec<Key>, String>>()?;
        keys.push(Key::Id);
        Ok(Keys { asked: Some(keys), also: Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_names_keys_and_the_id_is_always_there() {
        let keys: Keys = "text, markdown".parse().unwrap();
        let has: Vec<_> = Key::ALL.into_iter().filter(|&key| keys.has(key)).collect();
        assert_eq!(has, [Key::Id, Key::Text, Key::Markdown]);
        assert!(
            Keys::default().and(Key::Links).has(Key::Links) && keys.and(Key::Links).has(Key::Links)
        );
        assert!(!Keys::default().has(Key::Markdown) && Keys::default().has(Key::Record));
        let error = "text,words".parse::<Keys>().unwrap_err();
        assert!(error.contains("words") && error.contains("markdown"), "{error}");
    }
}
