//! The columns of tables, which are those of the program's Parquet, and what two of them hold.

use arrow_schema::Schema;
use leafmill::internals::output::parquet::schema;
use leafmill::output::Keys;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::ffi::to_schema_pycapsule;

/// The columns for a list of keys, as a schema of Arrow's.
#[pyclass(frozen, module = "leafmill._leafmill")]
pub struct Columns(Schema);

#[pymethods]
impl Columns {
    #[new]
    fn new(keys: Option<&str>) -> PyResult<Columns> {
        let keys = keys.map_or(Ok(Keys::default()), |list| list.parse());
        Ok(Columns(schema::of(&keys.map_err(PyValueError::new_err)?, "UTC")))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, &self.0)?)
    }
}

/// The host in an address, where it has one.
#[pyfunction]
pub fn host(url: &str) -> Option<&str> {
    Some(leafmill::internals::host::host(url)).filter(|host| !host.is_empty())
}

/// A time of capture to the millisecond, where it can be read.
#[pyfunction]
pub fn instant(date: &str) -> Option<String> {
    leafmill::internals::date::instant(date)
}
