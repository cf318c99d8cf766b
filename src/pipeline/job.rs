//! What one thread does at a time: a part of an archive, or a group of loose pages.

use std::ops::Range;

use rayon::prelude::*;

use super::worker::{Failed, Memory, Pool, Written};
use super::{Pipeline, Problem, Recipe, Tally};
use crate::Result;
use crate::dom::{Capped, Caps};
use crate::output::{Layout, Packing};
use crate::source::{Container, Damage, DamageKind, Event, Input, Part, Reader, Record, Span};

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

/// What the workers of a run share.
pub(super) struct Crew<'p> {
    pub pipeline: &'p Pipeline<'p>,
    pub packing: Packing,
    pub pool: Pool,
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

    fn page(&mut self, recipe: &Recipe, record: &Record, memory: &mut Memory) {
        let start = self.bytes.len();
        match recipe.page(record, memory, &mut self.bytes) {
            Ok(Written { status, capped }) => {
                self.tally.count(status);
                if capped != Capped::default() {
                    self.tally.capped += 1;
                    self.problems.extend(over_caps(capped, &recipe.caps, record));
                }
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

    fn event(&mut self, recipe: &Recipe, event: Event, record: &Record, memory: &mut Memory) {
        match event {
            Event::Page(()) => self.page(recipe, record, memory),
            Event::Damage(damage) => {
                self.tally.damaged += 1;
                self.problems.push(Problem::Damage(damage));
            }
            Event::PassedOver(why) => self.tally.pass(why),
        }
    }

    fn read(&mut self, reader: &mut Reader, recipe: &Recipe, memory: &mut Memory) -> Result<()> {
        let mut record = Record::default();
        while let Some(event) = reader.read(&mut record)? {
            self.event(recipe, event, &record, memory);
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

/// The caps that a page's tree went over, for the report.
fn over_caps(capped: Capped, caps: &Caps, record: &Record) -> impl Iterator<Item = Problem> {
    let Capped { depth, attributes, nodes } = capped;
    let over = [
        (depth, DamageKind::DepthCap, format!("elements deeper than {}", caps.depth)),
        (
            attributes,
            DamageKind::AttributesCap,
            format!("more than {} attributes", caps.attributes),
        ),
        (nodes, DamageKind::NodesCap, format!("the first {} nodes are taken", caps.nodes)),
    ];
    let (at, id) = (record.at.clone(), record.id.clone());
    over.into_iter().filter(|(is_over, ..)| *is_over).map(move |(_, kind, detail)| {
        Problem::Damage(Damage { at: at.clone(), id: Some(id.clone()), kind, detail })
    })
}

impl Job {
    /// Reads, extracts, formats and packs.
    pub fn run(&self, crew: &Crew, inputs: &[Input]) -> Result<Done> {
        let Crew { pipeline, packing, pool } = crew;
        let recipe = &pipeline.recipe;
        let mut memory = pool.take();
        let mut done;
        match self {
            Job::Part(input, part) => {
                done = Done::new(*input);
                let mut reader = Reader::part(&inputs[*input], *part, &pipeline.caps)?;
                done.read(&mut reader, recipe, &mut memory)?;
                done.read = part.end.min(inputs[*input].size) - part.start;
                done.span = Some((*part, reader.span()));
            }
            Job::Loose(range) => {
                done = Done::new(range.start);
                for input in &inputs[range.clone()] {
                    done.read(&mut Reader::open(input, &pipeline.caps)?, recipe, &mut memory)?;
                    done.read += input.size;
                }
            }
            Job::Stream(input) => {
                done = Done::new(*input);
                done.read(
                    &mut Reader::open(&inputs[*input], &pipeline.caps)?,
                    recipe,
                    &mut memory,
                )?;
                done.read = inputs[*input].size;
            }
        }
        pool.put_back(memory);
        Ok(done.packed(*packing))
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
    pub fn work(self, crew: &Crew, input: usize) -> Vec<Result<Done>> {
        let work = |group: Vec<(Event, Record)>| {
            let mut done = Done::new(input);
            let mut memory = crew.pool.take();
            for (event, record) in group {
                done.event(&crew.pipeline.recipe, event, &record, &mut memory);
            }
            crew.pool.put_back(memory);
            Ok(done.packed(crew.packing))
        };
        self.0.into_par_iter().map(work).collect()
    }
}
