//! The work list: what the inputs named on the command line come to, in a fixed order.

use super::container::{self, Container};
use crate::source::bytes::{Memory, Raw, Stream};
use crate::source::event::PassedOver;
use crate::{Error, Result};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The path that stands for standard input.
pub const STDIN: &str = "-";

/// One file to read, or standard input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// Where it is; `-` for standard input.
    pub path: PathBuf,
    /// What ids and outputs call it: the path below the directory that was named, with `/`, or the
    /// name of the file that was named.
    pub name: String,
    /// What it holds; `None` for standard input, which is looked at only when it is read.
    pub container: Option<Container>,
    /// Its size in bytes as it lies on disk, 0 where that is not known.
    pub size: u64,
}

/// All inputs in the order in which they are read, and what was left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// What to read.
    pub inputs: Vec<Input>,
    /// Files that were found but not taken, and why.
    pub passed_over: Vec<(PathBuf, PassedOver)>,
}

/// Finds the files that the named inputs stand for: files as named, directories walked in the order
/// of their file names, symbolic links followed, and `-`. No file is taken twice, also not under
/// two names.
///
/// # Errors
///
/// A named file or a directory cannot be read, or a named file holds nothing that leafmill reads.
/// What is found in a directory and is nothing to read is passed over instead.
pub fn plan(paths: &[PathBuf]) -> Result<Plan> {
    let mut planner = Planner::default();
    for path in paths {
        if path.as_os_str() == STDIN {
            let (path, name) = (path.clone(), "stdin".to_owned());
            planner.plan.inputs.push(Input { path, name, container: None, size: 0 });
        } else if fs::metadata(path).map_err(|e| Error::io(path, e))?.is_dir() {
            planner.directory(path)?;
        } else {
            planner.named(path)?;
        }
    }
    Ok(planner.plan)
}

#[derive(Default)]
struct Planner {
    plan: Plan,
    seen: HashSet<PathBuf>,
    memory: Memory,
}

impl Planner {
    fn named(&mut self, path: &Path) -> Result<()> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !fs::metadata(path).map_err(|e| Error::io(path, e))?.is_file() {
            // A pipe is not looked at: that would take its first bytes.
            self.plan.inputs.push(Input { path: path.to_owned(), name, container: None, size: 0 });
            return Ok(());
        }
        let (container, stream) = self.look(path, &name)?;
        if container == Container::Foreign {
            return Err(container::foreign(stream)?);
        }
        self.take(path, name, container, stream)
    }

    fn directory(&mut self, root: &Path) -> Result<()> {
        for entry in WalkDir::new(root).follow_links(true).sort_by_file_name() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(e) if e.loop_ancestor().is_some() => {
                    let path = e.path().unwrap_or(root).to_owned();
                    self.plan.passed_over.push((path, PassedOver::Loop));
                    continue;
                }
                Err(e) => {
                    let path = e.path().unwrap_or(root).to_owned();
                    return Err(Error::io(path, e.into()));
                }
            };
            if entry.file_type().is_file() {
                let name = below(root, entry.path());
                let (container, stream) = self.look(entry.path(), &name)?;
                self.take(entry.path(), name, container, stream)?;
            } else if !entry.file_type().is_dir() {
                self.plan.passed_over.push((entry.into_path(), PassedOver::Foreign));
            }
        }
        Ok(())
    }

    fn look(&mut self, path: &Path, name: &str) -> Result<(Container, Stream)> {
        let mut stream = Stream::new(Raw::file(path, 0)?, std::mem::take(&mut self.memory))?;
        Ok((container::sniff(&mut stream, name)?, stream))
    }

    fn take(
        &mut self,
        path: &Path,
        name: String,
        container: Container,
        stream: Stream,
    ) -> Result<()> {
        let size = stream.raw().size_on_disk().unwrap_or_default();
        self.memory = stream.into_memory();
        let real = fs::canonicalize(path).map_err(|e| Error::io(path, e))?;
        let reason = match container {
            _ if !self.seen.insert(real) => PassedOver::Duplicate,
            Container::Empty => PassedOver::Empty,
            Container::Foreign => PassedOver::Foreign,
            Container::Warc | Container::Arc | Container::Html => {
                let path = path.to_owned();
                self.plan.inputs.push(Input { path, name, container: Some(container), size });
                return Ok(());
            }
        };
        self.plan.passed_over.push((path.to_owned(), reason));
        Ok(())
    }
}

/// The path below a directory, with `/` on every system.
fn below(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    let parts: Vec<_> = below.components().map(|c| c.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}
