//! Whether what a record holds is a page, and its body with the encodings undone.
//!
//! What is declared counts: by the HTTP head, or by the archive where that says nothing. Only where
//! nothing is declared do the first bytes tell.
//!
//! ```text
//! head    the head of an HTTP message     coding  transfer and content encodings, undone
//! html    what counts as HTML
//! ```

mod coding;
mod head;
pub(crate) mod html;

use crate::source::caps::Caps;
use crate::source::damage::DamageKind;
use coding::Decoder;
use head::HttpHead;

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
}

/// What is known of a page.
pub(crate) struct Judged<'j> {
    /// Its declared media type; empty if there is none.
    pub content_type: &'j str,
    /// The cap that cut its decoded body, if one did.
    pub cut: Option<DamageKind>,
}

impl Judge {
    /// Judges what a record holds. If it is a page, its body replaces what is in `body`.
    pub fn judge<'j>(
        &'j mut self,
        claim: &Claim<'j>,
        content: &[u8],
        caps: &Caps,
        body: &mut Vec<u8>,
    ) -> Option<Judged<'j>> {
        self.http.clear();
        if claim.is_message || claim.content_type.is_empty() {
            head::read(content, &mut self.http);
        }
        let by_http = !self.http.content_type.is_empty();
        let declared = if by_http { &self.http.content_type } else { claim.content_type };
        let known = declared.contains('/');
        if known && !html::is_declared(declared) {
            return None;
        }
        body.clear();
        let cut = self.decoder.body(
            self.http.chunked,
            &self.http.encodings,
            &content[self.http.len..],
            caps,
            body,
        );
        if !known && !html::is_sniffed(body) {
            return None;
        }
        Some(Judged { content_type: if known { declared } else { "" }, cut })
    }
}
