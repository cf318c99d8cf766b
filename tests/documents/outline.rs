//! Blocks and inline runs in a form that two readers of a document can be held to.

use leafmill::content::{self, Block, Event, Inline, Options, Span};
use leafmill::internals::extract::Extraction;
use leafmill::page::Page;

/// An extraction that keeps the leaves of a page whose bits are set, over and over.
pub fn extraction(page: &Page, kept: u64) -> Extraction {
    let leaves: Vec<u32> =
        (0..page.leaves().len() as u32).filter(|leaf| kept >> (leaf % 64) & 1 == 1).collect();
    Extraction::of(page, &leaves)
}

/// What stands on both sides of code.
pub const CODE: char = '\u{e000}';

/// A run: its characters with links, images, code and formulas written out, and for each character
/// that can be marked whether it is strong, emphasised or struck out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Run {
    pub text: String,
    pub marks: Vec<(bool, bool, bool)>,
}

/// The spans that are open.
#[derive(Debug, Clone, Copy, Default)]
pub struct Spans {
    pub strong: usize,
    pub emphasis: usize,
    pub strike: usize,
}

impl Run {
    pub fn push(&mut self, text: &str, spans: Spans) {
        self.text.push_str(text);
        let marks = (spans.strong > 0, spans.emphasis > 0, spans.strike > 0);
        self.marks.extend(text.chars().map(|_| marks));
    }

    /// What is no text of its own.
    pub fn push_object(&mut self, text: &str) {
        self.text.push_str(text);
        self.marks.extend(text.chars().map(|_| (false, false, false)));
    }

    /// Code begins; right behind code it goes on, which is as much as Markdown can say.
    pub fn begin_code(&mut self) {
        if self.text.ends_with(CODE) {
            self.text.pop();
            self.marks.pop();
        } else {
            self.push_object(CODE.encode_utf8(&mut [0; 4]));
        }
    }

    pub fn end_code(&mut self) {
        self.push_object(CODE.encode_utf8(&mut [0; 4]));
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

/// A block, with the quotes and items around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub around: String,
    pub kind: String,
    pub runs: Vec<Run>,
}

/// The blocks of what is kept as far as Markdown can say them: a cell is one run, and terms,
/// descriptions, figures and captions are what is in them.
pub fn of_page(page: &Page, extraction: &Extraction, options: &Options) -> Vec<Line> {
    let mut outline = Outline::default();
    content::stream(page, extraction, options, &mut |event| outline.event(event));
    outline.lines
}

#[derive(Default)]
struct Outline {
    lines: Vec<Line>,
    around: Vec<String>,
    run: Run,
    spans: Spans,
    cells: Option<Vec<Run>>,
    in_cell: bool,
    in_code: bool,
    columns: u32,
    rows: u32,
}

impl Outline {
    fn line(&mut self, kind: String, runs: Vec<Run>) {
        self.lines.push(Line { around: self.around.concat(), kind, runs });
    }

    fn set_off(&mut self) {
        if !self.run.is_empty() {
            self.run.push(" ", Spans::default());
        }
    }

    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(Block::List { .. }) if !self.in_cell => self.around.push(String::new()),
            Event::Start(Block::Item { number, .. }) if !self.in_cell => {
                let first = number.map_or("-".to_owned(), |_| "1.".to_owned());
                self.around.push(first);
            }
            Event::End(Block::List { .. } | Block::Item { .. } | Block::Quote) if !self.in_cell => {
                self.around.pop();
            }
            Event::Start(Block::Quote) if !self.in_cell => self.around.push(">".to_owned()),
            Event::Start(Block::Table { columns }) => (self.columns, self.rows) = (columns, 0),
            Event::Start(Block::Row { .. }) => self.cells = Some(Vec::new()),
            Event::Start(Block::Cell { column, .. }) => {
                self.in_cell = true;
                let cells = self.cells.get_or_insert_default();
                cells.resize(cells.len().max(column as usize), Run::default());
            }
            Event::End(Block::Cell { .. }) => {
                self.in_cell = false;
                let run = std::mem::take(&mut self.run);
                self.cells.get_or_insert_default().push(run);
            }
            Event::End(Block::Row { .. }) => {
                let mut cells = self.cells.take().unwrap();
                cells.resize(self.columns as usize, Run::default());
                self.line(if self.rows == 0 { "head" } else { "row" }.to_owned(), cells);
                self.rows += 1;
            }
            Event::Start(Block::Paragraph | Block::Heading(_)) if self.in_cell => self.set_off(),
            Event::End(Block::Paragraph) if !self.in_cell => {
                let run = std::mem::take(&mut self.run);
                self.line("p".to_owned(), vec![run]);
            }
            Event::End(Block::Heading(level)) if !self.in_cell => {
                let run = std::mem::take(&mut self.run);
                self.line(format!("h{level}"), vec![run]);
            }
            Event::Code { text, .. } if self.in_cell => {
                self.set_off();
                self.run.begin_code();
                self.run.push_object(text.replace('\n', " ").trim());
                self.run.end_code();
            }
            Event::Code { language, text } => {
                let text = Run { text: text.to_owned(), marks: Vec::new() };
                self.line(format!("code {language}"), vec![text]);
            }
            Event::Rule => self.line("rule".to_owned(), Vec::new()),
            Event::Inline(inline) => self.inline(inline),
            Event::Start(_) | Event::End(_) => {}
            _ => panic!("an event that the outline does not know: {event:?}"),
        }
    }

    fn inline(&mut self, inline: Inline<'_>) {
        let in_paragraph = !self.in_cell;
        match inline {
            Inline::Text(text) if self.in_code => self.run.push_object(text),
            Inline::Text(text) => self.run.push(text, self.spans),
            Inline::Break if self.in_code => self.run.push_object(" "),
            Inline::Break => self.run.push(if in_paragraph { "\n" } else { " " }, self.spans),
            Inline::Image { src, alt } => self.run.push_object(&format!("![{alt}]({src})")),
            Inline::Math { tex, display } => {
                let sign = if display { "$$" } else { "$" };
                self.run.push(&format!("{sign}{tex}{sign}"), self.spans);
            }
            Inline::Start(span) => self.span(span, true),
            Inline::End(span) => self.span(span, false),
            _ => panic!("an inline that the outline does not know: {inline:?}"),
        }
    }

    fn span(&mut self, span: Span<'_>, starts: bool) {
        if matches!(span, Span::Subscript | Span::Superscript) {
            return;
        }
        let count = |count: &mut usize| if starts { *count += 1 } else { *count -= 1 };
        match span {
            Span::Strong => count(&mut self.spans.strong),
            Span::Emphasis => count(&mut self.spans.emphasis),
            Span::Strike => count(&mut self.spans.strike),
            Span::Code => {
                self.in_code = starts;
                if starts { self.run.begin_code() } else { self.run.end_code() }
            }
            Span::Link(_) if starts => self.run.push_object("["),
            Span::Link(address) => self.run.push_object(&format!("]({address})")),
            _ => panic!("a span that the outline does not know: {span:?}"),
        }
    }
}
