//! The work list: what the inputs named on the command line come to, in a fixed order.

use super::called;
use super::container::{self, Container};
use crate::source::bytes::{self, Member, Members, Memory, Raw, Stream};
use crate::source::event::PassedOver;
use crate::source::remote;
use crate::{Error, Result};
use std::collections::HashSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use walkdir::WalkDir;

/// The path that stands for standard input.
pub const STDIN: &str = "-";
/// The directory of a WACZ that its archives are in (WACZ 1.1.1).
const ARCHIVES: &str = "archive/";

/// One file to read, or standard input.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Input {
    /// Where it is; `-` for standard input. Of an archive in a WACZ it is the WACZ.
    pub path: PathBuf,
    /// What ids and outputs call it: the path below the directory that was named, with `/`; of a file
    /// that was named, its file name, but of a page that was named with others its path as it was given.
    /// Where it would give a page the id of another it is numbered.
    pub name: String,
    /// What it holds; `None` for standard input, which is looked at only when it is read.
    pub container: Option<Container>,
    /// Its size in bytes as it lies on disk, 0 where that is not known; of an archive that a WACZ has
    /// packed again, the size of what that unpacks to.
    pub size: u64,
    /// Where it is in a WACZ.
    pub(crate) member: Option<Member>,
    /// The directory that was named and it was found in; nothing where it was named itself.
    pub(crate) found_in: Option<PathBuf>,
}

impl Input {
    /// One that was not looked at.
    fn unseen(path: PathBuf, name: String) -> Input {
        Input { path, name, container: None, size: 0, member: None, found_in: None }
    }
}

/// All inputs in the order in which they are read, and what was left out.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Plan {
    /// What to read.
    pub inputs: Vec<Input>,
    /// Files that were found but not taken, and why.
    pub passed_over: Vec<(PathBuf, PassedOver)>,
    /// Files that cannot be read, and named files that hold nothing that leafmill reads.
    pub unreadable: Vec<Error>,
}

/// Finds the files that the named inputs stand for: files as named, directories walked in the order
/// of their file names, symbolic links followed, and `-`. No file is taken twice, also not under
/// two names.
///
/// # Errors
///
/// There is nothing to read, and a file or a directory cannot be read, or a named file holds nothing
/// that leafmill reads. Beside what can be read they are noted, and what is found in a directory and
/// is nothing to read is passed over.
pub fn plan(paths: &[PathBuf]) -> Result<Plan> {
    plan_until(paths, &AtomicBool::new(false))
}

/// As [`plan`]; once `stop` is set, it is what was found by then.
///
/// # Errors
///
/// As [`plan`].
pub(crate) fn plan_until(paths: &[PathBuf], stop: &AtomicBool) -> Result<Plan> {
    let mut planner = Planner::default();
    let is_stopped = || stop.load(Ordering::Relaxed);
    for path in paths {
        if is_stopped() {
            break;
        }
        if path.as_os_str() == STDIN {
            let (path, name) = (path.clone(), "stdin".to_owned());
            planner.plan.inputs.push(Input::unseen(path, name));
        } else if remote::is_remote(path) {
            let found = planner.remote(path);
            planner.note(found);
        } else if path.is_dir() {
            planner.directory(path, &is_stopped);
        } else {
            let named = planner.named(path, paths.len() == 1);
            planner.note(named);
        }
    }
    let mut plan = planner.plan;
    called::apart(&mut plan.inputs);
    if plan.inputs.is_empty() && !plan.unreadable.is_empty() {
        return Err(plan.unreadable.swap_remove(0));
    }
    Ok(plan)
}

/// What a look at a file has shown.
struct Look {
    container: Container,
    stream: Stream,
    /// The archives of a WACZ.
    members: Members,
}

#[derive(Default)]
struct Planner {
    plan: Plan,
    seen: HashSet<PathBuf>,
    memory: Memory,
}

impl Planner {
    fn named(&mut self, path: &Path, is_alone: bool) -> Result<()> {
        let mut name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !fs::metadata(path).map_err(|e| Error::io(path, e))?.is_file() {
            // A pipe is not looked at: that would take its first bytes.
            self.plan.inputs.push(Input::unseen(path.to_owned(), name));
            return Ok(());
        }
        let look = self.look(path, &name)?;
        if look.container == Container::Foreign {
            return Err(container::foreign(look.stream)?);
        }
        if look.container == Container::Html && !is_alone {
            name = called::as_given(path);
        }
        self.take(path, name, look, None)
    }

    /// A URL, or all files below one that ends in `/`. None is looked at: that would ask for it twice.
    fn remote(&mut self, path: &Path) -> Result<()> {
        let is_directory = path.to_string_lossy().ends_with('/');
        let all = if is_directory { remote::list(path)? } else { vec![(path.to_owned(), 0)] };
        let root = path;
        for (path, size) in all {
            let found_in = is_directory.then(|| root.to_owned());
            let name = if is_directory { below(root, &path) } else { remote::file_name(&path) };
            if !self.seen.insert(path.clone()) {
                self.plan.passed_over.push((path, PassedOver::Duplicate));
                continue;
            }
            let container = container::page_name(&name).map(|_| Container::Html);
            self.plan.inputs.push(Input { container, size, found_in, ..Input::unseen(path, name) });
        }
        Ok(())
    }

    fn directory(&mut self, root: &Path, is_stopped: &dyn Fn() -> bool) {
        for entry in WalkDir::new(root).follow_links(true).sort_by_file_name() {
            if is_stopped() {
                return;
            }
            let entry = match entry {
                Ok(entry) => entry,
                Err(e) => {
                    let path = e.path().unwrap_or(root).to_owned();
                    match e.into_io_error() {
                        None => self.plan.passed_over.push((path, PassedOver::Loop)),
                        Some(error) => self.plan.unreadable.push(Error::io(path, error)),
                    }
                    continue;
                }
            };
            if entry.file_type().is_file() {
                let found = self.found(root, entry.path());
                self.note(found);
            } else if !entry.file_type().is_dir() {
                self.plan.passed_over.push((entry.into_path(), PassedOver::Foreign));
            }
        }
    }

    fn found(&mut self, root: &Path, path: &Path) -> Result<()> {
        let name = below(root, path);
        let look = self.look(path, &name)?;
        if look.container == Container::Foreign && container::is_called_archive(&name) {
            return Err(container::foreign(look.stream)?);
        }
        self.take(path, name, look, Some(root))
    }

    /// Notes what cannot be read.
    fn note(&mut self, taken: Result<()>) {
        self.plan.unreadable.extend(taken.err());
    }

    fn look(&mut self, path: &Path, name: &str) -> Result<Look> {
        let is_empty = fs::metadata(path).is_ok_and(|file| file.len() == 0);
        let raw = match is_empty {
            // One of the kernel's may have no end, or never begin.
            true => Raw::stream(Box::new(io::empty()), path),
            false => Raw::file(path, 0)?,
        };
        let mut stream = Stream::new(raw, std::mem::take(&mut self.memory))?;
        let mut container = container::sniff(&mut stream, name)?;
        let mut members = Members::new();
        if container == Container::Zip {
            match bytes::members(path, ARCHIVES)? {
                Ok(found) if found.is_empty() => container = Container::Foreign,
                Ok(found) => members = found,
                Err(_) => container = container::damaged_zip(&mut stream)?,
            }
        }
        match stream.raw().failure() {
            Some(error) => Err(error),
            None => Ok(Look { container, stream, members }),
        }
    }

    fn take(&mut self, path: &Path, name: String, look: Look, root: Option<&Path>) -> Result<()> {
        let Look { container, stream, members } = look;
        let size = stream.raw().size_on_disk().unwrap_or_default();
        self.memory = stream.into_memory();
        let real = fs::canonicalize(path).map_err(|e| Error::io(path, e))?;
        let reason = match container {
            _ if !self.seen.insert(real) => PassedOver::Duplicate,
            Container::Empty => PassedOver::Empty,
            Container::Foreign => PassedOver::Foreign,
            Container::Zip => {
                self.wacz(path, &name, members);
                return Ok(());
            }
            Container::Warc | Container::Arc | Container::Html => {
                let (container, found_in) = (Some(container), root.map(Path::to_owned));
                let of_file = Input::unseen(path.to_owned(), name);
                self.plan.inputs.push(Input { container, size, found_in, ..of_file });
                return Ok(());
            }
        };
        self.plan.passed_over.push((path.to_owned(), reason));
        Ok(())
    }

    /// Takes the archives of a WACZ, each as an input of its own.
    fn wacz(&mut self, path: &Path, name: &str, members: Members) {
        let mut end = 0;
        for (of_member, member) in members {
            let below = path.join(&of_member);
            let member = match member {
                Ok(member) => member,
                Err(why) => {
                    let why = io::Error::new(ErrorKind::InvalidData, why);
                    self.plan.unreadable.push(Error::io(below, why));
                    continue;
                }
            };
            // One that lies in another is a way to make a small file large.
            if member.start() < end {
                self.plan.passed_over.push((below, PassedOver::Duplicate));
                continue;
            }
            end = member.end();
            let found = self.archive(path, format!("{name}/{of_member}"), member);
            match found {
                Ok(Ok(input)) => self.plan.inputs.push(input),
                Ok(Err(why)) => self.plan.passed_over.push((below, why)),
                Err(error) => self.plan.unreadable.push(error),
            }
        }
    }

    /// A member of a WACZ as an input, or why it is none.
    fn archive(
        &mut self,
        wacz: &Path,
        name: String,
        member: Member,
    ) -> Result<std::result::Result<Input, PassedOver>> {
        let raw = Raw::member(wacz, &member, 0)?;
        let mut stream = Stream::new(raw, std::mem::take(&mut self.memory))?;
        let container = container::sniff(&mut stream, &name)?;
        let failure = stream.raw().failure();
        self.memory = stream.into_memory();
        Ok(match (container, failure) {
            (Container::Warc | Container::Arc, _) => {
                let (container, size) = (Some(container), member.size);
                let of_member = Input::unseen(wacz.to_owned(), name);
                Ok(Input { container, size, member: Some(member), ..of_member })
            }
            (_, Some(error)) => return Err(error),
            (Container::Empty, None) => Err(PassedOver::Empty),
            (Container::Html | Container::Zip | Container::Foreign, None) => {
                Err(PassedOver::Foreign)
            }
        })
    }
}

/// The path below a directory, with `/` on every system.
fn below(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    let parts: Vec<_> = below.components().map(|c| c.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}
