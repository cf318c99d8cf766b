//! SHA-256, by which a manifest knows files: the one that `sha256sum` prints.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use crate::source::remote::{self, Remote};
use crate::{Error, Result};

/// A digest of bytes on their way, and their number.
#[derive(Clone, Default)]
pub(super) struct Digest {
    hash: Sha256,
    pub bytes: u64,
}

impl Digest {
    pub fn add(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    /// Adds all that a file holds, here or in a store.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn add_file(&mut self, path: &Path) -> Result<()> {
        let copied = match remote::is_remote(path) {
            true => io::copy(&mut remote::open(path, &Remote::default())?, self),
            false => File::open(path).and_then(|mut file| io::copy(&mut file, self)),
        };
        copied.map(|_| ()).map_err(|error| Error::io(path, error))
    }

    /// The digest in hexadecimal digits.
    pub fn finish(self) -> String {
        HEXLOWER.encode(&self.hash.finalize())
    }
}

impl Write for Digest {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.add(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_one_of_the_standard() {
        let mut digest = Digest::default();
        digest.add(b"a");
        digest.add(b"bc");
        assert_eq!(digest.bytes, 3);
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(digest.finish(), expected, "FIPS 180-2, appendix B.1");
    }
}
