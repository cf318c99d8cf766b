//! What stands behind a text and is another: summaries of other stories, and the next article.
//!
//! Many pages of news end in summaries of other stories, each a headline that is a link and a paragraph. By
//! itself such a paragraph is much like that of a short article, and there may be more of them than the
//! article has. But menus, tools and advertisements stand between, the page dresses them in another way, and
//! the model is less sure of them. So on pages that are one text, and in the narrow scope, what is chosen is
//! parted where many units in a row are not, and of the parts behind the surest those are dropped that are less
//! sure and in no unit look like it.
//!
//! Other pages go on with the next story, as sure as the first. Where both are marked up as articles, the one
//! that holds the main heading is the page's.

use std::ops::Range;

use super::chosen::{Chosen, runs};
use super::features::Features;
use super::ruling::Ruling;
use crate::dom::Tag;

/// Whether what stands apart is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Apart {
    /// As the model finds.
    Auto,
    /// Not behind what is surer, nor around what is surer by far.
    Drop,
}

/// Units in a row that are not chosen, from which on what follows stands apart.
const GAP: usize = 10;

/// Words from which an article is the page's: below, its text may be in the next one.
const OWN: f32 = 50.0;

/// Words from which a part may be the text, and mean probability from which it is.
const WORDS: f32 = 15.0;
const SURE: f32 = 0.75;

/// Mean probability against that of the text, below which a part is less sure.
const LESS: f32 = 0.8;

/// How many times the words of the text a part has at most: what has more is what the page is about.
const TIMES: f32 = 20.0;

/// Drops the parts behind the surest that are less sure and do not look like it; lines of a recipe that the
/// page states stay.
pub fn drop(smoothed: &[f32], features: &Features, rulings: &mut [Ruling]) {
    let of = |units| Chosen::of(units, smoothed, features, rulings);
    let is_kept = |&unit: &usize| rulings[unit].is_kept();
    let parts = runs((0..rulings.len()).filter(is_kept), GAP);
    let parts: Vec<_> = parts.into_iter().map(of).collect();
    let is_text = |part: &Chosen| part.words.count >= WORDS && part.words.mean() >= SURE;
    // Of parts that are as sure the first, which is the last from behind.
    let texts = (0..parts.len()).rev().filter(|&at| is_text(&parts[at]));
    let surest = texts.max_by(|&a, &b| parts[a].words.mean().total_cmp(&parts[b].words.mean()));
    let Some((text, behind)) = surest.and_then(|at| parts[at..].split_first()) else { return };
    let kept = |part: &Chosen| part.units.clone().filter(|&unit| rulings[unit].is_kept());
    let belongs = text.belonging(features, rulings);
    let is_apart = |part: &&Chosen| {
        part.words.mean() < LESS * text.words.mean()
            && part.words.count <= TIMES * text.words.count
            && !kept(part).any(&belongs)
    };
    let apart: Vec<_> = behind.iter().filter(is_apart).flat_map(kept).collect();
    apart.into_iter().for_each(|unit| rulings[unit] = Ruling::Apart);
}

/// Drops the articles behind the one in which the main heading stands. Recipes are cut into articles by some
/// pages, so where a page states one nothing goes.
pub fn drop_next(smoothed: &[f32], features: &Features, rulings: &mut [Ruling]) {
    let Some(heading) = features.position.heading().filter(|_| features.recipe.is_empty()) else {
        return;
    };
    let articles = articles(features);
    let Some(own) = articles.iter().position(|article| article.contains(&heading)) else { return };
    let text = Chosen::of(articles[own].clone(), smoothed, features, rulings);
    if text.words.count >= OWN {
        let behind = articles.into_iter().skip(own + 1).flatten();
        behind.for_each(|unit| {
            if rulings[unit].is_kept() {
                rulings[unit] = Ruling::Apart;
            }
        });
    }
}

/// The units of each outermost `article`.
fn articles(features: &Features) -> Vec<Range<usize>> {
    let mut articles: Vec<Range<usize>> = Vec::new();
    for block in features.blocks.list.iter().filter(|block| block.tag == Tag::ARTICLE) {
        let units = block.units.start as usize..block.units.end as usize;
        if articles.last().is_none_or(|last| units.start >= last.end) {
            articles.push(units);
        }
    }
    articles
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::methods::grain::lexicon::Lexicon;
    use crate::page::Page;

    /// Probabilities of the text, and of what follows a menu behind it.
    const TEXT: f32 = 0.9;
    const BEHIND: f32 = 0.7;

    /// How many units are dropped of a text, a menu, and what follows it, of which this is the HTML.
    fn dropped(menu: usize, text: f32, behind: &str) -> usize {
        let words = "word ".repeat(20);
        let tools = "<li>tool".repeat(menu);
        let html = format!("<p>{words}<ul>{tools}</ul>{behind}").replace("WORDS", &words);
        let page = Page::parse(&html);
        let features = Features::new(&page, &Lexicon::new([].into_iter()));
        let units = page.units().len();
        let rule = |unit: usize| match unit {
            0 => (text, Ruling::Chosen),
            unit if unit <= menu => (0.0, Ruling::Below),
            _ => (BEHIND, Ruling::Chosen),
        };
        let (smoothed, mut rulings): (Vec<_>, Vec<_>) = (0..units).map(rule).unzip();
        drop(&smoothed, &features, &mut rulings);
        rulings.iter().filter(|&&ruling| ruling == Ruling::Apart).count()
    }

    const OTHERS: &str = "<div><b>WORDS</b></div><div><b>WORDS</b></div>";

    #[test]
    fn what_is_less_sure_goes_where_it_stands_apart() {
        assert_eq!((dropped(GAP, TEXT, OTHERS), dropped(GAP - 1, TEXT, OTHERS)), (2, 0));
    }

    #[test]
    fn nothing_goes_behind_what_is_hardly_surer() {
        assert_eq!((dropped(GAP, 0.8, OTHERS), dropped(GAP, 0.6, OTHERS)), (0, 0));
    }

    #[test]
    fn what_looks_like_the_text_stays() {
        assert_eq!(dropped(GAP, TEXT, &format!("{OTHERS}<p>WORDS")), 0);
    }

    #[test]
    fn what_a_page_is_about_stays() {
        assert_eq!(dropped(GAP, TEXT, &OTHERS.repeat(20)), 0);
    }

    #[test]
    fn a_recipe_that_the_page_states_stays() {
        let stated = "<script type=application/ld+json>{\"@type\": \"Recipe\", \
            \"recipeIngredient\": [\"two eggs\"]}</script>";
        assert_eq!(dropped(GAP, TEXT, &format!("{stated}{OTHERS}<div>Two eggs</div>")), 0);
    }

    #[test]
    fn where_nothing_is_chosen_nothing_is_dropped() {
        assert_eq!(dropped(GAP, 0.0, ""), 0);
    }

    /// Which units are dropped of a page of articles.
    fn behind(html: &str) -> Vec<usize> {
        let html = html.replace("WORDS", &"word ".repeat(60));
        let page = Page::parse(&html);
        let features = Features::new(&page, &Lexicon::new([].into_iter()));
        let mut rulings = vec![Ruling::Chosen; page.units().len()];
        drop_next(&vec![TEXT; rulings.len()], &features, &mut rulings);
        (0..rulings.len()).filter(|&unit| rulings[unit] == Ruling::Apart).collect()
    }

    const NEXT: &str = "<article><h1>Frost</h1><p>WORDS</article>";

    #[test]
    fn the_next_article_goes() {
        let own = "<title>Rain</title><article><h1>Rain</h1><p>WORDS</article>";
        assert_eq!(behind(&format!("{own}{NEXT}")), [2, 3]);
        assert_eq!(behind(&format!("<title>Rain</title>{NEXT}<h1>Rain</h1><p>WORDS")), [0; 0]);
        let short = "<title>Rain</title><article><h1>Rain</h1><p>a few words</article>";
        assert_eq!(behind(&format!("{short}{NEXT}")), [0; 0]);
        let recipe = "<script type=application/ld+json>{\"@type\": \"Recipe\", \
            \"recipeIngredient\": [\"two eggs\"]}</script>";
        assert_eq!(behind(&format!("{own}{recipe}{NEXT}<p>Two eggs")), [0; 0]);
    }
}
