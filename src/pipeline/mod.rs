//! Reading, extracting and writing in parallel, with the output of doing it one by one.
//!
//! The inputs are cut into jobs: a range of a large archive, one small archive, a group of loose
//! pages, or, of an archive that cannot be cut, the records that one thread has read next. All
//! threads work on them, and what comes of them is written in the order of the input. So the output
//! is the same at any number of threads, and memory holds the few jobs that are ahead.

mod about;
mod allot;
mod destination;
mod digest;
mod feed;
mod filter;
mod forms;
mod job;
mod journal;
mod manifest;
mod names;
mod order;
mod overwrite;
mod plain;
mod product;
mod replaced;
mod report;
mod settings;
mod shards;
mod survey;
mod tally;
#[cfg(feature = "remote")]
mod versioned;
mod worker;

pub use crate::site_lines::SiteLines;
pub use destination::Destination;
pub use filter::{Filter, Hosts, Pattern, StatusPattern};
pub use settings::Settings;
pub use shards::Finding;
pub use tally::{InputProblem, PageProblem, Problem, Tally};
pub use worker::{Failed, Memory, Recipe, Written};

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::source::{self, Input, Join, PassedOver, Reading};
use crate::{Error, Result};
use feed::Feed;
use job::{Crew, Done, Job};
use order::in_order;
use report::Row;
use shards::Shards;
use worker::Pool;

/// Jobs begun and not yet written, for each thread: enough that none waits for one that is slow.
const JOBS_A_THREAD: usize = 4;

/// A run over a collection.
#[non_exhaustive]
pub struct Pipeline<'e> {
    /// What is done to each page.
    pub recipe: Recipe<'e>,
    /// How inputs are read.
    pub reading: Reading,
    /// Set from elsewhere to stop: what is in flight is finished and written.
    pub stop: &'e AtomicBool,
}

/// What a caller is told while a run goes on.
#[non_exhaustive]
pub enum Notice<'a> {
    /// The size of the inputs in bytes, before the first is read; 0 for what has no size.
    Begin(u64),
    /// So many more bytes of input were read, and so many more pages written.
    Progress(u64, u64),
    /// A record was damaged, or a page failed.
    Problem(&'a Problem),
    /// A file was found and not taken.
    PassedOver(&'a Path, PassedOver),
    /// A shard of the output directory, by name, is not as it should be.
    Shard(&'a str, Finding<'a>),
}

/// What a run that nobody can stop looks at.
static NEVER: AtomicBool = AtomicBool::new(false);

impl<'e> Pipeline<'e> {
    /// A run by a recipe, which reads pages within the default caps until all is read.
    pub fn new(recipe: Recipe<'e>) -> Pipeline<'e> {
        Pipeline { recipe, reading: Reading::default(), stop: &NEVER }
    }

    /// Extracts all that the inputs hold; `notice` is told what happens.
    ///
    /// # Errors
    /// If none of the inputs can be read or the output cannot be written, or a directory's shards
    /// were made with other settings; shards that were finished before stay.
    pub fn run(
        &self,
        inputs: &[PathBuf],
        destination: &Destination,
        notice: &mut dyn FnMut(Notice),
    ) -> Result<Tally> {
        let plan = source::plan_until(inputs, self.stop)?;
        let mut tally = Tally::of_files(&plan.passed_over);
        if self.stop.load(Ordering::Relaxed) {
            // Not all inputs are known, and so not what becomes of the output.
            tally.interrupted = true;
            return Ok(tally);
        }
        tally.unreadable = plan.unreadable.len() as u64;
        let unreadable: Vec<_> =
            plan.unreadable.iter().map(|error| Problem::of_input(error, 0)).collect();
        unreadable.iter().for_each(|problem| tally.note(problem));
        plan.passed_over.iter().for_each(|(path, why)| notice(Notice::PassedOver(path, *why)));
        let found = &mut |name: &str, finding: Finding| notice(Notice::Shard(name, finding));
        let settings = Settings::of(self, destination);
        let writer = self.recipe.writer;
        let (shards, inputs) = Shards::open(destination, &settings, writer, plan.inputs, found)?;
        notice(Notice::Begin(inputs.iter().map(|input| input.size).sum()));
        let crew = Crew {
            pipeline: self,
            packing: shards.packing(),
            is_survey: false,
            is_between: shards.is_between(),
            pool: Pool::default(),
        };
        let inputs = &inputs;
        let of_input = (0..inputs.len()).map(|input| shards.of_input(input)).collect();
        let mut feed = Feed::new(inputs, of_input, &self.reading);
        unreadable.iter().for_each(|problem| notice(Notice::Problem(problem)));
        let joiner = Joiner { crew: &crew, inputs, stopped: None };
        let mut collector =
            Collector { joiner, shards, tally, unreadable, failed: None, is_read: false, notice };
        let is_stopped = || self.stop.load(Ordering::Relaxed);
        in_order(
            JOBS_A_THREAD * rayon::current_num_threads(),
            || if is_stopped() { None } else { feed.next() },
            |job| job.run(&crew, inputs),
            |done| collector.write(done),
        )?;
        collector.finish()
    }
}

/// What only one thread does, in the order of the input.
struct Collector<'r> {
    joiner: Joiner<'r>,
    shards: Shards<'r>,
    /// Of the files that were found and not taken.
    tally: Tally,
    /// What cannot be read of the files that were found.
    unreadable: Vec<Problem>,
    /// The input that could not be read last, and why.
    failed: Option<(usize, Error)>,
    /// Whether anything could be read.
    is_read: bool,
    notice: &'r mut dyn FnMut(Notice),
}

/// Holds the parts of archives together.
struct Joiner<'r> {
    crew: &'r Crew<'r>,
    inputs: &'r [Input],
    /// Where the part joined last stopped reading.
    stopped: Option<u64>,
}

impl Collector<'_> {
    fn write(&mut self, done: Done) -> Result<()> {
        let Some(mut done) = self.joiner.join(done) else { return Ok(()) };
        self.is_read |= done.failed.is_empty() || done.tally.has_records();
        if let Some(error) = done.failed.pop() {
            // Each of its parts says where; it is one input.
            if self.failed.as_ref().is_some_and(|(input, _)| *input == done.input) {
                done.tally.unreadable -= 1;
            }
            self.failed = Some((done.input, error));
        }
        let pages = done.tally.pages();
        for problem in &done.problems {
            done.tally.note(problem);
            (self.notice)(Notice::Problem(problem));
        }
        (self.notice)(Notice::Progress(done.read, pages));
        self.shards.write(&done)
    }

    fn finish(mut self) -> Result<Tally> {
        if let Some((_, error)) = self.failed.filter(|_| !self.is_read && self.shards.is_new()) {
            return Err(error);
        }
        self.tally.interrupted = self.joiner.crew.pipeline.stop.load(Ordering::Relaxed);
        let unreadable = self.unreadable.iter().map(Row::from).collect();
        let notice = self.notice;
        let found = &mut |name: &str, finding: Finding| notice(Notice::Shard(name, finding));
        self.tally.add(self.shards.finish(self.tally.interrupted, unreadable, found)?);
        Ok(self.tally)
    }
}

impl Joiner<'_> {
    /// Holds a part against the one before it, and reads it again if they do not meet; `None` if
    /// the one before has read all of it.
    fn join(&mut self, done: Done) -> Option<Done> {
        let Some((part, span)) = done.span else { return Some(done) };
        if part.start == 0 {
            self.stopped = span.stopped;
            return Some(done);
        }
        let done = match source::join(self.stopped, part, span) {
            Join::Keep => done,
            Join::Drop => return None,
            Join::Again(part) => {
                let job = Job::Part(done.input, part);
                job.run(self.crew, self.inputs)
            }
        };
        self.stopped = done.span.and_then(|(_, span)| span.stopped);
        Some(done)
    }
}
