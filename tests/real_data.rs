//! The figures that methods must reach on real data: all pages with `LEAFMILL_FULL`, else every
//! sixth of WCXB dev, for which the bounds are those figures less what the sample differs by.

use crate::shared;

use leafmill::decode::decode;
use leafmill::dom::Parser;
use leafmill::eval::{Entrant, Options, Table, run};
use leafmill::internals::dataset::{Dataset, labels};
use leafmill::internals::measure::Measure;
use leafmill::page::Page;

/// One page in this many is taken.
const PART: usize = 6;

fn is_full() -> bool {
    std::env::var_os("LEAFMILL_FULL").is_some()
}

fn dataset(name: &str) -> Option<Dataset> {
    let folder = shared::data("datasets")?;
    Some(Dataset::open(&folder.join(name)).unwrap())
}

/// WCXB dev, or a part of it.
fn wcxb() -> Option<Dataset> {
    let mut data = dataset("wcxb-dev")?;
    if !is_full() {
        data.items = data.items.into_iter().step_by(PART).collect();
    }
    Some(data)
}

fn evaluate(data: &Dataset, specs: &[&str], folds: usize) -> Table {
    let specs = specs.iter().map(|spec| Entrant::Spec(spec.parse().unwrap()));
    let specs: Vec<_> = specs.collect();
    let measures = ["words".parse().unwrap()];
    let mut options = Options::default();
    (options.folds, options.parser) = (folds, Parser::Native);
    let table = run(std::slice::from_ref(data), &specs, &measures, &options).unwrap();
    println!("{table}");
    assert_eq!((table.failed(), table.sets[0].pages.len()), (0, data.items.len()));
    table
}

/// Holds the mean F1 of each spec to its bound.
fn hold(table: &Table, bounds: &[f64]) {
    for (i, (spec, bound)) in table.entrants.iter().zip(bounds).enumerate() {
        let f1 = table.sets[0].mean(i, 0, None).f1;
        assert!(f1 >= *bound, "{spec}: F1 {f1:.4}, at least {bound} is wanted");
    }
}

#[test]
fn wu_on_wcxb_cross_validated() {
    let Some(data) = wcxb() else { return };
    let table = evaluate(&data, &["wu", "wu(paper)", "wu(k=0)", "all"], 5);
    let full = [0.79, 0.76, 0.79, 0.70];
    hold(&table, &if is_full() { full } else { full.map(|bound| bound - 0.01) });
}

#[test]
fn shipped_centroids_are_no_worse_than_cross_validated_ones() {
    let Some(data) = wcxb() else { return };
    let specs = ["wu", "wu(paper)"];
    let learnt = evaluate(&data, &specs, 5);
    let f1 = |spec: usize| learnt.sets[0].mean(spec, 0, None).f1;
    // Two clusterings of nearly the same pages differ by as much.
    hold(&evaluate(&data, &specs, 0), &[f1(0) - 0.002, f1(1) - 0.002]);
}

#[test]
fn wu_on_chinese_pages() {
    let Some(data) = dataset("cwce-a") else { return };
    hold(&evaluate(&data, &["wu", "wu(paper)", "wu(k=0)", "all"], 0), &[0.83, 0.83, 0.83, 0.75]);
}

/// The methods that the papers compare with, and Crunch.
const OTHERS: [&str; 8] = [
    "bte",
    "ccb",
    "cetr",
    "cetr(choose=threshold)",
    "mountain",
    "mountain(k=0)",
    "crunch",
    "crunch(scope=blocks)",
];

#[test]
fn what_the_papers_compare_with_on_wcxb() {
    let Some(data) = wcxb() else { return };
    let full = [0.75, 0.76, 0.755, 0.75, 0.775, 0.77, 0.70, 0.765];
    hold(
        &evaluate(&data, &OTHERS, 5),
        &if is_full() { full } else { full.map(|bound| bound - 0.01) },
    );
}

#[test]
fn what_the_papers_compare_with_on_chinese_pages() {
    let Some(data) = dataset("cwce-a") else { return };
    let bounds = [0.79, 0.85, 0.82, 0.82, 0.82, 0.83, 0.775, 0.82];
    hold(&evaluate(&data, &OTHERS, 0), &bounds);
}

/// The methods that choose a subtree.
const SUBTREES: [&str; 7] = [
    "cnr",
    "cnr(maximum)",
    "cnr(mode=relaxed)",
    "joshi",
    "joshi(link_ratio=1)",
    "joshi(min_chars=200,link_ratio=1)",
    "joshi(choose=largest,link_ratio=1)",
];

#[test]
fn subtrees_on_wcxb() {
    let Some(data) = wcxb() else { return };
    let full = [0.73, 0.66, 0.75, 0.58, 0.58, 0.50, 0.60];
    hold(
        &evaluate(&data, &SUBTREES, 0),
        &if is_full() { full } else { full.map(|bound| bound - 0.02) },
    );
}

#[test]
fn subtrees_on_chinese_pages() {
    let Some(data) = dataset("cwce-a") else { return };
    hold(&evaluate(&data, &SUBTREES, 0), &[0.85, 0.88, 0.79, 0.93, 0.93, 0.93, 0.91]);
}

#[test]
fn labels_reach_the_ceiling_of_whole_units() {
    let Some(data) = wcxb() else { return };
    let measure: Measure = "words".parse().unwrap();
    let mut sum = 0.0;
    for item in &data.items {
        let bytes = item.read().unwrap();
        let (html, _) = decode(&bytes, None);
        let page = Page::parse_with(&html, Parser::Native);
        sum += measure.count(&page, &labels(&page, &item.gold), &item.gold).f1();
    }
    let f1 = sum / data.items.len() as f64;
    assert!(f1 >= 0.955, "oracle F1 {f1:.4}");
}
