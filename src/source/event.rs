//! What a reader comes upon: pages, damage, and what is passed over.

use super::damage::Damage;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a reader came upon. `P` is where the page is: nothing where the caller lent the record to
/// be filled, the [`crate::source::Record`] itself where an iterator yields it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<P = ()> {
    /// A page.
    Page(P),
    /// Something wrong. Damage to a page that is delivered all the same follows it.
    Damage(Damage),
    /// A record or a file that is no page.
    PassedOver(PassedOver),
}

impl<P> Event<P> {
    /// The event with what `place` makes of a page's place.
    pub fn map<Q>(self, place: impl FnOnce(P) -> Q) -> Event<Q> {
        match self {
            Event::Page(page) => Event::Page(place(page)),
            Event::Damage(damage) => Event::Damage(damage),
            Event::PassedOver(why) => Event::PassedOver(why),
        }
    }
}

/// Why something was passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PassedOver {
    /// A `response` or `resource` that is not HTML.
    NotHtml,
    /// What the crawler sent.
    Request,
    /// Notes on another record.
    Metadata,
    /// The archive's description of itself.
    #[serde(rename = "warcinfo")]
    Info,
    /// A capture that repeats an earlier one.
    Revisit,
    /// Another form of a record, such as its text.
    Conversion,
    /// A later piece of a record.
    Continuation,
    /// A record of another type.
    Other,
    /// A file that is neither an archive nor HTML.
    #[serde(rename = "foreign-file")]
    Foreign,
    /// A file without content.
    #[serde(rename = "empty-file")]
    Empty,
    /// A file that was listed before, perhaps under another name.
    #[serde(rename = "duplicate-file")]
    Duplicate,
    /// A directory that a symbolic link puts into itself.
    #[serde(rename = "directory-loop")]
    Loop,
    /// A page with another HTTP status than was asked for.
    #[serde(rename = "other-status")]
    Status,
    /// A page with another address than was asked for.
    #[serde(rename = "other-url")]
    Url,
    /// A page of another host than was asked for.
    #[serde(rename = "other-host")]
    Host,
    /// A page with fewer words than were asked for.
    #[serde(rename = "few-words")]
    Words,
}

impl PassedOver {
    /// The stable name for reports: lower case, words joined by hyphens.
    pub fn name(self) -> &'static str {
        match self {
            PassedOver::NotHtml => "not-html",
            PassedOver::Request => "request",
            PassedOver::Metadata => "metadata",
            PassedOver::Info => "warcinfo",
            PassedOver::Revisit => "revisit",
            PassedOver::Conversion => "conversion",
            PassedOver::Continuation => "continuation",
            PassedOver::Other => "other",
            PassedOver::Foreign => "foreign-file",
            PassedOver::Empty => "empty-file",
            PassedOver::Duplicate => "duplicate-file",
            PassedOver::Loop => "directory-loop",
            PassedOver::Status => "other-status",
            PassedOver::Url => "other-url",
            PassedOver::Host => "other-host",
            PassedOver::Words => "few-words",
        }
    }
}

impl fmt::Display for PassedOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
