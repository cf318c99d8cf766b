//! No run writes over what it reads or what it needs to go on, and no two of its outputs are one file.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::Destination;
use super::allot::Allotment;
use super::manifest;
use super::names::{is_own, share};
use super::product::Kind;
use crate::output::sink::Target;
use crate::source::STDIN;
use crate::{Error, Result};

/// Holds that none of the files that a run writes is one that it reads, a directory's account of itself, or
/// written twice.
///
/// # Errors
/// [`Error::Overwrite`], before anything is written.
pub(super) fn check(allotment: &Allotment, destination: &Destination) -> Result<()> {
    let files = allotment.shards.iter().filter_map(|shard| match &shard.kind {
        Kind::File(path) => Some(path.clone()),
        Kind::Stdout => Some(STDIN.into()),
        Kind::Pages { .. } => None,
    });
    let pages = allotment.inputs.iter().filter_map(|allotted| {
        match (&allotment.shards[allotted.shard].kind, &allotted.page) {
            (Kind::Pages { root, .. }, Some(page)) => Some(root.join(page)),
            _ => None,
        }
    });
    let mut written = HashSet::new();
    if let Target::Directory(directory) = &destination.target {
        let share = share(destination.share);
        let own = ["manifest", "damage"].map(|name| directory.join(format!("{name}{share}.jsonl")));
        written.extend(own.iter().map(|path| real(path)));
    }
    let mut read: Option<HashSet<PathBuf>> = None;
    for path in destination.beside.iter().cloned().chain(files).chain(pages) {
        let real = real(&path);
        if real.exists() && !real.is_file() {
            // A device or a FIFO is written as it is.
            continue;
        }
        let is_called_so = is_own(Path::new(real.file_name().unwrap_or_default()));
        let mut is_needed = || {
            let read = read.get_or_insert_with(|| inputs(allotment, destination));
            read.contains(&real) || is_called_so && manifest::is_one(&real)
        };
        if real.exists() && is_needed() || !written.insert(real) {
            return Err(Error::Overwrite { path });
        }
    }
    Ok(())
}

/// Where a file is or will be, links followed; of `-` it is nowhere in the file system.
fn real(path: &Path) -> PathBuf {
    if path.as_os_str() == STDIN {
        return path.to_path_buf();
    }
    let absolute = || std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    fs::canonicalize(path).unwrap_or_else(|_| absolute())
}

/// Where all is that is read, links followed.
fn inputs(allotment: &Allotment, destination: &Destination) -> HashSet<PathBuf> {
    let inputs = allotment.inputs.iter().map(|allotted| &allotted.input.path);
    let paths = inputs.chain(&destination.also_read);
    paths.filter_map(|path| fs::canonicalize(path).ok()).collect()
}
