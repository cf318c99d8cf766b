//! Foreign content: SVG and MathML.
//!
//! On the stack a foreign element has one of two tags of its own, so that no rule for HTML
//! elements takes an SVG `a` or `title` for HTML's; the tree has the real name and the namespace.

use crate::dom::lex::{Kind, Token, Tokens};
use crate::dom::node::Flags;
use crate::dom::set;
use crate::dom::tag::Tag;
use crate::dom::text::is_blank;

use super::stack::Open;
use super::{Builder, Flow};

impl<T: Tokens> Builder<'_, T> {
    /// Whether a token inside this foreign element is handled by the foreign rules.
    pub(super) fn is_foreign_inside(&self, current: Open, token: &Token) -> bool {
        let node = &self.tree.nodes[current.node as usize];
        let is_text = matches!(token.kind, Kind::Text | Kind::Null);
        match token.kind {
            Kind::Eof => false,
            Kind::Start | Kind::Text | Kind::Null if current.tag.is(set::INTEGRATION) => {
                let math = node.flags.has(Flags::MATH_ML);
                math && !is_text && matches!(token.tag, Tag::MGLYPH | Tag::MALIGNMARK)
            }
            Kind::Start | Kind::Text | Kind::Null
                if node.tag == Tag::ANNOTATION_XML && node.flags.has(Flags::MATH_ML) =>
            {
                !token.opens(Tag::SVG) && !self.is_html_annotation(current.node)
            }
            _ => true,
        }
    }

    /// Whether an `annotation-xml` says that its content is HTML.
    fn is_html_annotation(&self, node: u32) -> bool {
        let start = self.tree.nodes[node as usize].start as usize;
        let tag = Token::new(Kind::Start, start, start);
        self.attribute(tag, "encoding").is_some_and(|encoding| {
            let value = encoding.value();
            value.eq_ignore_ascii_case("text/html")
                || value.eq_ignore_ascii_case("application/xhtml+xml")
        })
    }

    /// The rules for foreign content.
    pub(super) fn in_foreign_content(&mut self, token: Token) -> Flow {
        match token.kind {
            Kind::Text => {
                if self.frameset_ok && !self.source(token).split('\0').all(is_blank) {
                    self.frameset_ok = false;
                }
                self.insert_text(token);
                Flow::Done
            }
            Kind::Start if self.breaks_out(token) => self.break_out(token),
            Kind::Start => {
                self.open_foreign(token);
                Flow::Done
            }
            Kind::End if matches!(token.tag, Tag::BR | Tag::P) => self.break_out(token),
            Kind::End => self.foreign_end(token),
            _ => Flow::Done,
        }
    }

    /// Whether a start tag is HTML's even here.
    fn breaks_out(&self, token: Token) -> bool {
        token.tag.is(set::BREAKOUT)
            || token.tag == Tag::FONT
                && ["color", "face", "size"]
                    .iter()
                    .any(|name| self.attribute(token, name).is_some())
    }

    /// Leaves foreign content.
    fn break_out(&mut self, token: Token) -> Flow {
        while let Some(current) = self.stack.current()
            && current.tag.is(set::FOREIGN)
            && !current.tag.is(set::INTEGRATION)
        {
            self.stack.pop();
        }
        self.step(self.mode, token)
    }

    /// An element in the namespace of the one around it.
    fn open_foreign(&mut self, token: Token) {
        let flags = self.stack.current().map_or(Flags::HTML, |current| self.namespace_of(current));
        let node = self.insert(token, flags);
        if !token.self_closing {
            self.stack.push(node, stack_tag(token.tag, flags));
        }
    }

    /// `<svg>` or `<math>` in HTML.
    pub(super) fn open_foreign_root(&mut self, token: Token, flags: Flags) {
        self.reconstruct();
        *self.has_math |= flags == Flags::MATH_ML;
        let node = self.insert(token, flags);
        if !token.self_closing {
            self.stack.push(node, stack_tag(token.tag, flags));
        }
    }

    /// The namespace of an open element.
    pub(super) fn namespace_of(&self, open: Open) -> Flags {
        if !open.tag.is(set::FOREIGN) {
            return Flags::HTML;
        }
        let svg = self.tree.nodes[open.node as usize].flags.has(Flags::SVG);
        if svg { Flags::SVG } else { Flags::MATH_ML }
    }

    /// An end tag closes the innermost foreign element of its name; at the first HTML element
    /// outside of them HTML's rules take over.
    fn foreign_end(&mut self, token: Token) -> Flow {
        for at in (1..self.stack.len()).rev() {
            let open = self.stack.at(at);
            if at + 1 < self.stack.len() && !open.tag.is(set::FOREIGN) {
                return self.step(self.mode, token);
            }
            let tag = self.tree.nodes[open.node as usize].tag;
            if tag == token.tag && (tag.is_known() || self.has_name(open.node, token)) {
                self.stack.truncate(at);
                break;
            }
        }
        Flow::Done
    }
}

/// What stands for a foreign element on the stack.
fn stack_tag(tag: Tag, flags: Flags) -> Tag {
    let svg = matches!(tag, Tag::FOREIGN_OBJECT | Tag::DESC | Tag::TITLE);
    if tag.is(set::INTEGRATION) && svg == flags.has(Flags::SVG) {
        Tag::INTEGRATION_POINT
    } else {
        Tag::FOREIGN
    }
}
