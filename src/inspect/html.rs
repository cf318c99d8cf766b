//! An inspection as one self-contained HTML page: no script, nothing from elsewhere, and all that
//! comes from the inspected page escaped. It follows the reader's light or dark setting.

mod items;

use std::fmt::{self, Write};

use super::chart::Chart;
use super::{Inspection, Kept, beginning};
use crate::extraction::{Section, Series};
use crate::page::Page;
use crate::render::Escaped;

const STYLE: &str = include_str!("style.css");
/// Characters of a block's text that its row shows.
const SHOWN: usize = 90;

/// The page.
pub fn page(inspection: &Inspection) -> String {
    let mut out = String::new();
    head(&mut out, inspection);
    methods(&mut out, inspection);
    charts(&mut out, inspection);
    for judgement in &inspection.judgements {
        for along in judgement.explanation.series.iter().filter(|series| !series.values.is_empty())
        {
            series(&mut out, &judgement.spec, along);
        }
        for part in &judgement.explanation.sections {
            section(&mut out, inspection.page, &judgement.spec, part);
        }
    }
    items::table(&mut out, inspection);
    gold(&mut out, inspection);
    out.push_str("</body>\n</html>\n");
    out
}

/// Up to the page's name, address and size.
fn head(out: &mut String, inspection: &Inspection) {
    let Inspection { name, url, page, .. } = inspection;
    let title = page.title().unwrap_or_else(|| (*name).to_owned());
    let title = Escaped(&title);
    put(
        out,
        format_args!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" \
             content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n\
             <title>{title} – leafmill inspect</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <h1><bdi>{title}</bdi></h1>"
        ),
    );
    let url = url.map_or(String::new(), |url| format!(" · {}", Escaped(url)));
    put(out, format_args!("<p class=\"faint\"><code>{}</code>{url}</p>", Escaped(name)));
    let stats = page.stats(page.dom().root());
    put(
        out,
        format_args!(
            "<p class=\"faint\">{} elements, {} text leaves in {} units, {} characters</p>",
            stats.tags,
            stats.leaves,
            page.units().len(),
            stats.chars
        ),
    );
    metadata(out, inspection);
}

/// What the page says of itself, and where.
fn metadata(out: &mut String, inspection: &Inspection) {
    out.push_str("<table>");
    for (name, value, source) in inspection.metadata.lines() {
        let (value, source) = (Escaped(&value), source.name());
        put(out, format_args!("<tr><td>{name}<td><bdi>{value}</bdi><td class=\"faint\">{source}"));
    }
    out.push_str("</table>\n");
}

/// What each method kept, and how well that meets the gold.
fn methods(out: &mut String, inspection: &Inspection) {
    out.push_str("<h2>Methods</h2>\n<table>\n<tr><th>method<th class=\"n\">leaves kept");
    let with_gold = inspection.labels.is_some();
    if with_gold {
        out.push_str("<th class=\"n\">precision<th class=\"n\">recall<th class=\"n\">F1 in words");
    }
    out.push_str("<th>on this page</tr>\n");
    let oracle = inspection.labels.as_ref();
    let rows = inspection.judgements.iter().map(|j| (j.spec.as_str(), j.extraction(), Some(j)));
    for (name, extraction, judgement) in
        oracle.map(|labels| ("gold, by whole units", labels, None)).into_iter().chain(rows)
    {
        let kept = extraction.kept.iter().filter(|&&kept| kept).count();
        let _ = write!(out, "<tr><td><code>{}</code><td class=\"n\">{kept}", Escaped(name));
        if let Some(counts) = inspection.counts(extraction) {
            for score in [counts.precision(), counts.recall(), counts.f1()] {
                let _ = write!(out, "<td class=\"n\">{score:.3}");
            }
        }
        let facts = judgement.map_or(&[][..], |judgement| &judgement.explanation.facts);
        let facts = facts.iter().map(|fact| format!("{} {:.2}", fact.name, fact.value));
        put(out, format_args!("<td>{}</tr>", facts.collect::<Vec<_>>().join(", ")));
    }
    out.push_str("</table>\n");
}

/// Length, score and smoothed score of each item.
fn charts(out: &mut String, inspection: &Inspection) {
    let frame = &inspection.frame;
    let count = inspection.items().len();
    let spec = Escaped(&frame.spec);
    put(out, format_args!("<h2>Scores along the page, by <code>{spec}</code></h2>"));
    let content = match inspection.content() {
        Some((by, extraction)) => {
            put(
                out,
                format_args!(
                    "<p class=\"faint\"><span class=\"key is-content\"></span>content by {}\
                     <span class=\"key is-other\"></span>the rest</p>",
                    Escaped(by)
                ),
            );
            (0..count).map(|item| inspection.kept(extraction, item) > Kept::None).collect()
        }
        None => vec![false; count],
    };
    let lengths: Vec<_> = (0..count).map(|item| f64::from(inspection.chars(item))).collect();
    let wu = &frame.blocks;
    let mean = wu.smoothed.iter().sum::<f64>() / count.max(1) as f64;
    let runs = wu.blocks.iter().zip(&frame.accepted);
    let runs: Vec<_> = runs.map(|((items, _), &accepted)| (items.clone(), accepted)).collect();
    let bare = Chart { title: "", values: &[], content: &content, level: None, blocks: &[] };
    let charts = [
        Chart { title: "Length in characters (Figure 2)", values: &lengths, ..bare },
        Chart { title: "Score (Figure 3)", values: &wu.scores, ..bare },
        Chart {
            title: "Smoothed score, with the information blocks (Figure 5)",
            values: &wu.smoothed,
            level: Some((mean, "mean")),
            blocks: &runs,
            ..bare
        },
    ];
    for chart in charts {
        put(out, format_args!("<h3>{}</h3>\n<figure>\n{}</figure>", chart.title, chart.svg()));
    }
    out.push_str("<p class=\"faint\">Figures of Wu et al. 2012; a bar a unit or text leaf.</p>\n");
}

/// What a method follows along the page, a bar a number.
fn series(out: &mut String, spec: &str, series: &Series) {
    let Series { title, values, content, level } = series;
    put(out, format_args!("<h2>{}, by <code>{}</code></h2>", capital(title), Escaped(spec)));
    let level = level.as_ref().map(|fact| (fact.value, fact.name));
    let chart = Chart { title, values, content, level, blocks: &[] };
    put(out, format_args!("<figure>\n{}</figure>", chart.svg()));
}

/// What a method found beside its choice, a row a part.
fn section(out: &mut String, page: &Page, spec: &str, section: &Section) {
    let title = capital(section.title);
    put(out, format_args!("<h2>{title}, by <code>{}</code></h2>", Escaped(spec)));
    out.push_str("<table>\n<tr><th class=\"n\">#<th>element");
    for column in section.columns {
        let _ = write!(out, "<th class=\"n\">{}", column.name);
    }
    let is_noted = section.parts.iter().any(|part| !part.note.is_empty());
    out.push_str(if is_noted { "<th>note<th>text</tr>\n" } else { "<th>text</tr>\n" });
    for (number, part) in section.parts.iter().enumerate() {
        let path = page.path(part.node);
        let _ =
            write!(out, "<tr><td class=\"n\">{}<td><code>{}</code>", number + 1, Escaped(&path));
        for (column, value) in section.columns.iter().zip(&part.numbers) {
            let _ = write!(out, "<td class=\"n\">{value:.*}", column.places);
        }
        if is_noted {
            let _ = write!(out, "<td><code>{}</code>", Escaped(&part.note));
        }
        put(out, format_args!("<td class=\"text\">{}</tr>", start(&beginning(page, part))));
    }
    out.push_str("</table>\n");
}

/// A title of ASCII letters that begins with a capital.
fn capital(title: &str) -> String {
    let mut title = title.to_owned();
    title[..1].make_ascii_uppercase();
    title
}

/// The gold as it stands in the data set.
fn gold(out: &mut String, inspection: &Inspection) {
    let Some(gold) = inspection.gold else { return };
    out.push_str("<h2>Gold</h2>\n");
    let whole = |out: &mut String, name: &str, text: &str| {
        put(
            out,
            format_args!(
                "<details class=\"whole\"><summary>{name}</summary><div dir=\"auto\">{}</div></details>",
                Escaped(text)
            ),
        );
    };
    whole(out, "text", &gold.text);
    whole(out, "snippets that content has", &gold.required.join("\n"));
    whole(out, "snippets that are not content", &gold.forbidden.join("\n"));
}

/// The first characters of a text, escaped.
fn start(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("<bdi>{}…</bdi>", Escaped(&text[..at])),
        None => format!("<bdi>{}</bdi>", Escaped(text)),
    }
}

/// Appends a line; writing to a string cannot fail.
fn put(out: &mut String, line: fmt::Arguments<'_>) {
    let _ = out.write_fmt(line);
    out.push('\n');
}
