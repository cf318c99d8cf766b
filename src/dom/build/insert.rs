//! Putting nodes in: where they go, and what is open afterwards.

use crate::dom::lex::{Token, Tokens};
use crate::dom::node::Flags;
use crate::dom::set;
use crate::dom::tag::Tag;

use super::stack::Open;
use super::tree::Place;
use super::{Builder, Mode};

impl<T: Tokens> Builder<'_, T> {
    /// Where a new node goes that belongs into this element.
    pub(super) fn place_in(&mut self, target: Open) -> Place {
        if self.fostering && target.tag.is(set::FOSTER) {
            self.foster_place()
        } else {
            Place::Inside(target.node)
        }
    }

    /// Where a new node goes. Before `html` is there nothing is put in.
    #[inline]
    pub(super) fn place(&mut self) -> Place {
        self.stack.current().map_or(Place::Inside(0), |current| self.place_in(current))
    }

    /// Puts in an element without opening it.
    pub(super) fn insert(&mut self, token: Token, flags: Flags) -> u32 {
        let node = self.tree.element(token.tag, flags, (token.start, token.end));
        let place = self.place();
        self.tree.insert(place, node);
        node
    }

    /// Puts in an HTML element that has no content.
    pub(super) fn insert_void(&mut self, token: Token) {
        self.insert(token, Flags::HTML);
    }

    /// Opens an HTML element.
    #[inline]
    pub(super) fn open(&mut self, token: Token) -> u32 {
        let node = self.insert(token, Flags::HTML);
        self.stack.push(node, token.tag);
        node
    }

    /// Opens an element that the page left out, before the token that needs it.
    pub(super) fn open_implied(&mut self, tag: Tag, before: Token) -> u32 {
        self.open(Token { tag, end: before.start, ..before })
    }

    /// Opens an element and reads text up to its end tag.
    pub(super) fn open_raw_text(&mut self, token: Token) {
        self.open(token);
        self.tokens.raw_text(token.tag);
        self.return_to = std::mem::replace(&mut self.mode, Mode::Text);
    }

    /// Puts in text.
    #[inline]
    pub(super) fn insert_text(&mut self, token: Token) {
        if token.start < token.end {
            let place = self.place();
            self.tree.insert_text(place, token.start, token.end);
        }
    }
}
