//! What is kept of a page, as a document: one stream of blocks of inline runs.
//!
//! Between an extraction and every format stands [`stream`]: it walks the page's tree once, in
//! document order, and hands out an [`Event`] for each block, text and mark of what is kept. A
//! format is a small writer of these events (see [`crate::render`]), so what a heading, a table or
//! an image's address is, is decided here and nowhere else.
//!
//! ```text
//! walk     the tree and the kept leaves, as events       table    which tables hold data, and their grid
//! text     the characters of a leaf                      code     the lines of `pre`, and their language
//! address  links and images, absolute                    math     formulas as TeX
//! image    which images belong to the content            written  formulas that are TeX in plain text
//! emoji    images that stand for characters              marks    what sites draw beside a text
//! ```
//!
//! What a method dropped stays out and breaks nothing: a cell of which nothing is kept is empty, a
//! row of which nothing is kept goes, and so does every other block. A block is a block of a
//! document in CommonMark's sense; the blocks of the papers on extraction are other things.
//!
//! The walk is linear in the page and needs no recursion; texts are borrowed from the page.

mod address;
mod code;
mod drawn;
mod emoji;
pub(crate) mod image;
mod language;
mod marks;
mod math;
mod table;
mod text;
mod walk;
mod written;

pub(crate) use address::Base;

use crate::extraction::Extraction;
use crate::page::Page;

/// What a document is made of, in document order. Starts and ends nest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<'e> {
    /// A block begins.
    Start(Block),
    /// The block that began last and has not ended ends.
    End(Block),
    /// A part of the inline run of the block that is open: a paragraph or a heading.
    Inline(Inline<'e>),
    /// A block of code.
    Code {
        /// The programming language as the page names it, in lower case; empty where it does not.
        language: &'e str,
        /// Its lines, without a line end behind the last.
        text: &'e str,
    },
    /// A thematic break between blocks.
    Rule,
}

/// A block that has other blocks or an inline run in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Block {
    /// An inline run.
    Paragraph,
    /// An inline run, with its level, 1 to 6.
    Heading(u8),
    /// Items.
    List {
        /// Whether the items are numbered.
        ordered: bool,
    },
    /// An entry of a list: blocks.
    Item {
        /// How many lists it lies in, from 1.
        depth: u32,
        /// Its number in an ordered list.
        number: Option<i32>,
    },
    /// Terms and their descriptions.
    Definitions,
    /// What is defined: blocks.
    Term,
    /// What is said of the term before it: blocks.
    Description,
    /// What someone else said: blocks.
    Quote,
    /// Images, code or a table with what is said of them: blocks.
    Figure,
    /// What is said of a figure or a table: blocks.
    Caption,
    /// Rows, perhaps with a caption before them.
    Table {
        /// The columns of its grid, at least one.
        columns: u32,
    },
    /// Cells.
    Row {
        /// Whether all its cells are headers.
        header: bool,
    },
    /// Blocks; none where nothing is kept of the cell.
    Cell {
        /// Whether it is the header of a row or column.
        header: bool,
        /// The first column of the grid that it lies in, from 0.
        column: u32,
        /// How many columns it spans.
        colspan: u32,
        /// How many rows it spans, rows that are not kept aside.
        rowspan: u32,
    },
}

/// A part of an inline run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Inline<'e> {
    /// Characters; white space is single spaces, and none stands at the ends of a run or a span.
    Text(&'e str),
    /// A span begins.
    Start(Span<'e>),
    /// The span that began last and has not ended ends.
    End(Span<'e>),
    /// A line ends where the page has it.
    Break,
    /// An image.
    Image {
        /// Its address, absolute where the page's address is known.
        src: &'e str,
        /// Its alternative text; empty where there is none.
        alt: &'e str,
    },
    /// A formula.
    Math {
        /// The formula as TeX.
        tex: &'e str,
        /// Whether it stands on lines of its own.
        display: bool,
    },
}

/// A mark on a part of an inline run. No span lies in another of its kind, and none in code; headings and header
/// cells, which are set off as a whole, hold neither strong text nor emphasis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Span<'e> {
    /// Strong importance, or bold.
    Strong,
    /// Stress, or italic.
    Emphasis,
    /// What is no longer true.
    Strike,
    /// Code.
    Code,
    /// Lowered text.
    Subscript,
    /// Raised text.
    Superscript,
    /// A link, with its address: absolute where the page's address is known.
    Link(&'e str),
}

/// What a stream has beside text, and how addresses are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options<'a> {
    /// Whether links are spans; the text in them stays. Without, the link of a heading to itself goes with
    /// its mark (`¶`, `#`).
    pub links: bool,
    /// Whether emphasis and what else marks text are spans, code aside, which always is.
    pub marks: bool,
    /// Whether there are images.
    pub images: bool,
    /// The page's address, which links and images are relative to unless the page has a `base`.
    pub url: Option<&'a str>,
}

impl Default for Options<'_> {
    /// All there is on a page whose address is not known.
    fn default() -> Self {
        Options { links: true, marks: true, images: true, url: None }
    }
}

impl<'a> Options<'a> {
    /// All there is on the page at that address.
    pub fn at(url: &'a str) -> Options<'a> {
        Options { url: Some(url), ..Options::default() }
    }
}

/// The memory of a walk over a page, to be used again for the next.
#[derive(Debug, Default)]
pub struct Memory(walk::Stacks);

/// Hands out what is kept of a page, in document order.
pub fn stream(
    page: &Page,
    extraction: &Extraction,
    options: &Options,
    each: &mut dyn FnMut(Event<'_>),
) {
    stream_in(&mut Memory::default(), page, extraction, options, each);
}

/// As [`stream`], in the memory of another walk.
pub fn stream_in(
    memory: &mut Memory,
    page: &Page,
    extraction: &Extraction,
    options: &Options,
    each: &mut dyn FnMut(Event<'_>),
) {
    let stacks = std::mem::take(&mut memory.0);
    memory.0 = walk::Walk::new(stacks, page, extraction, options, each).run();
}
