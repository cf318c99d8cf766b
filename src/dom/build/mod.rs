//! Tree construction, by the standard (section 13.2.6), with scripts or without.
//!
//! One builder over either stream of tokens. Each *insertion mode* is a method that takes a token
//! and either is done with it or hands it on, as the standard's text does; modes that belong
//! together share a file. Comments and document types leave no node, so text goes on across them.
//!
//! | file | holds |
//! |---|---|
//! | `tree` | the growing arena |
//! | `stack` | open elements and scopes |
//! | `formatting` | active formatting elements, adoption agency |
//! | `insert` | where and how nodes are put in |
//! | `mode` | the insertion modes |
//! | `head` | everything before the body |
//! | `body` | "in body" |
//! | `table` | tables and what is foster-parented out of them |
//! | `foreign` | SVG and MathML |
//! | `after` | templates, framesets, what follows the body |
//!
//! Time is linear on any input: a walk up the stack is bounded by [`Caps::depth`], and copies of
//! formatting elements by the page's length.

mod after;
mod body;
mod foreign;
mod formatting;
mod head;
mod insert;
mod mode;
mod stack;
mod table;
pub(super) mod tree;

use super::attribute::{Attribute, Attributes};
use super::caps::{Capped, Caps};
use super::lex::{Kind, Token, Tokens};
use super::node::Merged;
use super::set;
use super::tag::Tag;
use super::text::{is_blank, leading_newline, leading_space};
use formatting::Entry;
use mode::Mode;
use stack::{Overflow, Stack};
use tree::{Place, Tree};

/// Copies of formatting elements that any page may ask for, beside one for so many bytes.
const COPIES: usize = 4096;
const BYTES_PER_COPY: usize = 4;

/// What a mode made of a token.
enum Flow {
    Done,
    /// The (rest of the) token goes to the mode that is set now.
    Again(Token),
}

/// Memory of the builder and of the tree it leaves, used again for the next page.
#[derive(Debug, Clone, Default)]
pub(super) struct Workspace {
    pub tree: Tree,
    pub merged: Vec<Merged>,
    /// Where text begins that runs to the page's end, whatever it holds.
    pub plaintext: u32,
    /// Whether scripts run, so that `noscript` holds a text and no elements.
    pub scripting: bool,
    /// Whether MathML began somewhere.
    pub has_math: bool,
    /// Whether there is a `base`.
    pub has_base: bool,
    pub capped: Capped,
    stack: Stack,
    overflow: Overflow,
    formatting: Vec<Entry>,
    table_text: Vec<Token>,
    template_modes: Vec<Mode>,
}

/// The state of tree construction.
struct Builder<'a, T> {
    html: &'a str,
    tokens: T,
    caps: Caps,
    capped: &'a mut Capped,
    tree: &'a mut Tree,
    merged: &'a mut Vec<Merged>,
    plaintext: &'a mut u32,
    scripting: bool,
    has_math: &'a mut bool,
    has_base: &'a mut bool,
    stack: &'a mut Stack,
    overflow: &'a mut Overflow,
    formatting: &'a mut Vec<Entry>,
    /// Text in a table, not yet known to be all white space.
    table_text: &'a mut Vec<Token>,
    template_modes: &'a mut Vec<Mode>,
    mode: Mode,
    /// Where raw text returns to.
    return_to: Mode,
    head: Option<u32>,
    form: Option<u32>,
    quirks: bool,
    /// Whether a `<frameset>` may still replace the body.
    frameset_ok: bool,
    /// Whether content goes before the table it stands in.
    fostering: bool,
    /// Whether a line feed that comes next is dropped.
    skip_newline: bool,
    has_null: bool,
    copies_left: usize,
}

/// Builds the tree of a page within caps, in an empty workspace.
pub(super) fn build<T: Tokens>(html: &str, tokens: T, caps: &Caps, workspace: &mut Workspace) {
    let Workspace { tree, merged, plaintext, scripting, has_math, has_base, stack, .. } = workspace;
    let Workspace { overflow, formatting, table_text, template_modes, capped, .. } = workspace;
    tree.clear();
    merged.clear();
    *plaintext = u32::MAX;
    *has_math = false;
    *has_base = false;
    *capped = Capped::default();
    stack.clear(caps.depth);
    overflow.clear();
    formatting.clear();
    template_modes.clear();
    let mut builder = Builder {
        html,
        tokens,
        caps: *caps,
        capped,
        tree,
        merged,
        plaintext,
        scripting: *scripting,
        has_math,
        has_base,
        stack,
        overflow,
        formatting,
        table_text,
        template_modes,
        mode: Mode::Initial,
        return_to: Mode::Initial,
        head: None,
        form: None,
        quirks: false,
        frameset_ok: true,
        fostering: false,
        skip_newline: false,
        has_null: memchr::memchr(0, html.as_bytes()).is_some(),
        copies_left: COPIES + html.len() / BYTES_PER_COPY,
    };
    builder.run();
    tree.finish();
    for merged in merged.iter_mut() {
        merged.node = tree.renumbered(merged.node);
    }
}

impl<T: Tokens> Builder<'_, T> {
    fn run(&mut self) {
        loop {
            let mut token = self.tokens.next(self.stack.current_in(set::FOREIGN));
            if self.tree.nodes.len() >= self.caps.nodes && token.kind != Kind::Eof {
                self.capped.nodes = true;
                let end = token.start as usize;
                token = Token::new(Kind::Eof, end, end);
            }
            match token.kind {
                Kind::Text => self.text_token(token),
                _ => self.markup_token(token),
            }
            if token.kind == Kind::Eof {
                return;
            }
        }
    }

    /// Takes text as the tokenizer gave it.
    fn text_token(&mut self, mut token: Token) {
        if std::mem::take(&mut self.skip_newline) {
            token.start += leading_newline(self.source(token)) as u32;
        }
        if self.has_null && !self.keeps_null(token) {
            self.split_at_null(token);
        } else if token.start < token.end {
            self.process(token);
        }
    }

    /// Whether a NUL in text becomes U+FFFD; elsewhere it is dropped.
    fn keeps_null(&self, token: Token) -> bool {
        self.mode == Mode::Text || token.start >= *self.plaintext || self.is_foreign(&token)
    }

    fn split_at_null(&mut self, token: Token) {
        let end = token.end as usize;
        let mut start = token.start as usize;
        while start < end {
            let text = &self.html.as_bytes()[start..end];
            let length = memchr::memchr(0, text).unwrap_or(text.len());
            if length > 0 {
                self.process(Token::new(Kind::Text, start, start + length));
            }
            start += length;
            if start < end {
                self.process(Token::new(Kind::Null, start, start + 1));
                start += 1;
            }
        }
    }

    /// Takes anything but text.
    fn markup_token(&mut self, token: Token) {
        self.skip_newline = false;
        if token.kind == Kind::Start && self.has_many_attributes(token) {
            self.capped.attributes = true;
        }
        // Text that waits in a table waits across a document type, as html5ever has it.
        if !self.table_text.is_empty() && token.kind != Kind::Doctype {
            self.flush_table_text();
        }
        match token.kind {
            Kind::Comment => {}
            Kind::Doctype => self.doctype(token),
            Kind::Start if self.stack.is_full() && self.is_too_deep(token) => self.flatten(token),
            Kind::End if self.overflow.close(token.tag) => {}
            _ => {
                self.process(token);
                if !self.stack.is_full() {
                    self.overflow.clear();
                }
            }
        }
    }

    /// Whether a tag has attributes over the cap. It needs two bytes for each, so that tags are
    /// hardly ever looked into.
    fn has_many_attributes(&self, token: Token) -> bool {
        (token.end - token.start) as usize > 2 * self.caps.attributes
            && Attributes::new(self.html, token.start, self.caps.attributes).go_on()
    }

    /// Whether a start tag would open an element; those that only hold text may.
    fn is_too_deep(&self, token: Token) -> bool {
        !token.tag.is(set::VOID | set::RAW_TEXT | set::RCDATA)
            || token.tag == Tag::COL
            || self.stack.current_in(set::FOREIGN)
    }

    /// Puts in an element that will stay empty: the stack is full.
    fn flatten(&mut self, token: Token) {
        self.capped.depth = true;
        if let Some(current) = self.stack.current() {
            let flags = self.namespace_of(current);
            let node = self.tree.element(token.tag, flags, (token.start, token.end));
            self.tree.insert(Place::Inside(current.node), node);
            if !(token.self_closing && flags.is_foreign()) {
                self.overflow.push(token.tag);
            }
        }
    }

    /// Gives a token to the current mode, and on to those that it is handed to.
    fn process(&mut self, token: Token) {
        let mut flow = Flow::Again(token);
        while let Flow::Again(token) = flow {
            flow = if self.is_foreign(&token) {
                self.in_foreign_content(token)
            } else {
                self.step(self.mode, token)
            };
        }
    }

    /// Uses the rules of a mode for a token.
    fn step(&mut self, mode: Mode, token: Token) -> Flow {
        match mode {
            Mode::InBody => self.in_body(token),
            Mode::Text => self.in_text(token),
            Mode::InCell => self.in_cell(token),
            Mode::InRow => self.in_row(token),
            Mode::InTableBody => self.in_table_body(token),
            Mode::InTable => self.in_table(token),
            Mode::InCaption => self.in_caption(token),
            Mode::InColumnGroup => self.in_column_group(token),
            Mode::Initial => self.initial(token),
            Mode::BeforeHtml => self.before_html(token),
            Mode::BeforeHead => self.before_head(token),
            Mode::InHead => self.in_head(token),
            Mode::AfterHead => self.after_head(token),
            Mode::InTemplate => self.in_template(token),
            Mode::AfterBody => self.after_body(token),
            Mode::InFrameset => self.in_frameset(token),
            Mode::AfterFrameset => self.after_frameset(token),
            Mode::AfterAfterBody => self.after_after_body(token),
            Mode::AfterAfterFrameset => self.after_after_frameset(token),
        }
    }

    /// Hands a token on to another mode, for good.
    fn switch(&mut self, mode: Mode, token: Token) -> Flow {
        self.mode = mode;
        Flow::Again(token)
    }

    fn source(&self, token: Token) -> &str {
        &self.html[token.start as usize..token.end as usize]
    }

    /// Splits text into the white space it begins with and the rest.
    fn split_space(&self, token: Token) -> (Token, Token) {
        let middle = token.start + leading_space(self.source(token)) as u32;
        (Token { end: middle, ..token }, Token { start: middle, ..token })
    }

    /// Whether text is white space alone.
    fn is_blank(&self, token: Token) -> bool {
        is_blank(self.source(token))
    }

    /// The first attribute of a tag that has this name.
    fn attribute(&self, token: Token, name: &str) -> Option<Attribute<'_>> {
        Attributes::new(self.html, token.start, self.caps.attributes)
            .find(|attribute| attribute.is(name))
    }

    /// Whether two start tags have the same attributes, in any order.
    fn same_attributes(&self, one: &Token, other: &Token) -> bool {
        let (a, b) = (self.source(*one), self.source(*other));
        if a == b {
            return true;
        }
        let most = self.caps.attributes;
        let attributes = |token: &Token| Attributes::new(self.html, token.start, most);
        let count = attributes(one).count();
        count == attributes(other).count()
            && attributes(one).all(|attribute| {
                let twin = attributes(other).find(|other| other.is_named_as(&attribute));
                twin.is_some_and(|twin| twin.value() == attribute.value())
            })
    }

    /// Whether a token is handled by the rules for foreign content.
    #[inline]
    fn is_foreign(&self, token: &Token) -> bool {
        self.stack.current().is_some_and(|current| {
            current.tag.is(set::FOREIGN) && self.is_foreign_inside(current, token)
        })
    }

    /// "Text": inside an element that holds only text.
    fn in_text(&mut self, token: Token) -> Flow {
        if token.kind == Kind::Text {
            self.insert_text(token);
            return Flow::Done;
        }
        self.stack.pop();
        self.mode = self.return_to;
        if token.kind == Kind::Eof { Flow::Again(token) } else { Flow::Done }
    }

    /// "Reset the insertion mode appropriately".
    fn mode_by_stack(&self) -> Mode {
        for (_, open) in self.stack.innermost() {
            return match open.tag {
                Tag::TD | Tag::TH => Mode::InCell,
                Tag::TR => Mode::InRow,
                Tag::TBODY | Tag::THEAD | Tag::TFOOT => Mode::InTableBody,
                Tag::CAPTION => Mode::InCaption,
                Tag::COLGROUP => Mode::InColumnGroup,
                Tag::TABLE => Mode::InTable,
                Tag::TEMPLATE => self.template_modes.last().copied().unwrap_or(Mode::InBody),
                Tag::HEAD => Mode::InHead,
                Tag::BODY => Mode::InBody,
                Tag::FRAMESET => Mode::InFrameset,
                Tag::HTML if self.head.is_none() => Mode::BeforeHead,
                Tag::HTML => Mode::AfterHead,
                _ => continue,
            };
        }
        Mode::InBody
    }
}
