//! The default method is pinned: its choices on golden pages are in `tests/golden`, and here its scores
//! on the sample and, where the real data is, on sets of every kind.
//!
//! The bounds are a hundredth below what the model that ships comes to. WCXB dev and Scrapinghub are among
//! what it learns from, so theirs hold the model and the code, and say nothing of other pages.

use crate::shared;
use std::path::Path;

use leafmill::Parser;
use leafmill::eval::{Dataset, Entrant, Measure, Options, run};

/// The mean F1 of each spec on a data set, or on every so many of its pages.
fn f1(path: &Path, step: usize, measure: &str, specs: [&str; 2]) -> [f64; 2] {
    let mut data = Dataset::open(path).unwrap();
    data.items = data.items.into_iter().step_by(step).collect();
    let entrants = specs.map(|spec| Entrant::Spec(spec.parse().unwrap()));
    let measures: [Measure; 1] = [measure.parse().unwrap()];
    let mut options = Options::default();
    options.parser = Parser::Native;
    let table = run(&[data], &entrants, &measures, &options).unwrap();
    println!("{table}");
    assert_eq!(table.failed(), 0);
    [0, 1].map(|spec| table.sets[0].mean(spec, 0, None).f1)
}

fn hold(found: [f64; 2], bounds: [f64; 2]) {
    assert!(found[0] >= bounds[0] && found[1] >= bounds[1], "{found:?}, at least {bounds:?}");
}

const SCOPES: [&str; 2] = ["grain", "grain(scope=article)"];

/// Data sets, the share of their pages that is taken (one in so many), measures, and the bounds on F1 of
/// both scopes.
const REAL: [(&str, usize, &str, [f64; 2]); 3] = [
    ("wcxb-dev", 6, "words(cjk=run)", [0.898, 0.881]),
    ("scrapinghub", 1, "shingles(4)", [0.959, 0.968]),
    ("cwce-a", 1, "words", [0.88, 0.92]),
];

#[test]
fn grain_on_the_sample() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/sample");
    hold(f1(&sample, 1, "words", SCOPES), [0.932, 0.954]);
}

#[test]
fn grain_on_real_data() {
    let Some(folder) = shared::data("datasets") else { return };
    for (name, step, measure, bounds) in REAL {
        hold(f1(&folder.join(name), step, measure, SCOPES), bounds);
    }
}
