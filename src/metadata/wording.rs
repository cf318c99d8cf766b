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

/// What stands between a title and a site's name.
const SEPARATORS: [&str; 16] = [
    " | ", " - ", " – ", " — ", " · ", " • ", " » ", " « ", " :: ", " / ", " ~ ", " ‹ ", " › ",
    "｜", " ∙ ", " ⋆ ",
];

/// The parts of a title between separators.
pub(super) fn parts(title: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    // What separators begin with.
    while let Some(found) = title[at..].find([' ', '｜']) {
        at += found;
        match SEPARATORS.iter().find(|separator| title[at..].starts_with(**separator)) {
            Some(separator) => {
                parts.push(&title[start..at]);
                // The space behind one separator may be that before the next.
                at += separator.trim_end().len();
                start = at;
            }
            None => at += 1,
        }
    }
    parts.push(&title[start..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
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
    fn keys_have_words_alone() {
        assert_eq!(key(" It’s “Dry”, in May! "), "it s dry in may");
    }
}
