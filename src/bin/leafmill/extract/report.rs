//! Reports of a run, a JSON object a line: of `--damage` what was damaged where the output is one
//! stream, of `--passed-over` the files that were not taken.

use std::path::Path;

use leafmill::Result;
use leafmill::internals::output::sink::Sink;
use leafmill::internals::source::PassedOver;
use leafmill::output::Packing;
use leafmill::pipeline::Problem;
use serde::Serialize;

/// One report.
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
        let (sink, packing) = (Sink::open(path)?, Packing::of(path)?);
        Ok(Report { sink, packing, lines: Vec::new(), written: Ok(()) })
    }

    /// Notes what was damaged.
    pub fn problem(&mut self, problem: &Problem) {
        self.add(problem);
    }

    /// Notes a file that was not taken.
    pub fn passed_over(&mut self, file: &Path, reason: PassedOver) {
        #[derive(Serialize)]
        struct Row<'r> {
            file: &'r str,
            reason: PassedOver,
        }
        self.add(&Row { file: &file.to_string_lossy(), reason });
    }

    fn add(&mut self, row: &impl Serialize) {
        self.lines.extend(serde_json::to_vec(row).unwrap_or_default());
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
