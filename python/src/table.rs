//! The table of methods, and evaluations, whose tables are files.

use std::path::PathBuf;

use leafmill::eval::{self, Dataset, Entrant, Measure, Options};
use leafmill::methods::Parameter;
use leafmill::{METHODS, Method, Spec};
use pyo3::prelude::*;

use crate::{failure, pool};

/// A parameter's name, its default, the values it takes and what it does.
type ParameterRow = (&'static str, String, String, &'static str);
/// A method's name, its paper, what it does, its parameters and the names of its presets.
type MethodRow = (&'static str, &'static str, &'static str, Vec<ParameterRow>, Vec<&'static str>);

/// The table of methods.
#[pyfunction]
pub fn methods() -> Vec<MethodRow> {
    let row = |method: &Method| {
        let of = |parameter: Parameter| {
            let Parameter { name, default, values, about, .. } = parameter;
            (name, default, values.to_string(), about)
        };
        let parameters = method.parameters().into_iter().map(of).collect();
        let presets = method.presets().into_iter().map(|preset| preset.name).collect();
        (method.name, method.cite, method.about, parameters, presets)
    };
    METHODS.iter().map(row).collect()
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
