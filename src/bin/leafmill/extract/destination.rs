//! The options that say where documents go.

use std::path::{Path, PathBuf};

use leafmill::internals::extract::Values;
use leafmill::output::{Packing, Target};
use leafmill::pipeline::Destination;
use leafmill::{Result, Spec};

use super::caps::bytes;

/// Where documents go.
#[derive(clap::Args)]
pub struct DestinationArgs {
    /// Where to: - for standard output, a directory (ending in /, or there already), or a file
    /// (compressed if it ends in .gz or .zst)
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Make all shards of a directory anew, also those that are finished
    #[arg(long)]
    fresh: bool,
    /// Hold the finished shards of a directory against their digests too, not only their sizes
    #[arg(long, conflicts_with = "fresh")]
    verify: bool,
    /// In a directory, begin another shard of loose pages after so many bytes of them (suffixes K,
    /// M, G)
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = bytes)]
    roll: usize,
    /// Take only the I-th of every N inputs, for jobs that share one output directory
    #[arg(long, value_name = "I/N", value_parser = share)]
    shard: Option<(usize, usize)>,
}

impl DestinationArgs {
    /// The file that is written, if it is one: nothing of it is there before all is.
    pub fn file(&self) -> Option<&Path> {
        match Destination::new(&self.output).target {
            Target::Stream(path) if !path.exists() || path.is_file() => Some(&self.output),
            _ => None,
        }
    }

    /// Where the documents of a pipeline go whose extractor a spec names.
    ///
    /// # Errors
    /// If a file that the spec names cannot be read.
    pub fn of(&self, spec: &Spec, packing: Packing) -> Result<Destination> {
        let mut destination = Destination::new(&self.output);
        destination.settings.set("build", super::super::build());
        destination.settings.set_method(spec)?;
        destination.also_read = files(spec)?;
        destination.fresh = self.fresh;
        destination.verify = self.verify;
        destination.share = self.shard;
        destination.packing = packing;
        destination.roll = self.roll as u64;
        Ok(destination)
    }
}

/// The files that a spec names: of settings, and those that are named there.
fn files(spec: &Spec) -> Result<Vec<PathBuf>> {
    let settled = spec.method()?.settled(spec)?;
    let of_files = settled.iter().filter(|(parameter, _)| parameter.values == Values::File);
    let (names, values): (Vec<_>, Vec<_>) =
        of_files.map(|(parameter, value)| (parameter.name, PathBuf::from(value))).unzip();
    let given = spec.overrides().iter().filter(|(name, _)| names.contains(&name.as_str()));
    Ok(given.map(|(_, value)| PathBuf::from(value)).chain(values).collect())
}

/// `I/N`: the I-th of N.
fn share(text: &str) -> std::result::Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    parts.filter(|&(i, n)| (1..=n).contains(&i)).ok_or("I/N, such as 1/4 to 4/4".into())
}
