//! From settings to filters, by way of a settings file.

use std::path::Path;

use super::filter::Filter;
use super::hosts::Hosts;
use super::links::LinkLists;
use super::output::Edits;
use super::tables::EmptyTables;
use super::{Crunch, Output};
use crate::dom::Tag;
use crate::extract::spec::{Settings, Spec};
use crate::{Error, Result};

/// Switches that remove every element of one kind.
const ELEMENTS: [(&str, Tag); 7] = [
    ("forms", Tag::FORM),
    ("inputs", Tag::INPUT),
    ("buttons", Tag::BUTTON),
    ("selects", Tag::SELECT),
    ("meta", Tag::META),
    ("iframes", Tag::IFRAME),
    ("embeds", Tag::EMBED),
];

/// Switches that say what is substance in a table.
const SUBSTANCE: [(&str, Tag); 7] = [
    ("substance_img", Tag::IMG),
    ("substance_textarea", Tag::TEXTAREA),
    ("substance_a", Tag::A),
    ("substance_button", Tag::BUTTON),
    ("substance_input", Tag::INPUT),
    ("substance_form", Tag::FORM),
    ("substance_select", Tag::SELECT),
];

impl Crunch {
    /// The extractor with these settings; those of the settings file stand where the spec sets none.
    pub(super) fn build(settings: &Settings) -> Result<Crunch> {
        let from_file;
        let settings = match settings.text("settings") {
            "" => settings,
            path => {
                let spec: Spec = settings.spec().parse()?;
                from_file = spec.settings_over(&read(path.as_ref())?)?;
                &from_file
            }
        };
        Ok(Crunch {
            filters: filters(settings)?,
            tables: is_on(settings, "empty_tables").then(|| EmptyTables {
                substance: tags(settings, &SUBSTANCE).collect(),
                min_text: settings.number("min_text"),
            }),
            output: match settings.text("output") {
                "text" => Output::Text { max_breaks: settings.number("max_breaks") },
                _ => Output::Html(Edits {
                    div_styles: is_on(settings, "style_attributes"),
                    cell_widths: is_on(settings, "cell_widths"),
                    scripts: is_on(settings, "scripts"),
                    append: is_on(settings, "append"),
                }),
            },
        })
    }
}

fn is_on(settings: &Settings, name: &str) -> bool {
    settings.text(name) == "on"
}

/// The tags whose switch is on.
fn tags(settings: &Settings, switches: &'static [(&str, Tag)]) -> impl Iterator<Item = Tag> {
    switches.iter().filter(|(name, _)| is_on(settings, name)).map(|&(_, tag)| tag)
}

/// The filters that are switched on, in their order.
fn filters(settings: &Settings) -> Result<Vec<Filter>> {
    let is_on = |name| is_on(settings, name);
    let mut filters = Vec::new();
    if is_on("ads") {
        filters.push(Filter::Advertisements(match settings.text("hosts") {
            "" => Hosts::shipped(),
            path => Hosts::read(path.as_ref())?,
        }));
    }
    if is_on("scripts") {
        filters.push(Filter::Elements(Tag::SCRIPT));
    }
    filters.push(Filter::Noscript { shown: is_on("noscript") });
    if is_on("styles") {
        filters.push(Filter::Styles);
    }
    if is_on("images") {
        filters.push(Filter::Images { alt: is_on("image_alt") });
    }
    if is_on("image_links") {
        filters.push(Filter::ImageLinks { alt: is_on("image_link_alt") });
    }
    if is_on("text_links") {
        filters.push(Filter::TextLinks);
    }
    filters.extend(tags(settings, &ELEMENTS).map(Filter::Elements));
    if is_on("link_lists") {
        filters.push(Filter::LinkLists(link_lists(settings)));
    }
    Ok(filters)
}

fn link_lists(settings: &Settings) -> LinkLists {
    let blocks = settings.text("scope") == "blocks";
    LinkLists {
        blocks,
        ratio: settings.number(if blocks { "block_ratio" } else { "ratio" }),
        chars_per_word: settings.number("chars_per_word"),
        text_links: is_on(settings, "list_text_links"),
        image_links: is_on(settings, "list_image_links"),
        text_only: is_on(settings, "list_text_only"),
        cells: is_on(settings, "list_cells"),
    }
}

/// The parameters and values of a settings file; a truth value is `on` or `off`.
fn read(path: &Path) -> Result<Vec<(String, String)>> {
    let text = std::fs::read_to_string(path).map_err(|error| Error::io(path, error))?;
    let table: toml::Table =
        text.parse().map_err(|error: toml::de::Error| Error::dataset(path, error.to_string()))?;
    table
        .into_iter()
        .map(|(name, value)| {
            let value = match value {
                toml::Value::Boolean(true) => "on".to_owned(),
                toml::Value::Boolean(false) => "off".to_owned(),
                toml::Value::String(text) => text,
                toml::Value::Integer(number) => number.to_string(),
                toml::Value::Float(number) => number.to_string(),
                _ => return Err(Error::dataset(path, format!("`{name}` is no plain value"))),
            };
            Ok((name, value))
        })
        .collect()
}
