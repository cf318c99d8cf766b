//! No run writes over what it reads, and no two of its outputs are one file.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use super::allot::Allotment;
use super::product::Kind;
use crate::{Error, Result};

/// Holds that none of the files that a run writes is one of its inputs, or written twice; `beside` are those
/// that hold no documents, as reports.
///
/// # Errors
/// [`Error::Overwrite`], before anything is written.
pub(super) fn check(allotment: &Allotment, beside: &[PathBuf]) -> Result<()> {
    let files = allotment.shards.iter().filter_map(|shard| match &shard.kind {
        Kind::File(path) => Some(path.clone()),
        Kind::Stdout | Kind::Pages { .. } => None,
    });
    let pages = allotment.inputs.iter().filter_map(|allotted| {
        match (&allotment.shards[allotted.shard].kind, &allotted.page) {
            (Kind::Pages { root, .. }, Some(page)) => Some(root.join(page)),
            _ => None,
        }
    });
    let mut read: Option<HashSet<PathBuf>> = None;
    let mut written = HashSet::new();
    for path in beside.iter().cloned().chain(files).chain(pages) {
        let real = match fs::canonicalize(&path) {
            // A device or a FIFO is written as it is.
            Ok(real) if !real.is_file() => continue,
            Ok(real) => {
                let read = read.get_or_insert_with(|| inputs(allotment));
                if read.contains(&real) {
                    return Err(Error::Overwrite { path });
                }
                real
            }
            Err(_) => std::path::absolute(&path).unwrap_or_else(|_| path.clone()),
        };
        if !written.insert(real) {
            return Err(Error::Overwrite { path });
        }
    }
    Ok(())
}

/// Where the inputs are, links followed.
fn inputs(allotment: &Allotment) -> HashSet<PathBuf> {
    let paths = allotment.inputs.iter().map(|allotted| &allotted.input.path);
    paths.filter_map(|path| fs::canonicalize(path).ok()).collect()
}
