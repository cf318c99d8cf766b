//! HTML's tokenizer, by the standard (section 13.2.5), over borrowed text.
//!
//! A token is a kind, a tag and two offsets; nothing is copied or decoded. Where the standard
//! steps through a state machine byte by byte, this jumps: text runs to the next `<` that opens
//! markup, raw text to its own end tag, a comment to its end, and only the inside of a tag is read
//! byte by byte ([`super::attribute`]). Parse errors are not reported.
//!
//! What the standard does to characters is left to whoever decodes the text: character references,
//! NUL, and carriage returns.

use memchr::memmem;

use super::attribute::{TagEnd, tag_end};
use super::scan::{ends_tag_name, find};
use super::tag::Tag;

/// What a [`Token`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A run of text; neighbouring runs belong together.
    Text,
    /// A NUL in text, split off by the tree builder.
    Null,
    /// A start tag.
    Start,
    /// An end tag.
    End,
    /// A comment, a bogus comment or a processing instruction.
    Comment,
    /// A document type.
    Doctype,
    /// The end of the page.
    Eof,
}

/// A piece of markup or text: `start..end` in the page, `<` and `>` included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    /// Whether a tag ended in `/>`.
    pub self_closing: bool,
    /// Of a start or end tag.
    pub tag: Tag,
    pub start: u32,
    pub end: u32,
}

impl Token {
    /// A token that is no tag.
    pub fn new(kind: Kind, start: usize, end: usize) -> Token {
        Token { kind, self_closing: false, tag: Tag::FOREIGN, start: start as u32, end: end as u32 }
    }

    /// Whether this is a start tag of that name.
    pub fn opens(&self, tag: Tag) -> bool {
        self.kind == Kind::Start && self.tag == tag
    }

    /// Whether this is an end tag of that name.
    pub fn closes(&self, tag: Tag) -> bool {
        self.kind == Kind::End && self.tag == tag
    }
}

/// A source of tokens for the tree builder, which says how text is to be read.
pub(super) trait Tokens {
    /// The next token. In foreign content `<![CDATA[` opens text.
    fn next(&mut self, foreign: bool) -> Token;
    /// Text follows up to the end tag of this element, which was just opened; for `plaintext`, to
    /// the end of the page.
    fn raw_text(&mut self, tag: Tag);
}

/// The tokenizer.
#[derive(Debug, Clone)]
pub(super) struct Lexer<'h> {
    bytes: &'h [u8],
    at: usize,
    /// The element whose raw text is to be read next.
    raw: Option<Tag>,
}

impl<'h> Lexer<'h> {
    /// Begins at the start of a page, which must be shorter than 4 GiB.
    pub fn new(html: &'h str) -> Lexer<'h> {
        Lexer { bytes: html.as_bytes(), at: 0, raw: None }
    }

    /// Where the next token begins, if it is markup or text that anyone may read; `None` inside
    /// raw text.
    pub fn position(&self) -> Option<usize> {
        self.raw.is_none().then_some(self.at)
    }

    /// The text up to `end`, known to run to there.
    pub fn take_text(&mut self, end: usize) -> Token {
        let start = std::mem::replace(&mut self.at, end);
        Token::new(Kind::Text, start, end)
    }

    /// The start tag that is known to stand here.
    pub fn take_start(&mut self) -> Token {
        self.tag(Kind::Start, self.at + 1)
    }

    /// Reads on in ordinary text and markup.
    fn data(&mut self, foreign: bool) -> Token {
        loop {
            let start = self.at;
            let rest = &self.bytes[start..];
            match rest {
                [] => return Token::new(Kind::Eof, start, start),
                [b'<', b'a'..=b'z' | b'A'..=b'Z', ..] => {
                    return self.take_start();
                }
                [b'<', b'/', b'a'..=b'z' | b'A'..=b'Z', ..] => {
                    return self.tag(Kind::End, start + 2);
                }
                [b'<', b'/', b'>', ..] => self.at += 3,
                [b'<', b'/', _, ..] | [b'<', b'?', ..] => return self.bogus_comment(),
                [b'<', b'!', ..] => {
                    if let Some(token) = self.declaration(foreign) {
                        return token;
                    }
                }
                _ => return self.take_text(self.text_end(start)),
            }
        }
    }

    /// The end of the text that begins here: the next `<` that opens markup.
    fn text_end(&self, start: usize) -> usize {
        let mut from = start;
        while let Some(at) = find(b'<', self.bytes, from) {
            match &self.bytes[at + 1..] {
                [b'a'..=b'z' | b'A'..=b'Z' | b'!' | b'?', ..] | [b'/', _, ..] => return at,
                _ => from = at + 1,
            }
        }
        self.bytes.len()
    }

    /// The tag whose name begins at `name`; a tag that the page's end cuts off is dropped.
    fn tag(&mut self, kind: Kind, name: usize) -> Token {
        let start = self.at;
        let (tag, name_end) = Tag::read(self.bytes, name);
        match tag_end(self.bytes, name_end) {
            Some(TagEnd { end, self_closing }) => {
                self.at = end;
                Token { kind, self_closing, tag, start: start as u32, end: end as u32 }
            }
            None => {
                self.at = self.bytes.len();
                Token::new(Kind::Eof, self.at, self.at)
            }
        }
    }

    /// `<!…`: a comment, a document type, text in CDATA (`None` if empty), or a bogus comment.
    fn declaration(&mut self, foreign: bool) -> Option<Token> {
        let start = self.at;
        let rest = &self.bytes[start..];
        if rest.starts_with(b"<!--") {
            self.at = self.comment_end(start + 4);
            Some(Token::new(Kind::Comment, start, self.at))
        } else if rest.len() >= 9 && rest[..9].eq_ignore_ascii_case(b"<!doctype") {
            Some(Token { kind: Kind::Doctype, ..self.bogus_comment() })
        } else if foreign && rest.starts_with(b"<![CDATA[") {
            let text = start + 9;
            let end = memmem::find(&self.bytes[text..], b"]]>").map(|found| text + found);
            self.at = end.map_or(self.bytes.len(), |end| end + 3);
            let end = end.unwrap_or(self.bytes.len());
            (end > text).then(|| Token::new(Kind::Text, text, end))
        } else {
            Some(self.bogus_comment())
        }
    }

    /// Everything up to the next `>`.
    fn bogus_comment(&mut self) -> Token {
        let start = self.at;
        let rest = &self.bytes[start..];
        self.at = memchr::memchr(b'>', rest).map_or(self.bytes.len(), |found| start + found + 1);
        Token::new(Kind::Comment, start, self.at)
    }

    /// The end of the comment whose text begins here. It ends at `-->` or `--!>`, and at once with
    /// `>` or `->`.
    fn comment_end(&self, text: usize) -> usize {
        let rest = &self.bytes[text..];
        if rest.starts_with(b">") {
            return text + 1;
        }
        if rest.starts_with(b"->") {
            return text + 2;
        }
        let mut from = 0;
        while let Some(found) = memmem::find(&rest[from..], b"--") {
            let dashes = from + found;
            match &rest[dashes + 2..] {
                [b'>', ..] => return text + dashes + 3,
                [b'!', b'>', ..] => return text + dashes + 4,
                _ => from = dashes + 1,
            }
        }
        self.bytes.len()
    }

    /// The raw text of the element; `None` if it has none.
    fn raw(&mut self, tag: Tag) -> Option<Token> {
        let start = self.at;
        let end = match tag {
            Tag::PLAINTEXT => self.bytes.len(),
            Tag::SCRIPT => self.script_end(start),
            _ => self.end_tag(tag, start),
        };
        (end > start).then(|| self.take_text(end))
    }

    /// Where the element's next end tag begins, or the end of the page.
    fn end_tag(&self, tag: Tag, start: usize) -> usize {
        let name = tag.name().unwrap_or_default().as_bytes();
        let mut from = start;
        while let Some(found) = memmem::find(&self.bytes[from..], b"</") {
            let at = from + found;
            if self.is_name(at + 2, name) {
                return at;
            }
            from = at + 2;
        }
        self.bytes.len()
    }

    /// Whether a tag's name stands here, and ends.
    fn is_name(&self, at: usize, name: &[u8]) -> bool {
        let rest = &self.bytes[at..];
        rest.len() > name.len()
            && rest[..name.len()].eq_ignore_ascii_case(name)
            && ends_tag_name(rest[name.len()])
    }

    /// Where the script's end tag begins, or the end of the page.
    ///
    /// Inside `<!-- … -->` a `<script>` hides the next `</script>` ("double escaped"), for the
    /// sake of old pages that wrote scripts in scripts.
    fn script_end(&self, start: usize) -> usize {
        let (mut escaped, mut doubly) = (false, false);
        let mut at = start;
        while at < self.bytes.len() {
            let rest = &self.bytes[at..];
            let next = if escaped {
                memchr::memchr2(b'<', b'-', rest)
            } else {
                memchr::memchr(b'<', rest)
            };
            let Some(found) = next else { break };
            at += found;
            let rest = &self.bytes[at..];
            if rest.starts_with(b"-->") {
                (escaped, doubly) = (false, false);
                at += 3;
            } else if !escaped && rest.starts_with(b"<!--") {
                // The two dashes may be part of the end already: `<!-->`.
                escaped = true;
                at += 2;
            } else if rest.starts_with(b"</") && self.is_name(at + 2, b"script") {
                if !doubly {
                    return at;
                }
                doubly = false;
                at += 8;
            } else {
                doubly |= escaped && rest[0] == b'<' && self.is_name(at + 1, b"script");
                at += 1;
            }
        }
        self.bytes.len()
    }
}

impl Tokens for Lexer<'_> {
    fn next(&mut self, foreign: bool) -> Token {
        if let Some(tag) = self.raw.take()
            && let Some(text) = self.raw(tag)
        {
            return text;
        }
        self.data(foreign)
    }

    fn raw_text(&mut self, tag: Tag) {
        self.raw = Some(tag);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every token as (kind, its source), reading `raw` after each start tag of raw text.
    fn tokens(html: &str) -> Vec<(Kind, &str)> {
        let mut lexer = Lexer::new(html);
        let mut tokens = Vec::new();
        loop {
            let token = lexer.next(false);
            if token.kind == Kind::Eof {
                return tokens;
            }
            if token.kind == Kind::Start && (token.tag.is_raw_text() || token.tag == Tag::TITLE) {
                lexer.raw_text(token.tag);
            }
            tokens.push((token.kind, &html[token.start as usize..token.end as usize]));
        }
    }

    #[test]
    fn text_ends_where_markup_begins() {
        use Kind::*;
        assert_eq!(
            tokens("a < b<p>c</ p>"),
            [(Text, "a < b"), (Start, "<p>"), (Text, "c"), (Comment, "</ p>")]
        );
        assert_eq!(tokens("1<2</>3</"), [(Text, "1<2"), (Text, "3</")]);
        assert_eq!(tokens("<<<a"), [(Text, "<<")]);
    }

    #[test]
    fn comments_end_in_every_way() {
        for comment in ["<!---->", "<!-->", "<!--->", "<!-- x --->", "<!--a--!>", "<!x>", "<?x?>"] {
            let html = format!("{comment}y");
            assert_eq!(tokens(&html), [(Kind::Comment, comment), (Kind::Text, "y")]);
        }
        assert_eq!(tokens("<!-- a"), [(Kind::Comment, "<!-- a")]);
    }

    #[test]
    fn tags_end_outside_of_quoted_values() {
        use Kind::*;
        let html = "<a href=http://x/y title='>' >t</A\t><br/><p a=b\"c>";
        assert_eq!(
            tokens(html),
            [
                (Start, "<a href=http://x/y title='>' >"),
                (Text, "t"),
                (End, "</A\t>"),
                (Start, "<br/>"),
                (Start, "<p a=b\"c>")
            ]
        );
        assert_eq!(tokens("x<a href='y>z"), [(Text, "x")]);
    }

    #[test]
    fn raw_text_ends_at_its_own_end_tag() {
        use Kind::*;
        assert_eq!(
            tokens("<title><b></titles></TITLE x>"),
            [(Start, "<title>"), (Text, "<b></titles>"), (End, "</TITLE x>")]
        );
        assert_eq!(tokens("<style></style>"), [(Start, "<style>"), (End, "</style>")]);
    }

    #[test]
    fn scripts_hide_scripts_in_comments() {
        let hidden = "<!-- <script>x</script> --></script>";
        assert_eq!(tokens(&format!("<script>{hidden}"))[1], (Kind::Text, &hidden[..27]));
        assert_eq!(tokens("<script><!-- x</script>y")[1], (Kind::Text, "<!-- x"));
        assert_eq!(tokens("<script><!--><script></script>y")[1], (Kind::Text, "<!--><script>"));
    }
}
