//! The commonest words of languages. Where a page declares its language and its text has them, there is
//! nothing to detect: a detector costs about a quarter of what all metadata of a page do.

use whatlang::Lang;

/// Of how many words of a text one must be of the commonest.
const ONE_OF: usize = 8;

/// So many different ones must be there.
const DIFFERENT: u32 = 5;

/// Words that prose of any kind is full of, and that few other languages have together.
fn words(lang: Lang) -> &'static [&'static str] {
    match lang {
        Lang::Eng => &[
            "the", "and", "of", "to", "for", "that", "with", "are", "this", "you", "from", "your",
            "is", "in", "have", "not", "by", "it", "was", "their", "they", "our", "be", "on", "or",
            "as", "at", "we",
        ],
        Lang::Deu => &[
            "der", "die", "und", "das", "den", "von", "zu", "mit", "ist", "nicht", "auf", "für",
            "ein", "eine", "dem", "sich", "auch", "werden", "sie", "im", "wir",
        ],
        Lang::Fra => &[
            "le", "la", "les", "des", "et", "du", "une", "pour", "dans", "est", "sur", "avec",
            "pas", "qui", "par", "vous", "nous", "ce", "au", "sont",
        ],
        Lang::Spa => &[
            "el", "los", "las", "del", "y", "con", "por", "una", "como", "más", "se", "su", "sus",
            "es", "lo", "pero", "este", "esta",
        ],
        Lang::Ita => &[
            "il", "di", "che", "della", "per", "gli", "sono", "nel", "alla", "più", "non", "è",
            "del", "dei", "delle", "una", "anche", "come",
        ],
        Lang::Por => &[
            "o", "os", "do", "da", "em", "não", "uma", "um", "com", "dos", "das", "mais", "ao",
            "na", "no", "é", "são", "pela", "também", "as", "nas",
        ],
        Lang::Nld => &[
            "de", "het", "een", "niet", "voor", "zijn", "naar", "wordt", "bij", "deze", "hij",
            "maar", "worden", "je", "wij", "heeft",
        ],
        Lang::Pol => &[
            "w", "i", "z", "się", "nie", "jest", "że", "przez", "oraz", "są", "które", "jak",
            "dla", "od", "po", "na", "do", "który",
        ],
        _ => &[],
    }
}

/// Whether a text is full of the commonest words of a language. It is known for few languages.
pub(super) fn abound(lang: Lang, text: &str) -> bool {
    let common = words(lang);
    let (mut all, mut hits, mut different) = (0, 0, 0_u32);
    for word in text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
        all += 1;
        if let Some(nth) = common.iter().position(|common| common.eq_ignore_ascii_case(word)) {
            hits += 1;
            different |= 1 << nth;
        }
    }
    hits * ONE_OF >= all && different.count_ones() >= DIFFERENT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_abound_in_texts_of_their_language_alone() {
        let texts = super::super::tests::texts();
        let known = [
            Lang::Eng,
            Lang::Deu,
            Lang::Fra,
            Lang::Spa,
            Lang::Ita,
            Lang::Por,
            Lang::Nld,
            Lang::Pol,
        ];
        for lang in known {
            assert!(words(lang).len() <= 32);
            for (code, text) in texts.iter().filter(|(code, _)| *code != super::super::code(lang)) {
                assert!(!abound(lang, text), "{lang} in {code}: {text}");
            }
        }
        let own = |lang: &&Lang| {
            let code = super::super::code(**lang);
            texts.iter().any(|&(of, text)| of == code && abound(**lang, text))
        };
        assert!(known.iter().filter(own).count() >= 6);
        assert!(!abound(Lang::Eng, "") && !abound(Lang::Jpn, "the and of to for"));
        // A list of goods has none of them.
        assert!(!abound(
            Lang::Eng,
            "Mill, iron, black, 12 parts: screws, washers, bolts, nuts, plates, oil"
        ));
    }
}
