//! Markdown: CommonMark with the tables, strikethrough and formulas of GitHub's dialect.
//!
//! Headings are ATX, code is fenced, and no raw HTML is written: a superscript is plain text, a cell
//! that spans others is followed by empty ones. Paragraphs in a cell are set off by spaces, since a
//! row is one line. Terms and descriptions are paragraphs, for which Markdown has no other way.
//! The [`run`] of a block is escaped so that every character comes back from a reader of Markdown.

mod escape;
mod partners;
mod run;

use std::fmt::Write;

use crate::content::{Block, Event, Inline, Span};
use run::{Place, Run};

/// Appends the Markdown of a stream of events.
pub(super) struct Markdown<'o> {
    out: &'o mut String,
    /// Where the Markdown begins in `out`.
    start: usize,
    /// What each line begins with: the marks of quotes and the indentation of items.
    prefix: String,
    /// The blocks around the next line that put something before it.
    open: Vec<Open>,
    /// Whether the line has only marks of blocks so far.
    is_fresh: bool,
    /// The block that was written last.
    last: Last,
    run: Run,
    /// The table that rows are in.
    table: Option<Table>,
}

/// A list, or what lines have something before them for.
enum Open {
    List {
        mark: char,
        depth: usize,
    },
    /// With the length of the prefix outside.
    Inside(usize),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Other,
    Paragraph,
    Item,
    /// A list with this mark.
    List(char),
}

struct Table {
    columns: u32,
    /// Rows begun.
    rows: u32,
    /// Cells written in the row.
    cells: u32,
    in_cell: bool,
}

impl<'o> Markdown<'o> {
    pub fn new(out: &'o mut String) -> Markdown<'o> {
        Markdown {
            start: out.len(),
            out,
            prefix: String::new(),
            open: Vec::new(),
            is_fresh: true,
            last: Last::Other,
            run: Run::default(),
            table: None,
        }
    }

    pub fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Inline(inline) => self.run.push(inline),
            Event::Start(block) => self.start(block),
            Event::End(block) => self.end(block),
            Event::Code { text, .. } if self.is_in_cell() => {
                self.run.set_off();
                self.run.push(Inline::Start(Span::Code));
                let line: String = text.chars().map(|c| if c == '\n' { ' ' } else { c }).collect();
                self.run.push(Inline::Text(line.trim()));
                self.run.push(Inline::End(Span::Code));
            }
            Event::Code { language, text } => self.code(language, text),
            Event::Rule => {
                self.line(false);
                self.out.push_str("---");
                self.last = Last::Other;
            }
        }
    }

    fn is_in_cell(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.in_cell)
    }

    fn start(&mut self, block: Block) {
        match block {
            _ if self.is_in_cell() => {
                if matches!(block, Block::Paragraph | Block::Heading(_)) {
                    self.run.set_off();
                }
            }
            Block::Paragraph => self.line(false),
            Block::Heading(level) => {
                self.line(false);
                self.out.extend(std::iter::repeat_n('#', usize::from(level)));
                self.out.push(' ');
            }
            Block::List { ordered } => {
                let marks = if ordered { ['.', ')'] } else { ['-', '*'] };
                // A list right behind another is told from it by its mark.
                let mark = if self.last == Last::List(marks[0]) { marks[1] } else { marks[0] };
                self.open.push(Open::List { mark, depth: self.open.len() });
            }
            Block::Item { number, .. } => self.item(number),
            Block::Quote => {
                self.line(false);
                self.out.push_str("> ");
                self.go_inside("> ");
            }
            Block::Table { columns } => {
                self.table = Some(Table { columns, rows: 0, cells: 0, in_cell: false });
            }
            Block::Row { .. } => self.row(),
            Block::Cell { column, .. } => self.cell(column),
            Block::Definitions
            | Block::Term
            | Block::Description
            | Block::Figure
            | Block::Caption => {}
        }
    }

    fn end(&mut self, block: Block) {
        match block {
            Block::Cell { .. } => {
                self.out.push(' ');
                self.run.write(Place::Cell, "", self.out);
                self.out.push_str(" |");
                if let Some(table) = &mut self.table {
                    table.cells += 1;
                    table.in_cell = false;
                }
            }
            _ if self.is_in_cell() => {}
            Block::Paragraph => {
                self.run.write(Place::Paragraph, &self.prefix, self.out);
                self.last = Last::Paragraph;
            }
            Block::Heading(_) => {
                self.run.write(Place::Heading, "", self.out);
                self.last = Last::Other;
            }
            Block::List { .. } => {
                if let Some(Open::List { mark, .. }) = self.open.pop() {
                    self.last = Last::List(mark);
                }
            }
            Block::Item { .. } => self.go_outside(Last::Item),
            Block::Quote => self.go_outside(Last::Other),
            Block::Row { .. } => self.end_row(),
            Block::Table { .. } => {
                self.table = None;
                self.last = Last::Other;
            }
            Block::Definitions
            | Block::Term
            | Block::Description
            | Block::Figure
            | Block::Caption => {}
        }
    }

    /// Begins a line, behind a blank one unless it is tight; right behind the mark of a block it goes
    /// on with that line.
    fn line(&mut self, tight: bool) {
        if !std::mem::take(&mut self.is_fresh) {
            if !tight {
                self.out.push('\n');
                self.out.push_str(self.prefix.trim_end());
            }
            self.out.push('\n');
            self.out.push_str(&self.prefix);
        } else if self.out.len() == self.start {
            self.out.push_str(&self.prefix);
        }
    }

    /// What follows lies in a block that puts this before each line.
    fn go_inside(&mut self, prefix: &str) {
        self.open.push(Open::Inside(self.prefix.len()));
        self.prefix.push_str(prefix);
        self.is_fresh = true;
        self.last = Last::Other;
    }

    fn go_outside(&mut self, last: Last) {
        if let Some(Open::Inside(length)) = self.open.pop() {
            self.prefix.truncate(length);
        }
        self.last = last;
    }

    fn item(&mut self, number: Option<i32>) {
        let Some(Open::List { mark, depth }) = self.open.last() else { return };
        let (mark, is_inside) = (*mark, *depth > 0);
        // Readers take numbers of up to nine digits without a sign.
        let number = number.map(|number| number.clamp(0, 999_999_999));
        // Behind a paragraph, readers take only a list that begins with 1 for one.
        let can_follow = number.is_none_or(|number| number == 1);
        let is_tight = match self.last {
            Last::Item => true,
            Last::Paragraph => is_inside && can_follow,
            Last::Other | Last::List(_) => false,
        };
        self.line(is_tight);
        let start = self.out.len();
        match number {
            Some(number) => {
                let _ = write!(self.out, "{number}{mark} ");
            }
            None => {
                self.out.push(mark);
                self.out.push(' ');
            }
        }
        let width = self.out.len() - start;
        self.go_inside(&" ".repeat(width));
    }

    fn row(&mut self) {
        let Some(table) = &mut self.table else { return };
        let is_first = table.rows == 0;
        table.rows += 1;
        table.cells = 0;
        self.line(!is_first);
        self.out.push('|');
    }

    /// Writes the empty cells before a column, and what is next is in a cell.
    fn cell(&mut self, column: u32) {
        let Some(table) = &mut self.table else { return };
        (table.cells..column).for_each(|_| self.out.push_str("  |"));
        table.cells = column.max(table.cells);
        table.in_cell = true;
    }

    /// The first row is the header, which Markdown's tables must have.
    fn end_row(&mut self) {
        let Some(table) = &self.table else { return };
        if table.rows > 1 {
            return;
        }
        (table.cells..table.columns).for_each(|_| self.out.push_str("  |"));
        let columns = table.columns;
        self.line(true);
        self.out.push('|');
        (0..columns).for_each(|_| self.out.push_str(" --- |"));
    }

    fn code(&mut self, language: &str, text: &str) {
        self.line(false);
        let fence = "`".repeat(escape::longest_ticks(text).max(2) + 1);
        self.out.push_str(&fence);
        self.out.push_str(language);
        for line in text.split('\n') {
            self.out.push('\n');
            if line.is_empty() {
                self.out.push_str(self.prefix.trim_end());
            } else {
                self.out.push_str(&self.prefix);
                self.out.push_str(line);
            }
        }
        self.out.push('\n');
        self.out.push_str(&self.prefix);
        self.out.push_str(&fence);
        self.last = Last::Other;
    }
}
