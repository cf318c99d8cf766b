//! The walk over the tree that makes the events of what is kept.
//!
//! A block or a span begins when something of it is kept, so what has nothing kept in it leaves no
//! trace. The elements around the current node lie on two stacks, one for blocks and one for spans:
//! HTML lets a link hold paragraphs, a document does not. Where a block ends, the open spans end, and
//! those that go on begin again in the next. [`blocks`] keeps the one stack, [`runs`] the other.

mod blocks;
mod images;
mod runs;

use super::address::Base;
use super::table::Grid;
use super::{Block, Event, Options, code};
use super::{drawn, image, language, marks, math};
use crate::dom::{Dom, NodeId, Tag};
use crate::extraction::Extraction;
use crate::page::{Page, is_never_shown};
use blocks::{Kind, ListOf, Open};
use images::Held;
use runs::{Last, OpenSpan};

/// The most words of a heading; an element with more is one that was never closed.
const MOST_HEADING_WORDS: u32 = 100;

pub(super) struct Walk<'w, 'h> {
    page: &'w Page<'h>,
    extraction: &'w Extraction,
    options: &'w Options<'w>,
    each: &'w mut dyn FnMut(Event<'_>),
    base: Base,
    /// The first leaf that was not passed.
    next: usize,
    /// No leaf between `next` and this one is kept: as far as was looked for the first that is.
    kept: usize,
    /// No `math` lies between the current node and this one: as far as was looked for the first.
    math: u32,
    /// The first node that may lie behind the end of a block or span around the current one.
    ends: u32,
    /// The block elements around the current node.
    open: Vec<Open>,
    /// How many of them have begun, the outermost first.
    begun: usize,
    /// How many of them are blocks of the document, and how many of those have begun.
    nested: usize,
    begun_nested: usize,
    /// Lists that have begun and not ended.
    lists: u32,
    /// The first leaf of the item that began last, if it has a number, and that.
    item: Option<(usize, i32)>,
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
    /// The images that the run ends in so far.
    held: Vec<Held>,
    /// Whether an image was handed out last, and nothing has begun since.
    pictured: bool,
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
            next: 0,
            kept: 0,
            math: 0,
            ends: u32::MAX,
            open: stacks.open,
            begun: 0,
            nested: 0,
            begun_nested: 0,
            lists: 0,
            item: None,
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
            held: Vec::new(),
            pictured: false,
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
            if at >= self.ends {
                self.leave(at);
            }
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
        if self.is_left_out(node, tag) {
            self.boundary();
            return self.pass(node, end);
        }
        let is_aside = match tag {
            // Where links are written, headings have their marks as the page has them.
            Tag::A => !self.options.links && marks::is_permalink(self.page, node),
            Tag::SPAN | Tag::DIV => {
                let dom = self.page.dom();
                marks::is_tag_of_item(dom, node)
                    || math::is_drawing(dom, node)
                    || language::is_label(self.page, node)
                    || marks::is_heard_again(self.page, node)
            }
            _ => false,
        };
        if is_aside {
            return self.pass(node, end);
        }
        let math = self.first_math(node, end);
        if let Some(formula) = math::formula(self.page.dom(), node, tag, math)
            && !self.is_in_code()
        {
            if tag.is_block() {
                self.boundary();
            }
            self.formula(node, formula);
            if tag.is_block() {
                self.boundary();
            }
            return self.pass(node, end);
        }
        if is_never_shown(tag) {
            return end;
        }
        match tag {
            Tag::BR => self.line_break(),
            Tag::IMG => self.image(node),
            _ if image::is_amp(self.page.dom(), node, tag) => {
                self.image(node);
                return self.pass(node, end);
            }
            Tag::RT | Tag::RTC | Tag::RP => return self.reading(node, end),
            Tag::CODE if self.is_block_of_code(node) => return self.code(node, end),
            _ if !tag.is_block() => self.inline(node, tag, end),
            _ if self.heading.is_some() => self.push(end, Kind::Flow),
            Tag::DIV | Tag::TABLE if drawn::is_code(self.page.dom(), node, tag) => {
                return self.code(node, end);
            }
            Tag::HR => self.thematic_break(),
            Tag::PRE | Tag::LISTING | Tag::XMP | Tag::PLAINTEXT => return self.code(node, end),
            Tag::TABLE => self.table(node, end),
            Tag::TR if self.grid.is_some() => return self.row(node, end),
            Tag::TD | Tag::TH if self.grid.is_some() => self.cell(node, end),
            Tag::CAPTION if self.grid.is_some() => self.push(end, Kind::Block(Block::Caption)),
            Tag::UL | Tag::MENU | Tag::DIR => self.bulleted_list(node, end),
            Tag::OL => self.numbered_list(node, end),
            Tag::DL => self.list(end, ListOf::Definitions),
            Tag::LI => self.item(node, end),
            Tag::DT => self.definition(end, Block::Term),
            Tag::DD => self.definition(end, Block::Description),
            Tag::BLOCKQUOTE => self.push(end, Kind::Block(Block::Quote)),
            Tag::FIGURE => self.push(end, Kind::Block(Block::Figure)),
            Tag::FIGCAPTION if self.parent_is(node, Tag::FIGURE) => self.figure_caption(end),
            _ => match heading_level(self.page.dom(), node, tag) {
                Some(level) if self.page.stats(node).words <= MOST_HEADING_WORDS => {
                    self.push(end, Kind::Heading);
                    self.heading = Some(level);
                }
                _ => self.push(end, Kind::Flow),
            },
        }
        node.0 + 1
    }

    /// Whether an element is a block of text of which nothing is kept, so that it only ends lines.
    /// Items count even so, a cell stands empty, and a caption ends a list; and where a method has
    /// judged the images, one of them may be kept all the same.
    fn is_left_out(&mut self, node: NodeId, tag: Tag) -> bool {
        let counts = matches!(tag, Tag::LI | Tag::FIGCAPTION);
        let is_asked = tag.is_block() && !counts && self.heading.is_none() && self.grid.is_none();
        if !is_asked || !self.extraction.images.is_empty() {
            return false;
        }
        let leaves = self.page.leaves_under(node);
        self.kept = self.kept.max(self.next);
        while self.kept < leaves.end && !self.extraction.keeps(self.kept) {
            self.kept += 1;
        }
        !leaves.is_empty() && self.kept >= leaves.end
    }

    /// The first `math` in an element.
    fn first_math(&mut self, node: NodeId, end: u32) -> Option<NodeId> {
        let dom = self.page.dom();
        if !dom.has_math() {
            return None;
        }
        self.math = self.math.max(node.0);
        while self.math < end && dom.tag(NodeId(self.math)) != Some(Tag::MATH) {
            self.math += 1;
        }
        (self.math < end).then_some(NodeId(self.math))
    }

    /// Ends what ends before a node.
    fn leave(&mut self, at: u32) {
        self.leave_spans(at);
        self.leave_blocks(at);
        self.ends = self.block_end().min(self.span_end());
    }

    /// Goes past an element and its leaves.
    fn pass(&mut self, node: NodeId, end: u32) -> u32 {
        self.next = self.page.leaves_under(node).end;
        end
    }

    /// Whether code outside a `pre` is a block even so.
    fn is_block_of_code(&self, node: NodeId) -> bool {
        self.heading.is_none() && !self.is_in_code() && drawn::is_block(self.page, node)
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
        if self.extraction.keeps_any(self.page.leaves_under(node))
            && !code::is_gutter(self.page, node)
        {
            self.code.clear();
            code::lines(self.page, node, &mut self.code);
            if !self.code.is_empty() && !code::is_numbers(&self.code) {
                self.begin();
                self.pictured = false;
                let language = language::language(dom, node);
                (self.each)(Event::Code { language: &language, text: &self.code });
            }
        }
        self.pass(node, end)
    }
}

/// The level of an element that is a heading, by its name or its role.
fn heading_level(dom: &Dom, node: NodeId, tag: Tag) -> Option<u8> {
    Some(match tag {
        Tag::H1 => 1,
        Tag::H2 => 2,
        Tag::H3 => 3,
        Tag::H4 => 4,
        Tag::H5 => 5,
        Tag::H6 => 6,
        _ => {
            dom.attribute(node, "role").filter(|role| role == "heading")?;
            dom.attribute(node, "aria-level")?.trim().parse::<u8>().ok()?.clamp(1, 6)
        }
    })
}
