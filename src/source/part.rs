//! Reading one large file by parts, at the same time, with the events of sequential reading.
//!
//! Unpacking is serial inside a gzip member, not across members. So a file of many members is cut
//! into ranges of its compressed bytes; a part owns the members that *start* in its range, begins
//! with a search for the first of them and reads past its end to finish the last.
//!
//! A search can be wrong: a page may itself be a `.warc.gz`, stored unaltered inside a member, and
//! each member in it looks like one of the file's own. So every part tells where it began and where
//! it stopped, and [`join`] compares the two sides of each seam: a part that did not begin where the
//! one before it stopped is dropped or read again from there. What stands is by induction what one
//! reader would have read from the start.

/// A range of a file's bytes: the members that start in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Offset of its first byte.
    pub start: u64,
    /// Offset behind its last byte.
    pub end: u64,
    /// Whether a member surely begins at `start`; else it is searched for from there.
    pub exact: bool,
}

impl Part {
    /// All of a file.
    pub const WHOLE: Part = Part { start: 0, end: u64::MAX, exact: true };
}

/// Where the reading of a part began and stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Span {
    /// Offset of the first member read, if there was one.
    pub begun: Option<u64>,
    /// Offset at which the next member must begin; `None` if it was still being searched for when
    /// the part ended.
    pub stopped: Option<u64>,
}

/// What becomes of a part that was read ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Join {
    /// Its events stand.
    Keep,
    /// The part before has read all of it: its events are dropped.
    Drop,
    /// Its events are dropped, and this part is read in its place.
    Again(Part),
}

/// Compares where a part was begun with where the one kept before it stopped.
pub fn join(stopped: Option<u64>, part: Part, span: Span) -> Join {
    match stopped {
        // The search went on into this part, which began with the same search.
        None => Join::Keep,
        Some(at) if at >= part.end => Join::Drop,
        Some(at) if span.begun == Some(at) => Join::Keep,
        Some(at) => Join::Again(Part { start: at, end: part.end, exact: true }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seam_holds_only_where_both_sides_meet() {
        let part = Part { start: 100, end: 200, exact: false };
        let span = |begun| Span { begun, stopped: None };
        assert_eq!(join(Some(120), part, span(Some(120))), Join::Keep);
        assert_eq!(join(None, part, span(Some(150))), Join::Keep);
        assert_eq!(join(Some(200), part, span(Some(120))), Join::Drop);
        let again = Join::Again(Part { start: 130, end: 200, exact: true });
        assert_eq!(join(Some(130), part, span(Some(120))), again);
        assert_eq!(join(Some(130), part, span(None)), again);
    }
}
