//! Method against method: a table of differences, and the data of the plot that the script draws of
//! the two that are chosen.

use std::fmt::Write;

use serde::Serialize;

use super::put;
use super::read::{Evaluation, SetF1};
use crate::eval::summary::SetSummary;
use crate::render::Escaped;

/// The most methods that are compared with each other, the best: a sweep may have thousands.
const MOST: usize = 30;
/// F1 that two methods differ by on a page before one is better there.
const MARGIN: f32 = 0.005;

/// The table, and the place of the plot, of a data set by a measure.
pub(super) fn methods(
    out: &mut String,
    set: &SetSummary,
    (at, measure): (usize, usize),
    f1: &SetF1,
) {
    let name = &set.measures[measure];
    let chosen = best(set, name);
    if chosen.len() < 2 || set.pages == 0 {
        return;
    }
    let specs: Vec<_> = set.scores.iter().filter(|row| row.measure == *name).collect();
    out.push_str("<h4>Method against method</h4>\n<p class=\"faint\">F1 of the row's less that of the column's");
    if chosen.len() < specs.len() {
        let _ = write!(out, "; the {MOST} best of {}", specs.len());
    }
    out.push_str(
        "; below it the pages on which the one is better and those on which the other is, by more than \
         .005.</p>\n<div class=\"scroll\">\n<table class=\"matrix\">\n<tr><th>",
    );
    for &column in &chosen {
        let _ = write!(out, "<th><code>{}</code>", Escaped(&specs[column].spec));
    }
    out.push_str("</tr>\n");
    let pages = f1.of(measure);
    for &row in &chosen {
        let _ = write!(out, "<tr><th><code>{}</code>", Escaped(&specs[row].spec));
        for &column in &chosen {
            if row == column {
                out.push_str("<td>");
                continue;
            }
            let gap = specs[row].mean.f1 - specs[column].mean.f1;
            let (better, worse) = tally(&pages[row], &pages[column]);
            let (class, strength) =
                (if gap > 0.0 { "up" } else { "down" }, (gap.abs() * 4.0).min(0.8));
            let _ = write!(
                out,
                "<td class=\"{class}\" style=\"--s:{strength:.2}\">{gap:+.3}<small>{better} : {worse}</small>"
            );
        }
        out.push_str("</tr>\n");
    }
    put(
        out,
        format_args!(
            "</table>\n</div>\n<div class=\"against\" data-set=\"{at}\" data-measure=\"{measure}\" hidden></div>"
        ),
    );
}

/// Pages on which the one is better, and those on which the other is.
fn tally(one: &[f32], other: &[f32]) -> (usize, usize) {
    let gaps = one.iter().zip(other).map(|(one, other)| one - other);
    gaps.fold((0, 0), |(better, worse), gap| {
        (better + usize::from(gap > MARGIN), worse + usize::from(gap < -MARGIN))
    })
}

/// The methods that are compared, by their places among the measure's rows, in the table's order.
fn best(set: &SetSummary, measure: &str) -> Vec<usize> {
    let f1 = set.scores.iter().filter(|row| row.measure == measure).map(|row| row.mean.f1);
    let mut best: Vec<_> = f1.enumerate().collect();
    best.sort_by(|a, b| b.1.total_cmp(&a.1));
    best.truncate(MOST);
    let mut best: Vec<_> = best.into_iter().map(|(place, _)| place).collect();
    best.sort_unstable();
    best
}

/// What the script draws of a data set.
#[derive(Serialize)]
struct SetData<'e> {
    pages: &'e [String],
    measures: Vec<MeasureData<'e>>,
}

#[derive(Serialize)]
struct MeasureData<'e> {
    specs: Vec<&'e str>,
    /// By spec and page, in thousandths.
    f1: Vec<Vec<u16>>,
}

/// The data for the script, as JSON that ends no script.
pub(super) fn data(evaluation: &Evaluation) -> String {
    let sets = evaluation.summary.datasets.iter().zip(&evaluation.f1).map(|(set, f1)| {
        let measures = set.measures.iter().enumerate().map(|(measure, name)| {
            let specs: Vec<_> = set.scores.iter().filter(|row| row.measure == *name).collect();
            let thousandths =
                |pages: &Vec<f32>| pages.iter().map(|f1| (f1 * 1000.0).round() as u16).collect();
            let chosen = best(set, name);
            MeasureData {
                specs: chosen.iter().map(|&row| specs[row].spec.as_str()).collect(),
                f1: chosen.iter().map(|&row| thousandths(&f1.of(measure)[row])).collect(),
            }
        });
        SetData { pages: &f1.pages, measures: measures.collect() }
    });
    let sets: Vec<_> = sets.collect();
    // Names and numbers are always JSON.
    let json = serde_json::to_string(&sets).unwrap_or_default().replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"data\">{json}</script>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_counts_where_one_is_clearly_better() {
        assert_eq!(tally(&[1.0, 0.5, 0.503], &[0.2, 0.6, 0.5]), (1, 1));
    }
}
