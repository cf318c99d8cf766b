//! The account of an output directory: which shards are finished, of what, and what was damaged.
//!
//! It is a file of JSON lines that only grows: the settings, then a line a shard, added once the
//! shard is in its place and on the disk. A run that was killed at any moment leaves at worst a
//! shard that is not named here, or a line that is cut; the next run takes both for not done.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::allot::Shard;
use super::journal::{self, Journal};
use super::names::jobs;
use super::product::{Product, Stamp};
use super::report::Row;
use super::{Settings, Tally};
use crate::output::sink::Sink;
use crate::{Error, Result};

/// The form of manifest that this program writes; one of another form counts as none.
const FORM: u32 = 2;

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    manifest: u32,
    settings: Settings,
}

/// What that line begins with.
const BEGINNING: &[u8] = b"{\"manifest\":";

/// The line of a finished shard.
#[derive(Serialize, Deserialize)]
pub(super) struct Entry {
    pub shard: String,
    #[serde(flatten)]
    pub product: Product,
    inputs: Stamp,
    /// Whether it is of loose pages.
    #[serde(default)]
    pub loose: bool,
    counts: Tally,
    damage: Vec<Row>,
}

/// What the manifest knows of a shard.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// That it is finished.
    Finished(Tally),
    /// Nothing, or that something of it could not be read then.
    Nothing,
    /// That its inputs have changed since.
    Changed,
    /// That it is not what was written; what is wrong.
    Spoilt(String),
}

/// The manifest of one output directory, or of one job's share of it.
pub(super) struct Manifest {
    pub(super) journal: Journal,
    pub(super) directory: PathBuf,
    damage: PathBuf,
    pub(super) finished: HashMap<String, Noted>,
    /// What was finished before it was to begin afresh.
    pub(super) before: Vec<Entry>,
}

/// What is kept in memory of a finished shard's line.
pub(super) struct Noted {
    pub inputs: Stamp,
    pub loose: bool,
    pub counts: Tally,
    /// The offset of the line.
    pub at: u64,
}

impl Manifest {
    /// Opens the manifest of a directory, or begins one. `share` is part of its name, to tell jobs
    /// apart that write into the same directory; `fresh` forgets what was finished.
    ///
    /// # Errors
    /// If it cannot be read or written, another run has it, or the directory's shards were made with
    /// other settings or by jobs that were divided otherwise.
    pub fn open(
        directory: &Path,
        settings: &Settings,
        share: &str,
        fresh: bool,
    ) -> Result<Manifest> {
        let damage = directory.join(format!("damage{share}.jsonl"));
        let journal = Journal::open(directory.join(format!("manifest{share}.jsonl")))?;
        if !journal.may_begin(BEGINNING)? {
            return Err(Error::Foreign { path: journal.path().to_path_buf() });
        }
        check_division(directory, share)?;
        let (directory, finished, before) = (directory.to_path_buf(), HashMap::new(), Vec::new());
        let mut manifest = Manifest { journal, directory, damage, finished, before };
        match fresh {
            true => manifest.forget()?,
            false => manifest.read(settings)?,
        }
        if manifest.journal.end() == 0 {
            manifest.append(&Head { manifest: FORM, settings: settings.clone() })?;
        }
        Ok(manifest)
    }

    /// Begins anew; of what was finished only the files are known from then on.
    fn forget(&mut self) -> Result<()> {
        let Manifest { journal, before, .. } = self;
        journal.read(|at, line| {
            before.extend((at > 0).then(|| serde_json::from_str(line).ok()).flatten());
            Ok(true)
        })?;
        journal.clear()
    }

    fn read(&mut self, settings: &Settings) -> Result<()> {
        let Manifest { journal, finished, .. } = self;
        let path = journal.path().to_path_buf();
        journal.read(|at, line| {
            if at > 0 {
                let Ok(entry) = serde_json::from_str::<Entry>(line) else { return Ok(false) };
                let Entry { shard, inputs, loose, counts, .. } = entry;
                finished.insert(shard, Noted { inputs, loose, counts, at });
                return Ok(true);
            }
            let head = serde_json::from_str::<Head>(line).ok();
            let Some(head) = head.filter(|head| head.manifest == FORM) else { return Ok(false) };
            if head.settings != *settings {
                let (then, now) = head.settings.differences(settings);
                return Err(Error::Settings { path: path.clone(), then, now });
            }
            Ok(true)
        })
    }

    /// What is known of a shard, whose files are looked at: at their sizes, and to `verify` them at
    /// all that they hold.
    ///
    /// # Errors
    /// If the manifest cannot be read.
    pub fn find(&self, shard: &Shard, verify: bool) -> Result<Found> {
        let Some(noted) = self.finished.get(&shard.name) else { return Ok(Found::Nothing) };
        if noted.inputs != shard.stamp {
            return Ok(Found::Changed);
        }
        // What could not be read may be so now.
        if noted.counts.unreadable > 0 {
            return Ok(Found::Nothing);
        }
        Ok(match self.entry(noted)?.product.fault(&shard.kind, verify) {
            None => Found::Finished(noted.counts.clone()),
            Some(fault) => Found::Spoilt(fault),
        })
    }

    /// Notes that a shard is in its place.
    ///
    /// # Errors
    /// If that cannot be written.
    pub fn finish(
        &mut self,
        shard: &Shard,
        product: Product,
        counts: Tally,
        damage: Vec<Row>,
    ) -> Result<()> {
        let at = self.journal.end();
        let (name, inputs, loose) = (shard.name.clone(), shard.stamp.clone(), shard.is_loose);
        let entry = Entry { shard: name, product, inputs, loose, counts, damage };
        self.append(&entry)?;
        let Entry { shard, inputs, loose, counts, .. } = entry;
        self.finished.insert(shard, Noted { inputs, loose, counts, at });
        Ok(())
    }

    fn append(&mut self, line: &impl Serialize) -> Result<()> {
        let line = serde_json::to_vec(line);
        let mut bytes = line.map_err(|bad| Error::io(self.journal.path(), bad.into()))?;
        bytes.push(b'\n');
        self.journal.append(&bytes)
    }

    /// The line of a finished shard.
    pub(super) fn entry(&self, noted: &Noted) -> Result<Entry> {
        let line = self.journal.line(noted.at)?;
        serde_json::from_str(&line).map_err(|bad| Error::io(self.journal.path(), bad.into()))
    }

    /// Writes to `damage.jsonl` first the rows given, then the damage of the shards, in their order, then
    /// that of others that are there.
    ///
    /// # Errors
    /// If the manifest cannot be read or that file not written.
    pub fn report(&self, rows: &[Row], shards: &[Shard]) -> Result<()> {
        let mut sink = Sink::create(&self.damage)?;
        let mut write = |rows: &[Row]| {
            let mut bytes = Vec::new();
            for row in rows {
                let written = serde_json::to_writer(&mut bytes, row);
                written.map_err(|bad| Error::io(&self.damage, bad.into()))?;
                bytes.push(b'\n');
            }
            sink.write(&bytes)
        };
        write(rows)?;
        let others = self.others(shards)?;
        let others = others.iter().map(|(name, _)| *name);
        for shard in shards.iter().map(|shard| shard.name.as_str()).chain(others) {
            if let Some(noted) = self.finished.get(shard) {
                write(&self.entry(noted)?.damage)?;
            }
        }
        sink.finish()
    }
}

/// Whether a file is the manifest of some directory.
pub(super) fn is_one(path: &Path) -> bool {
    let mut begin = Vec::new();
    let file = File::open(path).map(|file| file.take(BEGINNING.len() as u64));
    file.and_then(|mut file| file.read_to_end(&mut begin)).is_ok() && begin == BEGINNING
}

/// Holds that a directory has no manifest of jobs that are divided otherwise: they would give the
/// same input to two. One that names no shard and that nobody has is taken away.
fn check_division(directory: &Path, share: &str) -> Result<()> {
    let own = jobs(&format!("manifest{share}.jsonl"));
    for name in journal::names(directory)? {
        let of = jobs(&name);
        if of.is_none() || of == own {
            continue;
        }
        let path = directory.join(name);
        let mut lines = 0;
        let read = |_: u64, _: &str| {
            lines += 1;
            Ok(true)
        };
        Journal::open(path.clone())?.read(read)?;
        if lines > 1 {
            return Err(Error::Division { path });
        }
        journal::remove(&path)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::digest::Digest;
    use super::super::names::is_own;
    use super::super::product::{Kind, Places};
    use super::*;

    fn settings(text: &str) -> Settings {
        let mut settings = Settings::default();
        settings.set("all", text);
        settings
    }

    fn shard(directory: &Path, name: &str, digest: &str) -> Shard {
        let stamp = Stamp { files: 1, bytes: 2, digest: digest.into(), from: Places::new() };
        let kind = Kind::File(directory.join(name));
        Shard { name: name.into(), kind, stamp, is_loose: false }
    }

    /// Writes a shard's file.
    fn product(shard: &Shard, bytes: &[u8]) -> Product {
        let Kind::File(path) = &shard.kind else { panic!("a file") };
        fs::write(path, bytes).unwrap();
        let mut digest = Digest::default();
        digest.add(bytes);
        Product { bytes: digest.bytes, sha256: digest.finish(), pages: None }
    }

    fn row(offset: u64) -> Row {
        let row =
            format!(r#"{{"file":"f","offset":{offset},"id":null,"kind":"garbage","detail":"d"}}"#);
        serde_json::from_str(&row).unwrap()
    }

    #[test]
    fn what_was_finished_is_known_to_the_next_run() {
        let dir = tempfile::tempdir().unwrap();
        let open = |text: &str| Manifest::open(dir.path(), &settings(text), "", false);
        let shard = |name: &str, digest: &str| shard(dir.path(), name, digest);
        let mut first = open("s").unwrap();
        let tally = Tally { ok: 3, damaged: 1, ..Tally::default() };
        let (a, b) = (shard("a", "2"), shard("b", "1"));
        first.finish(&b, product(&b, b"B"), tally.clone(), vec![row(7)]).unwrap();
        first.finish(&a, product(&a, b"A"), Tally::default(), vec![row(9)]).unwrap();
        drop(first);
        // A line that was cut is not there.
        let path = dir.path().join("manifest.jsonl");
        let whole = fs::read(&path).unwrap();
        fs::write(&path, [&whole[..], b"{\"shard\":\"c\""].concat()).unwrap();
        let again = open("s").unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole);
        assert_eq!(again.find(&b, true).unwrap(), Found::Finished(tally));
        assert_eq!(again.find(&shard("b", "2"), false).unwrap(), Found::Changed);
        assert_eq!(again.find(&shard("c", "1"), false).unwrap(), Found::Nothing);
        let others = again.others(std::slice::from_ref(&b)).unwrap();
        assert_eq!(others, [("a", &Tally::default())]);
        again.report(&[row(1)], &[shard("b", "1"), shard("c", "1")]).unwrap();
        let damage = fs::read_to_string(dir.path().join("damage.jsonl")).unwrap();
        let rows: Vec<Row> =
            damage.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(rows, [row(1), row(7), row(9)], "those of a shard that is not of this run last");
        assert!(matches!(open("s"), Err(Error::Claimed { .. })));
        drop(again);
        assert!(matches!(open("other"), Err(Error::Settings { .. })));
        let fresh = Manifest::open(dir.path(), &settings("other"), "", true).unwrap();
        assert_eq!(fresh.find(&b, false).unwrap(), Found::Nothing);
    }

    #[test]
    fn a_shard_is_held_against_its_size_and_if_asked_its_digest() {
        let dir = tempfile::tempdir().unwrap();
        let mut manifest = Manifest::open(dir.path(), &settings("s"), "", false).unwrap();
        let shard = shard(dir.path(), "a", "1");
        let product = product(&shard, b"bytes");
        manifest.finish(&shard, product, Tally::default(), Vec::new()).unwrap();
        let fault = |verify: bool| match manifest.find(&shard, verify).unwrap() {
            Found::Spoilt(fault) => fault,
            found => format!("{found:?}"),
        };
        assert!(fault(true).starts_with("Finished"));
        fs::write(dir.path().join("a"), "BYTES").unwrap();
        assert!(fault(false).starts_with("Finished"));
        assert_eq!(fault(true), "its bytes are not those that were written");
        fs::write(dir.path().join("a"), "byt").unwrap();
        assert!(fault(false).ends_with("has 3 bytes, and had 5 when it was written"));
        fs::remove_file(dir.path().join("a")).unwrap();
        assert!(fault(false).contains("No such file"), "{}", fault(false));
    }

    #[test]
    fn a_directory_is_divided_in_one_way() {
        let dir = tempfile::tempdir().unwrap();
        let open = |share: &str| Manifest::open(dir.path(), &settings("s"), share, false);
        let alone = open("").unwrap();
        assert!(matches!(open("-1-of-2"), Err(Error::Claimed { .. })), "it may yet write");
        drop(alone);
        let mut half = open("-1-of-2").unwrap();
        assert!(!dir.path().join("manifest.jsonl").exists(), "it named no shard");
        let shard = shard(dir.path(), "a", "1");
        half.finish(&shard, product(&shard, b"A"), Tally::default(), Vec::new()).unwrap();
        drop(half);
        assert!(matches!(open(""), Err(Error::Division { .. })));
        assert!(matches!(open("-1-of-3"), Err(Error::Division { .. })));
        open("-2-of-2").unwrap();
    }

    #[test]
    fn its_own_files_are_those_of_any_job() {
        let own =
            ["manifest.jsonl", "damage.jsonl", "manifest-1-of-2.jsonl", "damage-9-of-10.jsonl"];
        assert!(own.iter().all(|name| is_own(Path::new(name))));
        let others = ["a/manifest.jsonl", "manifest.jsonl.gz", "manifest-2.jsonl", "damages.jsonl"];
        assert!(others.iter().all(|name| !is_own(Path::new(name))));
    }
}
