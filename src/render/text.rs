//! Plain text: a block a line, code with its lines and indentation, a table a row a line.

use crate::content::{Block, Event, Inline};

/// Appends the text of a stream of events.
pub(super) struct Text<'o> {
    out: &'o mut String,
    /// Where the text begins in `out`.
    start: usize,
    /// Cells begun in the row, if it is in one.
    columns: u32,
    /// Where the text of the cell begins that is open.
    cell: Option<usize>,
}

impl<'o> Text<'o> {
    pub fn new(out: &'o mut String) -> Text<'o> {
        Text { start: out.len(), out, columns: 0, cell: None }
    }

    pub fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(Block::Row { .. }) => {
                self.line();
                self.columns = 0;
            }
            Event::Start(Block::Cell { column, .. }) => {
                // A cell that a row above or a wide cell takes is empty here.
                (self.columns..column).for_each(|_| self.out.push('\t'));
                self.columns = column;
                self.cell = Some(self.out.len());
            }
            Event::End(Block::Cell { .. }) => self.cell = None,
            Event::Start(Block::Paragraph | Block::Heading(_)) => self.line(),
            Event::Code { text, .. } => {
                self.line();
                match self.cell {
                    Some(_) => {
                        self.out.extend(text.chars().map(|c| if c == '\n' { ' ' } else { c }))
                    }
                    None => self.out.push_str(text),
                }
            }
            Event::Inline(Inline::Text(text) | Inline::Math { tex: text, .. }) => {
                self.out.push_str(text);
            }
            Event::Inline(Inline::Break) => {
                self.out.push(if self.cell.is_some() { ' ' } else { '\n' })
            }
            _ => {}
        }
    }

    /// Begins a line; in a cell, sets off what it holds.
    fn line(&mut self) {
        match self.cell {
            Some(cell) if self.out.len() > cell => self.out.push(' '),
            None if self.out.len() > self.start => self.out.push('\n'),
            _ => {}
        }
    }
}
