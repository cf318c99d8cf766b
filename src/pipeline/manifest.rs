//! The account of an output directory: which shards are finished, of what, and what was damaged.
//!
//! It is a file of JSON lines that only grows: the settings, then a line a shard, added once the
//! shard is in its place and on the disk. A run that was killed at any moment leaves at worst a
//! shard that is not named here, or a line that is cut; the next run takes both for not done.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize, Serializer};

use super::{Problem, Tally};
use crate::output::claim::claim;
use crate::output::name;
use crate::output::sink::Sink;
use crate::source::Input;
use crate::{Error, Result};

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    settings: String,
}

/// The line of a finished shard.
#[derive(Serialize, Deserialize)]
struct Entry {
    shard: String,
    stamp: Stamp,
    tally: Tally,
    damage: Vec<Row>,
}

/// A line of `damage.jsonl`.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq)]
pub(super) struct Row {
    file: String,
    offset: u64,
    id: Option<String>,
    kind: String,
    detail: String,
}

impl From<&Problem> for Row {
    fn from(problem: &Problem) -> Row {
        let (at, id, kind, detail) = match problem {
            Problem::Damage(damage) => {
                (&damage.at, damage.id.clone(), damage.kind.name(), damage.detail.as_str())
            }
            Problem::Page { at, id, kind, detail } => {
                (at, Some(id.clone()), kind.name(), detail.as_str())
            }
        };
        Row {
            file: at.file.to_string_lossy().into_owned(),
            offset: at.offset,
            id,
            kind: kind.to_owned(),
            detail: detail.to_owned(),
        }
    }
}

impl Serialize for Problem {
    /// As a line of `damage.jsonl`.
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        Row::from(self).serialize(serializer)
    }
}

/// What a shard's inputs were when it was made: how many files of how many bytes, and a digest of
/// their names, sizes and times of change.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq)]
pub(super) struct Stamp {
    files: u64,
    bytes: u64,
    digest: String,
}

impl Stamp {
    /// The stamp of some inputs as they are now.
    pub fn of(inputs: &[&Input]) -> Stamp {
        let mut text = String::new();
        for input in inputs {
            let time = fs::metadata(&input.path).and_then(|data| data.modified()).ok();
            let since = time.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            let nanos = since.map_or(0, |since| since.as_nanos());
            text.push_str(&format!("{}\0{}\0{nanos}\n", input.name, input.size));
        }
        Stamp {
            files: inputs.len() as u64,
            bytes: inputs.iter().map(|input| input.size).sum(),
            digest: format!("{:016x}", name::fnv(&text)),
        }
    }
}

/// The manifest of one output directory, or of one job's share of it.
pub(super) struct Manifest {
    path: PathBuf,
    damage: PathBuf,
    file: File,
    /// The finished shards: their stamp and tally, and the offset of their line.
    finished: HashMap<String, (Stamp, Tally, u64)>,
    end: u64,
}

impl Manifest {
    /// Opens the manifest of a directory, or begins one. `share` is part of its name, to tell jobs
    /// apart that write into the same directory; `fresh` forgets what was finished.
    ///
    /// # Errors
    /// If it cannot be read or written, another run has it, or the directory's shards were made with
    /// other settings or by jobs that were divided otherwise.
    pub fn open(directory: &Path, settings: &str, share: &str, fresh: bool) -> Result<Manifest> {
        let path = directory.join(format!("manifest{share}.jsonl"));
        let damage = directory.join(format!("damage{share}.jsonl"));
        let file = claim(&path)?;
        is_divided_so(directory, share)?;
        let mut manifest = Manifest { path, damage, file, finished: HashMap::new(), end: 0 };
        if !fresh {
            manifest.read(settings)?;
        }
        // What is not whole goes: a line that was cut when a run was killed.
        manifest.file.set_len(manifest.end).map_err(|error| Error::io(&manifest.path, error))?;
        if manifest.end == 0 {
            manifest.append(&Head { settings: settings.to_owned() })?;
        }
        Ok(manifest)
    }

    fn read(&mut self, settings: &str) -> Result<()> {
        let mut lines = BufReader::new(&self.file);
        let mut line = String::new();
        loop {
            line.clear();
            let read = lines.read_line(&mut line).map_err(|error| Error::io(&self.path, error))?;
            if !line.ends_with('\n') {
                return Ok(());
            }
            if self.end == 0 {
                let Ok(head) = serde_json::from_str::<Head>(&line) else { return Ok(()) };
                if head.settings != settings {
                    return Err(self.other_settings(&head.settings, settings));
                }
            } else {
                let Ok(entry) = serde_json::from_str::<Entry>(&line) else { return Ok(()) };
                self.finished.insert(entry.shard, (entry.stamp, entry.tally, self.end));
            }
            self.end += read as u64;
        }
    }

    fn other_settings(&self, then: &str, now: &str) -> Error {
        Error::Settings { path: self.path.clone(), then: then.to_owned(), now: now.to_owned() }
    }

    /// The tally of a shard, if it is finished and its inputs are still what they were.
    pub fn finished(&self, shard: &str, stamp: &Stamp) -> Option<&Tally> {
        let (then, tally, _) = self.finished.get(shard)?;
        (then == stamp).then_some(tally)
    }

    /// Notes that a shard is in its place.
    ///
    /// # Errors
    /// If that cannot be written.
    pub fn finish(
        &mut self,
        shard: &str,
        stamp: Stamp,
        tally: Tally,
        damage: Vec<Row>,
    ) -> Result<()> {
        let at = self.end;
        let entry = Entry { shard: shard.to_owned(), stamp, tally, damage };
        self.append(&entry)?;
        self.finished.insert(entry.shard, (entry.stamp, entry.tally, at));
        Ok(())
    }

    fn append(&mut self, line: &impl Serialize) -> Result<()> {
        let error = |error| Error::io(&self.path, error);
        let mut bytes = serde_json::to_vec(line).map_err(|bad| error(bad.into()))?;
        bytes.push(b'\n');
        self.file.write_all(&bytes).and_then(|()| self.file.sync_all()).map_err(error)?;
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Writes the damage of the shards, in the order given, to `damage.jsonl`.
    ///
    /// # Errors
    /// If the manifest cannot be read or that file not written.
    pub fn report<'s>(&self, shards: impl Iterator<Item = &'s str>) -> Result<()> {
        let mut sink = Sink::create(&self.damage)?;
        let error = |error| Error::io(&self.path, error);
        let mut lines = BufReader::new(&self.file);
        for shard in shards {
            let Some((_, _, at)) = self.finished.get(shard) else { continue };
            lines.seek(SeekFrom::Start(*at)).map_err(error)?;
            let mut line = String::new();
            lines.read_line(&mut line).map_err(error)?;
            let entry: Entry = serde_json::from_str(&line).map_err(|bad| error(bad.into()))?;
            for row in &entry.damage {
                let mut bytes = serde_json::to_vec(row).map_err(|bad| error(bad.into()))?;
                bytes.push(b'\n');
                sink.write(&bytes)?;
            }
        }
        sink.finish()
    }
}

/// The number of jobs that share a directory, by the name of the manifest of one; 1 of one alone.
/// `None` if the name is not a manifest's.
fn jobs(name: &str) -> Option<usize> {
    let share = name.strip_prefix("manifest")?.strip_suffix(".jsonl")?;
    if share.is_empty() {
        return Some(1);
    }
    let (i, n) = share.strip_prefix('-')?.split_once("-of-")?;
    i.parse::<usize>().ok()?;
    n.parse().ok()
}

/// Holds that a directory has no manifest of jobs that are divided otherwise: they would give the
/// same input to two. One that names no shard and that nobody has is taken away.
fn is_divided_so(directory: &Path, share: &str) -> Result<()> {
    let own = jobs(&format!("manifest{share}.jsonl"));
    for entry in fs::read_dir(directory).map_err(|error| Error::io(directory, error))? {
        let entry = entry.map_err(|error| Error::io(directory, error))?;
        let of = entry.file_name().to_str().and_then(jobs);
        if of.is_none() || of == own {
            continue;
        }
        let path = entry.path();
        let other = claim(&path)?;
        if BufReader::new(&other).lines().count() > 1 {
            return Err(Error::Division { path });
        }
        fs::remove_file(&path).map_err(|error| Error::io(&path, error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stamp(digest: &str) -> Stamp {
        Stamp { files: 1, bytes: 2, digest: digest.into() }
    }

    fn row(offset: u64) -> Row {
        Row { file: "f".into(), offset, id: None, kind: "garbage".into(), detail: "d".into() }
    }

    #[test]
    fn what_was_finished_is_known_to_the_next_run() {
        let dir = tempfile::tempdir().unwrap();
        let open = |settings: &str| Manifest::open(dir.path(), settings, "", false);
        let mut first = open("s").unwrap();
        let tally = Tally { ok: 3, damaged: 1, ..Tally::default() };
        first.finish("b", stamp("1"), tally.clone(), vec![row(7)]).unwrap();
        first.finish("a", stamp("2"), Tally::default(), vec![row(9)]).unwrap();
        drop(first);
        // A line that was cut is not there.
        let path = dir.path().join("manifest.jsonl");
        let whole = fs::read(&path).unwrap();
        fs::write(&path, [&whole[..], b"{\"shard\":\"c\""].concat()).unwrap();
        let again = open("s").unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole);
        assert_eq!(again.finished("b", &stamp("1")), Some(&tally));
        assert_eq!(again.finished("b", &stamp("2")), None, "its input has changed");
        assert_eq!(again.finished("c", &stamp("1")), None);
        again.report(["a", "b", "c"].into_iter()).unwrap();
        let damage = fs::read_to_string(dir.path().join("damage.jsonl")).unwrap();
        let offsets: Vec<u64> =
            damage.lines().map(|line| serde_json::from_str::<Row>(line).unwrap().offset).collect();
        assert_eq!(offsets, [9, 7]);
        assert!(matches!(open("s"), Err(Error::Claimed { .. })));
        drop(again);
        assert!(matches!(open("other"), Err(Error::Settings { .. })));
        let fresh = Manifest::open(dir.path(), "other", "", true).unwrap();
        assert_eq!(fresh.finished("b", &stamp("1")), None);
    }
    #[test]
    fn a_directory_is_divided_in_one_way() {
        let dir = tempfile::tempdir().unwrap();
        let open = |share: &str| Manifest::open(dir.path(), "s", share, false);
        let alone = open("").unwrap();
        assert!(matches!(open("-1-of-2"), Err(Error::Claimed { .. })), "it may yet write");
        drop(alone);
        let mut half = open("-1-of-2").unwrap();
        assert!(!dir.path().join("manifest.jsonl").exists(), "it named no shard");
        half.finish("a", stamp("1"), Tally::default(), Vec::new()).unwrap();
        drop(half);
        assert!(matches!(open(""), Err(Error::Division { .. })));
        assert!(matches!(open("-1-of-3"), Err(Error::Division { .. })));
        open("-2-of-2").unwrap();
    }
}
