//! Insertion modes before the body: "initial" to "after head".

use crate::dom::doctype::is_quirky;
use crate::dom::lex::{Kind, Token, Tokens};
use crate::dom::node::Flags;
use crate::dom::set;
use crate::dom::tag::Tag;

use super::{Builder, Flow, Mode};

impl<T: Tokens> Builder<'_, T> {
    /// A document type counts only before everything else.
    pub(super) fn doctype(&mut self, token: Token) {
        if self.mode == Mode::Initial {
            self.quirks = is_quirky(self.source(token));
            self.mode = Mode::BeforeHtml;
        }
    }

    /// "Initial": white space is dropped; without a document type the page is quirky.
    pub(super) fn initial(&mut self, token: Token) -> Flow {
        let token = match self.without_leading_space(token) {
            Some(token) => token,
            None => return Flow::Done,
        };
        self.quirks = true;
        self.switch(Mode::BeforeHtml, token)
    }

    /// "Before html".
    pub(super) fn before_html(&mut self, token: Token) -> Flow {
        let Some(token) = self.without_leading_space(token) else { return Flow::Done };
        if token.opens(Tag::HTML) {
            let root = self.tree.element(Tag::HTML, Flags::HTML, (token.start, token.end));
            self.stack.push(root, Tag::HTML);
            self.mode = Mode::BeforeHead;
            return Flow::Done;
        }
        if token.kind == Kind::End && !ends_head(token.tag) {
            return Flow::Done;
        }
        let root = self.tree.element(Tag::HTML, Flags::HTML, (token.start, token.start));
        self.stack.push(root, Tag::HTML);
        self.switch(Mode::BeforeHead, token)
    }

    /// "Before head".
    pub(super) fn before_head(&mut self, token: Token) -> Flow {
        let Some(token) = self.without_leading_space(token) else { return Flow::Done };
        match (token.kind, token.tag) {
            (Kind::Start, Tag::HTML) => return self.in_body(token),
            (Kind::Start, Tag::HEAD) => {
                self.head = Some(self.open(token));
                self.mode = Mode::InHead;
                return Flow::Done;
            }
            (Kind::End, tag) if !ends_head(tag) => return Flow::Done,
            _ => {}
        }
        self.head = Some(self.open_implied(Tag::HEAD, token));
        self.switch(Mode::InHead, token)
    }

    /// "In head".
    pub(super) fn in_head(&mut self, token: Token) -> Flow {
        let Some(token) = self.with_leading_space(token) else { return Flow::Done };
        match (token.kind, token.tag) {
            (Kind::Start, Tag::HTML) => return self.in_body(token),
            (Kind::Start, Tag::TEMPLATE) => self.open_template(token),
            (Kind::End, Tag::TEMPLATE) => self.close_template(),
            (Kind::Start, tag) if tag.is(set::METADATA) || tag == Tag::NOSCRIPT => {
                *self.has_base |= tag == Tag::BASE;
                if tag.is(set::VOID) {
                    self.insert_void(token);
                } else {
                    self.open_raw_text(token);
                }
            }
            (Kind::Start, Tag::HEAD) => {}
            (Kind::End, Tag::HEAD) => {
                self.stack.pop();
                self.mode = Mode::AfterHead;
            }
            (Kind::End, Tag::BODY | Tag::HTML | Tag::BR)
            | (Kind::Start | Kind::Text | Kind::Null | Kind::Eof, _) => {
                self.stack.pop();
                return self.switch(Mode::AfterHead, token);
            }
            _ => {}
        }
        Flow::Done
    }

    fn open_template(&mut self, token: Token) {
        self.open(token);
        self.push_marker();
        self.frameset_ok = false;
        self.mode = Mode::InTemplate;
        self.template_modes.push(Mode::InTemplate);
    }

    fn close_template(&mut self) {
        if self.stack.contains(Tag::TEMPLATE) {
            while self.stack.current_in(set::IMPLIED_END | set::THOROUGH_END) {
                self.stack.pop();
            }
            self.leave_template();
        }
    }

    /// Closes the innermost template and what is open in it.
    pub(super) fn leave_template(&mut self) {
        self.stack.pop_through(Tag::TEMPLATE);
        self.clear_to_marker();
        self.template_modes.pop();
        self.mode = self.mode_by_stack();
    }

    /// "After head".
    pub(super) fn after_head(&mut self, token: Token) -> Flow {
        let Some(token) = self.with_leading_space(token) else { return Flow::Done };
        match (token.kind, token.tag) {
            (Kind::Start, Tag::HTML) => return self.in_body(token),
            (Kind::Start, Tag::BODY) => {
                self.open(token);
                self.frameset_ok = false;
                self.mode = Mode::InBody;
            }
            (Kind::Start, Tag::FRAMESET) => {
                self.open(token);
                self.mode = Mode::InFrameset;
            }
            (Kind::Start, tag) if tag.is(set::METADATA) => return self.in_closed_head(token),
            (Kind::End, Tag::TEMPLATE) => return self.in_head(token),
            (Kind::Start, Tag::HEAD) => {}
            (Kind::End, tag) if tag != Tag::BODY && tag != Tag::HTML && tag != Tag::BR => {}
            _ => {
                self.open_implied(Tag::BODY, token);
                return self.switch(Mode::InBody, token);
            }
        }
        Flow::Done
    }

    /// Puts metadata that comes after `</head>` into the head.
    fn in_closed_head(&mut self, token: Token) -> Flow {
        let Some(head) = self.head else { return Flow::Done };
        self.tree.disorder();
        self.stack.push(head, Tag::HEAD);
        let flow = self.in_head(token);
        if let Some(at) = self.stack.position(head) {
            self.stack.remove(at);
        }
        flow
    }

    /// Drops white space that text begins with; `None` if nothing is left.
    fn without_leading_space(&self, token: Token) -> Option<Token> {
        let rest = if token.kind == Kind::Text { self.split_space(token).1 } else { token };
        (token.kind != Kind::Text || rest.start < rest.end).then_some(rest)
    }

    /// Puts in white space that text begins with; `None` if nothing is left.
    pub(super) fn with_leading_space(&mut self, token: Token) -> Option<Token> {
        if token.kind != Kind::Text {
            return Some(token);
        }
        let (space, rest) = self.split_space(token);
        self.insert_text(space);
        (rest.start < rest.end).then_some(rest)
    }
}

/// Whether an end tag before the head makes the parser imply one.
fn ends_head(tag: Tag) -> bool {
    matches!(tag, Tag::HEAD | Tag::BODY | Tag::HTML | Tag::BR)
}
