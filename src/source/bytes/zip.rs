//! The members of a zip file, as they lie in it: stored, or packed with deflate.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use crc32fast::Hasher;
use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, ZipArchive, ZipArchiveEntryWayfinder};

use crate::{Error, Result};

/// Bytes unpacked at a time: what one call has unpacked when it meets damage is lost.
const STEP: usize = 16 << 10;

/// A file inside a zip file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Member {
    /// What the zip file calls it.
    pub name: String,
    /// Its bytes, its packing undone, as far as the zip file knows.
    pub size: u64,
    /// Offset of its first byte in the zip file.
    start: u64,
    /// Bytes that it takes in the zip file.
    stored: u64,
    /// How it is packed, and the checksum of what it unpacks to.
    packed: Option<u32>,
}

impl Member {
    /// Where it lies, if it is not packed: offset and bytes.
    pub fn range(&self) -> Option<(u64, u64)> {
        self.packed.is_none().then_some((self.start, self.stored))
    }

    /// Offset of its first byte in the zip file.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// Offset behind its last byte in the zip file.
    pub fn end(&self) -> u64 {
        self.start.saturating_add(self.stored)
    }

    /// What it unpacks to, from the zip file at `path`; that it was damaged is an error at the end of
    /// what could be unpacked.
    ///
    /// # Errors
    /// If the zip file cannot be read.
    pub fn unpacked(&self, path: &Path) -> Result<Box<dyn Read + Send>> {
        let mut file = File::open(path).map_err(|error| Error::io(path, error))?;
        file.seek(SeekFrom::Start(self.start)).map_err(|error| Error::io(path, error))?;
        let inflate = DeflateDecoder::new(BufReader::new(file.take(self.stored)));
        Ok(Box::new(Inflated { inflate, crc: Hasher::new(), stored: self.packed }))
    }
}

/// Unpacks a member, and compares its checksum at the end.
struct Inflated {
    inflate: DeflateDecoder<BufReader<io::Take<File>>>,
    crc: Hasher,
    /// The checksum to compare, until it was.
    stored: Option<u32>,
}

impl Read for Inflated {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let most = out.len().min(STEP);
        let read = self.inflate.read(&mut out[..most])?;
        self.crc.update(&out[..read]);
        if read == 0
            && !out.is_empty()
            && self.stored.take().is_some_and(|crc| crc != self.crc.clone().finalize())
        {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the checksum is wrong"));
        }
        Ok(read)
    }
}

/// What a zip file has below a directory of it: each member, or why that one cannot be read.
pub(crate) type Members = Vec<(String, std::result::Result<Member, String>)>;

/// The members of a zip file below `directory`, in the order in which they lie in it, or why its list
/// of them cannot be read.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn members(
    path: &Path,
    directory: &str,
) -> Result<std::result::Result<Members, String>> {
    let file = File::open(path).map_err(|error| Error::io(path, error))?;
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    Ok(listed(file, directory, &mut buffer).map_err(|error| error.to_string()))
}

fn listed(
    file: File,
    directory: &str,
    buffer: &mut [u8],
) -> std::result::Result<Members, rawzip::Error> {
    let zip = ZipArchive::from_file(file, buffer)?;
    let mut found = Vec::new();
    let mut entries = zip.entries(buffer);
    while let Some(entry) = entries.next_entry()? {
        let name = String::from_utf8_lossy(entry.file_path().as_ref()).into_owned();
        if !name.starts_with(directory) || entry.is_dir() {
            continue;
        }
        let how = Packed {
            method: entry.compression_method(),
            is_encrypted: entry.flags().is_encrypted(),
            crc: entry.crc32(),
            size: entry.uncompressed_size_hint(),
        };
        found.push((name, how, entry.wayfinder()));
    }
    let member = |(name, how, place): (String, Packed, _)| {
        let member = how.member(&zip, &name, place);
        (name, member)
    };
    let mut members: Members = found.into_iter().map(member).collect();
    members.sort_by_key(|(_, member)| member.as_ref().map_or(0, Member::start));
    Ok(members)
}

/// How the list says that a member is packed.
struct Packed {
    method: CompressionMethod,
    is_encrypted: bool,
    crc: u32,
    size: u64,
}

impl Packed {
    /// The member itself, whose own head is read to know where it begins.
    fn member<R: rawzip::ReaderAt>(
        &self,
        zip: &ZipArchive<R>,
        name: &str,
        place: ZipArchiveEntryWayfinder,
    ) -> std::result::Result<Member, String> {
        if self.is_encrypted {
            return Err("it is encrypted".into());
        }
        let packed = match self.method {
            CompressionMethod::STORE => None,
            CompressionMethod::DEFLATE => Some(self.crc),
            other => return Err(format!("it is packed by method {}", other.as_u16())),
        };
        let entry = zip.get_entry(place).map_err(|error| error.to_string())?;
        let (start, end) = entry.compressed_data_range();
        let stored = end.saturating_sub(start);
        let size = if packed.is_some() { self.size } else { stored };
        Ok(Member { name: name.to_owned(), size, start, stored, packed })
    }
}
