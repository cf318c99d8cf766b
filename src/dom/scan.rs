//! Searching bytes: eight at a time where the answer is near, as it mostly is in markup, and
//! `memchr` beyond.
//!
//! A word holds eight bytes of the page, the first in its lowest bits. A test of a word gives a
//! number whose lowest bit set tells the first byte that fits; bits above it mean nothing.

const EACH: u64 = u64::MAX / 0xff;
const HIGH: u64 = EACH << 7;

/// The first eight bytes from `at` on, if there are so many.
#[inline(always)]
pub(super) fn word(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|chunk| u64::from_le_bytes(*chunk))
}

/// Tests for bytes below a limit of at most 0x80.
#[inline(always)]
pub(super) fn below(word: u64, limit: u8) -> u64 {
    word.wrapping_sub(EACH * u64::from(limit)) & !word & HIGH
}

/// Tests for a byte.
#[inline(always)]
pub(super) fn equal(word: u64, byte: u8) -> u64 {
    below(word ^ (EACH * u64::from(byte)), 1)
}

/// The place in a word of the first byte that a test found; 8 if none.
#[inline(always)]
pub(super) fn first(found: u64) -> usize {
    found.trailing_zeros() as usize / 8
}

/// Makes capital letters small.
#[inline(always)]
pub(super) fn lower_case(word: u64) -> u64 {
    let low = word & !HIGH;
    let from_a = low + EACH * u64::from(0x80 - b'A');
    let past_z = low + EACH * u64::from(0x7f - b'Z');
    let capital = (from_a ^ past_z) & !word & HIGH;
    word | capital >> 2
}

/// Words that are looked at before `memchr` is called.
const NEAR: usize = 2;

/// The first such byte from `from` on.
#[inline(always)]
pub(super) fn find(byte: u8, bytes: &[u8], from: usize) -> Option<usize> {
    search(bytes, from, |word| equal(word, byte), |rest| memchr::memchr(byte, rest))
}

/// The first of two bytes from `from` on.
#[inline(always)]
pub(super) fn find_either(one: u8, other: u8, bytes: &[u8], from: usize) -> Option<usize> {
    let test = |word| equal(word, one) | equal(word, other);
    search(bytes, from, test, |rest| memchr::memchr2(one, other, rest))
}

/// Tests near words, then looks far.
#[inline(always)]
fn search(
    bytes: &[u8],
    mut from: usize,
    test: impl Fn(u64) -> u64,
    far: impl Fn(&[u8]) -> Option<usize>,
) -> Option<usize> {
    for _ in 0..NEAR {
        let Some(word) = word(bytes, from) else { break };
        let found = test(word);
        if found != 0 {
            return Some(from + first(found));
        }
        from += 8;
    }
    far(bytes.get(from..)?).map(|found| from + found)
}

/// What a byte ends inside a tag, as bits.
mod ends {
    pub const SPACE: u8 = 1;
    pub const TAG_NAME: u8 = 1 << 1;
    pub const ATTRIBUTE_NAME: u8 = 1 << 2;
    pub const VALUE: u8 = 1 << 3;
}

static ENDS: [u8; 256] = {
    let mut table = [0; 256];
    let spaces = b" \n\t\r\x0c";
    let mut at = 0;
    while at < spaces.len() {
        table[spaces[at] as usize] = u8::MAX;
        at += 1;
    }
    table[b'/' as usize] = ends::TAG_NAME | ends::ATTRIBUTE_NAME;
    table[b'=' as usize] = ends::ATTRIBUTE_NAME;
    table[b'>' as usize] = ends::TAG_NAME | ends::ATTRIBUTE_NAME | ends::VALUE;
    table
};

#[inline(always)]
fn ends(byte: u8, what: u8) -> bool {
    ENDS[usize::from(byte)] & what != 0
}

/// Whether a byte is HTML's white space.
#[inline(always)]
pub(super) fn is_space(byte: u8) -> bool {
    ends(byte, ends::SPACE)
}

/// Whether a byte ends the name of a tag.
#[inline(always)]
pub(super) fn ends_tag_name(byte: u8) -> bool {
    ends(byte, ends::TAG_NAME)
}

/// Whether a byte ends the name of an attribute.
#[inline(always)]
pub(super) fn ends_attribute_name(byte: u8) -> bool {
    ends(byte, ends::ATTRIBUTE_NAME)
}

/// Whether a byte ends a value that has no quotes.
#[inline(always)]
pub(super) fn ends_value(byte: u8) -> bool {
    ends(byte, ends::VALUE)
}

/// The first byte from `at` on that fits, or the end.
#[inline(always)]
pub(super) fn skip_to(bytes: &[u8], at: usize, fits: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|&byte| fits(byte)).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_found_near_and_far() {
        for distance in 0..60 {
            for tail in [0, 1, 20] {
                let text = format!("<{}<{}", "\u{bc}x=;>".repeat(20), "y".repeat(tail));
                let text = [&vec![b'z'; distance], text.as_bytes()].concat();
                for byte in [b'<', b'=', b'y', b'z', 0] {
                    let slow = text[1..].iter().position(|&other| other == byte).map(|at| at + 1);
                    assert_eq!(find(byte, &text, 1), slow);
                    let either = |other: &u8| *other == byte || *other == b'>';
                    let slow = text[1..].iter().position(either).map(|at| at + 1);
                    assert_eq!(find_either(byte, b'>', &text, 1), slow);
                }
            }
        }
        assert_eq!((find(b'x', b"", 0), find(b'x', b"x", 1)), (None, None));
    }

    #[test]
    fn words_are_tested_byte_by_byte() {
        for byte in 0..=255 {
            let word = u64::from_le_bytes([b'Z', byte, 0xff, 0x80, b'A', b'@', b'[', byte]);
            let lower = word.to_le_bytes().map(|byte| byte.to_ascii_lowercase());
            assert_eq!(lower_case(word).to_le_bytes(), lower);
            let first_below = word.to_le_bytes().iter().position(|&byte| byte < b'0');
            assert_eq!(first(below(word, b'0')), first_below.unwrap_or(8));
            let first_equal = word.to_le_bytes().iter().position(|&byte| byte == b'>');
            assert_eq!(first(equal(word, b'>')), first_equal.unwrap_or(8));
        }
    }
}
