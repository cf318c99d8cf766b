//! White space folded, and the size of what is left: what a leaf shows, and what it weighs.
//!
//! Every text of every page comes through here, so bytes are looked at by the vector, and characters
//! only where a byte can be part of white space or of a CJK character.

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

/// Whether a text has a byte that can be the first of a CJK character, or of the punctuation of such scripts.
pub fn may_have_cjk(text: &str) -> bool {
    let mut wide = false;
    vectors(text.as_bytes(), |vectors, _| {
        let mut found = Lanes::default();
        for vector in vectors {
            for lane in 0..VECTOR {
                found[lane] |= mask(begins_cjk(vector[lane]));
            }
        }
        wide |= found != Lanes::default();
    });
    wide
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

/// Whether a byte is ASCII white space, as characters have it.
fn is_white(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// The first byte from `at` on that is not ASCII white space, or the end. Of a page's text, what is behind
/// it is markup, so that nearly always there is a word to look at, and a run of white space is passed but once.
#[inline]
pub fn past_white(text: &str, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    while let Some(word) = bytes[at..].first_chunk() {
        let others = !white(u64::from_le_bytes(*word)) & HIGH;
        if others != 0 {
            return at + others.trailing_zeros() as usize / 8;
        }
        at += size_of::<u64>();
    }
    let tail = &bytes[at..];
    at + tail.iter().position(|&byte| !is_white(byte)).unwrap_or(tail.len())
}

/// Where a *plain* text ends that begins with no white space, without the white space behind it, and its
/// size: one of ASCII without references and NULs, that has no white space inside but single spaces. `None`
/// for any other text. It is what [`fold`] leaves, found without looking at characters.
pub fn plain(text: &str) -> Option<(usize, Size)> {
    let bytes = text.as_bytes();
    let end = bytes.iter().rposition(|&byte| !is_white(byte))? + 1;
    let (mut spaces, mut other) = (0, false);
    vectors(&bytes[..end], |vectors, nexts| {
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
    let size = Size { chars: end as u32, words: spaces + 1, cjk: 0 };
    (!other).then_some((end, size))
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

/// A bit of each byte of a word.
const EACH: u64 = u64::MAX / 0xff;
const HIGH: u64 = EACH << 7;

/// The highest bit of each byte of a word that is the byte asked for.
#[inline(always)]
fn equal(word: u64, byte: u8) -> u64 {
    let other = word ^ (EACH * u64::from(byte));
    !(((other & !HIGH) + !HIGH) | other) & HIGH
}

/// The highest bit of each byte of a word that is ASCII white space.
#[inline(always)]
fn white(word: u64) -> u64 {
    let low = word & !HIGH;
    let from_tab = low + EACH * u64::from(0x80 - b'\t');
    let past_return = low + EACH * u64::from(0x7f - b'\r');
    (from_tab & !past_return & !word & HIGH) | equal(word, b' ')
}

/// The highest bit of each byte of a word that folding may not leave as it is: a control character, a space
/// behind another (`before` has the bit if one stands before the word), and what begins a character that may
/// be white space: 0xC2 of U+0085 and U+00A0, 0xE1 of U+1680, 0xE2 of U+2000 to U+205F, 0xE3 of U+3000.
#[inline(always)]
fn irregular(word: u64, before: u64) -> u64 {
    let spaces = equal(word, b' ');
    let controls = !(((word & !HIGH) + EACH * u64::from(0x80 - b' ')) | word) & HIGH;
    let mut found = controls | spaces & (spaces << 8 | before);
    if word & HIGH != 0 {
        found |= equal(word, 0xC2) | equal(word & (EACH * 0xFC), 0xE0);
    }
    found
}

/// Where the run of words ends that begins at `at`, with single spaces between them and perhaps at its
/// ends: at white space, a NUL or the end.
fn run_end(text: &str, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    let mut before = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let (word, length) = match rest.first_chunk() {
            Some(word) => (*word, 8),
            None => {
                let mut word = [b'a'; 8];
                word[..rest.len()].copy_from_slice(rest);
                (word, rest.len())
            }
        };
        let word = u64::from_le_bytes(word);
        let found = irregular(word, before);
        if found == 0 {
            before = equal(word, b' ') >> 56;
            at += length;
            continue;
        }
        at += found.trailing_zeros() as usize / 8;
        let c = text[at..].chars().next().unwrap_or_default();
        if c.is_whitespace() || c == '\0' {
            return at;
        }
        at += c.len_utf8();
        before = 0;
    }
    at
}

/// Appends `text` to `out` with each run of white space as one space, none at the ends, and NULs
/// dropped (the standard ignores them in a page's body).
pub fn fold(text: &str, out: &mut String) {
    let start = out.len();
    let (mut at, mut space) = (0, false);
    while at < text.len() {
        let end = run_end(text, at);
        let run = &text[at..end];
        let behind = run.strip_prefix(' ').unwrap_or(run);
        let words = behind.strip_suffix(' ').unwrap_or(behind);
        space |= run.starts_with(' ');
        if !words.is_empty() {
            if space && out.len() > start {
                out.push(' ');
            }
            out.push_str(words);
            space = run.ends_with(' ');
        }
        let Some(stop) = text[end..].chars().next() else { return };
        space |= stop != '\0';
        at = end + stop.len_utf8();
    }
}

/// Whether [`fold`] would leave `text` as it is.
pub fn is_folded(text: &str) -> bool {
    let has_white_ends = text.starts_with(' ') || text.ends_with(' ');
    !text.is_empty() && !has_white_ends && run_end(text, 0) == text.len()
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
    fn a_character_is_irregular_if_it_may_be_white_space_and_cjk_by_its_first_byte() {
        for c in ('\0'..=char::MAX).filter(|&c| c as u32 <= 0x20000) {
            for before in 0..9 {
                let text = format!("{}{c}b", "a".repeat(before));
                let stops = c != ' ' && c.is_whitespace() || c == '\0';
                assert_eq!(run_end(&text, 0), if stops { before } else { text.len() }, "{c:?}");
            }
            assert!(!is_cjk(c) || begins_cjk(c.to_string().as_bytes()[0]), "{c:?}");
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
        fn words_are_folded_apart(text in "[ a\u{a0}é\0\n\u{1}“家]{0,40}|([a-z]{1,9} {1,2}){0,9}") {
            let mut folded = String::new();
            fold(&text, &mut folded);
            let words: Vec<_> = text.split_whitespace().map(|word| word.replace('\0', "")).collect();
            let words: Vec<_> = words.iter().filter(|word| !word.is_empty()).cloned().collect();
            prop_assert_eq!(folded, words.join(" "));
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
            let text = text.trim_start_matches(|c: char| c.is_ascii() && c.is_whitespace());
            if let Some((end, size)) = plain(text) {
                prop_assert_eq!(&text[..end], &folded);
                prop_assert_eq!(size, count(&folded));
            } else {
                let ascii = text.bytes().all(|byte| byte.is_ascii() && byte >= b' ' && byte != b'&');
                prop_assert!(text.is_empty() || !ascii || folded != text.trim());
            }
        }

        #[test]
        fn white_space_is_passed_at_any_place(text in "[ \t\r\n\x0b\x0c\x01aé]{0,9}| {0,40}a?<{0,20}", at in 0..9_usize) {
            let at = (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            let slow = text.len() - text[at..].trim_start_matches(|c: char| c.is_ascii() && c.is_whitespace()).len();
            prop_assert_eq!(past_white(&text, at), slow);
        }
    }
}
