//! What Python calls on a method with its settings.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use leafmill::Record;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;

use crate::archive::{Archive, Range};
use crate::arrow::{self, ArrowStream};
use crate::failure;
use crate::method::Method;
use crate::options::{self, Only, Options};
use crate::page::{self, Format, Page};
use crate::pool;

/// A method with its settings; threads share it.
#[pyclass(frozen, module = "leafmill._leafmill")]
pub struct Extractor(Arc<Method>);

fn text(bytes: Vec<u8>) -> PyResult<String> {
    Ok(String::from_utf8(bytes)?)
}

#[pymethods]
impl Extractor {
    /// Builds the method that a spec names.
    #[new]
    fn new(spec: &str, options: Options) -> PyResult<Extractor> {
        Ok(Extractor(Arc::new(Method::new(spec, options)?)))
    }

    /// The spec.
    #[getter]
    fn spec(&self) -> String {
        self.0.spec().to_string()
    }

    /// One page in a format.
    #[pyo3(signature = (html, url, content_type, format, max_ms))]
    fn extract(
        &self,
        py: Python<'_>,
        html: Page,
        url: Option<&str>,
        content_type: Option<&str>,
        #[pyo3(from_py_with = named)] format: Format,
        max_ms: Option<u64>,
    ) -> PyResult<String> {
        let recipe = self.0.recipe(&format, max_ms);
        let fill = |record: &mut Record| html.fill(record, url, content_type);
        text(py.detach(|| page::form(&recipe, fill)).bytes)
    }

    /// One page as a row of JSON.
    #[pyo3(signature = (html, url, content_type, keys, links, max_ms))]
    #[expect(clippy::too_many_arguments, reason = "each is an argument in Python")]
    fn row<'py>(
        &self,
        py: Python<'py>,
        html: Page,
        url: Option<&str>,
        content_type: Option<&str>,
        keys: Option<&str>,
        links: Option<&str>,
        max_ms: Option<u64>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let rows = options::rows(keys, links)?;
        let recipe = self.0.recipe(&rows, max_ms);
        let row = py.detach(|| {
            let mut record = Record::default();
            html.fill(&mut record, url, content_type);
            page::row(&recipe, &record)
        });
        // Without a filter there always is one.
        Ok(PyBytes::new(py, &row.unwrap_or_default()))
    }

    /// Many pages in a format, in their order.
    #[pyo3(signature = (pages, content_type, format, max_ms, threads))]
    fn extract_batch(
        &self,
        py: Python<'_>,
        pages: Vec<Page>,
        content_type: Option<&str>,
        #[pyo3(from_py_with = named)] format: Format,
        max_ms: Option<u64>,
        threads: usize,
    ) -> PyResult<Vec<String>> {
        let recipe = self.0.recipe(&format, max_ms);
        let made: Vec<_> = pool::run(py, threads, |stop| {
            let one = |page: &Page| {
                let is_over = stop.load(Ordering::Relaxed);
                let fill = |record: &mut Record| page.fill(record, None, content_type);
                (!is_over).then(|| page::form(&recipe, fill))
            };
            pages.par_iter().map(one).while_some().collect()
        })?;
        made.into_iter().map(|made| text(made.bytes)).collect()
    }

    /// A column of a stream of tables in a format. `most` is lower in tests alone.
    #[pyo3(signature = (stream, column, format, max_ms, threads, most=arrow::MOST))]
    fn extract_arrow(
        &self,
        stream: pyo3_arrow::input::AnyRecordBatch,
        column: &str,
        #[pyo3(from_py_with = named)] format: Format,
        max_ms: Option<u64>,
        threads: usize,
        most: usize,
    ) -> PyResult<ArrowStream> {
        arrow::extract(self.0.clone(), stream, column, format, max_ms, threads, most)
    }

    /// The rows of what a path, a part of a file or a file object holds.
    #[pyo3(signature = (source, part, only, keys, links, max_ms, threads, bodies))]
    #[expect(clippy::too_many_arguments, reason = "each is an argument in Python")]
    fn read(
        &self,
        source: &Bound<'_, PyAny>,
        part: Option<Range>,
        only: Only,
        keys: Option<&str>,
        links: Option<&str>,
        max_ms: Option<u64>,
        threads: usize,
        bodies: bool,
    ) -> PyResult<Archive> {
        let rows = options::rows(keys, links)?;
        Archive::open(self.0.clone(), source, part, rows, only.filter()?, max_ms, threads, bodies)
    }
}

/// A format by its name.
fn named(name: &Bound<'_, PyAny>) -> PyResult<Format> {
    let text: &str = name.extract().map_err(|_| failure::of_type("format", "a str", name))?;
    text.parse().map_err(PyValueError::new_err)
}
