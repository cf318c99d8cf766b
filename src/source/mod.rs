//! Collections: WARC, ARC, WACZ, HTML files and directories of them, standard input.
//!
//! What a file is, its first bytes tell. A [`Reader`] goes through one file and yields an [`Event`]
//! at a time: a page, a damage, or something passed over because it is no page. Bad data never ends
//! a run, only a bad disk does: whatever a crawler, a full disk or a broken copy left in the file,
//! the reader goes on at the next record that is surely one.
//!
//! ```text
//! files/    the inputs named -> files, in order; what each is; pages that are files of their own
//! bytes/    a file's bytes, unpacked, unit by unit, and a way back
//! archive/  WARC and ARC: where records begin and end, on past whatever is damaged
//! body/     whether what a record holds is a page, and its bytes with all encodings undone
//! reader    one file, event by event          part split  the parts of a large file
//! open      all that a path stands for, as an iterator
//! remote/   files by URL
//! ```
//!
//! Each room knows only those that stand below it: `reader` all of them, `archive` and `files` both
//! `bytes` and `body`, and those two nothing but what a [`Record`], a [`Damage`] and the [`Caps`] are.

mod archive;
mod body;
mod bytes;
mod caps;
mod damage;
mod event;
mod fields;
mod files;
mod open;
mod part;
mod reader;
mod reading;
mod record;
pub(crate) mod remote;
mod split;

pub use bytes::Body;
pub(crate) use bytes::Memory;
pub use caps::Caps;
pub use damage::{Damage, DamageKind};
pub use event::{Event, PassedOver};
pub use files::{Container, Input, Plan, STDIN, list, plan};
pub(crate) use files::{page_id, plan_until, without_packing};
pub use open::{Records, open};
pub use part::{Join, Part, Span, join};
pub use reader::Reader;
pub use reading::{PlainText, Reading};
pub use record::{Location, Record, RecordType};
pub use remote::Remote;
