//! Compression of outputs.
//!
//! Everything packed is a whole gzip member or zstd frame, and members and frames follow one
//! another in a file: so workers compress, and the file's bytes do not depend on their number. No
//! member carries a name or a time.

use std::io::Write;
use std::path::Path;

use flate2::{Compression, GzBuilder};

use crate::{Error, Result};

/// How an output is compressed. The default is that of the shards in a directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Packing {
    /// Not at all.
    Plain,
    /// gzip members.
    #[default]
    Gzip,
    /// zstd frames.
    #[cfg(feature = "zstd")]
    Zstd,
}

/// What the names of packed files end in, in the ways that leafmill does not pack.
const OTHERS: [&str; 12] =
    ["7z", "Z", "br", "bz2", "lz", "lz4", "lzma", "lzo", "rar", "sz", "xz", "zip"];

impl Packing {
    /// What the name of an output asks for: `.gz`, `.zst`, or nothing.
    ///
    /// # Errors
    /// If it asks for zstd and leafmill was built without, or for what leafmill does not pack.
    pub fn of(path: &Path) -> Result<Packing> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("gz") => Ok(Packing::Gzip),
            Some("zst") => Packing::zstd(),
            Some(other) if OTHERS.contains(&other) => {
                Err(Error::Packing { path: path.to_path_buf() })
            }
            _ => Ok(Packing::Plain),
        }
    }

    /// zstd frames.
    ///
    /// # Errors
    /// If leafmill was built without.
    pub fn zstd() -> Result<Packing> {
        #[cfg(feature = "zstd")]
        return Ok(Packing::Zstd);
        #[cfg(not(feature = "zstd"))]
        Err(Error::WithoutZstd)
    }

    /// What the name of a packed file ends in, with its dot.
    pub fn suffix(self) -> &'static str {
        match self {
            Packing::Plain => "",
            Packing::Gzip => ".gz",
            #[cfg(feature = "zstd")]
            Packing::Zstd => ".zst",
        }
    }

    /// The bytes, compressed as one member or frame; for nothing too.
    pub fn pack(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Packing::Plain => bytes.to_vec(),
            Packing::Gzip => member(bytes),
            #[cfg(feature = "zstd")]
            Packing::Zstd => frame(bytes),
        }
    }
}

fn member(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzBuilder::new().write(Vec::new(), Compression::default());
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    #[expect(clippy::expect_used, reason = "writing into memory cannot fail")]
    packed.expect("gzip into memory")
}

#[cfg(feature = "zstd")]
fn frame(bytes: &[u8]) -> Vec<u8> {
    #[expect(clippy::expect_used, reason = "writing into memory cannot fail")]
    zstd::encode_all(bytes, zstd::DEFAULT_COMPRESSION_LEVEL).expect("zstd into memory")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_how_its_file_is_packed() {
        let of = |name: &str| Packing::of(Path::new(name));
        assert_eq!(of("x.jsonl.gz").unwrap(), Packing::Gzip);
        assert_eq!(of("x.jsonl").unwrap(), Packing::Plain);
        assert_eq!(of("gz").unwrap(), Packing::Plain);
        for name in ["x.jsonl.bz2", "x.xz", "x.lz4"] {
            assert!(matches!(of(name), Err(Error::Packing { .. })), "{name}");
        }
    }
}
