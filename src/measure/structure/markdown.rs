//! The structure of a Markdown document: CommonMark with GitHub's tables and strikethrough.
//!
//! Raw HTML in it counts for what it marks up, and is counted as such.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::fold;
use super::html;
use super::{Heading, Item, Link, Structure};

/// The structure of a Markdown document. Its links are relative to `base`; front matter between
/// lines of `---` at its beginning is none of it.
pub fn structure(markdown: &str, base: Option<&str>) -> Structure {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut reader = Reader { base, ..Reader::default() };
    for event in Parser::new_ext(without_front_matter(markdown), options) {
        reader.event(event);
    }
    reader.flush();
    reader.structure.text = reader.text.join("\n");
    reader.structure
}

fn without_front_matter(markdown: &str) -> &str {
    let body = markdown.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
    body.map_or(markdown, |(_, body)| body)
}

/// Puts a structure together from the events of a parser.
#[derive(Default)]
struct Reader<'a> {
    base: Option<&'a str>,
    structure: Structure,
    /// The inline runs and pieces of code so far.
    text: Vec<String>,
    /// The inline run that is open, and where each span in it began, with a link's address.
    run: String,
    spans: Vec<(usize, String)>,
    /// How many images are open: their texts are none of the run.
    images: usize,
    /// Whether each list that is open is ordered.
    lists: Vec<bool>,
    /// The items that are open, with the runs of each.
    items: Vec<Vec<String>>,
    quotes: usize,
    table: Vec<Vec<String>>,
    /// The block of code or of raw HTML that is open.
    raw: Option<String>,
}

impl<'a> Reader<'a> {
    fn event(&mut self, event: Event<'a>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Html(text) => match &mut self.raw {
                Some(raw) => raw.push_str(&text),
                None => self.push(&text),
            },
            Event::Code(code) => {
                self.structure.inline_code.push(fold::folded(&code));
                self.push(&code);
            }
            Event::SoftBreak | Event::HardBreak => self.push("\n"),
            Event::InlineHtml(html) => self.inline_html(&html),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'a>) {
        match tag {
            Tag::Image { .. } => self.images += 1,
            Tag::Link { dest_url, .. } => self.spans.push((self.run.len(), dest_url.into_string())),
            Tag::Strong | Tag::Emphasis | Tag::Strikethrough => {
                self.spans.push((self.run.len(), String::new()));
            }
            block => {
                self.flush();
                match block {
                    Tag::List(first) => self.lists.push(first.is_some()),
                    Tag::Item => self.items.push(Vec::new()),
                    Tag::BlockQuote(_) => self.quotes += 1,
                    Tag::TableHead | Tag::TableRow => self.table.push(Vec::new()),
                    Tag::CodeBlock(_) | Tag::HtmlBlock => self.raw = Some(String::new()),
                    _ => {}
                }
            }
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Image => self.images -= 1,
            TagEnd::Link => {
                if let Some((from, address)) = self.spans.pop() {
                    self.link(from, &address);
                }
            }
            TagEnd::Strong => self.emphasised(|structure| &mut structure.strong),
            TagEnd::Emphasis => self.emphasised(|structure| &mut structure.emphasis),
            TagEnd::Strikethrough => drop(self.spans.pop()),
            TagEnd::Heading(level) => self.heading(level),
            TagEnd::TableCell => {
                let cell = fold::folded(&self.flush());
                self.table.last_mut().into_iter().for_each(|row| row.push(cell.clone()));
            }
            TagEnd::CodeBlock => self.code(),
            TagEnd::HtmlBlock => self.html_block(),
            block => {
                self.flush();
                match block {
                    TagEnd::List(_) => drop(self.lists.pop()),
                    TagEnd::Item => self.item(),
                    TagEnd::BlockQuote(_) => self.quotes -= 1,
                    TagEnd::Table => {
                        self.structure.tables.push(std::mem::take(&mut self.table));
                    }
                    _ => {}
                }
            }
        }
    }

    fn push(&mut self, text: &str) {
        if self.images == 0 {
            self.run.push_str(text);
        }
    }

    /// Ends the inline run that is open, if there is one; gives it.
    fn flush(&mut self) -> String {
        self.spans.clear();
        let run = std::mem::take(&mut self.run);
        if !run.is_empty() {
            if self.quotes > 0 {
                self.structure.quotes.extend(fold::words(&fold::folded(&run)));
            }
            self.add(run.clone());
        }
        run
    }

    /// Adds an inline run or code to the text and to the item that it lies in.
    fn add(&mut self, run: String) {
        if let Some(item) = self.items.last_mut() {
            item.push(run.clone());
        }
        self.text.push(run);
    }

    fn link(&mut self, from: usize, address: &str) {
        let text = fold::folded(&self.run[from..]);
        if address.to_ascii_lowercase().starts_with("javascript:") {
            self.structure.unsafe_parts += 1;
        }
        let address = fold::address(address, self.base);
        self.structure.links.push(Link { text, address });
    }

    fn emphasised(&mut self, list: fn(&mut Structure) -> &mut Vec<String>) {
        if let Some((from, _)) = self.spans.pop() {
            let text = fold::folded(&self.run[from..]);
            if !text.is_empty() {
                list(&mut self.structure).push(text);
            }
        }
    }

    fn heading(&mut self, level: HeadingLevel) {
        let text = fold::folded(&self.flush());
        if !text.is_empty() {
            self.structure.headings.push(Heading { level: level as i8, text });
        }
    }

    fn item(&mut self) {
        let text = fold::folded(&self.items.pop().unwrap_or_default().join(" "));
        if !text.is_empty() {
            let (depth, ordered) = (self.lists.len() as u32, self.lists.last() == Some(&true));
            self.structure.items.push(Item { text, depth, ordered });
        }
    }

    fn code(&mut self) {
        let code = self.raw.take().unwrap_or_default();
        self.structure.code.push(fold::code(&code));
        self.add(code);
    }

    fn inline_html(&mut self, html: &str) {
        self.structure.raw_tags += 1;
        self.structure.unsafe_parts += u64::from(is_unsafe(html));
        if is_break(html) {
            self.push("\n");
        }
    }

    /// A table or a list that is left as raw HTML is structure too.
    fn html_block(&mut self) {
        let html = self.raw.take().unwrap_or_default();
        self.structure.raw_tags += 1;
        self.structure.unsafe_parts += u64::from(is_unsafe(&html));
        let text = html::add(&html, self.base, &mut self.structure);
        self.text.push(text);
    }
}

fn is_break(html: &str) -> bool {
    let rest = html.get(..3).filter(|start| start.eq_ignore_ascii_case("<br")).map(|_| &html[3..]);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
}

/// Whether raw HTML holds what runs: a script, a frame, a handler, an address of `javascript:`.
fn is_unsafe(html: &str) -> bool {
    let html = html.to_ascii_lowercase();
    let is_tag = |name: &str| {
        html.match_indices(name).any(|(at, _)| {
            html[..at].trim_end().ends_with('<')
                && !html[at + name.len()..].starts_with(|c: char| c.is_alphanumeric())
        })
    };
    let is_handler = |(at, _): (usize, &str)| {
        let name = html[at + 2..].trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        let is_word = name.len() < html.len() - at - 2;
        html[..at].ends_with(char::is_whitespace) && is_word && name.trim_start().starts_with('=')
    };
    html.contains("javascript:")
        || ["script", "style", "iframe", "object", "embed"].into_iter().any(is_tag)
        || html.match_indices("on").any(is_handler)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_read() {
        let markdown = "---\ntitle: x\n---\n# Title\n\nSome *em*, **strong** and `code`; [link](/a?b=1 \"t\").\n\n\
                        - a\n- b\n  1. c\n\n| x | y |\n|---|---|\n| 1 | **2** |\n\n\
                        ```py\ndef f():\n\treturn 1\n```\n\n> quoted\n> words\n\n![alt](i.png)\n";
        let found = structure(markdown, Some("https://e.org/d/"));
        assert_eq!(found.headings, [Heading { level: 1, text: "title".into() }]);
        let item = |text: &str, depth, ordered| Item { text: text.into(), depth, ordered };
        assert_eq!(found.items, [item("a", 1, false), item("c", 2, true), item("b", 1, false)]);
        assert_eq!(found.tables, [[["x", "y"], ["1", "2"]]]);
        assert_eq!(found.code, ["def f():\n    return 1"]);
        assert_eq!(found.inline_code, ["code"]);
        let address = "//e.org/a?b=1#".to_owned();
        assert_eq!(found.links, [Link { text: "link".into(), address }]);
        assert_eq!(
            (found.strong, found.emphasis),
            (vec!["strong".into(), "2".into()], vec!["em".into()])
        );
        assert_eq!(found.quotes, ["quoted", "words"]);
        assert!(!found.text.contains("alt") && !found.text.contains('*'), "{}", found.text);
    }

    #[test]
    fn raw_html_is_counted_and_read() {
        let markdown = "a<br>b <b onclick = 'x'>c</b>\n\n<ul><li>one</ul>\n\n<script>1</script>\n";
        let found = structure(markdown, None);
        assert_eq!((found.raw_tags, found.unsafe_parts), (5, 2));
        assert_eq!(found.items.len(), 1);
        assert!(found.text.starts_with("a\nb c\n"), "{}", found.text);
        for safe in ["<b class=on>", "<descriptive>", "<a href=java>"] {
            assert!(!is_unsafe(safe), "{safe}");
        }
    }
}
