//! Structure: what a document keeps of the headings, lists, tables, code, links, emphasis and
//! quotes of its page's content.
//!
//! ```text
//! markdown, html  a document ─> Structure ─┐
//! source          page, gold ─> Structure ─┴─> compare ─> Counts of each kind
//! ```
//!
//! A [`Structure`] is what a document marks up, as multisets of folded texts ([`fold`]). The gold
//! is the page's own markup wherever its text is in the gold text, or a gold Markdown, where a data
//! set has one.

mod compare;
mod fold;
mod html;
mod markdown;
mod source;

pub(super) use compare::multisets;
pub(super) use fold::folded;
pub use html::structure as of_html;
pub use markdown::structure as of_markdown;
pub use source::structure as of_source;

use super::scores::Counts;

/// What a document marks up, each kind in document order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Structure {
    /// Headings with their level.
    pub headings: Vec<Heading>,
    /// Items of lists.
    pub items: Vec<Item>,
    /// Tables of data: rows of cells.
    pub tables: Vec<Vec<Vec<String>>>,
    /// Blocks of code, with their white space.
    pub code: Vec<String>,
    /// Code within a line.
    pub inline_code: Vec<String>,
    /// Links.
    pub links: Vec<Link>,
    /// Strong or bold texts.
    pub strong: Vec<String>,
    /// Emphasised or italic texts.
    pub emphasis: Vec<String>,
    /// The words of quotes.
    pub quotes: Vec<String>,
    /// The document's text without its marks, a block a line.
    pub text: String,
    /// Of the gold of a page: the text of the whole page.
    pub page: Option<String>,
    /// Pieces of raw HTML in Markdown.
    pub raw_tags: u64,
    /// Scripts, frames, handlers and addresses of `javascript:`.
    pub unsafe_parts: u64,
}

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Heading {
    /// 1 to 6.
    pub level: i8,
    /// Its text.
    pub text: String,
}

/// An item of a list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Item {
    /// Its text, without the lists in it.
    pub text: String,
    /// How many lists it lies in.
    pub depth: u32,
    /// Whether its list is ordered.
    pub ordered: bool,
}

/// A link.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Link {
    /// Its text.
    pub text: String,
    /// Where it goes.
    pub address: String,
}

/// A kind of structure, or of what is wrong with a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Headings by their text.
    Heading,
    /// Headings by text and level, levels being shifted as suits best.
    HeadingLevel,
    /// Items by their text.
    Item,
    /// Items by text, depth and whether they are numbered.
    ItemDepth,
    /// Cells by their text.
    Cell,
    /// Tables by their trees.
    Teds,
    /// Blocks of code by their characters.
    Code,
    /// Code within lines.
    InlineCode,
    /// Links by text and address.
    Link,
    /// Strong texts.
    Strong,
    /// Emphasised texts.
    Emphasis,
    /// Words of quotes.
    Quote,
    /// Words of the text as a whole.
    Words,
    /// Documents without marks of Markdown in their text.
    Clean,
    /// Words with characters of markup in them that arrive letter for letter.
    Special,
    /// As special, of the words alone that the page spells as the gold does: golds that were typed or
    /// cut into words anew have others, which no document can have.
    Literal,
    /// Pieces of raw HTML; there should be none.
    Raw,
    /// Scripts, frames, handlers and addresses of `javascript:`; there should be none.
    Unsafe,
}

/// What a document's structure is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum GoldOf {
    /// The page's own markup where its text is in the gold text.
    Source,
    /// The gold's Markdown.
    Markdown,
}

impl Kind {
    /// Every kind with its name in a measure, in the order of tables.
    pub const ALL: [(Kind, &str); 18] = [
        (Kind::Words, "words"),
        (Kind::Heading, "heading"),
        (Kind::HeadingLevel, "level"),
        (Kind::Item, "item"),
        (Kind::ItemDepth, "depth"),
        (Kind::Cell, "cell"),
        (Kind::Teds, "teds"),
        (Kind::Code, "code"),
        (Kind::InlineCode, "inline-code"),
        (Kind::Link, "link"),
        (Kind::Strong, "strong"),
        (Kind::Emphasis, "emphasis"),
        (Kind::Quote, "quote"),
        (Kind::Clean, "clean"),
        (Kind::Special, "special"),
        (Kind::Literal, "literal"),
        (Kind::Raw, "raw"),
        (Kind::Unsafe, "unsafe"),
    ];

    /// Counts what a document has of the gold's structure. A document's heading that is the gold's
    /// title counts neither for it nor against it.
    pub(crate) fn count(
        self,
        document: &Structure,
        gold: &Structure,
        title: Option<&str>,
    ) -> Counts {
        let (own, other) = (document, gold);
        match self {
            Kind::Heading => compare::headings(own, other, title),
            Kind::HeadingLevel => compare::levels(own, other, title),
            Kind::Item => {
                let texts = |structure: &'_ Structure| -> Vec<String> {
                    structure.items.iter().map(|item| item.text.clone()).collect()
                };
                compare::multisets(texts(own), texts(other))
            }
            Kind::ItemDepth => compare::multisets(&own.items, &other.items),
            Kind::Cell => compare::multisets(own.cells(), other.cells()),
            Kind::Teds => compare::tables(own, other),
            Kind::Code => compare::code(own, other),
            Kind::InlineCode => compare::multisets(&own.inline_code, &other.inline_code),
            Kind::Link => compare::multisets(&own.links, &other.links),
            Kind::Strong => compare::multisets(&own.strong, &other.strong),
            Kind::Emphasis => compare::multisets(&own.emphasis, &other.emphasis),
            Kind::Quote => compare::multisets(&own.quotes, &other.quotes),
            Kind::Words => {
                let words = |structure: &Structure| fold::words(&structure.text.to_lowercase());
                compare::multisets(words(own), words(other))
            }
            Kind::Clean => {
                let clean = u64::from(!compare::is_stray(own, &other.text));
                Counts { matched: clean, extracted: 1, gold: 1 }
            }
            Kind::Special => compare::special(&own.text, &other.text, None),
            Kind::Literal => compare::special(&own.text, &other.text, other.page.as_deref()),
            Kind::Raw => Counts { extracted: own.raw_tags, ..Counts::default() },
            Kind::Unsafe => Counts { extracted: own.unsafe_parts, ..Counts::default() },
        }
    }
}

impl Structure {
    /// The texts of all cells that have one.
    fn cells(&self) -> impl Iterator<Item = &String> {
        self.tables.iter().flatten().flatten().filter(|cell| !cell.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(kind: Kind, document: &str, gold: &str) -> [u64; 3] {
        let (document, gold) = (of_markdown(document, None), of_markdown(gold, None));
        let Counts { matched, extracted, gold } = kind.count(&document, &gold, Some("The Title"));
        [matched, extracted, gold]
    }

    #[test]
    fn kinds_worked_out() {
        for (kind, document, gold, expected) in [
            (Kind::Heading, "# The title\n## A\n## B", "# A\n# A", [1, 2, 2]),
            (Kind::HeadingLevel, "## A\n### B", "# A\n## B", [2, 2, 2]),
            (Kind::HeadingLevel, "## A\n## B", "# A\n## B", [1, 2, 2]),
            (Kind::Item, "- a\n- b", "1. a\n2. c", [1, 2, 2]),
            (Kind::ItemDepth, "- a\n- b", "1. a\n2. b", [0, 2, 2]),
            (Kind::ItemDepth, "- a\n  - b", "- a\n- b", [1, 2, 2]),
            (Kind::Cell, "|a|b|\n|-|-|\n|c||", "|a|b|\n|-|-|\n|d||", [2, 3, 3]),
            (Kind::Link, "[a](/x) [b](/y)", "[a](/x) [b](/z)", [1, 2, 2]),
            (Kind::Strong, "**a** __b__", "**A**", [1, 2, 1]),
            (Kind::Emphasis, "*a* _b_", "*A*", [1, 2, 1]),
            (Kind::InlineCode, "`a`", "`a` `b`", [1, 1, 2]),
            (Kind::Quote, "> one two", "> two three four", [1, 2, 3]),
            (Kind::Words, "# One two", "one *three*", [1, 2, 2]),
            (Kind::Clean, "a \\*\\*b", "a b", [0, 1, 1]),
            (Kind::Clean, "a **b**", "a b", [1, 1, 1]),
            (Kind::Raw, "a <b>b</b>", "", [0, 2, 0]),
            (Kind::Unsafe, "[a](javascript:b)", "", [0, 1, 0]),
        ] {
            assert_eq!(counts(kind, document, gold), expected, "{kind:?}: {document}");
        }
    }
}
