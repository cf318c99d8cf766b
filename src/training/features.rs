//! What `grain` learns from: the features and labels of the units of labelled pages.
//!
//! Two passes over the pages: the first aligns the gold and counts for the class lexicon, the
//! second computes features, each page with a lexicon that leaves its own domain out. The features
//! are computed by the code that extracts.
//!
//! The file: the line `leafmill features`, a line of JSON (what follows, the features' names, the
//! pages), then little-endian numbers: the rows (`f32`), a label for each (`f32`, share of its words
//! in the gold), a weight (`f32`), its page (`u32`, as an index), and the lexicon's table.

use rayon::prelude::*;
use serde::Serialize;

use super::folds;
use crate::dataset::align::{self, Cover};
use crate::dataset::{Dataset, Gold, Item, Layout, Report, Skip, Visit};
use crate::dom::Parser;
use crate::extract::grain::Scope;
use crate::extract::grain::counts::{self, Counts, Under};
use crate::extract::grain::features::{self, Features};
use crate::extract::grain::trees;
use crate::page::{Page, Unit};
use crate::{Error, Result};

/// Hashes that a page's sketch is made of.
const SKETCH: usize = 24;

/// Words from which a unit's text is part of the sketch.
const SKETCHED: f32 = 6.0;

/// The layouts whose gold is the page's content in the wide sense.
const WIDE: [Layout; 2] = [Layout::Leafmill, Layout::Wcxb];

/// A page of the file.
#[derive(Debug, Serialize)]
struct Described<'a> {
    dataset: &'a str,
    layout: Option<String>,
    id: &'a str,
    /// Its project, its registered domain, or itself: what folds keep together.
    domain: String,
    kind: Option<&'a str>,
    language: Option<&'a str>,
    scope: &'static str,
    /// Words of the gold.
    gold: u64,
    /// Rows.
    units: usize,
    /// Least hashes of its longer units' texts: near-duplicates have most of them in common.
    sketch: Vec<u64>,
}

/// The head of the file.
#[derive(Serialize)]
struct Head<'a> {
    features: Vec<&'static str>,
    /// Hash of the features' names, which a model made from the file must carry.
    hash: u32,
    rows: usize,
    /// Bytes of the lexicon's table.
    lexicon: usize,
    /// Keys in the lexicon.
    keys: usize,
    pages: Vec<Described<'a>>,
}

/// A page with its alignment.
struct Labelled<'a> {
    dataset: &'a Dataset,
    item: &'a Item,
    domain: String,
    /// What the gold says of each unit; `None` where it says nothing.
    covers: Vec<Option<Cover>>,
    keys: Vec<(u32, Under)>,
}

/// The rows of a page.
struct Rows {
    values: Vec<f32>,
    labels: Vec<f32>,
    weights: Vec<f32>,
    sketch: Vec<u64>,
}

/// Writes the features of all pages; gives the pages that failed, of which nothing is written.
///
/// # Errors
/// If the output cannot be written.
pub fn write(
    datasets: &[Dataset],
    parser: Parser,
    report: Report,
    put: &mut dyn FnMut(&[u8]) -> Result<()>,
) -> Result<Vec<Skip>> {
    let pages: Vec<_> = datasets
        .iter()
        .flat_map(|dataset| dataset.items.iter().map(move |item| (dataset, item)))
        .collect();
    let visit = Visit::new(parser, 2 * pages.len(), report);
    let mut failed = Vec::new();
    let labelled = pages.par_iter().map(|&(dataset, item)| {
        visit.page(item, |page, _| {
            let covers = covers(page, &item.gold);
            let unders: Vec<_> = covers.iter().map(under).collect();
            // Content alone would make content of every name around it.
            let keys =
                if is_one_sided(&item.gold) { Vec::new() } else { counts::of_page(page, &unders) };
            let domain = folds::site(&item.gold);
            Labelled { dataset, item, domain, covers, keys }
        })
    });
    let labelled = whole(labelled.collect(), &mut failed);
    let mut counts = Counts::default();
    for page in &labelled {
        counts.add(&page.domain, &page.keys);
    }
    let totals = counts.totals();
    let pages = labelled.par_iter().map(|labelled| {
        visit.page(labelled.item, |page, _| {
            let lexicon = counts.lexicon(&totals, Some(&labelled.domain));
            (labelled, rows(labelled, &Features::new(page, &lexicon)))
        })
    });
    let pages = whole(pages.collect(), &mut failed);
    let lexicon = counts.lexicon(&totals, None);
    let head = Head {
        features: features::names().collect(),
        hash: trees::features_hash(),
        rows: pages.iter().map(|(_, rows)| rows.labels.len()).sum(),
        lexicon: lexicon.table().len(),
        keys: totals.len(),
        pages: pages.iter().map(|(page, rows)| page.describe(rows)).collect(),
    };
    let rows: Vec<_> = pages.into_iter().map(|(_, rows)| rows).collect();
    let head = serde_json::to_vec(&head).map_err(|error| Error::io("features", error.into()))?;
    for bytes in [b"leafmill features\n", &head[..], b"\n"] {
        put(bytes)?;
    }
    let columns: [fn(&Rows) -> &[f32]; 3] =
        [|rows| &rows.values, |rows| &rows.labels, |rows| &rows.weights];
    for column in columns {
        for rows in &rows {
            let bytes: Vec<_> = column(rows).iter().flat_map(|value| value.to_le_bytes()).collect();
            put(&bytes)?;
        }
    }
    for (page, rows) in rows.iter().enumerate() {
        put(&(page as u32).to_le_bytes().repeat(rows.labels.len()))?;
    }
    put(lexicon.table())?;
    Ok(failed)
}

/// What was made of the pages that did not fail; those that did are added to `failed`.
fn whole<T>(pages: Vec<std::result::Result<T, Skip>>, failed: &mut Vec<Skip>) -> Vec<T> {
    pages.into_iter().filter_map(|page| page.map_err(|skip| failed.push(skip)).ok()).collect()
}

/// Whether a gold names some of the content and nothing that is none.
fn is_one_sided(gold: &Gold) -> bool {
    gold.text.is_empty() && gold.forbidden.is_empty() && !gold.required.is_empty()
}

/// What the gold says of each unit. A gold of snippets speaks only of the units that have one: a
/// unit with a required snippet is content, one with only forbidden ones is not. Where nothing is
/// forbidden, the snippets are lines of the content, which short ones in a row are found by, and what
/// is wholly a link is none.
fn covers(page: &Page, gold: &Gold) -> Vec<Option<Cover>> {
    if !gold.text.is_empty() || gold.required.is_empty() && gold.forbidden.is_empty() {
        return align::covers(page, &gold.text).into_iter().map(Some).collect();
    }
    if is_one_sided(gold) {
        let lines = align::covers(page, &gold.required.join("\n"));
        let told = |(cover, unit): (Cover, &Unit)| {
            let leaves = unit.leaves.start as usize..unit.leaves.end as usize;
            let linked = page.leaves()[leaves].iter().all(|leaf| leaf.linked);
            (cover.is_content() || cover.covered == 0 && linked).then_some(cover)
        };
        return lines.into_iter().zip(page.units()).map(told).collect();
    }
    page.units()
        .iter()
        .map(|unit| {
            let text = page.joined(unit.leaves.clone());
            let words = crate::text::count(&text).words;
            if align::holds(&text, &gold.required) {
                Some(Cover { words, covered: words })
            } else if align::holds(&text, &gold.forbidden) {
                Some(Cover { words, covered: 0 })
            } else {
                None
            }
        })
        .collect()
}

/// What a unit adds to the lexicon's counts.
fn under(cover: &Option<Cover>) -> Under {
    cover.map_or(Under::default(), |cover| Under {
        content: f64::from(cover.covered),
        words: f64::from(cover.words),
    })
}

fn rows(labelled: &Labelled, features: &Features) -> Rows {
    let scope = labelled.scope();
    let gold: u32 = labelled.covers.iter().flatten().map(|cover| cover.covered).sum();
    let mut found =
        Rows { values: Vec::new(), labels: Vec::new(), weights: Vec::new(), sketch: Vec::new() };
    let mut lanes = features.rows(scope);
    for (unit, cover) in labelled.covers.iter().enumerate() {
        let Some(cover) = cover.filter(|cover| cover.words > 0) else { continue };
        features.fill(unit, 0, &mut lanes);
        found.values.extend(lanes.row(0));
        found.labels.push(cover.covered as f32 / cover.words as f32);
        found.weights.push((cover.words as f32 / (gold as f32 + 50.0)).min(0.5));
    }
    let texts = features.texts.0.iter().filter(|text| text.words >= SKETCHED);
    found.sketch = texts.map(|text| text.hash).collect();
    found.sketch.sort_unstable();
    found.sketch.dedup();
    found.sketch.truncate(SKETCH);
    found
}

impl Labelled<'_> {
    fn scope(&self) -> Scope {
        let is_wide = self.dataset.layout.is_some_and(|layout| WIDE.contains(&layout));
        if is_wide { Scope::Page } else { Scope::Article }
    }

    fn describe<'a>(&'a self, rows: &Rows) -> Described<'a> {
        let gold = &self.item.gold;
        Described {
            dataset: &self.dataset.name,
            layout: self.dataset.layout.map(|layout| layout.to_string()),
            id: &gold.id,
            domain: self.domain.clone(),
            kind: gold.kind.as_deref(),
            language: gold.language.as_deref(),
            scope: if self.scope() == Scope::Page { "page" } else { "article" },
            gold: u64::from(crate::text::count(&gold.text).words),
            units: rows.labels.len(),
            sketch: rows.sketch.clone(),
        }
    }
}
