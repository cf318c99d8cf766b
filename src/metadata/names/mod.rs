//! Names of people in bylines: "By Ann Miller and Bob Weaver, 3 May".

mod company;
mod words;

use std::borrow::Cow;

use super::dates;
use super::wording::{folded, has_cjk};
use company::{is_company, is_form};
use words::{COLONS, Sense, ends_word, is};

/// Names of one page, at most: more are a list of something else.
const MOST: usize = 200;

/// Longest name, in characters and in words.
const LONGEST: (usize, usize) = (60, 6);

/// Characters of a byline that are read.
const ENOUGH: usize = 400;

/// Letters of a script without spaces that are too many for a name.
const LONGEST_CJK: usize = 9;

/// The names in a byline; none where it holds none.
pub(super) fn split(byline: &str) -> Vec<String> {
    let end = byline.char_indices().nth(ENOUGH).map_or(byline.len(), |(at, _)| at);
    let folded = folded(Cow::Borrowed(&byline[..end]));
    let is_question = folded.contains(['?', '？']);
    if folded.contains("://") || folded.starts_with("www.") || is_question {
        return Vec::new();
    }
    let mut names: Vec<String> = Vec::new();
    let divides = |c: char| {
        matches!(c, ',' | ';' | '|' | '•' | '·' | '、' | '，' | '；' | '&' | '/' | '＆' | '»' | '—')
    };
    let mut parts = inside_mail(without_before(&folded)).split(divides).peekable();
    while let Some(part) = parts.next() {
        // `Mill Stones, Inc.` is one name, and nobody's.
        if parts.next_if(|next| is_form(next.trim())).is_some() {
            continue;
        }
        for name in between(part) {
            let new = |name: &String| !names.iter().any(|other| other.eq_ignore_ascii_case(name));
            names.extend(name_of(&name).filter(new));
        }
    }
    names
}

/// Names that are stated each by itself: what joins words in them divides two names only where both are full.
pub(super) fn stated<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in names.take(MOST) {
        for name in stated_of(name) {
            if !found.contains(&name) {
                found.push(name);
            }
        }
    }
    found
}

/// The names in what is stated as one.
fn stated_of(name: &str) -> Vec<String> {
    let names = split(name);
    let is_joined = name.split(' ').any(|word| word == "&" || is(word, Sense::BETWEEN));
    let is_full = |name: &String| name.split(' ').filter(|word| begins_name(word)).nth(1).is_some();
    let is_one = is_joined && !(names.len() > 1 && names.iter().all(is_full));
    let whole = is_one.then(|| name_of(&folded(Cow::Borrowed(name)))).flatten();
    whole.map_or(names, |whole| vec![whole])
}

/// The names in several bylines.
pub(super) fn all<'b>(bylines: impl Iterator<Item = Cow<'b, str>>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in bylines.flat_map(|byline| split(&byline)) {
        if names.len() == MOST {
            break;
        }
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// `Miller, Ann`, as library catalogues have it, in the order it is spoken.
pub(super) fn spoken(name: &str) -> Cow<'_, str> {
    match name.trim().split_once(", ") {
        Some((last, first)) if !first.contains(',') && !first.contains(" and ") => {
            Cow::Owned(format!("{first} {last}"))
        }
        _ => Cow::Borrowed(name),
    }
}

/// The same where it may also be two names: `Ann Miller, Bob Weaver`. A family's name has one word.
pub(super) fn spoken_if_clear(name: &str) -> Cow<'_, str> {
    let is_family = |(last, _): &(&str, &str)| !last.trim().contains(' ');
    match name.split_once(',').filter(is_family) {
        Some(_) => spoken(name),
        None => Cow::Borrowed(name),
    }
}

/// The parts of a text that words such as "and" divide.
fn between(part: &str) -> Vec<String> {
    let divides = |word: &&str| is(word, Sense::BETWEEN) || matches!(*word, "AND" | "UND");
    let words: Vec<&str> = part.split(' ').collect();
    words.split(divides).map(|words| words.join(" ")).collect()
}

/// The name that a text is; `None` where it is something else.
fn name_of(text: &str) -> Option<String> {
    let text = without_before(text);
    let ends = |rest: &str| {
        [" (", "（", " [", " - ", " – ", " @", " ‐ "].iter().any(|end| rest.starts_with(end))
    };
    let mut gaps = text.match_indices([' ', '（']).map(|(at, _)| at);
    let cut = gaps.find(|&at| ends(&text[at..]));
    let text = text[..cut.unwrap_or(text.len())].trim_matches(is_around);
    let text = until_other(text).trim_matches(is_around);
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(' ').map(|word| word.trim_matches([':', '.', '\''])).collect();
    let holds = |sense| words.iter().any(|word| is(word, sense));
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let is_long = text.chars().count() > LONGEST.0 || words.len() > LONGEST.1;
    let is_degree = is(&lower.replace('.', ""), Sense::DEGREE);
    let is_address = text.contains(['@', '{', '}', '=', '?', '!', '#', '<', '>', '%', '©']);
    let is_sentence = words.len() > 2 && text == lower && text != text.to_uppercase()
        || ["i'm ", "i’m "].iter().any(|begin| lower.starts_with(begin));
    let is_none = letters == 0
        || is_long
        || is_company(text)
        || is_day(text)
        || is_sentence
        || words.len() > 1 && !words[0].contains(char::is_alphabetic)
        || is(&lower, Sense::NOBODY)
        || text.chars().nth(1).is_none()
        || is_degree
        || is_address
        || holds(Sense::OTHER)
        || holds(Sense::OFFICE)
        || is_before(&lower)
        || words.len() > 1
            && words.last().is_some_and(|last| lower.ends_with(last) && is_before(last));
    (!is_none).then(|| text.to_owned())
}

/// Whether a text is a date, or a year and a month: `2024July`.
fn is_day(text: &str) -> bool {
    let word = text.trim_start_matches(|c: char| c.is_ascii_digit());
    word.len() < text.len()
        && (dates::is_month(&word.trim().to_lowercase())
            || dates::Date::prose(text, dates::Locale::default()).is_some())
}

/// What may stand around a name and is no part of it.
fn is_around(c: char) -> bool {
    c.is_whitespace()
        || ":-–\"“”„()*：【】><«@[]+~•_›#".contains(c)
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{e000}'..='\u{f8ff}')
}

/// A text up to the word behind which no name goes on: a date, "on", "for".
fn until_other(text: &str) -> &str {
    let mut at = 0;
    let words: Vec<&str> = text.split(' ').collect();
    for (nth, word) in words.iter().enumerate() {
        let begins_digit = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        let next = words.get(nth + 1).is_some_and(|next| begins_digit(next));
        let lower = word.to_lowercase();
        let is_month = next && dates::is_month(lower.trim_end_matches('.'));
        let ends = begins_digit(word) || lower == *word && is(word, Sense::AFTER);
        if nth > 0 && ends || is_month {
            return text[..at].trim_end();
        }
        at += word.len() + 1;
    }
    text
}

/// A byline without the words before the names.
pub(super) fn without_before(text: &str) -> &str {
    let mut text = text.trim();
    // Two at most: "Text: von".
    for _ in 0..2 {
        let Some(length) = opener(text, Sense::BEFORE) else { break };
        text = text[length..].trim_start_matches(ends_word);
    }
    text
}

/// Words of the longest phrase that a byline begins with.
const PHRASE: usize = 5;

/// Bytes of the words of a sense that a byline begins with.
fn opener(text: &str, sense: Sense) -> Option<usize> {
    let ends = text.char_indices().filter(|&(_, c)| ends_word(c)).map(|(at, _)| at);
    let mut ends = ends.take(PHRASE).chain([text.len()]).filter(|&end| end <= 40).peekable();
    let first = ends.peek().map(|&end| text[..end].to_lowercase())?;
    if !words::begins(&first, sense) {
        return None;
    }
    ends.filter(|&end| is(&text[..end].to_lowercase(), sense)).max()
}

/// Whether a text in lower case is nothing but what a byline begins with: the name follows it.
pub(super) fn is_before(lower: &str) -> bool {
    is(lower.trim_end_matches(COLONS).trim(), Sense::BEFORE)
}

/// Whether a text begins as only bylines do, and a name seems to follow.
pub(super) fn is_byline(text: &str) -> bool {
    let text = text.trim();
    let rest = without_before(text);
    let opener = text[..text.len() - rest.len()].trim_end().to_lowercase();
    !opener.is_empty() && !is(&opener, Sense::LOOSE) && begins_name(rest)
}

/// Whether a name may begin here.
pub(super) fn begins_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_uppercase() || !c.is_ascii() && c.is_alphabetic())
}

/// A text as a byline if it begins so that it is one wherever it stands, and a name seems to follow:
/// "Written by Ann Miller", "Author: Ann Miller".
pub(super) fn credit(text: &str) -> Option<&str> {
    let (opener, rest) = text.split_at(opener(text, Sense::CREDIT)?);
    let counts = opener.contains(' ') || rest.trim_start().starts_with([':', '：']);
    let name = rest.trim_start_matches(ends_word);
    (counts && begins_name(name)).then_some(text)
}

/// Whether a text is nothing but what such a byline begins with: the name follows it.
pub(super) fn announces_credit(text: &str) -> bool {
    let opener = text.trim_end_matches(COLONS).trim().to_lowercase();
    is(&opener, Sense::CREDIT) && !is(&opener, Sense::LOOSE)
}

/// A text as a byline if it says who started a thread.
pub(super) fn starter(text: &str) -> Option<&str> {
    opener(text, Sense::STARTER).map(|_| text)
}

/// The names in a byline up to what no name begins as: "Ann Miller, who lives in a mill".
pub(super) fn split_proper(byline: &str) -> Vec<String> {
    split(byline).into_iter().take_while(|name| begins_name(name)).collect()
}

/// The byline that follows a "by" inside of a text.
pub(super) fn behind_by(text: &str) -> Option<&str> {
    let at = [" by ", " By "].iter().find_map(|by| text.find(by))?;
    Some(&text[at + 1..]).filter(|behind| is_byline(behind))
}

/// What stands before such a word of another language, which has more meanings than one, and the byline
/// that follows.
pub(super) fn behind_from(text: &str) -> Option<(&str, &str)> {
    let words = [" von ", " Von ", " par ", " por ", " door ", " di "];
    let at = words.iter().find_map(|from| text.find(from))?;
    Some(text.split_at(at + 1)).filter(|(_, behind)| is_byline(behind))
}

/// The byline behind a word for the author inside of a text, as Chinese pages have it:
/// `来源：磨坊报 作者：王磨坊`.
pub(super) fn behind_author(text: &str) -> Option<&str> {
    let words = ["作者：", "作者:", "记者：", "记者:", "记者 "];
    let places = words.iter().filter_map(|word| Some(text.rfind(word)? + word.len()));
    let name = text[places.max()?..].trim_start();
    let end = name.find([' ', '）', ')', '】', ']', '[']).unwrap_or(name.len());
    Some(&name[..end]).filter(|name| begins_name(name) && !has_cjk(name, LONGEST_CJK))
}

/// Whether a text begins with a word of writing or publishing, behind which a "by" names the author.
pub(super) fn says_written(text: &str) -> bool {
    ["Posted", "Published", "Submitted", "Written", "Started", "Asked", "Created", "Text"]
        .iter()
        .any(|word| text.starts_with(word))
}

/// Whether a text only joins the names on both sides: a comma, "and".
pub(super) fn joins(text: &str) -> bool {
    let word = text.trim_matches([',', ' ', ';']);
    matches!(word, "" | "&" | "/" | "、") || is(word, Sense::BETWEEN)
}

/// Whether a text ends so that another name follows.
pub(super) fn goes_on(text: &str) -> bool {
    let last = text.rsplit(' ').next().unwrap_or_default();
    text.ends_with([',', '&', ';', '、']) || is(last, Sense::BETWEEN)
}

/// The name in brackets behind an address, as feeds have it: `a@b.org (Ann Miller)`.
fn inside_mail(text: &str) -> &str {
    let Some((address, name)) = text.split_once('(') else { return text };
    match name.split_once(')') {
        Some((name, _)) if address.contains('@') => name,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_in_bylines_of_many_languages() {
        for (byline, expected) in [
            ("By Ann Miller", &["Ann Miller"][..]),
            ("By Ann Miller and Bob Weaver", &["Ann Miller", "Bob Weaver"]),
            ("Von Anna Müller und Jan Weber", &["Anna Müller", "Jan Weber"]),
            ("Par Anne Meunier, Luc Roux et Zoé Roy", &["Anne Meunier", "Luc Roux", "Zoé Roy"]),
            ("Text: Anna Müller", &["Anna Müller"]),
            ("作者：王磨坊", &["王磨坊"]),
            ("记者 王磨坊、李水", &["王磨坊", "李水"]),
            ("Автор: Анна Мельник", &["Анна Мельник"]),
            ("Ann Miller, MS, RD", &["Ann Miller"]),
            ("Ann Miller, Senior Editor", &["Ann Miller"]),
            ("ann@mill.example (Ann Miller)", &["Ann Miller"]),
            ("Ann Miller | 3 May 2024", &["Ann Miller"]),
            ("By Ann Miller May 3, 2024", &["Ann Miller"]),
            ("Posted by Ann Miller on Friday", &["Ann Miller"]),
            ("miller_77", &["miller_77"]),
            ("Mill Trust e.V.", &[]),
            ("Mill Stones GmbH, Ann Miller", &["Ann Miller"]),
            ("Mill Stones, Inc.", &[]),
            ("2024July", &[]),
            ("2024年5月1日", &[]),
            ("miller 2 June", &["miller"]),
            ("Источник:", &[]),
            ("来源：", &[]),
            ("记者：磨坊干涸了，为什么？", &[]),
            ("责任编辑：王磨坊", &["王磨坊"]),
            ("I'm a miller", &[]),
            ("all that ran dry", &[]),
            ("Ann Miller [mill]", &["Ann Miller"]),
            ("Admin", &[]),
            ("Ann Miller / Bob Weaver", &["Ann Miller", "Bob Weaver"]),
            ("Ann Miller AND Bob Weaver", &["Ann Miller", "Bob Weaver"]),
            ("Autor/in: Anna Müller", &["Anna Müller"]),
            ("This post was written by Ann Miller", &["Ann Miller"]),
            ("Sat, 20 Dec", &[]),
            ("7:57 AM", &[]),
            ("Guide By", &[]),
            ("홍길동 기자", &["홍길동"]),
            ("田中 太郎（記者）", &["田中 太郎"]),
            ("By", &[]),
            ("https://mill.example/ann", &[]),
            ("ann@mill.example", &[]),
            ("3 May 2024", &[]),
            ("Read more of the mill", &[]),
            ("", &[]),
        ] {
            assert_eq!(split(byline), expected, "{byline}");
        }
        assert_eq!(spoken("Miller, Ann"), "Ann Miller");
        assert_eq!(spoken_if_clear("Miller, Ann B."), "Ann B. Miller");
        assert_eq!(spoken_if_clear("Ann Miller, Bob Weaver"), "Ann Miller, Bob Weaver");
    }

    #[test]
    fn a_stated_name_is_one() {
        for (name, expected) in [
            ("Mills and I", &["Mills and I"][..]),
            ("Mac & i", &["Mac & i"]),
            ("Lekker en Simpel", &["Lekker en Simpel"]),
            ("Ann Miller and Bob Weaver", &["Ann Miller", "Bob Weaver"]),
            ("By Ann Miller, MD", &["Ann Miller"]),
        ] {
            assert_eq!(stated([name].into_iter()), expected);
        }
    }

    #[test]
    fn a_text_that_begins_as_a_byline() {
        assert!(
            is_byline("By Ann Miller") && is_byline("Von Anna Müller") && is_byline("作者：王")
        );
        assert!(!is_byline("From Mill Wiki") && is_byline("Text: Anna Müller"));
        assert!(!is_byline("Από Μύλος") && is_byline("Από: Μύλος"));
        assert!(!is_byline("By the river") && !is_byline("Ann Miller") && is_before("written by"));
    }

    proptest! {
        #[test]
        fn nothing_panics(byline in r"\PC{0,60}") {
            split(&byline);
            is_byline(&byline);
        }
    }
}
