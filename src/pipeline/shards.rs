//! The outputs of a run as they are written: each opened when the first of its inputs comes, and
//! closed when another of its kind does.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fs;
#[cfg(feature = "parquet")]
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::allot::{Allotment, Allotted, Shard};
use super::digest::Digest;
use super::job::{BETWEEN, Done};
use super::manifest::{Found, Manifest};
use super::names::{share, unused};
use super::overwrite;
use super::product::{Kind, Product};
use super::report::Row;
use super::{Destination, Settings, Tally};
#[cfg(feature = "parquet")]
use crate::output::Table;
use crate::output::pages::PageFiles;
use crate::output::sink::{Sink, Target};
use crate::output::{Layout, Packing, Writer};
use crate::source::{Input, remote};
use crate::{Error, Result};

/// The outputs of a run.
pub(super) struct Shards<'w> {
    writer: &'w dyn Writer,
    shards: Vec<Shard>,
    /// Where what comes of each input goes that is to be read: its shard, and its page's file.
    places: Vec<(usize, Option<PathBuf>)>,
    /// The shards being written: of archives and of loose pages, one each at most.
    open: Vec<Open>,
    /// The account of the directory that shards are written below.
    manifest: Option<Manifest>,
    packing: Packing,
    /// What is in its place, of this run or of one before it.
    published: Tally,
    /// The files of pages that other jobs write into the directory.
    of_others: HashSet<PathBuf>,
}

/// A shard being written.
struct Open {
    shard: usize,
    output: Output,
    /// What makes the bytes of the output of those of documents, where these are not it.
    #[cfg(feature = "parquet")]
    table: Option<Table>,
    /// Documents written.
    pages: u64,
    tally: Tally,
    damage: Vec<Row>,
    digest: Digest,
}

enum Output {
    Sink(Sink),
    Pages(Pages),
}

/// A file a page.
struct Pages {
    files: PageFiles,
    /// Paths that were given.
    taken: HashSet<PathBuf>,
    /// The files with their bytes, for the manifest.
    written: Vec<(PathBuf, u64)>,
}

/// What a run found in the directory that it goes on with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Finding<'a> {
    /// A finished shard is not what was written, and is made anew; what is wrong.
    Spoilt(&'a str),
    /// The inputs of a finished shard have changed, and it is made anew.
    Changed,
    /// The inputs of a finished shard are not there any more. It stays.
    Gone,
    /// A file of an earlier run's is no longer made, as there are fewer loose pages, or fewer pages in an
    /// archive. It was removed.
    Removed,
}

impl<'w> Shards<'w> {
    /// Opens the outputs, and leaves away the inputs of shards that are finished; `found` is told
    /// the names of those that are not as they should be.
    pub fn open(
        destination: &Destination,
        settings: &Settings,
        writer: &'w dyn Writer,
        inputs: Vec<Input>,
        found: &mut dyn FnMut(&str, Finding),
    ) -> Result<(Shards<'w>, Vec<Input>)> {
        let allotment = Allotment::new(destination, writer, inputs)?;
        overwrite::check(&allotment, destination)?;
        let Allotment { shards, inputs, packing, places, of_others } = allotment;
        let mut all = Shards {
            writer,
            shards,
            places: Vec::new(),
            open: Vec::new(),
            manifest: None,
            packing,
            published: Tally::default(),
            of_others,
        };
        let mut is_finished = vec![false; all.shards.len()];
        match &destination.target {
            // One stream is there even if nothing is written to it.
            Target::Stdout | Target::Stream(_) => drop(all.at(0)?),
            Target::Directory(path) => {
                if !remote::is_remote(path) {
                    fs::create_dir_all(path).map_err(|error| Error::io(path, error))?;
                }
                let share = share(destination.share);
                // Shards of who knows which method are not gone on with.
                let fresh = destination.fresh || !settings.have_method();
                let manifest = Manifest::open(path, settings, &share, fresh)?;
                manifest.check_places(&all.shards, &places)?;
                is_finished = all.go_on(&manifest, destination.verify, found)?;
                all.manifest = Some(manifest);
            }
        }
        let mut left = Vec::new();
        for Allotted { input, shard, page } in inputs {
            if !is_finished[shard] {
                all.places.push((shard, page));
                left.push(input);
            }
        }
        Ok((all, left))
    }

    /// Finds which shards are finished, and takes their counts.
    fn go_on(
        &mut self,
        manifest: &Manifest,
        verify: bool,
        told: &mut dyn FnMut(&str, Finding),
    ) -> Result<Vec<bool>> {
        let find = |shard: &Shard| manifest.find(shard, verify);
        let found: Vec<Found> = self.shards.par_iter().map(find).collect::<Result<_>>()?;
        let mut is_finished = Vec::new();
        for (shard, found) in self.shards.iter().zip(found) {
            is_finished.push(matches!(found, Found::Finished(_)));
            match found {
                Found::Finished(tally) => self.published.add(tally),
                Found::Spoilt(fault) => told(&shard.name, Finding::Spoilt(&fault)),
                Found::Changed => told(&shard.name, Finding::Changed),
                Found::Nothing => {}
            }
        }
        for (name, tally) in manifest.others(&self.shards)? {
            self.published.add(tally.clone());
            told(name, Finding::Gone);
        }
        Ok(is_finished)
    }

    /// How what is written must be packed.
    pub fn packing(&self) -> Packing {
        self.packing
    }

    /// Whether pages of one stream are to be told apart by [`BETWEEN`].
    pub fn is_between(&self) -> bool {
        self.writer.layout() == Layout::Pages && self.manifest.is_none()
    }

    /// Whether nothing is in its place yet.
    pub fn is_new(&self) -> bool {
        self.published == Tally::default()
    }

    /// The shard of an input.
    pub fn of_input(&self, input: usize) -> usize {
        self.places[input].0
    }

    /// Writes what came of a job.
    pub fn write(&mut self, done: &Done) -> Result<()> {
        let (is_kept, is_between) = (self.manifest.is_some(), self.is_between());
        let (suffix, packing) = (self.writer.suffix(), self.packing);
        let at = self.at(self.of_input(done.input))?;
        let open = &mut self.open[at];
        let is_later = open.pages > 0 && done.tally.pages() > 0;
        open.pages += done.tally.pages();
        open.tally.add(done.tally.clone());
        let bytes = open.bytes(&done.bytes)?;
        if is_kept {
            open.damage.extend(done.problems.iter().map(Row::from));
            open.digest.add(&bytes);
        }
        match &mut open.output {
            Output::Sink(sink) => {
                if is_between && is_later {
                    sink.write(&packing.pack(BETWEEN))?;
                }
                sink.write(&bytes)
            }
            Output::Pages(pages) => {
                for file in &done.files {
                    let planned = self.places[file.input].1.as_deref();
                    pages.add(planned, &file.id, suffix, &bytes[file.range.clone()])?;
                }
                Ok(())
            }
        }
    }

    /// Brings all that is open to its place and reports the damage of all shards. What an
    /// interrupted run began is taken away: the next run does it again. The tally is of what is in
    /// its place. `unreadable` is the damage of files that go to no shard; `found` is told what of earlier
    /// runs' was removed.
    pub fn finish(
        mut self,
        interrupted: bool,
        unreadable: Vec<Row>,
        found: &mut dyn FnMut(&str, Finding),
    ) -> Result<Tally> {
        while let Some(open) = self.open.pop() {
            if !interrupted || open.output.is_kept() {
                self.close(open)?;
            }
        }
        if let Some(manifest) = &mut self.manifest {
            if !interrupted {
                for file in manifest.clear_away(&self.shards, &self.of_others)? {
                    found(&file.to_string_lossy(), Finding::Removed);
                }
            }
            manifest.report(&unreadable, &self.shards)?;
        }
        Ok(self.published)
    }

    /// Where in `open` the shard is, opened if it is not; then the one of its kind before it is
    /// closed.
    fn at(&mut self, shard: usize) -> Result<usize> {
        if let Some(at) = self.open.iter().position(|open| open.shard == shard) {
            return Ok(at);
        }
        let is_loose = |shard: usize| self.shards[shard].is_loose;
        let before = self.open.iter().position(|open| is_loose(open.shard) == is_loose(shard));
        if let Some(at) = before {
            let done = self.open.remove(at);
            self.close(done)?;
        }
        let mut open = Open {
            shard,
            output: self.begin(&self.shards[shard])?,
            #[cfg(feature = "parquet")]
            table: self.writer.table().map_err(no_table)?,
            pages: 0,
            tally: Tally::default(),
            damage: Vec::new(),
            digest: Digest::default(),
        };
        let mut begin = Vec::new();
        self.writer.begin(&mut begin);
        self.write_edge(&begin, &mut open)?;
        self.open.push(open);
        Ok(self.open.len() - 1)
    }

    fn begin(&self, shard: &Shard) -> Result<Output> {
        Ok(match &shard.kind {
            Kind::Stdout => Output::Sink(Sink::stdout()),
            Kind::File(path) => Output::Sink(Sink::create(path)?),
            Kind::Pages { root, aside } => {
                let files = PageFiles::create(root, aside)?;
                Output::Pages(Pages { files, taken: HashSet::new(), written: Vec::new() })
            }
        })
    }

    fn close(&mut self, mut open: Open) -> Result<()> {
        let mut end = Vec::new();
        self.writer.end(open.pages > 0, &mut end);
        #[cfg(feature = "parquet")]
        if let Some(table) = open.table.take() {
            end = table.finish().map_err(no_table)?;
        }
        self.write_edge(&end, &mut open)?;
        let pages = match open.output {
            Output::Sink(mut sink) => {
                if self.manifest.is_some() && open.digest.bytes == 0 {
                    let nothing = self.packing.pack(b"");
                    open.digest.add(&nothing);
                    sink.write(&nothing)?;
                }
                sink.finish()?;
                None
            }
            Output::Pages(Pages { files, written, .. }) => {
                files.publish()?;
                Some(written)
            }
        };
        self.published.add(open.tally.clone());
        let Some(manifest) = &mut self.manifest else { return Ok(()) };
        let (bytes, sha256) = (open.digest.bytes, open.digest.finish());
        let product = Product { bytes, sha256, pages };
        manifest.finish(&self.shards[open.shard], product, open.tally, open.damage)
    }

    /// Writes the begin or the end of a stream, packed on its own, if there is one.
    fn write_edge(&self, edge: &[u8], open: &mut Open) -> Result<()> {
        match &mut open.output {
            Output::Sink(sink) if !edge.is_empty() => {
                let packed = self.packing.pack(edge);
                open.digest.add(&packed);
                sink.write(&packed)
            }
            Output::Sink(_) | Output::Pages(_) => Ok(()),
        }
    }
}

/// What went wrong with a table in memory.
#[cfg(feature = "parquet")]
fn no_table(error: io::Error) -> Error {
    Error::io("a Parquet table", error)
}

impl Open {
    /// The bytes for the output of those of documents.
    fn bytes<'b>(&mut self, documents: &'b [u8]) -> Result<Cow<'b, [u8]>> {
        #[cfg(feature = "parquet")]
        if let Some(table) = &mut self.table {
            return table.add(documents).map(Cow::Owned).map_err(no_table);
        }
        Ok(Cow::Borrowed(documents))
    }
}

impl Output {
    /// Whether what was written stays even if the run does not come to its end.
    fn is_kept(&self) -> bool {
        matches!(self, Output::Sink(sink) if sink.is_direct())
    }
}

impl Pages {
    /// Writes a page where it was planned to be, or where its id says.
    fn add(&mut self, planned: Option<&Path>, id: &str, suffix: &str, bytes: &[u8]) -> Result<()> {
        let mut take = |path: &Path| self.taken.insert(path.to_path_buf());
        let path = match planned.filter(|&path| take(path)) {
            Some(path) => path.to_path_buf(),
            None => unused(id, suffix, take),
        };
        self.written.push((path.clone(), bytes.len() as u64));
        self.files.add(path, bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Jsonl;
    use crate::source::Container;

    #[test]
    fn a_shard_an_archive_and_one_for_loose_pages() {
        let dir = tempfile::tempdir().unwrap();
        let names = ["a/x.warc.gz", "b.html", "a/x.arc", "c.html.gz"];
        let kinds = [Container::Warc, Container::Html, Container::Arc, Container::Html];
        let input = |(name, kind): (&str, Container)| Input {
            path: name.into(),
            name: name.into(),
            container: Some(kind),
            size: 1,
            member: None,
            found_in: None,
        };
        let inputs = names.into_iter().zip(kinds).map(input).collect();
        let target = Target::Directory(dir.path().to_owned());
        let destination = Destination { target, ..Destination::default() };
        let writer = Jsonl::default();
        let told = &mut |_: &str, _: Finding| panic!("a new one");
        let settings = Settings::default();
        let (mut shards, left) =
            Shards::open(&destination, &settings, &writer, inputs, told).unwrap();
        assert_eq!(left.len(), 4);
        for (i, text) in ["A", "B", "C", "D"].iter().enumerate() {
            let bytes = Packing::Gzip.pack(text.as_bytes());
            shards.write(&Done { input: i, bytes, ..Done::default() }).unwrap();
        }
        assert!(dir.path().join("a/x.jsonl.gz").exists(), "finished when the next archive began");
        assert!(!dir.path().join("pages.jsonl.gz").exists());
        shards.finish(false, Vec::new(), &mut |_, _| panic!("nothing before it")).unwrap();
        let read = |name: &str| {
            let file = fs::File::open(dir.path().join(name)).unwrap();
            std::io::read_to_string(flate2::read::MultiGzDecoder::new(file)).unwrap()
        };
        let texts = ["a/x.jsonl.gz", "pages.jsonl.gz", "a/x-2.jsonl.gz"].map(read);
        assert_eq!(texts, ["A", "BD", "C"]);
    }
}
