//! Which output each input goes to: one stream for all, or in a directory a shard an archive and
//! shards of the loose pages. As a file a page a shard is a directory of files, or those that mirror
//! a part of the loose pages.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::Destination;
use super::names::{Names, is_loose, share};
use super::product::{Kind, Places, Stamp, places};
use crate::output::sink::Target;
use crate::output::{Layout, Packing, Writer};
use crate::source::{Input, remote};
use crate::{Error, Result};

/// The outputs of a run, and what goes to each.
pub(super) struct Allotment {
    pub shards: Vec<Shard>,
    /// What is to be read, in order.
    pub inputs: Vec<Allotted>,
    pub packing: Packing,
    /// Where the inputs of a directory lie, those of other jobs too.
    pub places: Places,
    /// The files of pages that other jobs write into the directory.
    pub of_others: HashSet<PathBuf>,
}

/// One output.
pub(super) struct Shard {
    /// What the manifest calls it: its path below the directory, with `/`. Of loose pages that have
    /// a file each it stands for all of them.
    pub name: String,
    pub kind: Kind,
    pub stamp: Stamp,
    /// Whether it is of loose pages.
    pub is_loose: bool,
}

/// An input, and where what comes of it goes.
pub(super) struct Allotted {
    pub input: Input,
    /// The index of its shard.
    pub shard: usize,
    /// Where a loose page that has a file of its own goes, below the directory.
    pub page: Option<PathBuf>,
}

impl Allotment {
    /// Names the outputs of all inputs, and takes those of this job's share.
    ///
    /// # Errors
    /// If the output is to be packed in a way that leafmill does not pack, or is a file a page in a
    /// store.
    pub fn new(
        destination: &Destination,
        writer: &dyn Writer,
        inputs: Vec<Input>,
    ) -> Result<Allotment> {
        let (kind, packing) = match &destination.target {
            Target::Stdout => (Kind::Stdout, Packing::Plain),
            Target::Stream(path) => {
                let packing = Packing::of(path)?;
                if writer.layout() == Layout::Table && packing != Packing::Plain {
                    return Err(Error::PackedTwice { path: path.clone() });
                }
                (Kind::File(path.clone()), packing)
            }
            Target::Directory(directory) => {
                if writer.layout() == Layout::Pages && remote::is_remote(directory) {
                    return Err(Error::PagesInStore { path: directory.clone() });
                }
                return Ok(Allotment::in_directory(destination, directory, writer, inputs));
            }
        };
        let inputs = deal(inputs, destination.share).into_iter();
        let inputs = inputs.map(|input| Allotted { input, shard: 0, page: None });
        let mut allotment = Allotment::empty(packing);
        allotment.inputs = inputs.collect();
        allotment.add(Path::new(""), kind, false);
        Ok(allotment)
    }

    fn in_directory(
        destination: &Destination,
        directory: &Path,
        writer: &dyn Writer,
        inputs: Vec<Input>,
    ) -> Allotment {
        let is_pages = writer.layout() == Layout::Pages;
        let packing = match writer.layout() {
            Layout::Pages | Layout::Table => Packing::Plain,
            Layout::Stream | Layout::Members => destination.packing,
        };
        let mut names = Names::of(writer, packing);
        // Names are given before the deal, so that no two jobs give the same.
        let given = names.of_inputs(&inputs);
        let mut allotment = Allotment::empty(packing);
        allotment.places = places(inputs.iter());
        if is_pages && destination.share.is_some() {
            allotment.of_others = given.iter().flatten().cloned().collect();
        }
        let named = deal(inputs.into_iter().zip(given).collect(), destination.share);
        let share = share(destination.share);
        // The shard of loose pages that is not full, and its bytes so far.
        let mut loose: Option<(usize, u64)> = None;
        for (input, name) in named {
            let (shard, page) = if is_loose(&input) {
                let (shard, bytes) = loose.unwrap_or_else(|| {
                    let name = names.of_loose(&share);
                    let aside = directory.join(format!(".loose{share}.part"));
                    let kind = match is_pages {
                        true => Kind::Pages { root: directory.to_path_buf(), aside },
                        false => Kind::File(directory.join(&name)),
                    };
                    (allotment.add(&name, kind, true), 0)
                });
                let bytes = bytes.saturating_add(input.size);
                loose = Some((shard, bytes)).filter(|_| bytes < destination.roll);
                (shard, name)
            } else {
                let name = name.unwrap_or_default();
                let (root, aside) =
                    (directory.join(&name), directory.join(format!(".archive{share}.part")));
                let kind = if is_pages { Kind::Pages { root, aside } } else { Kind::File(root) };
                (allotment.add(&name, kind, false), None)
            };
            if let Some(page) = &page {
                allotment.of_others.remove(page);
            }
            allotment.inputs.push(Allotted { input, shard, page });
        }
        allotment.stamp();
        allotment
    }

    fn empty(packing: Packing) -> Allotment {
        let (shards, inputs) = (Vec::new(), Vec::new());
        Allotment { shards, inputs, packing, places: Places::new(), of_others: HashSet::new() }
    }

    fn add(&mut self, name: &Path, kind: Kind, is_loose: bool) -> usize {
        let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
        let (name, stamp) = (parts.join("/"), Stamp::of(&[]));
        self.shards.push(Shard { name, kind, stamp, is_loose });
        self.shards.len() - 1
    }

    /// Gives each shard the stamp of its inputs.
    fn stamp(&mut self) {
        let mut of_shard = vec![Vec::new(); self.shards.len()];
        self.inputs.iter().for_each(|allotted| of_shard[allotted.shard].push(&allotted.input));
        for (shard, inputs) in self.shards.iter_mut().zip(of_shard) {
            shard.stamp = Stamp::of(&inputs);
        }
    }
}

/// Keeps one share of the items: the i-th of every n.
fn deal<T>(mut items: Vec<T>, share: Option<(usize, usize)>) -> Vec<T> {
    if let Some((i, n)) = share {
        let mut at = 0;
        items.retain(|_| {
            at += 1;
            at % n == i % n
        });
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::{Jsonl, Text};
    use crate::source::Container;

    /// The shards of twelve pages and an archive among them, with the names of their inputs.
    fn shards(writer: &dyn Writer, roll: u64, share: Option<(usize, usize)>) -> Vec<String> {
        let page = |i: usize| Input {
            path: format!("{i}.html").into(),
            name: format!("{i}.html"),
            container: Some(Container::Html),
            size: 10,
            member: None,
            found_in: None,
        };
        let mut inputs: Vec<Input> = (0..12).map(page).collect();
        inputs[5].container = Some(Container::Warc);
        inputs[5].name = "pages.warc".into();
        let target = Target::Directory("out".into());
        let destination = Destination { target, roll, share, ..Destination::default() };
        let allotment = Allotment::new(&destination, writer, inputs).unwrap();
        let of = |(at, shard): (usize, &Shard)| {
            let inputs = allotment.inputs.iter().filter(|allotted| allotted.shard == at);
            let names: Vec<_> = inputs.map(|allotted| allotted.input.name.as_str()).collect();
            let names = names.join(" ").replace(".html", "");
            format!("{}: {names}", shard.name)
        };
        allotment.shards.iter().enumerate().map(of).collect()
    }

    #[test]
    fn loose_pages_go_on_in_another_shard_when_one_is_full() {
        let all = ["pages-2.jsonl.gz: 0 1 2 3 4 6 7 8 9 10 11", "pages.jsonl.gz: pages.warc"];
        assert_eq!(shards(&Jsonl::default(), 1000, None), all);
        let rolled = shards(&Jsonl::default(), 45, None);
        let expected = [
            "pages-2.jsonl.gz: 0 1 2 3 4",
            "pages.jsonl.gz: pages.warc",
            "pages-3.jsonl.gz: 6 7 8 9 10",
            "pages-4.jsonl.gz: 11",
        ];
        assert_eq!(rolled, expected);
        assert_eq!(shards(&Text, 45, None).len(), 4);
    }

    #[test]
    fn a_share_is_dealt_and_nothing_is_dealt_twice() {
        let mut dealt: Vec<String> =
            (1..=3).flat_map(|i| shards(&Jsonl::default(), 1, Some((i, 3)))).collect();
        dealt.iter_mut().for_each(|shard| *shard = shard.split(": ").nth(1).unwrap().to_owned());
        dealt.sort_unstable();
        let all = ["0", "1", "10", "11", "2", "3", "4", "6", "7", "8", "9", "pages.warc"];
        assert_eq!(dealt, all);
    }
}
