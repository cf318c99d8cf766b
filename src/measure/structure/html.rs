//! The structure of a tree: a page's, a document's in HTML, or what Markdown has left as HTML.

use std::ops::Range;

use super::fold;
use super::{Heading, Item, Link, Structure};
use crate::dom::{Dom, NodeId, Parser, Tag};

/// Words of a cell over which a table is a layout.
const LONGEST_CELL: usize = 120;

/// Elements that hold no text for readers.
const UNREAD: [Tag; 13] = [
    Tag::SCRIPT,
    Tag::STYLE,
    Tag::NOSCRIPT,
    Tag::TEMPLATE,
    Tag::HEAD,
    Tag::SVG,
    Tag::MATH,
    Tag::IFRAME,
    Tag::OBJECT,
    Tag::TEXTAREA,
    Tag::SELECT,
    Tag::BUTTON,
    Tag::TITLE,
];

/// Elements that are unsafe as such.
const UNSAFE: [Tag; 5] = [Tag::SCRIPT, Tag::STYLE, Tag::IFRAME, Tag::OBJECT, Tag::EMBED];

/// The headings, by level.
const HEADINGS: [Tag; 6] = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];

/// The structure of a document in HTML, its links relative to `base`.
pub fn structure(html: &str, base: Option<&str>) -> Structure {
    let mut structure = Structure::default();
    structure.text = add(html, base, &mut structure);
    let dom = Dom::parse(html, Parser::Native);
    structure.unsafe_parts = dom.nodes().map(|node| unsafe_parts(&dom, node)).sum();
    structure
}

/// Adds what HTML marks up to a structure; gives its text.
pub(super) fn add(html: &str, base: Option<&str>, structure: &mut Structure) -> String {
    let dom = Dom::parse(html, Parser::Native);
    let walk = Walk::new(&dom);
    walk.collect(base, |_| true, structure);
    walk.parts.concat()
}

fn unsafe_parts(dom: &Dom, node: NodeId) -> u64 {
    let Some(tag) = dom.tag(node) else { return 0 };
    let attributes = dom.attributes(node).map(|attribute| {
        let name = attribute.name();
        let is_address = matches!(name.as_ref(), "href" | "src" | "action");
        let runs = || is_script(&attribute.value());
        u64::from(name.starts_with("on") || is_address && runs())
    });
    u64::from(UNSAFE.contains(&tag)) + attributes.sum::<u64>()
}

fn is_script(address: &str) -> bool {
    address.trim().to_lowercase().replace('\n', "").starts_with("javascript:")
}

/// An element of the walk, with the texts and words below it.
pub(super) struct Element {
    pub node: NodeId,
    pub tag: Tag,
    /// Its text, as a run of the walk's parts.
    pub parts: Range<usize>,
    /// Its words, as a run of the walk's.
    pub words: Range<usize>,
    /// The element around it, by its place.
    up: Option<usize>,
}

/// The body of a page in document order: texts, their words, and the elements around them.
pub(super) struct Walk<'d> {
    dom: &'d Dom<'d>,
    pub words: Vec<String>,
    /// Texts, and a line end before and behind each block.
    pub parts: Vec<String>,
    pub elements: Vec<Element>,
}

impl<'d> Walk<'d> {
    /// Walks a page's body.
    pub fn new(dom: &'d Dom<'d>) -> Walk<'d> {
        let mut walk = Walk { dom, words: Vec::new(), parts: Vec::new(), elements: Vec::new() };
        let Some(body) = dom.nodes().find(|&node| dom.tag(node) == Some(Tag::BODY)) else {
            return walk;
        };
        let mut open: Vec<usize> = Vec::new();
        let Range { start: mut at, end } = dom.subtree(body);
        while at < end {
            let node = NodeId(at);
            walk.close(&mut open, at);
            match dom.tag(node) {
                None => walk.text(node),
                Some(tag) if UNREAD.contains(&tag) => {
                    at = dom.subtree(node).end;
                    continue;
                }
                Some(tag) => {
                    if breaks_line(tag) {
                        walk.parts.push("\n".to_owned());
                    }
                    let (parts, words) = (walk.parts.len(), walk.words.len());
                    let up = open.last().copied();
                    open.push(walk.elements.len());
                    let (parts, words) = (parts..parts, words..words);
                    walk.elements.push(Element { node, tag, parts, words, up });
                }
            }
            at += 1;
        }
        walk.close(&mut open, end);
        walk
    }

    fn text(&mut self, node: NodeId) {
        let dom = self.dom;
        let source = |range: Range<u32>| &dom.html()[range.start as usize..range.end as usize];
        let text = dom.text(node).into_owned();
        let pieces: Vec<Range<u32>> = dom.pieces(node).collect();
        // What stands between two pieces is a comment, which parts words, or a tag that was left out.
        let goes_on =
            |one: &Range<u32>, next: &Range<u32>| !source(one.end..next.start).starts_with("<!");
        if pieces.len() < 2 {
            self.words.extend(fold::words(&fold::folded(&text)));
        }
        for run in pieces.chunk_by(goes_on).filter(|_| pieces.len() > 1) {
            let run: String = run.iter().map(|piece| source(piece.clone())).collect();
            self.words.extend(fold::words(&fold::folded(&crate::dom::unescape(&run))));
        }
        self.parts.push(text);
    }

    /// Ends the elements that are open and do not hold a node.
    fn close(&mut self, open: &mut Vec<usize>, node: u32) {
        while let Some(&at) = open.last() {
            let element = &mut self.elements[at];
            if self.dom.subtree(element.node).end > node {
                break;
            }
            if breaks_line(element.tag) {
                self.parts.push("\n".to_owned());
            }
            element.parts.end = self.parts.len();
            element.words.end = self.words.len();
            open.pop();
        }
    }

    /// An element's text.
    pub fn text_of(&self, element: &Element) -> String {
        self.parts[element.parts.clone()].concat()
    }

    /// The innermost of some tags around an element.
    fn inside(&self, element: &Element, tags: &[Tag]) -> Option<&Element> {
        let up = |element: &Element| element.up.map(|up| &self.elements[up]);
        std::iter::successors(up(element), |element| up(element))
            .find(|element| tags.contains(&element.tag))
    }

    /// Adds what the elements that are kept mark up to a structure. Links are relative to `base`.
    pub fn collect(
        &self,
        base: Option<&str>,
        keeps: impl Fn(&Element) -> bool,
        structure: &mut Structure,
    ) {
        for (at, element) in self.elements.iter().enumerate() {
            let folded = || fold::folded(&self.text_of(element));
            match element.tag {
                Tag::TABLE => structure.tables.extend(self.table(at).filter(|_| keeps(element))),
                tag if !is_marked(tag) || !keeps(element) => {}
                Tag::LI => structure.items.extend(self.item(at)),
                Tag::PRE => {
                    let code = self.text_of(element);
                    structure.code.push(fold::code(code.trim_matches('\n')));
                }
                Tag::CODE | Tag::TT | Tag::KBD | Tag::SAMP => {
                    if self.inside(element, &[Tag::PRE]).is_none() {
                        structure
                            .inline_code
                            .extend(Some(folded()).filter(|text| !text.is_empty()));
                    }
                }
                Tag::A => structure.links.extend(self.link(element, base)),
                Tag::STRONG | Tag::B => structure.strong.extend(self.emphasised(element)),
                Tag::EM | Tag::I => structure.emphasis.extend(self.emphasised(element)),
                Tag::BLOCKQUOTE => {
                    if self.inside(element, &[Tag::BLOCKQUOTE]).is_none() {
                        structure.quotes.extend(fold::words(&folded()));
                    }
                }
                tag => {
                    let level = HEADINGS.iter().position(|&heading| heading == tag);
                    let text = folded();
                    if let (Some(level), false) = (level, text.is_empty()) {
                        structure.headings.push(Heading { level: level as i8 + 1, text });
                    }
                }
            }
        }
    }

    /// The cells of a data table: two rows of two cells, no table inside, none of its cells so long
    /// that it is a layout.
    fn table(&self, at: usize) -> Option<Vec<Vec<String>>> {
        let table = &self.elements[at];
        let role = self.dom.attribute(table.node, "role");
        if matches!(role.as_deref(), Some("presentation" | "none")) {
            return None;
        }
        let mut rows: Vec<Vec<&Element>> = Vec::new();
        for part in &self.elements[at + 1..] {
            match part.tag {
                _ if part.parts.start >= table.parts.end => break,
                Tag::TABLE => return None,
                Tag::TR => rows.push(Vec::new()),
                Tag::TD | Tag::TH => rows.last_mut()?.push(part),
                _ => {}
            }
        }
        if rows.iter().filter(|row| row.len() >= 2).count() < 2 {
            return None;
        }
        let cell = |cell: &&Element| fold::folded(&self.text_of(cell));
        let rows = rows.iter().filter(|row| !row.is_empty());
        let rows: Vec<Vec<_>> = rows.map(|row| row.iter().map(cell).collect()).collect();
        let is_layout = |cell: &String| fold::words(cell).len() > LONGEST_CELL;
        (!rows.iter().flatten().any(is_layout)).then_some(rows)
    }

    /// An item without the lists in it; none outside of a list or inside of a table.
    fn item(&self, at: usize) -> Option<Item> {
        const LISTS: [Tag; 2] = [Tag::UL, Tag::OL];
        let item = &self.elements[at];
        let list = self.inside(item, &LISTS)?;
        if self.inside(item, &[Tag::TABLE]).is_some() {
            return None;
        }
        let outer = std::iter::successors(Some(list), |list| self.inside(list, &LISTS));
        let (depth, ordered) = (outer.count() as u32, list.tag == Tag::OL);
        let mut text = String::new();
        let mut from = item.parts.start;
        let inner = self.elements[at + 1..].iter();
        for part in inner.take_while(|part| part.parts.start < item.parts.end) {
            let is_own = LISTS.contains(&part.tag) && part.parts.start >= from;
            if is_own {
                text.extend(self.parts[from..part.parts.start].iter().map(String::as_str));
                from = part.parts.end;
            }
        }
        text.extend(self.parts[from..item.parts.end].iter().map(String::as_str));
        let text = fold::folded(&text);
        fold::has_word(&text).then_some(Item { text, depth, ordered })
    }

    /// A link with words; none within the page or to a script.
    fn link(&self, link: &Element, base: Option<&str>) -> Option<Link> {
        let href = self.dom.attribute(link.node, "href")?;
        let goes = href.trim().to_lowercase();
        let text = fold::folded(&self.text_of(link));
        let elsewhere = !goes.is_empty() && !goes.starts_with('#') && !is_script(&href);
        (elsewhere && fold::has_word(&text))
            .then(|| Link { text, address: fold::address(&href, base) })
    }

    /// Words that stand out; none where all do, in headings, code and header cells.
    fn emphasised(&self, element: &Element) -> Option<String> {
        const LOUD: [Tag; 8] =
            [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6, Tag::PRE, Tag::TH];
        let text = fold::folded(&self.text_of(element));
        (self.inside(element, &LOUD).is_none() && fold::has_word(&text)).then_some(text)
    }
}

/// Whether an element may be structure by itself; tables apart.
fn is_marked(tag: Tag) -> bool {
    const MARKED: [Tag; 12] = [
        Tag::LI,
        Tag::PRE,
        Tag::CODE,
        Tag::TT,
        Tag::KBD,
        Tag::SAMP,
        Tag::A,
        Tag::STRONG,
        Tag::B,
        Tag::EM,
        Tag::I,
        Tag::BLOCKQUOTE,
    ];
    MARKED.contains(&tag) || HEADINGS.contains(&tag)
}

fn breaks_line(tag: Tag) -> bool {
    const BLOCKS: [Tag; 40] = [
        Tag::P,
        Tag::DIV,
        Tag::SECTION,
        Tag::ARTICLE,
        Tag::MAIN,
        Tag::HEADER,
        Tag::FOOTER,
        Tag::NAV,
        Tag::ASIDE,
        Tag::UL,
        Tag::OL,
        Tag::LI,
        Tag::DL,
        Tag::DT,
        Tag::DD,
        Tag::TABLE,
        Tag::TR,
        Tag::TD,
        Tag::TH,
        Tag::THEAD,
        Tag::TBODY,
        Tag::TFOOT,
        Tag::CAPTION,
        Tag::BLOCKQUOTE,
        Tag::PRE,
        Tag::FIGURE,
        Tag::FIGCAPTION,
        Tag::BR,
        Tag::HR,
        Tag::FORM,
        Tag::FIELDSET,
        Tag::ADDRESS,
        Tag::DETAILS,
        Tag::SUMMARY,
        Tag::BODY,
        Tag::HTML,
        Tag::H1,
        Tag::H2,
        Tag::H3,
        Tag::H4,
    ];
    BLOCKS.contains(&tag) || matches!(tag, Tag::H5 | Tag::H6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_nest_and_items_are_without_their_lists() {
        let html = "<ul><li>a<ol><li>b<li>c <p>d</ol>e<li>f</ul><li>none";
        let item = |text: &str, depth, ordered| Item { text: text.into(), depth, ordered };
        let expected =
            [item("a e", 1, false), item("b", 2, true), item("c d", 2, true), item("f", 1, false)];
        assert_eq!(structure(html, None).items, expected);
    }

    #[test]
    fn a_comment_parts_words() {
        let dom = Dom::parse("<p>one<!-- -->_two</x>three &amp; four", Parser::Native);
        let walk = Walk::new(&dom);
        assert_eq!(walk.words, ["one", "_twothree", "four"]);
        assert_eq!(walk.parts.concat().trim(), "one_twothree & four");
    }

    #[test]
    fn tables_of_data_have_two_rows_of_two_cells() {
        let data = "<tr><th>a<th>b<tr><td>1<td>";
        assert_eq!(
            structure(&format!("<table>{data}</table>"), None).tables,
            [[["a", "b"], ["1", ""]]]
        );
        for layout in [
            "<table><tr><td>a<td>b</table>".to_owned(),
            format!("<table role=presentation>{data}</table>"),
            format!("<table>{data}<tr><td>{}</table>", "word ".repeat(121)),
        ] {
            assert!(structure(&layout, None).tables.is_empty(), "{layout}");
        }
        let nested = format!("<table><tr><td>x<td><table>{data}</table><tr><td>1<td>2</table>");
        assert_eq!(structure(&nested, None).tables.len(), 1);
    }

    #[test]
    fn what_no_reader_reads_is_none_and_what_runs_is_counted() {
        let html = "<h2>One</h2><script>2</script><a href=#x>in</a><a href='/y' onclick=1>out</a>\
                    <a href=' JavaScript:1'>do</a><pre>\n  x\n</pre><b>bold <code>c</code></b>";
        let found = structure(html, Some("http://e.org/"));
        assert_eq!(found.headings, [Heading { level: 2, text: "one".into() }]);
        assert_eq!(found.links, [Link { text: "out".into(), address: "//e.org/y?#".into() }]);
        assert_eq!((found.code, found.inline_code), (vec!["  x".to_owned()], vec!["c".to_owned()]));
        assert_eq!((found.strong, found.unsafe_parts), (vec!["bold c".to_owned()], 3));
        assert!(!found.text.contains('2'));
    }
}
