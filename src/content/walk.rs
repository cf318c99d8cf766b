//! The walk over the tree that makes the events of what is kept.
//!
//! A block or a span begins when something of it is kept, so what has nothing kept in it leaves no
//! trace. The elements around the current node lie on two stacks, one for blocks and one for spans:
//! HTML lets a link hold paragraphs, a document does not. Where a block ends, the open spans end, and
//! those that go on begin again in the next.

use super::address::Base;
use super::math::{self, Formulas};
use super::table::Grid;
use super::{Block, Event, Inline, Options, Span, code, image, text};
use crate::dom::{NodeId, Tag};
use crate::extraction::Extraction;
use crate::page::{Page, is_hidden};
use crate::text::fold;

/// The most blocks that lie in one another; what is deeper is in the innermost of them. Formats that
/// indent would else grow with the square of the depth, and readers of Markdown stop far earlier.
const DEEPEST: usize = 32;

/// The most words of a heading; an element with more is one that was never closed.
const MOST_HEADING_WORDS: u32 = 100;

pub(super) struct Walk<'w, 'h> {
    page: &'w Page<'h>,
    extraction: &'w Extraction,
    options: &'w Options<'w>,
    each: &'w mut dyn FnMut(Event<'_>),
    base: Base,
    formulas: Formulas,
    /// The first leaf that was not passed.
    next: usize,
    /// The block elements around the current node.
    open: Vec<Open>,
    /// How many of them have begun, the outermost first.
    begun: usize,
    /// How many of them are blocks of the document, and how many of those have begun.
    nested: usize,
    begun_nested: usize,
    /// Lists that have begun and not ended.
    lists: u32,
    /// The level of the heading that the current node lies in, in which all is one inline run.
    heading: Option<u8>,
    /// Whether the current node lies in a header of a row or column.
    in_header: bool,
    /// The table of data around the current node.
    grid: Option<Grid>,
    /// A rule that is due if more is kept, and the number of blocks around it.
    rule: Option<usize>,
    /// The block of the inline run that is open.
    run: Option<Block>,
    /// What the run ends in so far.
    last: Last,
    /// Whether it ended in a space that was not written.
    space: bool,
    /// Whether white space, or a text that is not kept, was passed since.
    white: bool,
    /// Line breaks since.
    breaks: u32,
    /// The inline elements around the current node that are spans.
    spans: Vec<OpenSpan>,
    /// The address of the link that is open, and of the image that is looked at.
    address: String,
    source: String,
    alt: String,
    code: String,
    tex: String,
}

/// The memory of a walk.
#[derive(Debug, Default)]
pub(super) struct Stacks {
    open: Vec<Open>,
    spans: Vec<OpenSpan>,
}

/// A block element around the current node.
#[derive(Debug)]
struct Open {
    /// The end of its subtree.
    end: u32,
    kind: Kind,
    /// The list that a member right here belongs to, as a place in the stack.
    list: Option<usize>,
}

#[derive(Debug)]
enum Kind {
    /// It only ends lines.
    Flow,
    Heading,
    /// It begins with its first member, and ends a member where the next one begins: what stands
    /// between two members is a part of the first.
    List {
        of: ListOf,
        begun: bool,
        member: Option<Block>,
        number: i64,
    },
    /// A member of the list at this place.
    Member(usize, Block),
    Block(Block),
}

impl Kind {
    /// Whether it is a block of the document that others lie in.
    fn is_nested(&self) -> bool {
        matches!(self, Kind::Member(..) | Kind::Block(_))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ListOf {
    Bullets,
    Numbers,
    Definitions,
}

impl ListOf {
    fn block(self) -> Block {
        match self {
            ListOf::Bullets => Block::List { ordered: false },
            ListOf::Numbers => Block::List { ordered: true },
            ListOf::Definitions => Block::Definitions,
        }
    }
}

/// An inline element around the current node.
#[derive(Debug)]
struct OpenSpan {
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
            _ => return None,
        })
    }

    fn span(self, address: &str) -> Span<'_> {
        match self {
            SpanKind::Strong => Span::Strong,
            SpanKind::Emphasis => Span::Emphasis,
            SpanKind::Strike => Span::Strike,
            SpanKind::Code => Span::Code,
            SpanKind::Subscript => Span::Subscript,
            SpanKind::Superscript => Span::Superscript,
            SpanKind::Link => Span::Link(address),
        }
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
enum Last {
    Nothing,
    Leaf(usize),
    Other,
}

impl<'w, 'h> Walk<'w, 'h> {
    pub fn new(
        stacks: Stacks,
        page: &'w Page<'h>,
        extraction: &'w Extraction,
        options: &'w Options<'w>,
        each: &'w mut dyn FnMut(Event<'_>),
    ) -> Walk<'w, 'h> {
        let has_addresses = options.links || options.images;
        Walk {
            page,
            extraction,
            options,
            each,
            base: if has_addresses { Base::of(page, options.url) } else { Base::default() },
            formulas: Formulas::of(page.dom()),
            next: 0,
            open: stacks.open,
            begun: 0,
            nested: 0,
            begun_nested: 0,
            lists: 0,
            heading: None,
            in_header: false,
            grid: None,
            rule: None,
            run: None,
            last: Last::Nothing,
            space: false,
            white: false,
            breaks: 0,
            spans: stacks.spans,
            address: String::new(),
            source: String::new(),
            alt: String::new(),
            code: String::new(),
            tex: String::new(),
        }
    }

    /// Walks, and gives its memory back.
    pub fn run(mut self) -> Stacks {
        let dom = self.page.dom();
        let mut at = 0;
        while at < dom.len() as u32 {
            self.leave(at);
            let node = NodeId(at);
            at = match dom.tag(node) {
                Some(tag) => self.element(node, tag),
                None => {
                    if self.page.leaves().get(self.next).is_some_and(|leaf| leaf.node == node) {
                        self.leaf(self.next);
                        self.next += 1;
                    } else {
                        self.white = true;
                    }
                    at + 1
                }
            };
        }
        self.leave(u32::MAX);
        Stacks { open: self.open, spans: self.spans }
    }

    /// Goes into an element, or past it; where the walk goes on.
    fn element(&mut self, node: NodeId, tag: Tag) -> u32 {
        let end = self.page.dom().subtree(node).end;
        if let Some(formula) = self.formulas.at(self.page.dom(), node, tag)
            && !self.is_in_code()
        {
            self.formula(node, formula);
            return self.pass(node, end);
        }
        if is_hidden(tag) {
            return end;
        }
        match tag {
            Tag::BR => self.line_break(),
            Tag::IMG => self.image(node),
            _ if !tag.is_block() => self.inline(node, tag, end),
            _ if self.heading.is_some() => self.push(end, Kind::Flow),
            Tag::HR => self.thematic_break(),
            Tag::PRE | Tag::LISTING | Tag::XMP | Tag::PLAINTEXT => return self.code(node, end),
            Tag::TABLE => self.table(node, end),
            Tag::TR if self.grid.is_some() => return self.row(node, end),
            Tag::TD | Tag::TH if self.grid.is_some() => self.cell(node, end),
            Tag::CAPTION if self.grid.is_some() => self.push(end, Kind::Block(Block::Caption)),
            Tag::UL | Tag::MENU | Tag::DIR => self.list(end, ListOf::Bullets, 1),
            Tag::OL => self.numbered_list(node, end),
            Tag::DL => self.list(end, ListOf::Definitions, 1),
            Tag::LI => self.item(node, end),
            Tag::DT => self.definition(end, Block::Term),
            Tag::DD => self.definition(end, Block::Description),
            Tag::BLOCKQUOTE => self.push(end, Kind::Block(Block::Quote)),
            Tag::FIGURE => self.push(end, Kind::Block(Block::Figure)),
            Tag::FIGCAPTION if self.parent_is(node, Tag::FIGURE) => self.figure_caption(end),
            _ => match heading_level(tag) {
                Some(level) if self.page.stats(node).words <= MOST_HEADING_WORDS => {
                    self.push(end, Kind::Heading);
                    self.heading = Some(level);
                }
                _ => self.push(end, Kind::Flow),
            },
        }
        node.0 + 1
    }

    /// Ends what ends before a node.
    fn leave(&mut self, at: u32) {
        while let Some(span) = self.spans.pop_if(|span| span.end <= at) {
            if span.state == State::Open {
                (self.each)(Event::Inline(Inline::End(span.kind.span(&self.address))));
            }
        }
        while self.open.last().is_some_and(|open| open.end <= at) {
            self.pop();
        }
    }

    // Blocks.

    /// Goes into a block element.
    fn push(&mut self, end: u32, kind: Kind) {
        self.boundary();
        let is_too_deep = kind.is_nested() && self.nested >= DEEPEST;
        let kind = if is_too_deep { Kind::Flow } else { kind };
        let list = match kind {
            Kind::Flow | Kind::Heading => self.open.last().and_then(|open| open.list),
            Kind::List { .. } => Some(self.open.len()),
            Kind::Member(..) | Kind::Block(_) => None,
        };
        self.nested += usize::from(kind.is_nested());
        self.open.push(Open { end, kind, list });
    }

    /// Leaves the innermost block element.
    fn pop(&mut self) {
        let Some(Open { kind, .. }) = self.open.pop() else { return };
        let has_begun = self.begun > self.open.len();
        self.begun = self.begun.min(self.open.len());
        if let Kind::Heading = kind {
            self.heading = None;
        }
        self.boundary();
        self.nested -= usize::from(kind.is_nested());
        self.begun_nested -= usize::from(has_begun && kind.is_nested());
        self.rule = self.rule.filter(|&around| around <= self.nested);
        match kind {
            Kind::List { of, begun, member, .. } => {
                if let Some(member) = member {
                    (self.each)(Event::End(member));
                }
                if begun {
                    (self.each)(Event::End(of.block()));
                    self.lists -= u32::from(of != ListOf::Definitions);
                }
            }
            Kind::Block(block) => {
                if has_begun {
                    (self.each)(Event::End(block));
                }
                match block {
                    Block::Table { .. } => self.grid = None,
                    Block::Cell { .. } => self.in_header = false,
                    _ => {}
                }
            }
            Kind::Flow | Kind::Heading | Kind::Member(..) => {}
        }
    }

    /// Ends the line: what comes next is another block, or, in a heading, another line.
    fn boundary(&mut self) {
        if self.heading.is_some() {
            self.breaks = 1;
        } else {
            self.close_run();
        }
    }

    /// Begins every block around the current node that has not begun.
    fn begin(&mut self) {
        if let Some(around) = self.rule.take()
            && around == self.begun_nested
        {
            (self.each)(Event::Rule);
        }
        while self.begun < self.open.len() {
            match self.open[self.begun].kind {
                Kind::Block(block) => (self.each)(Event::Start(block)),
                Kind::Member(list, block) => self.begin_member(list, block),
                Kind::Flow | Kind::Heading | Kind::List { .. } => {}
            }
            self.begun_nested += usize::from(self.open[self.begun].kind.is_nested());
            self.begun += 1;
        }
    }

    fn begin_member(&mut self, list: usize, block: Block) {
        let Kind::List { of, begun, member, .. } = &mut self.open[list].kind else { return };
        if let Some(before) = member.take() {
            (self.each)(Event::End(before));
        }
        if !*begun {
            *begun = true;
            (self.each)(Event::Start(of.block()));
            self.lists += u32::from(*of != ListOf::Definitions);
        }
        let block = match block {
            Block::Item { number, .. } => Block::Item { depth: self.lists, number },
            block => block,
        };
        *member = Some(block);
        (self.each)(Event::Start(block));
    }

    fn list(&mut self, end: u32, of: ListOf, number: i64) {
        self.push(end, Kind::List { of, begun: false, member: None, number });
    }

    fn numbered_list(&mut self, node: NodeId, end: u32) {
        let start = self.integer(node, "start").unwrap_or(1);
        self.list(end, ListOf::Numbers, start);
    }

    /// Goes into an item; one outside any list is in one that its parent is.
    fn item(&mut self, node: NodeId, end: u32) {
        let list = self.member_list(|of| of != ListOf::Definitions).unwrap_or_else(|| {
            let dom = self.page.dom();
            let around = dom.parent(node).map_or(end, |parent| dom.subtree(parent).end);
            self.list(around, ListOf::Bullets, 1);
            self.open.len() - 1
        });
        let mut number = None;
        if let Kind::List { of: ListOf::Numbers, number: next, .. } = self.open[list].kind {
            let own = self.integer(node, "value").unwrap_or(next);
            number = Some(own.clamp(0, 999_999_999) as u32);
            if let Kind::List { number: next, .. } = &mut self.open[list].kind {
                *next = own + 1;
            }
        }
        self.push(end, Kind::Member(list, Block::Item { depth: 0, number }));
    }

    /// Goes into a figure's caption, which ends a list that items right in the figure are in.
    fn figure_caption(&mut self, end: u32) {
        if let Some(Open { kind: Kind::List { .. }, .. }) = self.open.last() {
            self.pop();
        }
        self.push(end, Kind::Block(Block::Caption));
    }

    /// Goes into a term or a description; outside a list of them it only ends lines.
    fn definition(&mut self, end: u32, block: Block) {
        let list = self.member_list(|of| of == ListOf::Definitions);
        self.push(end, list.map_or(Kind::Flow, |list| Kind::Member(list, block)));
    }

    /// The list that a member right here belongs to, if it is of that kind.
    fn member_list(&self, is_right: impl Fn(ListOf) -> bool) -> Option<usize> {
        let list = self.open.last()?.list?;
        let Kind::List { of, .. } = self.open[list].kind else { return None };
        is_right(of).then_some(list)
    }

    /// An attribute that is a whole number.
    fn integer(&self, node: NodeId, name: &str) -> Option<i64> {
        let value = self.page.dom().attribute(node, name)?;
        value.trim().parse::<i32>().ok().map(i64::from)
    }

    fn parent_is(&self, node: NodeId, tag: Tag) -> bool {
        let dom = self.page.dom();
        dom.parent(node).and_then(|parent| dom.tag(parent)) == Some(tag)
    }

    fn table(&mut self, node: NodeId, end: u32) {
        let grid = Grid::of(self.page, node, self.extraction);
        let Some(grid) = grid.filter(|_| self.nested < DEEPEST - 2) else {
            return self.push(end, Kind::Flow);
        };
        self.push(end, Kind::Block(Block::Table { columns: grid.columns }));
        self.grid = Some(grid);
    }

    /// Goes into a row, or past it if nothing of it is kept.
    fn row(&mut self, node: NodeId, end: u32) -> u32 {
        match self.grid.as_mut().and_then(|grid| grid.row(node)) {
            Some(header) => {
                self.push(end, Kind::Block(Block::Row { header }));
                self.begin();
                node.0 + 1
            }
            None => self.pass(node, end),
        }
    }

    /// Goes into a cell, which stands there even if nothing of it is kept.
    fn cell(&mut self, node: NodeId, end: u32) {
        let Some(cell) = self.grid.as_mut().and_then(|grid| grid.cell(node)) else { return };
        self.in_header = cell.header;
        let (header, column) = (cell.header, cell.column);
        let (colspan, rowspan) = (cell.colspan, cell.rowspan);
        self.push(end, Kind::Block(Block::Cell { header, column, colspan, rowspan }));
        self.begin();
    }

    /// Goes past an element and its leaves.
    fn pass(&mut self, node: NodeId, end: u32) -> u32 {
        self.next = self.page.leaves_under(node).end;
        end
    }

    /// Reads a block of code, and goes past it.
    fn code(&mut self, node: NodeId, end: u32) -> u32 {
        let dom = self.page.dom();
        let is_heading = |node| dom.tag(NodeId(node)).is_some_and(Tag::is_heading);
        if (node.0 + 1..end).any(is_heading) {
            // A `pre` that was never closed.
            self.push(end, Kind::Flow);
            return node.0 + 1;
        }
        self.boundary();
        if self.extraction.keeps_any(self.page.leaves_under(node)) {
            self.code.clear();
            code::lines(self.page, node, &mut self.code);
            if !self.code.is_empty() && !code::is_numbers(&self.code) {
                self.begin();
                let language = code::language(dom, node);
                (self.each)(Event::Code { language: &language, text: &self.code });
            }
        }
        self.pass(node, end)
    }

    /// A rule is due if what stands on both sides of it is kept.
    fn thematic_break(&mut self) {
        self.boundary();
        let is_between = self.next > 0
            && self.extraction.keeps(self.next - 1)
            && self.extraction.keeps(self.next);
        let is_in_list = self.open.last().is_some_and(|open| open.list.is_some());
        if is_between && !is_in_list && self.grid.is_none() && self.begun_nested == self.nested {
            self.rule = Some(self.nested);
        }
    }

    // Inline runs.

    /// Opens a run if none is open.
    fn open_run(&mut self) {
        self.begin();
        if self.run.is_some() {
            return;
        }
        let block = self.heading.map_or(Block::Paragraph, Block::Heading);
        (self.each)(Event::Start(block));
        self.run = Some(block);
        self.last = Last::Nothing;
        self.space = false;
        self.white = false;
        self.breaks = 0;
    }

    fn close_run(&mut self) {
        let Some(block) = self.run.take() else { return };
        for span in self.spans.iter_mut().rev().filter(|span| span.state == State::Open) {
            let is_done = span.wide && matches!(self.last, Last::Leaf(_));
            span.state = if is_done { State::Done } else { State::Waiting };
            (self.each)(Event::Inline(Inline::End(span.kind.span(&self.address))));
        }
        (self.each)(Event::End(block));
    }

    /// Two line breaks end a paragraph.
    fn line_break(&mut self) {
        self.breaks += 1;
        if self.breaks > 1 {
            self.boundary();
        }
    }

    /// What stands between the last part of the run and the next: a line break, a space or nothing.
    fn separate(&mut self, glued: bool) {
        if self.last == Last::Nothing {
            return;
        }
        if self.breaks > 0 {
            (self.each)(Event::Inline(Inline::Break));
        } else if !glued {
            (self.each)(Event::Inline(Inline::Text(" ")));
        }
        self.breaks = 0;
    }

    fn open_spans(&mut self) {
        // A heading is bold as it is, and so is the header of a row or column.
        let is_bold = self.heading.is_some() || self.in_header;
        let begins = |span: &&mut OpenSpan| {
            span.state == State::Waiting && !(is_bold && span.kind == SpanKind::Strong)
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
            (self.each)(Event::Inline(Inline::Start(span.kind.span(&self.address))));
        }
    }

    fn leaf(&mut self, at: usize) {
        if !self.extraction.keeps(at) {
            self.white = true;
            return;
        }
        let page = self.page;
        let leaf = &page.leaves()[at];
        let text = text::of(page, leaf);
        // Where characters went that nobody sees, white space may be left at the ends.
        let inner = text.trim_matches(' ');
        let follows = match self.last {
            Last::Leaf(last) if last + 1 == at => {
                leaf.glued || text::joins(page, &page.leaves()[last], leaf)
            }
            Last::Other => {
                !self.white && !page.dom().text(leaf.node).starts_with(char::is_whitespace)
            }
            Last::Leaf(_) | Last::Nothing => false,
        };
        let glued = follows && !self.space && !text.starts_with(' ');
        if inner.is_empty() {
            if follows {
                self.last = Last::Leaf(at);
                self.space |= !text.is_empty();
            }
            return;
        }
        self.open_run();
        self.separate(glued);
        self.open_spans();
        (self.each)(Event::Inline(Inline::Text(inner)));
        self.last = Last::Leaf(at);
        self.space = text.ends_with(' ');
        self.white = false;
    }

    /// Goes into an inline element.
    fn inline(&mut self, node: NodeId, tag: Tag, end: u32) {
        let Some(kind) = SpanKind::of(tag) else { return };
        if self.spans.iter().any(|span| span.kind == kind) {
            return;
        }
        let leaves = self.page.leaves_under(node);
        let all = self.page.leaves();
        let wide = !leaves.is_empty() && all[leaves.start].block != all[leaves.end - 1].block;
        let mut span = OpenSpan { end, node, kind, state: State::Waiting, wide };
        let is_span = match kind {
            SpanKind::Link => self.options.links,
            _ => !wide,
        };
        if !is_span {
            return;
        }
        let Some(code) = self.spans.iter().position(|span| span.kind == SpanKind::Code) else {
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

    fn is_in_code(&self) -> bool {
        self.spans.iter().any(|span| span.kind == SpanKind::Code)
    }

    /// Hands out an image, if it belongs to the content. It begins no span: a link that holds an image
    /// alone leads to the image itself or repeats the link beside it.
    fn image(&mut self, node: NodeId) {
        if !self.options.images || self.is_in_code() {
            return;
        }
        let dom = self.page.dom();
        if !image::belongs(self.page, self.extraction, node, self.next) {
            return;
        }
        let Some(source) = image::address(dom, node) else { return };
        self.source.clear();
        if !self.base.resolve(&source, &mut self.source) {
            return;
        }
        self.alt.clear();
        fold(&dom.attribute(node, "alt").unwrap_or_default(), &mut self.alt);
        self.place();
        (self.each)(Event::Inline(Inline::Image { src: &self.source, alt: &self.alt }));
    }

    /// A formula belongs to the content if anything of it is kept; a script has no text that could
    /// be, so what stands around it tells.
    fn formula(&mut self, node: NodeId, formula: NodeId) {
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
        self.open_spans();
        let display = math::is_display(dom, formula);
        (self.each)(Event::Inline(Inline::Math { tex: &self.tex, display }));
    }

    /// Makes room in the run for what is no leaf.
    fn place(&mut self) {
        self.open_run();
        let page = self.page;
        let follows_white = match self.last {
            Last::Leaf(last) => {
                page.dom().text(page.leaves()[last].node).ends_with(char::is_whitespace)
            }
            Last::Other | Last::Nothing => false,
        };
        self.separate(!(self.white || self.space || follows_white));
        self.last = Last::Other;
        self.space = false;
        self.white = false;
    }
}

fn heading_level(tag: Tag) -> Option<u8> {
    Some(match tag {
        Tag::H1 => 1,
        Tag::H2 => 2,
        Tag::H3 => 3,
        Tag::H4 => 4,
        Tag::H5 => 5,
        Tag::H6 => 6,
        _ => return None,
    })
}
