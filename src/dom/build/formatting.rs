//! The list of active formatting elements and the adoption agency.
//!
//! `<b><p>one</b>two` needs a second `b` inside the `p`; `<b>one<p>two` needs one for every later
//! paragraph. The standard's algorithms are followed exactly, within two bounds that no honest page
//! meets: the list's length, and the number of copies a page may ask for.

use crate::dom::lex::{Token, Tokens};
use crate::dom::node::Flags;
use crate::dom::set;
use crate::dom::tag::Tag;

use super::Builder;
use super::tree::Place;

/// An entry of the list.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    node: u32,
    /// The start tag; `None` is a marker.
    token: Option<Token>,
}

/// Entries of the list; the oldest are forgotten.
const MAX_ENTRIES: usize = 512;

/// Rounds of the adoption agency's outer loop, and of its inner loop that make copies.
const OUTER_ROUNDS: usize = 8;
const INNER_ROUNDS: usize = 3;

/// As many equal entries may be active at once ("Noah's Ark").
const EQUAL_ENTRIES: usize = 3;

impl<T: Tokens> Builder<'_, T> {
    /// Begins a new part of the list (in cells, captions, `object` …).
    pub(super) fn push_marker(&mut self) {
        self.formatting.push(Entry { node: 0, token: None });
    }

    /// Forgets the part of the list since the last marker.
    pub(super) fn clear_to_marker(&mut self) {
        while self.formatting.pop().is_some_and(|entry| entry.token.is_some()) {}
    }

    /// Index and entry of the list's last part, from its end.
    fn active(&self) -> impl Iterator<Item = (usize, u32, Token)> + '_ {
        let last_first = self.formatting.iter().enumerate().rev();
        last_first.map_while(|(at, entry)| entry.token.map(|token| (at, entry.node, token)))
    }

    /// The innermost active formatting element of this tag.
    pub(super) fn active_formatting(&self, tag: Tag) -> Option<u32> {
        self.active().find(|(_, _, token)| token.tag == tag).map(|(_, node, _)| node)
    }

    fn formatting_position(&self, node: u32) -> Option<usize> {
        let fits = |entry: &Entry| entry.token.is_some() && entry.node == node;
        self.formatting.iter().rposition(fits)
    }

    /// Takes an element out of the list.
    pub(super) fn forget_formatting(&mut self, node: u32) {
        if let Some(at) = self.formatting_position(node) {
            self.formatting.remove(at);
        }
    }

    /// Opens a formatting element.
    pub(super) fn open_formatting(&mut self, token: Token) {
        let mut equal = 0;
        let mut first = 0;
        for (at, _, other) in self.active() {
            if other.tag == token.tag && self.same_attributes(&token, &other) {
                (equal, first) = (equal + 1, at);
            }
        }
        if equal >= EQUAL_ENTRIES {
            self.formatting.remove(first);
        }
        if self.formatting.len() >= MAX_ENTRIES {
            self.formatting.remove(0);
        }
        let node = self.open(token);
        self.formatting.push(Entry { node, token: Some(token) });
    }

    /// Opens again the formatting elements that were closed by the end of a paragraph or the like.
    #[inline]
    pub(super) fn reconstruct(&mut self) {
        if let Some(last) = self.formatting.last()
            && !self.is_marker_or_open(last)
        {
            self.reconstruct_closed();
        }
    }

    fn is_marker_or_open(&self, entry: &Entry) -> bool {
        entry.token.is_none() || self.stack.position(entry.node).is_some()
    }

    fn reconstruct_closed(&mut self) {
        let closed = |entry: &&Entry| !self.is_marker_or_open(entry);
        let count = self.formatting.iter().rev().take_while(closed).count();
        for at in self.formatting.len() - count..self.formatting.len() {
            let Some(token) = self.formatting[at].token else { continue };
            if self.stack.is_full() || !self.may_copy() {
                return;
            }
            self.formatting[at].node = self.open(token);
        }
    }

    /// Whether the page may have one more element that it did not write.
    fn may_copy(&mut self) -> bool {
        let left = self.copies_left > 0;
        self.copies_left = self.copies_left.saturating_sub(1);
        left
    }

    /// Closes a misnested `a` before another one is opened.
    pub(super) fn close_open_link(&mut self, token: Token) {
        if let Some(node) = self.active_formatting(Tag::A) {
            self.adopt(token);
            self.forget_formatting(node);
            if let Some(at) = self.stack.position(node) {
                self.stack.remove(at);
            }
        }
    }

    /// The adoption agency: closes the formatting element that the token names, and moves what was
    /// opened inside it out, with copies of it inside.
    pub(super) fn adopt(&mut self, token: Token) {
        let current = self.stack.current().filter(|open| open.tag == token.tag);
        if let Some(current) = current
            && self.formatting_position(current.node).is_none()
        {
            self.stack.pop();
            return;
        }
        for _ in 0..OUTER_ROUNDS {
            if !self.adopt_once(token) {
                return;
            }
        }
    }

    /// One round of the outer loop; whether another may follow.
    fn adopt_once(&mut self, token: Token) -> bool {
        let found = self.active().find(|(_, _, other)| other.tag == token.tag);
        let Some((entry, element, start_tag)) = found else {
            self.close_any(token);
            return false;
        };
        let Some(place) = self.stack.position(element) else {
            self.formatting.remove(entry);
            return false;
        };
        if !self.stack.any_in_scope(set::SCOPE, |open| open.node == element) {
            return false;
        }
        let special = |at: &usize| self.stack.at(*at).tag.is(set::SPECIAL);
        let Some(furthest) = (place + 1..self.stack.len()).find(special) else {
            self.stack.truncate(place);
            self.formatting.remove(entry);
            return false;
        };
        if !self.may_copy() {
            return false;
        }
        self.rearrange(start_tag, element, place, furthest);
        true
    }

    /// Moves the furthest block out of the formatting element at `place` in the stack.
    fn rearrange(&mut self, start_tag: Token, element: u32, place: usize, furthest: usize) {
        let block = self.stack.at(furthest).node;
        let ancestor = self.stack.at(place - 1);
        let mut bookmark = None;
        let mut last = block;
        let mut at = furthest;
        let mut round = 0;
        loop {
            round += 1;
            at -= 1;
            let node = self.stack.at(at).node;
            if node == element {
                break;
            }
            let mut position = self.formatting_position(node);
            if round > INNER_ROUNDS
                && let Some(position) = position.take()
            {
                self.formatting.remove(position);
            }
            let Some(position) = position else {
                self.stack.remove(at);
                continue;
            };
            let copy = self.copy(position);
            self.stack.replace(at, copy);
            if last == block {
                bookmark = Some(copy);
            }
            self.tree.detach(last);
            self.tree.insert(Place::Inside(copy), last);
            last = copy;
        }
        self.tree.detach(last);
        let place = self.place_in(ancestor);
        self.tree.insert(place, last);

        let copy = self.create(start_tag);
        self.tree.move_children(block, copy);
        self.tree.insert(Place::Inside(block), copy);
        self.rebook(bookmark, element, Entry { node: copy, token: Some(start_tag) });
        if let Some(at) = self.stack.position(element) {
            self.stack.remove(at);
        }
        if let Some(at) = self.stack.position(block) {
            self.stack.insert(at + 1, copy, start_tag.tag);
        }
    }

    /// A copy of a listed element, which takes its place in the list.
    fn copy(&mut self, position: usize) -> u32 {
        let entry = self.formatting[position];
        let copy = entry.token.map_or(entry.node, |token| self.create(token));
        self.formatting[position].node = copy;
        copy
    }

    /// An element for a start tag, put nowhere yet.
    fn create(&mut self, token: Token) -> u32 {
        self.tree.element(token.tag, Flags::HTML, (token.start, token.end))
    }

    /// Puts the new entry behind the bookmark, or in the place of the old element's.
    fn rebook(&mut self, bookmark: Option<u32>, element: u32, entry: Entry) {
        let Some(old) = self.formatting_position(element) else { return };
        match bookmark.and_then(|node| self.formatting_position(node)) {
            None => self.formatting[old] = entry,
            Some(behind) => {
                self.formatting.insert(behind + 1, entry);
                self.forget_formatting(element);
            }
        }
    }
}
