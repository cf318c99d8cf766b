//! The XML formats, parsed back.

use leafmill::output::{Document, Tei, Writer, Xml};
use proptest::prelude::*;
use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::Event;

use super::{stream, with_documents};

/// A document as it was read back.
#[derive(Debug, Default, PartialEq)]
struct Parsed {
    /// The `p` elements of its body, joined by line ends.
    text: String,
    /// Its attributes.
    attributes: Vec<(String, String)>,
    /// The text of each element of its header, with the element's name.
    header: Vec<(String, String)>,
}

impl Parsed {
    fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// Parses a stream into its documents, elements called `name` below the root.
fn parse(xml: &[u8], name: &str) -> Vec<Parsed> {
    let mut reader = Reader::from_str(std::str::from_utf8(xml).unwrap());
    let mut path: Vec<String> = Vec::new();
    let mut parsed: Vec<Parsed> = Vec::new();
    let mut text = String::new();
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) => {
                let tag = start.name().as_ref().to_owned();
                if path.len() == 1 && tag == name {
                    let attributes = start.attributes().map(Result::unwrap).map(|attribute| {
                        let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0);
                        (attribute.key.as_ref().to_owned(), value.unwrap().into_owned())
                    });
                    parsed.push(Parsed { attributes: attributes.collect(), ..Parsed::default() });
                }
                path.push(tag);
                text.clear();
            }
            Event::Text(piece) => text.push_str(&piece.xml10_content()),
            Event::GeneralRef(piece) => {
                text.push_str(&unescape(&format!("&{};", &*piece)).unwrap());
            }
            Event::End(end) => {
                let tag = path.pop().unwrap();
                assert_eq!(end.name().as_ref(), tag);
                let in_header = path.iter().any(|tag| tag == "teiHeader");
                if let (true, Some(last)) = (path.len() > 1, parsed.last_mut()) {
                    if in_header {
                        last.header.push((tag, std::mem::take(&mut text)));
                    } else if tag == "p" {
                        last.text += &text;
                        last.text.push('\n');
                    }
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(path.is_empty());
    for document in &mut parsed {
        document.text.pop();
    }
    parsed
}

/// What of a text XML can hold.
fn allowed(text: &str) -> String {
    let forbidden =
        |c: &char| *c < ' ' && !"\t\n\r".contains(*c) || "\u{fffe}\u{ffff}".contains(*c);
    text.chars().filter(|c| !forbidden(c)).collect()
}

#[test]
fn both_forms_parse_back_to_the_documents() {
    with_documents(|documents| {
        let xml = parse(&stream(&Xml::default(), documents), "doc");
        let tei = parse(&stream(&Tei::default(), documents), "TEI");
        assert_eq!((xml.len(), tei.len()), (documents.len(), documents.len()));
        for (document, (xml, tei)) in documents.iter().zip(xml.iter().zip(&tei)) {
            assert_eq!(xml.text, allowed(document.text));
            assert_eq!(tei.text, allowed(document.text));
            assert_eq!(xml.attribute("id"), Some(document.id));
            assert_eq!(xml.attribute("title"), document.title);
            assert_eq!(xml.attribute("url"), document.url);
            assert_eq!(xml.attribute("record_id"), document.record.record_id);
            let title = document.title.unwrap_or_default();
            assert_eq!(tei.header[0], ("title".to_owned(), title.to_owned()));
            assert!(tei.header.contains(&("idno".to_owned(), document.id.to_owned())));
        }
    });
}

#[test]
fn a_corpus_of_nothing_is_whole() {
    assert_eq!(parse(&stream(&Xml::default(), &[]), "doc"), []);
    // TEI wants a text in a corpus.
    let tei = parse(&stream(&Tei::default(), &[]), "TEI");
    assert_eq!(tei.len(), 1);
    assert_eq!(tei[0].text, "");
    assert!(tei[0].header.iter().all(|(name, _)| name != "idno"), "{:?}", tei[0].header);
}

proptest! {
    #[test]
    fn any_text_and_any_title_come_back(
        text in prop::collection::vec(any::<char>(), 0..60),
        title in prop::collection::vec(any::<char>(), 0..20),
        line_ends in prop::collection::vec((any::<prop::sample::Index>(), "[\n\r\t <>&\"']|]]>"), 0..8),
    ) {
        let title: String = title.into_iter().collect();
        let mut text: Vec<String> = text.into_iter().map(String::from).collect();
        for (at, awkward) in line_ends {
            text.insert(at.index(text.len() + 1), awkward);
        }
        let text = text.concat();
        let source = leafmill::internals::source::Record::default();
        let charset = leafmill::decode::decode(b"", None).1;
        let record = leafmill::output::Provenance::of(&source, "f", charset);
        let mut document = Document::new("i", record);
        (document.title, document.text) = (Some(&*title), &*text);
        let formats: [(&dyn Writer, &str); 2] =
            [(&Xml::default(), "doc"), (&Tei::default(), "TEI")];
        for (writer, name) in formats {
            let parsed = parse(&stream(writer, std::slice::from_ref(&document)), name);
            prop_assert_eq!(parsed.len(), 1);
            prop_assert_eq!(&parsed[0].text, &allowed(&text));
            let found = parsed[0].attribute("title").or(parsed[0].header.first().map(|h| h.1.as_str()));
            prop_assert_eq!(found, Some(&*allowed(&title)));
        }
    }
}
