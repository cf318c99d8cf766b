//! The bytes of a file: as they lie on disk, and unpacked.
//!
//! ```text
//! disk    a file or a stream            frames   zstd and LZ4, unpacked to one stream of bytes
//! zip     the members of a zip file
//! raw     a window over either, with offsets and a way back
//! gzip    one member at a time          stream   the unpacked view: units one after another
//! body    the bytes of a page, in the memory that they were unpacked into
//! ```

mod body;
mod disk;
mod frames;
mod gzip;
mod raw;
mod stream;
mod zip;

pub use body::Body;
pub(crate) use gzip::{End, unpacked};
pub(crate) use raw::Raw;
pub(crate) use stream::{Memory, Next, Stream};
pub(crate) use zip::{Member, Members, members};
