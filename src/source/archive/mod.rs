//! Archives: WARC and ARC files, record by record, on past whatever is damaged.
//!
//! ```text
//! format  the two of them        warc arc   how their records begin and what their headers say
//! head    what a header says     frame      where a record ends
//! records one record after another    units   from one unit to the next, past damage
//! ```

mod arc;
mod format;
mod frame;
mod head;
mod records;
mod units;
mod warc;

pub(crate) use format::Format;
pub(crate) use records::Archive;
