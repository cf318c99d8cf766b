//! White space folded, and the size of what is left: what a leaf shows, and what it weighs.
//!
//! Every text of every page comes through here, so bytes are looked at by the vector, and characters
//! only where a byte can be part of white space or of a CJK character.

use std::ops::Range;

use super::is_cjk;

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
    let (mut spaces, mut inside, mut cjk) = (0, 0, false);
    vectors(text.as_bytes(), |vectors, _| {
        let (mut space, mut within, mut wide) =
            (Lanes::default(), Lanes::default(), Lanes::default());
        for vector in vectors {
            for lane in 0..VECTOR {
                let byte = vector[lane];
                space[lane] = space[lane].wrapping_sub(mask(byte == b' '));
                within[lane] = within[lane].wrapping_sub(mask(!begins_character(byte)));
                wide[lane] |= mask(begins_cjk(byte));
            }
        }
        spaces += sum(&space);
        inside += sum(&within);
        cjk |= wide != Lanes::default();
    });
    if cjk || text.is_empty() {
        return count_cjk(text);
    }
    Size { chars: text.len() as u32 - inside, words: spaces + 1, cjk: 0 }
}

/// Whether a byte is the first of a character.
fn begins_character(byte: u8) -> bool {
    byte.cast_signed() >= -0x40
}

/// Whether a byte can be the first of a CJK character.
fn begins_cjk(byte: u8) -> bool {
    matches!(byte, 0xE3..=0xE9 | 0xEF)
}

/// As [`count`], character by character.
fn count_cjk(text: &str) -> Size {
    let mut size = Size::default();
    let mut inside = false;
    for c in text.chars() {
        size.chars += 1;
        let alone = is_cjk(c);
        size.cjk += u32::from(alone);
        size.words += u32::from(alone || c != ' ' && !inside);
        inside = !alone && c != ' ';
    }
    size
}

/// What is left of a *plain* text between the white space at its ends, and its size: one of ASCII
/// without references and NULs, that has no white space inside but single spaces. `None` for any
/// other text. It is what [`fold`] leaves, found without looking at characters.
pub fn plain(text: &str) -> Option<(Range<usize>, Size)> {
    let is_space = |byte: &u8| matches!(byte, b'\t'..=b'\r' | b' ');
    let bytes = text.as_bytes();
    let Some(start) = bytes.iter().position(|byte| !is_space(byte)) else {
        return Some((0..0, Size::default()));
    };
    let end = bytes.iter().rposition(|byte| !is_space(byte))? + 1;
    let (mut spaces, mut other) = (0, false);
    vectors(&bytes[start..end], |vectors, nexts| {
        let (mut space, mut found) = (Lanes::default(), Lanes::default());
        for (vector, next) in vectors.iter().zip(nexts) {
            for lane in 0..VECTOR {
                let byte = vector[lane];
                let is_space = mask(byte == b' ');
                let is_special = mask(byte.cast_signed() < 0x20) | mask(byte == b'&');
                found[lane] |= is_special | is_space & mask(next[lane] == b' ');
                space[lane] = space[lane].wrapping_sub(is_space);
            }
        }
        spaces += sum(&space);
        other |= found != Lanes::default();
    });
    let size = Size { chars: (end - start) as u32, words: spaces + 1, cjk: 0 };
    (!other).then_some((start..end, size))
}

/// Bytes that are looked at together.
const VECTOR: usize = 16;

/// A number for each byte of a vector.
type Lanes = [u8; VECTOR];

/// What marks a byte: all bits, which is also a number that counts one if it is subtracted.
fn mask(is: bool) -> u8 {
    if is { u8::MAX } else { 0 }
}

/// What the lanes have together.
fn sum(lanes: &Lanes) -> u32 {
    lanes.iter().map(|&lane| u32::from(lane)).sum()
}

/// Hands out a text in vectors, each with that which begins a byte later, as many at a time as a lane can
/// count. What is behind the end is a letter.
#[inline(always)]
fn vectors(text: &[u8], mut each: impl FnMut(&[Lanes], &[Lanes])) {
    let Some(last) = text.len().checked_sub(1) else { return };
    let (whole, rest) = text.split_at(last / VECTOR * VECTOR);
    let (vectors, _) = whole.as_chunks();
    let (nexts, _) = text[1..=whole.len()].as_chunks();
    let most = u8::MAX.into();
    vectors.chunks(most).zip(nexts.chunks(most)).for_each(|(vectors, nexts)| each(vectors, nexts));
    let mut filled = [b'a'; VECTOR + 1];
    filled[..rest.len()].copy_from_slice(rest);
    if let (Some(vector), Some(next)) = (filled.first_chunk(), filled.last_chunk()) {
        each(&[*vector], &[*next]);
    }
}

/// What [`fold`] found at the edges of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Edges {
    /// White space before the first other character.
    pub before: bool,
    /// White space after the last other character.
    pub after: bool,
}

/// What a byte can be to [`fold`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// A part of a word.
    Word,
    /// White space of ASCII.
    White,
    /// The first byte of a character that may be white space: U+0085, U+00A0, U+1680, U+2000 to U+205F,
    /// U+3000.
    Lead,
    Null,
}

static ROLES: [Role; 256] = {
    let mut roles = [Role::Word; 256];
    roles[0] = Role::Null;
    let mut byte = b'\t';
    while byte <= b'\r' {
        roles[byte as usize] = Role::White;
        byte += 1;
    }
    roles[b' ' as usize] = Role::White;
    roles[0xC2] = Role::Lead;
    roles[0xE1] = Role::Lead;
    roles[0xE2] = Role::Lead;
    roles[0xE3] = Role::Lead;
    roles
};

/// Where the part of a word ends that begins at `at`, and what stands there: white space with its
/// length, a NUL with 0, `None` at the end.
fn word_end(text: &str, mut at: usize) -> (usize, Option<usize>) {
    let bytes = text.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        match ROLES[usize::from(byte)] {
            Role::Word => at += 1,
            Role::White => return (at, Some(1)),
            Role::Null => return (at, Some(0)),
            Role::Lead => match text[at..].chars().next() {
                Some(c) if c.is_whitespace() => return (at, Some(c.len_utf8())),
                _ => at += 1,
            },
        }
    }
    (at, None)
}

/// As [`word_end`], for words with single spaces between them, which stay as they are.
fn words_end(text: &str, mut at: usize) -> (usize, Option<usize>) {
    let bytes = text.as_bytes();
    loop {
        let (end, stop) = word_end(text, at);
        let goes_on = end > at && bytes.get(end) == Some(&b' ');
        match bytes.get(end + 1) {
            Some(&next) if goes_on && ROLES[usize::from(next)] == Role::Word => at = end + 1,
            _ => return (end, stop),
        }
    }
}

/// Appends `text` to `out` with each run of white space as one space, none at the ends, and NULs
/// dropped (the standard ignores them in a page's body).
pub fn fold(text: &str, out: &mut String) {
    let start = out.len();
    let (mut at, mut space) = (0, false);
    loop {
        let (end, stop) = words_end(text, at);
        if end > at {
            if space && out.len() > start {
                out.push(' ');
            }
            out.push_str(&text[at..end]);
            space = false;
        }
        let Some(white) = stop else { return };
        space |= white > 0;
        at = end + white.max(1);
    }
}

/// Whether [`fold`] would leave `text` as it is.
pub fn is_folded(text: &str) -> bool {
    let mut at = 0;
    loop {
        let (end, stop) = words_end(text, at);
        match stop {
            None => return end > at,
            Some(1) if end > at && text.as_bytes()[end] == b' ' => at = end + 1,
            Some(_) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn counts() {
        assert_eq!(count("two words"), Size { chars: 9, words: 2, cjk: 0 });
        assert_eq!(count("到 the 家x"), Size { chars: 8, words: 4, cjk: 2 });
    }

    #[test]
    fn folds() {
        let mut out = String::from("x");
        fold(" \u{a0}a\r\n\tb\0c\u{3000}", &mut out);
        assert_eq!(out, "xa bc");
    }

    #[test]
    fn white_space_begins_with_few_bytes_and_cjk_with_others() {
        for c in ('\0'..=char::MAX).filter(|&c| c as u32 <= 0x20000) {
            let lead = c.to_string().as_bytes()[0];
            let is_null = c == '\0';
            assert_eq!(ROLES[usize::from(lead)] == Role::Null, is_null);
            assert!(
                !c.is_whitespace() || matches!(ROLES[usize::from(lead)], Role::White | Role::Lead)
            );
            assert!(!is_cjk(c) || begins_cjk(lead), "{c:?}");
        }
    }

    proptest! {
        #[test]
        fn folded_texts_are_counted_as_their_characters_are(
            text in "[ aé\u{a0}]{0,60}|[ aя家]{0,60}",
            times in prop_oneof![1..4_usize, 300..400_usize],
        ) {
            let mut folded = String::new();
            fold(&text.repeat(times), &mut folded);
            prop_assert_eq!(count(&folded), count_cjk(&folded));
        }

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
        fn a_plain_text_is_folded_and_counted(
            text in "[ ab&\t\r\n\0\x01é]{0,9}|[ ab]{0,9}|([ab]{1,9} ){0,9}([ab&]{1,9} {1,2}){0,2}[ab]{0,9}",
        ) {
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
