//! Cutting a large file into parts.

use super::caps::Caps;
use super::files::{Container, Input};
use super::part::Part;
use super::reader::Reader;
use super::record::Record;
use crate::Result;

impl Input {
    /// Cuts the input into parts of about `bytes` compressed bytes: a single one, if it is small or
    /// cannot be cut. Only archives of many gzip members can; a single gzip stream, a plain file and
    /// standard input are read from start to end.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn parts(&self, bytes: u64) -> Result<Vec<Part>> {
        let archive = matches!(self.container, Some(Container::Warc | Container::Arc));
        if !archive || self.size <= bytes || !self.has_members()? {
            return Ok(vec![Part::WHOLE]);
        }
        let count = self.size.div_ceil(bytes.max(1));
        let offset = |i: u64| (u128::from(self.size) * u128::from(i) / u128::from(count)) as u64;
        let part = |i| Part { start: offset(i), end: offset(i + 1), exact: i == 0 };
        Ok((0..count).map(part).collect())
    }

    /// Whether the first record has a gzip member to itself.
    fn has_members(&self) -> Result<bool> {
        let mut reader = Reader::open(self, &Caps::default())?;
        reader.read(&mut Record::default())?;
        Ok(reader.is_between_members())
    }
}
