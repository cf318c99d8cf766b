//! Insertion modes of templates, of framesets, and of what follows the body.

use crate::dom::lex::{Kind, Token, Tokens};
use crate::dom::set;
use crate::dom::tag::Tag;

use super::{Builder, Flow, Mode};

impl<T: Tokens> Builder<'_, T> {
    /// "In template": the first tag decides how the content is read.
    pub(super) fn in_template(&mut self, token: Token) -> Flow {
        let mode = match (token.kind, token.tag) {
            (Kind::Text | Kind::Null, _) => return self.in_body(token),
            (Kind::Start, tag) if tag.is(set::METADATA) => return self.in_head(token),
            (Kind::End, Tag::TEMPLATE) => return self.in_head(token),
            (Kind::Start, Tag::CAPTION | Tag::COLGROUP) => Mode::InTable,
            (Kind::Start, tag) if tag.is(set::TABLE_SECTION) => Mode::InTable,
            (Kind::Start, Tag::COL) => Mode::InColumnGroup,
            (Kind::Start, Tag::TR) => Mode::InTableBody,
            (Kind::Start, Tag::TD | Tag::TH) => Mode::InRow,
            (Kind::Start, _) => Mode::InBody,
            (Kind::Eof, _) if self.stack.contains(Tag::TEMPLATE) => {
                self.leave_template();
                return Flow::Again(token);
            }
            _ => return Flow::Done,
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.switch(mode, token)
    }

    /// "After body": everything but white space goes back into it.
    pub(super) fn after_body(&mut self, token: Token) -> Flow {
        if token.closes(Tag::HTML) {
            self.mode = Mode::AfterAfterBody;
            return Flow::Done;
        }
        self.after_after_body(token)
    }

    /// "After after body".
    pub(super) fn after_after_body(&mut self, token: Token) -> Flow {
        match token.kind {
            Kind::Eof => Flow::Done,
            Kind::Start if token.tag == Tag::HTML => self.in_body(token),
            Kind::Text => {
                let (space, rest) = self.split_space(token);
                if space.start < space.end {
                    self.in_body(space);
                }
                if rest.start < rest.end { self.switch(Mode::InBody, rest) } else { Flow::Done }
            }
            _ => self.switch(Mode::InBody, token),
        }
    }

    /// "In frameset": frames, and of text the white space.
    pub(super) fn in_frameset(&mut self, token: Token) -> Flow {
        match (token.kind, token.tag) {
            (Kind::Text, _) => self.insert_spaces(token),
            (Kind::Start, Tag::HTML) => return self.in_body(token),
            (Kind::Start, Tag::FRAMESET) => {
                self.open(token);
            }
            (Kind::Start, Tag::FRAME) => self.insert_void(token),
            (Kind::Start, Tag::NOFRAMES) => return self.in_head(token),
            (Kind::End, Tag::FRAMESET) if self.stack.len() > 1 => {
                self.stack.pop();
                if !self.stack.current_is(Tag::FRAMESET) {
                    self.mode = Mode::AfterFrameset;
                }
            }
            _ => {}
        }
        Flow::Done
    }

    /// "After frameset".
    pub(super) fn after_frameset(&mut self, token: Token) -> Flow {
        match (token.kind, token.tag) {
            (Kind::Text, _) => self.insert_spaces(token),
            (Kind::Start, Tag::HTML) => return self.in_body(token),
            (Kind::Start, Tag::NOFRAMES) => return self.in_head(token),
            (Kind::End, Tag::HTML) => self.mode = Mode::AfterAfterFrameset,
            _ => {}
        }
        Flow::Done
    }

    /// "After after frameset".
    pub(super) fn after_after_frameset(&mut self, token: Token) -> Flow {
        match (token.kind, token.tag) {
            (Kind::Text, _) => self.each_space(token, |builder, space| {
                builder.in_body(space);
            }),
            (Kind::Start, Tag::HTML) => return self.in_body(token),
            (Kind::Start, Tag::NOFRAMES) => return self.in_head(token),
            _ => {}
        }
        Flow::Done
    }

    /// Puts in the white space of a text and drops the rest.
    pub(super) fn insert_spaces(&mut self, token: Token) {
        self.each_space(token, Self::insert_text);
    }

    /// Calls for each stretch of white space in a text.
    fn each_space(&mut self, mut token: Token, mut put: impl FnMut(&mut Self, Token)) {
        while token.start < token.end {
            let (space, mut rest) = self.split_space(token);
            if space.start < space.end {
                put(self, space);
            }
            let word = self.source(rest).chars().next().map_or(0, char::len_utf8);
            rest.start += word as u32;
            token = rest;
        }
    }
}
