//! Where a shard goes, what it was when it was finished and what it was made of, to be held against what there is.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::digest::Digest;
use super::names::is_loose;
use crate::output::name;
use crate::source::{Input, remote};
use crate::{Error, Result};

/// Where a shard goes.
pub(super) enum Kind {
    Stdout,
    File(PathBuf),
    /// A file a page.
    Pages {
        /// The directory that the files are below.
        root: PathBuf,
        /// Where they are until all of them are written; no other job's.
        aside: PathBuf,
    },
}

/// What a shard is as it lies on the disk.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Product {
    pub bytes: u64,
    /// Of its bytes; of its files, one after another, where it is a file a page.
    pub sha256: String,
    /// The files below its directory with their bytes, where it is a file a page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<Vec<(PathBuf, u64)>>,
}

impl Product {
    /// What is not as it was when it was written; `None` if all is. The contents are looked at only
    /// to `verify` them.
    pub fn fault(&self, kind: &Kind, verify: bool) -> Option<String> {
        let one;
        let (root, files) = match kind {
            Kind::Stdout => return Some("it was not kept".into()),
            Kind::File(path) => {
                one = [(PathBuf::new(), self.bytes)];
                (path, &one[..])
            }
            Kind::Pages { root, .. } => (root, self.pages.as_deref().unwrap_or_default()),
        };
        let mut digest = Digest::default();
        for (below, then) in files {
            // Joining nothing would add a slash.
            let path = if below.as_os_str().is_empty() { root.clone() } else { root.join(below) };
            let now = match size(&path) {
                Ok(now) => now,
                Err(error) => return Some(error.to_string()),
            };
            if now != *then {
                let path = path.display();
                return Some(format!("{path} has {now} bytes, and had {then} when it was written"));
            }
            if verify && let Err(error) = digest.add_file(&path) {
                return Some(error.to_string());
            }
        }
        let is_other = verify && digest.finish() != self.sha256;
        is_other.then(|| "its bytes are not those that were written".into())
    }
}

/// The bytes of a file, here or in a store.
pub(super) fn size(path: &Path) -> Result<u64> {
    match remote::is_remote(path) {
        true => remote::size(path),
        false => fs::metadata(path).map(|file| file.len()).map_err(|error| Error::io(path, error)),
    }
}

/// What a shard's inputs were when it was made: how many files of how many bytes, a digest of their
/// names, sizes and times of change, and where they lay.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq)]
pub(super) struct Stamp {
    pub files: u64,
    pub bytes: u64,
    pub digest: String,
    #[serde(default)]
    pub from: Places,
}

/// Where inputs lie: archives each for itself, loose pages by the directory that they were found in.
pub(super) type Places = BTreeSet<String>;

impl Stamp {
    /// The stamp of some inputs as they are now. Of a stream nobody knows whether it is the one that
    /// was read before, so that no two have one stamp.
    pub fn of(inputs: &[&Input]) -> Stamp {
        let mut text = String::new();
        for input in inputs {
            let time = match fs::metadata(&input.path) {
                Ok(data) if data.is_file() => data.modified().ok(),
                _ if remote::is_remote(&input.path) => None,
                _ => Some(SystemTime::now()),
            };
            let since = time.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            let nanos = since.map_or(0, |since| since.as_nanos());
            text.push_str(&format!("{}\0{}\0{nanos}\n", input.name, input.size));
        }
        Stamp {
            files: inputs.len() as u64,
            bytes: inputs.iter().map(|input| input.size).sum(),
            digest: format!("{:016x}", name::fnv(&text)),
            from: places(inputs.iter().copied()),
        }
    }
}

/// Where some inputs lie, links followed.
pub(super) fn places<'i>(inputs: impl Iterator<Item = &'i Input>) -> Places {
    let place = |input: &'i Input| match (is_loose(input), &input.found_in) {
        (false, _) => input.path.as_path(),
        (true, Some(directory)) => directory,
        (true, None) => match input.path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        },
    };
    // Many pages lie in one place.
    let named: BTreeSet<&Path> = inputs.map(place).collect();
    let real = |path| fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path));
    named.into_iter().map(|path| real(path).to_string_lossy().into_owned()).collect()
}
