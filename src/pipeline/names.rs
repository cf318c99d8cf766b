//! What the outputs below a directory are called.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::output::{Layout, Packing, Writer, name};
use crate::source::{self, Container, Input};

/// What a shard of loose pages is called, before its suffix.
const LOOSE: &str = "pages";

/// Paths below an output directory, none given twice and none of the run's own files.
pub(super) struct Names {
    taken: HashSet<PathBuf>,
    is_pages: bool,
    of_page: &'static str,
    of_shard: String,
}

impl Names {
    /// Those of a format, packed so.
    pub fn of(writer: &dyn Writer, packing: Packing) -> Names {
        let is_pages = writer.layout() == Layout::Pages;
        let of_page = writer.suffix();
        let of_shard = if is_pages { String::new() } else { of_page.to_owned() + packing.suffix() };
        Names { taken: HashSet::new(), is_pages, of_page, of_shard }
    }

    /// A name for each input: of an archive its shard's, of a loose page that has a file of its own
    /// that file's; other loose pages have none.
    pub fn of_inputs(&mut self, inputs: &[Input]) -> Vec<Option<PathBuf>> {
        if self.is_pages {
            // A page or an archive may lie where another archive's directory would be.
            for input in inputs {
                let path = match is_loose(input) {
                    true => name::path(&source::page_id(&input.name), self.of_page),
                    false => name::path(stem(&input.name), &self.of_shard),
                };
                self.taken.extend(path.ancestors().skip(1).map(Path::to_path_buf));
            }
        }
        let mut names = vec![None; inputs.len()];
        for loose in [true, false] {
            let of_kind =
                inputs.iter().zip(&mut names).filter(|(input, _)| is_loose(input) == loose);
            for (input, name) in of_kind {
                *name = match loose {
                    true if !self.is_pages => None,
                    true => Some(self.unused(&source::page_id(&input.name), self.of_page)),
                    false => Some(self.of_shard(stem(&input.name))),
                };
            }
        }
        names
    }

    /// The next name for a shard of the loose pages of one job's share.
    pub fn of_loose(&mut self, share: &str) -> PathBuf {
        self.of_shard(&format!("{LOOSE}{share}"))
    }

    fn of_shard(&mut self, stem: &str) -> PathBuf {
        let suffix = self.of_shard.clone();
        self.unused(stem, &suffix)
    }

    /// A path for `stem` that was not given before: numbered from 2 on where it was.
    fn unused(&mut self, stem: &str, suffix: &str) -> PathBuf {
        unused(stem, suffix, |path| !is_own(path) && self.taken.insert(path.to_path_buf()))
    }
}

/// The first path for `stem` that can be taken: as it is, or numbered from 2 on.
pub(super) fn unused(stem: &str, suffix: &str, mut take: impl FnMut(&Path) -> bool) -> PathBuf {
    let numbered = (2..).map(|next| name::path(&format!("{stem}-{next}"), suffix));
    let mut paths = std::iter::once(name::path(stem, suffix)).chain(numbered);
    #[expect(clippy::expect_used, reason = "the numbers do not end before the memory does")]
    paths.find(|path| take(path)).expect("a number that is free")
}

/// Whether an input is a page that is its own file.
pub(super) fn is_loose(input: &Input) -> bool {
    input.container == Some(Container::Html)
}

/// An archive's name without the suffixes that say what it is.
fn stem(name: &str) -> &str {
    let name = source::without_packing(name);
    name.strip_suffix(".warc").or_else(|| name.strip_suffix(".arc")).unwrap_or(name)
}

/// The part of a manifest's name that tells the jobs apart that share a directory.
pub(super) fn share(share: Option<(usize, usize)>) -> String {
    share.map_or(String::new(), |(i, n)| format!("-{i}-of-{n}"))
}

/// Whether a path below an output directory is that of a file of the run's own, of whatever job.
pub(super) fn is_own(path: &Path) -> bool {
    let name = path.to_str().unwrap_or_default();
    let report = name.strip_prefix("damage").map(|rest| format!("manifest{rest}"));
    jobs(name).or_else(|| jobs(&report?)).is_some()
}

/// The number of jobs that share a directory, by the name of the manifest of one; 1 of one alone.
/// `None` if the name is not a manifest's.
pub(super) fn jobs(name: &str) -> Option<usize> {
    let share = name.strip_prefix("manifest")?.strip_suffix(".jsonl")?;
    if share.is_empty() {
        return Some(1);
    }
    let (i, n) = share.strip_prefix('-')?.split_once("-of-")?;
    i.parse::<usize>().ok()?;
    n.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::{Jsonl, Text};

    fn input(name: &str) -> Input {
        let is_page = name.ends_with(".html") || name.ends_with(".htm");
        let container = Some(if is_page { Container::Html } else { Container::Warc });
        Input {
            path: name.into(),
            name: name.into(),
            container,
            size: 1,
            member: None,
            found_in: None,
        }
    }

    fn names(writer: &dyn Writer, packing: Packing, inputs: &[&str]) -> Vec<String> {
        let inputs: Vec<Input> = inputs.iter().map(|name| input(name)).collect();
        let mut names = Names::of(writer, packing);
        let text =
            |path: Option<PathBuf>| path.map_or("-".into(), |path| path.display().to_string());
        names.of_inputs(&inputs).into_iter().map(text).collect()
    }

    #[test]
    fn archives_of_one_name_are_numbered() {
        let given = names(
            &Jsonl::default(),
            Packing::Gzip,
            &["a/x.warc.gz", "b.html", "a/x.arc", "c.html"],
        );
        assert_eq!(given, ["a/x.jsonl.gz", "-", "a/x-2.jsonl.gz", "-"]);
    }

    #[test]
    fn no_shard_is_called_as_a_file_of_the_runs_own() {
        let inputs =
            ["manifest.warc.gz", "damage.warc", "manifest-1-of-2.arc.gz", "a/manifest.arc"];
        let given = names(&Jsonl::default(), Packing::Plain, &inputs);
        let own = ["manifest-2.jsonl", "damage-2.jsonl", "manifest-1-of-2-2.jsonl"];
        assert_eq!(given, [&own[..], &["a/manifest.jsonl"]].concat());
        let packed = names(&Jsonl::default(), Packing::Gzip, &inputs[..1]);
        assert_eq!(packed, ["manifest.jsonl.gz"]);
        assert_eq!(names(&Text, Packing::Plain, &["damage.jsonl.warc"]), ["damage.jsonl-2"]);
    }

    #[test]
    fn a_file_a_page_leaves_no_two_in_one_place() {
        let inputs = ["x/1.html", "x.warc.gz", "a.html", "a.htm", "a.txt.warc", "y.arc", "y/z.arc"];
        let given = names(&Text, Packing::Plain, &inputs);
        assert_eq!(given, ["x/1.txt", "x-2", "a.txt", "a-2.txt", "a.txt-2", "y-2", "y/z"]);
    }
}
