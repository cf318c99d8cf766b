//! The stack of open elements, and the scopes in it.
//!
//! How many elements of each tag are open is counted, so the usual answer "no such element" costs
//! no walk; a walk is bounded by [`Caps::depth`].

#[cfg(doc)]
use crate::dom::Caps;
use crate::dom::set;
use crate::dom::tag::Tag;

/// An open element. A foreign one has one of the two tags that stand for all foreign elements, so
/// that it is never taken for an HTML element of its name.
#[derive(Debug, Clone, Copy)]
pub struct Open {
    pub node: u32,
    pub tag: Tag,
}

/// The open elements, `html` first.
#[derive(Debug, Clone)]
pub struct Stack {
    open: Vec<Open>,
    counts: [u32; Tag::KNOWN],
    /// Elements that may be open at once.
    most: usize,
}

impl Default for Stack {
    fn default() -> Stack {
        Stack { open: Vec::new(), counts: [0; Tag::KNOWN], most: 0 }
    }
}

impl Stack {
    /// Closes everything, keeping the memory; from now on `most` elements may be open at once.
    pub fn clear(&mut self, most: usize) {
        self.most = most;
        self.open.clear();
        self.counts = [0; Tag::KNOWN];
    }

    pub fn len(&self) -> usize {
        self.open.len()
    }

    pub fn is_full(&self) -> bool {
        self.open.len() >= self.most
    }

    #[inline]
    pub fn push(&mut self, node: u32, tag: Tag) {
        self.count(tag, 1);
        self.open.push(Open { node, tag });
    }

    #[inline]
    pub fn pop(&mut self) -> Option<Open> {
        let popped = self.open.pop()?;
        self.count(popped.tag, -1);
        Some(popped)
    }

    fn count(&mut self, tag: Tag, change: i32) {
        if let Some(index) = tag.index() {
            self.counts[index] = self.counts[index].wrapping_add_signed(change);
        }
    }

    /// The element `index` places from `html`.
    pub fn at(&self, index: usize) -> Open {
        self.open[index]
    }

    /// The innermost element.
    #[inline]
    pub fn current(&self) -> Option<Open> {
        self.open.last().copied()
    }

    /// Whether the innermost element is of this tag.
    #[inline]
    pub fn current_is(&self, tag: Tag) -> bool {
        self.current().is_some_and(|open| open.tag == tag)
    }

    /// Whether the innermost element is in one of the sets.
    #[inline]
    pub fn current_in(&self, sets: u32) -> bool {
        self.current().is_some_and(|open| open.tag.is(sets))
    }

    /// The open elements, innermost first.
    pub fn innermost(&self) -> impl Iterator<Item = (usize, Open)> + '_ {
        self.open.iter().copied().enumerate().rev()
    }

    /// Whether an element of this tag, which must be known, is open at all.
    #[inline]
    pub fn contains(&self, tag: Tag) -> bool {
        tag.index().is_some_and(|index| self.counts[index] > 0)
    }

    /// Where in the stack a node is.
    pub fn position(&self, node: u32) -> Option<usize> {
        self.open.iter().rposition(|open| open.node == node)
    }

    /// Whether an element of this tag is open and none of the sets' elements is within it.
    #[inline]
    pub fn in_scope(&self, tag: Tag, bounds: u32) -> bool {
        self.contains(tag) && self.any_in_scope(bounds, |open| open.tag == tag)
    }

    /// Whether an element that fits is open and none of the sets' elements is within it.
    pub fn any_in_scope(&self, bounds: u32, fits: impl Fn(Open) -> bool) -> bool {
        for &open in self.open.iter().rev() {
            if fits(open) {
                return true;
            }
            if open.tag.is(bounds) {
                return false;
            }
        }
        false
    }

    /// Closes elements until one of the sets' is innermost.
    pub fn pop_to(&mut self, sets: u32) {
        while self.current().is_some_and(|open| !open.tag.is(sets)) {
            self.pop();
        }
    }

    /// Closes elements up to and including the innermost of this tag.
    pub fn pop_through(&mut self, tag: Tag) {
        while self.pop().is_some_and(|open| open.tag != tag) {}
    }

    /// Closes elements up to and including the innermost of the sets'.
    pub fn pop_through_any(&mut self, sets: u32) {
        while self.pop().is_some_and(|open| !open.tag.is(sets)) {}
    }

    /// Closes all elements from this place on.
    pub fn truncate(&mut self, length: usize) {
        while self.open.len() > length {
            self.pop();
        }
    }

    /// Closes innermost elements whose end tag may be left out, except those of one tag.
    pub fn close_implied(&mut self, except: Option<Tag>) {
        while let Some(open) = self.current()
            && open.tag.is(set::IMPLIED_END)
            && Some(open.tag) != except
        {
            self.pop();
        }
    }

    /// Closes one element, leaving those within it open.
    pub fn remove(&mut self, index: usize) {
        let removed = self.open.remove(index);
        self.count(removed.tag, -1);
    }

    /// Opens an element within another that has open elements.
    pub fn insert(&mut self, index: usize, node: u32, tag: Tag) {
        self.count(tag, 1);
        self.open.insert(index, Open { node, tag });
    }

    /// Puts a node in the place of another of the same tag.
    pub fn replace(&mut self, index: usize, node: u32) {
        self.open[index].node = node;
    }
}

/// Tags that were opened below [`Caps::depth`] and are not in the tree as ancestors: only so that
/// their end tags do not close what lies above.
#[derive(Debug, Clone, Default)]
pub struct Overflow {
    tags: Vec<Tag>,
    counts: Vec<u32>,
}

impl Overflow {
    /// Forgets all.
    #[inline]
    pub fn clear(&mut self) {
        if !self.tags.is_empty() {
            self.tags.clear();
            self.counts.clear();
        }
    }

    pub fn push(&mut self, tag: Tag) {
        self.counts.resize(Tag::KNOWN, 0);
        if let Some(index) = tag.index() {
            self.counts[index] += 1;
        }
        self.tags.push(tag);
    }

    /// Closes up to the innermost element of this tag, and says whether there was one. Names that
    /// are not known are found only innermost.
    pub fn close(&mut self, tag: Tag) -> bool {
        let found = match tag.index() {
            Some(index) => self.counts.get(index).is_some_and(|&count| count > 0),
            None => self.tags.last() == Some(&tag),
        };
        while found && let Some(last) = self.tags.pop() {
            if let Some(index) = last.index() {
                self.counts[index] -= 1;
            }
            if last == tag {
                break;
            }
        }
        found
    }
}
