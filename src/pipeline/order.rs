//! Work on all threads, with its results in order.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use crate::Result;

/// Works on what `feed` gives, on all threads of the pool, and hands what comes of it to `take` in
/// the order in which it was fed. At most `ahead` pieces are begun and not yet taken. `feed` and
/// `take` are called on the calling thread, which works too if it is one of the pool's.
///
/// # Errors
///
/// The first of `take`: then nothing more is begun.
pub(super) fn in_order<P: Send, D: Send>(
    ahead: usize,
    mut feed: impl FnMut() -> Option<P>,
    work: impl Fn(P) -> D + Sync,
    mut take: impl FnMut(D) -> Result<()>,
) -> Result<()> {
    let work = &work;
    rayon::in_place_scope_fifo(|scope| {
        let (sender, receiver) = channel();
        // What was begun and is not taken; `None` while it is worked on.
        let mut begun = VecDeque::new();
        let mut taken = 0;
        let mut is_over = false;
        loop {
            while let Some(done) = begun.front_mut().and_then(Option::take) {
                begun.pop_front();
                taken += 1;
                take(done)?;
            }
            if !is_over && begun.len() < ahead.max(1) {
                let Some(piece) = feed() else {
                    is_over = true;
                    continue;
                };
                let (at, sender) = (taken + begun.len(), sender.clone());
                begun.push_back(None);
                scope.spawn_fifo(move |_| {
                    let done = catch_unwind(AssertUnwindSafe(|| work(piece)));
                    // Nobody receives it where another piece has failed.
                    sender.send((at, done)).ok();
                });
            } else if begun.is_empty() {
                return Ok(());
            } else if let Some((at, done)) = wait(&receiver) {
                put(&mut begun, at - taken, done);
            }
            for (at, done) in receiver.try_iter() {
                put(&mut begun, at - taken, done);
            }
        }
    })
}

/// Sets down what came of a piece; whatever panicked goes on to panic here.
fn put<D>(begun: &mut VecDeque<Option<D>>, at: usize, done: thread::Result<D>) {
    match done {
        Ok(done) => begun[at] = Some(done),
        Err(panic) => resume_unwind(panic),
    }
}

/// The next result, unless there was something to work on. A thread of the pool must not just wait:
/// it may be the only one.
fn wait<T>(receiver: &Receiver<T>) -> Option<T> {
    match rayon::yield_now() {
        Some(rayon::Yield::Executed) => None,
        // What is not yet done is done by other threads, and each of them sends.
        Some(rayon::Yield::Idle) | None => receiver.recv().ok(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;
    use crate::Error;

    /// Feeds the numbers below `count`, the work on every third being slow.
    fn run(count: usize, ahead: usize) -> (Vec<usize>, usize) {
        let (begun, taken, most) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        let mut numbers = 0..count;
        let mut results = Vec::new();
        in_order(
            ahead,
            || {
                let now = begun.fetch_add(1, Ordering::Relaxed) + 1;
                most.fetch_max(now - taken.load(Ordering::Relaxed), Ordering::Relaxed);
                numbers.next()
            },
            |number| {
                if number % 3 == 0 {
                    thread::sleep(Duration::from_millis(2));
                }
                number
            },
            |number| {
                taken.fetch_add(1, Ordering::Relaxed);
                results.push(number);
                Ok(())
            },
        )
        .unwrap();
        (results, most.into_inner())
    }

    #[test]
    fn results_come_in_order_and_few_are_ahead() {
        for threads in [1, 4] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for ahead in [1, 3, 100] {
                // From a thread of the pool, and from one that is none.
                let (inside, most) = pool.install(|| run(50, ahead));
                assert_eq!(inside, (0..50).collect::<Vec<_>>());
                assert!(most <= ahead, "{most} of {ahead}");
                assert_eq!(run(50, ahead).0, inside);
            }
        }
    }

    #[test]
    fn an_error_ends_it() {
        let mut numbers = 0..;
        let mut taken = 0;
        in_order(
            2,
            || numbers.next(),
            |number: usize| number,
            |_| {
                taken += 1;
                let error =
                    || Error::io(std::path::Path::new("in"), std::io::ErrorKind::Other.into());
                if taken == 3 { Err(error()) } else { Ok(()) }
            },
        )
        .unwrap_err();
        assert_eq!(taken, 3);
    }

    #[test]
    #[should_panic(expected = "piece 7")]
    fn a_panic_goes_on_where_it_was_waited_for() {
        let mut numbers = 0..;
        let work = |number: usize| if number == 7 { panic!("piece {number}") } else { number };
        in_order(3, || numbers.next(), work, |_| Ok(())).unwrap();
    }
}
