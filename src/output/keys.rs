//! The keys of a row of JSON Lines.

use std::str::FromStr;

/// A key of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// How the page fared.
    Status,
    /// What the archive says of the page.
    Record,
}

impl Key {
    /// Every key, in the order in which rows have them.
    pub const ALL: [Key; 8] = [
        Key::Id,
        Key::Url,
        Key::Title,
        Key::Text,
        Key::Markdown,
        Key::Html,
        Key::Status,
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
            Key::Status => "status",
            Key::Record => "record",
        }
    }
}

/// The keys that rows have: those that were asked for, the schema and the id, else all but what is made on
/// request alone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Keys(Option<Vec<Key>>);

impl Keys {
    /// Whether rows have a key.
    pub fn has(&self, key: Key) -> bool {
        match &self.0 {
            Some(asked) => asked.contains(&key),
            None => !matches!(key, Key::Markdown | Key::Html),
        }
    }

    /// Whether rows have keys that nobody asked for, where a page has something for them.
    pub fn is_default(&self) -> bool {
        self.0.is_none()
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
        Ok(Keys(Some(keys)))
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
        assert!(!Keys::default().has(Key::Markdown) && Keys::default().has(Key::Record));
        let error = "text,words".parse::<Keys>().unwrap_err();
        assert!(error.contains("words") && error.contains("markdown"), "{error}");
    }
}
