//! An evaluation as one self-contained HTML page: what `leafmill report` writes of the files that
//! `evaluate -o` left.
//!
//! ```text
//! summary.json ─> tables ─┐
//! pages.csv ─> F1 by page ─┼─> distributions, method against method ─> page
//! worst.jsonl ─────────────┴─> gold and choice side by side
//! ```
//!
//! The page needs nothing else: its one script is named by its hash in the page's own security policy,
//! so that nothing that a text of the evaluation might bring would run, and all that comes from the
//! files is escaped. It holds for a reader without scripts too, who cannot sort or choose. Memory grows
//! with the number of pages and methods, never with the texts: those are read a row at a time.

mod compare;
mod distribution;
mod read;
mod scores;
mod texts;

use std::fmt::{self, Write};
use std::path::Path;

use data_encoding::BASE64;
use sha2::{Digest, Sha256};

use crate::Result;
use crate::eval::export::WORST;
use crate::eval::summary::Notice;
use crate::render::Escaped;
use read::Evaluation;

/// The look that this page has in common with an inspection.
const BASE: &str = include_str!("../inspect/style.css");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The files of an evaluation that are read.
pub const FILES: [&str; 3] = [read::SUMMARY, read::PAGES, WORST];

/// Writes the page of the evaluation in a directory, part by part.
///
/// # Errors
/// If a file of the evaluation cannot be read or is none, or a part cannot be written.
pub fn write(directory: &Path, part: &mut dyn FnMut(&str) -> Result<()>) -> Result<()> {
    let evaluation = Evaluation::read(directory)?;
    part(&head(&evaluation))?;
    for (at, set) in evaluation.summary.datasets.iter().enumerate() {
        let mut out = String::new();
        put(&mut out, format_args!("<h2 id=\"set-{at}\">{}</h2>", Escaped(&set.name)));
        let layout = set.layout.as_deref().map(|layout| format!("layout {layout}, "));
        put(
            &mut out,
            format_args!(
                "<p class=\"faint\">{} pages, {}digest <code>{}</code></p>",
                set.pages,
                Escaped(&layout.unwrap_or_default()),
                Escaped(&set.digest)
            ),
        );
        notices(&mut out, "failed", &set.failed);
        notices(&mut out, "passed over", &set.skipped);
        for (measure, name) in set.measures.iter().enumerate() {
            scores::tables(&mut out, set, name);
            distribution::table(&mut out, set, name, evaluation.f1[at].of(measure));
            compare::methods(&mut out, set, (at, measure), &evaluation.f1[at]);
        }
        part(&out)?;
    }
    texts::write(directory, part)?;
    part(&compare::data(&evaluation))?;
    part(&format!("<script>{SCRIPT}</script>\n</body>\n</html>\n"))
}

/// Up to what the evaluation was made with.
fn head(evaluation: &Evaluation) -> String {
    let summary = &evaluation.summary;
    let hash = BASE64.encode(&Sha256::digest(SCRIPT));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src 'sha256-{hash}'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Evaluation – leafmill report</title>\n<style>\n{BASE}{STYLE}</style>\n</head>\n<body>\n\
         <h1>Evaluation</h1>\n"
    );
    let commit = summary.commit.as_ref().map(|commit| format!(" ({commit})")).unwrap_or_default();
    let folds = match summary.folds {
        0 => "with the models that ship".to_owned(),
        folds => format!("{folds} folds by registered domain, seed {}", summary.seed),
    };
    let baseline = summary.baseline.as_ref().map(|name| format!("; compared with {name}"));
    let made_with = format!(
        "leafmill {}{commit}, parser {}; {folds}{}",
        summary.leafmill,
        summary.parser,
        baseline.unwrap_or_default()
    );
    put(&mut out, format_args!("<p>{}</p>", Escaped(&made_with)));
    if !summary.command.is_empty() {
        let command = summary.command.join(" ");
        put(&mut out, format_args!("<p><code>{}</code></p>", Escaped(&command)));
    }
    out.push_str("<nav>");
    for (at, set) in summary.datasets.iter().enumerate() {
        put(&mut out, format_args!("<a href=\"#set-{at}\">{}</a>", Escaped(&set.name)));
    }
    out.push_str("<a href=\"#worst\">worst pages</a></nav>\n");
    out
}

/// What of a data set failed or was passed over, folded away.
fn notices(out: &mut String, what: &str, notices: &[Notice]) {
    if notices.is_empty() {
        return;
    }
    put(out, format_args!("<details><summary>{} {what}</summary><table>", notices.len()));
    for notice in notices {
        let (file, reason) = (Escaped(&notice.file), Escaped(&notice.reason));
        put(out, format_args!("<tr><td><code>{file}</code><td>{reason}</tr>"));
    }
    out.push_str("</table></details>\n");
}

/// Appends a line; writing to a string cannot fail.
fn put(out: &mut String, line: fmt::Arguments<'_>) {
    let _ = out.write_fmt(line);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::export;
    use crate::eval::table::tests::table;

    /// The report of a small evaluation whose names, titles and texts are hostile.
    fn report(worst: bool) -> String {
        let root = tempfile::tempdir().unwrap();
        let mut table = table();
        let set = &mut table.sets[0];
        set.name = "a<script>alert(1)</script>".into();
        set.pages[1].id = "</script><img src=x onerror=alert(2)>".into();
        set.pages[0].kind = Some("\"><em>".into());
        if worst {
            set.worst =
                vec![crate::eval::worst::tests::page("<i>gold</i> of &amp;", "<u>text</u>")];
        }
        export::write(&table, root.path(), &crate::eval::summary::SummaryOptions::default())
            .unwrap();
        let mut page = String::new();
        write(root.path(), &mut |part| {
            page.push_str(part);
            Ok(())
        })
        .unwrap();
        page
    }

    #[test]
    fn nothing_of_the_files_is_markup() {
        let page = report(true);
        for markup in ["<script>alert", "<img", "<em>", "<i>gold", "<u>text"] {
            assert!(!page.contains(markup), "{markup}");
        }
        // Our own script, and the data.
        assert_eq!(page.matches("<script").count(), 2);
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(page.contains("a&lt;script&gt;alert(1)&lt;/script&gt;"), "{page}");
        assert!(page.contains("i&gt;gold&lt;/i&gt; of &amp;amp"), "{page}");
    }

    #[test]
    fn the_one_script_is_the_one_that_the_policy_names() {
        let page = report(false);
        let named = page.split("script-src 'sha256-").nth(1).unwrap();
        let script = page.split("<script>").nth(1).unwrap().split("</script>").next().unwrap();
        assert!(named.starts_with(&BASE64.encode(&Sha256::digest(script))));
        for outside in ["src=\"http", "href=\"http", "url(", "@import"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }

    #[test]
    fn scores_and_failures_are_shown() {
        let page = report(false);
        assert!(page.contains("<code>wu(threshold=0.5,k=0)</code>"));
        assert!(page.contains("d.html") && page.contains("panic: oh | no"));
        assert!(page.contains("leafmill evaluate … --worst"), "how texts are had");
    }

    #[test]
    fn a_directory_that_is_no_evaluation_is_an_error() {
        let root = tempfile::tempdir().unwrap();
        let failed = write(root.path(), &mut |_| Ok(())).unwrap_err();
        assert!(matches!(failed, crate::Error::Io { .. }));
        std::fs::write(root.path().join("summary.json"), "{\"specs\": 1}").unwrap();
        let failed = write(root.path(), &mut |_| Ok(())).unwrap_err().to_string();
        assert!(failed.contains("summary.json") && failed.contains("evaluate"), "{failed}");
    }
}
