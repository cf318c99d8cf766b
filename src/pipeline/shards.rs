//! Which output each input goes to: one stream for all, or in a directory a shard an archive and
//! one for all loose pages. As text a shard of a directory is a directory, with a file a page.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::job::Done;
use crate::output::sink::{self, Sink, Target};
use crate::output::{Format, name};
use crate::source::{Container, Input};
use crate::{Error, Result};

/// What the shard of all loose pages is called, before its suffix.
const LOOSE: &str = "pages";

/// The outputs of a run.
#[derive(Default)]
pub(super) struct Shards {
    /// The shard of each input.
    of_input: Vec<usize>,
    /// What each shard is.
    kinds: Vec<Kind>,
    /// The shard of the loose pages, which stays open to the end.
    loose: Option<usize>,
    /// The shards being written.
    open: Vec<(usize, Output)>,
    packed: bool,
}

enum Kind {
    Stdout,
    File(PathBuf),
    /// A directory of a file a page.
    Pages(PathBuf),
}

enum Output {
    Sink(Sink),
    /// The directory, and the paths in it that are taken.
    Pages {
        directory: PathBuf,
        taken: HashSet<PathBuf>,
    },
}

impl Shards {
    /// Names the outputs of all inputs.
    pub fn new(target: &Target, format: Format, inputs: &[Input]) -> Result<Shards> {
        let (kind, packed) = match target {
            Target::Stdout => (Kind::Stdout, false),
            Target::Stream(path) => (Kind::File(path.clone()), sink::is_packed(path)),
            Target::Directory(directory) => {
                fs::create_dir_all(directory).map_err(|error| Error::io(directory, error))?;
                return Ok(Shards::in_directory(directory, format, inputs));
            }
        };
        let of_input = vec![0; inputs.len()];
        let mut shards =
            Shards { of_input, kinds: vec![kind], loose: None, open: Vec::new(), packed };
        // One stream is there even if nothing is written to it.
        shards.output(0)?;
        Ok(shards)
    }

    fn in_directory(directory: &Path, format: Format, inputs: &[Input]) -> Shards {
        let packed = format == Format::Jsonl;
        let mut shards = Shards { packed, ..Shards::default() };
        let mut taken = HashSet::new();
        for input in inputs {
            let is_loose = input.container == Some(Container::Html);
            if let (true, Some(loose)) = (is_loose, shards.loose) {
                shards.of_input.push(loose);
                continue;
            }
            let shard = shards.kinds.len();
            shards.of_input.push(shard);
            if is_loose {
                shards.loose = Some(shard);
            }
            let stem = if is_loose { LOOSE } else { stem(&input.name) };
            shards.kinds.push(match format {
                Format::Text if is_loose => Kind::Pages(directory.to_owned()),
                Format::Text => Kind::Pages(directory.join(unused(&mut taken, stem, ""))),
                Format::Jsonl => {
                    let suffix = format.suffix().to_owned() + ".gz";
                    Kind::File(directory.join(unused(&mut taken, stem, &suffix)))
                }
            });
        }
        shards
    }

    /// Whether what is written must be gzip.
    pub fn is_packed(&self) -> bool {
        self.packed
    }

    /// Writes what came of a job.
    pub fn write(&mut self, done: &Done) -> Result<()> {
        match self.output(self.of_input[done.input])? {
            Output::Sink(sink) => sink.write(&done.bytes),
            Output::Pages { directory, taken } => {
                for (id, range) in &done.files {
                    let path = directory.join(unused(taken, id, Format::Text.suffix()));
                    sink::place(&path, &done.bytes[range.clone()])?;
                }
                Ok(())
            }
        }
    }

    /// Brings all that is open to its place; a file that an interrupted run began is taken away.
    pub fn finish(self, interrupted: bool) -> Result<()> {
        let outputs = self.open.into_iter().map(|(_, output)| output);
        outputs.filter(|_| !interrupted).try_for_each(Output::finish)
    }

    /// The output of a shard, opened if it is not; then the archive's before it is finished.
    fn output(&mut self, shard: usize) -> Result<&mut Output> {
        if self.open.iter().all(|(open, _)| *open != shard) {
            if let Some((_, done)) = self.open.pop_if(|(open, _)| Some(*open) != self.loose) {
                done.finish()?;
            }
            self.open.push((shard, self.kinds[shard].open()?));
            // The loose pages' stays at the front, so that an archive's is the last.
            self.open.sort_by_key(|(open, _)| Some(*open) != self.loose);
        }
        let at = self.open.iter().position(|(open, _)| *open == shard).unwrap_or_default();
        Ok(&mut self.open[at].1)
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

impl Output {
    fn finish(self) -> Result<()> {
        match self {
            Output::Sink(sink) => sink.finish(),
            Output::Pages { .. } => Ok(()),
        }
    }
}

/// An archive's name without the suffixes that say what it is.
fn stem(name: &str) -> &str {
    let name = name.strip_suffix(".gz").unwrap_or(name);
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
        let mut shards = Shards::new(&target, Format::Jsonl, &inputs).unwrap();
        for (i, text) in ["A", "B", "C", "D"].iter().enumerate() {
            let bytes = sink::pack(text.as_bytes());
            shards.write(&Done { bytes, ..Done::new(i) }).unwrap();
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
}
