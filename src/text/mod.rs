//! White space, words and sentence ends: the only tokenizer in leafmill.
//!
//! Two notions of a word live here and nowhere else. [`tokens`] is what the measures count: the
//! `\w+` of the field's Python scorers, where a CJK character is a word of its own unless a
//! measure says otherwise. [`count`] is what the methods weigh text by: white-space tokens and
//! CJK characters.

mod fold;

use std::ops::Range;

pub use fold::{Edges, Size, count, fold, is_folded, may_have_cjk, past_white, plain};

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

/// Whether a byte is a word character by itself, as an ASCII letter, a digit and `_` are.
pub fn is_word_byte(byte: u8) -> bool {
    WORD[usize::from(byte)]
}

/// Appends a text in lower case, as [`str::to_lowercase`] has it.
pub fn lower_into(text: &str, out: &mut String) {
    if !text.is_ascii() && text.contains('Σ') {
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn lower_case_is_that_of_the_library() {
        for text in ["", "A Bc-9", "ÉTÉ İ ß Ǆ", "ΟΔΟΣ Σ ΣΑ", "家A"] {
            let mut out = String::from("X");
            lower_into(text, &mut out);
            assert_eq!(out, format!("X{}", text.to_lowercase()));
        }
    }
}
