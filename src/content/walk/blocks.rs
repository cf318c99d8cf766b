//! The blocks around the current node: which of them begin, and where they end.

use super::Walk;
use crate::content::table::Grid;
use crate::content::{Block, Event};
use crate::dom::{NodeId, Tag};

/// The most blocks that lie in one another; what is deeper is in the innermost of them. Formats that
/// indent would else grow with the square of the depth, and readers of Markdown stop far earlier.
const DEEPEST: usize = 32;

/// A block element around the current node.
#[derive(Debug)]
pub(super) struct Open {
    /// The end of its subtree.
    end: u32,
    kind: Kind,
    /// The list that a member right here belongs to, as a place in the stack.
    list: Option<usize>,
}

#[derive(Debug)]
pub(super) enum Kind {
    /// It only ends lines.
    Flow,
    Heading,
    /// It begins with its first member, and ends a member where the next one begins: what stands
    /// between two members is a part of the first.
    List {
        of: ListOf,
        begun: bool,
        member: Option<Block>,
        /// The next member's number, and what the one behind it has more.
        number: i32,
        step: i32,
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
pub(super) enum ListOf {
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

impl Walk<'_, '_> {
    /// Leaves the block elements that end before a node.
    pub(super) fn leave_blocks(&mut self, at: u32) {
        while self.open.last().is_some_and(|open| open.end <= at) {
            self.pop();
        }
    }

    /// Where the innermost block element ends.
    pub(super) fn block_end(&self) -> u32 {
        self.open.last().map_or(u32::MAX, |open| open.end)
    }

    /// Goes into a block element.
    pub(super) fn push(&mut self, end: u32, kind: Kind) {
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
        self.ends = self.ends.min(end);
    }

    /// Leaves the innermost block element.
    pub(super) fn pop(&mut self) {
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
    pub(super) fn boundary(&mut self) {
        if self.heading.is_some() {
            self.breaks = 1;
        } else {
            self.close_run();
        }
    }

    /// Begins every block around the current node that has not begun.
    pub(super) fn begin(&mut self) {
        if let Some(around) = self.rule.take()
            && around == self.begun_nested
        {
            (self.each)(Event::Rule);
            self.pictured = false;
        }
        while self.begun < self.open.len() {
            self.pictured &= !self.open[self.begun].kind.is_nested();
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

    pub(super) fn list(&mut self, end: u32, of: ListOf) {
        self.push(end, Kind::List { of, begun: false, member: None, number: 1, step: 1 });
    }

    /// Goes into a numbered list; one that is reversed counts down to 1 unless it says where it starts.
    pub(super) fn numbered_list(&mut self, node: NodeId, end: u32) {
        let dom = self.page.dom();
        let is_reversed = dom.attribute(node, "reversed").is_some();
        let is_item = |&child: &NodeId| dom.tag(child) == Some(Tag::LI);
        let number = self.integer(node, "start").unwrap_or_else(|| match is_reversed {
            true => dom.children(node).filter(is_item).count() as i32,
            false => 1,
        });
        let step = if is_reversed { -1 } else { 1 };
        self.push(
            end,
            Kind::List { of: ListOf::Numbers, begun: false, member: None, number, step },
        );
    }

    /// Goes into a list with bullets, which a style of its own or of its first item may make numbers of.
    pub(super) fn bulleted_list(&mut self, node: NodeId, end: u32) {
        let dom = self.page.dom();
        let first = dom.children(node).find(|&child| dom.tag(child) == Some(Tag::LI));
        let is_numbered = |node| dom.attribute(node, "style").is_some_and(|style| numbers(&style));
        if is_numbered(node) || first.is_some_and(is_numbered) {
            return self.numbered_list(node, end);
        }
        self.list(end, ListOf::Bullets);
    }

    /// Goes into an item; one outside any list is in one that its parent is.
    pub(super) fn item(&mut self, node: NodeId, end: u32) {
        let list = self.member_list(|of| of != ListOf::Definitions).unwrap_or_else(|| {
            let dom = self.page.dom();
            let around = dom.parent(node).map_or(end, |parent| dom.subtree(parent).end);
            self.list(around, ListOf::Bullets);
            self.open.len() - 1
        });
        let mut number = None;
        if let Kind::List { of: ListOf::Numbers, number: next, step, .. } = self.open[list].kind {
            let own = self.integer(node, "value").unwrap_or(next);
            number = Some(own);
            if let Kind::List { number: next, .. } = &mut self.open[list].kind {
                *next = own.saturating_add(step);
            }
        }
        self.push(end, Kind::Member(list, Block::Item { depth: 0, number }));
        self.item = number.map(|number| (self.next, number));
    }

    /// Goes into a figure's caption, which ends a list that items right in the figure are in.
    pub(super) fn figure_caption(&mut self, end: u32) {
        if let Some(Open { kind: Kind::List { .. }, .. }) = self.open.last() {
            self.pop();
        }
        self.push(end, Kind::Block(Block::Caption));
    }

    /// Goes into a term or a description; outside a list of them it only ends lines.
    pub(super) fn definition(&mut self, end: u32, block: Block) {
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
    fn integer(&self, node: NodeId, name: &str) -> Option<i32> {
        let value = self.page.dom().attribute(node, name)?;
        value.trim().parse().ok()
    }

    pub(super) fn parent_is(&self, node: NodeId, tag: Tag) -> bool {
        let dom = self.page.dom();
        dom.parent(node).and_then(|parent| dom.tag(parent)) == Some(tag)
    }

    pub(super) fn table(&mut self, node: NodeId, end: u32) {
        let grid = Grid::of(self.page, node, self.extraction);
        let Some(grid) = grid.filter(|_| self.nested < DEEPEST - 2) else {
            return self.push(end, Kind::Flow);
        };
        self.push(end, Kind::Block(Block::Table { columns: grid.columns }));
        self.grid = Some(grid);
    }

    /// Goes into a row, or past it if nothing of it is kept.
    pub(super) fn row(&mut self, node: NodeId, end: u32) -> u32 {
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
    pub(super) fn cell(&mut self, node: NodeId, end: u32) {
        let Some(cell) = self.grid.as_mut().and_then(|grid| grid.cell(node)) else { return };
        self.in_header = cell.header;
        let (header, column) = (cell.header, cell.column);
        let (colspan, rowspan) = (cell.colspan, cell.rowspan);
        self.push(end, Kind::Block(Block::Cell { header, column, colspan, rowspan }));
        self.begin();
    }

    /// A rule is due if what stands on both sides of it is kept.
    pub(super) fn thematic_break(&mut self) {
        self.boundary();
        let is_between = self.next > 0
            && self.extraction.keeps(self.next - 1)
            && self.extraction.keeps(self.next);
        let is_in_list = self.open.last().is_some_and(|open| open.list.is_some());
        if is_between && !is_in_list && self.grid.is_none() && self.begun_nested == self.nested {
            self.rule = Some(self.nested);
        }
    }
}

/// Whether a style numbers the items of a list.
fn numbers(style: &str) -> bool {
    style.split(';').any(|declaration| {
        let (property, value) = declaration.split_once(':').unwrap_or_default();
        let property = property.trim().to_ascii_lowercase();
        matches!(&*property, "list-style" | "list-style-type")
            && value.to_ascii_lowercase().contains("decimal")
    })
}
