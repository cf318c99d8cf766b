//! The insertion mode "in body".

use crate::dom::lex::{Kind, Token, Tokens};
use crate::dom::node::{Flags, Merged};
use crate::dom::scan::{ends_tag_name, skip_to};
use crate::dom::set;
use crate::dom::tag::Tag;

use super::{Builder, Flow, Mode};

/// What bounds the scope that an open `p` is looked for in.
const BUTTON_SCOPE: u32 = set::SCOPE | set::BUTTON_SCOPE;

/// What bounds the scope that an open `li` is looked for in.
const LIST_ITEM_SCOPE: u32 = set::SCOPE | set::LIST_SCOPE;

/// Later `<html>` and `<body>` tags whose attributes are seen; a page has one or two.
const MAX_MERGED: usize = 16;

impl<T: Tokens> Builder<'_, T> {
    /// "In body".
    pub(super) fn in_body(&mut self, token: Token) -> Flow {
        match token.kind {
            Kind::Text => {
                self.reconstruct();
                if self.frameset_ok && !self.is_blank(token) {
                    self.frameset_ok = false;
                }
                self.insert_text(token);
                Flow::Done
            }
            Kind::Start => self.body_start(token),
            Kind::End => self.body_end(token),
            Kind::Eof if !self.template_modes.is_empty() => self.in_template(token),
            _ => Flow::Done,
        }
    }

    /// A start tag in the body: first those that the sets tell apart, then the special cases.
    fn body_start(&mut self, token: Token) -> Flow {
        let tag = token.tag;
        if tag.is(set::CONTAINER) || tag == Tag::P {
            self.close_p();
            self.open(token);
        } else if tag.is(set::FORMATTING) {
            self.formatting_start(token);
        } else if tag.is(set::METADATA) {
            return self.in_head(token);
        } else if tag.is(set::HEADING) {
            self.close_p();
            if self.stack.current_in(set::HEADING) {
                self.stack.pop();
            }
            self.open(token);
        } else if tag.is(set::TABLE_PART) || matches!(tag, Tag::HEAD | Tag::FRAME) {
            // A part of a table outside of one.
        } else {
            self.other_body_start(token);
        }
        Flow::Done
    }

    fn other_body_start(&mut self, token: Token) {
        match token.tag {
            Tag::LI => self.item_start(token, &[Tag::LI]),
            Tag::DD | Tag::DT => self.item_start(token, &[Tag::DD, Tag::DT]),
            Tag::AREA | Tag::BR | Tag::EMBED | Tag::IMG | Tag::KEYGEN | Tag::WBR => {
                self.inline_void(token);
            }
            Tag::IMAGE => self.inline_void(Token { tag: Tag::IMG, ..token }),
            Tag::PARAM | Tag::SOURCE | Tag::TRACK => self.insert_void(token),
            Tag::INPUT => self.input_start(token),
            Tag::HR => {
                self.close_p();
                if self.in_scope(Tag::SELECT) {
                    self.stack.close_implied(None);
                }
                self.insert_void(token);
                self.frameset_ok = false;
            }
            Tag::HTML | Tag::BODY => self.merge_attributes(token),
            Tag::FRAMESET => self.replace_body(token),
            Tag::PRE | Tag::LISTING => {
                self.close_p();
                self.open(token);
                self.skip_newline = true;
                self.frameset_ok = false;
            }
            Tag::FORM => self.form_start(token),
            Tag::TABLE => {
                if !self.quirks {
                    self.close_p();
                }
                self.open(token);
                self.frameset_ok = false;
                self.mode = Mode::InTable;
            }
            Tag::APPLET | Tag::MARQUEE | Tag::OBJECT => {
                self.open_inline(token);
                self.push_marker();
                self.frameset_ok = false;
            }
            Tag::BUTTON => {
                if self.in_scope(Tag::BUTTON) {
                    self.stack.close_implied(None);
                    self.stack.pop_through(Tag::BUTTON);
                }
                self.open_inline(token);
                self.frameset_ok = false;
            }
            Tag::SELECT | Tag::OPTION | Tag::OPTGROUP => self.select_start(token),
            Tag::RB | Tag::RTC | Tag::RP | Tag::RT => {
                if self.in_scope(Tag::RUBY) {
                    let keeps_rtc = matches!(token.tag, Tag::RP | Tag::RT);
                    self.stack.close_implied(keeps_rtc.then_some(Tag::RTC));
                }
                self.open(token);
            }
            Tag::MATH => self.open_foreign_root(token, Flags::MATH_ML),
            Tag::SVG => self.open_foreign_root(token, Flags::SVG),
            _ => self.text_element_start(token),
        }
    }

    /// Elements that hold only text, and all that the standard does not single out.
    fn text_element_start(&mut self, token: Token) {
        match token.tag {
            Tag::XMP => {
                self.close_p();
                self.reconstruct();
                self.frameset_ok = false;
                self.open_raw_text(token);
            }
            Tag::IFRAME => {
                self.frameset_ok = false;
                self.open_raw_text(token);
            }
            Tag::NOEMBED => self.open_raw_text(token),
            Tag::NOSCRIPT if self.scripting => self.open_raw_text(token),
            Tag::TEXTAREA => {
                self.frameset_ok = false;
                self.open_raw_text(token);
                self.skip_newline = true;
            }
            Tag::PLAINTEXT => {
                self.close_p();
                self.open(token);
                self.tokens.raw_text(Tag::PLAINTEXT);
                *self.plaintext = token.end;
            }
            _ => self.open_inline(token),
        }
    }

    /// An end tag in the body.
    fn body_end(&mut self, token: Token) -> Flow {
        let tag = token.tag;
        if tag.is(set::FORMATTING) {
            self.adopt(token);
            return Flow::Done;
        }
        if tag.is(set::CONTAINER) {
            self.end_container(tag);
            return Flow::Done;
        }
        match tag {
            Tag::P => self.end_p(token),
            Tag::LI if self.stack.in_scope(tag, LIST_ITEM_SCOPE) => self.end_item(tag),
            Tag::DD | Tag::DT if self.in_scope(tag) => self.end_item(tag),
            Tag::LI | Tag::DD | Tag::DT => {}
            Tag::BUTTON | Tag::LISTING | Tag::PRE | Tag::SELECT => self.end_container(tag),
            Tag::APPLET | Tag::MARQUEE | Tag::OBJECT => {
                if self.in_scope(tag) {
                    self.end_container(tag);
                    self.clear_to_marker();
                }
            }
            Tag::FORM => self.form_end(),
            Tag::BODY | Tag::HTML => return self.end_body(token),
            Tag::TEMPLATE => return self.in_head(token),
            Tag::BR => {
                return self.body_start(Token { kind: Kind::Start, end: token.start, ..token });
            }
            _ if tag.is(set::HEADING) => {
                if self.stack.any_in_scope(set::SCOPE, |open| open.tag.is(set::HEADING)) {
                    self.stack.close_implied(None);
                    self.stack.pop_through_any(set::HEADING);
                }
            }
            _ => self.close_any(token),
        }
        Flow::Done
    }

    fn in_scope(&self, tag: Tag) -> bool {
        self.stack.in_scope(tag, set::SCOPE)
    }

    /// Closes a `p` that is in button scope.
    #[inline]
    fn close_p(&mut self) {
        if self.stack.in_scope(Tag::P, BUTTON_SCOPE) {
            self.stack.pop_through(Tag::P);
        }
    }

    /// `</p>` without a `p` makes an empty one.
    fn end_p(&mut self, token: Token) {
        if !self.stack.in_scope(Tag::P, BUTTON_SCOPE) {
            self.open_implied(Tag::P, token);
        }
        self.stack.pop_through(Tag::P);
    }

    fn end_container(&mut self, tag: Tag) {
        if self.in_scope(tag) {
            self.stack.close_implied(None);
            self.stack.pop_through(tag);
        }
    }

    fn end_item(&mut self, tag: Tag) {
        self.stack.close_implied(Some(tag));
        self.stack.pop_through(tag);
    }

    fn end_body(&mut self, token: Token) -> Flow {
        if !self.in_scope(Tag::BODY) {
            return Flow::Done;
        }
        self.mode = Mode::AfterBody;
        if token.tag == Tag::HTML { Flow::Again(token) } else { Flow::Done }
    }

    /// "Any other end tag": closes the innermost element of this name, but nothing special.
    pub(super) fn close_any(&mut self, token: Token) {
        if token.tag.is_known() && !self.stack.contains(token.tag) {
            return;
        }
        let mut found = None;
        for (at, open) in self.stack.innermost() {
            if open.tag == token.tag && (token.tag.is_known() || self.has_name(open.node, token)) {
                found = Some(at);
                break;
            }
            if open.tag.is(set::SPECIAL) {
                return;
            }
        }
        if let Some(at) = found {
            self.stack.truncate(at);
        }
    }

    /// Whether an element's name is exactly the end tag's.
    pub(super) fn has_name(&self, node: u32, token: Token) -> bool {
        let bytes = self.html.as_bytes();
        let name = |start: usize| &bytes[start..skip_to(bytes, start, ends_tag_name)];
        let start = self.tree.nodes[node as usize].start as usize;
        name(start + 1).eq_ignore_ascii_case(name(token.start as usize + 2))
    }

    fn open_inline(&mut self, token: Token) {
        self.reconstruct();
        self.open(token);
    }

    fn inline_void(&mut self, token: Token) {
        self.reconstruct();
        self.insert_void(token);
        self.frameset_ok = false;
    }

    fn formatting_start(&mut self, token: Token) {
        if token.tag == Tag::A {
            self.close_open_link(token);
        }
        self.reconstruct();
        if token.tag == Tag::NOBR && self.in_scope(Tag::NOBR) {
            self.adopt(token);
            self.reconstruct();
        }
        self.open_formatting(token);
    }

    /// A list item closes the one before it.
    fn item_start(&mut self, token: Token, closes: &[Tag]) {
        self.frameset_ok = false;
        let mut before = None;
        for (_, open) in self.stack.innermost() {
            if closes.contains(&open.tag) {
                before = Some(open.tag);
                break;
            }
            let transparent = matches!(open.tag, Tag::ADDRESS | Tag::DIV | Tag::P);
            if open.tag.is(set::SPECIAL) && !transparent {
                break;
            }
        }
        if let Some(tag) = before {
            self.end_item(tag);
        }
        self.close_p();
        self.open(token);
    }

    fn input_start(&mut self, token: Token) {
        if self.in_scope(Tag::SELECT) {
            self.stack.pop_through(Tag::SELECT);
        }
        self.reconstruct();
        self.insert_void(token);
        if self.frameset_ok && !self.is_hidden(token) {
            self.frameset_ok = false;
        }
    }

    fn select_start(&mut self, token: Token) {
        let in_select = self.in_scope(Tag::SELECT);
        match token.tag {
            Tag::SELECT if in_select => return self.stack.pop_through(Tag::SELECT),
            Tag::SELECT => self.frameset_ok = false,
            Tag::OPTION if in_select => self.stack.close_implied(Some(Tag::OPTGROUP)),
            _ if in_select => self.stack.close_implied(None),
            _ if self.stack.current_is(Tag::OPTION) => {
                self.stack.pop();
            }
            _ => {}
        }
        self.open_inline(token);
    }

    fn form_start(&mut self, token: Token) {
        let in_template = self.stack.contains(Tag::TEMPLATE);
        if self.form.is_none() || in_template {
            self.close_p();
            let form = self.open(token);
            if !in_template {
                self.form = Some(form);
            }
        }
    }

    /// `</form>` takes the form out of the stack and leaves open what is in it.
    fn form_end(&mut self) {
        if self.stack.contains(Tag::TEMPLATE) {
            return self.end_container(Tag::FORM);
        }
        let Some(form) = self.form.take() else { return };
        if self.stack.any_in_scope(set::SCOPE, |open| open.node == form) {
            self.stack.close_implied(None);
            if let Some(at) = self.stack.position(form) {
                self.stack.remove(at);
            }
        }
    }

    /// A second `<html>` or `<body>` only adds attributes to the first.
    fn merge_attributes(&mut self, token: Token) {
        if self.stack.contains(Tag::TEMPLATE) {
            return;
        }
        let place = usize::from(token.tag == Tag::BODY);
        if place < self.stack.len() && self.stack.at(place).tag == token.tag {
            if token.tag == Tag::BODY {
                self.frameset_ok = false;
            }
            if self.merged.len() == MAX_MERGED {
                return;
            }
            let node = self.stack.at(place).node;
            self.tree.nodes[node as usize].flags.add(Flags::MERGED);
            self.merged.push(Merged { node, start: token.start });
        }
    }

    /// A `<frameset>` before anything was said takes the body's place.
    fn replace_body(&mut self, token: Token) {
        if !self.frameset_ok || self.stack.len() < 2 || self.stack.at(1).tag != Tag::BODY {
            return;
        }
        self.tree.detach(self.stack.at(1).node);
        self.stack.truncate(1);
        self.open(token);
        self.mode = Mode::InFrameset;
    }
}
