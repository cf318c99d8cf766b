//! The content as a JSON array of blocks, for programs that want its structure and no markup.
//!
//! A block is an object with its `type` and, in `content`, its blocks or its inline run; of a run each part
//! is a string or an object with its `type`. A paragraph is `{"type":"paragraph","content":["It ran ",
//! {"type":"strong","content":["dry"]},"."]}`; code has `text` and `language`.

use std::fmt::Write;

use crate::content::{Block, Event, Inline, Span};

/// Appends the JSON of a stream of events.
pub(super) struct Json<'o> {
    out: &'o mut String,
    /// Whether something stands before in the array that is open.
    follows: bool,
    /// Whether a string is open, which the next text goes on with.
    in_text: bool,
}

impl<'o> Json<'o> {
    pub fn new(out: &'o mut String) -> Json<'o> {
        out.push('[');
        Json { out, follows: false, in_text: false }
    }

    /// Ends the array.
    pub fn end(self) {
        self.out.push(']');
    }

    pub fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(block) => self.block(block),
            Event::End(_) => self.close(),
            Event::Inline(inline) => self.inline(inline),
            Event::Code { language, text } => {
                self.object("code");
                if !language.is_empty() {
                    self.text_field("language", language);
                }
                self.text_field("text", text);
                self.out.push('}');
            }
            Event::Rule => {
                self.object("rule");
                self.out.push('}');
            }
        }
    }

    fn block(&mut self, block: Block) {
        self.object(match block {
            Block::Paragraph => "paragraph",
            Block::Heading(_) => "heading",
            Block::List { .. } => "list",
            Block::Item { .. } => "item",
            Block::Definitions => "definitions",
            Block::Term => "term",
            Block::Description => "description",
            Block::Quote => "quote",
            Block::Figure => "figure",
            Block::Caption => "caption",
            Block::Table { .. } => "table",
            Block::Row { .. } => "row",
            Block::Cell { .. } => "cell",
        });
        match block {
            Block::Heading(level) => self.field("level", level),
            Block::List { ordered } => self.field("ordered", ordered),
            Block::Item { number: Some(number), .. } => self.field("number", number),
            Block::Table { columns } => self.field("columns", columns),
            Block::Row { header: true } => self.field("header", true),
            Block::Cell { header, column, colspan, rowspan } => {
                self.field("column", column);
                if header {
                    self.field("header", true);
                }
                if colspan > 1 {
                    self.field("colspan", colspan);
                }
                if rowspan > 1 {
                    self.field("rowspan", rowspan);
                }
            }
            _ => {}
        }
        self.open();
    }

    fn inline(&mut self, inline: Inline<'_>) {
        match inline {
            Inline::Text(text) => {
                if !self.in_text {
                    self.next();
                    self.in_text = true;
                    self.out.push('"');
                }
                self.escape(text);
            }
            Inline::Break => {
                self.object("break");
                self.out.push('}');
            }
            Inline::Image { src, alt } => {
                self.object("image");
                self.text_field("url", src);
                self.text_field("alt", alt);
                self.out.push('}');
            }
            Inline::Math { tex, display } => {
                self.object("math");
                self.field("display", display);
                self.text_field("tex", tex);
                self.out.push('}');
            }
            Inline::Start(span) => {
                self.object(match span {
                    Span::Strong => "strong",
                    Span::Emphasis => "emphasis",
                    Span::Strike => "strike",
                    Span::Code => "code",
                    Span::Subscript => "subscript",
                    Span::Superscript => "superscript",
                    Span::Link(_) => "link",
                });
                if let Span::Link(url) = span {
                    self.text_field("url", url);
                }
                self.open();
            }
            Inline::End(_) => self.close(),
        }
    }

    /// Sets what is next off from what stands before it.
    fn next(&mut self) {
        self.end_text();
        if std::mem::replace(&mut self.follows, true) {
            self.out.push(',');
        }
    }

    fn end_text(&mut self) {
        if std::mem::take(&mut self.in_text) {
            self.out.push('"');
        }
    }

    /// Begins an object of a type.
    fn object(&mut self, kind: &str) {
        self.next();
        let _ = write!(self.out, "{{\"type\":\"{kind}\"");
    }

    fn field(&mut self, name: &str, value: impl std::fmt::Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.out, ",\"{name}\":{value}");
    }

    fn text_field(&mut self, name: &str, value: &str) {
        let _ = write!(self.out, ",\"{name}\":\"");
        self.escape(value);
        self.out.push('"');
    }

    /// Begins what an object holds.
    fn open(&mut self) {
        self.out.push_str(",\"content\":[");
        self.follows = false;
    }

    /// Ends an object that holds something.
    fn close(&mut self) {
        self.end_text();
        self.out.push_str("]}");
        self.follows = true;
    }

    fn escape(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                '\n' => self.out.push_str("\\n"),
                '\t' => self.out.push_str("\\t"),
                c if c < ' ' => {
                    let _ = write!(self.out, "\\u{:04x}", u32::from(c));
                }
                c => self.out.push(c),
            }
        }
    }
}
