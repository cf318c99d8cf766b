//! Whether what a record holds is a page, or text that was asked for, and its body with the encodings
//! undone.
//!
//! What is declared counts: by the HTTP head, or by the archive where that says nothing, or by what
//! identified the body when it was captured. Only where nothing is declared do the first bytes tell.
//!
//! ```text
//! head        the head of an HTTP message                coded           how it says a body is encoded
//! coding      transfer and content encodings, undone     chunks zstd     two of them
//! media_type  what a declared type says                  sniff binary    what bytes look like
//! ```

mod binary;
mod chunks;
mod coded;
mod coding;
mod head;
mod media_type;
pub(crate) mod sniff;
mod zstd;

use crate::source::caps::Caps;
use crate::source::damage::DamageKind;
use crate::source::record::{Record, set};
use coding::{Decoder, Outcome};
use head::HttpHead;
use media_type::Declared;

/// Judges what records hold; made once, its buffers reused.
#[derive(Default)]
pub(crate) struct Judge {
    http: HttpHead,
    decoder: Decoder,
}

/// What an archive says of what a record holds.
pub(crate) struct Claim<'a> {
    /// Whether it is an HTTP message: a head and a body.
    pub is_message: bool,
    /// The media type of the body; empty where the archive does not say it.
    pub content_type: &'a str,
    /// The media type that the crawler found the body to have; empty where it did not look.
    pub identified: &'a str,
    /// Whether plain text is taken too.
    pub takes_text: bool,
}

/// What came of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// A page.
    Page,
    /// A page that is cut, for what, and the particulars.
    Cut(DamageKind, String),
    /// A page whose body cannot be had, and why.
    Lost(String),
    /// Something else.
    NotHtml,
}

impl Judge {
    /// Judges what a record holds. If it is a page, or plain text that is taken, what its head says and
    /// whether it is another format's are put into `record`, and its body if that had to be decoded: one
    /// that is in no encoding stays where it is, and where in `content` it begins is said.
    pub fn judge(
        &mut self,
        claim: &Claim,
        content: &[u8],
        caps: &Caps,
        record: &mut Record,
    ) -> (Verdict, Option<usize>) {
        let Judge { http, decoder } = self;
        http.clear();
        if claim.is_message || claim.content_type.is_empty() {
            head::read(content, http);
        }
        let by_http = !http.content_type.is_empty();
        let content_type = if by_http { &http.content_type } else { claim.content_type };
        let declared = media_type::declared(content_type);
        let is_claimed =
            declared == Declared::Html || media_type::declared(claim.identified) == Declared::Html;
        let is_text = claim.takes_text && !is_claimed && media_type::is_plain_text(content_type);
        if declared == Declared::Other && !is_claimed && !is_text {
            return (Verdict::NotHtml, None);
        }
        let mut memory = record.body.exchange(Vec::new(), 0..0);
        let captured = &content[http.len..];
        let (outcome, is_put) = decoder.body(&http.coded, captured, caps, &mut memory);
        let decoded = if is_put { 0..memory.len() } else { 0..0 };
        record.body.exchange(memory, decoded);
        let body = if is_put { &record.body } else { captured };
        let is_it = match is_text {
            true => outcome == Outcome::Undecodable || !binary::is_binary(body),
            false => is_claimed || sniff::is_html(body),
        };
        if !is_it {
            return (Verdict::NotHtml, None);
        }
        let verdict = match outcome {
            Outcome::Whole | Outcome::Belied => Verdict::Page,
            Outcome::Cut(kind) => Verdict::Cut(kind, cut(kind, body.len(), http)),
            Outcome::Undecodable => {
                let detail = format!("the body cannot be decoded from {:?}", http.coded.text);
                return (Verdict::Lost(detail), None);
            }
        };
        let is_belied = outcome == Outcome::Belied;
        set(&mut record.belied_encoding, if is_belied { &http.coded.text } else { "" });
        set(&mut record.content_type, content_type);
        record.http_status = http.status;
        record.http_head.clear();
        record.http_head.extend_from_slice(http.text(content));
        record.is_text = is_text;
        record.is_foreign = !is_text && sniff::is_other_format(body);
        (verdict, (!is_put).then_some(http.len))
    }
}

/// What cut a body, for people.
fn cut(kind: DamageKind, bytes: usize, http: &HttpHead) -> String {
    match kind {
        DamageKind::BadEncoding => {
            format!("the body is no {:?} after its first {bytes} decoded bytes", http.coded.text)
        }
        DamageKind::Truncated => {
            format!("the body ends before its last chunk, after {bytes} bytes")
        }
        _ => format!("the decoded body is cut after {bytes} bytes"),
    }
}
