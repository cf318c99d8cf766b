//! Errors of the library as Python's, and of what callers pass.

use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// A bad disk is an `OSError`, with the file's name; anything else was asked for wrongly, and is a
/// `ValueError` that names what is valid.
pub fn of(error: leafmill::Error) -> PyErr {
    match error {
        leafmill::Error::Io { path, source } => {
            let Some(code) = source.raw_os_error() else {
                return PyOSError::new_err(format!("{}: {source}", path.display()));
            };
            let said = source.to_string();
            // Python adds the code itself.
            let said = said.strip_suffix(&format!(" (os error {code})")).unwrap_or(&said);
            PyOSError::new_err((code, said.to_owned(), path.into_os_string()))
        }
        other => PyValueError::new_err(other.to_string()),
    }
}

/// The error for what is of another type than it has to be.
pub fn of_type(what: &str, types: &str, given: &Bound<'_, PyAny>) -> PyErr {
    let name = given.get_type().name().map_or("?".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{what} is {types}, not {name}"))
}
