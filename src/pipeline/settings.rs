//! What a run's documents depend on beside its input.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

use super::digest::Digest;
use crate::{Error, Result};

/// What a run's documents depend on beside its input: the program's build, the method with all its
/// parameters, the format, the caps, and the contents of every file that these name. A directory
/// whose shards were made with other settings is not gone on with.
///
/// ```
/// use leafmill::pipeline::Settings;
/// let mut settings = Settings::default();
/// settings.set("method", "wu(window=5)");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings(BTreeMap<String, String>);

impl Settings {
    /// Says what one of them is.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.0.insert(name.to_owned(), value.into());
    }

    /// Says what a file holds, or all the files of a directory.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn set_contents(&mut self, path: &Path) -> Result<()> {
        let mut digest = Digest::default();
        for entry in WalkDir::new(path).sort_by_file_name() {
            let entry = entry.map_err(|error| Error::io(path, error.into()))?;
            if entry.file_type().is_file() || entry.path_is_symlink() {
                // A name ends where its file's contents begin, as no name holds a NUL.
                digest.add(entry.file_name().as_encoded_bytes());
                digest.add(b"\0");
                digest.add_file(entry.path())?;
            }
        }
        self.set(&format!("contents of {}", path.display()), format!("sha256:{}", digest.finish()));
        Ok(())
    }

    /// Those that are not the same in both, as they are in this and in the other; `none` where one
    /// is not there.
    pub(super) fn differences(&self, other: &Settings) -> (String, String) {
        let mut names: Vec<&String> = self.0.keys().chain(other.0.keys()).collect();
        names.sort_unstable();
        names.dedup();
        names.retain(|&name| self.0.get(name) != other.0.get(name));
        let of = |settings: &Settings| {
            let value = |name: &String| settings.0.get(name).map_or("none", String::as_str);
            let texts: Vec<_> =
                names.iter().map(|name| format!("{name}: {}", value(name))).collect();
            texts.join("; ")
        };
        (of(self), of(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_named() {
        let of = |pairs: &[(&str, &str)]| {
            let mut settings = Settings::default();
            pairs.iter().for_each(|&(name, value)| settings.set(name, value));
            settings
        };
        let then = of(&[("build", "1"), ("method", "wu"), ("format", "Jsonl")]);
        let now = of(&[("build", "2"), ("format", "Jsonl"), ("roll", "9")]);
        let (then, now) = then.differences(&now);
        assert_eq!(then, "build: 1; method: wu; roll: none");
        assert_eq!(now, "build: 2; method: none; roll: 9");
    }

    #[test]
    fn a_file_is_known_by_what_it_holds() {
        let dir = tempfile::tempdir().unwrap();
        let of = |path: &Path| {
            let mut settings = Settings::default();
            settings.set_contents(path).map(|()| settings)
        };
        std::fs::write(dir.path().join("a"), "1").unwrap();
        let (file, all) = (of(&dir.path().join("a")).unwrap(), of(dir.path()).unwrap());
        std::fs::write(dir.path().join("a"), "2").unwrap();
        assert_ne!(of(&dir.path().join("a")).unwrap(), file);
        assert_ne!(of(dir.path()).unwrap(), all);
        assert!(of(&dir.path().join("none")).is_err());
    }
}
