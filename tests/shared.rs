//! Data that the project does not commit, the folder that `LEAFMILL_DATA` names; and tests that are skipped.

use std::io::Write;
use std::path::PathBuf;
use std::thread;

/// A folder or file of it; `None` where there is none, and the test is skipped.
pub fn data(path: &str) -> Option<PathBuf> {
    let data = std::env::var_os("LEAFMILL_DATA");
    if data.is_none() {
        skipped("LEAFMILL_DATA is not set");
    }
    data.map(|data| PathBuf::from(data).join(path))
}

/// Says that this test, or the rest of it, is skipped, and why, where it is seen: what a test that passes
/// prints is not.
pub fn skipped(why: &str) {
    let test = thread::current();
    let name = test.name().unwrap_or_default();
    let _ = writeln!(std::io::stderr(), "{name} skipped: {why}");
}
