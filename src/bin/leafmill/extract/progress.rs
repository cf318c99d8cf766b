//! How a run says how far it is: a bar for a person, lines for a log, JSON for a program.

use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanDuration, ProgressBar};
use serde::Serialize;

/// How a run says how far it is.
#[derive(clap::Args)]
pub struct ProgressArgs {
    /// How standard error says how far the run is [default: bar on a terminal, else lines]
    #[arg(long, value_enum)]
    progress: Option<Form>,
    /// Seconds between two lines or JSON objects of progress
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    progress_every: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// A bar, on a terminal
    Bar,
    /// A line every so often
    Lines,
    /// A JSON object every so often
    Json,
    /// Nothing
    None,
}

/// How far a run is, and how fast it goes.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Pace {
    /// Since the run began.
    pub seconds: f64,
    /// Since anything was last read and written.
    pub idle_seconds: f64,
    /// Bytes of input that were read, as they lie on disk.
    pub bytes: u64,
    /// Bytes of all inputs; 0 for those whose size is not known.
    pub total_bytes: u64,
    /// Pages that were written.
    pub pages: u64,
    /// Bytes a second.
    pub bytes_per_second: f64,
    /// Pages a second.
    pub pages_per_second: f64,
}

/// Says how far a run is, also while nothing comes: the lines are a thread's of its own.
pub struct Progress {
    form: Form,
    bar: ProgressBar,
    /// Whether a line is said at each step.
    at_each: bool,
    counts: Arc<Counts>,
    /// Ends the thread when it goes.
    lines: Option<(Sender<()>, JoinHandle<()>)>,
}

/// What the thread that reads the results and the one that says lines share.
struct Counts {
    begun: Instant,
    /// When anything was last counted.
    last: Mutex<Instant>,
    bytes: AtomicU64,
    total: AtomicU64,
    pages: AtomicU64,
}

impl Progress {
    /// Begins to count the time.
    pub fn new(args: &ProgressArgs) -> Progress {
        let default = if stderr().is_terminal() { Form::Bar } else { Form::Lines };
        let form = args.progress.unwrap_or(default);
        let is_bar = form == Form::Bar;
        let bar = if is_bar { super::super::progress::bytes(0) } else { ProgressBar::hidden() };
        let begun = Instant::now();
        let count = || AtomicU64::new(0);
        let (bytes, total, pages) = (count(), count(), count());
        let counts = Arc::new(Counts { begun, last: Mutex::new(begun), bytes, total, pages });
        let every = Duration::from_secs(args.progress_every);
        let lines = match form {
            Form::Lines | Form::Json if !every.is_zero() => lines(form, every, &counts),
            _ => None,
        };
        if is_bar {
            // Its rate falls while nothing comes.
            bar.enable_steady_tick(Duration::from_secs(1));
        }
        Progress { form, bar, at_each: every.is_zero(), counts, lines }
    }

    /// Begins a pass over inputs of so many bytes.
    pub fn begin(&mut self, total: u64) {
        self.counts.total.store(total, Ordering::Relaxed);
        self.counts.bytes.store(0, Ordering::Relaxed);
        self.bar.set_length(total);
        self.bar.set_position(0);
    }

    /// Counts what was read and written.
    pub fn advance(&mut self, bytes: u64, pages: u64) {
        let Counts { bytes: of_bytes, pages: of_pages, .. } = &*self.counts;
        of_bytes.fetch_add(bytes, Ordering::Relaxed);
        let all = of_pages.fetch_add(pages, Ordering::Relaxed) + pages;
        *self.counts.last() = Instant::now();
        self.bar.inc(bytes);
        self.bar.set_message(format!("{all} pages"));
        if self.at_each {
            self.form.say(&self.counts.pace());
        }
    }

    /// Writes a line that is no progress.
    pub fn say(&self, line: &str) {
        self.bar.suspend(|| eprintln!("{line}"));
    }

    /// Ends it.
    pub fn finish(self) -> Pace {
        self.bar.finish_and_clear();
        if let Some((sender, thread)) = self.lines {
            drop(sender);
            // It cannot have panicked but for a standard error that is gone.
            thread.join().ok();
        }
        self.counts.pace()
    }
}

/// Begins to say a line again and again; `None` where the system gives no thread.
fn lines(
    form: Form,
    every: Duration,
    counts: &Arc<Counts>,
) -> Option<(Sender<()>, JoinHandle<()>)> {
    let (sender, receiver) = channel();
    let counts = Arc::clone(counts);
    let say = move || {
        while receiver.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
            form.say(&counts.pace());
        }
    };
    let thread = thread::Builder::new().name("progress".into()).spawn(say).ok()?;
    Some((sender, thread))
}

impl Form {
    fn say(self, pace: &Pace) {
        match self {
            Form::Lines => eprintln!("{}", line(pace)),
            Form::Json => eprintln!("{}", serde_json::to_string(pace).unwrap_or_default()),
            Form::Bar | Form::None => {}
        }
    }
}

impl Counts {
    /// A thread that panicked has left a time.
    fn last(&self) -> std::sync::MutexGuard<'_, Instant> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pace(&self) -> Pace {
        let seconds = self.begun.elapsed().as_secs_f64();
        let rate = |count: u64| if seconds > 0.0 { count as f64 / seconds } else { 0.0 };
        let bytes = self.bytes.load(Ordering::Relaxed);
        let pages = self.pages.load(Ordering::Relaxed);
        Pace {
            seconds,
            idle_seconds: self.last().elapsed().as_secs_f64(),
            bytes,
            total_bytes: self.total.load(Ordering::Relaxed),
            pages,
            bytes_per_second: rate(bytes),
            pages_per_second: rate(pages),
        }
    }
}

/// A line for a log.
fn line(pace: &Pace) -> String {
    let spent = HumanDuration(Duration::from_secs(pace.seconds as u64));
    let read = HumanBytes(pace.bytes);
    let speed = HumanBytes(pace.bytes_per_second as u64);
    let rate = pace.pages_per_second;
    let share = match pace.total_bytes {
        // Of what comes in a stream nobody knows how much there is.
        total if total >= pace.bytes && total > 0 => {
            let percent = pace.bytes as f64 / total as f64 * 100.0;
            format!(" of {} ({percent:.1} %)", HumanBytes(total))
        }
        _ => String::new(),
    };
    // What takes longer than pages usually do is worth a word.
    let idle = match pace.idle_seconds as u64 {
        0..10 => String::new(),
        seconds => format!(", nothing for {}", HumanDuration(Duration::from_secs(seconds))),
    };
    format!("{spent}: {read}{share}, {} pages, {speed}/s, {rate:.0} pages/s{idle}", pace.pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_and_how_fast() {
        let mut pace = Pace {
            seconds: 60.0,
            idle_seconds: 0.5,
            bytes: 3 << 20,
            total_bytes: 12 << 20,
            pages: 90,
            bytes_per_second: 52_428.8,
            pages_per_second: 1.5,
        };
        let full = "60 seconds: 3.00 MiB of 12.00 MiB (25.0 %), 90 pages, 51.20 KiB/s, 2 pages/s";
        assert_eq!(line(&pace), full);
        (pace.total_bytes, pace.idle_seconds) = (0, 41.0);
        let stalled =
            "60 seconds: 3.00 MiB, 90 pages, 51.20 KiB/s, 2 pages/s, nothing for 41 seconds";
        assert_eq!(line(&pace), stalled);
    }
}
