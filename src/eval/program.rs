//! Other people's programs, run on each page of an evaluation.

use std::io::Read;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::running::Running;
use crate::dataset::Skip;
use crate::measure::Document;

/// A program that extracts one page a run: it reads a page as its bytes are, and writes plain text.
#[derive(Debug)]
pub struct Program {
    /// Its name in tables.
    pub name: String,
    /// What the shell is told; see [`Program::new`].
    command: String,
    /// The time that it has for a page.
    limit: Duration,
    /// Pages on which it failed or took longer than it may.
    failures: Mutex<Vec<Skip>>,
}

impl Program {
    /// A program by what the shell is told to run it: `{page}` stands for a file with the page; where
    /// the command has none, the page is its standard input. Text is what it writes to standard
    /// output, as UTF-8. One that takes longer than `limit` for a page is killed.
    pub fn new(name: impl Into<String>, command: impl Into<String>, limit: Duration) -> Program {
        let (name, command) = (name.into(), command.into());
        Program { name, command, limit, failures: Mutex::default() }
    }

    /// What it makes of a page: an empty document where it fails, which is counted.
    pub(super) fn document(&self, id: &str, page: &[u8]) -> Document {
        let text = self.run(page).unwrap_or_else(|reason| {
            let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
            failures.push(Skip { path: PathBuf::from(id), reason });
            String::new()
        });
        Document { text: Some(text), ..Document::default() }
    }

    /// The pages on which it failed so far, by id, and why.
    pub fn failures(&self) -> Vec<Skip> {
        let failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        let mut failures = failures.clone();
        failures.sort_by(|a, b| a.path.cmp(&b.path));
        failures
    }

    fn run(&self, page: &[u8]) -> Result<String, String> {
        let mut running = Running::start(&self.command, page).map_err(|error| error.to_string())?;
        let (tell, told) = mpsc::channel();
        if let Some(mut stdout) = running.stdout() {
            thread::spawn(move || {
                let mut bytes = Vec::new();
                let read = stdout.read_to_end(&mut bytes).map(|_| bytes);
                // Nobody listens any more where it took too long.
                tell.send(read).ok();
            });
        }
        match told.recv_timeout(self.limit) {
            Ok(Ok(bytes)) => {
                let status = running.wait().map_err(|error| error.to_string())?;
                match status.success() {
                    true => Ok(String::from_utf8_lossy(&bytes).into_owned()),
                    false => Err(status.to_string()),
                }
            }
            Ok(Err(error)) => Err(error.to_string()),
            Err(RecvTimeoutError::Timeout) => {
                Err(format!("not done after {} s", self.limit.as_secs_f64()))
            }
            Err(RecvTimeoutError::Disconnected) => Err("its output cannot be read".to_owned()),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn run(command: &str, limit: f64) -> (Option<String>, Vec<String>) {
        let program = Program::new("p", command, Duration::from_secs_f64(limit));
        let document = program.document("a", "<p>grün".as_bytes());
        let failures = program.failures().into_iter().map(|skip| skip.reason).collect();
        (document.text, failures)
    }

    #[test]
    fn a_page_is_a_file_or_standard_input() {
        assert_eq!(run("cat {page}", 20.0), (Some("<p>grün".into()), vec![]));
        assert_eq!(run("tr a-z A-Z", 20.0), (Some("<P>GRüN".into()), vec![]));
    }

    #[test]
    fn what_fails_or_takes_too_long_is_an_empty_document_and_counted() {
        let (text, failures) = run("cat {page}; exit 3", 20.0);
        assert_eq!((text.as_deref(), failures.len()), (Some(""), 1));
        assert!(failures[0].contains('3'), "{failures:?}");
        let (text, failures) = run("sleep 100 | cat", 0.05);
        assert_eq!((text.as_deref(), &failures[0][..]), (Some(""), "not done after 0.05 s"));
    }
}
