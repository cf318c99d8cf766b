//! Readers' comments that only a line announces.
//!
//! Many sites, above all where names are not English, give comments no name that is known. Yet a short
//! line says in the page's language that they begin or may be left: "Komentarze (25)", "Dodaj komentarz", "网友评论".
//! The same words stand among the tools above an article or its recipe, so what follows the line is asked too: it is
//! dropped where the article stands before it, of at least as many words, and where the model finds it less likely to
//! be content. Comments that have a name are judged by that.

use super::chosen::{Chosen, Words};
use super::features::Features;
use super::ruling::Ruling;
use crate::page::Page;
use crate::text;

/// Words that a line has at most which announces comments.
const LINE: f32 = 6.0;

/// Words that must be chosen before the line.
const ARTICLE: f32 = 30.0;

/// Mean probability of what follows against that of what stands before, below which it is dropped. At 0.9 some
/// articles of the sets lost what follows their tools, at 0.8 half of the gain was gone.
const LESS: f32 = 0.85;

/// How words for comments begin, in scripts that part words. "Commentary", which names opinions, is none.
const STEMS: [&str; 16] = [
    "comment",
    "coment",
    "kommenta",
    "komenta",
    "komentá",
    "комент",
    "коммент",
    "прокоммент",
    "σχόλι",
    "σχολι",
    "yorum",
    "hozzászól",
    "reactie",
    "تعليق",
    "टिप्पण",
    "ความคิดเห็น",
];
const OPINION: &str = "commentary";

/// Words for comments in scripts that do not.
const PARTS: [&str; 6] = ["评论", "評論", "跟帖", "留言", "コメント", "댓글"];

/// Drops the comments that the first line of the article announces which fits.
pub fn drop(page: &Page, smoothed: &[f32], features: &Features, rulings: &mut [Ruling]) {
    let heading = features.position.heading().unwrap_or(0);
    let recipe = features.recipe.iter().rposition(|&is_line| is_line).unwrap_or(0);
    let start = heading.max(recipe);
    let Some(last) = rulings.iter().rposition(|ruling| ruling.is_kept()) else { return };
    let chosen = |units| Chosen::of(units, smoothed, features, rulings).words;
    let (mut before, mut after) = (chosen(heading..start), chosen(start..rulings.len()));
    let mut lower = String::new();
    for at in start..=last {
        let line = Words::of(at, smoothed, features, rulings);
        after = after - line;
        let is_behind =
            before.count >= ARTICLE.max(after.count) && after.mean() < LESS * before.mean();
        if is_behind && features.texts.0[at].words <= LINE {
            lower.clear();
            text::lower_into(&page.joined(page.units()[at].leaves.clone()), &mut lower);
            if announces(&lower) {
                for (ruling, is_named) in rulings.iter_mut().zip(&features.comments).skip(at) {
                    if ruling.is_kept() && !is_named {
                        *ruling = Ruling::Comment;
                    }
                }
                return;
            }
        }
        before = before + line;
    }
}

/// Whether a short line in lower case has a word for comments.
fn announces(line: &str) -> bool {
    let is_one = |word: &str| word != OPINION && STEMS.iter().any(|stem| word.starts_with(stem));
    line.split(|c: char| !c.is_alphanumeric()).any(is_one)
        || !line.is_ascii() && PARTS.iter().any(|part| line.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::methods::grain::lexicon::Lexicon;

    const ABOVE: f32 = 0.95;
    const BELOW: f32 = 0.7;

    /// Which units are dropped of a heading, an article, a line and what follows it.
    fn dropped(line: &str, words: usize, after: f32) -> Vec<usize> {
        dropped_before(line, words, "<p>", after)
    }

    /// The same where what follows stands behind this HTML.
    fn dropped_before(line: &str, words: usize, tag: &str, after: f32) -> Vec<usize> {
        let article = "word ".repeat(words);
        let html =
            format!("<title>T</title><h1>T</h1><p>{article}<p>{line}{tag}{}", "so ".repeat(40));
        let page = Page::parse(&html);
        let features = Features::new(&page, &Lexicon::new([].into_iter()));
        let mut rulings = vec![Ruling::Chosen; 4];
        drop(&page, &[ABOVE, ABOVE, BELOW, after], &features, &mut rulings);
        (0..4).filter(|&unit| rulings[unit] == Ruling::Comment).collect()
    }

    #[test]
    fn what_a_line_announces_is_dropped_with_it() {
        for line in ["Comments", "3 Komentarze", "Оставить комментарий", "网友评论(12)"]
        {
            assert_eq!(dropped(line, 60, BELOW), [2, 3], "{line}");
        }
    }

    #[test]
    fn other_lines_announce_none() {
        let long = "The committee will comment on that next week at the earliest";
        for line in ["Read more", "Commentary", "Our community", long] {
            assert_eq!(dropped(line, 60, BELOW), [0; 0], "{line}");
        }
    }

    #[test]
    fn comments_with_a_name_are_left_to_it() {
        assert_eq!(dropped_before("Comments", 90, "<p class=comments>", BELOW), [2]);
    }

    #[test]
    fn tools_above_the_recipe_announce_none() {
        let eggs = "so ".repeat(40);
        let recipe = format!(
            "<script type=application/ld+json>{{\"@type\": \"Recipe\", \
             \"recipeIngredient\": [\"{}\"]}}</script><p>",
            eggs.trim()
        );
        assert_eq!(dropped_before("Print Pin Comment", 60, &recipe, BELOW), [0; 0]);
    }

    #[test]
    fn what_follows_tools_above_an_article_is_kept() {
        // The model is as sure of it, or nearly nothing stands before, or less than follows.
        for (words, after) in [(60, ABOVE), (10, BELOW), (35, BELOW)] {
            assert_eq!(dropped("Comments", words, after), [0; 0], "{words} {after}");
        }
    }
}
