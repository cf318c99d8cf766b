//! Threads: a pool a process and number of threads.
//!
//! A fork copies a pool's books and none of its threads, so a child that used its parent's pool
//! would wait for ever. Each process makes its own, and what it has of its parent's is left alone.

use std::collections::HashMap;
use std::mem::{forget, take};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// How long it takes at most until Ctrl-C is seen, beside the page that is worked on.
const SIGNALS: Duration = Duration::from_millis(50);

struct Pools {
    process: u32,
    by_threads: HashMap<usize, Arc<ThreadPool>>,
}

/// It is locked by attached threads alone, so that no lock is held while Python forks: a free-threaded one
/// waits for these first.
static POOLS: Mutex<Option<Pools>> = Mutex::new(None);

/// The pool of this process with so many threads; 0 is one a core.
fn pool(_attached: Python<'_>, threads: usize) -> PyResult<Arc<ThreadPool>> {
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let process = process::id();
    let own = pools.get_or_insert_with(|| Pools { process, by_threads: HashMap::new() });
    if own.process != process {
        // To drop a pool is to wake its threads, and they are not here.
        forget(take(&mut own.by_threads));
        own.process = process;
    }
    if let Some(pool) = own.by_threads.get(&threads) {
        return Ok(pool.clone());
    }
    let name = |thread| format!("leafmill-{thread}");
    let built = ThreadPoolBuilder::new().num_threads(threads).thread_name(name).build();
    let pool = Arc::new(built.map_err(|error| PyRuntimeError::new_err(error.to_string()))?);
    own.by_threads.insert(threads, pool.clone());
    Ok(pool)
}

/// Runs `work` on the pool with so many threads, without the interpreter's lock. Ctrl-C sets the
/// flag that `work` is given; what it then returns is dropped.
///
/// # Errors
/// If a signal's handler raises, or the pool cannot be made.
pub fn run<T: Send>(
    py: Python<'_>,
    threads: usize,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let pool = pool(py, threads)?;
    let stop = AtomicBool::new(false);
    let (sender, receiver) = sync_channel(1);
    let wait = move || loop {
        match receiver.recv_timeout(SIGNALS) {
            Ok(done) => return Ok(done),
            Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("a bug of leafmill's stopped its thread"));
            }
        }
    };
    let (pool, flag) = (&pool, &stop);
    py.detach(move || {
        thread::scope(|scope| {
            scope.spawn(move || sender.send(pool.install(|| work(flag))).ok());
            let done = wait();
            flag.store(true, Ordering::Relaxed);
            done
        })
    })
}
