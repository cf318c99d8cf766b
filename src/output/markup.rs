//! What the XML formats share: elements appended to memory, and only characters that XML allows.

use std::borrow::Cow;

use quick_xml::Writer;
use quick_xml::escape::partial_escape;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::Document;

/// Appends XML.
pub(super) struct Markup<'o>(Writer<&'o mut Vec<u8>>);

/// The names and values of an element's attributes; one without a value is left out.
pub(super) type Attributes<'a> = &'a [(&'a str, Option<&'a str>)];

impl<'o> Markup<'o> {
    pub fn new(out: &'o mut Vec<u8>) -> Markup<'o> {
        Markup(Writer::new(out))
    }

    /// The declaration, on a line of its own.
    pub fn declaration(&mut self) {
        self.event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
        self.line();
    }

    pub fn start(&mut self, name: &str, attributes: Attributes) {
        let given = attributes.iter().filter_map(|&(key, value)| Some((key, value?)));
        let values: Vec<_> = given.map(|(key, value)| (key, allowed(value))).collect();
        let mut start = BytesStart::new(name);
        values.iter().for_each(|(key, value)| start.push_attribute((*key, value.as_ref())));
        self.event(Event::Start(start));
    }

    pub fn end(&mut self, name: &str) {
        self.event(Event::End(BytesEnd::new(name)));
    }

    /// An element that holds text alone.
    pub fn element(&mut self, name: &str, attributes: Attributes, text: &str) {
        self.start(name, attributes);
        self.event(Event::Text(BytesText::from_escaped(partial_escape(allowed(text)))));
        self.end(name);
    }

    /// A `p` a line of the text, each on a line of its own.
    pub fn paragraphs(&mut self, text: &str) {
        for line in text.split('\n') {
            self.element("p", &[], line);
            self.line();
        }
    }

    /// The content: its elements, or of a method's own text a `p` a line.
    pub fn content(&mut self, document: &Document) {
        match document.tei {
            Some(elements) => self.0.get_mut().extend_from_slice(elements.as_bytes()),
            None => self.paragraphs(document.text),
        }
    }

    pub fn line(&mut self) {
        self.0.get_mut().push(b'\n');
    }

    fn event(&mut self, event: Event) {
        #[expect(clippy::expect_used, reason = "writing into memory cannot fail")]
        self.0.write_event(event).expect("XML into memory");
    }
}

/// The text without what XML 1.0 has no way to write (`Char` in its section 2.2): all controls
/// below the space but tab and line ends, U+FFFE and U+FFFF.
fn allowed(text: &str) -> Cow<'_, str> {
    let is_allowed = |c: char| match c {
        '\t' | '\n' | '\r' => true,
        '\u{FFFE}' | '\u{FFFF}' => false,
        c => c >= ' ',
    };
    match text.chars().all(is_allowed) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.chars().filter(|&c| is_allowed(c)).collect()),
    }
}
