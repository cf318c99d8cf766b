//! What one thread does at a time: a part of an archive, or a group of pages.

use std::mem::take;
use std::ops::Range;

use super::worker::{Failed, Memory, Pool, Written};
use super::{PageProblem, Pipeline, Problem, Tally};
use crate::dom::{Capped, Caps};
use crate::output::{Layout, Packing, Status};
use crate::source::{self, Event, Input, Part, Reader, Record, Span};
use crate::{Error, Result};

/// Stands between the pages of a stream whose format has nothing of its own between them: a form
/// feed, which no text holds.
pub(super) const BETWEEN: &[u8] = b"\x0c";

/// A piece of the work; indexes are those of the plan's inputs.
pub(super) enum Job {
    /// A part of an archive.
    Part(usize, Part),
    /// Loose pages.
    Loose(Range<usize>),
    /// Records that were read from an archive which only one thread can read.
    Group {
        input: usize,
        events: Vec<(Event, Record)>,
        /// Bytes of the input.
        read: u64,
        /// Why and where reading it ended before it did.
        failed: Option<(Error, u64)>,
    },
}

/// What the workers of a run share.
pub(super) struct Crew<'p> {
    pub pipeline: &'p Pipeline<'p>,
    pub packing: Packing,
    /// Whether it is for their lines that pages are read, and not to extract them.
    pub is_survey: bool,
    /// Whether pages of one stream are to be told apart by [`BETWEEN`].
    pub is_between: bool,
    pub pool: Pool,
}

/// What came of a job.
#[derive(Debug, Default)]
pub(super) struct Done {
    /// The input it reads; at the end the first that it has read.
    pub input: usize,
    /// The documents, formatted and, where the output is, compressed.
    pub bytes: Vec<u8>,
    /// Where each page has a file of its own: the files.
    pub files: Vec<PageFile>,
    /// Where each document is packed on its own: where in `bytes` it ends.
    pub ends: Vec<usize>,
    pub tally: Tally,
    pub problems: Vec<Problem>,
    /// Bytes of input.
    pub read: u64,
    /// Why an input could not be read on, or at all.
    pub failed: Vec<Error>,
    /// The part it was, and where reading it began and stopped.
    pub span: Option<(Part, Span)>,
}

/// A page that has a file of its own.
#[derive(Debug)]
pub(super) struct PageFile {
    /// The index of the input it is of.
    pub input: usize,
    pub id: String,
    /// Where in the bytes of the job it is.
    pub range: Range<usize>,
}

impl Done {
    fn page(&mut self, crew: &Crew, record: &Record, memory: &mut Memory) {
        let recipe = &crew.pipeline.recipe;
        if let Some(why) = recipe.filter.of_record(record) {
            if !crew.is_survey {
                self.tally.pass(why);
            }
            return;
        }
        if crew.is_survey {
            return recipe.lines(record, memory, &mut self.bytes);
        }
        let before = self.bytes.len();
        if crew.is_between && self.tally.pages() > 0 {
            self.bytes.extend_from_slice(BETWEEN);
        }
        let start = self.bytes.len();
        match recipe.page(record, memory, &mut self.bytes) {
            Ok(Written { passed_over: Some(why), capped, .. }) => {
                self.bytes.truncate(before);
                self.tally.pass(why);
                self.count_caps(capped, crew, record);
            }
            Ok(Written { status, capped, .. }) => {
                self.tally.count(status);
                if status == Status::Timeout {
                    let (at, id) = (record.at.clone(), record.id.clone());
                    let detail = format!("longer than {:?}", recipe.budget.unwrap_or_default());
                    self.problems.push(Problem::Page {
                        at,
                        id,
                        kind: PageProblem::Timeout,
                        detail,
                    });
                }
                self.count_caps(capped, crew, record);
                let end = self.bytes.len();
                match recipe.writer.layout() {
                    Layout::Pages => {
                        let (input, id) = (self.input, record.id.clone());
                        self.files.push(PageFile { input, id, range: start..end });
                    }
                    Layout::Members => self.ends.push(end),
                    Layout::Stream | Layout::Table => {}
                }
            }
            Err(Failed) => {
                self.bytes.truncate(before);
                self.tally.failed += 1;
                let (at, id) = (record.at.clone(), record.id.clone());
                let (kind, detail) = (PageProblem::Failed, "a bug".to_owned());
                self.problems.push(Problem::Page { at, id, kind, detail });
            }
        }
    }

    /// Counts a page that is over a cap, whether it is written or not.
    fn count_caps(&mut self, capped: Capped, crew: &Crew, record: &Record) {
        if capped != Capped::default() {
            self.tally.capped += 1;
            self.problems.extend(over_caps(capped, &crew.pipeline.recipe.caps, record));
        }
    }

    fn event(&mut self, crew: &Crew, event: Event, record: &Record, memory: &mut Memory) {
        match event {
            Event::Page(()) => self.page(crew, record, memory),
            Event::Damage(damage) => {
                self.tally.damaged += 1;
                self.problems.push(Problem::Damage(damage));
            }
            Event::PassedOver(why) => self.tally.pass(why),
        }
    }

    /// Reads all there is; where reading began and stopped.
    fn read(&mut self, reader: Result<Reader>, crew: &Crew, memory: &mut Memory) -> Span {
        let mut reader = match reader {
            Ok(reader) => reader,
            Err(error) => {
                self.fail(error, 0);
                return Span { begun: None, stopped: None };
            }
        };
        let mut record = take(&mut memory.record);
        let mut is_whole = true;
        loop {
            match reader.read(&mut record) {
                Ok(Some(event)) => self.event(crew, event, &record, memory),
                Ok(None) => break,
                Err(error) => {
                    self.fail(error, reader.offset());
                    is_whole = false;
                    break;
                }
            }
        }
        if record.body.capacity() <= source::Memory::KEPT {
            memory.record = record;
        }
        let Span { begun, stopped } = reader.span();
        memory.reader = reader.into_memory();
        // Behind what cannot be read, the next part finds its own beginning.
        Span { begun, stopped: stopped.filter(|_| is_whole) }
    }

    /// Notes that an input could not be read on from an offset.
    fn fail(&mut self, error: Error, offset: u64) {
        self.tally.unreadable += 1;
        self.problems.push(Problem::of_input(&error, offset));
        self.failed.push(error);
    }

    /// Compresses the documents: together, or each where it ends.
    fn packed(mut self, packing: Packing) -> Done {
        if packing == Packing::Plain || self.bytes.is_empty() {
            return self;
        }
        if self.ends.is_empty() {
            self.bytes = packing.pack(&self.bytes);
            return self;
        }
        let mut packed = Vec::new();
        let mut start = 0;
        for end in self.ends.drain(..) {
            packed.extend(packing.pack(&self.bytes[start..end]));
            start = end;
        }
        self.bytes = packed;
        self
    }
}

/// The caps that a page's tree went over, for the report.
fn over_caps(capped: Capped, caps: &Caps, record: &Record) -> impl Iterator<Item = Problem> {
    let Capped { depth, attributes, nodes } = capped;
    let over = [
        (depth, PageProblem::DepthCap, format!("elements deeper than {}", caps.depth)),
        (
            attributes,
            PageProblem::AttributesCap,
            format!("more than {} attributes", caps.attributes),
        ),
        (nodes, PageProblem::NodesCap, format!("the first {} nodes are taken", caps.nodes)),
    ];
    let (at, id) = (record.at.clone(), record.id.clone());
    over.into_iter().filter(|(is_over, ..)| *is_over).map(move |(_, kind, detail)| Problem::Page {
        at: at.clone(),
        id: id.clone(),
        kind,
        detail,
    })
}

impl Job {
    /// Reads, extracts, formats and packs.
    pub fn run(self, crew: &Crew, inputs: &[Input]) -> Done {
        let reading = &crew.pipeline.reading;
        let mut memory = crew.pool.take();
        let mut done = Done::default();
        match self {
            Job::Part(input, part) => {
                done.input = input;
                let of_reader = take(&mut memory.reader);
                let reader = Reader::part_in(of_reader, &inputs[input], part, reading);
                done.span = Some((part, done.read(reader, crew, &mut memory)));
                done.read = part.end.min(inputs[input].size) - part.start;
            }
            Job::Loose(range) => {
                for input in range.clone() {
                    done.input = input;
                    let of_reader = take(&mut memory.reader);
                    let reader = Reader::open_in(of_reader, &inputs[input], reading);
                    done.read(reader, crew, &mut memory);
                    done.read += inputs[input].size;
                }
                done.input = range.start;
            }
            Job::Group { input, events, read, failed } => {
                done.input = input;
                for (event, record) in events {
                    done.event(crew, event, &record, &mut memory);
                }
                if let Some((error, offset)) = failed {
                    done.fail(error, offset);
                }
                done.read = read;
            }
        }
        crew.pool.put_back(memory);
        done.packed(crew.packing)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::extract::Spec;
    use crate::output::Jsonl;
    use crate::pipeline::{Filter, InputProblem, Recipe};
    use crate::source;

    /// Two records, and then the disk fails.
    struct Failing(io::Cursor<Vec<u8>>);

    impl Read for Failing {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            match self.0.read(out)? {
                0 => Err(io::Error::other("the disk is gone")),
                n => Ok(n),
            }
        }
    }

    #[test]
    fn what_was_read_before_the_disk_failed_is_kept() {
        let record = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\n\
            Content-Length: 5\r\n\r\n<p>ab\r\n\r\n";
        let extractor = "all".parse::<Spec>().unwrap().build().unwrap();
        let pipeline = Pipeline {
            recipe: Recipe {
                parser: Default::default(),
                caps: Caps::default(),
                filter: Filter::default(),
                extractor: &*extractor,
                content: Default::default(),
                visible_only: true,
                budget: None,
                writer: &Jsonl::default(),
                site_lines: None,
            },
            reading: source::Reading::default(),
            stop: &AtomicBool::new(false),
        };
        let crew = Crew {
            pipeline: &pipeline,
            packing: Packing::Plain,
            is_survey: false,
            is_between: false,
            pool: Pool::default(),
        };
        let failing = Failing(io::Cursor::new(record.repeat(2).into_bytes()));
        let reader = Reader::stream(Box::new(failing), "x.warc", &pipeline.reading.caps);
        let mut done = Done::default();
        let span = done.read(reader, &crew, &mut Memory::default());
        assert_eq!((done.tally.ok, done.tally.unreadable, span.stopped), (2, 1, None));
        let Problem::Input { at, kind, detail } = &done.problems[0] else {
            panic!("{:?}", done.problems)
        };
        assert_eq!((*kind, detail.as_str()), (InputProblem::Unreadable, "the disk is gone"));
        assert_eq!(at.offset, 2 * record.len() as u64);
    }
}
