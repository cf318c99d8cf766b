//! One walk over the tree that finds a page's leaves, units and prefix sums.

use std::borrow::Cow;
use std::ops::Range;

use super::Parts;
use super::leaf::{Leaf, Sums, TextRange, Unit};
use crate::dom::{Dom, NodeId, Tag};
use crate::text;

/// Whether an element's text is never shown as part of the page.
pub(crate) fn is_never_shown(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::SCRIPT
            | Tag::STYLE
            | Tag::TEMPLATE
            | Tag::HEAD
            | Tag::TITLE
            | Tag::SVG
            | Tag::IFRAME
            | Tag::NOEMBED
            | Tag::NOFRAMES
            | Tag::OBJECT
            | Tag::EMBED
            | Tag::CANVAS
            | Tag::AUDIO
            | Tag::VIDEO
            | Tag::SELECT
            | Tag::OPTION
            | Tag::DATALIST
            | Tag::TEXTAREA
            | Tag::MAP
    )
}

/// Whether an element is drawn as a thing of its own within a line, so that it parts the texts around it.
fn is_drawn(tag: Tag) -> bool {
    matches!(tag, Tag::BUTTON | Tag::IMG | Tag::INPUT | Tag::VIDEO)
}

/// Where the walk stands.
struct Walk<'w, 'h> {
    dom: &'w Dom<'h>,
    parts: &'w mut Parts,
    /// End of the outermost link around the current node.
    link_end: u32,
    /// End of the outermost hidden element around the current node.
    hidden_end: u32,
    /// End of the button around the current node, if it lies in one.
    button_end: u32,
    /// Whether `noscript` is shown.
    noscript: bool,
    /// Whether one that is not was passed.
    passed_noscript: bool,
    /// Whether a block boundary or line break was passed since the last leaf.
    boundary: bool,
    /// Whether white space was passed since the last leaf.
    space: bool,
    elements: u32,
    sums: Sums,
}

/// Finds a tree's leaves, units and sums, with what `noscript` holds or without; whether there is one
/// that was left out.
pub(super) fn collect(dom: &Dom, parts: &mut Parts, noscript: bool) -> bool {
    parts.clear();
    let mut walk = Walk {
        dom,
        parts,
        link_end: 0,
        hidden_end: 0,
        button_end: u32::MAX,
        noscript,
        passed_noscript: false,
        boundary: true,
        space: false,
        elements: 0,
        sums: Sums::default(),
    };
    walk.run();
    walk.passed_noscript
}

impl Walk<'_, '_> {
    fn run(&mut self) {
        self.parts.before.reserve(self.dom.len() + 1);
        self.parts.sums.push(self.sums);
        for node in self.dom.nodes() {
            self.count();
            let tag = self.dom.tag(node);
            self.elements += u32::from(tag.is_some());
            if node.0 < self.hidden_end {
                continue;
            }
            while self.parts.blocks.last().is_some_and(|&(_, end)| end <= node.0) {
                self.parts.blocks.pop();
                self.boundary = true;
            }
            if node.0 >= self.button_end {
                self.button_end = u32::MAX;
                self.space = true;
            }
            match tag {
                Some(tag) => self.element(node, tag),
                None => self.text(node),
            }
        }
        self.count();
    }

    fn count(&mut self) {
        self.parts.before.push((self.parts.leaves.len() as u32, self.elements));
    }

    fn element(&mut self, node: NodeId, tag: Tag) {
        let end = self.dom.subtree(node).end;
        if is_never_shown(tag) || tag == Tag::NOSCRIPT && !self.noscript {
            self.passed_noscript |= tag == Tag::NOSCRIPT;
            self.hidden_end = end;
        } else if tag.is_block() {
            self.boundary = true;
            self.parts.blocks.push((node, end));
        } else if tag == Tag::BR {
            self.boundary = true;
        } else if tag == Tag::BUTTON {
            self.button_end = end;
        } else if tag == Tag::A && self.dom.is_link(node) {
            self.link_end = self.link_end.max(end);
        }
        self.space |= is_drawn(tag);
    }

    fn text(&mut self, node: NodeId) {
        let Some(Shown { text, size, edges, source }) = read(self.dom, node, self.parts) else {
            self.space = true;
            return;
        };
        let parts = &mut *self.parts;
        let block = parts.blocks.last().map_or(NodeId(0), |&(block, _)| block);
        let at = parts.leaves.len() as u32;
        if self.boundary || parts.units.is_empty() {
            parts.units.push(Unit { leaves: at..at, block });
        }
        if let Some(unit) = parts.units.last_mut() {
            unit.leaves.end = at + 1;
        }
        let linked = node.0 < self.link_end;
        self.sums.words += size.words;
        self.sums.chars += size.chars;
        self.sums.link_chars += if linked { size.chars } else { 0 };
        parts.sums.push(self.sums);
        parts.leaves.push(Leaf {
            node,
            block,
            linked,
            glued: !(self.boundary || self.space || edges.before),
            source,
            chars: size.chars,
            words: size.words,
            text,
        });
        self.boundary = false;
        self.space = edges.after;
    }
}

/// What a text node shows.
struct Shown {
    text: TextRange,
    size: text::Size,
    edges: text::Edges,
    /// Where it lies in the page's source.
    source: Range<u32>,
}

/// Reads a text node, perhaps into the parts' buffer; `None` where it is blank.
fn read(dom: &Dom, node: NodeId, parts: &mut Parts) -> Option<Shown> {
    let mut pieces = dom.pieces(node);
    let mut source = pieces.next()?;
    let whole = pieces.next().is_none();
    if whole {
        let html = dom.html();
        let start = text::past_white(html, source.start as usize) as u32;
        if start >= source.end {
            return None;
        }
        if let Some((len, size)) = text::plain(&html[start as usize..source.end as usize]) {
            let end = start + len as u32;
            let edges = text::Edges { before: start > source.start, after: end < source.end };
            return Some(Shown {
                text: TextRange { start, end, owned: false },
                size,
                edges,
                source,
            });
        }
    }
    source.end = dom.pieces(node).last()?.end;
    let raw = dom.text(node);
    let head = raw.trim_start();
    let text = head.trim_end();
    let edges = text::Edges { before: head.len() < raw.len(), after: text.len() < head.len() };
    let range = if text.is_empty() {
        return None;
    } else if whole && matches!(raw, Cow::Borrowed(_)) && text::is_folded(text) {
        let start = source.start + (raw.len() - head.len()) as u32;
        TextRange { start, end: start + text.len() as u32, owned: false }
    } else {
        own(&mut parts.buffer, text)?
    };
    let size = text::count(parts.text(range, dom.html()));
    Some(Shown { text: range, size, edges, source })
}

/// Folds a text into the page's own buffer; `None` where nothing is left of it.
fn own(buffer: &mut String, text: &str) -> Option<TextRange> {
    let start = buffer.len() as u32;
    text::fold(text, buffer);
    let end = buffer.len() as u32;
    (end > start).then_some(TextRange { start, end, owned: true })
}
