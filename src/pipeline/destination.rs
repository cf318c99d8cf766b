//! Where a run writes, and how.

use std::path::{Path, PathBuf};

use super::Settings;
use crate::output::Packing;
use crate::output::sink::Target;

/// Where a run writes, and how.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Destination {
    /// What the output path stands for.
    pub target: Target,
    /// What the documents depend on that only the caller knows: the method, and the build of a program.
    /// What the recipe says, how inputs are read and what stands here a run adds itself. A directory whose
    /// finished shards were made with other settings is refused, so that no shard differs from its
    /// neighbours; where these name no method, its shards are made anew.
    pub settings: Settings,
    /// Other files that are written while the run goes on, as reports: none may be an input, or the output.
    pub beside: Vec<PathBuf>,
    /// Other files that are read, as lists of inputs and models: none may be written over.
    pub also_read: Vec<PathBuf>,
    /// Whether a directory's finished shards are made anew, whatever made them.
    pub fresh: bool,
    /// Whether finished shards are held against their digests, and not only against their sizes.
    pub verify: bool,
    /// Which share of the inputs this run takes, of how many: (1, 4) is the first of four.
    pub share: Option<(usize, usize)>,
    /// How a directory's shards are compressed; one file is as its name says.
    pub packing: Packing,
    /// After how many bytes of loose pages, as they lie on disk, another shard of them begins.
    pub roll: u64,
}

impl Destination {
    /// The `roll` of [`Destination::default`]: 1 GiB.
    pub const ROLL: u64 = 1 << 30;

    /// What `path` stands for: standard output (`-`), a directory (it ends in `/`, or is one), or a
    /// file.
    pub fn new(path: impl AsRef<Path>) -> Destination {
        Destination { target: Target::new(path.as_ref()), ..Destination::default() }
    }
}

impl Default for Destination {
    /// Standard output.
    fn default() -> Destination {
        Destination {
            target: Target::Stdout,
            settings: Settings::default(),
            beside: Vec::new(),
            also_read: Vec::new(),
            fresh: false,
            verify: false,
            share: None,
            packing: Packing::default(),
            roll: Destination::ROLL,
        }
    }
}
