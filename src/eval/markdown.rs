//! `summary.md`: the tables of an evaluation, what they are tables of, and how sure their figures are.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::iter;

use super::show;
use super::strata::Group;
use super::summary::{
    Difference, Interval, PairSummary, SetSummary, SpecSummary, StratumSummary, Summary,
};
use super::table::Table;

/// The page.
pub(super) fn page(table: &Table, summary: &Summary) -> String {
    let folds = match table.folds {
        0 => "with the models that ship (on pages that they were learnt from, only folds are \
              evidence)"
            .to_owned(),
        folds => format!("{folds} folds by registered domain, seed {}", table.seed),
    };
    let commit = summary.commit.as_ref().map(|commit| format!(" ({commit})")).unwrap_or_default();
    let mut out = format!("# Evaluation\n\nleafmill {}{commit}; {folds}.\n\n", summary.leafmill);
    for set in &table.sets {
        let layout = set.layout.map(|layout| format!("layout {layout}, ")).unwrap_or_default();
        out.push_str(&format!("- {}: {layout}digest `{}`", set.title(), set.digest));
        for (what, skips) in [("passed over", &set.skipped), ("failed", &set.failed)] {
            if !skips.is_empty() {
                out.push_str(&format!(", {} {what}", skips.len()));
            }
        }
        out.push('\n');
    }
    out + "\nP, R and F1 are means over pages; by `shingles(4)` F1 is that of the means, and by \
           `snippets` all are of the summed counts, as micro F1 always is.\n\n"
        + &table.to_string()
        + &complexities(table)
        + &intervals(summary)
}

/// F1 by how much of a page is content: a table for each data set and measure.
fn complexities(table: &Table) -> String {
    let mut out = String::new();
    for set in &table.sets {
        let strata = set.strata(Group::Complexity);
        for (measure, name) in set.measures.iter().enumerate().filter(|_| strata.len() > 1) {
            out += &format!("\n**{}, measure `{name}`**\n\n", set.title());
            out += &table.by(set, measure, &strata);
        }
    }
    if out.is_empty() {
        return out;
    }
    let head = "\n## Complexity\n\nF1 by how little of a page is content (Bevendorff et al. 2023): a page's \
                complexity is one less its gold's share of its words; low is up to the first quartile of the \
                data set's pages, high from the third.\n";
    head.to_owned() + &out
}

/// How sure the figures are: a table for each data set and measure.
fn intervals(summary: &Summary) -> String {
    let to = match &summary.baseline {
        Some(baseline) => format!("`{baseline}`"),
        None => "the best other method, the oracle apart,".to_owned(),
    };
    let mut out = format!(
        "\n## Intervals\n\nThe middle 95 % of F1 over 1,000 draws of the sites with replacement, each \
         with its pages, and of its difference to {to} on the same draws; where that interval \
         holds 0, the difference may be chance.{}\n",
        if summary.saw() { show::SAW.trim_end().replace("\n\n", " ") } else { String::new() },
    );
    for set in &summary.datasets {
        for measure in &set.measures {
            out.push_str(&format!("\n**{}, measure `{measure}`**\n\n", set.name));
            let heads = ["method", "F1", "interval", "difference", "interval", "to"];
            let mut rows = vec![heads.map(str::to_owned).to_vec()];
            let specs = set.scores.iter().filter(|scores| scores.measure == *measure);
            rows.extend(specs.map(spec_cells));
            out.push_str(&show::markdown(&rows));
            for strata in STRATA {
                out.push_str(&intervals_by(set, measure, strata));
            }
        }
    }
    out + &pairs_of(summary)
}

/// Strata whose intervals have a table: what they are called, their sizes, and a spec's scores on them.
type Strata = (
    &'static str,
    fn(&SetSummary) -> &BTreeMap<String, usize>,
    fn(&SpecSummary) -> &BTreeMap<String, StratumSummary>,
);

const STRATA: [Strata; 2] = [
    ("page type", |set| &set.kinds, |scores| &scores.kinds),
    ("language", |set| &set.languages, |scores| &scores.languages),
];

/// The intervals of F1 by strata, the largest first; nothing where there is one stratum.
fn intervals_by(set: &SetSummary, measure: &str, (name, sizes, of): Strata) -> String {
    let mut strata: Vec<_> = sizes(set).iter().collect();
    if strata.len() < 2 {
        return String::new();
    }
    strata.sort_by_key(|&(_, pages)| Reverse(*pages));
    strata.truncate(show::COLUMNS);
    let heads = strata.iter().map(|(stratum, pages)| format!("{stratum} ({pages})"));
    let mut rows: Vec<Vec<String>> = vec![iter::once("method".to_owned()).chain(heads).collect()];
    for scores in set.scores.iter().filter(|scores| scores.measure == *measure) {
        let ends = strata.iter().map(|(stratum, _)| {
            of(scores).get(*stratum).map_or(String::new(), |scores| ends(scores.interval))
        });
        rows.push(iter::once(starred(scores)).chain(ends).collect());
    }
    format!("\nF1 by {name}\n\n{}", show::markdown(&rows))
}

/// Every two methods, where that was asked for: a table for each data set and measure.
fn pairs_of(summary: &Summary) -> String {
    let mut out = String::new();
    for set in &summary.datasets {
        for measure in &set.measures {
            let pairs = set.pairs.iter().filter(|pair| pair.measure == *measure);
            let heads = ["better", "other", "F1", "interval", "p", "corrected"];
            let mut rows = vec![heads.map(str::to_owned).to_vec()];
            rows.extend(pairs.map(pair_cells));
            if rows.len() > 1 {
                out.push_str(&format!("\n**{}, measure `{measure}`**\n\n", set.name));
                out.push_str(&show::markdown(&rows));
            }
        }
    }
    if out.is_empty() {
        return out;
    }
    let head = "\n## Pairs\n\nEvery two methods: the difference of their F1 with its interval as above, \
                how likely one as large is by chance (approximate randomisation by sites), and that by \
                Holm's correction for all pairs of the table.\n";
    head.to_owned() + &out
}

/// The row of the table of intervals.
fn spec_cells(scores: &SpecSummary) -> Vec<String> {
    let mut cells = vec![starred(scores), format!("{:.3}", scores.mean.f1), ends(scores.interval)];
    cells.extend(match &scores.difference {
        Some(Difference { to, f1, interval: [low, high] }) => {
            [format!("{f1:+.3}"), format!("{low:+.3} … {high:+.3}"), to.clone()]
        }
        None => Default::default(),
    });
    cells
}

/// A spec, with a star where its model was learnt from pages of the data set.
fn starred(scores: &SpecSummary) -> String {
    scores.spec.clone() + if scores.saw { " \\*" } else { "" }
}

/// The ends of an interval of scores.
fn ends([low, high]: Interval) -> String {
    format!("{low:.3} … {high:.3}")
}

/// The row of the table of pairs.
fn pair_cells(pair: &PairSummary) -> Vec<String> {
    let [better, other] = pair.specs.clone();
    let [low, high] = pair.interval;
    let p = |p: f64| if p < 0.001 { "< .001".to_owned() } else { format!("{p:.3}") };
    let interval = format!("{low:+.3} … {high:+.3}");
    vec![better, other, format!("{:+.3}", pair.f1), interval, p(pair.p), p(pair.corrected)]
}
