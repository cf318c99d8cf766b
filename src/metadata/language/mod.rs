//! The language of a page: what its text is in, and what it says it is in.

mod common;

use serde::Serialize;
use whatlang::Lang;

use super::{Fact, Source};
use crate::page::Page;

/// Characters of the text that are looked at: more costs time and makes the answer no better.
const ENOUGH: usize = 500;

/// The fewest letters that a language can be told from.
const FEWEST: usize = 20;

/// A language, found in a text.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Language {
    /// ISO 639-1; of a language without such a code ISO 639-3.
    pub code: &'static str,
    /// How sure the detector is, in 0…1; 1 where the text has the commonest words of the declared language.
    pub confidence: f64,
}

/// The language of the content, or, where that is empty, of the page's text.
pub(super) fn of(page: &Page, content: &str, declared: Option<&str>) -> Option<Fact<Language>> {
    let mut whole = String::new();
    let text = if content.is_empty() {
        for unit in page.units() {
            if whole.len() > ENOUGH * 4 {
                break;
            }
            whole.push(' ');
            page.join_into(unit.leaves.clone(), &mut whole);
        }
        &whole
    } else {
        content
    };
    detect(text, declared).map(|value| Fact { value, source: Source::Text })
}

/// The language of a text: the one that the page declares if the text has its commonest words, else what
/// `whatlang` finds; `None` where the text is too short to tell. Where the detector is unsure, the declared
/// language decides if its script is that of the text.
fn detect(text: &str, declared: Option<&str>) -> Option<Language> {
    let end = text.char_indices().nth(ENOUGH).map_or(text.len(), |(at, _)| at);
    let text = &text[..end];
    if text.chars().filter(|c| c.is_alphabetic()).take(FEWEST).count() < FEWEST {
        return None;
    }
    let declared = declared.and_then(of_tag);
    if let Some(lang) = declared.filter(|&lang| common::abound(lang, text)) {
        return Some(Language { code: code(lang), confidence: 1.0 });
    }
    let found = whatlang::detect(text)?;
    let lang = match declared {
        Some(lang) if !found.is_reliable() && scripts(lang).contains(&found.script()) => lang,
        _ => found.lang(),
    };
    Some(Language { code: code(lang), confidence: (found.confidence() * 1e3).round() / 1e3 })
}

/// The language that a tag such as `de-AT` names, if the detector knows it.
fn of_tag(tag: &str) -> Option<Lang> {
    let language = tag.split(['-', '_']).next()?.trim().to_ascii_lowercase();
    Lang::all().iter().copied().find(|&lang| code(lang) == language || lang.code() == language)
}

/// The scripts that a language is written in.
fn scripts(lang: Lang) -> Vec<whatlang::Script> {
    whatlang::Script::all()
        .iter()
        .copied()
        .filter(|script| script.langs().contains(&lang))
        .collect()
}

/// ISO 639-1.
fn code(lang: Lang) -> &'static str {
    match lang {
        Lang::Epo => "eo",
        Lang::Eng => "en",
        Lang::Rus => "ru",
        Lang::Cmn => "zh",
        Lang::Spa => "es",
        Lang::Por => "pt",
        Lang::Ita => "it",
        Lang::Ben => "bn",
        Lang::Fra => "fr",
        Lang::Deu => "de",
        Lang::Ukr => "uk",
        Lang::Kat => "ka",
        Lang::Ara => "ar",
        Lang::Hin => "hi",
        Lang::Jpn => "ja",
        Lang::Heb => "he",
        Lang::Yid => "yi",
        Lang::Pol => "pl",
        Lang::Amh => "am",
        Lang::Jav => "jv",
        Lang::Kor => "ko",
        Lang::Nob => "nb",
        Lang::Dan => "da",
        Lang::Swe => "sv",
        Lang::Fin => "fi",
        Lang::Tur => "tr",
        Lang::Nld => "nl",
        Lang::Hun => "hu",
        Lang::Ces => "cs",
        Lang::Ell => "el",
        Lang::Bul => "bg",
        Lang::Bel => "be",
        Lang::Mar => "mr",
        Lang::Kan => "kn",
        Lang::Ron => "ro",
        Lang::Slv => "sl",
        Lang::Hrv => "hr",
        Lang::Srp => "sr",
        Lang::Mkd => "mk",
        Lang::Lit => "lt",
        Lang::Lav => "lv",
        Lang::Est => "et",
        Lang::Tam => "ta",
        Lang::Vie => "vi",
        Lang::Urd => "ur",
        Lang::Tha => "th",
        Lang::Guj => "gu",
        Lang::Uzb => "uz",
        Lang::Pan => "pa",
        Lang::Aze => "az",
        Lang::Ind => "id",
        Lang::Tel => "te",
        Lang::Pes => "fa",
        Lang::Mal => "ml",
        Lang::Ori => "or",
        Lang::Mya => "my",
        Lang::Nep => "ne",
        Lang::Sin => "si",
        Lang::Khm => "km",
        Lang::Tuk => "tk",
        Lang::Aka => "ak",
        Lang::Zul => "zu",
        Lang::Sna => "sn",
        Lang::Afr => "af",
        Lang::Lat => "la",
        Lang::Slk => "sk",
        Lang::Cat => "ca",
        Lang::Tgl => "tl",
        Lang::Hye => "hy",
        other => other.code(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts that were written for this test; the file says its own format.
    const TEXTS: &str = include_str!("texts.tsv");

    /// Each with the code of its language.
    pub(super) fn texts() -> Vec<(&'static str, &'static str)> {
        let texts = TEXTS.lines().filter(|line| !line.starts_with('#'));
        texts.map(|line| line.split_once('\t').unwrap()).collect()
    }

    /// The share of the texts whose language is found in their first characters.
    fn share(chars: usize) -> f64 {
        let texts = texts();
        assert!(texts.len() >= 40);
        let right = texts.iter().filter(|(code, text)| {
            assert!(text.chars().count() >= 200, "{code} is short");
            let beginning: String = text.chars().take(chars).collect();
            let found = detect(&beginning, None).map(|language| language.code);
            if found != Some(*code) {
                eprintln!("{code}: {found:?} in {chars} characters");
            }
            found == Some(*code)
        });
        right.count() as f64 / texts.len() as f64
    }

    #[test]
    fn the_language_of_texts_in_many_languages() {
        assert!(share(200) >= 0.97, "{}", share(200));
        assert!(share(usize::MAX) >= 0.97, "{}", share(usize::MAX));
    }

    #[test]
    fn what_the_page_declares_decides_where_the_text_does_not() {
        let text = "Den gamle bro, en bro og en mand.";
        assert_eq!(detect(text, Some("da-DK")).unwrap().code, "da");
        assert_eq!(detect("И так далее, и тому подобное", Some("en")).unwrap().code, "ru");
        assert_eq!(detect("Too short", Some("en")), None);
    }
}
