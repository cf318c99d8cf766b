//! What two structures have in common, kind by kind.

use std::collections::BTreeMap;

use rapidfuzz::distance::levenshtein;

use super::{Heading, Structure, fold};
use crate::measure::Counts;

/// Parts of a unit that similarities are counted in: a table or a piece of code that is found in
/// part counts for so much of it.
const PARTS: f64 = 1e6;

/// Tables, and rows of a table, that are compared.
const TABLES: (usize, usize) = (40, 150);

/// Characters of a piece of code that are compared.
const CODE: usize = 20_000;

/// Pairs of pieces of code over which only those that are the same count.
const PAIRS: usize = 40_000;

/// Counts by multisets.
pub fn multisets<T: Ord>(
    extracted: impl IntoIterator<Item = T>,
    gold: impl IntoIterator<Item = T>,
) -> Counts {
    let mut left: BTreeMap<T, u64> = BTreeMap::new();
    let mut counts = Counts::default();
    for element in gold {
        *left.entry(element).or_default() += 1;
        counts.gold += 1;
    }
    for element in extracted {
        counts.extracted += 1;
        if let Some(left) = left.get_mut(&element).filter(|left| **left > 0) {
            *left -= 1;
            counts.matched += 1;
        }
    }
    counts
}

/// Counts headings by their text. One of the document's that is the page's title is left out, as
/// it is of the gold.
pub fn headings(extracted: &Structure, gold: &Structure, title: Option<&str>) -> Counts {
    let texts = |structure: &Structure, title: Option<&str>| -> Vec<String> {
        let headings = without_title(structure, title);
        headings.map(|heading| heading.text.clone()).collect()
    };
    multisets(texts(extracted, title), texts(gold, None))
}

/// Counts headings with their level, by the best constant shift of the levels, from -2 to 2: which
/// level a document begins with is a matter of taste.
pub fn levels(extracted: &Structure, gold: &Structure, title: Option<&str>) -> Counts {
    let of = |structure: &Structure, title: Option<&str>, shift: i8| -> Vec<_> {
        let headings = without_title(structure, title);
        headings.map(|heading| (heading.level + shift, heading.text.clone())).collect()
    };
    let shifted =
        [-2, 2, -1, 1, 0].map(|shift| multisets(of(extracted, title, shift), of(gold, None, 0)));
    shifted.into_iter().max_by_key(|counts| counts.matched).unwrap_or_default()
}

fn without_title<'s>(
    structure: &'s Structure,
    title: Option<&str>,
) -> impl Iterator<Item = &'s Heading> {
    let title = title.map(fold::folded);
    structure.headings.iter().filter(move |heading| title.as_ref() != Some(&heading.text))
}

/// Counts tables by the similarity of their trees.
pub fn tables(extracted: &Structure, gold: &Structure) -> Counts {
    let compared = |tables: &'_ [Vec<Vec<String>>]| tables.len().min(TABLES.0);
    let (a, b) = (&extracted.tables, &gold.tables);
    let similar = best(compared(a), compared(b), 0.1, |i, j| teds(&a[i], &b[j]));
    counts(similar, a.len(), b.len())
}

/// Counts pieces of code by the similarity of their characters.
pub fn code(extracted: &Structure, gold: &Structure) -> Counts {
    let (a, b) = (&extracted.code, &gold.code);
    if a.len() * b.len() > PAIRS {
        let Counts { matched, .. } = multisets(a, b);
        return counts(matched as f64, a.len(), b.len());
    }
    let similar = |i: usize, j: usize| {
        let head = |code: &String| code.chars().take(CODE).collect::<Vec<_>>();
        levenshtein::normalized_similarity(head(&a[i]), head(&b[j]))
    };
    counts(best(a.len(), b.len(), 0.5, similar), a.len(), b.len())
}

fn counts(similar: f64, extracted: usize, gold: usize) -> Counts {
    let parts = |units: usize| units as u64 * PARTS as u64;
    Counts {
        matched: (similar * PARTS).round() as u64,
        extracted: parts(extracted),
        gold: parts(gold),
    }
}

/// Sum of the similarities of pairs, the most similar first, each element in one pair; pairs less
/// similar than `least` are none.
fn best(a: usize, b: usize, least: f64, similar: impl Fn(usize, usize) -> f64) -> f64 {
    let pairs = (0..a).flat_map(|i| (0..b).map(move |j| (i, j)));
    let mut pairs: Vec<_> = pairs.map(|(i, j)| (similar(i, j), i, j)).collect();
    pairs.retain(|pair| pair.0 >= least);
    pairs.sort_by(|one, other| {
        other.0.total_cmp(&one.0).then((other.1, other.2).cmp(&(one.1, one.2)))
    });
    let (mut used_a, mut used_b) = (vec![false; a], vec![false; b]);
    let mut sum = 0.0;
    for (similar, i, j) in pairs {
        if !used_a[i] && !used_b[j] {
            (used_a[i], used_b[j]) = (true, true);
            sum += similar;
        }
    }
    sum
}

/// Tree-edit-distance based similarity (Zhong, ShafieiBavani and Jimeno Yepes 2020) of two grids,
/// rows and the cells of a row being aligned in order: 1 less the distance by the nodes of the
/// larger, where a node is a table, a row or a cell, and a cell changes for the share of its
/// characters that do.
fn teds(a: &[Vec<String>], b: &[Vec<String>]) -> f64 {
    let (a, b) = (&a[..a.len().min(TABLES.1)], &b[..b.len().min(TABLES.1)]);
    let nodes = |table: &[Vec<String>]| 1 + table.iter().map(|row| 1 + row.len()).sum::<usize>();
    let size = |row: &Vec<String>| 1.0 + row.len() as f64;
    let cell = |a: &String, b: &String| {
        if a == b {
            return 0.0;
        }
        let (a, b): (Vec<_>, Vec<_>) = (a.chars().collect(), b.chars().collect());
        levenshtein::normalized_distance(a, b)
    };
    let row = |a: &Vec<String>, b: &Vec<String>| edits(a, b, |_| 1.0, cell);
    1.0 - edits(a, b, size, row) / nodes(a).max(nodes(b)) as f64
}

/// The least cost of making one sequence of another, in order.
fn edits<T>(a: &[T], b: &[T], gap: impl Fn(&T) -> f64, change: impl Fn(&T, &T) -> f64) -> f64 {
    let mut row = vec![0.0];
    for y in b {
        row.push(row[row.len() - 1] + gap(y));
    }
    for x in a {
        let mut before = row[0];
        row[0] += gap(x);
        for (at, y) in b.iter().enumerate() {
            let here = (row[at + 1] + gap(x)).min(row[at] + gap(y)).min(before + change(x, y));
            before = std::mem::replace(&mut row[at + 1], here);
        }
    }
    row[b.len()]
}

/// Counts words that have characters of Markdown or HTML in them and whose letters arrived: how
/// many are there letter for letter. What bad escaping loses. Where the page is given, only words
/// that it has as the gold has them count.
pub fn special(extracted: &str, gold: &str, page: Option<&str>) -> Counts {
    const SPECIAL: [char; 11] = ['*', '_', '<', '>', '[', ']', '`', '#', '|', '~', '\\'];
    let bare = |word: &str| word.replace(SPECIAL, "");
    let (extracted, gold) = (fold::folded(extracted), fold::folded(gold));
    let page = page.map(fold::folded);
    let arrived = times(extracted.split(' '), |word| word);
    let letters = times(extracted.split(' '), bare);
    let on_page = page.as_ref().map(|page| times(page.split(' '), |word| word));
    let mut counts = Counts::default();
    for (word, mut wanted) in times(gold.split(' '), |word| word) {
        if !(word.contains(SPECIAL) && fold::has_word(&bare(word))) {
            continue;
        }
        if let Some(on_page) = &on_page {
            wanted = wanted.min(on_page.get(word).copied().unwrap_or(0));
        }
        let there = wanted.min(letters.get(&bare(word)).copied().unwrap_or(0));
        counts.gold += there;
        counts.matched += there.min(arrived.get(word).copied().unwrap_or(0));
    }
    Counts { extracted: counts.gold, ..counts }
}

/// How often each word is there, by what it is taken for.
fn times<'w, K: Ord>(
    words: impl Iterator<Item = &'w str>,
    of: impl Fn(&'w str) -> K,
) -> BTreeMap<K, u64> {
    let mut times = BTreeMap::new();
    for word in words {
        *times.entry(of(word)).or_default() += 1;
    }
    times
}

/// Whether a document's text shows more marks of Markdown than the gold text and the document's
/// code do.
pub fn is_stray(extracted: &Structure, gold: &str) -> bool {
    let marks: [fn(&str) -> usize; 6] = [
        |text| text.matches("**").count(),
        underscores,
        |text| text.matches("](").count(),
        rules,
        |text| text.matches("```").count(),
        |text| text.lines().filter(|line| is_heading(line)).count(),
    ];
    let code =
        |marks: fn(&str) -> usize| extracted.code.iter().map(|code| marks(code)).sum::<usize>();
    marks.iter().any(|&marks| marks(&extracted.text) > marks(gold) + code(marks))
}

/// `__` at the beginning or the end of a word.
fn underscores(text: &str) -> usize {
    let is_word = crate::text::is_word_char;
    let at_edge = |&(at, _): &(usize, &str)| {
        let before = text[..at].chars().next_back().is_some_and(is_word);
        let behind = text[at + 2..].chars().next().is_some_and(is_word);
        before != behind
    };
    text.match_indices("__").filter(at_edge).count()
}

/// `|---`, the rule below a table's head.
fn rules(text: &str) -> usize {
    let is_rule = |rest: &str| {
        let rest = rest.trim_start();
        rest.strip_prefix(':').unwrap_or(rest).starts_with("---")
    };
    text.match_indices('|').filter(|(at, _)| is_rule(&text[at + 1..])).count()
}

/// A line that begins as a heading.
fn is_heading(line: &str) -> bool {
    let text = line.trim_start();
    let rest = text.trim_start_matches('#');
    let level = text.len() - rest.len();
    line.len() - text.len() <= 3
        && (1..=6).contains(&level)
        && rest.starts_with(char::is_whitespace)
        && !rest.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(rows: &[&[&str]]) -> Vec<Vec<String>> {
        rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect()
    }

    #[test]
    fn teds_worked_out() {
        let gold = grid(&[&["a", "bb"], &["c", "d"]]);
        assert_eq!(teds(&gold, &gold), 1.0);
        // A row of two cells is gone: 3 of 7 nodes.
        assert!((teds(&gold[..1], &gold) - 4.0 / 7.0).abs() < 1e-12);
        // Half of one cell has changed.
        let other = grid(&[&["a", "bx"], &["c", "d"]]);
        assert!((teds(&other, &gold) - (1.0 - 0.5 / 7.0)).abs() < 1e-12);
    }

    #[test]
    fn each_table_is_matched_once() {
        let table = grid(&[&["a", "b"], &["c", "d"]]);
        let one = Structure { tables: vec![table.clone()], ..Structure::default() };
        let two = Structure { tables: vec![table.clone(), table], ..Structure::default() };
        let Counts { matched, extracted, gold } = tables(&two, &one);
        assert_eq!([matched, extracted, gold], [1_000_000, 2_000_000, 1_000_000]);
    }

    #[test]
    fn code_counts_by_what_is_the_same_of_it() {
        let of = |code: &[&str]| Structure {
            code: code.iter().map(|code| (*code).to_owned()).collect(),
            ..Structure::default()
        };
        let found = code(&of(&["abcd", "xyz"]), &of(&["abcx", "q"]));
        assert_eq!([found.matched, found.extracted, found.gold], [750_000, 2_000_000, 2_000_000]);
    }

    #[test]
    fn marks_that_the_page_has_not_are_stray() {
        let shown = |text: &str| Structure { text: text.into(), ..Structure::default() };
        for text in ["a **b", "__init", "[x](y)", "| :--- |", "```", "x\n## y"] {
            assert!(is_stray(&shown(text), "a b"), "{text}");
            assert!(!is_stray(&shown(text), text), "{text}");
        }
        assert!(!is_stray(&shown("snake__case #tag C# 2*3"), ""));
        let code = Structure { code: vec!["**".into()], ..shown("**") };
        assert!(!is_stray(&code, ""));
    }

    #[test]
    fn special_words_arrive_letter_for_letter() {
        let (text, gold) = ("a_b c\\_d <e> f", "a_b c_d <e> g_h");
        let found = |page| {
            let Counts { matched, gold, .. } = special(text, gold, page);
            (matched, gold)
        };
        assert_eq!(found(None), (2, 3));
        // The page has no `c_d`, so that none can have it.
        assert_eq!(found(Some("a_b c d <e> f")), (2, 2));
    }
}
