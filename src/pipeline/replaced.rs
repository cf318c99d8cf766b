//! What a run replaces of what earlier runs have made in its directory, and what it leaves there.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::Tally;
use super::allot::Shard;
use super::journal;
use super::manifest::{Entry, Manifest};
use super::product::{self, Places};
use crate::{Error, Result};

/// What a run makes, as far as it decides what becomes of what others have made.
struct Run<'s> {
    shards: HashMap<&'s str, &'s Shard>,
    /// One of loose pages, if there is one.
    loose: Option<&'s Shard>,
}

impl<'s> Run<'s> {
    fn of(shards: &'s [Shard]) -> Run<'s> {
        let loose = shards.iter().find(|shard| shard.is_loose);
        let shards = shards.iter().map(|shard| (shard.name.as_str(), shard)).collect();
        Run { shards, loose }
    }

    /// What the run makes in place of a shard: one of this name, or, as loose pages are divided anew
    /// among their shards, one of these.
    fn instead_of(&self, name: &str, loose: bool) -> Option<&'s Shard> {
        self.shards.get(name).copied().or(self.loose.filter(|_| loose))
    }

    /// Whether a shard is none any more: its loose pages are in others.
    fn is_over(&self, name: &str, loose: bool) -> bool {
        loose && self.loose.is_some() && !self.shards.contains_key(name)
    }
}

impl Entry {
    /// Its files, below the directory.
    fn files(&self) -> impl Iterator<Item = PathBuf> {
        let shard = Path::new(&self.shard);
        let root = if self.loose { Path::new("") } else { shard };
        let pages = self.product.pages.iter().flatten().map(move |(page, _)| root.join(page));
        let stream = self.product.pages.is_none().then(|| shard.to_path_buf());
        pages.chain(stream)
    }
}

impl Manifest {
    /// Holds that no shard is replaced that has inputs where the run, by the `places` of its own, reads
    /// nothing.
    ///
    /// # Errors
    /// [`Error::OtherInputs`].
    pub fn check_places(&self, shards: &[Shard], places: &Places) -> Result<()> {
        let run = Run::of(shards);
        let mut finished: Vec<_> = self.finished.iter().collect();
        finished.sort_unstable_by_key(|(name, _)| *name);
        for (name, noted) in finished {
            let Some(shard) = run.instead_of(name, noted.loose) else { continue };
            if let Some(then) = noted.inputs.from.difference(places).next() {
                let (path, then) = (self.directory.join(name), then.clone());
                let now = shard.stamp.from.first().cloned().unwrap_or_default();
                return Err(Error::OtherInputs { path, then, now });
            }
        }
        Ok(())
    }

    /// The finished shards that the run neither makes nor replaces and that are there, in order, with
    /// their counts.
    ///
    /// # Errors
    /// If the manifest cannot be read.
    pub fn others(&self, shards: &[Shard]) -> Result<Vec<(&str, &Tally)>> {
        let run = Run::of(shards);
        let mut others = Vec::new();
        for (name, noted) in &self.finished {
            let is_there = |file: PathBuf| product::size(&self.directory.join(file)).is_ok();
            if run.instead_of(name, noted.loose).is_none()
                && self.entry(noted)?.files().any(is_there)
            {
                others.push((name.as_str(), &noted.counts));
            }
        }
        others.sort_unstable_by_key(|(name, _)| *name);
        Ok(others)
    }

    /// Takes away what earlier runs have made for shards that this one has made anew, and that it did
    /// not make: shards of loose pages, of which there are fewer now, and the files of pages that are
    /// gone. `of_others` are other jobs'. Gives the files that were taken away.
    ///
    /// # Errors
    /// If the manifest cannot be read or a file not be removed.
    pub fn clear_away(
        &mut self,
        shards: &[Shard],
        of_others: &HashSet<PathBuf>,
    ) -> Result<Vec<PathBuf>> {
        let run = Run::of(shards);
        let Manifest { journal, directory, finished, before, .. } = self;
        let (mut old, mut kept) = (BTreeSet::new(), HashSet::new());
        for entry in before.iter() {
            if run.instead_of(&entry.shard, entry.loose).is_some() {
                old.extend(entry.files());
            }
        }
        journal.read(|at, line| {
            let Ok(entry) = serde_json::from_str::<Entry>(line) else { return Ok(true) };
            let is_last = finished.get(&entry.shard).is_some_and(|noted| noted.at == at);
            match is_last && !run.is_over(&entry.shard, entry.loose) {
                true => kept.extend(entry.files()),
                false => old.extend(entry.files()),
            }
            Ok(true)
        })?;
        let mut gone = Vec::new();
        for file in old {
            let path = directory.join(&file);
            if !kept.contains(&file) && !of_others.contains(&file) && product::size(&path).is_ok() {
                journal::remove(&path)?;
                gone.push(file);
            }
        }
        Ok(gone)
    }
}
