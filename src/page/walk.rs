//! One walk over the tree that finds a page's leaves, units and prefix sums.

use std::borrow::Cow;
use std::ops::Range;

use super::{Leaf, Page, Sums, TextRange, Unit};
use crate::dom::{NodeId, Tag};
use crate::text;

/// Whether an element's text is never shown as part of the page.
fn is_hidden(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::SCRIPT
            | Tag::STYLE
            | Tag::TEMPLATE
            | Tag::HEAD
            | Tag::TITLE
            | Tag::SVG
            | Tag::IFRAME
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

/// Where the walk stands.
struct Walk {
    /// Block elements around the current node, each with the end of its subtree.
    blocks: Vec<(NodeId, u32)>,
    /// End of the outermost link around the current node.
    link_end: u32,
    /// End of the outermost hidden element around the current node.
    hidden_end: u32,
    /// Whether `noscript` is shown.
    noscript: bool,
    /// Whether a block boundary or line break was passed since the last leaf.
    boundary: bool,
    /// Whether white space was passed since the last leaf.
    space: bool,
    elements: u32,
    sums: Sums,
}

/// Fills a page's leaves, units and sums from its tree, with what `noscript` holds or without.
pub(super) fn collect(page: &mut Page, noscript: bool) {
    let mut walk = Walk {
        blocks: Vec::new(),
        link_end: 0,
        hidden_end: 0,
        noscript,
        boundary: true,
        space: false,
        elements: 0,
        sums: Sums::default(),
    };
    page.sums.push(walk.sums);
    for node in page.dom.nodes() {
        page.before.push((page.leaves.len() as u32, walk.elements));
        let tag = page.dom.tag(node);
        walk.elements += u32::from(tag.is_some());
        if node.0 < walk.hidden_end {
            continue;
        }
        while walk.blocks.last().is_some_and(|&(_, end)| end <= node.0) {
            walk.blocks.pop();
            walk.boundary = true;
        }
        match tag {
            Some(tag) => walk.element(page, node, tag),
            None => walk.text(page, node),
        }
    }
    page.before.push((page.leaves.len() as u32, walk.elements));
}

impl Walk {
    fn element(&mut self, page: &Page, node: NodeId, tag: Tag) {
        let end = page.dom.subtree(node).end;
        if is_hidden(tag) || tag == Tag::NOSCRIPT && !self.noscript {
            self.hidden_end = end;
        } else if tag.is_block() {
            self.boundary = true;
            self.blocks.push((node, end));
        } else if tag == Tag::BR {
            self.boundary = true;
        } else if tag == Tag::A {
            self.link_end = self.link_end.max(end);
        }
    }

    fn text(&mut self, page: &mut Page, node: NodeId) {
        let Some(Shown { text, size, edges, source }) = read(page, node) else {
            self.space = true;
            return;
        };
        let block = self.blocks.last().map_or(NodeId(0), |&(block, _)| block);
        let at = page.leaves.len() as u32;
        if self.boundary || page.units.is_empty() {
            page.units.push(Unit { leaves: at..at, block });
        }
        if let Some(unit) = page.units.last_mut() {
            unit.leaves.end = at + 1;
        }
        let leaf = Leaf {
            node,
            block,
            linked: node.0 < self.link_end,
            glued: !(self.boundary || self.space || edges.before),
            source,
            chars: size.chars,
            words: size.words,
            text,
        };
        self.sums.words += size.words;
        self.sums.chars += size.chars;
        self.sums.link_chars += if leaf.linked { size.chars } else { 0 };
        page.sums.push(self.sums);
        page.leaves.push(leaf);
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

/// Reads a text node; `None` where it is blank.
fn read(page: &mut Page, node: NodeId) -> Option<Shown> {
    let mut pieces = page.dom.pieces(node);
    let mut source = pieces.next()?;
    let whole = pieces.next().is_none();
    if whole {
        let raw = &page.dom.html()[source.start as usize..source.end as usize];
        if let Some((text, size)) = text::plain(raw) {
            let edges = text::Edges { before: text.start > 0, after: text.end < raw.len() };
            let start = source.start + text.start as u32;
            let text = TextRange { start, end: start + text.len() as u32, owned: false };
            return (size.chars > 0).then_some(Shown { text, size, edges, source });
        }
    }
    source.end = page.dom.pieces(node).last()?.end;
    let raw = page.dom.text(node);
    let head = raw.trim_start();
    let text = head.trim_end();
    let edges = text::Edges { before: head.len() < raw.len(), after: text.len() < head.len() };
    let range = if text.is_empty() {
        return None;
    } else if whole && matches!(raw, Cow::Borrowed(_)) && text::is_folded(text) {
        let start = source.start + (raw.len() - head.len()) as u32;
        TextRange { start, end: start + text.len() as u32, owned: false }
    } else {
        own(&mut page.buffer, text)?
    };
    let size = text::count(page.text_at(range));
    Some(Shown { text: range, size, edges, source })
}

/// Folds a text into the page's own buffer; `None` where nothing is left of it.
fn own(buffer: &mut String, text: &str) -> Option<TextRange> {
    let start = buffer.len() as u32;
    text::fold(text, buffer);
    let end = buffer.len() as u32;
    (end > start).then_some(TextRange { start, end, owned: true })
}
