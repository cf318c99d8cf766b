//! Inline runs: the texts, images and formulas of a paragraph or heading, and the spans around them.

use std::borrow::Cow;

use super::Walk;
use crate::content::{Block, Event, Inline, Span, image, marks, math, text};
use crate::dom::{NodeId, Tag};
use crate::page::Leaf;

/// The most elements that are looked at above a raised number, its `sup` among them.
const DEEPEST_RAISED: usize = 3;

/// Stands for the marks of all languages.
const QUOTATION_MARK: &str = "\"";

/// Whether a quotation that begins with it has marks of its own.
fn has_mark(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '«' | '»' | '‘' | '\'' | '「' | '『')
}

/// An inline element around the current node.
#[derive(Debug)]
pub(super) struct OpenSpan {
    end: u32,
    node: NodeId,
    kind: SpanKind,
    state: State,
    /// Whether it holds more than one block: a link is then that of the first text alone.
    wide: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SpanKind {
    Strong,
    Emphasis,
    Strike,
    Code,
    Subscript,
    Superscript,
    Link,
    /// What readers see between quotation marks, which are not in the page.
    Quotation,
}

impl SpanKind {
    fn of(tag: Tag) -> Option<SpanKind> {
        Some(match tag {
            Tag::STRONG | Tag::B => SpanKind::Strong,
            Tag::EM | Tag::I => SpanKind::Emphasis,
            Tag::DEL | Tag::S | Tag::STRIKE => SpanKind::Strike,
            Tag::CODE | Tag::TT | Tag::KBD | Tag::SAMP => SpanKind::Code,
            Tag::SUB => SpanKind::Subscript,
            Tag::SUP => SpanKind::Superscript,
            Tag::A => SpanKind::Link,
            Tag::Q => SpanKind::Quotation,
            _ => return None,
        })
    }

    fn span(self, address: &str) -> Option<Span<'_>> {
        Some(match self {
            SpanKind::Strong => Span::Strong,
            SpanKind::Emphasis => Span::Emphasis,
            SpanKind::Strike => Span::Strike,
            SpanKind::Code => Span::Code,
            SpanKind::Subscript => Span::Subscript,
            SpanKind::Superscript => Span::Superscript,
            SpanKind::Link => Span::Link(address),
            SpanKind::Quotation => return None,
        })
    }

    /// What is written where it begins.
    fn start(self, address: &str) -> Inline<'_> {
        self.span(address).map_or(Inline::Text(QUOTATION_MARK), Inline::Start)
    }

    /// What is written where it ends.
    fn end(self, address: &str) -> Inline<'_> {
        self.span(address).map_or(Inline::Text(QUOTATION_MARK), Inline::End)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing of it was kept since the run began.
    Waiting,
    Open,
    /// It begins no more.
    Done,
}

/// What an inline run ends in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    Nothing,
    Leaf(usize),
    Other,
}

impl Walk<'_, '_> {
    /// Ends the spans that end before a node.
    pub(super) fn leave_spans(&mut self, at: u32) {
        while let Some(span) = self.spans.pop_if(|span| span.end <= at) {
            if span.state == State::Open {
                (self.each)(Event::Inline(span.kind.end(&self.address)));
            }
        }
    }

    /// Where the innermost span ends.
    pub(super) fn span_end(&self) -> u32 {
        self.spans.last().map_or(u32::MAX, |span| span.end)
    }

    /// Opens a run if none is open.
    fn open_run(&mut self) {
        self.begin();
        if self.run.is_some() {
            return self.release_within();
        }
        let block = self.heading.map_or(Block::Paragraph, Block::Heading);
        (self.each)(Event::Start(block));
        self.run = Some(block);
        match self.held.is_empty() {
            true => self.begin_run(),
            false => self.release_within(),
        }
    }

    /// Forgets what stood before the run.
    pub(super) fn begin_run(&mut self) {
        self.last = Last::Nothing;
        self.space = false;
        self.white = false;
        self.breaks = 0;
    }

    pub(super) fn close_run(&mut self) {
        let run = self.run.take();
        for span in self.spans.iter_mut().rev().filter(|span| span.state == State::Open) {
            let is_done = span.wide && matches!(self.last, Last::Leaf(_));
            span.state = if is_done { State::Done } else { State::Waiting };
            (self.each)(Event::Inline(span.kind.end(&self.address)));
        }
        self.end_run(run);
    }

    /// Two line breaks end a paragraph.
    pub(super) fn line_break(&mut self) {
        self.breaks += 1;
        if self.breaks > 1 {
            self.boundary();
        }
    }

    /// What stands between the last part of the run and the next: a line break, a space or nothing.
    fn gap(&mut self, glued: bool) -> Option<Inline<'static>> {
        if self.last == Last::Nothing {
            return None;
        }
        let breaks = std::mem::take(&mut self.breaks) > 0;
        // Code of several lines is a block where it is all of one; in a run it has one line.
        let is_open = |span: &OpenSpan| span.kind == SpanKind::Code && span.state == State::Open;
        if breaks && !self.spans.iter().any(is_open) {
            return Some(Inline::Break);
        }
        (breaks || !glued).then_some(Inline::Text(" "))
    }

    /// Writes what stands between the last part of the run and the next.
    fn separate(&mut self, glued: bool) {
        if let Some(gap) = self.gap(glued) {
            (self.each)(Event::Inline(gap));
        }
    }

    /// Whether the run ends in a digit of the page's.
    fn ends_in_digit(&self) -> bool {
        let Last::Leaf(last) = self.last else { return false };
        let text = self.page.text(&self.page.leaves()[last]);
        text.ends_with(|c: char| c.is_ascii_digit())
    }

    /// Whether a text lies in a superscript, right below it or in a link or two.
    fn is_raised(&self, node: NodeId) -> bool {
        let dom = self.page.dom();
        let inline = |&above: &NodeId| dom.tag(above).is_some_and(|tag| !tag.is_block());
        let mut around = dom.ancestors(node).take(DEEPEST_RAISED).take_while(inline);
        around.any(|above| dom.tag(above) == Some(Tag::SUP))
    }

    /// What a raised text is behind the number that the run ends in; `None` for what is neither a number nor
    /// a part of one.
    fn raised(&self, at: usize, text: &str) -> Option<String> {
        let near = |at: Option<usize>| {
            let leaf = at.and_then(|at| self.page.leaves().get(at));
            leaf.map_or("", |leaf| self.page.text(leaf))
        };
        let (first, before) = (near(at.checked_sub(2)), near(at.checked_sub(1)));
        text::lesser_unit(first, before, text, near(Some(at + 1))).or_else(|| text::raised(text))
    }

    /// Begins the spans around what follows, a superscript if its text is not raised by itself.
    fn open_spans(&mut self, is_raised: bool) {
        self.pictured = false;
        // A heading is set off as a whole, and so is the header of a row or column.
        let is_set_off = self.heading.is_some() || self.in_header;
        let begins = |span: &&mut OpenSpan| {
            let sets_off = matches!(span.kind, SpanKind::Strong | SpanKind::Emphasis);
            let is_written = is_raised && span.kind == SpanKind::Superscript;
            span.state == State::Waiting && !(is_set_off && sets_off) && !is_written
        };
        for span in self.spans.iter_mut().filter(begins) {
            if span.kind == SpanKind::Link {
                self.address.clear();
                let href = self.page.dom().attribute(span.node, "href").unwrap_or_default();
                if !self.base.resolve(&href, &mut self.address) {
                    span.state = State::Done;
                    continue;
                }
            }
            span.state = State::Open;
            (self.each)(Event::Inline(span.kind.start(&self.address)));
        }
    }

    pub(super) fn leaf(&mut self, at: usize) {
        if !self.extraction.keeps(at) {
            self.white = true;
            return;
        }
        let page = self.page;
        let leaf = &page.leaves()[at];
        let text = text::of(page, at);
        let (inner, starts, ends) = match &text {
            Cow::Borrowed(folded) => (*folded, false, false),
            // Where characters went that nobody sees, white space may be left at the ends.
            Cow::Owned(text) => {
                (text.trim_matches(' '), text.starts_with(' '), text.ends_with(' '))
            }
        };
        let follows = match self.last {
            Last::Leaf(last) if last + 1 == at => {
                leaf.glued || text::joins(page, &page.leaves()[last], leaf)
            }
            Last::Other => {
                !self.white && !page.dom().text(leaf.node).starts_with(char::is_whitespace)
            }
            Last::Leaf(_) | Last::Nothing => false,
        };
        let inner = if self.is_own_number(at, inner) { "" } else { inner };
        let glued = follows && !self.space && !starts;
        if inner.is_empty() {
            if follows {
                self.last = Last::Leaf(at);
                self.space |= !text.is_empty();
            }
            return;
        }
        let is_raised = glued && self.ends_in_digit() && self.is_raised(leaf.node);
        let raised = if is_raised { self.raised(at, inner) } else { None };
        self.open_run();
        self.separate(glued);
        self.open_spans(raised.is_some());
        (self.each)(Event::Inline(Inline::Text(raised.as_deref().unwrap_or(inner))));
        self.last = Last::Leaf(at);
        self.space = ends;
        self.white = false;
    }

    /// Whether a text is the number that an item begins with, which its list has already.
    fn is_own_number(&self, at: usize, text: &str) -> bool {
        self.item
            .is_some_and(|(first, number)| first == at && marks::is_number_of_item(text, number))
    }

    /// Goes past how a text is read, which would part its words; what follows joins the text as it joins this.
    pub(super) fn reading(&mut self, node: NodeId, end: u32) -> u32 {
        let leaves = self.page.leaves_under(node);
        if matches!(self.last, Last::Leaf(last) if last + 1 == leaves.start) && !leaves.is_empty() {
            self.last = Last::Leaf(leaves.end - 1);
        }
        self.pass(node, end)
    }

    /// Goes into an inline element.
    pub(super) fn inline(&mut self, node: NodeId, tag: Tag, end: u32) {
        let Some(kind) = SpanKind::of(tag) else { return };
        let is_asked = match kind {
            SpanKind::Link => self.options.links,
            // What stands in code is read as it is, whether or not it is marked as code.
            SpanKind::Code | SpanKind::Quotation => true,
            _ => self.options.marks,
        };
        if !is_asked || self.spans.iter().any(|span| span.kind == kind) {
            return;
        }
        let leaves = self.page.leaves_under(node);
        let all = self.page.leaves();
        let wide = !leaves.is_empty() && all[leaves.start].block != all[leaves.end - 1].block;
        let is_marked = |leaf: &Leaf| self.page.text(leaf).starts_with(has_mark);
        if kind == SpanKind::Quotation && all[leaves.clone()].first().is_some_and(is_marked) {
            return;
        }
        let mut span = OpenSpan { end, node, kind, state: State::Waiting, wide };
        if wide && kind != SpanKind::Link {
            return;
        }
        let Some(code) = self.spans.iter().position(|span| span.kind == SpanKind::Code) else {
            self.ends = self.ends.min(end);
            return self.spans.push(span);
        };
        // Code holds no spans; a link that is all of it may lie around it.
        let around = &self.spans[code];
        let is_whole = self.page.leaves_under(around.node) == leaves;
        if kind == SpanKind::Link && is_whole && around.state == State::Waiting {
            span.end = around.end;
            self.spans.insert(code, span);
        }
    }

    pub(super) fn is_in_code(&self) -> bool {
        self.spans.iter().any(|span| span.kind == SpanKind::Code)
    }

    /// A formula belongs to the content if anything of it is kept; a script has no text that could
    /// be, so what stands around it tells.
    pub(super) fn formula(&mut self, node: NodeId, formula: NodeId) {
        let leaves = self.page.leaves_under(node);
        let belongs = match leaves.is_empty() {
            true => image::belongs(self.page, self.extraction, node, self.next),
            false => self.extraction.keeps_any(leaves.clone()),
        };
        if !belongs {
            return;
        }
        let dom = self.page.dom();
        self.tex.clear();
        math::tex(dom, formula, &mut self.tex);
        if self.tex.is_empty() {
            return;
        }
        self.place();
        self.open_spans(false);
        let display = math::is_display(dom, formula);
        (self.each)(Event::Inline(Inline::Math { tex: &self.tex, display }));
    }

    /// Makes room in the run for what is no leaf.
    fn place(&mut self) {
        self.open_run();
        let gap = self.gap_before_object();
        gap.into_iter().for_each(|gap| (self.each)(Event::Inline(gap)));
    }

    /// What stands between the last part of the run and what is next and no leaf.
    pub(super) fn gap_before_object(&mut self) -> Option<Inline<'static>> {
        let page = self.page;
        let follows_white = match self.last {
            Last::Leaf(last) => {
                page.dom().text(page.leaves()[last].node).ends_with(char::is_whitespace)
            }
            Last::Other | Last::Nothing => false,
        };
        let gap = self.gap(!(self.white || self.space || follows_white));
        self.last = Last::Other;
        self.space = false;
        self.white = false;
        gap
    }
}
