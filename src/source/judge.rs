//! Whether a framed record is a page, and its body with the encodings undone.
//!
//! Pages are the HTML bodies of `response` and `resource` records, whatever the HTTP status. What is
//! declared counts: by the HTTP head, or by the record where it is no HTTP message or an ARC's. Only
//! where nothing is declared do the first bytes tell.

use super::format::Format;
use super::head::{Head, Role};
use super::http::{Decoder, HttpHead};
use super::{Caps, DamageKind, PassedOver, Record, html, http};

/// Judges records; made once, its buffers reused.
#[derive(Default)]
pub(super) struct Judge {
    http: HttpHead,
    decoder: Decoder,
}

/// What a record is.
pub(super) enum Verdict {
    /// A page, and the cap that cut its decoded body, if one did.
    Page { cut: Option<DamageKind> },
    /// No page.
    PassedOver(PassedOver),
}

impl Judge {
    /// Judges the record with this header and body. A page's body and what is known of it, all but
    /// its id and its place, are put into `record`.
    pub fn judge(
        &mut self,
        format: Format,
        head: &Head,
        body: &[u8],
        caps: &Caps,
        record: &mut Record,
    ) -> Verdict {
        let is_message = match head.role {
            Role::Response => format == Format::Arc || is_http(&head.content_type),
            Role::Resource => is_http(&head.content_type),
            role => return Verdict::PassedOver(passed_over(role)),
        };
        self.http.clear();
        if is_message || head.content_type.is_empty() {
            http::head(body, &mut self.http);
        }
        // The content type of a WARC's message is that of the message, not of the page.
        let by_http = format == Format::Warc && is_message || !self.http.content_type.is_empty();
        let declared = if by_http { &self.http.content_type } else { &head.content_type };
        let known = declared.contains('/');
        if known && !html::is_declared(declared) {
            return Verdict::PassedOver(PassedOver::NotHtml);
        }
        record.body.clear();
        let payload = &body[self.http.len..];
        let cut = self.decoder.body(&self.http, payload, caps, &mut record.body);
        if !known && !html::is_sniffed(&record.body) {
            return Verdict::PassedOver(PassedOver::NotHtml);
        }
        set(&mut record.url, &head.url);
        set(&mut record.content_type, if known { declared } else { "" });
        set(&mut record.date, &head.date);
        Verdict::Page { cut }
    }
}

fn is_http(content_type: &str) -> bool {
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

/// Puts a value into a reused field; an empty one means that there is none.
fn set(field: &mut Option<String>, value: &str) {
    match field {
        _ if value.is_empty() => *field = None,
        Some(text) => {
            text.clear();
            text.push_str(value);
        }
        None => *field = Some(value.to_owned()),
    }
}
