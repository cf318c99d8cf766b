//! The columns of a table: the keys of a row with their types.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields, Schema, TimeUnit};
use parquet::schema::types::ColumnPath;

use crate::output::Key;
use crate::output::jsonl::{HOST, SCHEMA};
use crate::output::keys::Keys;

/// The columns that are long texts: nobody looks for their least and their greatest.
pub(super) const LONG: [&str; 4] = ["text", "markdown", "html", "content"];
/// Those whose values do not come twice, so that a dictionary of them would save nothing.
pub(super) const UNIQUE: [&str; 6] =
    ["id", "url", "title", "record.record_id", "record.offset", "record.payload_digest"];

/// A column's path from its names joined by dots.
pub(super) fn path(names: &str) -> ColumnPath {
    ColumnPath::new(names.split('.').map(str::to_owned).collect())
}

/// What time zones without a name are called by; to know those with one takes a database of them.
pub(super) const UTC: &str = "+00:00";

/// The columns for the keys that rows have, where the zone of times is called `utc`.
pub fn of(keys: &Keys, utc: &str) -> Schema {
    let mut fields = vec![Field::new(SCHEMA, DataType::Int32, false)];
    for key in Key::ALL.into_iter().filter(|&key| keys.has(key)) {
        let (of_type, is_nullable) = match key {
            Key::Id | Key::Text | Key::Markdown | Key::Html | Key::Status => (text(), false),
            Key::Url | Key::Title | Key::Content | Key::Source => (text(), true),
            Key::Metadata => (metadata(), true),
            Key::Links => (list(link()), false),
            Key::Comments => (list(comment()), false),
            Key::Record => (record(utc), false),
        };
        fields.push(Field::new(key.name(), of_type, is_nullable));
        if key == Key::Url {
            fields.push(Field::new(HOST, text(), true));
        }
    }
    Schema::new(fields)
}

fn text() -> DataType {
    DataType::Utf8
}

/// Any number of values, none of them null.
fn list(of_type: DataType) -> DataType {
    DataType::List(Arc::new(Field::new("element", of_type, false)))
}

/// Named values, each of which may be null.
fn object(fields: Vec<(&str, DataType)>) -> DataType {
    let field = |(name, of_type)| Field::new(name, of_type, true);
    DataType::Struct(fields.into_iter().map(field).collect::<Fields>())
}

/// What the page says of itself. Its dates are texts, as many are a day without a time.
fn metadata() -> DataType {
    let mut fields = vec![
        ("title", text()),
        ("authors", list(text())),
        ("published", text()),
        ("modified", text()),
        ("description", text()),
        ("site", text()),
        ("language", text()),
        ("declared_language", text()),
        ("canonical", text()),
        ("image", text()),
        ("keywords", list(text())),
        ("license", text()),
        ("type", text()),
        ("paywall", DataType::Boolean),
    ];
    let sources = fields.iter().map(|(name, _)| (*name, text())).collect();
    fields.insert(7, ("language_confidence", DataType::Float64));
    fields.push(("sources", object(sources)));
    object(fields)
}

fn link() -> DataType {
    object(vec![
        ("url", text()),
        ("text", text()),
        ("rel", text()),
        ("kind", text()),
        ("content", DataType::Boolean),
    ])
}

fn comment() -> DataType {
    object(vec![("text", text()), ("author", text()), ("date", text())])
}

/// What the archive says of it. Numbers are signed, as not every reader has others.
fn record(utc: &str) -> DataType {
    let time = DataType::Timestamp(TimeUnit::Millisecond, Some(utc.into()));
    let charset = vec![("name", text()), ("from", text()), ("replaced", DataType::Int64)];
    object(vec![
        ("record_id", text()),
        ("file", text()),
        ("offset", DataType::Int64),
        ("type", text()),
        ("date", time),
        ("http_status", DataType::Int32),
        ("content_type", text()),
        ("payload_digest", text()),
        ("ip", text()),
        ("truncated", text()),
        ("belied_encoding", text()),
        ("charset", object(charset)),
    ])
}
