//! An inspection as a table for a terminal, [`WIDTH`] columns wide.

use std::fmt::Write;

use super::{Inspection, Judgement, Kept, beginning, put};
use crate::dom::NodeId;
use crate::extract::Extraction;
use crate::extract::cnr::{self, Menu};
use crate::extract::grain::Reason;
use crate::text;

/// Columns of a line.
pub const WIDTH: usize = 100;
/// Columns that the text has at the least, however many methods there are.
const TEXT: usize = 20;

/// What is shown beside the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Colours, as escape sequences.
    pub colour: bool,
    /// Under each item, the features that moved `grain` most.
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
        if let Some((blocks, menus)) = judgement.blocks() {
            view.blocks(&mut out, &judgement.spec, blocks);
            view.menus(&mut out, menus);
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
        if self.inspection.labels.is_some() {
            put(out, format_args!("  =  gold"));
        }
        for (method, judgement) in self.inspection.judgements.iter().enumerate() {
            put(out, format_args!("  {}  {}", letter(method), self.method(judgement)));
        }
        put(out, format_args!("\nscores and blocks by {}\n", frame.spec));
    }

    /// A method's spec, its score against the gold, and `grain`'s threshold.
    fn method(&self, judgement: &Judgement) -> String {
        let mut line = judgement.spec.clone();
        if let Some(counts) = self.inspection.counts(&judgement.extraction) {
            let (p, r, f1) = (counts.precision(), counts.recall(), counts.f1());
            let _ = write!(line, "  precision {p:.3}  recall {r:.3}  F1 {f1:.3}");
        }
        if let Some(Reason { threshold, .. }) = judgement.reasons().and_then(<[_]>::first) {
            let _ = write!(line, "  threshold {threshold:.2}");
        }
        line
    }

    fn columns(&self, out: &mut String) {
        let mut line = String::from("    # chars   score smoothed  rel block");
        if self.reasons().is_some() {
            line.push_str("    p");
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
        let reason = self.reasons().map(|reasons| &reasons[self.inspection.unit_of(item)]);
        if let Some(reason) = reason {
            let _ = write!(line, " {:>4.2}", reason.smoothed);
        }
        line.push(' ');
        let marks = labels.iter().chain(judgements.iter().map(|judgement| &judgement.extraction));
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
            put(out, format_args!("      {}", self.styled(Style::Dim, &moved(reason))));
        }
    }

    /// What `cnr` finds, the most relevant first.
    fn blocks(&self, out: &mut String, spec: &str, blocks: &[cnr::Block]) {
        put(out, format_args!("\nblocks in order of relevance, by {spec}"));
        let columns = "    # chars  a node  leaves  element: text";
        put(out, format_args!("{}", self.styled(Style::Bold, columns)));
        for (number, block) in blocks.iter().enumerate() {
            let (chars, ratio) = (block.characters, block.ratio);
            let line =
                format!("{:>5} {chars:>5} {ratio:>7.1} {:>7}  ", number + 1, block.leaves.len());
            let text = beginning(self.inspection.page, block);
            self.part(out, line, block.node, &text);
        }
    }

    /// The menus, those with the shortest links first.
    fn menus(&self, out: &mut String, menus: &[Menu]) {
        out.push_str("\nmenus\n");
        let columns = "links chars a link  element: text";
        put(out, format_args!("{}", self.styled(Style::Bold, columns)));
        for menu in menus {
            let line = format!("{:>5} {:>12.1}  ", menu.links, menu.characters_per_link());
            self.part(out, line, menu.node, &self.inspection.page.text_under(menu.node));
        }
    }

    /// A line that ends in an element and the beginning of its text.
    fn part(&self, out: &mut String, line: String, node: NodeId, text: &str) {
        let path = self.inspection.page.path(node);
        let room = WIDTH - line.len();
        let shown = cut(&plain(&format!("{path}: {text}")), room);
        put(out, format_args!("{line}{shown}"));
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

    /// The reasons of the first method that gives any.
    fn reasons(&self) -> Option<&[Reason]> {
        self.inspection.judgements.iter().find_map(Judgement::reasons)
    }

    fn styled(&self, style: Style, text: &str) -> String {
        if self.options.colour {
            format!("\x1b[{}m{text}\x1b[0m", style.code())
        } else {
            text.to_owned()
        }
    }
}

/// The features that moved a unit, the strongest first: value, then log-odds.
fn moved(reason: &Reason) -> String {
    let part = |(name, value, by): &(&str, f32, f32)| format!("{name}={value:.3} {by:+.2}");
    reason.moved.iter().map(part).collect::<Vec<_>>().join("  ")
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
