//! Threads: pools of a process, each lent to one call at a time.
//!
//! A call that names a number of threads has them for itself, so that none waits for another's pages; one
//! that names none shares a thread a core. No code of Python's runs on them: it could wait for a thread that
//! waits for it.
//!
//! A fork copies a pool's books and none of its threads, so a child that used its parent's pool
//! would wait for ever. Each process makes its own, and what it has of its parent's is left alone.

use std::collections::HashMap;
use std::mem::{forget, take};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// How long it takes at most until Ctrl-C is seen, beside the page that is worked on.
const SIGNALS: Duration = Duration::from_millis(50);

struct Pools {
    process: u32,
    /// Those that can be lent, by their number of threads.
    idle: HashMap<usize, Vec<Arc<ThreadPool>>>,
}

/// It is locked by attached threads alone, so that no lock is held while Python forks: a free-threaded one
/// waits for these first.
static POOLS: Mutex<Option<Pools>> = Mutex::new(None);

/// The number of threads that stands for one a core.
const A_CORE: usize = 0;

/// A pool of this process with so many threads, which [`take_back`] is to have again.
fn lend(_attached: Python<'_>, threads: usize) -> PyResult<Arc<ThreadPool>> {
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let process = process::id();
    let own = pools.get_or_insert_with(|| Pools { process, idle: HashMap::new() });
    if own.process != process {
        // To drop a pool is to wake its threads, and they are not here.
        forget(take(&mut own.idle));
        own.process = process;
    }
    let idle = own.idle.entry(threads).or_default();
    let found = if threads == A_CORE { idle.last().cloned() } else { idle.pop() };
    if let Some(pool) = found {
        return Ok(pool);
    }
    let name = |thread| format!("leafmill-{thread}");
    let built = ThreadPoolBuilder::new().num_threads(threads).thread_name(name).build();
    let pool = Arc::new(built.map_err(|error| PyRuntimeError::new_err(error.to_string()))?);
    if threads == A_CORE {
        idle.push(pool.clone());
    }
    Ok(pool)
}

/// Keeps a pool for the next call.
fn take_back(_attached: Python<'_>, threads: usize, pool: Arc<ThreadPool>) {
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(own) = pools.as_mut().filter(|_| threads != A_CORE) {
        own.idle.entry(threads).or_default().push(pool);
    }
}

/// Looks every now and then whether a signal has come, on the thread that Python handles them on.
pub struct Signals {
    looked: Instant,
    raised: Option<PyErr>,
}

impl Signals {
    /// Begins now.
    pub fn new() -> Signals {
        Signals { looked: Instant::now(), raised: None }
    }

    /// Whether the handler of one has raised.
    pub fn have_raised(&mut self) -> bool {
        if self.raised.is_none() && self.looked.elapsed() >= SIGNALS {
            self.looked = Instant::now();
            self.raised = Python::attach(|py| py.check_signals()).err();
        }
        self.raised.is_some()
    }

    /// What one has raised, as an error.
    pub fn raised(self) -> PyResult<()> {
        self.raised.map_or(Ok(()), Err)
    }
}

/// Runs `work` on a pool with so many threads, without the interpreter's lock. Ctrl-C sets the
/// flag that `work` is given; what it then returns is dropped.
///
/// # Errors
/// If a signal's handler raises, or the pool cannot be made.
pub fn run<T: Send>(
    py: Python<'_>,
    threads: usize,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    run_beside(py, threads, work, || {})
}

/// As [`run`], and calls `meanwhile` on the thread that calls.
///
/// # Errors
/// As [`run`].
pub fn run_beside<T: Send>(
    py: Python<'_>,
    threads: usize,
    work: impl FnOnce(&AtomicBool) -> T + Send,
    meanwhile: impl FnOnce() + Send,
) -> PyResult<T> {
    let pool = lend(py, threads)?;
    let stop = AtomicBool::new(false);
    let (sender, receiver) = sync_channel(1);
    let (lent, flag) = (&*pool, &stop);
    let done = py.detach(move || {
        lent.in_place_scope(move |scope| {
            scope.spawn(move |_| drop(sender.send(work(flag))));
            meanwhile();
            let done = wait(&receiver);
            flag.store(true, Ordering::Relaxed);
            done
        })
    });
    take_back(py, threads, pool);
    done
}

/// Waits for what is sent, and looks for signals meanwhile.
fn wait<T>(receiver: &Receiver<T>) -> PyResult<T> {
    loop {
        match receiver.recv_timeout(SIGNALS) {
            Ok(done) => return Ok(done),
            Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("a bug of leafmill's stopped its thread"));
            }
        }
    }
}
