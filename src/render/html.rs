//! Clean HTML: what a document is made of and nothing else.
//!
//! The tags and attributes are those written here. No script, style, handler or class comes from
//! the page, and addresses are those that [`crate::content`] lets through.

use std::fmt::{self, Write};

use crate::content::{Block, Event, Inline, Span};

/// Appends the HTML of a stream of events.
pub(super) struct Html<'o> {
    out: &'o mut String,
    /// Whether a block has just begun that can hold an inline run itself.
    is_bare: bool,
    /// Whether the paragraph that is open has no tags.
    in_bare: bool,
    /// Which part of the table rows are in.
    part: Option<&'static str>,
    /// The figures and tables that are open, each with whether it is a table: a figure may lie in a
    /// cell, and a table in a figure, and each has a caption of its own.
    captioned: Vec<bool>,
}

impl<'o> Html<'o> {
    pub fn new(out: &'o mut String) -> Html<'o> {
        Html { out, is_bare: false, in_bare: false, part: None, captioned: Vec::new() }
    }

    pub fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(block) => self.start(block),
            Event::End(block) => self.end(block),
            Event::Inline(inline) => self.inline(inline),
            Event::Code { language, text } => {
                self.is_bare = false;
                match language {
                    "" => self.out.push_str("<pre><code>"),
                    language => self.put(format_args!("<pre><code class=\"language-{language}\">")),
                }
                escape(text, self.out);
                self.out.push_str("</code></pre>\n");
            }
            Event::Rule => self.out.push_str("<hr>\n"),
        }
    }

    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(text);
    }

    /// Whether the caption that begins or ends is a table's, and not a figure's.
    fn is_of_table(&self) -> bool {
        self.captioned.last() == Some(&true)
    }

    fn start(&mut self, block: Block) {
        let was_bare = std::mem::replace(&mut self.is_bare, false);
        match block {
            Block::Paragraph if was_bare => self.in_bare = true,
            Block::Paragraph => self.out.push_str("<p>"),
            Block::Heading(level) => self.put(format_args!("<h{level}>")),
            Block::List { ordered: false } => self.out.push_str("<ul>\n"),
            Block::List { ordered: true } => self.out.push_str("<ol>\n"),
            Block::Item { number: Some(number), .. } => {
                self.put(format_args!("<li value=\"{number}\">"));
            }
            Block::Item { number: None, .. } => self.out.push_str("<li>"),
            Block::Definitions => self.out.push_str("<dl>\n"),
            Block::Term => self.out.push_str("<dt>"),
            Block::Description => self.out.push_str("<dd>"),
            Block::Quote => self.out.push_str("<blockquote>\n"),
            Block::Figure => {
                self.captioned.push(false);
                self.out.push_str("<figure>\n");
            }
            Block::Caption if self.is_of_table() => self.out.push_str("<caption>"),
            Block::Caption => self.out.push_str("<figcaption>"),
            Block::Table { .. } => {
                self.captioned.push(true);
                self.part = Some("");
                self.out.push_str("<table>\n");
            }
            Block::Row { header } => {
                self.table_part(if header { "thead" } else { "tbody" });
                self.out.push_str("<tr>");
            }
            Block::Cell { header, colspan, rowspan, .. } => {
                self.out.push_str(if header { "<th" } else { "<td" });
                if colspan > 1 {
                    self.put(format_args!(" colspan=\"{colspan}\""));
                }
                if rowspan > 1 {
                    self.put(format_args!(" rowspan=\"{rowspan}\""));
                }
                self.out.push('>');
            }
        }
        self.is_bare = holds_inline(block);
    }

    fn end(&mut self, block: Block) {
        self.is_bare = false;
        match block {
            Block::Paragraph if self.in_bare => self.in_bare = false,
            Block::Paragraph => self.out.push_str("</p>\n"),
            Block::Heading(level) => self.put(format_args!("</h{level}>\n")),
            Block::List { ordered: false } => self.out.push_str("</ul>\n"),
            Block::List { ordered: true } => self.out.push_str("</ol>\n"),
            Block::Item { .. } => self.out.push_str("</li>\n"),
            Block::Definitions => self.out.push_str("</dl>\n"),
            Block::Term => self.out.push_str("</dt>\n"),
            Block::Description => self.out.push_str("</dd>\n"),
            Block::Quote => self.out.push_str("</blockquote>\n"),
            Block::Figure => {
                self.captioned.pop();
                self.out.push_str("</figure>\n");
            }
            Block::Caption if self.is_of_table() => self.out.push_str("</caption>\n"),
            Block::Caption => self.out.push_str("</figcaption>\n"),
            Block::Table { .. } => {
                self.captioned.pop();
                self.table_part("");
                self.part = None;
                self.out.push_str("</table>\n");
            }
            Block::Row { .. } => self.out.push_str("</tr>\n"),
            Block::Cell { header, .. } => self.out.push_str(if header { "</th>" } else { "</td>" }),
        }
    }

    /// Goes from one part of a table to another.
    fn table_part(&mut self, part: &'static str) {
        let before = self.part.replace(part).unwrap_or_default();
        if before == part {
            return;
        }
        if !before.is_empty() {
            self.put(format_args!("</{before}>\n"));
        }
        if !part.is_empty() {
            self.put(format_args!("<{part}>\n"));
        }
    }

    fn inline(&mut self, inline: Inline<'_>) {
        match inline {
            Inline::Text(text) => escape(text, self.out),
            Inline::Break => self.out.push_str("<br>\n"),
            Inline::Image { src, alt } => {
                self.out.push_str("<img src=\"");
                escape(src, self.out);
                self.out.push_str("\" alt=\"");
                escape(alt, self.out);
                self.out.push_str("\">");
            }
            Inline::Math { tex, display } => {
                self.out.push_str(if display { "<math display=\"block\">" } else { "<math>" });
                self.out.push_str("<semantics><mtext>");
                escape(tex, self.out);
                self.out.push_str("</mtext><annotation encoding=\"application/x-tex\">");
                escape(tex, self.out);
                self.out.push_str("</annotation></semantics></math>");
            }
            Inline::Start(Span::Link(href)) => {
                self.out.push_str("<a href=\"");
                escape(href, self.out);
                self.out.push_str("\">");
            }
            Inline::Start(span) => self.put(format_args!("<{}>", name(span))),
            Inline::End(span) => self.put(format_args!("</{}>", name(span))),
        }
    }
}

/// Whether a block's first paragraph needs no tags.
fn holds_inline(block: Block) -> bool {
    matches!(
        block,
        Block::Item { .. } | Block::Term | Block::Description | Block::Caption | Block::Cell { .. }
    )
}

fn name(span: Span<'_>) -> &'static str {
    match span {
        Span::Strong => "strong",
        Span::Emphasis => "em",
        Span::Strike => "del",
        Span::Code => "code",
        Span::Subscript => "sub",
        Span::Superscript => "sup",
        Span::Link(_) => "a",
    }
}

/// A text that prints escaped, as [`escape`] does.
pub(crate) struct Escaped<'t>(pub &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut escaped = String::with_capacity(self.0.len());
        escape(self.0, &mut escaped);
        f.write_str(&escaped)
    }
}

/// Appends a text with the characters escaped that mean something in HTML, in text or in a quoted
/// attribute.
pub(crate) fn escape(text: &str, out: &mut String) {
    let mut rest = text;
    let is_special = |byte| matches!(byte, b'&' | b'<' | b'>' | b'"');
    while let Some(at) = rest.bytes().position(is_special) {
        out.push_str(&rest[..at]);
        out.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ => "&quot;",
        });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}
