//! Methods and evaluations, as JSON that Python reads.

use std::path::PathBuf;

use leafmill::eval::{self, Dataset, Entrant, Measure, Options};
use leafmill::{METHODS, Spec};
use pyo3::prelude::*;
use serde_json::json;

use crate::{failure, pool};

/// The table of methods.
#[pyfunction]
pub fn methods() -> String {
    let rows = METHODS.iter().map(|method| {
        let parameters = method.parameters().into_iter().map(|parameter| {
            json!({
                "name": parameter.name,
                "default": parameter.default,
                "values": parameter.values.to_string(),
                "about": parameter.about,
            })
        });
        let presets = method
            .presets()
            .into_iter()
            .map(|preset| json!({ "name": preset.name, "about": preset.about }));
        json!({
            "name": method.name,
            "cite": method.cite,
            "about": method.about,
            "parameters": parameters.collect::<Vec<_>>(),
            "presets": presets.collect::<Vec<_>>(),
        })
    });
    serde_json::Value::from_iter(rows).to_string()
}

/// Evaluates specs on data sets; the tables go into a directory.
#[pyfunction]
#[pyo3(signature = (datasets, specs, measures, folds, seed, threads, output))]
#[expect(clippy::too_many_arguments, reason = "each is an argument in Python")]
pub fn evaluate(
    py: Python<'_>,
    datasets: Vec<PathBuf>,
    specs: Vec<String>,
    measures: Vec<String>,
    folds: usize,
    seed: u64,
    threads: usize,
    output: PathBuf,
) -> PyResult<()> {
    let run = || {
        let grids = specs.iter().map(|spec| Spec::grid(spec));
        let specs = grids.collect::<leafmill::Result<Vec<_>>>()?.concat();
        let entrants: Vec<_> = specs.into_iter().map(Entrant::Spec).collect();
        let measures = measures.iter().map(|name| Measure::named(name));
        let measures = measures.collect::<leafmill::Result<Vec<_>>>()?.concat();
        let datasets = datasets.iter().map(|path| Dataset::open(path));
        let datasets = datasets.collect::<leafmill::Result<Vec<_>>>()?;
        let mut options = Options::default();
        (options.folds, options.seed) = (folds, seed);
        let table = eval::run(&datasets, &entrants, &measures, &options)?;
        table.write(&output)
    };
    pool::run(py, threads, |_| run())?.map_err(failure::of)
}
