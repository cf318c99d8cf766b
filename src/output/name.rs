//! File names made of ids: safe on every file system, and never outside the output directory.

use std::path::PathBuf;

/// Longest part of a path that is made, in bytes, before its suffix.
const LONGEST: usize = 120;

/// Names that Windows keeps for devices, whatever their suffix.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// A relative path for an id. `/` separates directories; every part is made safe on its own, and
/// a part that had to be changed ends in a hash of the original, so that two ids never meet.
pub fn path(id: &str, suffix: &str) -> PathBuf {
    let parts: Vec<&str> = id.split('/').collect();
    let last = parts.len() - 1;
    parts
        .iter()
        .enumerate()
        .map(|(i, text)| if i == last { part(text) + suffix } else { part(text) })
        .collect()
}

/// One safe part of a path.
pub fn part(text: &str) -> String {
    let safe =
        |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+' | '@' | ',' | ' ');
    let mut out = String::new();
    for c in text.chars() {
        if out.len() + c.len_utf8() > LONGEST {
            break;
        }
        out.push(if safe(c) { c } else { '_' });
    }
    let stem = out.split('.').next().unwrap_or("").to_lowercase();
    let device = DEVICES.contains(&stem.trim_end_matches(|c: char| c.is_ascii_digit()));
    let plain = out == text && !out.is_empty() && !device;
    if plain && !out.starts_with(['.', ' ']) && !out.ends_with(['.', ' ']) {
        return out;
    }
    let trimmed = out.trim_matches(['.', ' ']);
    let trimmed = if device { "_" } else { trimmed };
    format!("{trimmed}-{:016x}", fnv(text))
}

/// FNV-1a (Fowler, Noll and Vo), 64 bits: the same on every machine and version.
pub(crate) fn fnv(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::path::Component;

    #[test]
    fn plain_ids_stay_as_they_are() {
        assert_eq!(path("2024/news-1.a", ".txt"), PathBuf::from("2024/news-1.a.txt"));
        assert_eq!(path("страница", ".txt"), PathBuf::from("страница.txt"));
    }

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn nothing_leaves_the_directory() {
        for id in ["../../x", "/etc/passwd", "CON", "aux.html", "a\0b", "x.", "", ".", "com1"] {
            let path = path(id, ".txt");
            let name = path.to_string_lossy().into_owned();
            assert!(path.components().all(|c| matches!(c, Component::Normal(_))), "{id}: {name}");
            assert_ne!(name, format!("{id}.txt"));
        }
        assert!(part(&"é".repeat(4000)).len() < 200);
        assert_ne!(part("a:b"), part("a;b"));
    }

    proptest! {
        #[test]
        fn always_relative_and_normal(id in "\\PC{0,40}") {
            let path = path(&id, ".txt");
            prop_assert!(path.components().all(|c| matches!(c, Component::Normal(_))));
        }
    }
}
