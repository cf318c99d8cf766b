//! The layout of Fundus' evaluation set (Dallabetta et al. 2024): `ground_truth.json`, an object of
//! `{"body", "url"}` by file of `html/`, where a body is a list of paragraphs.
//!
//! A paragraph in brackets is optional. The gold's text has them all, and its alternatives are the other
//! choices of them, so that measures take the best, as the set's own scorer does. Choices double with each:
//! beyond the first [`OPTIONAL`] of a page, paragraphs in brackets are not optional.

use std::path::Path;

use serde::Deserialize;

use super::{Contents, Gold, Layout, Row, entries, pages};
use crate::Result;

/// The layout's row.
pub(super) const ROW: Row = Row {
    layout: Layout::FundusEvaluation,
    name: "fundus-evaluation",
    holds: "ground_truth.json and html/<id>.html.gz",
    of: "Fundus' evaluation",
    read,
};

/// Paragraphs of a page that are taken as optional, at most.
const OPTIONAL: usize = 8;

/// What the gold says of a page.
#[derive(Deserialize)]
struct Truth {
    body: Vec<String>,
    url: Option<String>,
}

fn read(directory: &Path) -> Result<Option<Contents>> {
    let path = directory.join("ground_truth.json");
    if !path.is_file() {
        return Ok(None);
    }
    let mut contents = Contents::default();
    let truths: Vec<(String, Truth)> = entries(&path, &mut contents.skipped)?;
    contents.pages = pages(&directory.join("html"), &mut contents.skipped)?;
    contents.golds.extend(truths.into_iter().map(|(file, truth)| {
        let id = file.split(".htm").next().unwrap_or(&file).to_owned();
        let mut readings = readings(&truth.body).into_iter();
        let text = readings.next().unwrap_or_default();
        let (url, kind) = (truth.url, Some("article".to_owned()));
        let alternatives = readings.collect();
        (path.clone(), Gold { id, url, kind, text, alternatives, ..Gold::default() })
    }));
    Ok(Some(contents))
}

/// The texts that a body can be read as, first that with every paragraph.
fn readings(body: &[String]) -> Vec<String> {
    let bracketed = |paragraph: &&String| paragraph.starts_with('[') && paragraph.ends_with(']');
    let optional = body.iter().filter(bracketed).count().min(OPTIONAL);
    let reading = |left_out: u32| {
        let mut place = 0;
        let mut lines = Vec::with_capacity(body.len());
        for paragraph in body {
            if !bracketed(&paragraph) {
                lines.push(paragraph.as_str());
                continue;
            }
            if place >= optional || left_out >> place & 1 == 0 {
                lines.push(&paragraph[1..paragraph.len() - 1]);
            }
            place += 1;
        }
        lines.join("\n")
    };
    (0..1 << optional).map(reading).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{gzip, write};
    use super::*;
    use crate::dataset::{Dataset, Layout};

    #[test]
    fn each_choice_of_optional_paragraphs_is_a_reading() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "html/Post_0.html.gz", &gzip(b"<p>a"));
        let truth =
            br#"{"Post_0.html.gz": {"body": ["[Summary.]", "Body [sic].", "[More at post.]"],
            "url": "https://post.example/0", "crawl_date": "2024-02-28"}}"#;
        write(root.path(), "ground_truth.json", truth);
        let data = Dataset::open(root.path()).unwrap();
        assert_eq!(data.layout, Some(Layout::FundusEvaluation));
        let gold = &data.items[0].gold;
        assert_eq!(gold.text, "Summary.\nBody [sic].\nMore at post.");
        let others = ["Body [sic].\nMore at post.", "Summary.\nBody [sic].", "Body [sic]."];
        assert_eq!(gold.alternatives, others);
        assert_eq!(gold.url.as_deref(), Some("https://post.example/0"));
    }

    #[test]
    fn choices_are_bounded() {
        let body = vec!["[p]".to_owned(); 40];
        let readings = readings(&body);
        assert_eq!(readings.len(), 1 << OPTIONAL);
        assert_eq!(readings[0].lines().count(), 40);
        assert_eq!(readings.last().unwrap().lines().count(), 40 - OPTIONAL);
    }
}
