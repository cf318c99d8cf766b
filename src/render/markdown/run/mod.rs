//! An inline run as Markdown.
//!
//! Whether a mark of emphasis is one depends on the characters on both sides of it (CommonMark,
//! section 6.2), so a run is collected whole, its text in one string and its marks beside it, and
//! then written. A mark that no reader would take for one moves past the punctuation that is in its
//! way (`<b>Note:</b>x` is `**Note**:x`), or is left out with its counterpart.

mod writing;

use std::ops::Range;

use super::escape::{self, Side};
use super::partners::Partners;
use crate::content::{Inline, Span};
use writing::Writing;

/// Where a run stands, which says what must be escaped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Paragraph,
    Heading,
    Cell,
}

/// The run of a block.
#[derive(Debug, Default)]
pub(super) struct Run {
    text: String,
    marks: Vec<Mark>,
    /// Addresses, alternative texts and formulas.
    data: String,
    /// Whether there is a formula, so that dollars must be escaped.
    has_math: bool,
}

/// What stands in the text before a character.
#[derive(Debug, Clone)]
struct Mark {
    at: usize,
    what: What,
    /// The delimiter that it opens or closes with, as a place among the marks, once that is known.
    other: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum What {
    Open(Delimiter),
    Close(Delimiter),
    OpenCode,
    CloseCode,
    OpenLink,
    CloseLink(Range<usize>),
    Break,
    Image {
        alt: Range<usize>,
        src: Range<usize>,
    },
    Math {
        tex: Range<usize>,
        display: bool,
    },
    /// A mark that was left out.
    Nothing,
}

/// A mark that opens and closes alike, and stands only where readers take it for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Delimiter {
    Strong,
    Emphasis,
    Strike,
}

impl Delimiter {
    fn sign(self) -> &'static str {
        match self {
            Delimiter::Strong => "**",
            Delimiter::Emphasis => "*",
            Delimiter::Strike => "~~",
        }
    }

    /// Whether its signs run into those of a mark beside it, or into what is beyond one left out.
    fn joins(self, what: &What) -> bool {
        match what {
            What::Open(other) | What::Close(other) => {
                (self == Delimiter::Strike) == (*other == Delimiter::Strike)
            }
            what => *what == What::Nothing,
        }
    }
}

impl Run {
    /// Takes the next part of the run.
    pub fn push(&mut self, inline: Inline<'_>) {
        let what = match inline {
            Inline::Text(text) => return self.text.push_str(text),
            Inline::Break => What::Break,
            Inline::Image { src, alt } => What::Image { alt: self.keep(alt), src: self.keep(src) },
            Inline::Math { tex, display } => {
                self.has_math = true;
                What::Math { tex: self.keep(tex), display }
            }
            Inline::Start(Span::Strong) => What::Open(Delimiter::Strong),
            Inline::Start(Span::Emphasis) => What::Open(Delimiter::Emphasis),
            Inline::Start(Span::Strike) => What::Open(Delimiter::Strike),
            Inline::End(Span::Strong) => What::Close(Delimiter::Strong),
            Inline::End(Span::Emphasis) => What::Close(Delimiter::Emphasis),
            Inline::End(Span::Strike) => What::Close(Delimiter::Strike),
            Inline::Start(Span::Code) => What::OpenCode,
            Inline::End(Span::Code) => What::CloseCode,
            Inline::Start(Span::Link(_)) => What::OpenLink,
            Inline::End(Span::Link(address)) => What::CloseLink(self.keep(address)),
            // Markdown has no way to write them.
            Inline::Start(Span::Subscript | Span::Superscript)
            | Inline::End(Span::Subscript | Span::Superscript) => return,
        };
        if !self.merges(&what) {
            self.marks.push(Mark { at: self.text.len(), what, other: 0 });
        }
    }

    fn keep(&mut self, data: &str) -> Range<usize> {
        let start = self.data.len();
        self.data.push_str(data);
        start..self.data.len()
    }

    /// Takes back the end of a span where another of its kind begins at once: the two are one.
    fn merges(&mut self, what: &What) -> bool {
        let Some(last) = self.marks.last().filter(|last| last.at == self.text.len()) else {
            return false;
        };
        let is_same = match (&last.what, what) {
            (What::Close(one), What::Open(other)) => one == other,
            (What::CloseCode, What::OpenCode) => true,
            _ => false,
        };
        if is_same {
            self.marks.pop();
        }
        is_same
    }

    /// A space, unless nothing is to be set off yet.
    pub fn set_off(&mut self) {
        if !self.text.is_empty() || !self.marks.is_empty() {
            self.text.push(' ');
        }
    }

    /// Appends the run as Markdown, each line but the first with a prefix, and forgets it.
    pub fn write(&mut self, place: Place, prefix: &str, out: &mut String) {
        self.settle();
        let start = out.len();
        let last_dollar = match self.has_math {
            true => Some(usize::MAX),
            false => escape::last_dollar(&self.text),
        };
        let partners = self.partners();
        let (is_start, in_link) = (true, false);
        let mut writing = Writing {
            run: self,
            place,
            prefix,
            out,
            start,
            is_start,
            in_link,
            partners,
            last_dollar,
        };
        writing.write();
        self.text.clear();
        self.marks.clear();
        self.data.clear();
        self.has_math = false;
    }

    /// What signs in the text could be marks; all of those that marks of the run are written with.
    fn partners(&self) -> Partners {
        let place = |at: usize| self.marks.binary_search_by_key(&at, |mark| mark.at);
        let mut partners = Partners::of(&self.text, |at| place(at).is_ok());
        for mark in &self.marks {
            match mark.what {
                What::Open(Delimiter::Strike) => partners.pair_all(b'~'),
                What::Open(_) => partners.pair_all(b'*'),
                _ => {}
            }
        }
        partners
    }

    /// Moves or leaves out the delimiters that would be none where they stand.
    fn settle(&mut self) {
        // The marks that are open, and those that were left out, by their places.
        let mut open: Vec<usize> = Vec::new();
        let mut left_out: Vec<usize> = Vec::new();
        for at in 0..self.marks.len() {
            match self.marks[at].what {
                What::Open(_) => {
                    let is_open = (self.can_open(at) || self.move_open(at))
                        && !self.closes_another(at, &open);
                    if !is_open {
                        self.marks[at].what = What::Nothing;
                    }
                    open.push(at);
                }
                What::Close(delimiter) => {
                    let Some(start) = open.pop() else { continue };
                    (self.marks[start].other, self.marks[at].other) = (at, start);
                    let is_open = self.marks[start].what == What::Open(delimiter);
                    if !(is_open && (self.can_close(at) || self.move_close(at, start))) {
                        left_out.extend(self.leave_out(at));
                    }
                }
                _ => {}
            }
        }
        // A mark may have stood only beside one that was left out.
        while let Some(gone) = left_out.pop() {
            for at in self.beside(gone) {
                let stands = match self.marks[at].what {
                    What::Open(_) => self.can_open(at),
                    What::Close(_) => self.can_close(at),
                    _ => true,
                };
                if !stands {
                    left_out.extend(self.leave_out(at));
                }
            }
        }
        self.join_codes();
        // Text is escaped in parts as long as they can be.
        self.marks.retain(|mark| mark.what != What::Nothing);
    }

    /// Whether an opening mark would close one around it, since it could be either: both have a letter, or
    /// punctuation, on each side, and their lengths do not forbid it (CommonMark's rules 9 and 10).
    fn closes_another(&self, at: usize, open: &[usize]) -> bool {
        let Mark { what: What::Open(delimiter), .. } = &self.marks[at] else { return false };
        let (before, after) = self.around(at);
        if matches!((before, after), (Side::Space, _) | (Side::Punctuation, Side::Letter)) {
            return false;
        }
        // A strong span and an emphasis may lie in one another, if either is written by itself.
        let is_in_run = |around: usize| {
            let mut beside = self.beside(around);
            beside.any(|other| other != around && delimiter.joins(&self.marks[other].what))
        };
        let is_around = |&&around: &&usize| delimiter.joins(&self.marks[around].what);
        open.iter().rev().filter(is_around).any(|&around| {
            self.marks[around].what != What::Nothing
                && self.marks[around].at < self.marks[at].at
                && is_in_run(around)
        })
    }

    /// Leaves a mark and its counterpart out; both places.
    fn leave_out(&mut self, at: usize) -> [usize; 2] {
        let other = self.marks[at].other;
        self.marks[at].what = What::Nothing;
        self.marks[other].what = What::Nothing;
        [at, other]
    }

    /// The marks around one with nothing but delimiters between; at most one of a kind ends and begins
    /// at a place, so they are few.
    fn beside(&self, at: usize) -> Range<usize> {
        let here = self.marks[at].at;
        let is_beside = |mark: &&Mark| {
            mark.at == here && matches!(mark.what, What::Open(_) | What::Close(_) | What::Nothing)
        };
        let before = self.marks[..at].iter().rev().take_while(is_beside).count();
        let after = self.marks[at..].iter().take_while(is_beside).count();
        at - before..at + after
    }

    /// Makes code of code and code right behind it, where what parted them was left out: readers would
    /// take the two marks between them for one.
    fn join_codes(&mut self) {
        let mut end = None;
        for at in 0..self.marks.len() {
            match self.marks[at].what {
                What::CloseCode => end = Some(at),
                What::OpenCode => {
                    let end = end.take().filter(|&end| self.marks[end].at == self.marks[at].at);
                    if let Some(end) = end {
                        self.marks[end].what = What::Nothing;
                        self.marks[at].what = What::Nothing;
                    }
                }
                What::Nothing => {}
                _ => end = None,
            }
        }
    }

    fn can_open(&self, at: usize) -> bool {
        let (before, after) = self.around(at);
        flanks(after, before) && !self.joins_end(at)
    }

    /// Whether an opening mark stands right behind a closing one whose signs run into its own: no
    /// reader could tell where the one span ends and the other begins.
    fn joins_end(&self, at: usize) -> bool {
        let Mark { at: here, what: What::Open(delimiter), .. } = &self.marks[at] else {
            return false;
        };
        let beside = self.marks[..at].iter().rev().take_while(|mark| mark.at == *here);
        let mut joined = beside.take_while(|mark| delimiter.joins(&mark.what));
        joined.any(|mark| matches!(mark.what, What::Close(_)))
    }

    fn can_close(&self, at: usize) -> bool {
        let (before, after) = self.around(at);
        flanks(before, after)
    }

    /// The characters on both sides of the delimiters that a mark is one of.
    fn around(&self, at: usize) -> (Side, Side) {
        let Mark { at: here, what: What::Open(delimiter) | What::Close(delimiter), .. } =
            &self.marks[at]
        else {
            return (Side::Space, Side::Space);
        };
        let is_here = |mark: &&Mark| mark.at == *here;
        let joins = |what: &What| delimiter.joins(what);
        let side = |mark: Option<&Mark>, text: Option<char>| match mark.map(|mark| &mark.what) {
            Some(What::Break) => Side::Space,
            Some(_) => Side::Punctuation,
            None => text.map_or(Side::Space, Side::of),
        };
        let before =
            self.marks[..at].iter().rev().take_while(is_here).find(|mark| !joins(&mark.what));
        let after = self.marks[at + 1..].iter().take_while(is_here).find(|mark| !joins(&mark.what));
        (
            side(before, self.text[..*here].chars().next_back()),
            side(after, self.text[*here..].chars().next()),
        )
    }

    /// Moves an opening mark behind the punctuation after it.
    fn move_open(&mut self, at: usize) -> bool {
        let here = self.marks[at].at;
        let limit = self.marks.get(at + 1).map_or(self.text.len(), |next| next.at);
        let inside = &self.text[here..limit];
        let rest = inside.trim_start_matches(|c| Side::of(c) != Side::Letter);
        let moved = here + inside.len() - rest.len();
        let is_alone = self.marks[..at].last().is_none_or(|before| before.at != here);
        if rest.is_empty() || !is_alone {
            return false;
        }
        self.marks[at].at = moved;
        self.can_open(at)
    }

    /// Moves a closing mark before the punctuation in front of it.
    fn move_close(&mut self, at: usize, start: usize) -> bool {
        let here = self.marks[at].at;
        let from = self.marks[..at].last().map_or(0, |before| before.at);
        let rest = self.text[from..here].trim_end_matches(|c| Side::of(c) != Side::Letter);
        let moved = from + rest.len();
        let is_alone = self.marks.get(at + 1).is_none_or(|after| after.at != here);
        if rest.is_empty() || !is_alone || self.marks[start].at >= moved {
            return false;
        }
        self.marks[at].at = moved;
        self.can_close(at)
    }
}

/// Whether a delimiter between what it marks and what is beyond it is one for every reader.
fn flanks(inner: Side, beyond: Side) -> bool {
    match inner {
        Side::Space => false,
        Side::Letter => true,
        Side::Punctuation | Side::Symbol => matches!(beyond, Side::Space | Side::Punctuation),
    }
}
