//! The rows of an archive, made as they are asked for.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use leafmill::archives::{Caps, Container, Input, Part, Reader, Records, plan};
use leafmill::output::Jsonl;
use leafmill::pipeline::{Filter, Recipe};
use leafmill::{Damage, Event, Record, open};
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyString};
use rayon::prelude::*;

use crate::method::Method;
use crate::pool::{self, Signals};
use crate::{failure, page};

/// The records that are read together: while they are worked on the next are read, and that is all
/// that is in memory.
const TOGETHER: usize = 64;
/// The bytes of bodies from which on no record is added to those.
const BYTES: usize = 8 << 20;

/// What an input is called, and a range of its bytes.
pub type Range = (String, u64, u64);

/// The parts of a file or of a directory's files, of about so many bytes each, with the file of each.
#[pyfunction]
pub fn parts(py: Python<'_>, path: PathBuf, bytes: u64) -> PyResult<Vec<(PathBuf, Range)>> {
    let found = py.detach(|| {
        let plan = plan(&[path])?;
        let of_input = |input: Input| {
            let range = |part: Part| (input.name.clone(), part.start, part.end);
            let parts = input.parts(bytes.max(1))?.into_iter();
            Ok(parts.map(|part| (input.path.clone(), range(part))).collect())
        };
        plan.inputs.into_iter().map(of_input).collect::<leafmill::Result<Vec<Vec<_>>>>()
    });
    Ok(found.map_err(failure::of)?.concat())
}

/// What is read, event by event.
enum Events {
    Path(Box<Records>),
    One(Box<Reader>),
}

impl Events {
    fn next(&mut self) -> leafmill::Result<Option<Event<Record>>> {
        match self {
            Events::Path(records) => records.next().transpose(),
            Events::One(reader) => {
                let mut record = Record::default();
                Ok(reader.read(&mut record)?.map(|event| event.map(|()| record)))
            }
        }
    }

    /// Reads records until there are enough of them, or a signal has come; what ends the reading comes
    /// last.
    fn window(&mut self, signals: &mut Signals) -> Vec<leafmill::Result<Event<Record>>> {
        let mut window = Vec::new();
        let mut bytes = 0;
        while window.len() < TOGETHER && bytes < BYTES && !signals.have_raised() {
            match self.next().transpose() {
                Some(Ok(Event::PassedOver(_))) => {}
                Some(event) => {
                    let is_over = event.is_err();
                    if let Ok(Event::Page(record)) = &event {
                        bytes += record.body.capacity();
                    }
                    window.push(event);
                    if is_over {
                        break;
                    }
                }
                None => break,
            }
        }
        window
    }
}

/// What came of an event.
enum Row {
    Page { row: Vec<u8>, body: Option<Vec<u8>> },
    Damage(Damage),
}

fn row(event: Event<Record>, recipe: &Recipe, bodies: bool) -> Option<Row> {
    match event {
        Event::Page(record) => {
            let row = page::row(recipe, &record)?;
            Some(Row::Page { row, body: bodies.then(|| record.body.into()) })
        }
        Event::Damage(damage) => Some(Row::Damage(damage)),
        // What was passed over, and whatever else is no page.
        _ => None,
    }
}

/// Goes through an archive.
#[pyclass(frozen, module = "leafmill._leafmill")]
pub struct Archive {
    method: Arc<Method>,
    rows: Jsonl,
    /// Which pages are taken.
    filter: Filter,
    max_ms: Option<u64>,
    threads: usize,
    bodies: bool,
    /// What the file object has raised, if one is read.
    raised: Raised,
    /// The thread that reads at the moment.
    reads: Mutex<Option<ThreadId>>,
    state: Mutex<State>,
}

/// An exception of a file object's, on its way past the library, which keeps what is said of it alone.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// The exception that is behind an error, or the error as one.
fn cause(raised: &Raised, error: leafmill::Error) -> PyErr {
    let raised = raised.lock().unwrap_or_else(PoisonError::into_inner).take();
    raised.unwrap_or_else(|| failure::of(error))
}

/// Raises what ends more than the reading, such as Ctrl-C, before what was read until then is asked for.
fn interrupt(py: Python<'_>, raised: &Raised) -> PyResult<()> {
    let mut raised = raised.lock().unwrap_or_else(PoisonError::into_inner);
    let is_interrupt = |error: &mut PyErr| !error.is_instance_of::<PyException>(py);
    raised.take_if(is_interrupt).map_or(Ok(()), Err)
}

struct State {
    events: Events,
    /// Read, and not yet worked on.
    read: Vec<leafmill::Result<Event<Record>>>,
    /// Made, and not yet asked for.
    made: VecDeque<leafmill::Result<Row>>,
    is_over: bool,
}

impl Archive {
    #[expect(clippy::too_many_arguments, reason = "each is an argument in Python")]
    pub fn open(
        method: Arc<Method>,
        source: &Bound<'_, PyAny>,
        part: Option<Range>,
        rows: Jsonl,
        filter: Filter,
        max_ms: Option<u64>,
        threads: usize,
        bodies: bool,
    ) -> PyResult<Archive> {
        let raised = Raised::default();
        let caps = method.of_record();
        let events = events(source, part, caps, &raised)?;
        let (read, made) = (Vec::new(), VecDeque::new());
        let state = Mutex::new(State { events, read, made, is_over: false });
        let reads = Mutex::new(None);
        Ok(Archive { method, rows, filter, max_ms, threads, bodies, raised, reads, state })
    }

    /// Works on what was read, and reads on meanwhile, on the thread that calls. One thread alone does
    /// the one after the other.
    fn refill(&self, py: Python<'_>, state: &mut State) -> PyResult<()> {
        let State { events, read, made, is_over } = state;
        let mut signals = Signals::new();
        if read.is_empty() {
            py.detach(|| *read = events.window(&mut signals));
            interrupt(py, &self.raised)?;
            // Where Ctrl-C has stopped the reading, nothing read is no end.
            signals.raised()?;
            signals = Signals::new();
        }
        let window = std::mem::take(read);
        *is_over = window.last().is_none_or(Result::is_err);
        let reads_on = !*is_over && self.threads != 1;
        let mut recipe = self.method.recipe(&self.rows, self.max_ms);
        recipe.filter = self.filter.clone();
        let make = |event: leafmill::Result<Event<Record>>| {
            event.map(|event| row(event, &recipe, self.bodies)).transpose()
        };
        let work = |_: &_| *made = window.into_par_iter().filter_map(make).collect();
        let meanwhile = || {
            if reads_on {
                *read = events.window(&mut signals);
            }
        };
        pool::run_beside(py, self.threads, work, meanwhile)?;
        interrupt(py, &self.raised)?;
        signals.raised()
    }

    /// The thread that reads.
    fn reads(&self) -> MutexGuard<'_, Option<ThreadId>> {
        self.reads.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Archive {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    /// The next row as `(row, body)`, or damage as `(None, (file, offset, id, kind, detail))`.
    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let this = Some(thread::current().id());
        if *self.reads() == this {
            let message = "what is read is asked for its documents by its own read()";
            return Err(PyValueError::new_err(message));
        }
        let mut state = self.state.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        while state.made.is_empty() && !state.is_over {
            *self.reads() = this;
            let refilled = self.refill(py, &mut state);
            *self.reads() = None;
            refilled?;
        }
        match state.made.pop_front().transpose().map_err(|error| cause(&self.raised, error))? {
            None => Ok(None),
            Some(Row::Page { row, body }) => {
                let body = body.map(|body| PyBytes::new(py, &body));
                Ok(Some((PyBytes::new(py, &row), body).into_pyobject(py)?.into_any()))
            }
            Some(Row::Damage(Damage { at, id, kind, detail, .. })) => {
                let told = (at.file.to_path_buf(), at.offset, id, kind.name(), detail);
                Ok(Some((None::<()>, told).into_pyobject(py)?.into_any()))
            }
        }
    }
}

fn events(
    source: &Bound<'_, PyAny>,
    part: Option<Range>,
    caps: &Caps,
    raised: &Raised,
) -> PyResult<Events> {
    let py = source.py();
    if source.hasattr("read")? {
        let name = source.getattr("name").ok();
        let name = name.and_then(|name| name.extract::<String>().ok());
        let stream =
            Box::new(FileObject { object: source.clone().unbind(), raised: raised.clone() });
        let name = name.as_deref().unwrap_or("stream");
        let reader = py.detach(|| match part {
            None => Reader::stream(stream, name, caps),
            Some((_, start, end)) => {
                let is_arc = name.ends_with(".arc.gz");
                let container = if is_arc { Container::Arc } else { Container::Warc };
                let part = Part { start, end, exact: start == 0 };
                Reader::range(stream, name, container, part, caps)
            }
        });
        let reader = reader.map_err(|error| cause(raised, error))?;
        return Ok(Events::One(Box::new(reader)));
    }
    let path: PathBuf = source.extract()?;
    let Some((name, start, end)) = part else {
        let records = py.detach(|| open(path)).map_err(failure::of)?;
        return Ok(Events::Path(Box::new(records.within(*caps))));
    };
    let opened = py.detach(|| {
        // A file that was found in a directory is called by its path in that.
        let is_it = |input: &Input| Path::new(&name).ends_with(&input.name);
        let Some(mut input) = plan(&[path])?.inputs.into_iter().find(is_it) else {
            return Ok(None);
        };
        input.name.clone_from(&name);
        Reader::part(&input, Part { start, end, exact: start == 0 }, caps).map(Some)
    });
    let reader = opened.map_err(failure::of)?;
    let none = || PyValueError::new_err(format!("no {name:?} in this file"));
    Ok(Events::One(Box::new(reader.ok_or_else(none)?)))
}

/// A file object of Python's.
struct FileObject {
    object: Py<PyAny>,
    raised: Raised,
}

impl Read for FileObject {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let read = self.object.bind(py).call_method1("read", (buffer.len(),));
            let read = read.and_then(|read| {
                if read.is_instance_of::<PyString>() {
                    return Err(PyValueError::new_err("the file is open as text; open it as 'rb'"));
                }
                Ok(read.extract::<PyBackedBytes>()?)
            });
            let bytes = read.map_err(|error| {
                let said = error.to_string();
                *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                io::Error::other(said)
            })?;
            let taken = buffer.get_mut(..bytes.len());
            let taken = taken.ok_or_else(|| io::Error::other("read() returned too much"))?;
            taken.copy_from_slice(&bytes);
            Ok(bytes.len())
        })
    }
}
