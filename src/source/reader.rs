//! Reading one input, with buffers that are lent and used again.

use super::archive::{Archive, Format};
use super::bytes::{Memory, Raw, Stream};
use super::caps::Caps;
use super::damage::{Damage, DamageKind};
use super::event::{Event, PassedOver};
use super::files::container::{self, Container};
use super::files::{Input, Loose, STDIN, page_id};
use super::part::{Part, Span};
use super::reading::Reading;
use super::record::{Location, Record};
use super::remote;
use crate::{Error, Result};
use std::io::{self, Read};
use std::path::Path;

/// Goes through one input, event by event.
pub struct Reader {
    kind: Kind,
    /// Whether it was said that the input is broken.
    told: bool,
    /// Whether it was said that the input cannot be read to its end.
    has_failed: bool,
}

enum Kind {
    Archive(Box<Archive>),
    Loose(Box<Loose>),
    /// Nothing to read; why, if it is still to be said.
    Nothing(Option<PassedOver>),
}

impl Reader {
    /// Opens an input of a plan.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or it holds nothing that leafmill reads.
    pub fn open(input: &Input, caps: &Caps) -> Result<Reader> {
        Reader::with(input, &Reading { caps: *caps, ..Reading::default() })
    }

    /// As [`Reader::open`], read as `reading` says.
    ///
    /// # Errors
    ///
    /// As [`Reader::open`].
    pub fn with(input: &Input, reading: &Reading) -> Result<Reader> {
        Reader::open_in(Memory::default(), input, reading)
    }

    /// As [`Reader::with`], in the memory of another.
    pub(crate) fn open_in(memory: Memory, input: &Input, reading: &Reading) -> Result<Reader> {
        let raw = if input.path.as_os_str() == STDIN {
            Raw::stream(Box::new(io::stdin()), &input.path)
        } else if remote::is_remote(&input.path) {
            Raw::stream(remote::open(&input.path, &reading.remote)?, &input.path)
        } else {
            raw_from(input, 0)?
        };
        Reader::sniffed(memory, raw, &input.name, reading)
    }

    /// Opens a part of an input.
    ///
    /// # Errors
    ///
    /// As [`Reader::open`].
    pub fn part(input: &Input, part: Part, caps: &Caps) -> Result<Reader> {
        let reading = Reading { caps: *caps, ..Reading::default() };
        Reader::part_in(Memory::default(), input, part, &reading)
    }

    /// As [`Reader::part`], in the memory of another.
    pub(crate) fn part_in(
        memory: Memory,
        input: &Input,
        part: Part,
        reading: &Reading,
    ) -> Result<Reader> {
        if part == Part::WHOLE {
            return Reader::open_in(memory, input, reading);
        }
        let raw = raw_from(input, part.start)?;
        Reader::from_part(memory, raw, input.container, &input.name, part, reading)
    }

    /// Reads a part of an archive of gzip members from a stream that begins where the part does, such as
    /// a range of an object in a store; `name` is what ids and reports call the archive.
    ///
    /// # Errors
    ///
    /// The stream cannot be read.
    pub fn range(
        stream: Box<dyn Read + Send>,
        name: &str,
        container: Container,
        part: Part,
        caps: &Caps,
    ) -> Result<Reader> {
        let reading = Reading { caps: *caps, ..Reading::default() };
        let raw = Raw::range(stream, Path::new(name), part.start);
        Reader::from_part(Memory::default(), raw, Some(container), name, part, &reading)
    }

    fn from_part(
        memory: Memory,
        raw: Raw,
        container: Option<Container>,
        name: &str,
        part: Part,
        reading: &Reading,
    ) -> Result<Reader> {
        let format = match container {
            Some(Container::Arc) => Format::Arc,
            _ => Format::Warc,
        };
        let stream = Stream::packed(raw, memory);
        let mut archive = Archive::new(stream, format, reading, name.to_owned(), part.end);
        if !part.exact {
            archive.search(part.start)?;
        }
        Ok(Reader { kind: Kind::Archive(Box::new(archive)), told: false, has_failed: false })
    }

    /// Reads a stream; `name` is what ids and reports call it.
    ///
    /// # Errors
    ///
    /// The stream cannot be read, or it holds nothing that leafmill reads.
    pub fn stream(stream: Box<dyn Read + Send>, name: &str, caps: &Caps) -> Result<Reader> {
        let reading = Reading { caps: *caps, ..Reading::default() };
        Reader::sniffed(Memory::default(), Raw::stream(stream, Path::new(name)), name, &reading)
    }

    fn sniffed(memory: Memory, raw: Raw, name: &str, reading: &Reading) -> Result<Reader> {
        let mut stream = Stream::new(raw, memory)?;
        let archive = |stream, format| {
            let archive = Archive::new(stream, format, reading, name.to_owned(), u64::MAX);
            Kind::Archive(Box::new(archive))
        };
        let loose = |stream| Kind::Loose(Box::new(Loose::new(stream, reading.caps, page_id(name))));
        let mut container = container::sniff(&mut stream, name)?;
        if container == Container::Zip {
            if stream.raw().size().is_none() {
                return Err(Error::Unseekable { path: stream.raw().path().to_path_buf() });
            }
            // The list of what is in it is lost, or its members would be read and not this.
            container = container::damaged_zip(&mut stream)?;
        }
        if matches!(container, Container::Empty | Container::Foreign)
            && let Some(error) = stream.raw().failure()
        {
            return Err(error);
        }
        let kind = match container {
            Container::Warc => archive(stream, Format::Warc),
            Container::Arc => archive(stream, Format::Arc),
            Container::Html => loose(stream),
            Container::Empty => Kind::Nothing(Some(PassedOver::Empty)),
            Container::Zip | Container::Foreign => return Err(container::foreign(stream)?),
        };
        Ok(Reader { kind, told: false, has_failed: false })
    }

    /// The next event; a page is put into `record`, whose memory is reused. `None` at the end.
    ///
    /// # Errors
    ///
    /// Only if the input cannot be read, once all that was read of it is; bad data is an event.
    pub fn read(&mut self, record: &mut Record) -> Result<Option<Event>> {
        let event = match &mut self.kind {
            Kind::Archive(archive) => archive.read(record),
            Kind::Loose(loose) => loose.read(record).inspect(|_| {
                if loose.raw().failure().is_some() {
                    // Nothing else tells that it is cut.
                    record.truncated.get_or_insert_with(|| "unreadable".into());
                }
            }),
            Kind::Nothing(why) => Ok(why.take().map(Event::PassedOver)),
        }?;
        if event.is_some() {
            return Ok(event);
        }
        match self.raw().and_then(Raw::failure).filter(|_| !self.has_failed) {
            Some(error) => {
                self.has_failed = true;
                Err(error)
            }
            None => Ok(self.broken().map(Event::Damage)),
        }
    }

    /// That the end was not the input's but where it could be unpacked no further; said once.
    fn broken(&mut self) -> Option<Damage> {
        let raw = self.raw()?;
        let detail = raw.broken().filter(|_| !self.told)?.to_owned();
        let at = Location { file: raw.path().clone(), offset: raw.offset() };
        self.told = true;
        Some(Damage { at, id: None, kind: DamageKind::BadFrame, detail })
    }

    fn raw(&self) -> Option<&Raw> {
        match &self.kind {
            Kind::Archive(archive) => Some(archive.raw()),
            Kind::Loose(loose) => Some(loose.raw()),
            Kind::Nothing(_) => None,
        }
    }

    /// Where reading began and stopped, once the last event was read; see [`super::join`].
    pub fn span(&self) -> Span {
        match &self.kind {
            Kind::Archive(archive) => Span { begun: archive.begun(), stopped: archive.stopped() },
            Kind::Loose(_) | Kind::Nothing(_) => Span { begun: None, stopped: Some(u64::MAX) },
        }
    }

    /// Its memory, for another.
    pub(crate) fn into_memory(self) -> Memory {
        match self.kind {
            Kind::Archive(archive) => archive.into_memory(),
            Kind::Loose(loose) => loose.into_memory(),
            Kind::Nothing(_) => Memory::default(),
        }
    }

    /// How many bytes of the input, as it lies on disk, were read.
    pub(crate) fn offset(&self) -> u64 {
        self.raw().map_or(0, |raw| raw.read_on_disk())
    }

    /// Whether what was read last ended with a gzip member that lies on the disk as it is.
    pub(crate) fn is_between_members(&self) -> bool {
        let Kind::Archive(archive) = &self.kind else { return false };
        archive.is_between_members() && archive.raw().size().is_some()
    }
}

/// The bytes of a file, or of a member of one, from an offset on.
fn raw_from(input: &Input, offset: u64) -> Result<Raw> {
    match &input.member {
        Some(member) => Raw::member(&input.path, member, offset),
        None => Raw::file(&input.path, offset),
    }
}
