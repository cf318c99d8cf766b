//! How a run says how far it is: a bar for a person, lines for a log, JSON for a program.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanDuration, ProgressBar};
use serde::Serialize;

/// How a run says how far it is.
#[derive(clap::Args)]
pub struct ProgressArgs {
    /// How standard error says how far the run is [default: bar on a terminal, else lines]
    #[arg(long, value_enum)]
    progress: Option<Form>,
    /// Seconds between two lines of progress
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    progress_every: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// A bar, on a terminal
    Bar,
    /// A line a minute
    Lines,
    /// A JSON object a minute
    Json,
    /// Nothing
    None,
}

/// How far a run is, and how fast it goes.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Pace {
    /// Since the run began.
    pub seconds: f64,
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

/// Says how far a run is.
pub struct Progress {
    form: Form,
    bar: ProgressBar,
    every: Duration,
    begun: Instant,
    /// When the last line was said.
    said: Instant,
    bytes: u64,
    total: u64,
    pages: u64,
}

impl Progress {
    /// Begins to count the time.
    pub fn new(args: &ProgressArgs) -> Progress {
        let default = if stderr().is_terminal() { Form::Bar } else { Form::Lines };
        let form = args.progress.unwrap_or(default);
        let is_bar = form == Form::Bar;
        let bar = if is_bar { crate::progress::bytes(0) } else { ProgressBar::hidden() };
        let (every, now) = (Duration::from_secs(args.progress_every), Instant::now());
        Progress { form, bar, every, begun: now, said: now, bytes: 0, total: 0, pages: 0 }
    }

    /// Begins a pass over inputs of so many bytes.
    pub fn begin(&mut self, total: u64) {
        (self.total, self.bytes) = (total, 0);
        self.bar.set_length(total);
        self.bar.set_position(0);
    }

    /// Counts what was read and written.
    pub fn advance(&mut self, bytes: u64, pages: u64) {
        self.bytes += bytes;
        self.pages += pages;
        self.bar.inc(bytes);
        self.bar.set_message(format!("{} pages", self.pages));
        if self.said.elapsed() >= self.every {
            self.said = Instant::now();
            match self.form {
                Form::Lines => eprintln!("{}", line(&self.pace())),
                Form::Json => {
                    eprintln!("{}", serde_json::to_string(&self.pace()).unwrap_or_default())
                }
                Form::Bar | Form::None => {}
            }
        }
    }

    /// Writes a line that is no progress.
    pub fn say(&self, line: &str) {
        self.bar.suspend(|| eprintln!("{line}"));
    }

    /// Ends it.
    pub fn finish(self) -> Pace {
        self.bar.finish_and_clear();
        self.pace()
    }

    fn pace(&self) -> Pace {
        let seconds = self.begun.elapsed().as_secs_f64();
        let rate = |count: u64| if seconds > 0.0 { count as f64 / seconds } else { 0.0 };
        Pace {
            seconds,
            bytes: self.bytes,
            total_bytes: self.total,
            pages: self.pages,
            bytes_per_second: rate(self.bytes),
            pages_per_second: rate(self.pages),
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
    format!("{spent}: {read}{share}, {} pages, {speed}/s, {rate:.0} pages/s", pace.pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_and_how_fast() {
        let mut pace = Pace {
            seconds: 60.0,
            bytes: 3 << 20,
            total_bytes: 12 << 20,
            pages: 90,
            bytes_per_second: 52_428.8,
            pages_per_second: 1.5,
        };
        let full = "60 seconds: 3.00 MiB of 12.00 MiB (25.0 %), 90 pages, 51.20 KiB/s, 2 pages/s";
        assert_eq!(line(&pace), full);
        pace.total_bytes = 0;
        assert_eq!(line(&pace), "60 seconds: 3.00 MiB, 90 pages, 51.20 KiB/s, 2 pages/s");
    }
}
