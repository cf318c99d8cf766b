//! What is asked for beside a method: Python's named tuples, read field by field.

use std::ops::RangeInclusive;

use leafmill::links::Scope;
use leafmill::output::{Jsonl, Key, Keys};
use leafmill::pipeline::{Filter, Pattern, StatusPattern};
use leafmill::{archives, content, dom};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// What an extractor does to each page and record, as `leafmill extract` takes it.
#[derive(Debug, FromPyObject)]
pub struct Options {
    /// Whether what a page hides is no content.
    pub visible_only: bool,
    drop: Vec<String>,
    max_depth: Option<usize>,
    max_attributes: Option<usize>,
    max_nodes: Option<usize>,
    max_body: Option<usize>,
    max_decoded: Option<usize>,
    max_ratio: Option<usize>,
    max_header_line: Option<usize>,
    max_header: Option<usize>,
}

impl Options {
    /// What Markdown and HTML have beside text.
    pub fn content(&self) -> PyResult<content::Options<'static>> {
        let mut options = content::Options::default();
        for what in &self.drop {
            match what.trim() {
                "links" => options.links = false,
                "images" => options.images = false,
                _ => return Err(wrong("drop", what, "links, images")),
            }
        }
        Ok(options)
    }

    /// The most that is taken of a page.
    pub fn of_page(&self) -> PyResult<dom::Caps> {
        let mut caps = dom::Caps::default();
        let depths = dom::Caps::DEPTHS.0..=dom::Caps::DEPTHS.1;
        let attributes = 0..=dom::Caps::MOST_ATTRIBUTES;
        caps.depth = within("max_depth", self.max_depth.unwrap_or(caps.depth), depths)?;
        caps.attributes = self.max_attributes.unwrap_or(caps.attributes);
        caps.attributes = within("max_attributes", caps.attributes, attributes)?;
        caps.nodes = self.max_nodes.unwrap_or(caps.nodes);
        Ok(caps)
    }

    /// The most that is taken of a record.
    pub fn of_record(&self) -> archives::Caps {
        let mut caps = archives::Caps::default();
        caps.body = self.max_body.unwrap_or(caps.body);
        caps.decoded = self.max_decoded.unwrap_or(caps.decoded);
        caps.ratio = self.max_ratio.unwrap_or(caps.ratio);
        caps.header_line = self.max_header_line.unwrap_or(caps.header_line);
        caps.header = self.max_header.unwrap_or(caps.header);
        caps
    }
}

/// Which pages of an archive are taken.
#[derive(Debug, FromPyObject)]
pub struct Only {
    status: Vec<String>,
    url: Vec<String>,
    host: Vec<String>,
    min_words: usize,
}

impl Only {
    /// The filter that they make.
    pub fn filter(&self) -> PyResult<Filter> {
        let mut filter = Filter::default();
        for pattern in &self.status {
            let read = StatusPattern::parse(pattern.trim());
            let valid = "codes such as 404, classes such as 2xx";
            filter.statuses.push(read.ok_or_else(|| wrong("status", pattern, valid))?);
        }
        filter.urls = self.url.iter().map(|url| Pattern::new(url)).collect();
        for host in &self.host {
            filter.hosts.add(host).map_err(PyValueError::new_err)?;
        }
        filter.min_words = self.min_words;
        Ok(filter)
    }
}

/// Rows with the keys of a list, and links where they are asked for.
pub fn rows(keys: Option<&str>, links: Option<&str>) -> PyResult<Jsonl> {
    let keys = keys.map_or(Ok(Keys::default()), |list| list.parse());
    let keys = keys.map_err(PyValueError::new_err)?;
    Ok(match links {
        None => Jsonl::new(keys, Scope::default()),
        Some("content") => Jsonl::new(keys.and(Key::Links), Scope::Content),
        Some("all") => Jsonl::new(keys.and(Key::Links), Scope::All),
        Some(other) => return Err(wrong("links", other, "content, all")),
    })
}

/// A cap that has to be in a range.
fn within(name: &str, cap: usize, range: RangeInclusive<usize>) -> PyResult<usize> {
    let (least, most) = (range.start(), range.end());
    let wrong = || PyValueError::new_err(format!("{name} is from {least} to {most}, not {cap}"));
    range.contains(&cap).then_some(cap).ok_or_else(wrong)
}

/// The error that names what is valid.
fn wrong(name: &str, value: &str, valid: &str) -> PyErr {
    PyValueError::new_err(format!("no {name} {value:?}; there are {valid}"))
}
