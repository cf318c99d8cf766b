//! The characters of a leaf: without those that nobody sees, and with lines of Chinese and Japanese
//! joined.

use std::borrow::Cow;

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use crate::page::{Leaf, Page};
use crate::text::{is_cjk, may_have_cjk};

/// Whether a character has no width and no meaning: soft hyphen, zero-width space, word joiner,
/// byte-order mark, and what controls a terminal.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}' | '\u{2060}' | '\u{FEFF}') || is_control(c)
}

fn is_control(c: char) -> bool {
    c < ' ' && !matches!(c, '\t' | '\n' | '\r')
}

/// Whether a character joins those beside it or keeps them from joining: Persian words and emoji are spelled
/// with them, and at the end of a word they say nothing.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

/// Whether a text has a character that may be invisible, looked for by the first of its bytes.
fn has_invisible(text: &str) -> bool {
    let mut leads = memchr::memchr3_iter(0xC2, 0xE2, 0xEF, text.as_bytes());
    leads.any(|at| text[at..].starts_with(|c| is_invisible(c) || is_joiner(c))) || has_control(text)
}

/// Whether a folded text has what controls a terminal, each byte being looked at, which is quicker than to stop.
fn has_control(text: &str) -> bool {
    text.bytes().fold(false, |found, byte| found | (byte < b' '))
}

/// A number, several between commas or an `n`, in the raised characters of Unicode; `None` for what is neither.
///
/// Right behind another number it would read as the end of that: 10⁶ as 106, a year with a note as 19953.
pub(super) fn raised(text: &str) -> Option<String> {
    let raise = |c| {
        Some(match c {
            '0' => '⁰',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            '4'..='9' => char::from_u32('⁴' as u32 + c as u32 - '4' as u32)?,
            '+' => '⁺',
            '-' | '−' | '–' => '⁻',
            'n' => 'ⁿ',
            ',' | ' ' => c,
            _ => return None,
        })
    };
    if text.starts_with(',') { None } else { text.chars().map(raise).collect() }
}

/// Two raised digits as what they are behind a price or an hour: its hundredths, or its minutes. A sign of a
/// currency on one side says the one, a word for hours behind it the other; `before` ends in a number, and what
/// stands before that number may be a text of its own.
pub(super) fn lesser_unit(first: &str, before: &str, text: &str, behind: &str) -> Option<String> {
    if text.len() != 2 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let other = |c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',');
    let start = before
        .rfind(other)
        .map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
    let (around, number) = before.split_at(start);
    let around = if around.is_empty() { first } else { around };
    let is_whole =
        number.rsplit(['.', ',']).next().is_some_and(|last| last.len() == 3 || last == number);
    let behind = behind.trim_start();
    if is_whole && (around.trim_end().ends_with(is_currency) || behind.starts_with(is_currency)) {
        // A point may set off thousands.
        let point = if number.contains('.') { ',' } else { '.' };
        return Some(format!("{point}{text}"));
    }
    let is_hour = number.parse::<u8>().is_ok_and(|hour| hour <= 24) && text < "60";
    let mut words = behind.split(|c: char| !c.is_alphabetic() && c != '.');
    let is_time = words.next().is_some_and(|word| HOURS.contains(&&*word.to_lowercase()));
    (is_hour && is_time).then(|| format!(":{text}"))
}

/// What stands behind an hour.
const HOURS: [&str; 7] = ["uhr", "h", "hrs", "am", "pm", "a.m.", "p.m."];

fn is_currency(c: char) -> bool {
    c.general_category() == GeneralCategory::CurrencySymbol
}

/// Whether a character is of a script whose lines join without a space: CJK, and its punctuation.
fn is_wide(c: char) -> bool {
    is_cjk(c) || matches!(c, '\u{3000}'..='\u{303F}' | '\u{FF01}'..='\u{FF60}')
}

/// Whether a character is punctuation of Chinese and Japanese that other scripts have too.
fn is_shared(c: char) -> bool {
    matches!(c, '“' | '”' | '‘' | '’' | '…' | '—' | '·')
}

/// Whether a line of Chinese or Japanese that ends in the one joins a line that begins with the other:
/// both are of its scripts, or one is and the other is punctuation.
fn are_joint(before: &str, after: &str) -> bool {
    match (before.chars().next_back(), after.chars().next()) {
        (Some(one), Some(other)) if is_wide(one) => is_wide(other) || is_shared(other),
        (Some(one), Some(other)) => is_shared(one) && is_wide(other),
        _ => false,
    }
}

/// A leaf's text, with a space at an end only where what has no width kept it from being folded.
#[inline]
pub(super) fn of<'p>(page: &'p Page, at: usize) -> Cow<'p, str> {
    let leaf = &page.leaves()[at];
    let text = page.text(leaf);
    if leaf.is_ascii() && !has_control(text) {
        return Cow::Borrowed(text);
    }
    let mut text = Cow::Borrowed(text);
    if may_have_cjk(&text) && breaks_wide(&text) {
        text = Cow::Owned(joined(&page.dom().text(leaf.node)));
    }
    let goes_on = page.leaves().get(at + 1).is_some_and(|next| next.glued);
    visible(text, leaf.glued, goes_on)
}

/// A text without the characters that have no width; a space that stood at its ends beside one of
/// them stays there. What joins characters stays between two, of which one may belong to a text that this
/// follows or that goes on behind it.
pub(super) fn visible(text: Cow<'_, str>, follows: bool, goes_on: bool) -> Cow<'_, str> {
    if !has_invisible(&text) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().filter(|&c| !is_invisible(c)).peekable();
    while let Some(c) = chars.next() {
        let mut is_between = || {
            let before = out.chars().next_back().map_or(follows, |before| before != ' ');
            before && chars.peek().map_or(goes_on, |&after| after != ' ')
        };
        let is_dropped = c == ' ' && out.ends_with(' ') || is_joiner(c) && !is_between();
        if !is_dropped {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Whether a space stands where lines would join.
fn breaks_wide(text: &str) -> bool {
    let spaces = memchr::memchr_iter(b' ', text.as_bytes());
    spaces.into_iter().any(|at| are_joint(&text[..at], &text[at + 1..]))
}

/// A text folded, a line end between wide characters leaving no space (CSS Text, section 4.1.3).
fn joined(raw: &str) -> String {
    let mut out = String::new();
    // White space since the last character, and whether a line ends in it.
    let mut white = None;
    for c in raw.chars().filter(|&c| c != '\0') {
        if c.is_whitespace() {
            white = Some(white == Some(true) || matches!(c, '\n' | '\r'));
            continue;
        }
        if let Some(line_end) = white.take() {
            let joins = line_end && are_joint(&out, c.encode_utf8(&mut [0; 4]));
            if !joins && !out.is_empty() {
                out.push(' ');
            }
        }
        out.push(c);
    }
    out
}

/// Whether the white space between two leaves that are not glued is the end of a line of Chinese or
/// Japanese, which joins them.
pub(super) fn joins(page: &Page, before: &Leaf, after: &Leaf) -> bool {
    if before.is_ascii() || after.is_ascii() || !are_joint(page.text(before), page.text(after)) {
        return false;
    }
    let dom = page.dom();
    let (one, other) = (dom.text(before.node), dom.text(after.node));
    let tail = &one[one.trim_end().len()..];
    let head = &other[..other.len() - other.trim_start().len()];
    let between = before.source.end as usize..after.source.start as usize;
    let between = dom.html().get(between).unwrap_or_default();
    [tail, head, between].iter().any(|white| white.contains(['\n', '\r']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(html: &str) -> Vec<String> {
        let page = Page::parse(html);
        (0..page.leaves().len()).map(|at| of(&page, at).into_owned()).collect()
    }

    #[test]
    fn characters_without_width_are_found_by_their_first_bytes() {
        for c in ('\u{80}'..='\u{3100}').chain('\u{F900}'..='\u{10010}') {
            let goes = is_invisible(c) || is_joiner(c);
            assert_eq!(has_invisible(&format!("é{c}ê")), goes, "{c:?}");
        }
    }

    #[test]
    fn what_has_no_width_goes() {
        assert_eq!(
            texts("<p>\u{FEFF}hy&shy;phen\u{200B}ate<p>می\u{200C}خواهم"),
            ["hyphenate", "می\u{200C}خواهم"]
        );
    }

    #[test]
    fn joiners_stay_between_two_characters() {
        let html = "<p>&zwj;<p>a&zwnj; b &zwj;c&zwj;<p>👩\u{200D}💻&zwj;<p>می&zwnj;<b>&zwnj;خواهم</b>&zwnj;";
        let expected = ["", "a b c", "👩\u{200D}💻", "می\u{200C}", "\u{200C}خواهم", ""];
        assert_eq!(texts(html), expected);
    }

    #[test]
    fn what_controls_a_terminal_goes() {
        assert_eq!(texts("<p>a\u{8}b\u{1F} c<p>é\u{1B}[0m"), ["ab c", "é[0m"]);
    }

    #[test]
    fn lines_of_chinese_join_and_spaces_stay() {
        let html = "<p>日本\n  語。\r\nは 日本 語 and\nEnglish\n語<p>한국\n어";
        assert_eq!(texts(html), ["日本語。は 日本 語 and English 語", "한국 어"]);
        let html = "<p>他说：\n“走”\n吧——\n好。“no”\n—\nyes";
        assert_eq!(texts(html), ["他说：“走”吧——好。“no” — yes"]);
    }
}
