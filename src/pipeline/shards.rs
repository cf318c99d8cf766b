//! Which output each input goes to: one stream for all, or in a directory a shard an archive and
//! one for all loose pages. As text a shard of a directory is a directory, with a file a page.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::Tally;
use super::job::Done;
use super::manifest::{Manifest, Row, Stamp};
use crate::output::sink::{self, Sink, Target};
use crate::output::{Layout, Packing, Writer, name};
use crate::source::{self, Container, Input};
use crate::{Error, Result};

/// What the shard of all loose pages is called, before its suffix.
const LOOSE: &str = "pages";

/// Where a run writes, and how.
#[derive(Debug, Clone, Default)]
pub struct Destination {
    /// What the output path stands for.
    pub target: Target,
    /// What the documents depend on beside the input, in words: a directory whose shards were made
    /// with other settings is not gone on with.
    pub settings: String,
    /// Whether a directory's finished shards are made anew.
    pub fresh: bool,
    /// Which share of the inputs this run takes, of how many: (1, 4) is the first of four.
    pub share: Option<(usize, usize)>,
    /// How a directory's shards are compressed; one file is as its name says.
    pub packing: Packing,
}

/// The outputs of a run.
pub(super) struct Shards<'w> {
    writer: &'w dyn Writer,
    shards: Vec<Shard>,
    /// The shard of each input that is to be read.
    of_input: Vec<usize>,
    /// The shard of the loose pages, which stays open to the end.
    loose: Option<usize>,
    /// The shards being written.
    open: Vec<Open>,
    manifest: Option<Manifest>,
    packing: Packing,
}

/// One output.
struct Shard {
    /// What the manifest calls it.
    name: String,
    kind: Kind,
    stamp: Stamp,
}

enum Kind {
    Stdout,
    File(PathBuf),
    /// A directory of a file a page.
    Pages(PathBuf),
}

/// A shard being written.
struct Open {
    shard: usize,
    output: Output,
    /// Documents written.
    pages: u64,
    tally: Tally,
    damage: Vec<Row>,
}

enum Output {
    Sink(Sink),
    /// The directory, and the paths in it that are taken.
    Pages {
        directory: PathBuf,
        taken: HashSet<PathBuf>,
    },
}

impl<'w> Shards<'w> {
    /// Names the outputs of all inputs, and takes away the inputs of other jobs' shares and of
    /// shards that are finished. The tally is that of the finished ones.
    pub fn new(
        destination: &Destination,
        writer: &'w dyn Writer,
        inputs: &mut Vec<Input>,
    ) -> Result<(Shards<'w>, Tally)> {
        let (kind, packing) = match &destination.target {
            Target::Stdout => (Kind::Stdout, Packing::Plain),
            Target::Stream(path) => (Kind::File(path.clone()), Packing::of(path)?),
            Target::Directory(directory) => {
                return Shards::in_directory(destination, directory, writer, inputs);
            }
        };
        deal(inputs, destination.share);
        let shard = Shard { name: String::new(), kind, stamp: Stamp::of(&[]) };
        let mut shards = Shards {
            writer,
            shards: vec![shard],
            of_input: vec![0; inputs.len()],
            loose: None,
            open: Vec::new(),
            manifest: None,
            packing,
        };
        // One stream is there even if nothing is written to it.
        shards.open(0)?;
        Ok((shards, Tally::default()))
    }

    fn in_directory(
        destination: &Destination,
        directory: &Path,
        writer: &'w dyn Writer,
        inputs: &mut Vec<Input>,
    ) -> Result<(Shards<'w>, Tally)> {
        fs::create_dir_all(directory).map_err(|error| Error::io(directory, error))?;
        let share = destination.share.map_or(String::new(), |(i, n)| format!("-{i}-of-{n}"));
        let Destination { settings, fresh, .. } = destination;
        let manifest = Manifest::open(directory, settings, &share, *fresh)?;
        let packing = match writer.layout() {
            Layout::Pages => Packing::Plain,
            Layout::Stream | Layout::Members => destination.packing,
        };
        // Names are given before the deal, so that no two jobs give the same.
        let names = names(inputs, &format!("{LOOSE}{share}"), writer, packing);
        let mut named: Vec<_> = inputs.drain(..).zip(names).collect();
        deal(&mut named, destination.share);
        let mut shards = Shards {
            writer,
            shards: Vec::new(),
            of_input: Vec::new(),
            loose: None,
            open: Vec::new(),
            manifest: Some(manifest),
            packing,
        };
        let mut tally = Tally::default();
        let (loose, archives): (Vec<_>, Vec<_>) =
            named.iter().partition(|(input, _)| is_loose(input));
        for (input, name) in archives {
            shards.add(directory, name, &[input]);
        }
        if let Some((_, name)) = loose.first() {
            shards.loose = Some(shards.shards.len());
            let all: Vec<_> = loose.iter().map(|(input, _)| input).collect();
            shards.add(directory, name, &all);
        }
        let mut archive = 0;
        for (input, _) in named {
            let shard = match shards.loose {
                Some(loose) if is_loose(&input) => loose,
                _ => {
                    archive += 1;
                    archive - 1
                }
            };
            if shards.is_finished(shard) {
                continue;
            }
            shards.of_input.push(shard);
            inputs.push(input);
        }
        for shard in 0..shards.shards.len() {
            if let Some(finished) = shards.finished(shard) {
                tally.add(finished.clone());
            }
        }
        Ok((shards, tally))
    }

    fn add(&mut self, directory: &Path, name: &Path, inputs: &[&Input]) {
        let path = directory.join(name);
        let is_pages = self.writer.layout() == Layout::Pages;
        let name = name.to_string_lossy().into_owned();
        let stamp = Stamp::of(inputs);
        let kind = if is_pages { Kind::Pages(path) } else { Kind::File(path) };
        self.shards.push(Shard { name, kind, stamp });
    }

    fn finished(&self, shard: usize) -> Option<&Tally> {
        let Shard { name, kind, stamp } = &self.shards[shard];
        let there = match kind {
            Kind::Stdout => false,
            Kind::File(path) | Kind::Pages(path) => path.exists(),
        };
        self.manifest.as_ref().filter(|_| there)?.finished(name, stamp)
    }

    fn is_finished(&self, shard: usize) -> bool {
        self.finished(shard).is_some()
    }

    /// How what is written must be packed.
    pub fn packing(&self) -> Packing {
        self.packing
    }

    /// Writes what came of a job.
    pub fn write(&mut self, done: &Done) -> Result<()> {
        let keep = self.manifest.is_some();
        let suffix = self.writer.suffix();
        let open = self.open(self.of_input[done.input])?;
        open.pages += done.tally.pages();
        if keep {
            open.tally.add(done.tally.clone());
            open.damage.extend(done.problems.iter().map(Row::from));
        }
        match &mut open.output {
            Output::Sink(sink) => sink.write(&done.bytes),
            Output::Pages { directory, taken } => {
                for (id, range) in &done.files {
                    let path = directory.join(unused(taken, id, suffix));
                    sink::place(&path, &done.bytes[range.clone()])?;
                }
                Ok(())
            }
        }
    }

    /// Brings all that is open to its place and reports the damage of all shards. A file that an
    /// interrupted run began is taken away: the next run does it again.
    pub fn finish(mut self, interrupted: bool) -> Result<()> {
        while let Some(open) = self.open.pop() {
            if !interrupted || open.output.is_kept() {
                self.close(open)?;
            }
        }
        match &self.manifest {
            Some(manifest) => manifest.report(self.shards.iter().map(|shard| shard.name.as_str())),
            None => Ok(()),
        }
    }

    /// The shard as it is being written, opened if it is not; then the archive's before it is
    /// closed.
    fn open(&mut self, shard: usize) -> Result<&mut Open> {
        if let Some(at) = self.open.iter().position(|open| open.shard == shard) {
            return Ok(&mut self.open[at]);
        }
        let archive = self.open.iter().position(|open| Some(open.shard) != self.loose);
        if let Some(at) = archive.filter(|_| Some(shard) != self.loose) {
            let done = self.open.remove(at);
            self.close(done)?;
        }
        let mut output = self.shards[shard].kind.open()?;
        if let Output::Sink(sink) = &mut output {
            let mut begin = Vec::new();
            self.writer.begin(&mut begin);
            self.write_edge(&begin, sink)?;
        }
        self.open.push(Open {
            shard,
            output,
            pages: 0,
            tally: Tally::default(),
            damage: Vec::new(),
        });
        let last = self.open.len() - 1;
        Ok(&mut self.open[last])
    }

    fn close(&mut self, open: Open) -> Result<()> {
        if let Output::Sink(mut sink) = open.output {
            let mut end = Vec::new();
            self.writer.end(open.pages > 0, &mut end);
            self.write_edge(&end, &mut sink)?;
            sink.finish()?;
        }
        let Shard { name, stamp, .. } = &self.shards[open.shard];
        match &mut self.manifest {
            Some(manifest) => manifest.finish(name, stamp.clone(), open.tally, open.damage),
            None => Ok(()),
        }
    }

    /// Writes the begin or the end of a stream, packed on its own, if there is one.
    fn write_edge(&self, edge: &[u8], sink: &mut Sink) -> Result<()> {
        match edge {
            [] => Ok(()),
            edge => sink.write(&self.packing.pack(edge)),
        }
    }
}

impl Output {
    /// Whether what was written stays even if the run does not come to its end.
    fn is_kept(&self) -> bool {
        matches!(self, Output::Sink(sink) if sink.is_direct())
    }
}

impl Kind {
    fn open(&self) -> Result<Output> {
        Ok(match self {
            Kind::Stdout => Output::Sink(Sink::stdout()),
            Kind::File(path) => Output::Sink(Sink::create(path)?),
            Kind::Pages(path) => {
                fs::create_dir_all(path).map_err(|error| Error::io(path, error))?;
                Output::Pages { directory: path.clone(), taken: HashSet::new() }
            }
        })
    }
}

fn is_loose(input: &Input) -> bool {
    input.container == Some(Container::Html)
}

/// Keeps one share of the items: the i-th of every n.
fn deal<T>(items: &mut Vec<T>, share: Option<(usize, usize)>) {
    if let Some((i, n)) = share {
        let mut at = 0;
        items.retain(|_| {
            at += 1;
            at % n == i % n
        });
    }
}

/// The path of each input's shard below the output directory; the loose pages have one together.
fn names(inputs: &[Input], loose: &str, writer: &dyn Writer, packing: Packing) -> Vec<PathBuf> {
    let mut taken = HashSet::new();
    let mut of_loose = None;
    let suffix = writer.suffix().to_owned() + packing.suffix();
    let mut name = |stem: &str, is_loose: bool| match writer.layout() {
        // Loose pages mirror the input directory.
        Layout::Pages if is_loose => PathBuf::new(),
        Layout::Pages => unused(&mut taken, stem, ""),
        Layout::Stream | Layout::Members => unused(&mut taken, stem, &suffix),
    };
    let of = |input: &Input| match is_loose(input) {
        true => of_loose.get_or_insert_with(|| name(loose, true)).clone(),
        false => name(stem(&input.name), false),
    };
    inputs.iter().map(of).collect()
}

/// An archive's name without the suffixes that say what it is.
fn stem(name: &str) -> &str {
    let name = source::without_packing(name);
    name.strip_suffix(".warc").or_else(|| name.strip_suffix(".arc")).unwrap_or(name)
}

/// A path for `stem` that was not taken before: numbered from 2 on where it was.
fn unused(taken: &mut HashSet<PathBuf>, stem: &str, suffix: &str) -> PathBuf {
    let numbered = (2..).map(|next| name::path(&format!("{stem}-{next}"), suffix));
    let mut paths = std::iter::once(name::path(stem, suffix)).chain(numbered);
    #[expect(clippy::expect_used, reason = "the numbers do not end before the memory does")]
    paths.find(|path| taken.insert(path.clone())).expect("a number that is free")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Jsonl;

    fn input(name: &str, container: Container) -> Input {
        Input { path: name.into(), name: name.into(), container: Some(container), size: 1 }
    }

    #[test]
    fn a_shard_an_archive_and_one_for_loose_pages() {
        let dir = tempfile::tempdir().unwrap();
        let inputs = [
            input("a/x.warc.gz", Container::Warc),
            input("b.html", Container::Html),
            input("a/x.arc", Container::Arc),
            input("c.html.gz", Container::Html),
        ];
        let target = Target::Directory(dir.path().to_owned());
        let destination = Destination { target, ..Destination::default() };
        let mut inputs = inputs.to_vec();
        let (mut shards, _) = Shards::new(&destination, &Jsonl, &mut inputs).unwrap();
        for (i, text) in ["A", "B", "C", "D"].iter().enumerate() {
            let bytes = Packing::Gzip.pack(text.as_bytes());
            shards.write(&Done { input: i, bytes, ..Done::default() }).unwrap();
        }
        assert!(dir.path().join("a/x.jsonl.gz").exists(), "finished when the next archive began");
        assert!(!dir.path().join("pages.jsonl.gz").exists());
        shards.finish(false).unwrap();
        let read = |name: &str| {
            let file = fs::File::open(dir.path().join(name)).unwrap();
            std::io::read_to_string(flate2::read::MultiGzDecoder::new(file)).unwrap()
        };
        let texts = ["a/x.jsonl.gz", "pages.jsonl.gz", "a/x-2.jsonl.gz"].map(read);
        assert_eq!(texts, ["A", "BD", "C"]);
    }

    #[test]
    fn a_share_is_dealt_and_nothing_is_dealt_twice() {
        let mut dealt: Vec<usize> = Vec::new();
        for i in 1..=3 {
            let mut items: Vec<usize> = (0..10).collect();
            deal(&mut items, Some((i, 3)));
            dealt.extend(items);
        }
        dealt.sort_unstable();
        assert_eq!(dealt, (0..10).collect::<Vec<_>>());
    }
}
