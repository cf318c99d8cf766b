//! Reading WARC and ARC files record by record, on past whatever is damaged.
//!
//! A record is *framed* (header, body, what follows it), then *judged* ([`crate::source::body`]). Framing
//! believes a claimed length only if it leads to a next record or to the end. Whatever it finds
//! wrong becomes [`Damage`], and it goes on at the next place where a record surely begins.

use super::format::Format;
use super::head::{Extent, Head, Role};
use crate::Result;
use crate::source::body::{Claim, Judge, Verdict};
use crate::source::bytes::{End, Memory, Raw, Stream};
use crate::source::damage::{Damage, DamageKind};
use crate::source::event::{Event, PassedOver};
use crate::source::reading::Reading;
use crate::source::record::{Location, Record, RecordType, set};
use std::collections::VecDeque;
use std::ops::Range;

/// A reader of one archive file, or of a part of it.
pub(crate) struct Archive {
    pub(super) stream: Stream,
    pub(super) format: Format,
    reading: Reading,
    /// What `file:offset` ids call the file.
    name: String,
    pub(super) head: Head,
    judge: Judge,
    found: VecDeque<Damage>,
    pub(super) in_unit: bool,
    /// Members that start at or after this offset are another part's.
    pub(super) limit: u64,
    /// How far members that failed were read, and how many of them overlap.
    pub(super) failed_to: u64,
    pub(super) failures: u32,
    /// Whether the end of the unit was reported with its last record.
    pub(super) told: bool,
    pub(super) begun: Option<u64>,
    pub(super) searching: bool,
}

/// What a record's framing came to.
pub(crate) struct Frame {
    /// Bytes of the header.
    pub head: usize,
    /// Bytes of the body that are at hand.
    pub body: usize,
    /// What cut the body, if it is not all there.
    pub cut: Option<DamageKind>,
    /// Whether bytes of no record follow it.
    pub strays: bool,
}

impl Archive {
    /// Reads the units of `stream` that start before `limit`. The first is begun already if the
    /// stream was looked at.
    pub fn new(
        stream: Stream,
        format: Format,
        reading: &Reading,
        name: String,
        limit: u64,
    ) -> Archive {
        let in_unit = stream.over().is_none() || !stream.data().is_empty();
        Archive {
            in_unit,
            begun: in_unit.then(|| stream.unit()),
            stream,
            format,
            reading: *reading,
            name,
            head: Head::default(),
            judge: Judge::default(),
            found: VecDeque::new(),
            limit,
            failed_to: 0,
            failures: 0,
            told: false,
            searching: false,
        }
    }

    /// Moves to the first member at or after `from` that surely is one.
    pub fn search(&mut self, from: u64) -> Result<()> {
        let format = self.format;
        self.searching = !self.stream.resync(from, self.limit, |data| format.opens(data))?;
        Ok(())
    }

    /// Offset of the first member that was read, if there was one.
    pub fn begun(&self) -> Option<u64> {
        self.begun
    }

    /// Offset at which reading stopped: where the next member should begin. `None` if a next
    /// member was still being searched for.
    pub fn stopped(&self) -> Option<u64> {
        (!self.searching).then(|| self.raw().offset())
    }

    /// What it reads from.
    pub fn raw(&self) -> &Raw {
        self.stream.raw()
    }

    /// The memory of what it read from, for another.
    pub fn into_memory(self) -> Memory {
        self.stream.into_memory()
    }

    /// Whether what was read last ended with a gzip member.
    pub fn is_between_members(&self) -> bool {
        self.stream.is_packed() && !self.in_unit
    }

    /// The next event; a page's record is put into `record`.
    pub fn read(&mut self, record: &mut Record) -> Result<Option<Event>> {
        loop {
            if let Some(damage) = self.found.pop_front() {
                return Ok(Some(Event::Damage(damage)));
            }
            if self.in_unit {
                if let Some(event) = self.read_record(record)? {
                    return Ok(Some(event));
                }
            } else if !self.next_unit()? && self.found.is_empty() {
                return Ok(None);
            }
        }
    }

    /// The event of the record at the position, or `None` if the unit holds no more of them.
    fn read_record(&mut self, record: &mut Record) -> Result<Option<Event>> {
        self.skip_newlines()?;
        if !self.stream.fill(1)? {
            self.end_unit()?;
            return Ok(None);
        }
        let at = self.stream.position();
        let Some(head) = self.read_head(at)? else { return Ok(None) };
        let length = self.head.length.unwrap_or_default();
        let cap = self.reading.caps.body;
        if length > cap as u64 && self.stream.fill(head + cap)? {
            return self.read_oversized(record, at, head, length);
        }
        let Some(frame) = self.frame(at, head, length)? else { return Ok(None) };
        let (event, body) = self.judge(record, at, &frame);
        let end = frame.head + frame.body;
        match body {
            Some(place) => self.stream.hand_over(place, &mut record.body),
            None => self.stream.consume(end),
        }
        if frame.strays {
            self.seek_record()?;
        }
        self.skip_newlines()?;
        if self.stream.data().is_empty() && self.stream.over() == Some(End::Whole) {
            self.in_unit = false;
        }
        // What is wrong with the unit from here on is not this record's.
        self.head.clear();
        Ok(event)
    }

    fn skip_newlines(&mut self) -> Result<()> {
        while self.stream.fill(1)? {
            let n = self.stream.data().iter().take_while(|b| b"\r\n".contains(b)).count();
            let all = n == self.stream.data().len();
            self.stream.consume(n);
            if !all {
                break;
            }
        }
        Ok(())
    }

    /// Reads the header at the position into `self.head`: its length, or `None` if there is none
    /// and the reader has moved on.
    fn read_head(&mut self, at: u64) -> Result<Option<usize>> {
        let (kind, detail) = loop {
            match self.format.extent(self.stream.data(), &self.reading.caps) {
                Extent::Whole(len) if !self.format.opens(&self.stream.data()[..len]) => {
                    break (DamageKind::Garbage, "no record begins here".to_owned());
                }
                Extent::Whole(len) => {
                    self.format.parse(&self.stream.data()[..len], &mut self.head);
                    if self.head.length.is_some() {
                        return Ok(Some(len));
                    }
                    let detail = match self.head.length_text.as_str() {
                        "" => "the header has no Content-Length".to_owned(),
                        text => format!("Content-Length is {text:?}"),
                    };
                    break (DamageKind::BadHeader, detail);
                }
                Extent::Bad(kind, detail) => break (kind, detail),
                Extent::Partial => {
                    let n = self.stream.data().len();
                    if !self.stream.fill(n + n.max(512))? && self.stream.data().len() == n {
                        return self.cut_head(at);
                    }
                }
            }
        };
        let id = self.known_id().filter(|_| kind == DamageKind::BadHeader);
        self.report(at, id, kind, detail);
        self.seek_record()?;
        Ok(None)
    }

    /// The unit ends inside a header.
    fn cut_head(&mut self, at: u64) -> Result<Option<usize>> {
        if self.stream.over() == Some(End::Whole) {
            let (kind, detail) = if self.format.opens(self.stream.data()) {
                (DamageKind::Truncated, "the input ends inside a record header")
            } else {
                (DamageKind::Garbage, "no record begins here")
            };
            self.report(at, None, kind, detail.to_owned());
        }
        self.head.clear();
        let rest = self.stream.data().len();
        self.stream.consume(rest);
        self.end_unit()?;
        Ok(None)
    }

    /// A body over the cap: its first bytes are judged, the rest is passed by unseen.
    fn read_oversized(
        &mut self,
        record: &mut Record,
        at: u64,
        head: usize,
        length: u64,
    ) -> Result<Option<Event>> {
        let cap = self.reading.caps.body;
        let frame = Frame { head, body: cap, cut: Some(DamageKind::BodyCap), strays: false };
        let (event, body) = self.judge(record, at, &frame);
        if let Some(place) = body {
            record.body.copy(&self.stream.data()[place]);
        }
        let id = self.known_id();
        if matches!(event, Some(Event::Page(()))) {
            let detail = format!("the body has {length} bytes; the first {cap} are taken");
            self.report(at, id.clone(), DamageKind::BodyCap, detail);
        }
        let all = length.saturating_add(head as u64);
        let past_end = self.stream.raw().size().is_some_and(|size| size < at.saturating_add(all));
        if past_end && !self.stream.is_packed() {
            let detail = format!("claims {length} bytes, more than the file has");
            self.report(at, id, DamageKind::WrongLength, detail);
            self.stream.consume(head);
            self.seek_record()?;
            return Ok(event);
        }
        let whole = self.stream.skip(all)?;
        let well = whole && self.followed_well(0)?;
        if matches!(self.stream.over(), Some(End::BadData | End::BadChecksum)) {
            self.end_unit()?;
            return Ok(None);
        }
        if !well && self.stream.over() != Some(End::Truncated) {
            let detail = format!("claims {length} bytes, and no record follows them");
            self.report(at, id, DamageKind::WrongLength, detail);
            self.seek_record()?;
        }
        Ok(event)
    }

    pub(super) fn known_id(&self) -> Option<String> {
        (!self.head.id.is_empty()).then(|| self.head.id.clone())
    }

    pub(super) fn report(&mut self, at: u64, id: Option<String>, kind: DamageKind, detail: String) {
        let at = Location { file: self.stream.raw().path().clone(), offset: at };
        self.found.push_back(Damage { at, id, kind, detail });
    }

    /// Decides whether the framed record is a page, and fills `record` if so, but for a body that is at
    /// hand as it is: its place is said. No event if it is a page whose body cannot be had, which is
    /// reported.
    fn judge(
        &mut self,
        record: &mut Record,
        at: u64,
        frame: &Frame,
    ) -> (Option<Event>, Option<Range<usize>>) {
        let head = &self.head;
        let Reading { caps, plain_text, .. } = &self.reading;
        let (kind, is_message) = match head.role {
            Role::Response => {
                let is_message = self.format == Format::Arc || is_http_message(&head.content_type);
                (RecordType::Response, is_message)
            }
            Role::Resource => (RecordType::Resource, is_http_message(&head.content_type)),
            Role::Conversion if plain_text.converted => (RecordType::Conversion, false),
            role => return (Some(Event::PassedOver(passed_over(role))), None),
        };
        // The content type of a WARC's message is that of the message, not of the page.
        let of_message = is_message && self.format == Format::Warc;
        let content_type = if of_message { "" } else { &head.content_type };
        let claim = Claim {
            is_message,
            content_type,
            identified: &head.identified,
            // Only those that were asked for have come so far.
            takes_text: kind == RecordType::Conversion || plain_text.captured,
        };
        let end = frame.head + frame.body;
        let content = &self.stream.data()[frame.head..end];
        let (verdict, stays) = self.judge.judge(&claim, content, caps, record);
        if verdict == Verdict::NotHtml {
            let why = match kind {
                RecordType::Conversion => PassedOver::Conversion,
                _ => PassedOver::NotHtml,
            };
            return (Some(Event::PassedOver(why)), None);
        }
        record.kind = Some(kind);
        set(&mut record.url, &head.url);
        set(&mut record.date, &head.date);
        set(&mut record.payload_digest, &head.payload_digest);
        set(&mut record.ip, &head.ip);
        record.id.clear();
        record.is_named = !head.id.is_empty();
        if record.is_named {
            record.id.push_str(&head.id);
        } else {
            record.id.push_str(&format!("{}:{at}", self.name));
        }
        record.at = Location { file: self.stream.raw().path().clone(), offset: at };
        let by_framing = frame.cut.map_or("", DamageKind::name);
        let known = if head.truncated.is_empty() { by_framing } else { &head.truncated };
        set(&mut record.truncated, known);
        match verdict {
            Verdict::Lost(detail) => {
                let id = self.known_id();
                self.report(at, id, DamageKind::BadEncoding, detail);
                return (None, None);
            }
            // What is known to be cut cannot be decoded, or joined of its chunks, to its end.
            Verdict::Cut(DamageKind::BadEncoding | DamageKind::Truncated, _)
                if record.truncated.is_some() => {}
            Verdict::Cut(kind, detail) => {
                if record.truncated.is_none() {
                    set(&mut record.truncated, kind.name());
                }
                let id = self.known_id();
                self.report(at, id, kind, detail);
            }
            Verdict::Page | Verdict::NotHtml => {}
        }
        (Some(Event::Page(())), stays.map(|from| frame.head + from..end))
    }
}

fn is_http_message(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/http")
}

fn passed_over(role: Role) -> PassedOver {
    match role {
        Role::Request => PassedOver::Request,
        Role::Metadata => PassedOver::Metadata,
        Role::Info => PassedOver::Info,
        Role::Revisit => PassedOver::Revisit,
        Role::Conversion => PassedOver::Conversion,
        Role::Continuation => PassedOver::Continuation,
        Role::Response | Role::Resource | Role::Other => PassedOver::Other,
    }
}
