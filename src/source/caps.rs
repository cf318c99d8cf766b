//! Limits that keep memory bounded whatever a file claims.

/// The most of everything that a reader takes from one record. A record over a cap is cut there or
/// passed by, and reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Caps {
    /// Bytes of a record's body as captured, HTTP head included. Default 32 MiB.
    pub body: usize,
    /// Bytes of a body with its content encodings undone. Default 32 MiB.
    pub decoded: usize,
    /// Decoded bytes for each encoded byte, from the second MiB of output on. Default 1000, which
    /// is nearly all that deflate can do.
    pub ratio: usize,
    /// Bytes of one line of a record header. Default 64 KiB.
    pub header_line: usize,
    /// Bytes of a whole record header. Default 1 MiB.
    pub header: usize,
}

impl Default for Caps {
    fn default() -> Caps {
        Caps {
            body: 32 << 20,
            decoded: 32 << 20,
            ratio: 1000,
            header_line: 64 << 10,
            header: 1 << 20,
        }
    }
}
