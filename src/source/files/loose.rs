//! One HTML page that is a file of its own, plain or gzipped.

use crate::Result;
use crate::source::body::sniff;
use crate::source::bytes::{End, Memory, Next, Raw, Stream};
use crate::source::caps::Caps;
use crate::source::damage::{Damage, DamageKind};
use crate::source::event::Event;
use crate::source::record::{Location, Record};

/// A reader of one page. Its events are at most the page and one damage.
pub(crate) struct Loose {
    stream: Stream,
    caps: Caps,
    id: String,
    found: Option<Damage>,
    done: bool,
}

impl Loose {
    /// Reads the stream, whose first unit is begun, as the page `id`.
    pub fn new(stream: Stream, caps: Caps, id: String) -> Loose {
        Loose { stream, caps, id, found: None, done: false }
    }

    /// What it reads from.
    pub fn raw(&self) -> &Raw {
        self.stream.raw()
    }

    /// The memory of what it read from, for another.
    pub fn into_memory(self) -> Memory {
        self.stream.into_memory()
    }

    /// The next event; the page is put into `record`.
    pub fn read(&mut self, record: &mut Record) -> Result<Option<Event>> {
        if !self.done {
            self.done = true;
            if self.read_page(record)? {
                return Ok(Some(Event::Page(())));
            }
        }
        Ok(self.found.take().map(Event::Damage))
    }

    /// Joins all members of the file; false if one is invalid, and so the page.
    fn read_page(&mut self, record: &mut Record) -> Result<bool> {
        record.clear();
        loop {
            let room = self.caps.body - record.body.len();
            let more = self.stream.fill(room.saturating_add(1))?;
            let n = self.stream.data().len().min(room);
            record.body.extend_from_slice(&self.stream.data()[..n]);
            if more {
                self.report(
                    DamageKind::BodyCap,
                    format!("the first {} bytes are taken", self.caps.body),
                );
                break;
            }
            match self.stream.over() {
                Some(End::BadData) => {
                    self.report(DamageKind::BadGzip, "the compressed data is invalid".to_owned());
                    return Ok(false);
                }
                Some(End::BadChecksum) => {
                    let detail = "the checksum or the size is wrong".to_owned();
                    self.report(DamageKind::BadChecksum, detail);
                    return Ok(false);
                }
                Some(End::Truncated) => {
                    let detail =
                        format!("the file ends after {} bytes of the page", record.body.len());
                    self.report(DamageKind::Truncated, detail);
                    break;
                }
                Some(End::Whole) | None => {}
            }
            match self.stream.next_unit()? {
                Next::Unit => {}
                Next::End => break,
                Next::Garbage | Next::Zeros => {
                    let detail = "bytes behind the page that begin no gzip member".to_owned();
                    self.report(DamageKind::Garbage, detail);
                    break;
                }
            }
        }
        record.id.clone_from(&self.id);
        record.at = Location { file: self.stream.raw().path().clone(), offset: 0 };
        let cut = self.found.as_ref().filter(|damage| damage.kind != DamageKind::Garbage);
        record.truncated = cut.map(|damage| damage.kind.name().to_owned());
        record.is_foreign = sniff::is_other_format(&record.body);
        Ok(true)
    }

    fn report(&mut self, kind: DamageKind, detail: String) {
        let at = Location { file: self.stream.raw().path().clone(), offset: self.stream.unit() };
        self.found = Some(Damage { at, id: Some(self.id.clone()), kind, detail });
    }
}
