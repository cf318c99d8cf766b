//! A file that lists inputs.

use super::STDIN;
use crate::source::bytes::unpacked;
use crate::{Error, Result};
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// What archives and pages begin with, of which each line would be taken for an input.
const NO_LIST: [&str; 3] = ["WARC/", "filedesc:", "<"];

/// The inputs that a file lists, a line each, plain or gzipped, with `prefix` before each: as Common
/// Crawl's `warc.paths.gz` does. A line that begins with `#` is a comment. Where a NUL ends each
/// input (`find -print0`), all that is before it is its path. Of `-` it is standard input that lists
/// them.
///
/// # Errors
///
/// The file cannot be read, is not text, or is itself an archive or a page.
pub fn list(path: &Path, prefix: &str) -> Result<Vec<PathBuf>> {
    let io = |error| Error::io(path, error);
    let file: Box<dyn Read> = match path.as_os_str() == STDIN {
        true => Box::new(io::stdin()),
        false => Box::new(File::open(path).map_err(io)?),
    };
    let mut lines = BufReader::new(unpacked(BufReader::new(file)).map_err(io)?);
    let begin = lines.fill_buf().map_err(io)?;
    if NO_LIST.iter().any(|no_list| begin.trim_ascii_start().starts_with(no_list.as_bytes())) {
        let message = "an archive or a page, and no list of inputs: name it without --from";
        return Err(Error::dataset(path, message));
    }
    let end = if begin.contains(&0) { 0 } else { b'\n' };
    let (mut inputs, mut line) = (Vec::new(), Vec::new());
    while lines.read_until(end, &mut line).map_err(io)? > 0 {
        let text = std::str::from_utf8(line.strip_suffix(&[end]).unwrap_or(&line));
        let text = text.map_err(|error| io(io::Error::new(ErrorKind::InvalidData, error)))?;
        let text = if end == 0 { text } else { text.trim() };
        if !(text.is_empty() || end != 0 && text.starts_with('#')) {
            inputs.push(PathBuf::from(format!("{prefix}{text}")));
        }
        line.clear();
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
        let lines = "# of May\ncrawl/a.warc.gz\r\n\ncrawl/b.warc.gz";
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

    #[test]
    fn a_nul_ends_an_input_whose_name_may_be_anything() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("print0");
        std::fs::write(&path, "#a\nb.html\0 c.html\0").unwrap();
        assert_eq!(list(&path, "").unwrap(), ["#a\nb.html", " c.html"].map(PathBuf::from));
    }
}
