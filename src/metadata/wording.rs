//! The wording of titles and names: how they are compared, and the parts of a title.

use std::borrow::Cow;

use crate::{dom, text};

/// A text with its white space folded and references in it decoded: in JSON and attributes they are
/// often written twice.
pub(super) fn folded(text: Cow<'_, str>) -> Cow<'_, str> {
    let decoded = match text.contains('&') && text.contains(';') {
        true => Cow::Owned(dom::unescape(&text).into_owned()),
        false => text,
    };
    if text::is_folded(&decoded) {
        return decoded;
    }
    let mut out = String::new();
    text::fold(&decoded, &mut out);
    Cow::Owned(out)
}

/// The words of a text in lower case, a space between two: by these names are compared.
pub(super) fn key(text: &str) -> String {
    let mut lower = String::with_capacity(text.len());
    text::lower_into(text, &mut lower);
    let mut key = String::with_capacity(lower.len());
    text::tokens(&lower, text::Cjk::Run, |word| {
        if !key.is_empty() {
            key.push(' ');
        }
        key.push_str(&lower[word]);
    });
    key
}

/// Whether a key says more than one word: of a script that has no spaces, five letters.
pub(super) fn says_much(key: &str) -> bool {
    key.contains(' ') || has_cjk(key, 5)
}

/// Whether a text has so many letters of a script without spaces.
pub(super) fn has_cjk(text: &str, least: usize) -> bool {
    text::may_have_cjk(text)
        && text.chars().filter(|&c| text::is_cjk(c)).take(least).count() == least
}

/// What stands between a title and a site's name.
const SEPARATORS: [&str; 16] = [
    " | ", " - ", " – ", " — ", " · ", " • ", " » ", " « ", " :: ", " / ", " ~ ", " ‹ ", " › ",
    "｜", " ∙ ", " ⋆ ",
];

/// What may stand there, too, but also in a title.
const OTHERS: [&str; 5] = [" _ ", " : ", " // ", "--", "│"];

/// What may stand there beside a letter of a script that has no spaces.
const BARE: [char; 3] = ['-', '_', '|'];

/// The parts of a title between separators.
pub(super) fn parts(title: &str) -> Vec<&str> {
    cut(title, &[' ', '｜'], |at| {
        let is_next = |separator: &&&str| title[at..].starts_with(**separator);
        SEPARATORS.iter().find(is_next).map(|separator| separator.trim_end().len())
    })
}

/// The parts of a title between all that may be separators: by these a heading is found in a title, which
/// is not cut there itself.
fn fine_parts(title: &str) -> Vec<&str> {
    cut(title, &[' ', '｜', '│', '-', '_', '|'], |at| {
        let (before, rest) = title.split_at(at);
        let is_next = |separator: &&&str| rest.starts_with(**separator);
        let separator = SEPARATORS.iter().chain(&OTHERS).find(is_next);
        separator.map(|separator| separator.trim_end().len()).or_else(|| {
            let behind = rest.strip_prefix(BARE)?.chars().next();
            let beside = [before.chars().next_back(), behind];
            beside.into_iter().flatten().any(text::is_cjk).then_some(1)
        })
    })
}

/// The parts of a title between the separators of which it has the length, without the space behind; each
/// begins with one of these characters.
fn cut<'t>(
    title: &'t str,
    begins: &[char],
    separator: impl Fn(usize) -> Option<usize>,
) -> Vec<&'t str> {
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(found) = title[at..].find(begins) {
        at += found;
        // Most spaces stand before a letter, where no separator begins.
        if matches!(title.as_bytes()[at..], [b' ', next, ..] if next.is_ascii_alphanumeric()) {
            at += 1;
            continue;
        }
        match separator(at) {
            Some(length) => {
                parts.push(&title[start..at]);
                // The space behind one separator may be that before the next.
                at += length;
                start = at;
            }
            None => at += title[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    parts.push(&title[start..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// The keys of a title's parts, in which headings are looked for.
#[derive(Debug, Clone)]
pub(super) struct Parts(Vec<String>);

impl Parts {
    pub fn of(title: &str) -> Parts {
        Parts(fine_parts(title).into_iter().map(key).filter(|key| !key.is_empty()).collect())
    }

    /// Whether a key is that of a part, or of several at the beginning or at the end.
    pub fn hold(&self, key: &str) -> bool {
        self.0.iter().any(|part| part == key)
            || is_run(key, self.0.iter(), |rest, part| rest.strip_prefix(part))
            || is_run(key, self.0.iter().rev(), |rest, part| rest.strip_suffix(part))
    }

    /// The parts before the last, if this key is that of the last and not of the first.
    pub fn before(&self, key: &str) -> Option<&[String]> {
        let (last, before) = self.0.split_last()?;
        (last == key && before.first().is_some_and(|first| first != key)).then_some(before)
    }
}

/// Whether a key is made of the first of these parts, a space between two, as far as it goes.
fn is_run<'k>(
    key: &'k str,
    parts: impl Iterator<Item = impl AsRef<str>>,
    without: impl Fn(&'k str, &str) -> Option<&'k str>,
) -> bool {
    let mut rest = Some(key);
    for part in parts {
        rest = rest.and_then(|rest| without(rest, part.as_ref()));
        match rest {
            Some("") => return true,
            None => return false,
            Some(more) => rest = without(more, " "),
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_title() {
        assert!(SEPARATORS.iter().all(|separator| separator.starts_with([' ', '｜'])));
        assert_eq!(parts("a | b - - c"), ["a", "b", "c"]);
        assert_eq!(parts("well-kept"), ["well-kept"]);
        assert_eq!(parts("泉｜枯れた - 五月"), ["泉", "枯れた", "五月"]);
    }

    #[test]
    fn headings_in_a_title() {
        for (title, headings) in [
            ("Mill : Dry in May _ News", &["dry in may", "mill dry in may", "news"][..]),
            ("Dry in May--News│Mill", &["dry in may", "dry in may news", "news mill"]),
            ("泉枯れた-五月_水|川", &["泉枯れた", "泉枯れた 五月", "水 川", "五月"]),
            ("set_ant - Mill", &["set_ant", "set_ant mill"]),
        ] {
            for heading in headings {
                assert!(Parts::of(title).hold(heading), "{heading} in {title}");
            }
        }
        for heading in ["", "dry", "dry in may no", "ws"] {
            assert!(!Parts::of("Dry in May : news").hold(heading), "{heading}");
        }
        assert!(!Parts::of("well-kept mill").hold("well"));
    }

    #[test]
    fn a_key_that_says_much() {
        assert!(says_much("dry in may") && says_much("泉枯れた五"));
        assert!(!says_much("may") && !says_much("枯れた"));
    }

    #[test]
    fn keys_have_words_alone() {
        assert_eq!(key(" It’s “Dry”, in May! "), "it s dry in may");
    }
}
