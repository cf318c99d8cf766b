//! Element names, and the sets that the HTML standard and this crate sort them into.
//!
//! A [`Tag`] is two bytes. The standard's own names are a dense index into one table that says for
//! each name which sets it belongs to, so "is this element special?" is one load and one mask. All
//! other names (custom elements, SVG shapes, typing errors) are known by a hash of the name: equal
//! names have equal tags on every page, and where two different names must not be confused the
//! tree builder compares the names themselves.

use super::scan::{below, ends_tag_name, equal, first, lower_case, skip_to, word};
use super::set::*;

/// An element's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(u16);

/// Builds the constants of [`Tag`] and the tables behind them from one list.
macro_rules! tags {
    ($($constant:ident $name:literal $sets:expr;)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "named as the constants")]
        #[repr(u16)]
        enum Index { FOREIGN, INTEGRATION_POINT, $($constant),* }

        impl Tag {
            /// Stands for every foreign element on the stack of open elements, and for texts.
            pub(super) const FOREIGN: Tag = Tag(Index::FOREIGN as u16);
            /// Stands there for the foreign elements that have HTML inside.
            pub(super) const INTEGRATION_POINT: Tag = Tag(Index::INTEGRATION_POINT as u16);
            $(#[doc = concat!("`", $name, "`")] pub const $constant: Tag = Tag(Index::$constant as u16);)*
        }

        const NAMES: &[&str] = &["", "", $($name),*];

        /// The sets of each tag; the last place stands for all names without a constant.
        static SETS: [u32; 256] = {
            let mut sets = [0; 256];
            sets[Index::FOREIGN as usize] = FOREIGN;
            sets[Index::INTEGRATION_POINT as usize] = FOREIGN | INTEGRATION | SCOPE;
            $(sets[Index::$constant as usize] = $sets;)*
            sets
        };
    };
}

tags! {
    A "a" FORMATTING;
    ABBR "abbr" 0;
    ACRONYM "acronym" 0;
    ADDRESS "address" SPECIAL | CONTAINER | BLOCK;
    ANNOTATION_XML "annotation-xml" 0;
    APPLET "applet" SPECIAL | SCOPE;
    AREA "area" SPECIAL | VOID;
    ARTICLE "article" SPECIAL | CONTAINER | BLOCK;
    ASIDE "aside" SPECIAL | CONTAINER | BLOCK;
    AUDIO "audio" 0;
    B "b" FORMATTING | BREAKOUT;
    BASE "base" SPECIAL | VOID | METADATA;
    BASEFONT "basefont" SPECIAL | VOID | METADATA;
    BDI "bdi" 0;
    BDO "bdo" 0;
    BGSOUND "bgsound" SPECIAL | VOID | METADATA;
    BIG "big" FORMATTING | BREAKOUT;
    BLOCKQUOTE "blockquote" SPECIAL | CONTAINER | BLOCK | BREAKOUT;
    BODY "body" SPECIAL | BLOCK | BREAKOUT;
    BR "br" SPECIAL | VOID | BREAKOUT;
    BUTTON "button" SPECIAL | BUTTON_SCOPE;
    CANVAS "canvas" 0;
    CAPTION "caption" SPECIAL | SCOPE | THOROUGH_END | TABLE_PART | BLOCK;
    CENTER "center" SPECIAL | CONTAINER | BLOCK | BREAKOUT;
    CITE "cite" 0;
    CODE "code" FORMATTING | BREAKOUT;
    COL "col" SPECIAL | VOID | TABLE_PART;
    COLGROUP "colgroup" SPECIAL | THOROUGH_END | TABLE_PART;
    DATA "data" 0;
    DATALIST "datalist" 0;
    DD "dd" SPECIAL | IMPLIED_END | BLOCK | BREAKOUT;
    DEL "del" 0;
    DESC "desc" INTEGRATION;
    DETAILS "details" SPECIAL | CONTAINER | BLOCK;
    DFN "dfn" 0;
    DIALOG "dialog" CONTAINER | BLOCK;
    DIR "dir" SPECIAL | CONTAINER | BLOCK;
    DIV "div" SPECIAL | CONTAINER | BLOCK | BREAKOUT;
    DL "dl" SPECIAL | CONTAINER | BLOCK | BREAKOUT;
    DT "dt" SPECIAL | IMPLIED_END | BLOCK | BREAKOUT;
    EM "em" FORMATTING | BREAKOUT;
    EMBED "embed" SPECIAL | VOID | BREAKOUT;
    FIELDSET "fieldset" SPECIAL | CONTAINER | BLOCK;
    FIGCAPTION "figcaption" SPECIAL | CONTAINER | BLOCK;
    FIGURE "figure" SPECIAL | CONTAINER | BLOCK;
    FONT "font" FORMATTING;
    FOOTER "footer" SPECIAL | CONTAINER | BLOCK;
    FOREIGN_OBJECT "foreignobject" INTEGRATION;
    FORM "form" SPECIAL | BLOCK;
    FRAME "frame" SPECIAL | VOID;
    FRAMESET "frameset" SPECIAL | BLOCK;
    H1 "h1" SPECIAL | HEADING | BLOCK | BREAKOUT;
    H2 "h2" SPECIAL | HEADING | BLOCK | BREAKOUT;
    H3 "h3" SPECIAL | HEADING | BLOCK | BREAKOUT;
    H4 "h4" SPECIAL | HEADING | BLOCK | BREAKOUT;
    H5 "h5" SPECIAL | HEADING | BLOCK | BREAKOUT;
    H6 "h6" SPECIAL | HEADING | BLOCK | BREAKOUT;
    HEAD "head" SPECIAL | BREAKOUT;
    HEADER "header" SPECIAL | CONTAINER | BLOCK;
    HGROUP "hgroup" SPECIAL | CONTAINER | BLOCK;
    HR "hr" SPECIAL | VOID | BLOCK | BREAKOUT;
    HTML "html" ROOT | SPECIAL | SCOPE | TABLE_SCOPE | BLOCK;
    I "i" FORMATTING | BREAKOUT;
    IFRAME "iframe" SPECIAL | RAW_TEXT;
    IMAGE "image" 0;
    IMG "img" SPECIAL | VOID | BREAKOUT;
    INPUT "input" SPECIAL | VOID;
    INS "ins" 0;
    ISINDEX "isindex" SPECIAL;
    KBD "kbd" 0;
    KEYGEN "keygen" VOID;
    LABEL "label" 0;
    LEGEND "legend" BLOCK;
    LI "li" SPECIAL | IMPLIED_END | BLOCK | BREAKOUT;
    LINK "link" SPECIAL | VOID | METADATA;
    LISTING "listing" SPECIAL | BLOCK | BREAKOUT;
    MAIN "main" SPECIAL | CONTAINER | BLOCK;
    MALIGNMARK "malignmark" 0;
    MAP "map" 0;
    MARK "mark" 0;
    MARQUEE "marquee" SPECIAL | SCOPE;
    MATH "math" 0;
    MENU "menu" SPECIAL | CONTAINER | BLOCK | BREAKOUT;
    META "meta" SPECIAL | VOID | METADATA | BREAKOUT;
    METER "meter" 0;
    MGLYPH "mglyph" 0;
    MI "mi" INTEGRATION;
    MN "mn" INTEGRATION;
    MO "mo" INTEGRATION;
    MS "ms" INTEGRATION;
    MTEXT "mtext" INTEGRATION;
    NAV "nav" SPECIAL | CONTAINER | BLOCK;
    NOBR "nobr" FORMATTING | BREAKOUT;
    NOEMBED "noembed" SPECIAL | RAW_TEXT;
    NOFRAMES "noframes" SPECIAL | RAW_TEXT | METADATA;
    NOSCRIPT "noscript" SPECIAL | RAW_TEXT;
    OBJECT "object" SPECIAL | SCOPE;
    OL "ol" SPECIAL | LIST_SCOPE | CONTAINER | BLOCK | BREAKOUT;
    OPTGROUP "optgroup" IMPLIED_END | BLOCK;
    OPTION "option" IMPLIED_END | BLOCK;
    OUTPUT "output" 0;
    P "p" SPECIAL | IMPLIED_END | BLOCK | BREAKOUT;
    PARAM "param" SPECIAL | VOID;
    PICTURE "picture" 0;
    PLAINTEXT "plaintext" SPECIAL | BLOCK;
    PRE "pre" SPECIAL | BLOCK | BREAKOUT;
    PROGRESS "progress" 0;
    Q "q" 0;
    RB "rb" IMPLIED_END;
    RP "rp" IMPLIED_END;
    RT "rt" IMPLIED_END;
    RTC "rtc" IMPLIED_END;
    RUBY "ruby" BREAKOUT;
    S "s" FORMATTING | BREAKOUT;
    SAMP "samp" 0;
    SCRIPT "script" SPECIAL | RAW_TEXT | METADATA;
    SEARCH "search" CONTAINER | BLOCK;
    SECTION "section" SPECIAL | CONTAINER | BLOCK;
    SELECT "select" SPECIAL | SCOPE;
    SLOT "slot" 0;
    SMALL "small" FORMATTING | BREAKOUT;
    SOURCE "source" SPECIAL | VOID;
    SPAN "span" BREAKOUT;
    STRIKE "strike" FORMATTING | BREAKOUT;
    STRONG "strong" FORMATTING | BREAKOUT;
    STYLE "style" SPECIAL | RAW_TEXT | METADATA;
    SUB "sub" BREAKOUT;
    SUMMARY "summary" SPECIAL | CONTAINER | BLOCK;
    SUP "sup" BREAKOUT;
    SVG "svg" 0;
    TABLE "table" SPECIAL | SCOPE | TABLE_SCOPE | FOSTER | BLOCK | BREAKOUT;
    TBODY "tbody" SPECIAL | THOROUGH_END | TABLE_SECTION | TABLE_PART | FOSTER | BLOCK;
    TD "td" CELL | SPECIAL | SCOPE | THOROUGH_END | TABLE_PART | BLOCK;
    TEMPLATE "template" ROOT | SPECIAL | SCOPE | TABLE_SCOPE | METADATA;
    TEXTAREA "textarea" SPECIAL | RCDATA;
    TFOOT "tfoot" SPECIAL | THOROUGH_END | TABLE_SECTION | TABLE_PART | FOSTER | BLOCK;
    TH "th" CELL | SPECIAL | SCOPE | THOROUGH_END | TABLE_PART | BLOCK;
    THEAD "thead" SPECIAL | THOROUGH_END | TABLE_SECTION | TABLE_PART | FOSTER | BLOCK;
    TIME "time" 0;
    TITLE "title" SPECIAL | RCDATA | METADATA | INTEGRATION;
    TR "tr" ROW | SPECIAL | THOROUGH_END | TABLE_PART | FOSTER | BLOCK;
    TRACK "track" SPECIAL | VOID;
    TT "tt" FORMATTING | BREAKOUT;
    U "u" FORMATTING | BREAKOUT;
    UL "ul" SPECIAL | LIST_SCOPE | CONTAINER | BLOCK | BREAKOUT;
    VAR "var" BREAKOUT;
    VIDEO "video" 0;
    WBR "wbr" SPECIAL | VOID;
    XMP "xmp" SPECIAL | RAW_TEXT | BLOCK;
}

/// Set in the tags of all other names; the rest is a hash of the name.
const HASHED: u16 = 1 << 15;

/// Names of at most this many bytes can be in the table.
const LONGEST: usize = 15;

/// Slots of the table of names; a power of two, about four times the number of names.
const SLOTS: usize = 1024;

/// The names hashed with linear probing; an empty slot holds 0, which is no element's name.
static SLOT: [u8; SLOTS] = {
    let mut slots = [0; SLOTS];
    let mut index = Index::A as usize;
    while index < Tag::KNOWN {
        let mut slot = slot(key(NAMES[index].as_bytes()));
        while slots[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        slots[slot] = index as u8;
        index += 1;
    }
    slots
};

/// The packed name of each tag; what is no packed name where there is no tag.
static KEYS: [u128; 256] = {
    let mut keys = [u128::MAX; 256];
    let mut index = Index::A as usize;
    while index < Tag::KNOWN {
        keys[index] = key(NAMES[index].as_bytes());
        index += 1;
    }
    keys
};

/// A name of at most [`LONGEST`] bytes in lower case and its length, packed into one number.
const fn key(name: &[u8]) -> u128 {
    let mut key = name.len() as u128;
    key <<= 8 * (LONGEST - name.len());
    let mut at = name.len();
    while at > 0 {
        at -= 1;
        key = key << 8 | name[at].to_ascii_lowercase() as u128;
    }
    key
}

/// Where the search for a packed name begins.
const fn slot(key: u128) -> usize {
    let folded = (key as u64) ^ (key >> 64) as u64;
    (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize % SLOTS
}

impl Tag {
    /// The tag of a name in any case.
    pub fn from_name(name: &str) -> Tag {
        Tag::from_bytes(name.as_bytes())
    }

    /// The tag whose name begins at `start` in a page, in any case, and where the name ends.
    #[inline]
    pub(super) fn read(bytes: &[u8], start: usize) -> (Tag, usize) {
        if let Some(word) = word(bytes, start) {
            // Nearly all names are letters and digits, and all that ends a name is below them or
            // is `>`; what else is found here is left to the slow way.
            let length = first(below(word, b'0') | equal(word, b'>'));
            let end = start + length;
            if length < 8 && ends_tag_name(bytes[end]) {
                let name = lower_case(word & !(u64::MAX << (8 * length)));
                let key = u128::from(name) | (length as u128) << (8 * LONGEST);
                let tag = Tag::known(key).unwrap_or_else(|| Tag::hashed(&bytes[start..end]));
                return (tag, end);
            }
        }
        let end = skip_to(bytes, start, ends_tag_name);
        (Tag::from_bytes(&bytes[start..end]), end)
    }

    fn from_bytes(name: &[u8]) -> Tag {
        let known = if name.len() <= LONGEST { Tag::known(key(name)) } else { None };
        known.unwrap_or_else(|| Tag::hashed(name))
    }

    /// The tag of a packed name, if it has a constant.
    #[inline]
    fn known(key: u128) -> Option<Tag> {
        let mut slot = slot(key);
        loop {
            let index = usize::from(SLOT[slot]);
            if KEYS[index] == key {
                return Some(Tag(index as u16));
            }
            if index == 0 {
                return None;
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// The tag of a name that has no constant.
    #[cold]
    fn hashed(name: &[u8]) -> Tag {
        let hash = name.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x100_0000_01b3)
        });
        Tag(HASHED | (hash >> 49) as u16)
    }

    /// The name in lower case; `None` for a name that has no constant, see [`super::Dom::name`].
    pub fn name(self) -> Option<&'static str> {
        NAMES.get(usize::from(self.0)).copied()
    }

    /// Whether the tag has a constant; other tags may, very rarely, share a hash.
    pub fn is_known(self) -> bool {
        self.0 & HASHED == 0
    }

    /// Whether the element begins a new line by its default style (`p`, `li`, `td`, `h1` …).
    pub fn is_block(self) -> bool {
        self.is(BLOCK)
    }

    /// Whether the element is one of `h1` to `h6`.
    pub fn is_heading(self) -> bool {
        self.is(HEADING)
    }

    /// Whether the element has neither content nor an end tag (`br`, `img`, `meta` …).
    pub fn is_void(self) -> bool {
        self.is(VOID)
    }

    /// Whether the content is text in which `&amp;` stands for itself (`script`, `style`,
    /// `noscript`, `iframe` …).
    pub fn is_raw_text(self) -> bool {
        self.is(RAW_TEXT)
    }

    /// Whether the content runs to the element's own end tag: raw text, `title`, `textarea`,
    /// `plaintext`.
    pub(super) fn has_text_only(self) -> bool {
        self.is(RAW_TEXT | RCDATA) || self == Tag::PLAINTEXT
    }

    /// Whether the tag is in one of the sets.
    #[inline(always)]
    pub(super) fn is(self, sets: u32) -> bool {
        SETS[usize::from(self.0.min(255))] & sets != 0
    }

    /// Number of names that have a constant, and of two that stand for no name.
    pub(crate) const KNOWN: usize = NAMES.len();

    /// A dense number below [`Tag::KNOWN`]; `None` for a name that has no constant.
    #[inline]
    pub(crate) fn index(self) -> Option<usize> {
        let index = usize::from(self.0);
        (index < Tag::KNOWN).then_some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_in_any_case() {
        for (index, name) in NAMES.iter().enumerate().skip(Index::A as usize) {
            assert_eq!(Tag::from_name(name), Tag(index as u16), "{name}");
            assert_eq!(Tag::from_name(&name.to_uppercase()).name(), Some(*name));
        }
    }

    #[test]
    fn names_are_read_alike_in_every_way() {
        let names =
            ["a", "H1", "Div", "x@[`{", "TABLE", "Z\u{e9}z", "blockQuote", "a\0", "my-P", "ab:c"];
        for name in NAMES.iter().skip(2).chain(&names) {
            for rest in ["", ">", " a=b c=d", "/>text text text", "\t\n"] {
                let html = format!("<{name}{rest}");
                let read = Tag::read(html.as_bytes(), 1);
                assert_eq!(read, (Tag::from_name(name), name.len() + 1), "{html}");
            }
        }
    }

    #[test]
    fn other_names_are_known_by_their_hash() {
        let custom = Tag::from_name("my-Element");
        assert_eq!(custom, Tag::from_name("MY-element"));
        assert_ne!(custom, Tag::from_name("my-elements"));
        assert_eq!((custom.name(), custom.is_known()), (None, false));
        assert!(!Tag::from_name("").is_known() && !Tag::from_name("a\0").is_known());
        assert!(!Tag::from_name("a-name-longer-than-sixteen-bytes").is_known());
    }

    #[test]
    fn sets_say_what_an_element_is() {
        assert!(Tag::P.is_block() && !Tag::SPAN.is_block());
        assert!(Tag::H3.is_heading() && Tag::BR.is_void() && Tag::SCRIPT.is_raw_text());
        assert!(!Tag::from_name("x-y").is_block());
    }
}
