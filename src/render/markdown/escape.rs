//! What must be escaped in Markdown, and only that.
//!
//! A character that means something is escaped where it could: `snake_case`, `2 * 3`, `Score*` and `a < b`
//! stay as they are, `*this*` and `<p>` do not. Whatever is written comes back letter for letter.

use std::ops::Range;

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::partners::{Partners, Signs};

/// What a character is to a mark of emphasis beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// White space, or the beginning or end of a line.
    Space,
    Punctuation,
    /// What some readers take for punctuation and others do not.
    Symbol,
    Letter,
}

impl Side {
    pub fn of(c: char) -> Side {
        if c.is_whitespace() {
            return Side::Space;
        }
        if c.is_ascii() {
            return if c.is_ascii_punctuation() { Side::Punctuation } else { Side::Letter };
        }
        match c.general_category_group() {
            GeneralCategoryGroup::Punctuation => Side::Punctuation,
            GeneralCategoryGroup::Symbol => Side::Symbol,
            _ => Side::Letter,
        }
    }
}

/// What comes behind a part of a run's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    Text,
    LineEnd,
    Mark,
    Link,
}

/// A part of a run's text and what is around it.
#[derive(Debug)]
pub(super) struct Context<'c> {
    pub text: &'c str,
    pub range: Range<usize>,
    /// Whether a line of a paragraph begins with it.
    pub is_start: bool,
    pub follows_mark: bool,
    pub next: Next,
    pub in_cell: bool,
    pub in_link: bool,
    /// Whether the paragraph begins with a bracket, so that it could define an address.
    pub opens_bracket: bool,
    pub partners: Partners,
    /// The run's last dollar that could close a formula; beyond its end where it has one.
    pub last_dollar: Option<usize>,
}

impl Context<'_> {
    /// What stands before a place in the text.
    fn before(&self, at: usize) -> Side {
        if at == self.range.start && self.follows_mark {
            return Side::Punctuation;
        }
        if at == self.range.start && self.is_start {
            return Side::Space;
        }
        self.text[..at].chars().next_back().map_or(Side::Space, Side::of)
    }

    /// The character behind a place in the text, if it is text of this part.
    fn char_after(&self, at: usize) -> Option<char> {
        self.text[at..self.range.end].chars().next()
    }

    /// What stands behind a place in the text.
    fn after(&self, at: usize) -> Side {
        match self.char_after(at) {
            Some(c) => Side::of(c),
            None => match self.next {
                Next::LineEnd => Side::Space,
                Next::Mark | Next::Link => Side::Punctuation,
                Next::Text => self.text[at..].chars().next().map_or(Side::Space, Side::of),
            },
        }
    }
}

/// Marks bytes of ASCII in a table of all.
const fn marked(bytes: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut at = 0;
    while at < bytes.len() {
        table[bytes[at] as usize] = true;
        at += 1;
    }
    table
}

/// What may mean something within a line.
const SIGNS: [bool; 256] = marked(b"`\\*_~[]!<&|$");

/// What may not stand in an address as it is.
const SIGNS_OF_ADDRESS: [bool; 256] = marked(b"()&\\<> |");

/// The first byte from `at` on that a table has.
fn next_of(table: &[bool; 256], bytes: &[u8], at: usize) -> Option<usize> {
    let found = bytes[at..].iter().position(|&byte| table[usize::from(byte)]);
    found.map(|found| at + found)
}

/// Appends a part of a run's text.
pub(super) fn text(context: &Context<'_>, out: &mut String) {
    let Range { start, end } = context.range;
    let bytes = &context.text.as_bytes()[..end];
    // What was looked at but not yet written.
    let (mut from, mut at) = (start, start);
    // What stands before it are digits.
    if let Some(marker) = context.is_start.then(|| line_marker(context)).flatten() {
        out.push_str(&context.text[start..marker]);
        out.push('\\');
        (from, at) = (marker, marker + 1);
    }
    while let Some(sign) = next_of(&SIGNS, bytes, at) {
        at = sign;
        let byte = bytes[at];
        let length = match byte {
            b'_' | b'*' | b'~' => bytes[at..].iter().take_while(|&&next| next == byte).count(),
            _ => 1,
        };
        let must = match byte {
            b'`' => true,
            b'\\' => {
                !matches!(context.after(at + 1), Side::Letter | Side::Symbol)
                    && !is_space(context, at + 1)
            }
            b'*' | b'_' | b'~' => {
                let (before, after) = (context.before(at), context.after(at + length));
                context.partners.pairs(at, Signs { sign: byte, length, before, after })
            }
            b'[' => context.in_link || bytes[at + 1..].first() == Some(&b'^'),
            b']' => {
                let next = bytes[at + 1..].first();
                context.in_link
                    || next == Some(&b'(')
                    || next == Some(&b':') && context.opens_bracket
            }
            b'!' => at + 1 == end && context.next == Next::Link,
            b'<' => context.char_after(at + 1).is_some_and(begins_tag),
            b'&' => is_entity(&context.text[at..end]),
            b'|' => context.in_cell,
            b'$' => context.last_dollar.is_some_and(|last| at < last) && !is_space(context, at + 1),
            _ => false,
        };
        if must {
            out.push_str(&context.text[from..at]);
            for _ in 0..length {
                out.push('\\');
                out.push(char::from(byte));
            }
            from = at + length;
        }
        at += length;
    }
    out.push_str(&context.text[from..end]);
}

/// The last dollar of a text that could close a formula: one behind a character, and not before a
/// letter or digit as in sums of money.
pub(super) fn last_dollar(text: &str) -> Option<usize> {
    let closes = |&(at, _): &(usize, &str)| {
        let before = text[..at].chars().next_back().is_some_and(|c| c != ' ');
        before && !text[at + 1..].starts_with(char::is_alphanumeric)
    };
    text.rmatch_indices('$').find(closes).map(|(at, _)| at)
}

/// Whether a space follows in the text itself.
fn is_space(context: &Context<'_>, at: usize) -> bool {
    context.char_after(at) == Some(' ')
}

/// Whether a text begins with a character reference.
fn is_entity(text: &str) -> bool {
    let name = &text[1..];
    let end = name.bytes().take(40).position(|byte| byte == b';');
    end.is_some_and(|end| {
        let name = name[..end].trim_start_matches('#');
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Where a line must be escaped that would begin another block than a paragraph.
fn line_marker(context: &Context<'_>) -> Option<usize> {
    let start = context.range.start;
    let line = &context.text[context.range.clone()];
    let ends_line = context.next == Next::LineEnd;
    // Whether white space or the end of the line follows so many bytes.
    let is_apart = |bytes: usize| match line[bytes..].chars().next() {
        Some(c) => c == ' ',
        None => ends_line,
    };
    let first = line.chars().next()?;
    let run = line.len() - line.trim_start_matches(first).len();
    let is_only = |signs: &str| ends_line && line.chars().all(|c| signs.contains(c));
    match first {
        '#' if run <= 6 && is_apart(run) => Some(start),
        '>' => Some(start),
        '-' | '+' | '*' if is_apart(1) => Some(start),
        '-' | '|' | ':' if is_only("-:| ") => Some(start),
        '=' | '_' | '*' if is_only("=_* ") => Some(start),
        '~' if run >= 3 => Some(start),
        '[' if ["[ ]", "[x]", "[X]"].iter().any(|task| line.starts_with(task)) => Some(start),
        '0'..='9' => {
            let digits = line.bytes().take_while(u8::is_ascii_digit).count();
            let is_mark = line[digits..].starts_with(['.', ')']) && is_apart(digits + 1);
            (digits <= 9 && is_mark).then_some(start + digits)
        }
        _ => None,
    }
}

/// Escapes the hashes that a heading ends in, which would be taken for its closing ones.
pub(super) fn closing_hashes(start: usize, out: &mut String) {
    let heading = &out[start..];
    let text = heading.trim_end_matches('#');
    let is_closing = text.len() < heading.len() && (text.is_empty() || text.ends_with(' '));
    if is_closing {
        out.insert(start + text.len(), '\\');
    }
}

/// Appends an image's alternative text, which stands in brackets.
pub(super) fn label(alt: &str, in_cell: bool, out: &mut String) {
    let partners = Partners::of(alt, |at| at == 0 || at == alt.len());
    bracketed(alt, in_cell, partners, out);
}

/// Appends code as text, of which nothing is taken for a mark.
pub(super) fn code_as_text(code: &str, out: &mut String) {
    let mut partners = Partners::default();
    b"*_~".iter().for_each(|&sign| partners.pair_all(sign));
    bracketed(code, false, partners, out);
}

fn bracketed(text: &str, in_cell: bool, partners: Partners, out: &mut String) {
    let context = Context {
        text,
        range: 0..text.len(),
        is_start: false,
        follows_mark: true,
        next: Next::Mark,
        in_cell,
        in_link: true,
        opens_bracket: false,
        partners,
        last_dollar: Some(usize::MAX),
    };
    self::text(&context, out);
}

/// Appends inline code, between more backticks than it has in a row.
pub(super) fn code(text: &str, in_cell: bool, out: &mut String) {
    let longest = longest_ticks(text);
    // The shortest run of backticks that is not in it.
    let is_in = |length: usize| text.split(|c| c != '`').any(|run| run.len() == length);
    let length = (1..=longest + 1).find(|&length| !is_in(length)).unwrap_or(1);
    let fence = "`".repeat(length);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    out.push_str(&fence);
    out.push_str(pad);
    match in_cell {
        true => out.push_str(&text.replace('|', "\\|")),
        false => out.push_str(text),
    }
    out.push_str(pad);
    out.push_str(&fence);
}

/// Appends a formula; one that has dollars itself is written as code. What a reader that knows no
/// formulas would take for a tag is set apart by a space, and what would end a cell is written as a
/// command, both of which are the same to TeX.
pub(super) fn math(tex: &str, display: bool, in_cell: bool, out: &mut String) {
    if tex.contains('$') {
        return code(tex, in_cell, out);
    }
    let sign = if display { "$$" } else { "$" };
    out.push_str(sign);
    let mut chars = tex.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '<' if chars.peek().is_some_and(|&next| begins_tag(next)) => out.push_str("< "),
            // The bar of the command `\|`.
            '|' if in_cell && is_escaped(out) => out.push_str("Vert "),
            '|' if in_cell => out.push_str("\\vert "),
            c => out.push(c),
        }
    }
    out.push_str(sign);
}

/// Whether a backslash stands before what comes next, and is not itself behind one.
fn is_escaped(out: &str) -> bool {
    (out.len() - out.trim_end_matches('\\').len()) % 2 == 1
}

/// Whether a character behind `<` makes a tag of it.
fn begins_tag(c: char) -> bool {
    c.is_ascii_alphabetic() || "/!?".contains(c)
}

/// Appends the address of a link or an image.
pub(super) fn address(address: &str, out: &mut String) {
    let is_balanced = is_balanced(address);
    let bytes = address.as_bytes();
    let mut from = 0;
    while let Some(at) = next_of(&SIGNS_OF_ADDRESS, bytes, from) {
        out.push_str(&address[from..at]);
        let must = match bytes[at] {
            b'(' | b')' => !is_balanced,
            b'&' => is_entity(&address[at..]),
            byte => matches!(byte, b'\\' | b'<' | b'>'),
        };
        match bytes[at] {
            b' ' => out.push_str("%20"),
            b'|' => out.push_str("%7C"),
            byte => {
                if must {
                    out.push('\\');
                }
                out.push(char::from(byte));
            }
        }
        from = at + 1;
    }
    out.push_str(&address[from..]);
}

/// Whether each bracket of an address is closed, and not many lie in one another.
fn is_balanced(address: &str) -> bool {
    const DEEPEST: i32 = 3;
    let mut depth = 0;
    for byte in address.bytes() {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        if !(0..=DEEPEST).contains(&depth) {
            return false;
        }
    }
    depth == 0
}

/// The longest run of backticks in a text.
pub(super) fn longest_ticks(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}
