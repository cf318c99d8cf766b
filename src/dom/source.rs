//! What the nodes of a tree have in the page's source: where they stand, their text and attributes.

use std::borrow::Cow;
use std::ops::Range;

use super::attribute::{Attribute, Attributes};
use super::lex::{Kind, Lexer, Tokens};
use super::node::{self, Flags, Node};
use super::text;
use super::{Dom, NodeId, Tag};

impl<'h> Dom<'h> {
    /// Where the element's start tag stands in the page; empty if the page left it out. For a text,
    /// from its first piece to its last.
    pub fn source(&self, node: NodeId) -> Range<u32> {
        let node = self.node(node);
        if node.flags.has(Flags::PIECES) {
            let pieces = &self.arena.0.tree.pieces;
            return pieces[node.start as usize].start..pieces[node.stop as usize].stop;
        }
        node.start..node.stop
    }

    /// Where tags stand in the page, start and end tags in the order of the source; what looks like a
    /// tag in scripts and comments is none. They are read from the page at each call, foreign content
    /// like the rest.
    pub fn tags(&self) -> impl Iterator<Item = Range<u32>> + '_ {
        let mut lexer = Lexer::new(self.html);
        let is_html = |node: &&Node| node.start < node.stop && node.flags == Flags::HTML;
        let mut elements = self.arena.0.tree.nodes.iter().filter(is_html).peekable();
        std::iter::from_fn(move || {
            loop {
                // The tree knows where most start tags end.
                let known = lexer.position().and_then(|at| {
                    while elements.next_if(|element| element.start < at as u32).is_some() {}
                    elements.next_if(|element| element.start == at as u32)
                });
                if let Some(element) = known {
                    lexer.take_text(element.stop as usize);
                    self.read_raw_text(&mut lexer, element.tag);
                    return Some(element.start..element.stop);
                }
                let token = lexer.next(false);
                match token.kind {
                    Kind::Eof => return None,
                    Kind::Start => self.read_raw_text(&mut lexer, token.tag),
                    Kind::End => {}
                    _ => continue,
                }
                return Some(token.start..token.end);
            }
        })
    }

    /// Has the lexer read what follows a start tag as text, where it is.
    fn read_raw_text(&self, lexer: &mut Lexer, tag: Tag) {
        if tag.has_text_only() && (tag != Tag::NOSCRIPT || self.arena.0.scripting) {
            lexer.raw_text(tag);
        }
    }

    /// A text's raw source pieces (more than one where a comment or a stray tag was between).
    pub fn pieces(&self, node: NodeId) -> impl Iterator<Item = Range<u32>> + '_ {
        let pieces = &self.arena.0.tree.pieces;
        let node = self.node(node);
        let in_pieces = node.flags.has(Flags::PIECES);
        let whole = (node.is_text() && !in_pieces).then_some(node.start..node.stop);
        let first = in_pieces.then(|| pieces[node.start as usize]);
        let next = |piece: &node::Piece| pieces.get(piece.next as usize).copied();
        whole.into_iter().chain(std::iter::successors(first, next).map(|p| p.start..p.stop))
    }

    /// Whether a text stands as it is written, in `script` and the like: no references, no tags.
    pub fn is_raw(&self, text: NodeId) -> bool {
        let is_raw =
            |tag: Tag| tag.is_raw_text() && (tag != Tag::NOSCRIPT || self.arena.0.scripting);
        self.parent(text)
            .is_some_and(|parent| self.tag(parent).is_some_and(is_raw) && !self.is_foreign(parent))
    }

    /// A text's characters: pieces joined, references decoded where HTML decodes them.
    pub fn text(&self, node: NodeId) -> Cow<'h, str> {
        let raw = self.is_raw(node);
        let mut pieces = self.pieces(node).map(|piece| self.decode(piece, raw));
        let first = pieces.next().unwrap_or_default();
        pieces.fold(first, |text, piece| text + piece)
    }

    /// The characters of one piece of a text.
    fn decode(&self, piece: Range<u32>, raw: bool) -> Cow<'h, str> {
        let (start, stop) = (piece.start as usize, piece.end as usize);
        let source = &self.html[start..stop];
        let in_cdata = self.html[..start].ends_with("<![CDATA[");
        if raw || in_cdata || piece.start >= self.arena.0.plaintext {
            text::decode_raw(source)
        } else {
            text::decode_text(source)
        }
    }

    /// The value of an attribute, entities decoded; names are lower case.
    pub fn attribute(&self, node: NodeId, name: &str) -> Option<Cow<'h, str>> {
        self.attributes(node).find(|attribute| attribute.is(name)).map(|a| a.value())
    }

    /// The element's attributes in source order. They are read from the page at each call.
    pub fn attributes(&self, node: NodeId) -> impl Iterator<Item = Attribute<'h>> + '_ {
        let Node { start, stop, flags, .. } = *self.node(node);
        let own = match start < stop && !flags.has(Flags::TEXT) {
            true => Attributes::new(self.html, start, self.caps.attributes),
            false => Attributes::default(),
        };
        let later = match flags.has(Flags::MERGED) {
            true => self.merged(node, own.clone()),
            false => Vec::new(),
        };
        own.chain(later)
    }

    /// The attributes that later tags add to those of `html` and `body`.
    fn merged(&self, node: NodeId, own: Attributes<'h>) -> Vec<Attribute<'h>> {
        let tags = self.arena.0.merged.iter().filter(|tag| tag.node == node.0);
        let later =
            tags.flat_map(|tag| Attributes::new(self.html, tag.start, self.caps.attributes));
        let mut all: Vec<_> = own.collect();
        let own = all.len();
        for attribute in later {
            if !all.iter().any(|other| attribute.is_named_as(other)) {
                all.push(attribute);
            }
        }
        all.split_off(own)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::dom::Parser;

    /// What trees of it are unlike their source.
    const PIECES: [&str; 40] = [
        "<p>",
        "</p>",
        "<table>",
        "<tr>",
        "<td a='>'>",
        "</table>",
        "<b>",
        "<i x=\"<p>\">",
        "</b>",
        "<svg>",
        "<title>",
        "</title>",
        "<desc>",
        "</svg>",
        "<math>",
        "<mi>",
        "<script>",
        "</script>",
        "<![CDATA[",
        "]]>",
        "<!--",
        "-->",
        "<select>",
        "<option>",
        "<textarea>",
        "</textarea>",
        "<noscript>",
        "</noscript>",
        "<style>",
        "</style>",
        "<html lang=x>",
        "<body>",
        "<image>",
        "<br/>",
        "<template>",
        "<frameset>",
        "<xmp>",
        "</xmp>",
        "text",
        "<",
    ];

    proptest! {
        #[test]
        fn tags_are_those_that_the_tokenizer_finds(
            pieces in prop::collection::vec(select(&PIECES[..]), 0..40),
            native in any::<bool>(),
        ) {
            let html = pieces.concat();
            let dom = Dom::parse(&html, if native { Parser::Native } else { Parser::Tl });
            let empty = Dom::parse("", Parser::Native);
            // A tree that knows no tag leaves all to the tokenizer.
            let unknown = Dom { html: &html, ..empty };
            prop_assert_eq!(dom.tags().collect::<Vec<_>>(), unknown.tags().collect::<Vec<_>>());
        }
    }

    #[test]
    fn tags_of_the_source() {
        let html = "<!doctype html><title><b></title><p a='>'>x<!-- <i> --><br/></p><script>a<b\
                    </script></body>";
        let dom = Dom::parse(html, Parser::Native);
        let tags: Vec<_> =
            dom.tags().map(|tag| &html[tag.start as usize..tag.end as usize]).collect();
        let expected = [
            "<title>",
            "</title>",
            "<p a='>'>",
            "<br/>",
            "</p>",
            "<script>",
            "</script>",
            "</body>",
        ];
        assert_eq!(tags, expected);
    }
}
