//! One page through decode, parse, extract and format.

use std::mem::take;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::about::{About, split_comments};
use super::forms::Forms;
use super::{Filter, PageProblem, plain};
use crate::content::Options;
use crate::dom::{Capped, Caps, Parser};
use crate::extract::{Extraction, Extractor};
use crate::metadata::Embedded;
use crate::output::{Document, Provenance, Status, Wants, Writer};
use crate::page::{self, Page};
use crate::site_lines::{PageLines, SiteLines};
use crate::source::{self, PassedOver, Record};

/// What every worker of a run does to a page.
#[derive(Clone)]
#[non_exhaustive]
pub struct Recipe<'e> {
    /// Which tokenizer feeds the tree.
    pub parser: Parser,
    /// The most that is taken of one page.
    pub caps: Caps,
    /// Which pages are taken.
    pub filter: Filter,
    /// What chooses the leaves.
    pub extractor: &'e dyn Extractor,
    /// What forms with structure have beside text; the page's own address stands for `url`.
    pub content: Options<'static>,
    /// Whether only what a reader of the page sees is content: nothing that it hides, and nothing that
    /// its scripts hold.
    pub visible_only: bool,
    /// The wall time a page may take. It is looked at between the stages of a page, decoding, parsing,
    /// extracting and rendering, each of which takes a time in proportion to the page: one that is
    /// over it is given up there, with [`Status::Timeout`]. So what is written depends on the machine.
    pub budget: Option<Duration>,
    /// How documents are written.
    pub writer: &'e dyn Writer,
    /// The lines that are dropped from what is chosen, as each host repeats them.
    pub site_lines: Option<&'e SiteLines>,
}

impl<'e> Recipe<'e> {
    /// What writes all that the extractor finds on every page, by the default parser and caps.
    pub fn new(extractor: &'e dyn Extractor, writer: &'e dyn Writer) -> Recipe<'e> {
        Recipe {
            parser: Parser::default(),
            caps: Caps::default(),
            filter: Filter::default(),
            extractor,
            content: Options::default(),
            visible_only: false,
            budget: None,
            writer,
            site_lines: None,
        }
    }
}

/// The memory of reading and of a page on its way, used again for the next.
#[derive(Default)]
pub struct Memory {
    pub(super) reader: source::Memory,
    /// What pages are read into.
    pub(super) record: Record,
    converted: String,
    page: page::Memory,
    title: String,
    forms: Forms,
}

/// The longest body, in bytes, whose memory is kept: no worker is to hold for good what one large
/// page needed.
const KEPT: usize = 1 << 20;

/// The memory that no worker uses at the moment: as much as there are workers at most.
#[derive(Default)]
pub(super) struct Pool(Mutex<Vec<Memory>>);

impl Pool {
    pub fn take(&self) -> Memory {
        self.lock().pop().unwrap_or_default()
    }

    pub fn put_back(&self, memory: Memory) {
        self.lock().push(memory);
    }

    /// A worker that panicked leaves the list whole.
    fn lock(&self) -> MutexGuard<'_, Vec<Memory>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How long a page has taken, and may.
#[derive(Clone, Copy)]
struct Clock {
    begun: Instant,
    budget: Option<Duration>,
}

impl Clock {
    fn is_over(self) -> bool {
        self.budget.is_some_and(|budget| self.begun.elapsed() > budget)
    }
}

/// What was found in a page beside the forms of its content.
#[derive(Default)]
struct Found {
    capped: Capped,
    extraction: Extraction,
    about: About,
}

/// What came of a page.
#[non_exhaustive]
pub struct Written {
    /// How it fared.
    pub status: Status,
    /// Which caps its tree went over.
    pub capped: Capped,
    /// Why it was not written after all, if so.
    pub passed_over: Option<PassedOver>,
}

/// A page that panicked: a bug of leafmill's, caught so that the run goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failed;

impl Recipe<'_> {
    /// Appends the record's document to `out`, which is as it was if the page fails.
    ///
    /// # Errors
    /// If leafmill has a bug that the page brings out.
    pub fn page(
        &self,
        record: &Record,
        memory: &mut Memory,
        out: &mut Vec<u8>,
    ) -> Result<Written, Failed> {
        let start = out.len();
        let done = catch_unwind(AssertUnwindSafe(|| self.write(record, memory, out)));
        if record.body.len() > KEPT || done.is_err() {
            *memory = Memory::default();
        }
        done.map_err(|_| {
            out.truncate(start);
            Failed
        })
    }

    /// Appends the record's lines to `out`, for [`PageLines::read`]. A page that fails has none: it is
    /// reported where it is extracted.
    pub(super) fn lines(&self, record: &Record, memory: &mut Memory, out: &mut Vec<u8>) {
        let Some(url) = record.url.as_deref().filter(|_| !record.is_foreign) else { return };
        let found = catch_unwind(AssertUnwindSafe(|| {
            let (html, _) = record.decode_in(&mut memory.converted);
            let of_text = record.is_text.then(|| plain::page(html));
            let html = of_text.as_deref().unwrap_or(html);
            let page = Page::parse_in(take(&mut memory.page), html, self.parser, &self.caps);
            let lines = PageLines::of(&page, url);
            memory.page = page.into_memory();
            lines
        }));
        if record.body.len() > KEPT || found.is_err() {
            *memory = Memory::default();
        }
        if let Ok(Some(lines)) = found {
            lines.write(out);
        }
    }

    fn write(&self, record: &Record, memory: &mut Memory, out: &mut Vec<u8>) -> Written {
        memory.title.clear();
        memory.forms.clear();
        let mut wants = self.writer.wants();
        // Whether there is content, which the status says, shows in some form of it alone.
        wants.text |= self.filter.counts_words() || !wants.has_form();
        let clock = Clock { begun: Instant::now(), budget: self.budget };
        let mut converted = take(&mut memory.converted);
        let (html, charset) = record.decode_in(&mut converted);
        let mut found = Found::default();
        if !record.is_foreign && !clock.is_over() {
            found = self.find(record, html, wants, clock, memory);
        }
        memory.converted = converted;
        let in_time = !clock.is_over();
        if !in_time {
            found = Found { capped: found.capped, ..Found::default() };
            memory.forms.clear();
        }
        let Memory { title, forms, .. } = memory;
        let Found { capped, extraction, about } = found;
        let by_page = capped.nodes.then_some(PageProblem::NodesCap.name());
        let truncated = record.truncated.as_deref().or(by_page);
        let status = match () {
            () if record.is_foreign => Status::NotHtml,
            () if !in_time => Status::Timeout,
            () if truncated.is_some() => Status::Truncated,
            () if forms.is_empty() && extraction.html.is_none() => Status::Empty,
            () => Status::Ok,
        };
        // What a page that took too long says is not known.
        let passed_over = in_time.then(|| self.filter.of_text(&forms.text)).flatten();
        if passed_over.is_some() {
            return Written { status, capped, passed_over };
        }
        let file = record.at.file.to_string_lossy();
        let document = Document {
            id: &record.id,
            url: record.url.as_deref(),
            title: (!title.is_empty()).then_some(title),
            text: &forms.text,
            markdown: wants.markdown.then_some(&forms.markdown),
            html: extraction.html.as_deref().or(wants.html.then_some(&forms.html)),
            tei: (wants.tei && !forms.tei.is_empty()).then_some(&forms.tei),
            content: (wants.content && !forms.content.is_empty()).then_some(&forms.content),
            status,
            source: about.source,
            metadata: about.metadata.as_ref(),
            links: &about.links,
            comments: &about.comments,
            record: Provenance { truncated, ..Provenance::of(record, &file, charset) },
            images: &extraction.images,
            segmentation: extraction.segmentation.as_ref(),
        };
        self.writer.write(&document, out);
        Written { status, capped, passed_over }
    }

    /// Parses a page, extracts from it and puts its title and the forms of its content into `memory`,
    /// as far as the time reaches.
    fn find(
        &self,
        record: &Record,
        html: &str,
        wants: Wants,
        clock: Clock,
        memory: &mut Memory,
    ) -> Found {
        let of_text = record.is_text.then(|| plain::page(html));
        let html = of_text.as_deref().unwrap_or(html);
        let page = Page::parse_in(take(&mut memory.page), html, self.parser, &self.caps);
        page.title_into(&mut memory.title);
        let mut found = Found { capped: page.dom().capped(), ..Found::default() };
        if !clock.is_over() {
            found.extraction = self.extract(record, &page);
        }
        if !clock.is_over() {
            self.make(record, &page, wants, &mut found, &mut memory.forms);
        }
        memory.page = page.into_memory();
        found
    }

    /// What is kept of a page: what the method chooses, but for the lines that its host repeats and what
    /// no reader sees.
    fn extract(&self, record: &Record, page: &Page) -> Extraction {
        let mut extraction = match record.is_text {
            true => Extraction::all(page),
            false => self.extractor.extract(page),
        };
        if let (Some(lines), Some(url)) = (self.site_lines, &record.url) {
            lines.drop_from(page, url, &mut extraction);
        }
        if self.visible_only {
            extraction.leave_out_hidden(page);
        }
        extraction
    }

    /// Makes the forms of what is kept, and reads what is wanted beside them.
    fn make(
        &self,
        record: &Record,
        page: &Page,
        wants: Wants,
        found: &mut Found,
        forms: &mut Forms,
    ) {
        let Found { extraction, about, .. } = found;
        let options = Options { url: record.url.as_deref(), ..self.content };
        if wants.comments {
            about.comments = split_comments(page, extraction);
        }
        forms.make(wants, page, extraction, &options);
        if !self.visible_only && !record.is_text {
            about.source = self.embedded(page, extraction, &options, wants, forms);
        }
        about.read(wants, page, extraction, options.url, forms);
    }

    /// Makes the forms of what the page's scripts hold instead, where the page shows nearly nothing;
    /// where that was found.
    fn embedded(
        &self,
        page: &Page,
        extraction: &Extraction,
        options: &Options,
        wants: Wants,
        forms: &mut Forms,
    ) -> Option<&'static str> {
        if extraction.text.is_some() || extraction.html.is_some() {
            return None;
        }
        let kept = page.leaves().iter().zip(&extraction.kept).filter(|(_, kept)| **kept);
        let words = kept.map(|(leaf, _)| leaf.words).sum();
        let found = Embedded::instead_of(words, page, options.url)?;
        let inner = Page::parse_in(page::Memory::default(), &found.html, self.parser, &self.caps);
        forms.clear();
        forms.make(wants, &inner, &Extraction::all(&inner), options);
        Some(found.source)
    }
}
