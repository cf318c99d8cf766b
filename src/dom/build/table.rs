//! Insertion modes of tables, and foster parenting.

use crate::dom::lex::{Kind, Token, Tokens};
use crate::dom::node::Flags;
use crate::dom::set;
use crate::dom::tag::Tag;

use super::tree::Place;
use super::{Builder, Flow, Mode};

impl<T: Tokens> Builder<'_, T> {
    /// "In table".
    pub(super) fn in_table(&mut self, token: Token) -> Flow {
        match token.kind {
            Kind::Text | Kind::Null => self.table_characters(token),
            Kind::Start => self.table_start(token),
            Kind::End => self.table_end(token),
            _ => self.in_body(token),
        }
    }

    fn table_start(&mut self, token: Token) -> Flow {
        match token.tag {
            Tag::CAPTION => {
                self.stack.pop_to(set::TABLE_SCOPE);
                self.push_marker();
                self.open(token);
                self.mode = Mode::InCaption;
            }
            Tag::COLGROUP => {
                self.stack.pop_to(set::TABLE_SCOPE);
                self.open(token);
                self.mode = Mode::InColumnGroup;
            }
            Tag::COL => {
                self.stack.pop_to(set::TABLE_SCOPE);
                self.open_implied(Tag::COLGROUP, token);
                return self.switch(Mode::InColumnGroup, token);
            }
            Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                self.stack.pop_to(set::TABLE_SCOPE);
                self.open(token);
                self.mode = Mode::InTableBody;
            }
            Tag::TD | Tag::TH | Tag::TR => {
                self.stack.pop_to(set::TABLE_SCOPE);
                self.open_implied(Tag::TBODY, token);
                return self.switch(Mode::InTableBody, token);
            }
            Tag::TABLE => {
                if self.close_table() {
                    return Flow::Again(token);
                }
            }
            Tag::STYLE | Tag::SCRIPT | Tag::TEMPLATE => return self.in_head(token),
            Tag::INPUT if self.is_hidden(token) => self.insert_void(token),
            Tag::FORM => {
                if self.form.is_none() && !self.stack.contains(Tag::TEMPLATE) {
                    self.form = Some(self.insert(token, Flags::HTML));
                }
            }
            _ => return self.foster(token),
        }
        Flow::Done
    }

    fn table_end(&mut self, token: Token) -> Flow {
        match token.tag {
            Tag::TABLE => {
                self.close_table();
                Flow::Done
            }
            Tag::BODY | Tag::HTML => Flow::Done,
            Tag::TEMPLATE => self.in_head(token),
            tag if tag.is(set::TABLE_PART) => Flow::Done,
            _ => self.foster(token),
        }
    }

    /// Closes the table if there is one in scope, and says so.
    fn close_table(&mut self) -> bool {
        let closes = self.stack.in_scope(Tag::TABLE, set::TABLE_SCOPE);
        if closes {
            self.stack.pop_through(Tag::TABLE);
            self.mode = self.mode_by_stack();
        }
        closes
    }

    /// Whether an `input` is of the type that is not seen.
    pub(super) fn is_hidden(&self, token: Token) -> bool {
        self.attribute(token, "type").is_some_and(|a| a.value().eq_ignore_ascii_case("hidden"))
    }

    /// Text directly in a table waits until all of it is there; white space stays, other text goes
    /// before the table.
    fn table_characters(&mut self, token: Token) -> Flow {
        if !self.stack.current_in(set::FOSTER) {
            return self.foster(token);
        }
        if token.kind == Kind::Text {
            self.table_text.push(token);
        }
        Flow::Done
    }

    /// Decides where text goes that was waiting.
    pub(super) fn flush_table_text(&mut self) {
        let blank = self.table_text.iter().all(|&token| self.is_blank(token));
        for at in 0..self.table_text.len() {
            let token = self.table_text[at];
            if blank {
                self.insert_text(token);
            } else {
                self.foster(token);
            }
        }
        self.table_text.clear();
    }

    /// Handles what does not belong into a table as in the body, but puts it before the table.
    fn foster(&mut self, token: Token) -> Flow {
        self.fostering = true;
        let flow = self.in_body(token);
        self.fostering = false;
        flow
    }

    /// Where content goes that a table does not take.
    pub(super) fn foster_place(&mut self) -> Place {
        self.tree.disorder();
        for (at, open) in self.stack.innermost() {
            match open.tag {
                Tag::TEMPLATE => return Place::Inside(open.node),
                Tag::TABLE if self.tree.parent(open.node).is_some() => {
                    return Place::Before(open.node);
                }
                Tag::TABLE => return Place::Inside(self.stack.at(at - 1).node),
                _ => {}
            }
        }
        Place::Inside(0)
    }

    /// "In caption".
    pub(super) fn in_caption(&mut self, token: Token) -> Flow {
        let ends = match (token.kind, token.tag) {
            (Kind::Start, tag) => tag.is(set::TABLE_PART),
            (Kind::End, tag) => matches!(tag, Tag::TABLE | Tag::CAPTION),
            _ => false,
        };
        if ends {
            if !self.stack.in_scope(Tag::CAPTION, set::TABLE_SCOPE) {
                return Flow::Done;
            }
            self.stack.close_implied(None);
            self.stack.pop_through(Tag::CAPTION);
            self.clear_to_marker();
            self.mode = Mode::InTable;
            return if token.closes(Tag::CAPTION) { Flow::Done } else { Flow::Again(token) };
        }
        self.in_body_of_table(token)
    }

    /// Rules of "in body", except that end tags of the parts of a table are ignored.
    fn in_body_of_table(&mut self, token: Token) -> Flow {
        let ignored = matches!(token.tag, Tag::BODY | Tag::HTML) || token.tag.is(set::TABLE_PART);
        if token.kind == Kind::End && ignored { Flow::Done } else { self.in_body(token) }
    }

    /// "In column group".
    pub(super) fn in_column_group(&mut self, token: Token) -> Flow {
        let Some(token) = self.with_leading_space(token) else { return Flow::Done };
        match (token.kind, token.tag) {
            (Kind::Start, Tag::HTML) | (Kind::Eof, _) => self.in_body(token),
            (Kind::Start, Tag::COL) => {
                self.insert_void(token);
                Flow::Done
            }
            (Kind::End, Tag::COL) => Flow::Done,
            (_, Tag::TEMPLATE) => self.in_head(token),
            _ if self.stack.current_is(Tag::COLGROUP) => {
                self.stack.pop();
                self.mode = Mode::InTable;
                if token.closes(Tag::COLGROUP) { Flow::Done } else { Flow::Again(token) }
            }
            (Kind::Text, _) => {
                self.insert_spaces(token);
                Flow::Done
            }
            _ => Flow::Done,
        }
    }

    /// "In table body".
    pub(super) fn in_table_body(&mut self, token: Token) -> Flow {
        let context = set::TABLE_SECTION | set::ROOT;
        match (token.kind, token.tag) {
            (Kind::Start, Tag::TR) => {
                self.stack.pop_to(context);
                self.open(token);
                self.mode = Mode::InRow;
                Flow::Done
            }
            (Kind::Start, Tag::TD | Tag::TH) => {
                self.stack.pop_to(context);
                self.open_implied(Tag::TR, token);
                self.switch(Mode::InRow, token)
            }
            (Kind::End, tag) if tag.is(set::TABLE_SECTION) => {
                if self.stack.in_scope(tag, set::TABLE_SCOPE) {
                    self.stack.pop_to(context);
                    self.stack.pop();
                    self.mode = Mode::InTable;
                }
                Flow::Done
            }
            (Kind::Start, tag) if tag.is(set::TABLE_PART) => self.leave_section(token, context),
            (Kind::End, Tag::TABLE) => self.leave_section(token, context),
            (Kind::End, Tag::BODY | Tag::HTML) => Flow::Done,
            (Kind::End, tag) if tag.is(set::TABLE_PART) => Flow::Done,
            _ => self.in_table(token),
        }
    }

    /// Closes the `tbody`, `thead` or `tfoot`, and hands the token to the table.
    fn leave_section(&mut self, token: Token, context: u32) -> Flow {
        let is_outer = |tag: Tag| tag == Tag::TABLE || tag.is(set::TABLE_SECTION);
        if !self.stack.any_in_scope(set::TABLE_SCOPE, |open| is_outer(open.tag)) {
            return Flow::Done;
        }
        self.stack.pop_to(context);
        self.stack.pop();
        self.switch(Mode::InTable, token)
    }

    /// "In row".
    pub(super) fn in_row(&mut self, token: Token) -> Flow {
        match (token.kind, token.tag) {
            (Kind::Start, Tag::TD | Tag::TH) => {
                self.stack.pop_to(set::ROW | set::ROOT);
                self.open(token);
                self.mode = Mode::InCell;
                self.push_marker();
                Flow::Done
            }
            (Kind::End, Tag::TR) => {
                self.leave_row();
                Flow::Done
            }
            (Kind::End, tag) if tag.is(set::TABLE_SECTION) => {
                let closes = self.stack.in_scope(tag, set::TABLE_SCOPE) && self.leave_row();
                if closes { Flow::Again(token) } else { Flow::Done }
            }
            (Kind::Start, tag) if tag.is(set::TABLE_PART) => self.leave_row_with(token),
            (Kind::End, Tag::TABLE) => self.leave_row_with(token),
            (Kind::End, Tag::BODY | Tag::HTML) => Flow::Done,
            (Kind::End, tag) if tag.is(set::TABLE_PART) => Flow::Done,
            _ => self.in_table(token),
        }
    }

    fn leave_row_with(&mut self, token: Token) -> Flow {
        if self.leave_row() { Flow::Again(token) } else { Flow::Done }
    }

    /// Closes the row if there is one, and says so.
    fn leave_row(&mut self) -> bool {
        let closes = self.stack.in_scope(Tag::TR, set::TABLE_SCOPE);
        if closes {
            self.stack.pop_to(set::ROW | set::ROOT);
            self.stack.pop();
            self.mode = Mode::InTableBody;
        }
        closes
    }

    /// "In cell".
    pub(super) fn in_cell(&mut self, token: Token) -> Flow {
        match (token.kind, token.tag) {
            (Kind::End, tag @ (Tag::TD | Tag::TH)) => {
                if self.stack.in_scope(tag, set::TABLE_SCOPE) {
                    self.stack.close_implied(None);
                    self.stack.pop_through(tag);
                    self.clear_to_marker();
                    self.mode = Mode::InRow;
                }
                Flow::Done
            }
            (Kind::Start, tag) if tag.is(set::TABLE_PART) => {
                if !self.stack.any_in_scope(set::TABLE_SCOPE, |open| open.tag.is(set::CELL)) {
                    return Flow::Done;
                }
                self.leave_cell();
                Flow::Again(token)
            }
            (Kind::End, tag) if tag.is(set::FOSTER) => {
                if !self.stack.in_scope(tag, set::TABLE_SCOPE) {
                    return Flow::Done;
                }
                self.leave_cell();
                Flow::Again(token)
            }
            _ => self.in_body_of_table(token),
        }
    }

    fn leave_cell(&mut self) {
        self.stack.close_implied(None);
        self.stack.pop_through_any(set::CELL);
        self.clear_to_marker();
        self.mode = Mode::InRow;
    }
}
