//! Which tables hold data, and the grid of such a table.
//!
//! A table holds data if it has at least two rows of at least two cells, no table inside, no role
//! that says it is for show, and no cell that is as long as an article's part. The others only lay
//! out the page: what is in them is read as if the table were not there.

use std::ops::Range;

use crate::dom::{Dom, NodeId, Tag};
use crate::extraction::Extraction;
use crate::page::Page;

/// The most words of a cell of data.
const MOST_WORDS: u32 = 120;
/// The most characters of a cell of data, in scripts that count each character as a word.
const MOST_CHARS: u32 = 720;

/// A table of data, of which something is kept.
#[derive(Debug)]
pub(super) struct Grid {
    /// Columns, at least one.
    pub columns: u32,
    rows: Vec<Row>,
    cells: Vec<Cell>,
    /// The rows and cells that were asked for so far.
    passed: (usize, usize),
}

#[derive(Debug, Clone)]
struct Row {
    node: NodeId,
    cells: Range<usize>,
    /// Whether it is in a `thead`.
    in_head: bool,
    /// Whether anything of it is kept.
    kept: bool,
}

/// A cell's place in the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    node: NodeId,
    pub header: bool,
    pub column: u32,
    pub colspan: u32,
    pub rowspan: u32,
}

impl Grid {
    /// The grid of a table; `None` if it holds no data, or too little of it is kept.
    pub fn of(page: &Page, table: NodeId, extraction: &Extraction) -> Option<Grid> {
        let mut grid = Grid { columns: 0, rows: Vec::new(), cells: Vec::new(), passed: (0, 0) };
        grid.read(page, table)?;
        let is_show = |role: &str| matches!(role.trim(), "presentation" | "none");
        if page.dom().attribute(table, "role").is_some_and(|role| is_show(&role)) {
            return None;
        }
        for row in &mut grid.rows {
            row.kept = extraction.keeps_any(page.leaves_under(row.node));
        }
        grid.place(page.dom());
        grid.is_left(page, extraction).then_some(grid)
    }

    /// Whether what is kept is still a table: two rows of at least two cells, and two columns with
    /// something in them.
    fn is_left(&self, page: &Page, extraction: &Extraction) -> bool {
        let kept = || self.rows.iter().filter(|row| row.kept);
        let cells = kept().flat_map(|row| &self.cells[row.cells.clone()]);
        let mut filled = cells.filter(|cell| extraction.keeps_any(page.leaves_under(cell.node)));
        let first = filled.next().map(|cell| cell.column);
        let is_wide = first.is_some_and(|first| filled.any(|cell| cell.column != first));
        is_wide && kept().filter(|row| row.cells.len() >= 2).nth(1).is_some()
    }

    /// Finds rows and cells; `None` if that is no data.
    fn read(&mut self, page: &Page, table: NodeId) -> Option<()> {
        let dom = page.dom();
        let nodes = dom.subtree(table);
        let mut head_end = 0;
        for node in (nodes.start + 1..nodes.end).map(NodeId) {
            match dom.tag(node) {
                Some(Tag::TABLE) => return None,
                // A caption behind a row is none.
                Some(Tag::CAPTION) if !self.rows.is_empty() => return None,
                Some(Tag::THEAD) => head_end = dom.subtree(node).end,
                Some(Tag::TR) => {
                    let cells = self.cells.len()..self.cells.len();
                    self.rows.push(Row { node, cells, in_head: node.0 < head_end, kept: false });
                }
                Some(tag @ (Tag::TD | Tag::TH)) => {
                    let size = page.stats(node);
                    if size.words > MOST_WORDS && size.chars > MOST_CHARS {
                        return None;
                    }
                    let row = self.rows.last_mut()?;
                    let header = tag == Tag::TH;
                    self.cells.push(Cell { node, header, column: 0, colspan: 1, rowspan: 1 });
                    row.cells.end = self.cells.len();
                }
                _ => {}
            }
        }
        let wide = self.rows.iter().filter(|row| row.cells.len() >= 2).count();
        (wide >= 2).then_some(())
    }

    /// Gives each cell of a kept row its columns, in the order that HTML's standard has them
    /// (section 4.9.12).
    fn place(&mut self, dom: &Dom) {
        self.read_spans(dom);
        // For each column, the kept rows from here on that a cell above takes.
        let mut taken: Vec<u32> = Vec::new();
        for at in 0..self.rows.len() {
            if !self.rows[at].kept {
                continue;
            }
            let mut column = 0;
            for cell in &mut self.cells[self.rows[at].cells.clone()] {
                while taken.get(column).is_some_and(|&rows| rows > 0) {
                    column += 1;
                }
                let below = self.rows[at..].iter().take(cell.rowspan as usize);
                cell.rowspan = below.filter(|row| row.kept).count() as u32;
                cell.column = column as u32;
                column += cell.colspan as usize;
                if taken.len() < column {
                    taken.resize(column, 0);
                }
                taken[cell.column as usize..column].fill(cell.rowspan);
            }
            taken.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
        }
        self.columns = taken.len() as u32;
    }

    /// Reads how many columns and rows cells span. Spans that would make much more of a table than
    /// the page has are a mistake, and none is taken.
    fn read_spans(&mut self, dom: &Dom) {
        let span = |node, name, most| {
            let value = dom.attribute(node, name)?.trim().parse::<u32>().ok()?;
            Some(value.clamp(1, most))
        };
        let most_rows = self.rows.len() as u32;
        let mut area = 0;
        for cell in &mut self.cells {
            cell.colspan = span(cell.node, "colspan", 1000).unwrap_or(1);
            cell.rowspan = span(cell.node, "rowspan", most_rows).unwrap_or(1);
            area += u64::from(cell.colspan) * u64::from(cell.rowspan);
        }
        if area > 1000 + 4 * self.cells.len() as u64 {
            self.cells.iter_mut().for_each(|cell| (cell.colspan, cell.rowspan) = (1, 1));
        }
    }

    /// The row that begins at a node, by whether all its cells are headers; `None` if nothing of it
    /// is kept. Rows are asked for in document order.
    pub fn row(&mut self, node: NodeId) -> Option<bool> {
        let row = loop {
            let row = self.rows.get(self.passed.0)?;
            self.passed.0 += 1;
            if row.node == node {
                break row;
            }
        };
        let is_header = |cell: &Cell| cell.header;
        row.kept.then(|| row.in_head || self.cells[row.cells.clone()].iter().all(is_header))
    }

    /// The cell that begins at a node. Cells are asked for in document order.
    pub fn cell(&mut self, node: NodeId) -> Option<Cell> {
        loop {
            let cell = *self.cells.get(self.passed.1)?;
            self.passed.1 += 1;
            if cell.node == node {
                return Some(cell);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cell's column, colspan and rowspan.
    type Place = (u32, u32, u32);

    /// The columns of the first table, and its cells; of kept rows alone.
    fn grid(html: &str, dropped: &[usize]) -> Option<(u32, Vec<Place>)> {
        let page = Page::parse(html);
        let dom = page.dom();
        let table = dom.nodes().find(|&node| dom.tag(node) == Some(Tag::TABLE)).unwrap();
        let mut extraction = Extraction::all(&page);
        dropped.iter().for_each(|&leaf| extraction.kept[leaf] = false);
        let grid = Grid::of(&page, table, &extraction)?;
        let rows = grid.rows.iter().filter(|row| row.kept);
        let cells = rows.flat_map(|row| &grid.cells[row.cells.clone()]);
        Some((grid.columns, cells.map(|c| (c.column, c.colspan, c.rowspan)).collect()))
    }

    #[test]
    fn data_has_two_rows_of_two_cells() {
        let row = "<tr><td>a<td>b";
        assert!(grid(&format!("<table>{row}{row}"), &[]).is_some());
        assert!(grid(&format!("<table>{row}"), &[]).is_none());
        assert!(grid("<table><tr><td>a<tr><td>b", &[]).is_none());
        assert!(grid(&format!("<table role=presentation>{row}{row}"), &[]).is_none());
        let long = "word ".repeat(200);
        assert!(grid(&format!("<table>{row}{row}<tr><td>{long}"), &[]).is_none());
        assert!(grid(&format!("<table>{row}{row}<tr><td><table>{row}</table>"), &[]).is_none());
    }

    #[test]
    fn spans_take_columns_of_kept_rows() {
        let html = "<table><tr><th rowspan=3>a<td>b<tr><td>c<tr><td colspan=2>d<td>e";
        let all = (4, vec![(0, 1, 3), (1, 1, 1), (1, 1, 1), (1, 2, 1), (3, 1, 1)]);
        assert_eq!(grid(html, &[]), Some(all));
        let second_dropped = (4, vec![(0, 1, 2), (1, 1, 1), (1, 2, 1), (3, 1, 1)]);
        assert_eq!(grid(html, &[2]), Some(second_dropped));
    }

    #[test]
    fn spans_beyond_reason_are_not_taken() {
        let html = format!("<table>{}", "<tr><td colspan=1000>a<td>b".repeat(99));
        assert_eq!(grid(&html, &[]).unwrap().0, 2);
    }
}
