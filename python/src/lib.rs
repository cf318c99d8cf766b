//! What Python calls: [`Extractor`](extractor::Extractor), its streams, and the program.
//!
//! No logic stands here: pages go to the library, and what comes of them goes back. The package's
//! own functions, with their types and their documentation, are Python (`leafmill/`).
//!
//! ```text
//! extractor  what is called on a method: a page, many, a stream
//! method     a method with its settings
//! page       a page as Python has it             failure  errors as Python's
//! pool       threads, a pool a process           archive  rows of an archive, as they are asked for
//! arrow      a column in, a column out           options  what is asked for beside a method
//! table      methods, evaluations                columns  those of tables
//! ```

mod archive;
mod arrow;
#[cfg(feature = "parquet")]
mod columns;
mod extractor;
mod failure;
mod method;
mod options;
mod page;
mod pool;
mod table;

/// The program, whose source is the same as that of the command built alone.
#[path = "../../src/bin/leafmill/main.rs"]
#[allow(dead_code, reason = "its own entry is not called here")]
mod program;

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command line program and returns its exit code.
#[pyfunction]
fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| program::run(arguments))
}

/// The module `leafmill._leafmill`.
#[pymodule(gil_used = false)]
fn _leafmill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<extractor::Extractor>()?;
    module.add_class::<archive::Archive>()?;
    module.add_class::<arrow::ArrowStream>()?;
    module.add_function(wrap_pyfunction!(archive::parts, module)?)?;
    module.add_function(wrap_pyfunction!(table::methods, module)?)?;
    module.add_function(wrap_pyfunction!(table::evaluate, module)?)?;
    #[cfg(feature = "parquet")]
    {
        module.add_class::<columns::Columns>()?;
        module.add_function(wrap_pyfunction!(columns::host, module)?)?;
        module.add_function(wrap_pyfunction!(columns::instant, module)?)?;
    }
    module.add_function(wrap_pyfunction!(run, module)?)?;
    Ok(())
}
