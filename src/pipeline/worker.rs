//! One page through decode, parse, extract and format.

use std::borrow::Cow;
use std::mem::take;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{Filter, PageProblem, plain};
use crate::content::{self, Options};
use crate::decode::decode_in;
use crate::dom::{Capped, Caps, Parser};
use crate::extract::{Extraction, Extractor};
use crate::links::{self, Link};
use crate::metadata::{self, Comment, Embedded, Metadata};
use crate::output::{Document, Provenance, Status, Wants, Writer};
use crate::page::{self, Page};
use crate::render;
use crate::site_lines::{PageLines, SiteLines};
use crate::source::{self, PassedOver, Record};

/// Bytes of what was extracted that its language is told from.
const SAMPLE: usize = 2000;

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
    /// What Markdown and HTML have beside text; the page's own address stands for `url`.
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

/// The forms of a page's content.
#[derive(Default)]
struct Forms {
    memory: content::Memory,
    text: String,
    markdown: String,
    html: String,
    tei: String,
    content: String,
}

impl Forms {
    fn clear(&mut self) {
        let Forms { memory: _, text, markdown, html, tei, content } = self;
        [text, markdown, html, tei, content].into_iter().for_each(String::clear);
    }

    /// Whether no form has anything; an array of no blocks is two brackets.
    fn is_empty(&self) -> bool {
        let Forms { memory: _, text, markdown, html, tei, content } = self;
        [text, markdown, html, tei].into_iter().all(String::is_empty) && content.len() <= 2
    }

    /// Makes the forms that are wanted.
    fn make(&mut self, wants: Wants, page: &Page, extraction: &Extraction, options: &Options) {
        // A method's own text has no blocks.
        if wants.text || wants.tei && extraction.text.is_some() {
            render::text_in(&mut self.memory, page, extraction, &mut self.text);
        }
        if wants.markdown {
            let Forms { memory, markdown, .. } = self;
            render::markdown_in(memory, page, extraction, options, markdown);
        }
        if wants.html && extraction.html.is_none() {
            render::html_in(&mut self.memory, page, extraction, options, &mut self.html);
        }
        if wants.tei && extraction.text.is_none() {
            render::tei_in(&mut self.memory, page, extraction, options, &mut self.tei);
        }
        if wants.content {
            render::json_in(&mut self.memory, page, extraction, options, &mut self.content);
        }
    }
}

/// The longest body, in bytes, whose memory is kept: no worker is to hold for good what one large
/// page needed.
pub(super) const KEPT: usize = 1 << 20;

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
            let content_type = record.content_type.as_deref();
            let (html, _) = decode_in(&mut memory.converted, &record.body, content_type);
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
        let Memory { converted, page: of_page, title, forms, .. } = memory;
        title.clear();
        forms.clear();
        let mut wants = self.writer.wants();
        // Whether there is content, which the status says, shows in some form of it alone.
        wants.text |= self.filter.counts_words() || !wants.has_form();
        let begun = Instant::now();
        let is_over = || self.budget.is_some_and(|budget| begun.elapsed() > budget);
        let (html, charset) = decode_in(converted, &record.body, record.content_type.as_deref());
        let mut capped = Capped::default();
        let mut extraction = Extraction::default();
        let html_like = !record.is_foreign;
        let mut about = About::default();
        if html_like && !is_over() {
            let of_text = record.is_text.then(|| plain::page(html));
            let html = of_text.as_deref().unwrap_or(html);
            let page = Page::parse_in(take(of_page), html, self.parser, &self.caps);
            capped = page.dom().capped();
            page.title_into(title);
            if !is_over() {
                extraction = match record.is_text {
                    true => Extraction::all(&page),
                    false => self.extractor.extract(&page),
                };
                if let (Some(lines), Some(url)) = (self.site_lines, &record.url) {
                    lines.drop_from(&page, url, &mut extraction);
                }
            }
            if !is_over() {
                let options = Options { url: record.url.as_deref(), ..self.content };
                if self.visible_only {
                    extraction.leave_out_hidden(&page);
                }
                if wants.comments {
                    about.comments = split_comments(&page, &mut extraction);
                }
                forms.make(wants, &page, &extraction, &options);
                if !self.visible_only && !record.is_text {
                    about.source = self.embedded(&page, &extraction, &options, wants, forms);
                }
                about.read(wants, &page, &extraction, record.url.as_deref(), forms);
            }
            *of_page = page.into_memory();
        }
        let in_time = !is_over();
        if !in_time {
            (extraction, about) = Default::default();
            forms.clear();
        }
        let by_page = capped.nodes.then_some(PageProblem::NodesCap.name());
        let truncated = record.truncated.as_deref().or(by_page);
        let file = record.at.file.to_string_lossy();
        let status = match () {
            () if !html_like => Status::NotHtml,
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

/// What was asked for of a page beside its content.
#[derive(Default)]
struct About {
    source: Option<&'static str>,
    metadata: Option<Metadata>,
    links: Vec<Link>,
    comments: Vec<Comment>,
}

impl About {
    /// Reads what is wanted and not there as yet.
    fn read(
        &mut self,
        wants: Wants,
        page: &Page,
        extraction: &Extraction,
        url: Option<&str>,
        forms: &Forms,
    ) {
        if wants.metadata {
            let sample = match self.source {
                Some(_) if forms.text.is_empty() => Cow::Borrowed(&*forms.markdown),
                Some(_) => Cow::Borrowed(&*forms.text),
                None => Cow::Owned(sample(page, extraction)),
            };
            self.metadata = Some(Metadata::of(page, url, &sample));
        }
        if let Some(scope) = wants.links {
            self.links = links::links(page, extraction, url, scope);
        }
    }
}

/// The beginning of what was extracted, which tells its language: the same whatever form was asked for.
fn sample(page: &Page, extraction: &Extraction) -> String {
    let mut text = String::new();
    for unit in page.units() {
        if text.len() > SAMPLE {
            break;
        }
        if extraction.keeps_any(unit.leaves.start as usize..unit.leaves.end as usize) {
            page.join_into(unit.leaves.clone(), &mut text);
            text.push(' ');
        }
    }
    text
}

/// Takes readers' comments out of what was extracted.
fn split_comments(page: &Page, extraction: &mut Extraction) -> Vec<Comment> {
    let comments = metadata::comments(page);
    for (kept, in_comment) in extraction.kept.iter_mut().zip(comments.leaves) {
        *kept &= !in_comment;
    }
    comments.list
}
