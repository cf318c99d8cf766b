//! A collected run, written: its text escaped, its marks in their places.

use std::ops::Range;

use super::{Place, Run, What};
use crate::render::markdown::escape::{self, Context, Next};
use crate::render::markdown::partners::Partners;

/// A run while it is written.
pub(super) struct Writing<'w> {
    pub run: &'w Run,
    pub place: Place,
    pub prefix: &'w str,
    pub out: &'w mut String,
    /// Where the run begins in `out`.
    pub start: usize,
    /// Whether a line begins here.
    pub is_start: bool,
    pub in_link: bool,
    pub partners: Partners,
    /// As [`Context::last_dollar`].
    pub last_dollar: Option<usize>,
}

impl Writing<'_> {
    pub fn write(&mut self) {
        let (mut at, mut number) = (0, 0);
        while let Some(mark) = self.run.marks.get(number) {
            self.text(at..mark.at, number);
            at = mark.at;
            number += 1;
            match mark.what {
                What::OpenCode => (at, number) = self.code(at, number),
                ref what => self.mark(what),
            }
        }
        self.text(at..self.run.text.len(), number);
        if self.place == Place::Heading {
            escape::closing_hashes(self.start, self.out);
        }
    }

    /// Writes a part of the text; the marks from this number on follow it.
    fn text(&mut self, range: Range<usize>, number: usize) {
        if range.is_empty() {
            return;
        }
        let marks = &self.run.marks;
        let before = marks[..number].last().is_some_and(|mark| mark.at == range.start);
        let next = marks[number..].first().filter(|mark| mark.at == range.end);
        let next = match next.map(|mark| &mark.what) {
            Some(What::Break) => Next::LineEnd,
            Some(What::OpenLink) => Next::Link,
            Some(_) => Next::Mark,
            None if range.end == self.run.text.len() => Next::LineEnd,
            None => Next::Text,
        };
        let is_start = std::mem::take(&mut self.is_start) && self.place == Place::Paragraph;
        let follows_mark = !is_start && before;
        let in_cell = self.place == Place::Cell;
        let text = &self.run.text;
        let is_bracket = self.place == Place::Paragraph && text[range.clone()].starts_with('[');
        let context = Context {
            text,
            range,
            is_start,
            follows_mark,
            next,
            in_cell,
            in_link: self.in_link,
            opens_bracket: is_bracket || self.opens_bracket(),
            partners: self.partners,
            last_dollar: self.last_dollar,
        };
        escape::text(&context, self.out);
    }

    /// Writes code up to its end; where the text and the marks go on.
    fn code(&mut self, start: usize, mut number: usize) -> (usize, usize) {
        let mut code = String::new();
        let mut at = start;
        while let Some(mark) = self.run.marks.get(number) {
            code.push_str(&self.run.text[at..mark.at]);
            at = mark.at;
            number += 1;
            match mark.what {
                What::CloseCode => break,
                What::Break => code.push(' '),
                _ => {}
            }
        }
        if self.opens_bracket() && code.contains("]:") {
            // A paragraph that begins so would define an address, whatever is code in it.
            escape::code_as_text(&code, self.out);
        } else {
            escape::code(&code, self.place == Place::Cell, self.out);
        }
        self.is_start = false;
        (at, number)
    }

    /// Whether the paragraph begins with a bracket.
    fn opens_bracket(&self) -> bool {
        self.place == Place::Paragraph && self.out[self.start..].starts_with('[')
    }

    fn mark(&mut self, what: &What) {
        let in_cell = self.place == Place::Cell;
        let data = |range: &Range<usize>| &self.run.data[range.clone()];
        match what {
            What::Nothing | What::OpenCode | What::CloseCode => return,
            What::Break => return self.line_break(),
            What::Open(delimiter) | What::Close(delimiter) => self.out.push_str(delimiter.sign()),
            What::OpenLink => {
                self.in_link = true;
                self.out.push('[');
            }
            What::CloseLink(address) => {
                self.in_link = false;
                self.out.push_str("](");
                escape::address(data(address), self.out);
                self.out.push(')');
            }
            What::Image { alt, src } => {
                self.out.push_str("![");
                escape::label(data(alt), in_cell, self.out);
                self.out.push_str("](");
                escape::address(data(src), self.out);
                self.out.push(')');
            }
            What::Math { tex, display } => escape::math(data(tex), *display, in_cell, self.out),
        }
        self.is_start = false;
    }

    /// A hard break; a space where a block is one line.
    fn line_break(&mut self) {
        if self.place == Place::Paragraph {
            self.out.push_str("  \n");
            self.out.push_str(self.prefix);
            self.is_start = true;
        } else {
            self.out.push(' ');
        }
    }
}
