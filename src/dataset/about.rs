//! What a page says of itself, as a gold has it or another program found it.

use serde::{Deserialize, Deserializer};

/// Title, authors and date of a page; what is not known is empty.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[non_exhaustive]
pub struct About {
    /// The title of its content.
    #[serde(default)]
    pub title: Option<String>,
    /// Who wrote it, as one string or one a person.
    #[serde(default, alias = "authors", deserialize_with = "one_or_many")]
    pub author: Vec<String>,
    /// When it was published, as it is written there.
    #[serde(default, alias = "published")]
    pub date: Option<String>,
}

impl About {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        let is_blank = |text: &Option<String>| text.as_deref().is_none_or(|t| t.trim().is_empty());
        is_blank(&self.title)
            && is_blank(&self.date)
            && self.author.iter().all(|author| author.trim().is_empty())
    }
}

fn one_or_many<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Authors {
        One(String),
        Many(Vec<String>),
    }
    Ok(match Option::deserialize(deserializer)? {
        None => Vec::new(),
        Some(Authors::One(author)) => vec![author],
        Some(Authors::Many(authors)) => authors,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn authors_are_one_or_many_or_none() {
        let read = |json: &str| serde_json::from_str::<About>(json).unwrap();
        assert_eq!(read(r#"{"author":"A B, C"}"#).author, ["A B, C"]);
        assert_eq!(read(r#"{"authors":["A","B"],"date":null}"#).author, ["A", "B"]);
        assert!(read(r#"{"author":null,"title":" "}"#).is_empty());
    }
}
