//! The tree while it grows: nodes in the order of their making, linked as siblings.
//!
//! On most pages that order is document order to the end and the nodes are the finished arena;
//! only where something was put in before its time (foster parenting, the adoption agency) are
//! they put in order again by [`Tree::finish`].

use crate::dom::node::{Flags, NONE, Node, Piece};
use crate::dom::tag::Tag;

/// Neighbours of a node.
#[derive(Debug, Clone, Copy)]
pub struct Links {
    last_child: u32,
    previous: u32,
    next: u32,
}

const UNLINKED: Links = Links { last_child: NONE, previous: NONE, next: NONE };

/// Where a node or text goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Behind the last child of this element.
    Inside(u32),
    /// Before this element, under the same parent.
    Before(u32),
}

/// The growing tree.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    pub nodes: Vec<Node>,
    pub pieces: Vec<Piece>,
    links: Vec<Links>,
    /// Nodes from the last to the first, when they are put in order.
    order: Vec<u32>,
    disordered: bool,
}

impl Tree {
    /// Makes the tree empty, keeping its memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.pieces.clear();
        self.links.clear();
        self.order.clear();
        self.disordered = false;
    }

    /// A new element that is nowhere yet; `source` is its start tag.
    pub fn element(&mut self, tag: Tag, flags: Flags, source: (u32, u32)) -> u32 {
        let node = self.nodes.len() as u32;
        let (start, stop) = source;
        self.nodes.push(Node { parent: NONE, end: node + 1, start, stop, tag, depth: 0, flags });
        self.links.push(UNLINKED);
        node
    }

    /// Puts in an element that is nowhere.
    #[inline]
    pub fn insert(&mut self, place: Place, node: u32) {
        match place {
            Place::Inside(parent) => self.append(parent, node),
            Place::Before(sibling) => {
                self.disordered = true;
                let parent = self.nodes[sibling as usize].parent;
                let previous = self.links[sibling as usize].previous;
                self.nodes[node as usize].parent = parent;
                self.links[node as usize].previous = previous;
                self.links[node as usize].next = sibling;
                self.links[sibling as usize].previous = node;
                if previous != NONE {
                    self.links[previous as usize].next = node;
                }
            }
        }
    }

    #[inline]
    fn append(&mut self, parent: u32, node: u32) {
        let previous = std::mem::replace(&mut self.links[parent as usize].last_child, node);
        self.nodes[node as usize].parent = parent;
        self.links[node as usize].previous = previous;
        if previous != NONE {
            self.links[previous as usize].next = node;
        }
    }

    /// Puts in text, joined to the text before it if there is one.
    #[inline]
    pub fn insert_text(&mut self, place: Place, start: u32, stop: u32) {
        let before = match place {
            Place::Inside(parent) => self.links[parent as usize].last_child,
            Place::Before(sibling) => self.links[sibling as usize].previous,
        };
        if before != NONE && self.nodes[before as usize].is_text() {
            self.extend_text(before, start, stop);
        } else {
            let node = self.element(Tag::FOREIGN, Flags::TEXT, (start, stop));
            self.insert(place, node);
        }
    }

    /// Joins text to a text.
    fn extend_text(&mut self, node: u32, start: u32, stop: u32) {
        let node = &mut self.nodes[node as usize];
        if !node.flags.has(Flags::PIECES) {
            if node.stop == start {
                node.stop = stop;
                return;
            }
            let piece = Piece { start: node.start, stop: node.stop, next: NONE };
            node.start = self.pieces.len() as u32;
            node.stop = node.start;
            node.flags.add(Flags::PIECES);
            self.pieces.push(piece);
        }
        let new = self.pieces.len() as u32;
        let last = &mut self.pieces[node.stop as usize];
        if last.stop == start {
            last.stop = stop;
        } else {
            last.next = new;
            node.stop = new;
            self.pieces.push(Piece { start, stop, next: NONE });
        }
    }

    /// Takes a node out of its parent, with all below it.
    pub fn detach(&mut self, node: u32) {
        let parent = std::mem::replace(&mut self.nodes[node as usize].parent, NONE);
        if parent == NONE {
            return;
        }
        self.disordered = true;
        let Links { previous, next, .. } = self.links[node as usize];
        self.links[node as usize].previous = NONE;
        self.links[node as usize].next = NONE;
        if previous != NONE {
            self.links[previous as usize].next = next;
        }
        if next != NONE {
            self.links[next as usize].previous = previous;
        } else {
            self.links[parent as usize].last_child = previous;
        }
    }

    /// Moves all children of one element behind those of another.
    pub fn move_children(&mut self, from: u32, to: u32) {
        self.disordered = true;
        let last = std::mem::replace(&mut self.links[from as usize].last_child, NONE);
        let mut child = last;
        let mut first = NONE;
        while child != NONE {
            self.nodes[child as usize].parent = to;
            first = child;
            child = self.links[child as usize].previous;
        }
        if first == NONE {
            return;
        }
        let before = std::mem::replace(&mut self.links[to as usize].last_child, last);
        self.links[first as usize].previous = before;
        if before != NONE {
            self.links[before as usize].next = first;
        }
    }

    /// Says that something goes where document order has already passed.
    pub fn disorder(&mut self) {
        self.disordered = true;
    }

    /// The parent, if the element is in the tree.
    pub fn parent(&self, node: u32) -> Option<u32> {
        let parent = self.nodes[node as usize].parent;
        (parent != NONE).then_some(parent)
    }

    /// Puts the nodes in document order and gives them their depth and the end of their subtree.
    pub fn finish(&mut self) {
        if self.disordered {
            self.put_in_order();
        }
        for index in 1..self.nodes.len() {
            let parent = self.nodes[index].parent;
            self.nodes[index].depth = self.nodes[parent as usize].depth + 1;
        }
        for index in (1..self.nodes.len()).rev() {
            let Node { parent, end, .. } = self.nodes[index];
            let above = &mut self.nodes[parent as usize].end;
            *above = end.max(*above);
        }
    }

    /// Sorts the nodes that hang under the root in document order, and drops the others.
    fn put_in_order(&mut self) {
        self.list_from_last();
        let count = self.order.len();
        let new = |at: usize| (count - 1 - at) as u32;
        for at in 0..count {
            self.links[self.order[at] as usize].next = new(at);
        }
        let first = self.nodes.len();
        for at in (0..count).rev() {
            let mut node = self.nodes[self.order[at] as usize];
            if node.parent != NONE {
                node.parent = self.links[node.parent as usize].next;
            }
            node.end = new(at) + 1;
            self.nodes.push(node);
        }
        self.nodes.drain(..first);
    }

    /// Walks the tree backwards: last children first, an element after its children.
    fn list_from_last(&mut self) {
        let mut node = self.last_descendant(0);
        loop {
            self.order.push(node);
            if node == 0 {
                return;
            }
            let previous = self.links[node as usize].previous;
            node = if previous == NONE {
                self.nodes[node as usize].parent
            } else {
                self.last_descendant(previous)
            };
        }
    }

    /// The last node of a subtree.
    fn last_descendant(&self, mut node: u32) -> u32 {
        loop {
            let last = self.links[node as usize].last_child;
            if last == NONE {
                return node;
            }
            node = last;
        }
    }

    /// The number of a node after [`Tree::finish`]; [`NONE`] if it was dropped.
    pub fn renumbered(&self, node: u32) -> u32 {
        if !self.disordered {
            return node;
        }
        let new = self.links[node as usize].next;
        let old = self.order.len().checked_sub(1 + new as usize);
        if old.is_some_and(|old| self.order[old] == node) { new } else { NONE }
    }
}
