//! What one thread does at a time: a part of an archive, or a group of loose pages.

use std::ops::Range;

use rayon::prelude::*;

use super::worker::Failed;
use super::{Pipeline, Problem, Recipe, Tally};
use crate::Result;
use crate::output::{Layout, Packing};
use crate::source::{Container, Event, Input, Part, Reader, Record, Span};

/// Compressed bytes of an archive in one job.
const PART: u64 = 2 << 20;
/// The most loose pages in one job, and the most bytes of them.
const LOOSE: (usize, u64) = (64, 4 << 20);
/// Bytes of bodies that one thread works on at a time where an archive is read as a stream, and how
/// many such groups are read ahead.
const GROUP: (usize, usize) = (2 << 20, 8);

/// A piece of the work; indexes are those of the plan's inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Job {
    /// A part of an archive.
    Part(usize, Part),
    /// Loose pages.
    Loose(Range<usize>),
    /// An input that can only be read from start to end, and may be long.
    Stream(usize),
}

/// Cuts the inputs into jobs, in order.
pub(super) fn cut(inputs: &[Input]) -> Result<Vec<Job>> {
    let mut jobs = Vec::new();
    let mut bytes = 0;
    for (i, input) in inputs.iter().enumerate() {
        if input.container == Some(Container::Html) {
            bytes += input.size;
            match jobs.last_mut() {
                Some(Job::Loose(range)) if range.len() < LOOSE.0 && bytes <= LOOSE.1 => {
                    range.end = i + 1;
                }
                _ => {
                    bytes = input.size;
                    jobs.push(Job::Loose(i..i + 1));
                }
            }
            continue;
        }
        match input.parts(PART)?.as_slice() {
            [Part::WHOLE] if input.container.is_none() || input.size > PART => {
                jobs.push(Job::Stream(i));
            }
            parts => jobs.extend(parts.iter().map(|&part| Job::Part(i, part))),
        }
    }
    Ok(jobs)
}

/// What came of a job.
#[derive(Debug, Default)]
pub(super) struct Done {
    /// The first input it read.
    pub input: usize,
    /// The documents, formatted and, where the output is, compressed.
    pub bytes: Vec<u8>,
    /// Where each page has a file of its own: its id, and its range of `bytes`.
    pub files: Vec<(String, Range<usize>)>,
    /// Where each document is packed on its own: where in `bytes` it ends.
    pub ends: Vec<usize>,
    pub tally: Tally,
    pub problems: Vec<Problem>,
    /// Bytes of input.
    pub read: u64,
    /// The part it was, and where reading it began and stopped.
    pub span: Option<(Part, Span)>,
}

impl Done {
    pub fn new(input: usize) -> Done {
        Done { input, ..Done::default() }
    }

    fn page(&mut self, recipe: &Recipe, record: &Record) {
        let start = self.bytes.len();
        match recipe.page(record, &mut self.bytes) {
            Ok(status) => {
                self.tally.count(status);
                let end = self.bytes.len();
                match recipe.writer.layout() {
                    Layout::Pages => self.files.push((record.id.clone(), start..end)),
                    Layout::Members => self.ends.push(end),
                    Layout::Stream => {}
                }
            }
            Err(Failed) => {
                self.tally.failed += 1;
                let (at, id) = (record.at.clone(), record.id.clone());
                self.problems.push(Problem::Failed { at, id });
            }
        }
    }

    fn event(&mut self, recipe: &Recipe, event: Event, record: &Record) {
        match event {
            Event::Page(()) => self.page(recipe, record),
            Event::Damage(damage) => {
                self.tally.damaged += 1;
                self.problems.push(Problem::Damage(damage));
            }
            Event::PassedOver(why) => self.tally.pass(why),
        }
    }

    fn read(&mut self, reader: &mut Reader, recipe: &Recipe) -> Result<()> {
        let mut record = Record::default();
        while let Some(event) = reader.read(&mut record)? {
            self.event(recipe, event, &record);
        }
        Ok(())
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

impl Job {
    /// Reads, extracts, formats and packs.
    pub fn run(&self, pipeline: &Pipeline, inputs: &[Input], packing: Packing) -> Result<Done> {
        let recipe = &pipeline.recipe;
        let mut done;
        match self {
            Job::Part(input, part) => {
                done = Done::new(*input);
                let mut reader = Reader::part(&inputs[*input], *part, &pipeline.caps)?;
                done.read(&mut reader, recipe)?;
                done.read = part.end.min(inputs[*input].size) - part.start;
                done.span = Some((*part, reader.span()));
            }
            Job::Loose(range) => {
                done = Done::new(range.start);
                for input in &inputs[range.clone()] {
                    done.read(&mut Reader::open(input, &pipeline.caps)?, recipe)?;
                    done.read += input.size;
                }
            }
            Job::Stream(input) => {
                done = Done::new(*input);
                done.read(&mut Reader::open(&inputs[*input], &pipeline.caps)?, recipe)?;
                done.read = inputs[*input].size;
            }
        }
        Ok(done.packed(packing))
    }
}

/// Groups of events read ahead from a stream.
pub(super) struct Batch(Vec<Vec<(Event, Record)>>);

impl Batch {
    /// Reads as much as is worked on at a time; the groups do not depend on the threads.
    pub fn read(reader: &mut Reader) -> Result<Batch> {
        let mut groups = Vec::new();
        while groups.len() < GROUP.1 {
            let (mut group, mut bytes) = (Vec::new(), 0);
            while bytes < GROUP.0 {
                let mut record = Record::default();
                let Some(event) = reader.read(&mut record)? else { break };
                bytes += record.body.len() + 1;
                group.push((event, record));
            }
            if group.is_empty() {
                break;
            }
            groups.push(group);
        }
        Ok(Batch(groups))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Works on all groups in parallel.
    pub fn work(self, pipeline: &Pipeline, input: usize, packing: Packing) -> Vec<Result<Done>> {
        let work = |group: Vec<(Event, Record)>| {
            let mut done = Done::new(input);
            for (event, record) in group {
                done.event(&pipeline.recipe, event, &record);
            }
            Ok(done.packed(packing))
        };
        self.0.into_par_iter().map(work).collect()
    }
}
