//! A method with its settings, ready for pages.

use std::sync::atomic::Ordering;
use std::time::Duration;

use leafmill::output::Keys;
use leafmill::{Record, Spec};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;

use crate::archive::{Archive, Range};
use crate::arrow::{self, ArrowStream};
use crate::page::{Format, Job, Page};
use crate::{failure, pool};

/// A method with its settings; threads share it.
#[pyclass(frozen, module = "leafmill._leafmill")]
pub struct Extractor {
    spec: Spec,
    extractor: Box<dyn leafmill::Extractor>,
    /// Whether what a page hides is no content.
    visible_only: bool,
}

impl Extractor {
    /// What is done to a page that may take so many milliseconds.
    pub fn job(&self, max_ms: Option<u64>) -> Job<'_> {
        self.job_of_rows(max_ms, Keys::default())
    }

    /// As [`Extractor::job`], where rows have these keys.
    pub fn job_of_rows(&self, max_ms: Option<u64>, keys: Keys) -> Job<'_> {
        Job {
            extractor: &*self.extractor,
            visible_only: self.visible_only,
            budget: max_ms.map(Duration::from_millis),
            keys,
        }
    }
}

fn text(bytes: Vec<u8>) -> PyResult<String> {
    Ok(String::from_utf8(bytes)?)
}

#[pymethods]
impl Extractor {
    /// Builds the method that a spec names.
    #[new]
    fn new(spec: &str, visible_only: bool) -> PyResult<Extractor> {
        let spec: Spec = spec.parse().map_err(failure::of)?;
        let extractor = spec.build().map_err(failure::of)?;
        Ok(Extractor { spec, extractor, visible_only })
    }

    /// The spec.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
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
        let job = self.job(max_ms);
        let fill = |record: &mut Record| html.fill(record, url, content_type);
        text(py.detach(|| job.form(format, fill)).bytes)
    }

    /// One page as a row of JSON.
    #[pyo3(signature = (html, url, content_type, keys, max_ms))]
    fn row<'py>(
        &self,
        py: Python<'py>,
        html: Page,
        url: Option<&str>,
        content_type: Option<&str>,
        keys: Option<&str>,
        max_ms: Option<u64>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let job = self.job_of_rows(max_ms, listed(keys)?);
        let row = py.detach(|| {
            let mut record = Record::default();
            html.fill(&mut record, url, content_type);
            job.row(&record)
        });
        Ok(PyBytes::new(py, &row.bytes))
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
        let job = self.job(max_ms);
        let made: Vec<_> = pool::run(py, threads, |stop| {
            let one = |page: &Page| {
                let is_over = stop.load(Ordering::Relaxed);
                let fill = |record: &mut Record| page.fill(record, None, content_type);
                (!is_over).then(|| job.form(format, fill))
            };
            pages.par_iter().map(one).while_some().collect()
        })?;
        made.into_iter().map(|made| text(made.bytes)).collect()
    }

    /// A column of a stream of tables in a format.
    #[pyo3(signature = (stream, column, format, max_ms, threads))]
    fn extract_arrow(
        slf: Py<Self>,
        stream: pyo3_arrow::input::AnyRecordBatch,
        column: &str,
        #[pyo3(from_py_with = named)] format: Format,
        max_ms: Option<u64>,
        threads: usize,
    ) -> PyResult<ArrowStream> {
        arrow::extract(slf, stream, column, format, max_ms, threads)
    }

    /// The rows of what a path, a part of a file or a file object holds.
    #[pyo3(signature = (source, part, keys, max_ms, threads, bodies))]
    fn read(
        slf: Py<Self>,
        source: &Bound<'_, PyAny>,
        part: Option<Range>,
        keys: Option<&str>,
        max_ms: Option<u64>,
        threads: usize,
        bodies: bool,
    ) -> PyResult<Archive> {
        Archive::open(slf, source, part, listed(keys)?, max_ms, threads, bodies)
    }
}

/// The keys of a list.
fn listed(keys: Option<&str>) -> PyResult<Keys> {
    keys.map_or(Ok(Keys::default()), |list| list.parse().map_err(PyValueError::new_err))
}

/// A format by its name.
fn named(name: &Bound<'_, PyAny>) -> PyResult<Format> {
    name.extract::<&str>()?.parse().map_err(PyValueError::new_err)
}
