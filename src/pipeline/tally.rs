//! What a run counted, and the problems it met.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::output::Status;
use crate::source::{Damage, Location, PassedOver};

/// Counts of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Tally {
    /// Pages with content.
    pub ok: u64,
    /// Pages without content.
    pub empty: u64,
    /// Pages whose body is cut.
    pub truncated: u64,
    /// Pages that are no HTML, whatever they were declared to be.
    pub not_html: u64,
    /// Pages that took longer than they were given.
    #[serde(default)]
    pub timeout: u64,
    /// Pages that failed: a bug, caught.
    pub failed: u64,
    /// Pages whose tree went over a cap: on its depth, its nodes or a tag's attributes.
    pub capped: u64,
    /// Damaged or capped records.
    pub damaged: u64,
    /// Inputs that could not be read, or not to their end, or that hold nothing to read.
    #[serde(default)]
    pub unreadable: u64,
    /// Problems by kind, as their reports name it.
    #[serde(default)]
    pub problems: BTreeMap<Cow<'static, str>, u64>,
    /// Records and files that are no pages, by reason.
    pub passed_over: BTreeMap<PassedOver, u64>,
    /// Whether the run was stopped before its end.
    #[serde(skip)]
    pub interrupted: bool,
}

impl Tally {
    /// A tally of files that were found but not taken.
    pub(super) fn of_files(files: &[(PathBuf, PassedOver)]) -> Tally {
        let mut tally = Tally::default();
        files.iter().for_each(|&(_, why)| tally.pass(why));
        tally
    }

    /// Documents written.
    pub fn pages(&self) -> u64 {
        self.ok + self.empty + self.truncated + self.not_html + self.timeout
    }

    /// Whether every input, every record and every page was taken whole.
    pub fn is_well(&self) -> bool {
        self.damaged + self.capped + self.failed + self.timeout + self.unreadable == 0
    }

    /// Whether any record or file was come upon.
    pub(super) fn has_records(&self) -> bool {
        self.pages() + self.failed + self.damaged > 0 || !self.passed_over.is_empty()
    }

    pub(super) fn count(&mut self, status: Status) {
        *match status {
            Status::Ok => &mut self.ok,
            Status::Empty => &mut self.empty,
            Status::Truncated => &mut self.truncated,
            Status::NotHtml => &mut self.not_html,
            Status::Timeout => &mut self.timeout,
        } += 1;
    }

    pub(super) fn note(&mut self, problem: &Problem) {
        *self.problems.entry(problem.kind().into()).or_default() += 1;
    }

    pub(super) fn pass(&mut self, why: PassedOver) {
        *self.passed_over.entry(why).or_default() += 1;
    }

    pub(super) fn add(&mut self, other: Tally) {
        self.ok += other.ok;
        self.empty += other.empty;
        self.truncated += other.truncated;
        self.not_html += other.not_html;
        self.timeout += other.timeout;
        self.failed += other.failed;
        self.capped += other.capped;
        self.damaged += other.damaged;
        self.unreadable += other.unreadable;
        for (kind, count) in other.problems {
            *self.problems.entry(kind).or_default() += count;
        }
        for (why, count) in other.passed_over {
            *self.passed_over.entry(why).or_default() += count;
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} pages: {} ok, {} empty", self.pages(), self.ok, self.empty)?;
        let rest = [
            (self.truncated, "truncated"),
            (self.not_html, "not HTML"),
            (self.timeout, "over --max-ms"),
            (self.failed, "failed"),
            (self.capped, "with a tree over a cap"),
            (self.damaged, "records damaged or capped"),
            (self.unreadable, "inputs unreadable"),
        ];
        for (count, what) in rest.into_iter().filter(|(count, _)| *count > 0) {
            write!(f, ", {count} {what}")?;
        }
        for (i, (why, count)) in self.passed_over.iter().enumerate() {
            write!(f, "{} {count} {why}", if i == 0 { "; passed over:" } else { "," })?;
        }
        Ok(())
    }
}

/// Something that went wrong with one input or record, located.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The record is damaged or capped.
    Damage(Damage),
    /// The record is whole, but not all of its page could be taken.
    Page {
        /// Where the page is.
        at: Location,
        /// The record's id.
        id: String,
        /// What it is.
        kind: PageProblem,
        /// The particulars, for people.
        detail: String,
    },
    /// An input could not be read, or no further, or holds nothing that leafmill reads.
    Input {
        /// Where reading it ended.
        at: Location,
        /// What it is.
        kind: InputProblem,
        /// The particulars, for people.
        detail: String,
    },
}

impl Problem {
    /// That an input could not be read on from `offset`.
    pub(super) fn of_input(error: &Error, offset: u64) -> Problem {
        let (path, kind) = match error {
            Error::Container { path, .. } | Error::Unseekable { path } => {
                (path.as_path(), InputProblem::Foreign)
            }
            Error::Io { path, .. } | Error::WithoutRemote { path } => {
                (path.as_path(), InputProblem::Unreadable)
            }
            // Nothing else comes of reading.
            _ => (Path::new(""), InputProblem::Unreadable),
        };
        let text = error.to_string();
        let detail =
            text.strip_prefix(&format!("{}: ", path.display())).unwrap_or(&text).to_owned();
        let at = Location { file: path.into(), offset };
        Problem::Input { at, kind, detail }
    }

    /// The stable name of what went wrong: lower case, words joined by hyphens.
    pub fn kind(&self) -> &'static str {
        match self {
            Problem::Damage(damage) => damage.kind.name(),
            Problem::Page { kind, .. } => kind.name(),
            Problem::Input { kind, .. } => kind.name(),
        }
    }
}

/// What can go wrong with an input. The names are part of the reports' format and do not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum InputProblem {
    /// It cannot be opened, or not be read to its end: what was read before is delivered.
    Unreadable,
    /// It was named, and is no archive and no page.
    Foreign,
}

impl InputProblem {
    /// The stable name: lower case, words joined by hyphens.
    pub fn name(self) -> &'static str {
        match self {
            InputProblem::Unreadable => "unreadable",
            InputProblem::Foreign => "foreign",
        }
    }
}

/// What can go wrong with a page. The names are part of the reports' format and do not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum PageProblem {
    /// It has elements deeper than [`crate::dom::Caps::depth`]. None of its text is lost.
    DepthCap,
    /// It has a tag of more attributes than [`crate::dom::Caps::attributes`]. None of its text is lost.
    AttributesCap,
    /// It has more nodes than [`crate::dom::Caps::nodes`]. It is delivered up to there.
    NodesCap,
    /// It took longer than [`super::Recipe::budget`]. Its document has no content.
    Timeout,
    /// A bug of leafmill's, caught. It has no document.
    Failed,
}

impl PageProblem {
    /// The stable name: lower case, words joined by hyphens.
    pub fn name(self) -> &'static str {
        match self {
            PageProblem::DepthCap => "depth-cap",
            PageProblem::AttributesCap => "attributes-cap",
            PageProblem::NodesCap => "nodes-cap",
            PageProblem::Timeout => "timeout",
            PageProblem::Failed => "page-failed",
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Damage(damage) => damage.fmt(f),
            Problem::Input { at, kind, detail } => {
                let (file, kind) = (at.file.display(), kind.name());
                write!(f, "{file}:{}: {kind}: {detail}", at.offset)
            }
            Problem::Page { at, id, kind, detail } => {
                let (file, kind) = (at.file.display(), kind.name());
                write!(f, "{file}:{}: {kind}: {detail} ({id})", at.offset)
            }
        }
    }
}
