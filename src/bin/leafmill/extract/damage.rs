//! `--damage`: where a run whose output is one stream reports what was damaged.

use std::path::Path;

use leafmill::Result;
use leafmill::output::Packing;
use leafmill::output::sink::Sink;
use leafmill::pipeline::Problem;

/// The damage report of a run whose output is one stream.
pub struct Report {
    sink: Sink,
    packing: Packing,
    /// Lines that wait to be packed together.
    lines: Vec<u8>,
    /// Whether all was written so far; what fails is said at the end.
    written: Result<()>,
}

impl Report {
    /// Bytes of lines that are packed together.
    const TOGETHER: usize = 256 << 10;

    pub fn create(path: &Path) -> Result<Report> {
        let (sink, packing) = (Sink::create(path)?, Packing::of(path)?);
        Ok(Report { sink, packing, lines: Vec::new(), written: Ok(()) })
    }

    pub fn add(&mut self, problem: &Problem) {
        self.lines.extend(serde_json::to_vec(problem).unwrap_or_default());
        self.lines.push(b'\n');
        if self.lines.len() >= Self::TOGETHER {
            self.write();
        }
    }

    fn write(&mut self) {
        if self.written.is_ok() && !self.lines.is_empty() {
            self.written = self.sink.write(&self.packing.pack(&self.lines));
        }
        self.lines.clear();
    }

    pub fn finish(mut self) -> Result<()> {
        self.write();
        self.written?;
        self.sink.finish()
    }
}
