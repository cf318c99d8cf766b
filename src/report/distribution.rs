//! How the F1 of pages is spread: a histogram and quartiles for each method.

use std::fmt::Write;

use super::put;
use super::scores::{SORTED_END, name, sorted_head};
use crate::eval::quantile;
use crate::eval::summary::SetSummary;

/// Bars of a histogram.
const BARS: usize = 20;
/// Size of a histogram, in pixels.
const SIZE: (f64, f64) = (240.0, 36.0);

/// The table of a data set by a measure, given the F1 of each page by row.
pub(super) fn table(out: &mut String, set: &SetSummary, measure: &str, f1: &[Vec<f32>]) {
    if set.pages == 0 {
        return;
    }
    out.push_str("<h4>F1 of pages</h4>\n");
    sorted_head(
        out,
        "method",
        &[
            "from 0 to 1, a bar a twentieth",
            "up to .05",
            "quartile",
            "median",
            "quartile",
            "from .95",
        ],
    );
    let rows = set.scores.iter().filter(|row| row.measure == measure);
    for (row, f1) in rows.zip(f1) {
        let mut sorted: Vec<f64> = f1.iter().map(|&f1| f64::from(f1)).collect();
        sorted.sort_by(f64::total_cmp);
        let bars = bars(&sorted);
        let share = |count: usize| 100.0 * count as f64 / sorted.len().max(1) as f64;
        let _ = write!(
            out,
            "<tr><td>{}<td class=\"bars\">{}<td class=\"n\">{:.0} %",
            name(row),
            histogram(&bars),
            share(bars[0])
        );
        for at in [0.25, 0.5, 0.75] {
            let _ = write!(out, "<td class=\"n\">{:.3}", quantile(&sorted, at));
        }
        put(out, format_args!("<td class=\"n\">{:.0} %</tr>", share(bars[BARS - 1])));
    }
    out.push_str(SORTED_END);
}

/// Pages by bar; 1 is in the last.
fn bars(f1: &[f64]) -> [usize; BARS] {
    let mut bars = [0; BARS];
    for f1 in f1 {
        bars[((f1 * BARS as f64) as usize).min(BARS - 1)] += 1;
    }
    bars
}

/// Bars as high as the root of their pages, so that a few are seen beside many.
fn histogram(bars: &[usize; BARS]) -> String {
    let (width, height) = SIZE;
    let most = bars.iter().copied().max().unwrap_or(1).max(1) as f64;
    let mut out =
        format!("<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"pages by F1\">");
    let step = width / BARS as f64;
    for (at, &pages) in bars.iter().enumerate().filter(|(_, pages)| **pages > 0) {
        let tall = (pages as f64 / most).sqrt() * (height - 1.0);
        let (low, high) = (at as f64 / BARS as f64, (at + 1) as f64 / BARS as f64);
        let _ = write!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\">\
             <title>{low:.2} to {high:.2}: {pages}</title></rect>",
            at as f64 * step,
            height - tall,
            step - 1.0
        );
    }
    out + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_in_one_bar() {
        let bars = bars(&[0.0, 0.049, 0.05, 0.949, 0.95, 1.0]);
        assert_eq!((bars[0], bars[1], bars[18], bars[19]), (2, 1, 1, 2));
        assert_eq!(bars.iter().sum::<usize>(), 6);
        assert_eq!(histogram(&bars).matches("<rect").count(), 4);
    }
}
