//! Framing: where a record's body ends. A claimed length counts only if it leads to a next record or
//! to the end.

use super::format::Format;
use super::records::{Archive, Frame};
use crate::Result;
use crate::source::bytes::End;
use crate::source::damage::DamageKind;

/// Newlines after a record that are looked at together with it; more go before the next one.
const TAIL: usize = 64;
/// What stands behind each record of a WARC file (section 4 of its standard).
const END: &[u8] = b"\r\n\r\n";
/// Bytes enough to see a whole record line in; a header's first lines are shorter.
const LINE: usize = 512;

impl Archive {
    /// Has the body at hand and decides where it ends. `None` if the unit turned out invalid.
    pub(crate) fn frame(&mut self, at: u64, head: usize, length: u64) -> Result<Option<Frame>> {
        let length = usize::try_from(length).unwrap_or(usize::MAX - head);
        let whole = self.stream.fill(head.saturating_add(length))?;
        let mut frame = Frame { head, body: length, cut: None, strays: false };
        if whole {
            if self.followed_well(head + length)? || self.is_ended(head + length) {
                return self.checked(at, frame);
            }
            // Some versions of wget counted one byte too few.
            if self.followed_well(head + length + 1)? && self.stream.data().len() > head + length {
                frame.body += 1;
                return self.checked(at, frame);
            }
        } else {
            frame.body = self.stream.data().len() - head;
        }
        if self.stream.over().is_some_and(|end| end != End::Whole) {
            frame.cut = (!whole).then_some(DamageKind::Truncated);
            return self.checked(at, frame);
        }
        // The next record's first line may lie across the body's end.
        let data = &self.stream.data()[head..];
        let seen = &data[..data.len().min(frame.body + LINE)];
        let next = self.format.find(seen).filter(|&next| next < frame.body);
        let (kind, detail) = if let Some(next) = next {
            frame.body = next;
            let detail = format!("claims {length} bytes, but the next record begins after {next}");
            (DamageKind::WrongLength, detail)
        } else if whole {
            frame.strays = true;
            (DamageKind::WrongLength, format!("claims {length} bytes, but goes on after them"))
        } else {
            let kind = if self.stream.is_packed() {
                DamageKind::WrongLength
            } else {
                DamageKind::Truncated
            };
            (kind, format!("claims {length} bytes, but the input ends after {}", frame.body))
        };
        let id = self.known_id();
        self.report(at, id, kind, detail);
        frame.cut = Some(kind);
        Ok(Some(frame))
    }

    /// Whether, `n` bytes ahead, come newlines and then a record or the unit's end.
    pub(crate) fn followed_well(&mut self, n: usize) -> Result<bool> {
        self.stream.fill(n + TAIL + LINE)?;
        let Some(tail) = self.stream.data().get(n..) else { return Ok(false) };
        let newlines = tail.iter().take(TAIL).take_while(|b| b"\r\n".contains(b)).count();
        let rest = &tail[newlines..];
        Ok(rest.is_empty() || newlines == TAIL || self.format.opens(rest))
    }

    /// Whether, `n` bytes ahead, stands what ends a record of a WARC file: then the length is right, and
    /// what is no record behind it is damage of its own.
    fn is_ended(&self, n: usize) -> bool {
        let end = self.stream.data().get(n..n + END.len());
        self.format == Format::Warc && end == Some(END)
    }

    /// Lets the frame pass unless its unit, which may have ended behind it, is invalid.
    fn checked(&mut self, at: u64, frame: Frame) -> Result<Option<Frame>> {
        let Some(end) = self.stream.over().filter(|&end| end != End::Whole) else {
            return Ok(Some(frame));
        };
        let behind = &self.stream.data()[frame.head + frame.body..];
        if self.format.find(behind).is_some() || self.format.opens(behind) {
            return Ok(Some(frame));
        }
        if end != End::Truncated || self.goes_on()? {
            self.end_unit()?;
            return Ok(None);
        }
        let id = self.known_id();
        let detail = match frame.cut {
            None => "the input ends inside the gzip member, behind the body".to_owned(),
            Some(_) => format!("the input ends after {} bytes of the body", frame.body),
        };
        self.report(at, id, DamageKind::Truncated, detail);
        self.told = true;
        Ok(Some(frame))
    }

    /// Whether a member that the end of the input seems to cut has others in it: then it is its
    /// own tail that is lost, and theirs was taken for it.
    pub(crate) fn goes_on(&mut self) -> Result<bool> {
        let format = self.format;
        let from = self.retry_from();
        self.stream.resync(from, u64::MAX, |data| format.opens(data))
    }
}
