//! JSON as pages embed it: borrowed from the page where it is sound, mended where it is broken.

mod mend;

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// A JSON value. Of a key that an object has several times, the first counts.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Json<'j> {
    Null,
    Bool(bool),
    Number(f64),
    Text(Cow<'j, str>),
    List(Vec<Json<'j>>),
    Object(Vec<(Cow<'j, str>, Json<'j>)>),
}

impl<'j> Json<'j> {
    /// The values that stand in a script, one after another. What is broken is mended if it can be
    /// ([`mend`] says what), else left out. Nesting deeper than 127 is broken.
    pub fn read(source: &'j str) -> Vec<Json<'j>> {
        let source = source.trim_start_matches('\u{feff}').trim();
        match serde_json::from_str(source) {
            Ok(value) => vec![value],
            Err(_) => mend::values(source),
        }
    }

    /// The value of an object's key.
    pub fn get(&self, key: &str) -> Option<&Json<'j>> {
        let Json::Object(members) = self else { return None };
        members.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// A text that is not blank.
    pub fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) if !text.trim().is_empty() => Some(text),
            _ => None,
        }
    }

    /// The members of a list, or the value itself.
    pub fn each(&self) -> &[Json<'j>] {
        match self {
            Json::List(values) => values,
            value => std::slice::from_ref(value),
        }
    }

    /// The same value, borrowing nothing.
    fn into_owned(self) -> Json<'static> {
        let own = |text: Cow<'j, str>| Cow::Owned(text.into_owned());
        match self {
            Json::Null => Json::Null,
            Json::Bool(value) => Json::Bool(value),
            Json::Number(value) => Json::Number(value),
            Json::Text(text) => Json::Text(own(text)),
            // As deep as the reader goes, 127.
            Json::List(values) => Json::List(values.into_iter().map(Json::into_owned).collect()),
            Json::Object(members) => {
                let member = |(key, value): (_, Json<'j>)| (own(key), value.into_owned());
                Json::Object(members.into_iter().map(member).collect())
            }
        }
    }
}

impl<'de: 'j, 'j> Deserialize<'de> for Json<'j> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json<'j>, D::Error> {
        deserializer.deserialize_any(Reader(std::marker::PhantomData))
    }
}

/// Makes values of what serde_json finds.
struct Reader<'j>(std::marker::PhantomData<Json<'j>>);

impl<'de: 'j, 'j> Visitor<'de> for Reader<'j> {
    type Value = Json<'j>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json<'j>, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json<'j>, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json<'j>, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json<'j>, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json<'j>, E> {
        Ok(Json::Number(value))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Json<'j>, E> {
        Ok(Json::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Json<'j>, E> {
        Ok(Json::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json<'j>, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(Json::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json<'j>, A::Error> {
        let mut members = Vec::new();
        while let Some((key, value)) = map.next_entry()? {
            let key = match key {
                Json::Text(key) => key,
                _ => Cow::Borrowed(""),
            };
            members.push((key, value));
        }
        Ok(Json::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn headline(source: &str) -> Option<String> {
        Json::read(source).first()?.get("headline")?.text().map(str::to_owned)
    }

    #[test]
    fn sound_json_is_borrowed() {
        let values = Json::read("{\"headline\": \"The mill\", \"n\": [1, true, null]}");
        let text = values[0].get("headline");
        assert!(matches!(text, Some(Json::Text(Cow::Borrowed("The mill")))));
        assert_eq!(values[0].get("n").unwrap().each().len(), 3);
    }

    #[test]
    fn broken_json_is_mended() {
        for source in [
            // Trailing and doubled commas.
            "{\"headline\": \"The mill\",, \"a\": [1, 2,],}",
            // Raw line feeds and controls in a text.
            "{\"b\": \"one\ntwo\tthree\u{1}\", \"headline\": \"The mill\"}",
            // Comments and CDATA of HTML and scripts around it.
            "<!-- {\"headline\": \"The mill\"} -->",
            "//<![CDATA[\n{\"headline\": \"The mill\"}\n//]]>",
            "/* <![CDATA[ */ {\"headline\": \"The mill\"} /* ]]> */",
            // A statement's end.
            "{\"headline\": \"The mill\"};",
            // Quotes that were not escaped, and ones that need not be.
            "{\"b\": \"a \"mill\" there\", \"headline\": \"The mill\"}",
            "{\"b\": \"it\\'s\", \"headline\": \"The mill\"}",
            // Escapes that are none.
            "{\"b\": \"C:\\mill \\x41 \\u12\", \"headline\": \"The mill\"}",
            // Cut off.
            "{\"headline\": \"The mill\", \"b\": {\"c\": [\"d",
            // Entities for the quotes.
            "{&quot;headline&quot;: &quot;The mill&quot;}",
            // Missing values and commas.
            "{\"a\": , \"headline\": \"The mill\"}",
            "{\"a\": \"b\" \"headline\": \"The mill\"}",
        ] {
            assert_eq!(headline(source).as_deref(), Some("The mill"), "{source}");
        }
    }

    #[test]
    fn several_values_in_one_script() {
        assert_eq!(Json::read("{\"a\": 1}{\"b\": 2}").len(), 2);
        assert_eq!(Json::read("{\"a\": 1},\n{\"b\": 2}").len(), 2);
    }

    #[test]
    fn what_is_no_json_has_no_values() {
        for source in ["", "mill", "var a = 1;", "]", "}{"] {
            assert!(Json::read(source).iter().all(|value| value.get("headline").is_none()));
        }
        assert!(headline(&"[".repeat(100_000)).is_none());
    }

    proptest! {
        #[test]
        fn nothing_panics(source in r#"[\[\]{}:,"\\a1 \n/*<!>&;-]{0,60}"#) {
            Json::read(&source);
        }

        #[test]
        fn sound_json_is_what_serde_json_reads(key in "[a-zé\"\\\\\n]{0,6}", value in r"\PC{0,12}") {
            let source = serde_json::json!({ &key: &value }).to_string();
            let values = Json::read(&source);
            prop_assert_eq!(values[0].get(&key), Some(&Json::Text(value.into())));
        }
    }
}
