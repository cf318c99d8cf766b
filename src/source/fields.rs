//! Header fields as WARC and HTTP write them: a name, a colon and a value a line, and lines that begin
//! with white space go on with the one before.

use memchr::memchr;
use std::borrow::Cow;

/// The fields of some lines, in order; lines without a colon are none. Names and values are trimmed,
/// and of a folded value the lines are joined by a space.
pub(crate) fn fields(lines: &[u8]) -> Fields<'_> {
    Fields { rest: lines }
}

/// See [`fields`].
pub(crate) struct Fields<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Fields<'a> {
    type Item = (Cow<'a, [u8]>, Cow<'a, [u8]>);

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(line) = self.line() {
            let line = if self.is_folded() { Cow::Owned(self.unfold(line)) } else { line.into() };
            let Some(colon) = memchr(b':', &line) else { continue };
            return Some(match line {
                Cow::Borrowed(line) => {
                    (line[..colon].trim_ascii().into(), line[colon + 1..].trim_ascii().into())
                }
                Cow::Owned(line) => (
                    line[..colon].trim_ascii().to_vec().into(),
                    line[colon + 1..].trim_ascii().to_vec().into(),
                ),
            });
        }
        None
    }
}

impl<'a> Fields<'a> {
    fn line(&mut self) -> Option<&'a [u8]> {
        let end = memchr(b'\n', self.rest)?;
        let line = &self.rest[..end];
        self.rest = &self.rest[end + 1..];
        Some(line)
    }

    /// Whether the next line goes on with the one before.
    fn is_folded(&self) -> bool {
        matches!(self.rest.first(), Some(b' ' | b'\t'))
    }

    /// Joins a line with those that continue it, one space between them.
    fn unfold(&mut self, line: &[u8]) -> Vec<u8> {
        let mut joined = line.trim_ascii_end().to_vec();
        while self.is_folded() {
            let Some(more) = self.line() else { break };
            joined.push(b' ');
            joined.extend_from_slice(more.trim_ascii());
        }
        joined
    }
}
