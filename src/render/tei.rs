//! The body of a TEI document, which plain XML has too: what is kept as elements of TEI P5.
//!
//! A heading is an `ab` with its level, since pages have headings where TEI allows no `head`; a term and
//! its description are items, since pages do not pair them. `docs/tei.rng` is the schema of what is
//! written here.

use std::fmt::Write;

use crate::content::{Block, Event, Inline, Span};

/// Appends the elements of a stream of events.
pub(super) struct Tei<'o> {
    out: &'o mut String,
    in_code: bool,
}

impl<'o> Tei<'o> {
    pub fn new(out: &'o mut String) -> Tei<'o> {
        Tei { out, in_code: false }
    }

    pub fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(block) => self.start(block),
            Event::End(block) => self.end(block),
            Event::Inline(inline) => self.inline(inline),
            Event::Code { language, text } => {
                self.out.push_str("<ab type=\"code\"><code");
                if !language.is_empty() {
                    self.attribute("lang", language);
                }
                self.out.push_str(" xml:space=\"preserve\">");
                self.text(text);
                self.out.push_str("</code></ab>\n");
            }
            Event::Rule => self.out.push_str("<milestone unit=\"section\" rend=\"rule\"/>\n"),
        }
    }

    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(text);
    }

    fn text(&mut self, text: &str) {
        xml_escape(text, self.out);
    }

    fn attribute(&mut self, name: &str, value: &str) {
        self.put(format_args!(" {name}=\""));
        self.text(value);
        self.out.push('"');
    }

    fn start(&mut self, block: Block) {
        match block {
            Block::Paragraph => self.out.push_str("<p>"),
            Block::Heading(level) => self.put(format_args!("<ab type=\"heading\" n=\"{level}\">")),
            Block::List { ordered } => {
                let rend = if ordered { "numbered" } else { "bulleted" };
                self.put(format_args!("<list rend=\"{rend}\">\n"));
            }
            Block::Item { number: Some(number), .. } => {
                self.put(format_args!("<item n=\"{number}\">"));
            }
            Block::Item { number: None, .. } => self.out.push_str("<item>"),
            Block::Definitions => self.out.push_str("<list rend=\"definitions\">\n"),
            Block::Term => self.out.push_str("<item rend=\"term\">"),
            Block::Description => self.out.push_str("<item rend=\"description\">"),
            Block::Quote => self.out.push_str("<quote>\n"),
            Block::Figure => self.out.push_str("<ab type=\"figure\"><figure>\n"),
            Block::Caption => self.out.push_str("<note type=\"caption\">"),
            Block::Table { columns } => self.put(format_args!("<table cols=\"{columns}\">\n")),
            Block::Row { header } => self.start_of("row", header),
            Block::Cell { header, colspan, rowspan, .. } => {
                self.start_of("cell", header);
                self.out.pop();
                if colspan > 1 {
                    self.put(format_args!(" cols=\"{colspan}\""));
                }
                if rowspan > 1 {
                    self.put(format_args!(" rows=\"{rowspan}\""));
                }
                self.out.push('>');
            }
        }
    }

    /// Begins a row or a cell, whose role is to label others or to hold data.
    fn start_of(&mut self, name: &str, header: bool) {
        let role = if header { " role=\"label\"" } else { "" };
        self.put(format_args!("<{name}{role}>"));
    }

    fn end(&mut self, block: Block) {
        self.out.push_str(match block {
            Block::Paragraph => "</p>\n",
            Block::Heading(_) => "</ab>\n",
            Block::List { .. } | Block::Definitions => "</list>\n",
            Block::Item { .. } | Block::Term | Block::Description => "</item>\n",
            Block::Quote => "</quote>\n",
            Block::Figure => "</figure></ab>\n",
            Block::Caption => "</note>\n",
            Block::Table { .. } => "</table>\n",
            Block::Row { .. } => "</row>\n",
            Block::Cell { .. } => "</cell>",
        });
    }

    fn inline(&mut self, inline: Inline<'_>) {
        match inline {
            Inline::Text(text) => self.text(text),
            // Code holds characters alone.
            Inline::Break if self.in_code => self.out.push('\n'),
            Inline::Break => self.out.push_str("<lb/>\n"),
            Inline::Image { src, alt } => {
                self.out.push_str("<graphic");
                self.attribute("url", src);
                self.out.push_str("><desc>");
                self.text(alt);
                self.out.push_str("</desc></graphic>");
            }
            Inline::Math { tex, display } => {
                let rend = if display { "display" } else { "inline" };
                self.put(format_args!("<formula notation=\"TeX\" rend=\"{rend}\">"));
                self.text(tex);
                self.out.push_str("</formula>");
            }
            Inline::Start(Span::Link(target)) => {
                self.out.push_str("<ref");
                self.attribute("target", target);
                self.out.push('>');
            }
            Inline::End(Span::Link(_)) => self.out.push_str("</ref>"),
            Inline::Start(Span::Code) => {
                self.in_code = true;
                self.out.push_str("<code>");
            }
            Inline::End(Span::Code) => {
                self.in_code = false;
                self.out.push_str("</code>");
            }
            Inline::Start(span) => self.put(format_args!("<hi rend=\"{}\">", rend(span))),
            Inline::End(_) => self.out.push_str("</hi>"),
        }
    }
}

/// How a span is set.
fn rend(span: Span<'_>) -> &'static str {
    match span {
        Span::Strong => "bold",
        Span::Emphasis => "italic",
        Span::Strike => "strikethrough",
        Span::Subscript => "subscript",
        Span::Superscript => "superscript",
        Span::Code => "code",
        Span::Link(_) => "link",
    }
}

/// Appends a text with the characters escaped that mean something in XML, and without those that XML 1.0
/// has no way to write.
fn xml_escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // A reader would take it for a line end.
            '\r' => out.push_str("&#13;"),
            '\t' | '\n' => out.push(c),
            '\u{FFFE}' | '\u{FFFF}' => {}
            c if c < ' ' => {}
            c => out.push(c),
        }
    }
}
