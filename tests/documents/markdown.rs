//! Markdown, read by `pulldown-cmark`.

use leafmill::content::Options;
use leafmill::page::Page;
use leafmill::render;
use proptest::prelude::*;
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};

use super::outline::{self, Line, Run, Spans};
use super::pages;

/// The blocks that a reader of Markdown finds.
fn read(markdown: &str) -> Vec<Line> {
    use pulldown_cmark::Options as O;
    let dialect = O::ENABLE_TABLES | O::ENABLE_STRIKETHROUGH;
    let mut reader = Reader::default();
    Parser::new_ext(markdown, dialect).for_each(|event| reader.event(event));
    reader.lines
}

#[derive(Default)]
struct Reader {
    lines: Vec<Line>,
    around: Vec<String>,
    lists: Vec<bool>,
    run: Run,
    spans: Spans,
    cells: Vec<Run>,
    in_cell: bool,
    code: Option<String>,
    link: Vec<String>,
    in_image: bool,
}

impl Reader {
    fn line(&mut self, kind: &str, runs: Vec<Run>) {
        self.lines.push(Line { around: self.around.concat(), kind: kind.to_owned(), runs });
    }

    /// Ends the run of a tight item.
    fn end_run(&mut self) {
        if !self.in_cell && !self.run.is_empty() {
            let run = std::mem::take(&mut self.run);
            self.line("p", vec![run]);
        }
    }

    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.code.is_some() => {
                self.run.text.push_str(&text);
            }
            Event::Text(text) if self.in_image => self.run.push_object(&text),
            Event::Text(text) => self.run.push(&text, self.spans),
            Event::Code(text) => {
                self.run.begin_code();
                self.run.push_object(&text);
                self.run.end_code();
            }
            Event::SoftBreak => self.run.push("<soft>", Spans::default()),
            Event::HardBreak => self.run.push("\n", Spans::default()),
            Event::Rule => {
                self.end_run();
                self.line("rule", Vec::new());
            }
            other => self.run.push_object(&format!("<{other:?}>")),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Strong => self.spans.strong += 1,
            Tag::Emphasis => self.spans.emphasis += 1,
            Tag::Strikethrough => self.spans.strike += 1,
            Tag::Link { dest_url, .. } => {
                self.run.push_object("[");
                self.link.push(dest_url.into_string());
            }
            Tag::Image { dest_url, .. } => {
                self.in_image = true;
                self.run.push_object("![");
                self.link.push(dest_url.into_string());
            }
            block => {
                self.end_run();
                match block {
                    Tag::List(first) => self.lists.push(first.is_some()),
                    Tag::Item => {
                        let mark = if self.lists.last() == Some(&true) { "1." } else { "-" };
                        self.around.push(mark.to_owned());
                    }
                    Tag::BlockQuote(_) => self.around.push(">".to_owned()),
                    Tag::CodeBlock(CodeBlockKind::Fenced(language)) => {
                        self.code = Some(language.into_string());
                    }
                    Tag::TableCell => self.in_cell = true,
                    Tag::Paragraph
                    | Tag::Heading { .. }
                    | Tag::Table(_)
                    | Tag::TableHead
                    | Tag::TableRow => {}
                    other => self.run.push_object(&format!("<{other:?}>")),
                }
            }
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Strong => self.spans.strong -= 1,
            TagEnd::Emphasis => self.spans.emphasis -= 1,
            TagEnd::Strikethrough => self.spans.strike -= 1,
            TagEnd::Link | TagEnd::Image => {
                self.in_image = false;
                let address = self.link.pop().unwrap();
                self.run.push_object(&format!("]({address})"));
            }
            TagEnd::CodeBlock => {
                let run = std::mem::take(&mut self.run);
                let text = run.text.strip_suffix('\n').unwrap_or(&run.text).to_owned();
                let language = self.code.take().unwrap();
                self.line(&format!("code {language}"), vec![Run { text, marks: Vec::new() }]);
            }
            TagEnd::Heading(level) => {
                let run = std::mem::take(&mut self.run);
                let level = HeadingLevel::try_from(level as usize).unwrap() as usize;
                self.line(&format!("h{level}"), vec![run]);
            }
            TagEnd::TableCell => {
                self.in_cell = false;
                let run = std::mem::take(&mut self.run);
                self.cells.push(run);
            }
            TagEnd::TableHead | TagEnd::TableRow => {
                let kind = if tag == TagEnd::TableHead { "head" } else { "row" };
                let cells = std::mem::take(&mut self.cells);
                self.line(kind, cells);
            }
            TagEnd::List(_) => {
                self.end_run();
                self.lists.pop();
            }
            TagEnd::Item | TagEnd::BlockQuote(_) => {
                self.end_run();
                self.around.pop();
            }
            _ => self.end_run(),
        }
    }
}

/// What was written, as one line where a block is one: a heading.
fn on_one_line(mut line: Line) -> Line {
    if line.kind.starts_with('h') && line.kind != "head" {
        line.runs.iter_mut().for_each(|run| run.text = run.text.replace('\n', " "));
    }
    line
}

/// Holds a page's Markdown to its blocks.
fn check(html: &str, kept: u64) -> Result<(), TestCaseError> {
    let page = Page::parse(html);
    let extraction = outline::extraction(&page, kept);
    let options = Options::default();
    let written = outline::of_page(&page, &extraction, &options);
    let markdown = render::markdown(&page, &extraction, &options);
    // Code in which an address would be defined is written as text.
    let defines = |run: &Run| {
        run.text.starts_with('[') && run.text.contains("]:") && run.text.contains(outline::CODE)
    };
    if written.iter().flat_map(|line| &line.runs).any(defines) {
        return Ok(());
    }
    let read = read(&markdown);
    prop_assert_eq!(
        read.len(),
        written.len(),
        "{}\n{}\n{:#?}\n{:#?}",
        html,
        markdown,
        read,
        written
    );
    for (read, written) in read.into_iter().zip(written) {
        let written = on_one_line(written);
        prop_assert_eq!(&read.around, &written.around, "{}\n{}", html, markdown);
        prop_assert_eq!(&read.kind, &written.kind, "{}\n{}", html, markdown);
        prop_assert_eq!(read.runs.len(), written.runs.len(), "{}\n{}", html, markdown);
        for (read, written) in read.runs.iter().zip(&written.runs) {
            prop_assert_eq!(&read.text, &written.text, "{}\n{}", html, markdown);
            // A mark that Markdown cannot set there is left out; none is added.
            let within = |(one, other): (&(bool, bool, bool), &(bool, bool, bool))| {
                one.0 <= other.0 && one.1 <= other.1 && one.2 <= other.2
            };
            prop_assert!(
                read.marks.iter().zip(&written.marks).all(within),
                "{}\n{}",
                html,
                markdown
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(super::cases())]

    #[test]
    fn a_reader_of_markdown_finds_the_blocks_that_were_written((html, kept) in pages()) {
        check(&html, kept)?;
    }
}
