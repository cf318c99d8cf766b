//! An inspection as a table for a terminal, [`WIDTH`] columns wide.

use std::fmt::Write;

use super::{Inspection, Judgement, Kept, beginning, put};
use crate::extract::Extraction;
use crate::extraction::{Reason, Section, Series};
use crate::text;

/// Columns of a line.
pub const WIDTH: usize = 100;
/// Columns before a line of reasons.
const MARGIN: usize = 6;
/// Parts of a section that are shown unless all are asked for.
const PARTS: usize = 20;
/// Columns of the names of metadata.
const NAME: usize = 18;
/// Bars from none to the highest.
const BARS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
/// Columns that the text has at the least, however many methods there are.
const TEXT: usize = 20;

/// What is shown beside the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Colours, as escape sequences.
    pub colour: bool,
    /// Under each item, what moved the first method that gives reasons; and sections in full.
    pub why: bool,
}

/// The styles that the table uses, as ANSI sequences.
#[derive(Clone, Copy)]
enum Style {
    Bold,
    Dim,
    Right,
    Wrong,
}

impl Style {
    fn code(self) -> &'static str {
        match self {
            Style::Bold => "1",
            Style::Dim => "2",
            Style::Right => "32",
            Style::Wrong => "31",
        }
    }
}

/// The whole view: what the page is, what the methods reached, and a line an item.
pub fn view(inspection: &Inspection, options: Options) -> String {
    let view = View { inspection, options };
    let mut out = String::new();
    view.head(&mut out);
    view.columns(&mut out);
    for item in 0..inspection.items().len() {
        view.item(&mut out, item);
    }
    for judgement in &inspection.judgements {
        for series in judgement.explanation.series.iter().filter(|series| !series.values.is_empty())
        {
            view.series(&mut out, &judgement.spec, series);
        }
        for section in &judgement.explanation.sections {
            view.section(&mut out, &judgement.spec, section);
        }
    }
    out
}

struct View<'i> {
    inspection: &'i Inspection<'i>,
    options: Options,
}

/// The letter that stands for a method over its column.
fn letter(method: usize) -> char {
    char::from_digit(10 + method as u32, 36).unwrap_or('+')
}

impl View<'_> {
    fn head(&self, out: &mut String) {
        let Inspection { name, url, page, frame, .. } = self.inspection;
        let title = page.title().unwrap_or_default();
        put(out, format_args!("{}  {}", plain(name), self.styled(Style::Bold, &plain(&title))));
        if let Some(url) = url {
            put(out, format_args!("{}", plain(url)));
        }
        let chars = page.stats(page.dom().root()).chars;
        let (units, leaves) = (page.units().len(), page.leaves().len());
        put(out, format_args!("{units} units, {leaves} text leaves, {chars} characters\n"));
        self.metadata(out);
        if self.inspection.labels.is_some() {
            put(out, format_args!("  =  gold"));
        }
        for (method, judgement) in self.inspection.judgements.iter().enumerate() {
            put(out, format_args!("  {}  {}", letter(method), self.method(judgement)));
        }
        put(out, format_args!("\nscores and blocks by {}\n", frame.spec));
    }

    /// What the page says of itself: name, value, source.
    fn metadata(&self, out: &mut String) {
        let lines = self.inspection.metadata.lines();
        for (name, value, source) in &lines {
            let source = source.name();
            let value = cut(&plain(value), WIDTH - NAME - source.len() - 4);
            let source = self.styled(Style::Dim, &format!("({source})"));
            put(out, format_args!("{name:<NAME$} {value} {source}"));
        }
        if !lines.is_empty() {
            out.push('\n');
        }
    }

    /// A method's spec, its score against the gold, and what it found to hold for the page.
    fn method(&self, judgement: &Judgement) -> String {
        let mut line = judgement.spec.clone();
        if let Some(counts) = self.inspection.counts(judgement.extraction()) {
            let (p, r, f1) = (counts.precision(), counts.recall(), counts.f1());
            let _ = write!(line, "  precision {p:.3}  recall {r:.3}  F1 {f1:.3}");
        }
        for fact in &judgement.explanation.facts {
            let _ = write!(line, "  {} {:.2}", fact.name, fact.value);
        }
        line
    }

    fn columns(&self, out: &mut String) {
        let mut line = String::from("    # chars   score smoothed  rel block");
        if let Some(judgement) = self.reasoning() {
            let _ = write!(line, " {:>4}", judgement.explanation.score);
        }
        line.push(' ');
        if self.inspection.labels.is_some() {
            line.push_str(" =");
        }
        for method in 0..self.inspection.judgements.len() {
            line.extend([' ', letter(method)]);
        }
        line.push_str("  text");
        put(out, format_args!("{}", self.styled(Style::Bold, &line)));
    }

    fn item(&self, out: &mut String, item: usize) {
        let Inspection { frame, judgements, labels, .. } = self.inspection;
        let (score, smoothed) = (frame.blocks.scores[item], frame.blocks.smoothed[item]);
        let block = frame.block_of[item].map_or(String::new(), |block| {
            let mark = if frame.accepted[block] { '+' } else { '-' };
            format!("{}{mark}", block + 1)
        });
        let relevance = frame.relevance[item];
        let chars = self.inspection.chars(item);
        let mut line = format!(
            "{:>5} {chars:>5} {score:>7.1} {smoothed:>8.1} {relevance:>4.2} {block:>5}",
            item + 1
        );
        let reasoning = self.reasoning();
        let first_leaf = self.inspection.items()[item].start;
        let reason = reasoning.and_then(|judgement| judgement.reason(first_leaf));
        match reason {
            Some(reason) => {
                let _ = write!(line, " {:>4.2}", reason.score);
            }
            None if reasoning.is_some() => line.push_str("     "),
            None => {}
        }
        line.push(' ');
        let marks = labels.iter().chain(judgements.iter().map(Judgement::extraction));
        let gaps = 2 + marks.clone().count() * 2;
        let room = WIDTH.saturating_sub(line.len() + gaps).max(TEXT);
        for extraction in marks {
            let _ = write!(line, " {}", self.mark(extraction, item));
        }
        let text = cut(&plain(&self.inspection.text(item)), room);
        let first = self.inspection.content();
        let is_content =
            first.is_none_or(|(_, first)| self.inspection.kept(first, item) > Kept::None);
        let text = if is_content { text } else { self.styled(Style::Dim, &text) };
        put(out, format_args!("{line}  {text}"));
        if let Some(reason) = reason.filter(|_| self.options.why) {
            for line in moved(reason) {
                put(out, format_args!("      {}", self.styled(Style::Dim, &line)));
            }
        }
    }

    /// What a method follows along the page, in one line of bars: each is as high as the highest of the
    /// numbers that fall on its column.
    fn series(&self, out: &mut String, spec: &str, series: &Series) {
        let Series { title, values, content, level } = series;
        put(out, format_args!("\n{title}, by {spec}"));
        let highest = values.iter().copied().fold(0.0, f64::max);
        let a_column = values.len().div_ceil(WIDTH - MARGIN).max(1);
        let mut line = " ".repeat(MARGIN);
        for (values, content) in values.chunks(a_column).zip(content.chunks(a_column)) {
            let value = values.iter().copied().fold(0.0, f64::max);
            let height =
                if highest > 0.0 { value / highest * (BARS.len() - 1) as f64 } else { 0.0 };
            let bar = BARS[height.ceil() as usize];
            let is_content = content.contains(&true);
            line.push_str(&if is_content { bar.into() } else { self.styled(Style::Dim, bar) });
        }
        put(out, format_args!("{line}"));
        let number = values.len();
        let level = level.as_ref();
        let level = level.map_or(String::new(), |at| format!(", {} {:.1}", at.name, at.value));
        put(out, format_args!("      {number} numbers, the highest {highest:.1}{level}"));
    }

    /// What a method found beside its choice, a line a part: its numbers, its element and the beginning
    /// of its text.
    fn section(&self, out: &mut String, spec: &str, section: &Section) {
        put(out, format_args!("\n{}, by {spec}", section.title));
        let numbers = section.columns.iter().map(|column| column.name.len());
        let widths: Vec<_> = numbers.map(|width| width.max(6)).collect();
        let mut head = String::from("    #");
        for (column, width) in section.columns.iter().zip(&widths) {
            let _ = write!(head, "  {:>width$}", column.name);
        }
        put(out, format_args!("{}", self.styled(Style::Bold, &(head + "  element: text"))));
        let shown = if self.options.why { section.parts.len() } else { PARTS };
        for (number, part) in section.parts.iter().enumerate().take(shown) {
            let mut line = format!("{:>5}", number + 1);
            for ((column, width), value) in section.columns.iter().zip(&widths).zip(&part.numbers) {
                let _ = write!(line, "  {value:>width$.places$}", places = column.places);
            }
            let page = self.inspection.page;
            let note = if part.note.is_empty() { "" } else { " " };
            let element = page.path(part.node);
            let text = format!("{}{note}{element}: {}", part.note, beginning(page, part));
            let room = WIDTH.saturating_sub(line.len() + 2).max(TEXT);
            put(out, format_args!("{line}  {}", cut(&plain(&text), room)));
        }
        if section.parts.len() > shown {
            let more = section.parts.len() - shown;
            put(out, format_args!("      … and {more} more, which --why shows"));
        }
    }

    /// Whether an item is chosen, coloured by whether the gold agrees.
    fn mark(&self, extraction: &Extraction, item: usize) -> String {
        let kept = self.inspection.kept(extraction, item);
        let mark = match kept {
            Kept::None => "·",
            Kept::Part => "o",
            Kept::All => "●",
        };
        let Some(labels) = &self.inspection.labels else { return mark.to_owned() };
        let gold = self.inspection.kept(labels, item);
        match (kept > Kept::None, gold > Kept::None) {
            (true, true) => self.styled(Style::Right, mark),
            (false, false) => self.styled(Style::Dim, mark),
            _ => self.styled(Style::Wrong, mark),
        }
    }

    /// The first method that gives reasons.
    fn reasoning(&self) -> Option<&Judgement> {
        let gives = |judgement: &&Judgement| !judgement.explanation.reasons.is_empty();
        self.inspection.judgements.iter().find(gives)
    }

    fn styled(&self, style: Style, text: &str) -> String {
        if self.options.colour {
            format!("\x1b[{}m{text}\x1b[0m", style.code())
        } else {
            text.to_owned()
        }
    }
}

/// What moved a run of leaves, the strongest first, its value and by how much, in lines; for a method
/// that does not say, what its score was made of.
fn moved(reason: &Reason) -> Vec<String> {
    let causes = reason.causes.iter().map(|c| format!("{} = {:.3} {:+.2}", c.name, c.value, c.by));
    let facts = reason.facts.iter().map(|fact| format!("{} = {:.3}", fact.name, fact.value));
    let mut parts: Vec<String> = reason.ruling.map(str::to_owned).into_iter().collect();
    if reason.causes.is_empty() {
        parts.extend(facts);
    } else {
        parts.extend(causes);
    }
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if MARGIN + line.len() + 2 + part.len() <= WIDTH => {
                line.push_str("; ");
                line.push_str(&part);
            }
            _ => lines.push(part),
        }
    }
    lines
}

/// A page's text without what a terminal would obey: control characters and marks of direction.
fn plain(text: &str) -> String {
    let obeyed = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.replace(obeyed, "\u{fffd}")
}

/// As much of a text as `room` columns hold, with an ellipsis where it is cut.
fn cut(text: &str, room: usize) -> String {
    let width = |c: char| if is_wide(c) { 2 } else { 1 };
    if text.chars().map(width).sum::<usize>() <= room {
        return text.to_owned();
    }
    let mut left = room - 1;
    let shown = text.chars().take_while(|&c| match left.checked_sub(width(c)) {
        Some(rest) => {
            left = rest;
            true
        }
        None => false,
    });
    shown.chain(['…']).collect()
}

/// Whether a character takes two columns: CJK, Hangul, full-width forms and pictographs.
fn is_wide(c: char) -> bool {
    text::is_cjk(c)
        || matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{303f}' | '\u{ac00}'..='\u{d7a3}'
            | '\u{ff00}'..='\u{ff60}' | '\u{1f300}'..='\u{1faff}' | '\u{20000}'..='\u{3fffd}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;

    #[test]
    fn a_text_is_cut_by_the_columns_it_takes() {
        assert_eq!(cut("abcdef", 6), "abcdef");
        assert_eq!(cut("abcdefg", 6), "abcde…");
        assert_eq!(cut("今天天气很好", 6), "今天…");
    }

    #[test]
    fn no_page_gives_orders_to_the_terminal() {
        let page = Page::parse("<title>\x1b[2Jx</title><p>a\x1b]0;title\x07b\u{202e}c");
        let specs = ["grain".parse().unwrap()];
        let inspection = Inspection::new("\x1b[1m", None, &page, None, &specs).unwrap();
        let shown = view(&inspection, Options { colour: false, why: true });
        assert!(shown.chars().all(|c| c == '\n' || !c.is_control()), "{shown:?}");
        assert!(!shown.contains('\u{202e}') && shown.contains("\u{fffd}[2Jx"));
        let coloured = view(&inspection, Options { colour: true, why: false });
        assert!(coloured.contains("\x1b[1m") && !coloured.contains("\x1b[2J"));
    }
}
