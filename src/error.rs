//! What ends a run: a bad disk, a bad command line, a bad data set.
//!
//! A bad page is not here: damage is counted, located and reported by [`crate::source`], and the
//! run goes on.

use std::io;
use std::path::{Path, PathBuf};

/// The result of everything in leafmill that can end a run.
pub type Result<T> = std::result::Result<T, Error>;

/// An error that ends a run. Each says where it happened and what can be done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file or directory could not be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// Another process is writing a file or into a directory.
    #[error("{}: another run is writing here; wait for it, or give another output", path.display())]
    Claimed {
        /// The file that it holds.
        path: PathBuf,
    },
    /// A file that is to be written is one that is read, or another output.
    #[error("{}: this run reads or writes it already; give another output", path.display())]
    Overwrite {
        /// The file.
        path: PathBuf,
    },
    /// A file in an output directory has the name of one of the run's own, and is none.
    #[error("{}: not written by leafmill; move it, or give another directory", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// An output directory is divided among jobs in another way.
    #[error(
        "{}: the shards here were made by jobs divided otherwise; \
         divide them (--shard) as then, or give another directory", path.display()
    )]
    Division {
        /// The manifest of such a job.
        path: PathBuf,
    },
    /// A file is no container that leafmill reads.
    #[error("{}: not a WARC, ARC or HTML file: {}", path.display(), begins(first_bytes))]
    Container {
        /// The file.
        path: PathBuf,
        /// Its first bytes, escaped for display.
        first_bytes: String,
    },
    /// A zip file comes as a stream, and the list of what is in it is at its end.
    #[error(
        "{}: a zip file, such as a WACZ, is read by the list at its end: give it as a file",
        path.display()
    )]
    Unseekable {
        /// The stream or the URL.
        path: PathBuf,
    },
    /// An output directory holds shards that were made with other settings.
    #[error(
        "{}: the shards here were made with `{then}`, not `{now}`; \
         give --fresh to make them anew, or another directory", path.display()
    )]
    Settings {
        /// The manifest.
        path: PathBuf,
        /// The settings it names.
        then: String,
        /// Those of this run.
        now: String,
    },
    /// A shard of an output directory was made of inputs that this run does not read, and would be replaced.
    #[error(
        "{}: made of {then}, which this run does not read, and would be replaced by what comes of {now}; \
         give another directory, or --fresh to make this one anew", path.display()
    )]
    OtherInputs {
        /// The shard.
        path: PathBuf,
        /// Where an input of it lay.
        then: String,
        /// Where one of this run's lies.
        now: String,
    },
    /// An output asks for zstd, which this build does not have.
    #[error("this leafmill is built without zstd: build it with `--features zstd`, or use gzip")]
    WithoutZstd,
    /// An output's name asks for a way of packing that leafmill does not write.
    #[error("{}: only .gz and .zst are packed; any other name is written plain", path.display())]
    Packing {
        /// The output.
        path: PathBuf,
    },
    /// An output asks for Parquet, which this build does not have.
    #[error("this leafmill is built without Parquet: build it with `--features parquet`")]
    WithoutParquet,
    /// An output's name asks to pack what is packed in itself.
    #[error("{}: Parquet packs its columns itself; give a name without .gz or .zst", path.display())]
    PackedTwice {
        /// The output.
        path: PathBuf,
    },
    /// An input or output is a URL, which this build does not read or write.
    #[error("{}: this leafmill is built without it: build it with `--features remote`", path.display())]
    WithoutRemote {
        /// The URL.
        path: PathBuf,
    },
    /// A store is to have a file a page, which its objects are too dear for.
    #[error("{}: a file a page is not written to a store; give another --format", path.display())]
    PagesInStore {
        /// The output.
        path: PathBuf,
    },
    /// A method spec does not parse, or a parameter is unknown or out of range.
    #[error("spec `{spec}`: {message}")]
    Spec {
        /// The spec as given.
        spec: String,
        /// What is wrong, and what would be valid.
        message: String,
    },
    /// An argument of the command line does not go with the others, or with what there is.
    #[error("`{argument}`: {message}")]
    Argument {
        /// The argument.
        argument: String,
        /// What is wrong, and what would be valid.
        message: String,
    },
    /// No page goes by the name that was given.
    #[error("`{name}`: {message}")]
    NoPage {
        /// The name as given.
        name: String,
        /// Where it was looked for, and how a page is named.
        message: String,
    },
    /// A data set, gold file, model file or list is not of the form it claims.
    #[error("{}: {message}", path.display())]
    Dataset {
        /// The file or directory.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
}

impl Error {
    /// Wraps what the operating system said with the path it said it of.
    pub fn io(path: impl AsRef<Path>, source: io::Error) -> Error {
        Error::Io { path: path.as_ref().to_path_buf(), source }
    }

    /// A data set, gold file or model file that is not of the form it claims.
    pub fn dataset(path: impl AsRef<Path>, message: impl Into<String>) -> Error {
        Error::Dataset { path: path.as_ref().to_path_buf(), message: message.into() }
    }
}

/// What a file begins with, and what packs it where that is something that leafmill does not unpack.
fn begins(first_bytes: &str) -> String {
    const PACKERS: [(&str, &str); 2] = [("BZh", "bzip2"), (r"\xfd7zXZ\x00", "xz")];
    let packer = PACKERS.iter().find(|(begin, _)| first_bytes.starts_with(begin));
    let unpack = packer.map(|(_, name)| format!(": {name}, unpack it first")).unwrap_or_default();
    format!("it begins with \"{first_bytes}\"{unpack}")
}
