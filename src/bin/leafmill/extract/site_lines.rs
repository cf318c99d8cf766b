//! The pass before the extraction that finds what lines each host repeats.

use std::path::{Path, PathBuf};

use leafmill::pipeline::{Notice, Pipeline, SiteLines};
use leafmill::{Error, Result};

use super::progress::Progress;

/// The lines that the hosts of the inputs repeat.
///
/// # Errors
/// If an input is standard input, which cannot be read twice, or does not exist.
pub fn find(pipeline: &Pipeline, inputs: &[PathBuf], progress: &mut Progress) -> Result<SiteLines> {
    if inputs.iter().any(|input| input == Path::new("-")) {
        let message = "inputs are read twice, which standard input cannot be".to_owned();
        return Err(Error::Argument { argument: "--site-lines".into(), message });
    }
    pipeline.site_lines(inputs, &mut |notice| match notice {
        Notice::Begin(bytes) => progress.begin(bytes),
        Notice::Progress(bytes, _) => progress.advance(bytes, 0),
        _ => {}
    })
}
