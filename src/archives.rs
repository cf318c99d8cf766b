//! Archives and directories read event by event: what [`open`](crate::open) is made of.
//!
//! [`plan`] finds the files that a path stands for and says what each is; a [`Reader`] goes through
//! one of them, and through a [`Part`] of it where several are to read at once.
//!
//! ```
//! use leafmill::archives::{Caps, Reader, plan};
//! use leafmill::{Event, Record};
//!
//! let plan = plan(&["datasets/sample/sample.warc.gz".into()])?;
//! let (mut record, mut pages) = (Record::default(), 0);
//! for input in &plan.inputs {
//!     let mut reader = Reader::open(input, &Caps::default())?;
//!     while let Some(event) = reader.read(&mut record)? {
//!         pages += usize::from(matches!(event, Event::Page(())));
//!     }
//! }
//! assert_eq!(pages, 46);
//! # Ok::<(), leafmill::Error>(())
//! ```

pub use crate::source::{
    Body, Caps, Container, DamageKind, Input, Join, Location, Part, PassedOver, PlainText, Plan,
    Reader, Reading, RecordType, Records, Remote, STDIN, Span, join, list, plan,
};
