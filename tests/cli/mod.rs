//! The program's real output, exit codes and files.

mod about;
mod disk;
mod evaluate;
mod external;
mod extract;
mod features;
mod formats;
mod inputs;
mod inspect;
mod methods;
mod operations;
mod overwrite;
#[cfg(feature = "parquet")]
mod parquet;
mod report;
mod resume;
mod schedules;
mod signals;
mod site_lines;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a run of the program left.
pub struct Run {
    pub code: i32,
    pub out: Vec<u8>,
    pub err: String,
}

pub fn run(args: &[&str]) -> Run {
    run_with_input(args, b"")
}

pub fn run_with_input(args: &[&str], input: &[u8]) -> Run {
    start(Path::new("."), args, input)
}

/// Runs the program in a directory, which is what relative paths are relative to.
pub fn run_in(directory: &Path, args: &[&str]) -> Run {
    start(directory, args, b"")
}

fn start(directory: &Path, args: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_leafmill"))
        .args(args)
        .current_dir(directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input closes it early.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code().unwrap(),
        out: output.stdout,
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

pub fn json_lines(out: &[u8]) -> Vec<serde_json::Value> {
    let text = std::str::from_utf8(out).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
