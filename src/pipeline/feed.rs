//! The inputs cut into jobs, in order, none before it is asked for.

use std::vec;

use super::job::Job;
use crate::Result;
use crate::source::{Container, Event, Input, Part, Reader, Reading, Record};

/// Compressed bytes of an archive in one job.
const PART: u64 = 1 << 20;
/// The most loose pages in one job, and the most bytes of them.
const LOOSE: (usize, u64) = (64, 4 << 20);
/// Bytes that the records of one job take where an archive is read as a stream.
const GROUP: usize = 2 << 20;

/// Gives a run its jobs.
pub(super) struct Feed<'i> {
    inputs: &'i [Input],
    /// The shard that each goes to.
    shards: Vec<usize>,
    reading: &'i Reading,
    /// The next input.
    next: usize,
    /// What is left of the input before it, which is read by parts.
    parts: vec::IntoIter<Part>,
    /// Or what reads it, if it is a stream, and how much was said to have been read.
    stream: Option<(Reader, u64)>,
}

impl<'i> Feed<'i> {
    pub fn new(inputs: &'i [Input], shards: Vec<usize>, reading: &'i Reading) -> Feed<'i> {
        Feed { inputs, shards, reading, next: 0, parts: Vec::new().into_iter(), stream: None }
    }

    /// The next job; `None` at the end.
    pub fn next(&mut self) -> Option<Job> {
        if let Some((reader, said)) = self.stream.take() {
            return Some(self.group(reader, said));
        }
        if let Some(part) = self.parts.next() {
            return Some(Job::Part(self.next - 1, part));
        }
        let at = self.next;
        let input = self.inputs.get(at)?;
        self.next += 1;
        if input.container == Some(Container::Html) {
            return Some(self.loose(at, input.size));
        }
        Some(self.begin(at, input).unwrap_or_else(|error| Job::Group {
            input: at,
            events: Vec::new(),
            read: input.size,
            failed: Some((error, 0)),
        }))
    }

    /// The first job of an input that is no loose page.
    fn begin(&mut self, at: usize, input: &Input) -> Result<Job> {
        let mut parts = input.parts(PART)?.into_iter();
        let is_stream = input.container.is_none() || input.size > PART;
        match parts.next() {
            Some(part) if part != Part::WHOLE || !is_stream => {
                self.parts = parts;
                Ok(Job::Part(at, part))
            }
            _ => {
                let reader = Reader::with(input, self.reading)?;
                Ok(self.group(reader, 0))
            }
        }
    }

    /// Loose pages from the input `at` on.
    fn loose(&mut self, at: usize, mut bytes: u64) -> Job {
        while let Some(input) = self.inputs.get(self.next) {
            bytes = bytes.saturating_add(input.size);
            let is_full = self.next - at >= LOOSE.0 || bytes > LOOSE.1;
            let is_other = self.shards[self.next] != self.shards[at];
            if input.container != Some(Container::Html) || is_full || is_other {
                break;
            }
            self.next += 1;
        }
        Job::Loose(at..self.next)
    }

    /// The next records of a stream: those that are left, if they are few. An input without a
    /// record has a group too, as it has an output.
    fn group(&mut self, mut reader: Reader, said: u64) -> Job {
        let input = self.next - 1;
        let mut events: Vec<(Event, Record)> = Vec::new();
        let mut bytes = 0;
        while bytes < GROUP {
            let mut record = Record::default();
            let event = match reader.read(&mut record) {
                Ok(Some(event)) => event,
                ended => {
                    let failed = ended.err().map(|error| (error, reader.offset()));
                    let read = self.inputs[input].size.saturating_sub(said);
                    return Job::Group { input, events, read, failed };
                }
            };
            // What is no page has no body, but its place in the list.
            bytes += record.body.capacity() + size_of::<(Event, Record)>();
            events.push((event, record));
        }
        let offset = reader.offset();
        self.stream = Some((reader, offset));
        Job::Group { input, events, read: offset.saturating_sub(said), failed: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source;

    #[test]
    fn a_group_is_bounded_where_no_record_is_a_page() {
        const RECORDS: usize = 20_000;
        let record = "WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 2\r\n\r\nab\r\n\r\n";
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), record.repeat(RECORDS)).unwrap();
        let inputs = source::plan(&[file.path().to_path_buf()]).unwrap().inputs;
        assert!(inputs[0].size > PART);
        let reading = Reading::default();
        let mut feed = Feed::new(&inputs, vec![0], &reading);
        let (mut found, mut bytes) = (0, 0);
        while let Some(job) = feed.next() {
            let Job::Group { events, read, .. } = job else { panic!("read as a stream") };
            assert!(events.len() <= GROUP / size_of::<(Event, Record)>() + 1);
            found += events.len();
            bytes += read;
        }
        assert_eq!((found, bytes), (RECORDS, inputs[0].size));
    }
}
