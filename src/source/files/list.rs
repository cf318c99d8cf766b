//! A file that lists inputs.

use super::STDIN;
use crate::source::bytes::unpacked;
use crate::{Error, Result};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The inputs that a file lists, a line each, plain or gzipped, with `prefix` before each: as Common
/// Crawl's `warc.paths.gz` does. Of `-` it is standard input that lists them.
///
/// # Errors
///
/// The file cannot be read, or is not text.
pub fn list(path: &Path, prefix: &str) -> Result<Vec<PathBuf>> {
    let io = |error| Error::io(path, error);
    let file: Box<dyn Read> = match path.as_os_str() == STDIN {
        true => Box::new(io::stdin()),
        false => Box::new(File::open(path).map_err(io)?),
    };
    let mut inputs = Vec::new();
    for line in BufReader::new(unpacked(BufReader::new(file)).map_err(io)?).lines() {
        let line = line.map_err(io)?;
        let line = line.trim();
        if !line.is_empty() {
            inputs.push(PathBuf::from(format!("{prefix}{line}")));
        }
    }
    Ok(inputs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    #[test]
    fn a_line_is_an_input_packed_or_not() {
        let dir = tempfile::tempdir().unwrap();
        let lines = "crawl/a.warc.gz\r\n\ncrawl/b.warc.gz";
        let (plain, packed) = (dir.path().join("plain"), dir.path().join("packed"));
        std::fs::write(&plain, lines).unwrap();
        let mut gzip = GzEncoder::new(File::create(&packed).unwrap(), Compression::fast());
        gzip.write_all(lines.as_bytes()).unwrap();
        gzip.finish().unwrap();
        let expected = ["/data/crawl/a.warc.gz", "/data/crawl/b.warc.gz"].map(PathBuf::from);
        assert_eq!(list(&plain, "/data/").unwrap(), expected);
        assert_eq!(list(&packed, "/data/").unwrap(), expected);
        assert!(list(&dir.path().join("none"), "").is_err());
    }
}
