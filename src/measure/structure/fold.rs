//! When two texts, two pieces of code or two addresses are the same.
//!
//! Golds are typed with plain dashes and quotes, and writers of Markdown differ in white space, so
//! both sides are folded before anything is compared.

use std::borrow::Cow;

use oxiri::{Iri, IriRef};
use unicode_normalization::UnicodeNormalization;

use crate::text::{self, Cjk};

/// A text as it is compared: in Unicode's compatibility form NFKC, with plain dashes and quotes,
/// without soft hyphens and characters of no width, lower case, white space collapsed.
pub fn folded(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.nfkc() {
        match c {
            '\u{2010}' | '\u{2011}' | '\u{2013}' | '\u{2014}' | '\u{2212}' => plain.push('-'),
            '\u{2018}' | '\u{2019}' => plain.push('\''),
            '\u{201c}' | '\u{201d}' => plain.push('"'),
            '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' => {}
            c if c.is_whitespace() => {
                if !plain.is_empty() && !plain.ends_with(' ') {
                    plain.push(' ');
                }
            }
            c => plain.push(c),
        }
    }
    plain.truncate(plain.trim_end().len());
    plain.to_lowercase()
}

/// The words (`\w+`) of a folded text.
pub fn words(folded: &str) -> Vec<String> {
    let mut words = Vec::new();
    text::tokens(folded, Cjk::Run, |word| words.push(folded[word].to_owned()));
    words
}

/// Whether a folded text has a word.
pub fn has_word(folded: &str) -> bool {
    folded.chars().any(text::is_word_char)
}

/// Code as it is compared: with its white space, but for the ends of lines, blank lines at both
/// ends, and tabs, which go to the next of every four columns.
pub fn code(code: &str) -> String {
    let code = code.replace('\u{a0}', " ").replace("\r\n", "\n").replace('\u{200b}', "");
    let lines: Vec<_> = code.split('\n').map(|line| untabbed(line.trim_end())).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |last| last + 1);
    lines[first..last].join("\n")
}

/// A line with spaces in place of tabs.
fn untabbed(line: &str) -> Cow<'_, str> {
    if !line.contains('\t') {
        return Cow::Borrowed(line);
    }
    let mut out = String::with_capacity(line.len() + 12);
    let mut column = 0;
    for c in line.chars() {
        let width = if c == '\t' { 4 - column % 4 } else { 1 };
        column += width;
        match c {
            '\t' => out.extend(std::iter::repeat_n(' ', width)),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// An address as it is compared: absolute against `base`, without its scheme, `www.` and slashes at
/// the end of its path, percent-encoding undone.
pub fn address(address: &str, base: Option<&str>) -> String {
    let address = address.trim().replace('\n', "").replace(' ', "%20");
    let absolute = match base {
        Some(base) => resolved(&address, base),
        None => address,
    };
    let (rest, fragment) = cut(&absolute, '#');
    let (rest, query) = cut(rest, '?');
    let (host, path) = match without_scheme(rest).strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
        None => ("", without_scheme(rest)),
    };
    let host = host.to_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    let path = decoded(path);
    format!("//{host}{}?{}#{fragment}", path.trim_end_matches('/'), decoded(query))
}

/// An address made absolute, whatever is wrong with it.
pub fn resolved(address: &str, base: &str) -> String {
    let base = Iri::parse_unchecked(base);
    base.resolve_unchecked(&IriRef::parse_unchecked(address)).into_inner()
}

/// What stands before a character and behind it.
fn cut(text: &str, at: char) -> (&str, &str) {
    text.split_once(at).unwrap_or((text, ""))
}

fn without_scheme(address: &str) -> &str {
    match address.split_once(':') {
        Some((scheme, rest)) if scheme.bytes().all(|byte| byte.is_ascii_alphanumeric()) => rest,
        _ => address,
    }
}

fn decoded(part: &str) -> Cow<'_, str> {
    percent_encoding::percent_decode_str(part).decode_utf8_lossy()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_the_same_but_for_typing() {
        assert_eq!(folded(" “Ｏne”\u{a0}–\n two\u{ad}fold\u{200b}… "), "\"one\" - twofold...");
        assert_eq!(words(&folded("One, two_3 — ünd 4½")), ["one", "two_3", "ünd", "41", "2"]);
    }

    #[test]
    fn code_keeps_its_indentation() {
        assert_eq!(code("\n\nif x:\r\n\ty = 1  \n a\tb\n\n"), "if x:\n    y = 1\n a  b");
        assert_eq!(code(" \n\t"), "");
    }

    #[test]
    fn an_address_goes_by_host_and_path() {
        let base = Some("https://www.a.org/x/y");
        for (one, other) in [
            ("z", "http://a.org/x/z/"),
            ("../%7Eu", "//A.org/~u"),
            ("?q=1%202#f", "https://a.org/x/y?q=1 2#f"),
            ("/ü b", "https://a.org/%C3%BC%20b"),
        ] {
            assert_eq!(address(one, base), address(other, base), "{one}");
        }
        assert_ne!(address("/a", base), address("/a#b", base));
        assert_eq!(address("not a [url", None), address("not a [url", None));
        assert_ne!(address("mailto:a@b.c", base), address("mailto:d@b.c", base));
    }
}
