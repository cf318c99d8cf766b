//! White space, words and sentence ends: the only tokenizer in leafmill.
//!
//! Two notions of a word live here and nowhere else. [`tokens`] is what the measures count: the
//! `\w+` of the field's Python scorers, where a CJK character is a word of its own unless a
//! measure says otherwise. [`count`] is what the methods weigh text by: white-space tokens and
//! CJK characters, found in one pass over the bytes.

use std::ops::Range;

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// Whether `c` is a character of a script written without spaces, counted as a word of its own:
/// kana, CJK ideographs and their compatibility forms (U+3040–30FF, 3400–9FFF, F900–FAFF).
#[inline]
pub fn is_cjk(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}')
}

/// Whether `c` matches `\w` as Python's `re` has it: letters, digits and other numbers, and `_`;
/// no combining marks.
#[inline]
pub fn is_word_char(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || c == '_';
    }
    use GeneralCategory as G;
    matches!(
        c.general_category(),
        G::UppercaseLetter
            | G::LowercaseLetter
            | G::TitlecaseLetter
            | G::ModifierLetter
            | G::OtherLetter
            | G::DecimalNumber
            | G::LetterNumber
            | G::OtherNumber
    )
}

/// Whether a sentence can end in `c`: `. 。 ! ！ ? ？ … ．`.
#[inline]
pub fn is_stop(c: char) -> bool {
    matches!(c, '.' | '。' | '!' | '！' | '?' | '？' | '…' | '．')
}

/// Whether `c` may follow a sentence's stop: a closing quote or bracket.
#[inline]
pub fn is_closer(c: char) -> bool {
    matches!(
        c,
        '"' | '\'' | ')' | ']' | '}' | '”' | '’' | '»' | '›' | '」' | '』' | '）' | '】' | '》'
    )
}

/// How a run of CJK characters is counted by a measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Cjk {
    /// Each character is a word.
    #[default]
    Character,
    /// A run without a break is one word, as `\w+` has it.
    Run,
}

/// Calls `each` with every word of `text`, in order, as a byte range.
///
/// Lower-case the whole text first where case must not count: a few letters change what follows
/// them (`İ` becomes `i` and a combining dot, which is no word character).
pub fn tokens(text: &str, cjk: Cjk, mut each: impl FnMut(Range<usize>)) {
    let bytes = text.as_bytes();
    let (mut start, mut at) = (None, 0);
    while let Some(&byte) = bytes.get(at) {
        if WORD[usize::from(byte)] {
            start.get_or_insert(at);
            at += 1;
            continue;
        }
        let (mut alone, mut length) = (false, 1);
        if !byte.is_ascii()
            && let Some(c) = text[at..].chars().next()
        {
            length = c.len_utf8();
            let is_word = is_word_char(c);
            alone = is_word && cjk == Cjk::Character && is_cjk(c);
            if is_word && !alone {
                start.get_or_insert(at);
                at += length;
                continue;
            }
        }
        if let Some(from) = start.take() {
            each(from..at);
        }
        if alone {
            each(at..at + length);
        }
        at += length;
    }
    if let Some(from) = start {
        each(from..text.len());
    }
}

/// Whether a byte is a word character by itself.
static WORD: [bool; 256] = {
    let mut word = [false; 256];
    let mut byte = 0_u8;
    while byte < 0x80 {
        word[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_';
        byte += 1;
    }
    word
};

/// Appends a text in lower case, as [`str::to_lowercase`] has it.
pub fn lower_into(text: &str, out: &mut String) {
    if text.contains('Σ') {
        // It depends on what is around it.
        out.push_str(&text.to_lowercase());
        return;
    }
    let start = out.len();
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| !byte.is_ascii()) {
        out.push_str(&rest[..at]);
        let mut chars = rest[at..].chars();
        out.extend(chars.next().into_iter().flat_map(char::to_lowercase));
        rest = chars.as_str();
    }
    out.push_str(rest);
    out[start..].make_ascii_lowercase();
}

/// Size of a text: what methods weigh it by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    /// Characters (Unicode scalar values), white space included.
    pub chars: u32,
    /// White-space tokens, a CJK character being one of its own.
    pub words: u32,
    /// CJK characters.
    pub cjk: u32,
}

/// Counts characters, words and CJK characters of a folded text.
pub fn count(text: &str) -> Size {
    let mut size = Size::default();
    let mut inside = false;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if byte < 0x80 {
            at += 1;
            let space = byte == b' ';
            size.words += u32::from(!space && !inside);
            inside = !space;
        } else {
            let Some(c) = text[at..].chars().next() else { break };
            at += c.len_utf8();
            if is_cjk(c) {
                size.cjk += 1;
                size.words += 1;
                inside = false;
            } else {
                size.words += u32::from(!inside);
                inside = true;
            }
        }
        size.chars += 1;
    }
    size
}

/// What is left of a *plain* text between the white space at its ends, and its size: one of ASCII
/// without references and NULs, that has no white space inside but single spaces. `None` for any
/// other text. It is what [`fold`] leaves, found in one pass over the bytes.
pub fn plain(text: &str) -> Option<(Range<usize>, Size)> {
    let is_space = |byte: &u8| matches!(byte, b'\t'..=b'\r' | b' ');
    let bytes = text.as_bytes();
    let Some(start) = bytes.iter().position(|byte| !is_space(byte)) else {
        return Some((0..0, Size::default()));
    };
    let end = bytes.iter().rposition(|byte| !is_space(byte))? + 1;
    let (mut spaces, mut other, mut last) = (0, 0, 0);
    for &byte in &bytes[start..end] {
        let kind = PLAIN[usize::from(byte)];
        other |= kind & (OTHER | last);
        spaces += u32::from(kind & SPACE);
        last = kind;
    }
    let size = Size { chars: (end - start) as u32, words: spaces + 1, cjk: 0 };
    (other == 0).then_some((start..end, size))
}

/// Kinds of bytes of a plain text, as bits.
const SPACE: u8 = 1;
const OTHER: u8 = 2;

/// The kind of each byte, 0 for what a word is made of.
static PLAIN: [u8; 256] = {
    let mut kinds = [OTHER; 256];
    let mut byte = b' ';
    while byte < 0x80 {
        kinds[byte as usize] = match byte {
            b' ' => SPACE,
            b'&' => OTHER,
            _ => 0,
        };
        byte += 1;
    }
    kinds
};

/// What [`fold`] found at the edges of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Edges {
    /// White space before the first other character.
    pub before: bool,
    /// White space after the last other character.
    pub after: bool,
}

/// Appends `text` to `out` with each run of white space as one space, none at the ends, and NULs
/// dropped (the standard ignores them in a page's body).
pub fn fold(text: &str, out: &mut String) {
    let start = out.len();
    let mut space = false;
    for c in text.chars() {
        if c.is_whitespace() {
            space = true;
        } else if c != '\0' {
            if space && out.len() > start {
                out.push(' ');
            }
            space = false;
            out.push(c);
        }
    }
}

/// Whether [`fold`] would leave `text` as it is.
pub fn is_folded(text: &str) -> bool {
    let mut space = true;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if byte > b' ' && byte < 0x80 {
            space = false;
            at += 1;
        } else if byte == b' ' {
            if space {
                return false;
            }
            space = true;
            at += 1;
        } else if byte < b' ' {
            if byte == 0 || (byte as char).is_whitespace() {
                return false;
            }
            space = false;
            at += 1;
        } else {
            let Some(c) = text[at..].chars().next() else { return true };
            if c.is_whitespace() {
                return false;
            }
            space = false;
            at += c.len_utf8();
        }
    }
    !space
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(text: &str, cjk: Cjk) -> Vec<String> {
        let lower = text.to_lowercase();
        let mut out = Vec::new();
        tokens(&lower, cjk, |range| out.push(lower[range].to_owned()));
        out
    }

    #[test]
    fn words_are_pythons() {
        assert_eq!(words("It's 3½ e\u{301}t_1 Ⅷ!", Cjk::Run), ["it", "s", "3½", "e", "t_1", "ⅷ"]);
        // A combining vowel sign splits a Devanagari word, as it does in Python.
        assert_eq!(words("हिन्दी", Cjk::Run), ["ह", "न", "द"]);
        // Circled letters are symbols, though Unicode calls them alphabetic.
        assert_eq!(words("aⓐb", Cjk::Run), ["a", "b"]);
    }

    #[test]
    fn a_cjk_character_is_a_word() {
        assert_eq!(words("HTML解析 ok", Cjk::Character), ["html", "解", "析", "ok"]);
        assert_eq!(words("HTML解析 ok", Cjk::Run), ["html解析", "ok"]);
        // The middle dot lies in the range but is no word character.
        assert_eq!(words("ア・イ", Cjk::Character), ["ア", "イ"]);
    }

    #[test]
    fn counts() {
        assert_eq!(count("two words"), Size { chars: 9, words: 2, cjk: 0 });
        assert_eq!(count("到 the 家x"), Size { chars: 8, words: 4, cjk: 2 });
    }

    #[test]
    fn lower_case_is_that_of_the_library() {
        for text in ["", "A Bc-9", "ÉTÉ İ ß Ǆ", "ΟΔΟΣ Σ ΣΑ", "家A"] {
            let mut out = String::from("X");
            lower_into(text, &mut out);
            assert_eq!(out, format!("X{}", text.to_lowercase()));
        }
    }

    #[test]
    fn folds() {
        let mut out = String::from("x");
        fold(" \u{a0}a\r\n\tb\0c\u{3000}", &mut out);
        assert_eq!(out, "xa bc");
    }

    proptest! {
        #[test]
        fn folding_is_idempotent(text in "[ a\u{a0}é\0\n家]{0,12}") {
            let mut once = String::new();
            fold(&text, &mut once);
            let mut twice = String::new();
            fold(&once, &mut twice);
            prop_assert_eq!(&once, &twice);
            prop_assert_eq!(is_folded(&text), once == text && !text.is_empty());
        }

        #[test]
        fn a_plain_text_is_folded_and_counted(text in "[ ab&\t\r\n\0\x01é]{0,9}|[ ab]{0,9}") {
            let mut folded = String::new();
            fold(&text, &mut folded);
            if let Some((plain, size)) = plain(&text) {
                prop_assert_eq!(&text[plain], &folded);
                prop_assert_eq!(size, count(&folded));
            } else {
                let ascii = text.bytes().all(|byte| byte.is_ascii() && byte >= b' ' && byte != b'&');
                prop_assert!(!ascii || folded != text.trim());
            }
        }
    }
}
