//! Broken JSON made sound, as far as what was meant is plain.
//!
//! One pass over the bytes writes sound JSON: comments, CDATA marks and everything else that JSON
//! has no word for are left out; a comma stands between two members and nowhere else; a text ends at
//! the quote behind which a member may end, and control characters and backslashes in it are
//! escaped; what is open at the end is closed, and a bracket that closes nothing is passed by.

use super::Json;
use crate::dom;

/// Deepest nesting; it is what serde_json reads.
const DEEPEST: usize = 127;

/// The values in broken source.
pub(super) fn values(source: &str) -> Vec<Json<'static>> {
    let decoded = source.contains("&quot;").then(|| dom::unescape(source));
    let mut mender = Mender::default();
    mender.mend(decoded.as_deref().unwrap_or(source));
    let values = serde_json::Deserializer::from_str(&mender.out).into_iter::<Json>();
    values.map_while(Result::ok).map(Json::into_owned).collect()
}

/// What comes next in an object or list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// A member, the first or behind a comma.
    Member,
    /// A colon and a value, behind a key.
    Colon,
    /// A value, behind a colon.
    Value,
    /// A comma or the end.
    Comma,
}

#[derive(Default)]
struct Mender {
    out: String,
    /// The closing brackets of what is open, each with what comes next in it.
    open: Vec<(char, Next)>,
}

impl Mender {
    fn mend(&mut self, source: &str) {
        let bytes = source.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let rest = &source[at..];
            at += match byte {
                b'"' => self.text(rest),
                b'{' | b'[' => {
                    if !self.begin(byte) {
                        return self.finish();
                    }
                    1
                }
                b'}' | b']' => {
                    self.end(char::from(byte));
                    1
                }
                b',' => {
                    self.comma();
                    1
                }
                b':' => {
                    self.colon();
                    1
                }
                b'/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
                b'/' if rest.starts_with("//") => line_comment(rest),
                b'<' if rest.starts_with("<!--") => 4,
                b'<' if rest.starts_with("<![CDATA[") => 9,
                byte if byte.is_ascii_alphanumeric() || byte == b'-' => self.word(rest),
                _ => rest.chars().next().map_or(1, char::len_utf8),
            };
        }
        self.finish();
    }

    fn next(&mut self) -> Option<&mut Next> {
        self.open.last_mut().map(|(_, next)| next)
    }

    /// Makes room for a value: a comma where one is missing. Whether there is room; behind a key
    /// there is none before its colon.
    fn room(&mut self) -> bool {
        let in_object = self.open.last().is_some_and(|&(close, _)| close == '}');
        match self.next() {
            None | Some(Next::Value) => {}
            Some(Next::Comma) => self.out.push(','),
            Some(Next::Member) => {}
            Some(Next::Colon) => return false,
        }
        if let Some(next) = self.next() {
            let is_key = in_object && *next != Next::Value;
            *next = if is_key { Next::Colon } else { Next::Comma };
        }
        true
    }

    /// An object or list begins; `false` where it is too deep.
    fn begin(&mut self, byte: u8) -> bool {
        // An object is no key.
        let wants_key = matches!(self.open.last(), Some(('}', Next::Member | Next::Comma)));
        if self.open.len() == DEEPEST || wants_key || !self.room() {
            return false;
        }
        self.out.push(char::from(byte));
        self.open.push((if byte == b'{' { '}' } else { ']' }, Next::Member));
        true
    }

    /// A bracket closes what it fits, and whatever is open inside of that.
    fn end(&mut self, close: char) {
        if self.open.iter().any(|&(open, _)| open == close) {
            while self.close() != Some(close) {}
        }
    }

    /// Closes the innermost that is open; its bracket.
    fn close(&mut self) -> Option<char> {
        let (close, next) = self.open.pop()?;
        self.complete(next);
        self.out.push(close);
        Some(close)
    }

    /// Gives what was begun an end: a key its value, a comma at the end its way out.
    fn complete(&mut self, next: Next) {
        match next {
            Next::Colon => self.out.push_str(":null"),
            Next::Value => self.out.push_str("null"),
            Next::Member if self.out.ends_with(',') => {
                self.out.pop();
            }
            Next::Member | Next::Comma => {}
        }
    }

    fn comma(&mut self) {
        let Some(&(_, next)) = self.open.last() else { return };
        match next {
            Next::Member => return,
            Next::Colon | Next::Value => self.complete(next),
            Next::Comma => {}
        }
        self.out.push(',');
        if let Some(next) = self.next() {
            *next = Next::Member;
        }
    }

    fn colon(&mut self) {
        if let Some(next @ Next::Colon) = self.next() {
            *next = Next::Value;
            self.out.push(':');
        }
    }

    /// A text from its quote on; its length in the source.
    fn text(&mut self, rest: &str) -> usize {
        let end = text_end(rest);
        if self.room() {
            self.out.push('"');
            escape(&rest[1..end], &mut self.out);
            self.out.push('"');
        }
        (end + 1).min(rest.len())
    }

    /// A number, `true`, `false` or `null`, or a bare word, which is left out; its length.
    fn word(&mut self, rest: &str) -> usize {
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.' | '_');
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let word = &rest[..end];
        let is_value = serde_json::from_str::<Json>(word).is_ok();
        let wants_key = matches!(self.open.last(), Some(('}', Next::Member | Next::Comma)));
        if is_value && !wants_key && !self.open.is_empty() && self.room() {
            self.out.push_str(word);
        }
        end.max(1)
    }

    fn finish(&mut self) {
        while self.close().is_some() {}
    }
}

/// Length of a line comment. One that opens CDATA hides nothing behind that; one line of JSON may be
/// a comment in name only.
fn line_comment(rest: &str) -> usize {
    for mark in ["//<![CDATA[", "// <![CDATA[", "//]]>", "// ]]>"] {
        if rest.starts_with(mark) {
            return mark.len();
        }
    }
    rest.find('\n').unwrap_or(rest.len())
}

/// Where the text ends that begins at a quote: at the next one behind which a member may end.
fn text_end(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let mut at = 1;
    let mut first = None;
    while let Some(found) = memchr::memchr2(b'"', b'\\', &bytes[at..]) {
        at += found;
        if bytes[at] == b'\\' {
            at = (at + 2).min(bytes.len());
            continue;
        }
        first.get_or_insert(at);
        let behind = rest[at + 1..].trim_start().as_bytes();
        let ends = match behind {
            [] | [b'}' | b']' | b':', ..] => true,
            [b',', more @ ..] => {
                let more = more.trim_ascii_start();
                matches!(more, [] | [b'"' | b'{' | b'[' | b'}' | b']' | b'-' | b',', ..])
                    || more[0].is_ascii_digit()
                    || [&b"true"[..], b"false", b"null"].iter().any(|word| more.starts_with(word))
            }
            // A comma was forgotten, and the next member begins on a line of its own or with a key.
            [b'"', ..] => {
                let key = &rest[rest.len() - behind.len() + 1..];
                let end = key.find('"').unwrap_or(0);
                key[end..].get(1..).is_some_and(|more| more.trim_start().starts_with(':'))
            }
            _ => false,
        };
        if ends {
            return at;
        }
        at += 1;
        // A text in which nothing ends is one whose first quote was its end.
        if at - first.unwrap_or(at) > LONGEST_QUOTED {
            break;
        }
    }
    first.unwrap_or(rest.len())
}

/// How far behind a quote another is taken for the text's end, in bytes: it bounds the search, so
/// that mending is linear.
const LONGEST_QUOTED: usize = 200;

/// Appends the inside of a text as sound JSON.
fn escape(text: &str, out: &mut String) {
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => out.push_str("\\\""),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => out.push(' '),
            '\\' => match chars.clone().next() {
                Some(next @ ('"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't')) => {
                    out.extend(['\\', next]);
                    chars.next();
                }
                Some('u') => match unicode(chars.as_str()) {
                    Some(escaped) => {
                        out.push('\\');
                        out.push_str(escaped);
                        chars = chars.as_str()[escaped.len()..].chars();
                    }
                    None => out.push_str("\\\\"),
                },
                // A quote of scripts, which JSON does not escape.
                Some('\'') => {}
                _ => out.push_str("\\\\"),
            },
            c => out.push(c),
        }
    }
}

/// The escape that stands here without its first backslash, `u00e9` or a pair such as
/// `ud83d\ude00`, if it is of a character.
fn unicode(text: &str) -> Option<&str> {
    let unit = |digits: &str| {
        let sound = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        u32::from_str_radix(digits, 16).ok().filter(|_| sound)
    };
    let first = unit(text.get(1..5)?)?;
    if char::from_u32(first).is_some() {
        return text.get(..5);
    }
    let second = unit(text.get(5..11)?.strip_prefix("\\u")?)?;
    let is_pair = (0xD800..0xDC00).contains(&first) && (0xDC00..0xE000).contains(&second);
    text.get(..11).filter(|_| is_pair)
}
