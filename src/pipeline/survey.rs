//! The first of two passes: what lines the hosts of the inputs repeat.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use super::feed::Feed;
use super::job::Crew;
use super::order::in_order;
use super::worker::Pool;
use super::{JOBS_A_THREAD, Joiner, Notice, Pipeline};
use crate::Result;
use crate::output::Packing;
use crate::site_lines::{Learner, PageLines, SiteLines};
use crate::source;

impl Pipeline<'_> {
    /// Reads all inputs, those of other shares too, and finds which lines each host repeats, for
    /// [`Recipe::site_lines`](super::Recipe::site_lines). Damage, and what cannot be read,
    /// is reported by the run that extracts.
    ///
    /// # Errors
    /// If an input does not exist.
    pub fn site_lines(
        &self,
        inputs: &[PathBuf],
        notice: &mut dyn FnMut(Notice),
    ) -> Result<SiteLines> {
        let inputs = &source::plan_until(inputs, self.stop)?.inputs;
        notice(Notice::Begin(inputs.iter().map(|input| input.size).sum()));
        let crew = Crew {
            pipeline: self,
            packing: Packing::Plain,
            is_survey: true,
            is_between: false,
            pool: Pool::default(),
        };
        let mut feed = Feed::new(inputs, vec![0; inputs.len()], &self.reading);
        let mut joiner = Joiner { crew: &crew, inputs, stopped: None };
        let mut learner = Learner::default();
        let is_stopped = || self.stop.load(Ordering::Relaxed);
        in_order(
            JOBS_A_THREAD * rayon::current_num_threads(),
            || if is_stopped() { None } else { feed.next() },
            |job| job.run(&crew, inputs),
            |done| {
                if let Some(done) = joiner.join(done) {
                    let mut bytes = &done.bytes[..];
                    while let Some(page) = PageLines::read(&mut bytes) {
                        learner.add(&page);
                    }
                    notice(Notice::Progress(done.read, 0));
                }
                Ok(())
            },
        )?;
        Ok(learner.finish())
    }
}
