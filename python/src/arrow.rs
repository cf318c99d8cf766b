//! A column of pages in, a column of texts out, batch by batch, as Arrow's C streams.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, LargeStringArray, RecordBatch, RecordBatchReader, StringArray, StructArray,
};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use leafmill::Record;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::ffi::{ArrayIterator, to_schema_pycapsule, to_stream_pycapsule};
use pyo3_arrow::input::AnyRecordBatch;
use rayon::prelude::*;

use crate::method::Method;
use crate::page::{Format, Made, fill, form};
use crate::pool;

/// The column that says how a page fared.
const STATUS: &str = "status";

/// The most bytes that the strings of a batch have: their offsets have 32 bits.
pub const MOST: usize = i32::MAX as usize;

type Stream = Box<dyn RecordBatchReader + Send>;

/// What a signal's handler has raised, which C is told the text of alone.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// A stream of Arrow's, for whatever reads one; it can be read once.
#[pyclass(frozen, module = "leafmill._leafmill")]
pub struct ArrowStream {
    /// The columns, as a field of a struct.
    field: FieldRef,
    stream: Mutex<Option<Stream>>,
    raised: Raised,
}

#[pymethods]
impl ArrowStream {
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, self.field.as_ref())?)
    }

    /// The columns, as pyarrow has them.
    #[getter]
    fn schema<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("schema", (slf,))
    }

    /// The exception that ended the stream, where Python raised one.
    #[getter]
    fn raised(&self, py: Python<'_>) -> Option<PyErr> {
        let raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        raised.as_ref().map(|error| error.clone_ref(py))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner).take();
        let stream = stream.ok_or_else(|| PyValueError::new_err("the stream was read before"))?;
        let arrays = stream.map(|batch| Ok(Arc::new(StructArray::from(batch?)) as ArrayRef));
        let arrays = Box::new(ArrayIterator::new(arrays, self.field.clone()));
        Ok(to_stream_pycapsule(py, arrays, requested_schema)?)
    }
}

/// A stream with the column in a format, named as that is, and [`STATUS`] in place of the column. A batch
/// whose strings have more than `most` bytes becomes several.
pub fn extract(
    method: Arc<Method>,
    stream: AnyRecordBatch,
    column: &str,
    format: Format,
    max_ms: Option<u64>,
    threads: usize,
    most: usize,
) -> PyResult<ArrowStream> {
    let input = stream.into_reader()?;
    let schema = input.schema();
    let names = || schema.fields().iter().map(|field| field.name().as_str());
    let Some(at) = names().position(|name| name == column) else {
        let names: Vec<_> = names().collect();
        let message = format!("no column {column:?}; there are {}", names.join(", "));
        return Err(PyValueError::new_err(message));
    };
    let mut fields: Vec<_> = schema.fields().iter().cloned().collect();
    let of_type = fields.remove(at).data_type().clone();
    if pages(&of_type).is_none() {
        let message = format!("column {column:?} is {of_type}; pages are strings or binary");
        return Err(PyValueError::new_err(message));
    }
    let is_large = matches!(of_type, DataType::LargeUtf8 | DataType::LargeBinary);
    let text = if is_large { DataType::LargeUtf8 } else { DataType::Utf8 };
    for (name, of_type) in [(format.name(), text), (STATUS, DataType::Utf8)] {
        if fields.iter().any(|field| field.name() == name) {
            let message = format!("the table has a column {name:?} already; rename it");
            return Err(PyValueError::new_err(message));
        }
        fields.push(Arc::new(Field::new(name, of_type, true)));
    }
    let field = Arc::new(Field::new_struct("", fields.clone(), false));
    let schema = Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone()));
    let raised = Raised::default();
    let (rest, of_raised) = (None, raised.clone());
    let output = Output {
        input,
        at,
        is_large,
        most,
        schema,
        method,
        format,
        max_ms,
        threads,
        rest,
        raised: of_raised,
    };
    Ok(ArrowStream { field, stream: Mutex::new(Some(Box::new(output))), raised })
}

/// The output, made as it is read.
struct Output {
    input: Stream,
    /// Where the column is.
    at: usize,
    is_large: bool,
    /// The most bytes of the strings of a batch.
    most: usize,
    schema: SchemaRef,
    method: Arc<Method>,
    format: Format,
    max_ms: Option<u64>,
    threads: usize,
    /// What did not fit into the batch before.
    rest: Option<Rows>,
    raised: Raised,
}

/// Rows of the output.
struct Rows {
    /// The columns that stay.
    others: RecordBatch,
    /// What came of each page; `None` where there is none.
    made: Vec<Option<Made>>,
}

impl Output {
    fn batch(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        let rows = match self.rest.take() {
            Some(rest) => Some(rest),
            None => self.rows()?,
        };
        let Some(Rows { others, mut made }) = rows else { return Ok(None) };
        let fit = self.fit(&made)?;
        let rest = made.split_off(fit);
        if !rest.is_empty() {
            self.rest = Some(Rows { others: others.slice(fit, rest.len()), made: rest });
        }
        let mut columns = others.slice(0, fit).columns().to_vec();
        let bytes = made.iter().map(|made| made.as_ref().map(|made| &*made.bytes));
        let texts = bytes.map(|bytes| bytes.map(std::str::from_utf8).transpose());
        let texts = texts.collect::<Result<Vec<_>, _>>()?;
        columns.push(match self.is_large {
            true => Arc::new(texts.into_iter().collect::<LargeStringArray>()),
            false => Arc::new(texts.into_iter().collect::<StringArray>()),
        });
        let statuses = made.iter().map(|made| made.as_ref().map(|made| made.status));
        columns.push(Arc::new(statuses.collect::<StringArray>()));
        RecordBatch::try_new(self.schema.clone(), columns).map(Some)
    }

    /// How many rows the next batch has: as many as its strings hold.
    fn fit(&self, made: &[Option<Made>]) -> Result<usize, ArrowError> {
        let mut left = self.most;
        for (row, made) in made.iter().enumerate() {
            let Some(Made { bytes, status }) = made else { continue };
            let taken = status.len() + if self.is_large { 0 } else { bytes.len() };
            match left.checked_sub(taken) {
                Some(rest) => left = rest,
                None if row > 0 => return Ok(row),
                None => {
                    let message = format!(
                        "the content of a page has {} bytes, more than strings hold; give the pages as \
                         large_string or large_binary",
                        bytes.len()
                    );
                    return Err(ArrowError::ComputeError(message));
                }
            }
        }
        Ok(made.len())
    }

    /// The rows of the input's next batch.
    fn rows(&mut self) -> Result<Option<Rows>, ArrowError> {
        let batch = Python::attach(|py| py.detach(|| self.input.next())).transpose()?;
        let Some(mut others) = batch else { return Ok(None) };
        let column = others.remove_column(self.at);
        Ok(Some(Rows { made: self.made(column.as_ref())?, others }))
    }

    /// What comes of each page of a column.
    fn made(&self, column: &dyn Array) -> Result<Vec<Option<Made>>, ArrowError> {
        let Some(pages) = pages(column.data_type()) else {
            return Err(ArrowError::SchemaError("a batch is not of its stream's schema".into()));
        };
        let format = self.format;
        Python::attach(|py| {
            let recipe = self.method.recipe(&format, self.max_ms);
            pool::run(py, self.threads, |stop| {
                let one = |row: usize| {
                    if stop.load(Ordering::Relaxed) || column.is_null(row) {
                        return None;
                    }
                    let (body, is_decoded) = pages(column, row);
                    let fill = |record: &mut Record| fill(record, body, is_decoded, None, None);
                    Some(form(&recipe, fill))
                };
                (0..column.len()).into_par_iter().map(one).collect()
            })
        })
        .map_err(|error| {
            // C's strings end at a NUL.
            let said = error.to_string().replace('\0', "");
            *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            ArrowError::ComputeError(said)
        })
    }
}

impl Iterator for Output {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        // C reads the stream, which no panic may go through.
        let batch = catch_unwind(AssertUnwindSafe(|| self.batch()));
        let bug = |_| Err(ArrowError::ComputeError("a bug of leafmill's ended the stream".into()));
        batch.unwrap_or_else(bug).transpose()
    }
}

impl RecordBatchReader for Output {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

/// How the page in a row of a column is read, and whether it is decoded.
type Pages = fn(&dyn Array, usize) -> (&[u8], bool);

/// How pages in a column of a type are read; `None` where they are none.
fn pages(of_type: &DataType) -> Option<Pages> {
    Some(match of_type {
        DataType::Utf8 => |column, row| (column.as_string::<i32>().value(row).as_bytes(), true),
        DataType::LargeUtf8 => {
            |column, row| (column.as_string::<i64>().value(row).as_bytes(), true)
        }
        DataType::Utf8View => |column, row| (column.as_string_view().value(row).as_bytes(), true),
        DataType::Binary => |column, row| (column.as_binary::<i32>().value(row), false),
        DataType::LargeBinary => |column, row| (column.as_binary::<i64>().value(row), false),
        DataType::BinaryView => |column, row| (column.as_binary_view().value(row), false),
        _ => return None,
    })
}
