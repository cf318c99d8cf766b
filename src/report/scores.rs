//! The tables of scores: means with intervals, and F1 by strata. Each can be sorted.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::put;
use crate::eval::COMPLEXITIES;
use crate::eval::summary::{Interval, SetSummary, SpecSummary, StratumSummary};
use crate::measure::Scores;
use crate::render::Escaped;

/// The tables of a data set by a measure.
pub(super) fn tables(out: &mut String, set: &SetSummary, measure: &str) {
    let rows: Vec<_> = set.scores.iter().filter(|row| row.measure == measure).collect();
    put(out, format_args!("<h3>Scores, measure <code>{}</code></h3>", Escaped(measure)));
    means(out, &rows);
    if rows.iter().any(|row| row.saw) {
        out.push_str(
            "<p class=\"faint\">* learnt from pages of this data set: no estimate of how it does \
             elsewhere</p>\n",
        );
    }
    by(out, "page type", &set.kinds, &rows, |row| &row.kinds);
    by(out, "language", &set.languages, &rows, |row| &row.languages);
    by(out, "complexity", &set.complexity, &rows, |row| &row.complexity);
}

/// The name of a method's row.
pub(super) fn name(row: &SpecSummary) -> String {
    let star = if row.saw { " *" } else { "" };
    format!("<code>{}</code>{star}", Escaped(&row.spec))
}

/// The head of a table that can be sorted; `names` are ours.
pub(super) fn sorted_head(out: &mut String, first: &str, names: &[&str]) {
    let _ = write!(out, "<div class=\"scroll\">\n<table class=\"sorts\">\n<thead><tr><th>{first}");
    for name in names {
        let _ = write!(out, "<th class=\"n\">{name}");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
}

/// The end of that table.
pub(super) const SORTED_END: &str = "</tbody>\n</table>\n</div>\n";

fn means(out: &mut String, rows: &[&SpecSummary]) {
    let names = [
        "P",
        "interval",
        "R",
        "interval",
        "F1",
        "interval",
        "micro F1",
        "difference",
        "interval",
        "to",
    ];
    sorted_head(out, "method", &names);
    for row in rows {
        let _ = write!(out, "<tr><td>{}", name(row));
        let Scores { precision, recall, f1 } = row.mean;
        let scores = [
            (precision, row.precision_interval),
            (recall, row.recall_interval),
            (f1, row.interval),
        ];
        for (score, ends) in scores {
            let _ =
                write!(out, "<td class=\"n\">{score:.3}<td class=\"n faint\">{}", interval(ends));
        }
        let _ = write!(out, "<td class=\"n\">{:.3}", row.micro.f1);
        match &row.difference {
            Some(difference) => {
                let [low, high] = difference.interval;
                let sure = if low > 0.0 || high < 0.0 { "" } else { " faint" };
                put(
                    out,
                    format_args!(
                        "<td class=\"n{sure}\">{:+.3}<td class=\"n faint\">{low:+.3} … {high:+.3}\
                         <td><code>{}</code></tr>",
                        difference.f1,
                        Escaped(&difference.to)
                    ),
                );
            }
            None => out.push_str("<td><td><td></tr>\n"),
        }
    }
    out.push_str(SORTED_END);
}

fn interval([low, high]: Interval) -> String {
    format!("{low:.3} … {high:.3}")
}

/// F1 by the strata of a group, where there is more than one.
fn by(
    out: &mut String,
    group: &str,
    sizes: &BTreeMap<String, usize>,
    rows: &[&SpecSummary],
    scores: impl Fn(&SpecSummary) -> &BTreeMap<String, StratumSummary>,
) {
    if sizes.len() < 2 {
        return;
    }
    let mut strata: Vec<_> = sizes.iter().collect();
    // Those of complexity have an order of their own; of others the largest is first.
    let rank = |name: &str| COMPLEXITIES.iter().position(|known| *known == name);
    strata.sort_by_key(|&(name, pages)| (rank(name), std::cmp::Reverse(pages)));
    put(out, format_args!("<h4>F1 by {group}, its interval under the pointer</h4>"));
    let heads = strata.iter().map(|(name, pages)| format!("{} ({pages})", Escaped(name)));
    let heads: Vec<String> = heads.collect();
    sorted_head(out, "method", &heads.iter().map(String::as_str).collect::<Vec<_>>());
    for row in rows {
        let _ = write!(out, "<tr><td>{}", name(row));
        for (stratum, _) in &strata {
            let _ = match scores(row).get(*stratum) {
                Some(StratumSummary { mean, interval: ends, .. }) => {
                    let (f1, ends) = (mean.f1, interval(*ends));
                    write!(out, "<td class=\"n\" title=\"{ends}\">{f1:.3}")
                }
                None => write!(out, "<td>"),
            };
        }
        out.push_str("</tr>\n");
    }
    out.push_str(SORTED_END);
}
