//! A progress bar for a person at a terminal; nothing at all in a pipe.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar over `total` bytes of input; drawn on standard error, and only if that is a terminal.
pub fn bytes(total: u64) -> ProgressBar {
    bar(total, "{bar:40} {bytes}/{total_bytes} {bytes_per_sec} {eta} {msg}")
}

/// A bar over pages, whose number is set when it is known.
pub fn pages() -> ProgressBar {
    bar(0, "{bar:40} {pos}/{len} pages {per_sec} {eta}")
}

/// What moves the bar to how many pages are done, of how many.
pub fn report(bar: &ProgressBar) -> impl Fn(usize, usize) + '_ {
    |done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    }
}

fn bar(total: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
    // A template that does not parse would only lose the bar its looks.
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
