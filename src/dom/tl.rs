//! Tokens from the `tl` crate, with the lexer deciding wherever `tl`'s token is not HTML's.
//!
//! `tl` splits a page into text, tags and comments, without HTML's rules: it takes `br/` for a name,
//! finds tags in scripts, ends an unquoted value at `/` and some comments never. It reports no end
//! tags, and keeps attributes in a map without order. What it gets right is trusted: where text
//! ends, and where a start tag stands. The lexer walks along, reads the tag itself, passes over what
//! `tl` found where HTML has no token (in scripts and comments), and finds everything else.
//!
//! `tl`'s helpers that recurse over the tree are never called: only its flat list of nodes is used.

use std::slice::Iter;

use super::build::{self, Workspace};
use super::caps::Caps;
use super::lex::{Lexer, Token, Tokens};
use super::tag::Tag;

/// The longest page that `tl` reads, in bytes: its list of nodes may take a hundred times as much.
/// The lexer reads a longer one alone.
pub(super) const LONGEST: usize = 2 << 20;

/// Builds the tree of a page from `tl`'s tokens.
pub(super) fn build(html: &str, caps: &Caps, workspace: &mut Workspace) {
    with_tokens(html, |tokens| build::build(html, tokens, caps, workspace));
}

/// Lets a page's tokens be used while what `tl` found is there.
pub(super) fn with_tokens<R>(html: &str, read: impl FnOnce(TlTokens<'_, '_>) -> R) -> R {
    let parsed = tl::parse(html, tl::ParserOptions::new());
    // `tl` refuses a page only for its length, which is not over [`LONGEST`].
    let nodes = parsed.as_ref().map(|parsed| parsed.nodes()).unwrap_or_default();
    read(TlTokens { html, nodes: nodes.iter(), ahead: None, lexer: Lexer::new(html) })
}

/// A walk over `tl`'s nodes beside the lexer.
pub(super) struct TlTokens<'h, 'n> {
    html: &'h str,
    nodes: Iter<'n, tl::Node<'h>>,
    /// The next node and where it begins, if it was looked at already.
    ahead: Option<(usize, &'n tl::Node<'h>)>,
    lexer: Lexer<'h>,
}

impl<'h, 'n> TlTokens<'h, 'n> {
    /// The node that begins exactly here; nodes before are passed over.
    fn node_at(&mut self, at: usize) -> Option<&'n tl::Node<'h>> {
        loop {
            let (start, node) = match self.ahead.take() {
                Some(ahead) => ahead,
                None => {
                    let node = self.nodes.next()?;
                    let Some(start) = self.offset(node) else { continue };
                    (start, node)
                }
            };
            match start.cmp(&at) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal => return Some(node),
                std::cmp::Ordering::Greater => {
                    self.ahead = Some((start, node));
                    return None;
                }
            }
        }
    }

    /// Where a node begins in the page; `None` for a comment without end, which has no source.
    fn offset(&self, node: &tl::Node<'h>) -> Option<usize> {
        let source = match node {
            tl::Node::Tag(tag) => tag.raw().as_bytes(),
            tl::Node::Raw(text) => text.as_bytes(),
            tl::Node::Comment(comment) => comment.as_bytes(),
        };
        let offset = (source.as_ptr() as usize).checked_sub(self.html.as_ptr() as usize)?;
        (!source.is_empty() && offset < self.html.len()).then_some(offset)
    }

    /// The token of `tl`'s node at the lexer's place, if it is HTML's too.
    fn trusted(&mut self, at: usize, node: &tl::Node<'h>) -> Option<Token> {
        match node {
            tl::Node::Raw(text) => Some(self.lexer.take_text(at + text.as_bytes().len())),
            tl::Node::Tag(_) => {
                let begins_name =
                    self.html.as_bytes().get(at + 1).is_some_and(u8::is_ascii_alphabetic);
                begins_name.then(|| self.lexer.take_start())
            }
            tl::Node::Comment(_) => None,
        }
    }
}

impl Tokens for TlTokens<'_, '_> {
    fn next(&mut self, foreign: bool) -> Token {
        if let Some(at) = self.lexer.position()
            && let Some(node) = self.node_at(at)
            && let Some(token) = self.trusted(at, node)
        {
            return token;
        }
        self.lexer.next(foreign)
    }

    fn raw_text(&mut self, tag: Tag) {
        self.lexer.raw_text(tag);
    }
}
