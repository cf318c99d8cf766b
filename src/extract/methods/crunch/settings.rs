//! From parameters to filters, by way of a settings file.

use std::path::Path;

use super::filter::Filter;
use super::hosts::Hosts;
use super::links::LinkLists;
use super::output::Edits;
use super::parameters::{Form, Parameters, Scope};
use super::tables::EmptyTables;
use super::{Crunch, Output};
use crate::dom::Tag;
use crate::extract::parameters::Settings;
use crate::extract::spec::Spec;
use crate::{Error, Result};

impl Crunch {
    /// The extractor with these settings.
    ///
    /// Where a program names a file of settings, what it says stands over theirs.
    pub(super) fn new(parameters: &Parameters) -> Result<Crunch> {
        let from_file =
            parameters.settings.as_deref().map(|path| parameters.clone().over(path)).transpose()?;
        let parameters = from_file.as_ref().unwrap_or(parameters);
        Ok(Crunch {
            filters: filters(parameters)?,
            tables: parameters.empty_tables.then(|| EmptyTables {
                substance: substance(parameters).collect(),
                min_text: parameters.min_text,
            }),
            output: match parameters.output {
                Form::Text => Output::Text { max_breaks: parameters.max_breaks },
                Form::Html => Output::Html(Edits {
                    div_styles: parameters.style_attributes,
                    cell_widths: parameters.cell_widths,
                    scripts: parameters.scripts,
                    append: parameters.append,
                }),
            },
        })
    }
}

impl Parameters {
    /// These settings with those of a TOML file over them.
    ///
    /// # Errors
    /// If it cannot be read, or has what is no setting.
    fn over(mut self, path: &Path) -> Result<Parameters> {
        for (name, value) in read(path)? {
            let assigned = self.assign(&name, &value);
            assigned.map_err(|message| Error::dataset(path, message))?;
        }
        Ok(Parameters { settings: None, ..self })
    }

    /// A spec's settings, with those of the file that they name behind them.
    pub(super) fn behind(self, spec: &Spec) -> Result<Parameters> {
        match &self.settings {
            None => Ok(self),
            Some(path) => {
                let both = Parameters::default().over(path)?.with(spec)?;
                Ok(Parameters { settings: None, ..both })
            }
        }
    }
}

/// The tags whose switch is on.
fn on<const N: usize>(switches: [(bool, Tag); N]) -> impl Iterator<Item = Tag> {
    switches.into_iter().filter_map(|(on, tag)| on.then_some(tag))
}

/// The elements that are removed one kind at a time.
fn elements(p: &Parameters) -> impl Iterator<Item = Tag> {
    on([
        (p.forms, Tag::FORM),
        (p.inputs, Tag::INPUT),
        (p.buttons, Tag::BUTTON),
        (p.selects, Tag::SELECT),
        (p.meta, Tag::META),
        (p.iframes, Tag::IFRAME),
        (p.embeds, Tag::EMBED),
    ])
}

/// What is substance in a table.
fn substance(p: &Parameters) -> impl Iterator<Item = Tag> {
    on([
        (p.substance_img, Tag::IMG),
        (p.substance_textarea, Tag::TEXTAREA),
        (p.substance_a, Tag::A),
        (p.substance_button, Tag::BUTTON),
        (p.substance_input, Tag::INPUT),
        (p.substance_form, Tag::FORM),
        (p.substance_select, Tag::SELECT),
    ])
}

/// The filters that are switched on, in their order.
fn filters(p: &Parameters) -> Result<Vec<Filter>> {
    let mut filters = Vec::new();
    if p.ads {
        filters.push(Filter::Advertisements(match &p.hosts {
            None => Hosts::shipped(),
            Some(path) => Hosts::read(path)?,
        }));
    }
    if p.scripts {
        filters.push(Filter::Elements(Tag::SCRIPT));
    }
    filters.push(Filter::Noscript { shown: p.noscript });
    if p.styles {
        filters.push(Filter::Styles);
    }
    if p.images {
        filters.push(Filter::Images { alt: p.image_alt });
    }
    if p.image_links {
        filters.push(Filter::ImageLinks { alt: p.image_link_alt });
    }
    if p.text_links {
        filters.push(Filter::TextLinks);
    }
    filters.extend(elements(p).map(Filter::Elements));
    if p.link_lists {
        filters.push(Filter::LinkLists(link_lists(p)));
    }
    Ok(filters)
}

fn link_lists(p: &Parameters) -> LinkLists {
    LinkLists {
        blocks: p.scope == Scope::Blocks,
        ratio: match p.scope {
            Scope::Cells => p.ratio,
            Scope::Blocks => p.block_ratio,
        },
        chars_per_word: p.chars_per_word,
        text_links: p.list_text_links,
        image_links: p.list_image_links,
        text_only: p.list_text_only,
        cells: p.list_cells,
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
