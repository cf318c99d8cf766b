//! The worst pages: gold and choice side by side, coloured by what they have in common.
//!
//! A word is in common where it lies in five words in a row that both have, as gold is aligned with
//! pages ([`crate::dataset::align`]); the measure's own counts stand beside.

use std::fmt::Write;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind};
use std::ops::Range;
use std::path::Path;

use super::put;
use super::read::no_evaluation;
use crate::dataset::align;
use crate::eval::export::{WORST, WorstRow};
use crate::render::Escaped;
use crate::{Error, Result};

/// Characters of a text that are shown; a page without content can be all of a crawl's text.
const SHOWN: usize = 20_000;

/// The section, a row of the file at a time.
pub(super) fn write(directory: &Path, part: &mut dyn FnMut(&str) -> Result<()>) -> Result<()> {
    part("<h2 id=\"worst\">Worst pages</h2>\n")?;
    let path = directory.join(WORST);
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return part(
                "<p class=\"faint\">The evaluation kept no texts; <code>leafmill evaluate … --worst 10 \
                 -o DIR</code> keeps those of the ten pages that each method does worst on.</p>\n",
            );
        }
        Err(error) => return Err(Error::io(&path, error)),
    };
    part(
        "<p class=\"faint\">Of each method the pages that it does worst on, by the first measure. \
         <span class=\"both\">In both</span>, <span class=\"missed\">gold that was missed</span>, \
         <span class=\"wrong-text\">chosen and not gold</span>, by five words in a row.</p>\n",
    )?;
    let mut of = None;
    for line in BufReader::new(file).lines() {
        let line = line.map_err(|error| Error::io(&path, error))?;
        let row: WorstRow =
            serde_json::from_str(&line).map_err(|error| no_evaluation(&path, &error))?;
        let mut out = String::new();
        let head = (row.dataset.to_string(), row.spec.clone());
        if of.as_ref() != Some(&head) {
            put(
                &mut out,
                format_args!(
                    "<h3><code>{}</code> on {}, by <code>{}</code></h3>",
                    Escaped(&row.spec),
                    Escaped(&row.dataset),
                    Escaped(&row.measure)
                ),
            );
            of = Some(head);
        }
        page(&mut out, &row);
        part(&out)?;
    }
    Ok(())
}

/// A page, folded away.
fn page(out: &mut String, row: &WorstRow) {
    let name = row.title.as_deref().filter(|title| !title.is_empty()).unwrap_or(&row.page);
    let _ = write!(
        out,
        "<details class=\"worst\" data-page=\"{}\"><summary><b>{:.3}</b> <bdi>{}</bdi></summary>\n\
         <p class=\"faint\"><code>{}</code>",
        Escaped(&row.page),
        row.f1,
        Escaped(name),
        Escaped(&row.page)
    );
    for more in [&row.kind, &row.url].into_iter().flatten() {
        let _ = write!(out, " · {}", Escaped(more));
    }
    put(out, format_args!(" · P {:.3}, R {:.3}</p>", row.precision, row.recall));
    let snippets;
    let gold = match row.gold.is_empty() {
        true => {
            snippets = row.required.join("\n");
            &snippets
        }
        false => row.gold.as_ref(),
    };
    out.push_str("<div class=\"sides\">\n");
    side(out, "gold", gold, &row.text, "missed");
    side(out, "chosen", &row.text, gold, "wrong-text");
    out.push_str("</div>\n");
    if !row.forbidden.is_empty() {
        let forbidden = row.forbidden.join("\n");
        put(
            out,
            format_args!("<h4>Not content</h4>\n<p class=\"side\">{}</p>", Escaped(&forbidden)),
        );
    }
    out.push_str("</details>\n");
}

/// A text beside another, with what the other has not in a class.
fn side(out: &mut String, title: &str, text: &str, other: &str, class: &str) {
    let _ = write!(out, "<div><h4>{title}</h4><div class=\"side\" dir=\"auto\">");
    let shown = text.char_indices().nth(SHOWN).map_or(text.len(), |(at, _)| at);
    let mut at = 0;
    for (span, is_common) in spans(text, other) {
        let span = span.start.min(shown)..span.end.min(shown);
        if span.is_empty() {
            break;
        }
        let class = if is_common { "both" } else { class };
        let _ = write!(
            out,
            "{}<span class=\"{class}\">{}</span>",
            Escaped(&text[at..span.start]),
            Escaped(&text[span.clone()])
        );
        at = span.end;
    }
    let _ = write!(out, "{}", Escaped(&text[at..shown]));
    if shown < text.len() {
        let more = text[shown..].chars().count();
        let _ = write!(out, "<span class=\"faint\"> … and {more} more characters</span>");
    }
    out.push_str("</div></div>\n");
}

/// The words of a text in spans of one kind, each with whether the other text has them.
fn spans(text: &str, other: &str) -> Vec<(Range<usize>, bool)> {
    let mut spans: Vec<(Range<usize>, bool)> = Vec::new();
    for (word, is_common) in align::common(text, other) {
        match spans.last_mut() {
            Some((span, same)) if *same == is_common => span.end = word.end,
            _ => spans.push((word, is_common)),
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, other: &str) -> String {
        let mut out = String::new();
        side(&mut out, "gold", text, other, "missed");
        out.split("dir=\"auto\">").nth(1).unwrap().replace("</div></div>\n", "")
    }

    #[test]
    fn what_both_have_in_a_row_is_in_common() {
        assert_eq!(
            shown("By A. – one, two three <four> five. End!", "x one two three four five y"),
            "<span class=\"missed\">By A</span>. – <span class=\"both\">one, two three &lt;four&gt; five\
             </span>. <span class=\"missed\">End</span>!"
        );
        assert_eq!(shown("", "x"), "");
    }

    #[test]
    fn a_long_text_is_cut_and_says_so() {
        let long = "wörter ".repeat(4000);
        let shown = shown(&long, "");
        assert!(
            shown.ends_with("… and 8000 more characters</span>"),
            "{}",
            &shown[shown.len() - 80..]
        );
    }
}
