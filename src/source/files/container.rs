//! What a file is, by its first bytes; its name is asked only where they do not tell.

use crate::source::archive::Format;
use crate::source::body::sniff;
use crate::source::bytes::{End, Next, Stream};
use crate::{Error, Result};
use std::io;

/// How far into a file with an unreadable start the first good gzip member may be.
const DAMAGED_START: u64 = 64 << 10;
/// And into a zip file whose list of members is lost: others may lie before the first archive.
const DAMAGED_ZIP: u64 = 16 << 20;

/// What a zip file begins with: the head of its first member.
const ZIP: &[u8] = b"PK\x03\x04";

/// The kinds of files that leafmill tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Container {
    /// A WARC file, plain or gzipped in either way.
    Warc,
    /// An ARC file, plain or gzipped in either way.
    Arc,
    /// A zip file: a WACZ, if archives lie in it. What is read of it are these.
    Zip,
    /// One HTML page, plain or gzipped.
    Html,
    /// A file without content.
    Empty,
    /// Anything else.
    Foreign,
}

/// Tells what a stream of this name holds. Its first unit with content is begun and nothing of it consumed,
/// or the stream stands at its start again.
pub(crate) fn sniff(stream: &mut Stream, name: &str) -> Result<Container> {
    if !stream.is_packed() {
        let is_framed = stream.raw().is_framed();
        let data = stream.peek(sniff::PREFIX)?;
        if data.is_empty() {
            let is_broken = stream.raw().broken().is_some();
            return Ok(if is_broken { Container::Foreign } else { empty(name) });
        }
        if data.starts_with(ZIP) && !is_framed {
            return Ok(Container::Zip);
        }
        let container = classify(data, name);
        if container == Container::Foreign && !is_known(data) {
            return damaged_start(stream, DAMAGED_START);
        }
        stream.next_unit()?;
        return Ok(container);
    }
    while stream.next_unit()? == Next::Unit {
        stream.fill_exactly(sniff::PREFIX)?;
        if stream.data().is_empty() && stream.over() == Some(End::Whole) {
            continue;
        }
        return match classify(stream.data(), name) {
            Container::Foreign if stream.over().is_some_and(|end| end != End::Whole) => {
                damaged_start(stream, DAMAGED_START)
            }
            container => Ok(container),
        };
    }
    // Nothing but empty members, or a magic without a member behind it.
    match stream.peek(1)?.is_empty() {
        true => Ok(empty(name)),
        false => damaged_start(stream, DAMAGED_START),
    }
}

/// A file's name without the suffix that says how it is compressed.
pub(crate) fn without_packing(name: &str) -> &str {
    [".gz", ".zst", ".lz4"].iter().find_map(|suffix| name.strip_suffix(suffix)).unwrap_or(name)
}

/// Whether a file's name says that it is an archive, packed in whatever way.
pub(crate) fn is_called_archive(name: &str) -> bool {
    const PACKINGS: [&str; 7] = ["gz", "zst", "lz4", "bz2", "xz", "br", "zip"];
    let name = name.rsplit('/').next().unwrap_or(name).to_ascii_lowercase();
    let mut suffixes = name.rsplit('.').peekable();
    suffixes.next_if(|suffix| PACKINGS.contains(suffix));
    let is_archive = suffixes.next().is_some_and(|last| matches!(last, "warc" | "arc" | "wacz"));
    // A suffix has a name before it.
    is_archive && suffixes.next().is_some()
}

/// A page's file name without the suffixes that say it is one; `None` if it has none.
pub(crate) fn page_name(name: &str) -> Option<&str> {
    const SUFFIXES: [&str; 5] = [".html", ".htm", ".xhtml", ".xht", ".shtml"];
    let name = without_packing(name);
    SUFFIXES.iter().find_map(|suffix| {
        let (stem, end) = name.split_at_checked(name.len().checked_sub(suffix.len())?)?;
        end.eq_ignore_ascii_case(suffix).then_some(stem)
    })
}

/// A file without content is an empty page if its name says that it is one.
fn empty(name: &str) -> Container {
    if page_name(name).is_some() { Container::Html } else { Container::Empty }
}

fn classify(data: &[u8], name: &str) -> Container {
    let newlines = data.iter().take_while(|b| b"\r\n".contains(b)).count();
    let data = &data[newlines..];
    // What an editor puts before a text costs an archive its first record.
    if data.strip_prefix("\u{feff}".as_bytes()).unwrap_or(data).starts_with(b"WARC/") {
        Container::Warc
    } else if Format::Arc.opens(data) {
        Container::Arc
    } else if sniff::is_html(data) || page_name(name).is_some() && !sniff::is_other_format(data) {
        Container::Html
    } else {
        Container::Foreign
    }
}

/// Archives of another kind may hold gzip members as they are.
fn is_known(data: &[u8]) -> bool {
    data.starts_with(b"PK") || data.get(257..262) == Some(b"ustar")
}

/// What a zip file is whose list of members is lost: still an archive, if a member of one is soon
/// found in it.
pub(crate) fn damaged_zip(stream: &mut Stream) -> Result<Container> {
    damaged_start(stream, DAMAGED_ZIP)
}

/// A file whose first member is unreadable is still an archive if a good one follows soon: before
/// `limit`.
fn damaged_start(stream: &mut Stream, limit: u64) -> Result<Container> {
    for (format, container) in [(Format::Warc, Container::Warc), (Format::Arc, Container::Arc)] {
        let found = stream.restart()? && stream.resync(0, limit, |data| format.opens(data))?;
        if found && stream.restart()? {
            return Ok(container);
        }
    }
    stream.restart()?;
    Ok(Container::Foreign)
}

/// The error for an input that is no container, with its first bytes, unpacked if that could be.
pub(crate) fn foreign(mut stream: Stream) -> Result<Error> {
    const SHOWN: usize = 16;
    if let Some(why) = stream.raw().broken() {
        let error = io::Error::new(io::ErrorKind::InvalidData, why);
        return Ok(Error::io(stream.raw().path(), error));
    }
    let unpacked = stream.data();
    let first = match unpacked.is_empty() {
        true => stream.peek(SHOWN)?,
        false => &unpacked[..unpacked.len().min(SHOWN)],
    };
    let first_bytes = first.escape_ascii().to_string();
    Ok(Error::Container { path: stream.raw().path().to_path_buf(), first_bytes })
}
