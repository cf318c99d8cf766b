//! The text of the page with what each method kept of it: a row an item.

use std::fmt::Write;

use super::super::{Inspection, Judgement, Kept};
use super::put;
use crate::extract::{Explanation, Extraction};
use crate::extraction::Reason;
use crate::render::Escaped;

/// The whole table.
pub(super) fn table(out: &mut String, inspection: &Inspection) {
    out.push_str("<h2>The text, and what each method kept</h2>\n");
    out.push_str(
        "<p class=\"faint\">● kept, ◐ in part, · left; where the gold is known, \
         <span class=\"right\">●</span> as the gold has it and <span class=\"wrong\">●</span> not. \
         A line at the side marks what is content by it, else by the first method.</p>\n\
         <div class=\"scroll\">\n<table>\n<tr><th class=\"n\">#",
    );
    if inspection.labels.is_some() {
        out.push_str("<th class=\"mark\">gold");
    }
    for judgement in &inspection.judgements {
        let _ = write!(out, "<th class=\"mark\">{}", Escaped(&judgement.spec));
    }
    out.push_str(
        "<th>text<th class=\"n\">chars<th class=\"n\">score<th class=\"n\">smoothed\
         <th class=\"n\">relevance<th class=\"n\">block</tr>\n",
    );
    for item in 0..inspection.items().len() {
        row(out, inspection, item);
    }
    out.push_str("</table>\n</div>\n");
}

fn row(out: &mut String, inspection: &Inspection, item: usize) {
    let Inspection { frame, judgements, labels, page, .. } = inspection;
    let class = match inspection.content() {
        Some((_, by)) if inspection.kept(by, item) == Kept::None => "left",
        Some(_) => "chosen",
        None => "",
    };
    let _ = write!(out, "<tr class=\"{class}\"><td class=\"n\">{}", item + 1);
    let marks = labels.iter().chain(judgements.iter().map(Judgement::extraction));
    for extraction in marks {
        mark(out, inspection, extraction, item);
    }
    let text = inspection.text(item);
    let _ = write!(out, "<td class=\"text\"><span dir=\"auto\">{}</span>", Escaped(&text));
    let first_leaf = inspection.items()[item].start;
    let block = page.path(page.units()[inspection.unit_of(item)].block);
    for judgement in judgements {
        if let Some(reason) = judgement.reason(first_leaf) {
            why(out, judgement, reason, &Escaped(&block));
        }
    }
    let (score, smoothed) = (frame.blocks.scores[item], frame.blocks.smoothed[item]);
    let block = frame.block_of[item].map_or(String::new(), |block| {
        let verdict = if frame.accepted[block] { "" } else { " rejected" };
        format!("{}{verdict}", block + 1)
    });
    put(
        out,
        format_args!(
            "<td class=\"n\">{}<td class=\"n\">{score:.1}<td class=\"n\">{smoothed:.1}\
             <td class=\"n\">{:.2}<td class=\"n\">{block}</tr>",
            inspection.chars(item),
            frame.relevance[item]
        ),
    );
}

/// Whether an item is chosen, coloured by whether the gold agrees.
fn mark(out: &mut String, inspection: &Inspection, extraction: &Extraction, item: usize) {
    let kept = inspection.kept(extraction, item);
    let mark = match kept {
        Kept::None => "·",
        Kept::Part => "◐",
        Kept::All => "●",
    };
    let gold = inspection.labels.as_ref().map(|labels| inspection.kept(labels, item));
    let class = match gold {
        Some(gold) if (gold > Kept::None) != (kept > Kept::None) => "mark wrong",
        Some(_) => "mark right",
        None => "mark",
    };
    let _ = write!(out, "<td class=\"{class}\">{mark}");
}

/// A method's reason, folded away: its score, what that was made of, and what moved it most.
fn why(out: &mut String, judgement: &Judgement, reason: &Reason, element: &Escaped) {
    let Explanation { score, unit, facts, .. } = &judgement.explanation;
    let spec = Escaped(&judgement.spec);
    let _ = write!(
        out,
        "<details><summary>{spec}: {score} {:.2}</summary><p class=\"faint\"><code>{element}</code>\
         <br>{score} {:.3}",
        reason.score, reason.score
    );
    for fact in reason.facts.iter().chain(facts) {
        let _ = write!(out, ", {} {:.3}", fact.name, fact.value);
    }
    if let Some(ruling) = reason.ruling {
        let _ = write!(out, ", {ruling}");
    }
    out.push_str("</p>");
    if !reason.causes.is_empty() {
        let _ =
            write!(out, "<table><tr><th>feature<th class=\"n\">value<th class=\"n\">{unit}</tr>");
        for cause in &reason.causes {
            let _ = write!(
                out,
                "<tr><td><code>{}</code><td class=\"n\">{:.3}<td class=\"n\">{:+.2}</tr>",
                cause.name, cause.value, cause.by
            );
        }
        out.push_str("</table>");
    }
    out.push_str("</details>");
}
