//! What stands far behind a text and is less surely content.
//!
//! Many pages of news end in summaries of other stories, each a headline that is a link and a paragraph. By
//! itself such a paragraph is much like that of a short article, and there may be more of them than the
//! article has. But menus, tools and advertisements stand between, the page dresses them in another way, and
//! the model is less sure of them. So on pages that are one text, and in the narrow scope, what is chosen is
//! parted where many units in a row are not, and of the parts behind the surest those are dropped that are less
//! sure and in no unit look like it.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::chosen::Chosen;
use super::features::Features;
use super::ruling::Ruling;

/// Whether what stands apart is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Apart {
    /// As the model finds.
    Auto,
    /// Not behind what is surer.
    Drop,
}

/// Units in a row that are not chosen, from which on what follows stands apart.
const GAP: usize = 10;

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
    let parts: Vec<_> = parts(rulings).into_iter().map(of).collect();
    let is_text = |part: &Chosen| part.words >= WORDS && part.mean() >= SURE;
    // Of parts that are as sure the first, which is the last from behind.
    let texts = (0..parts.len()).rev().filter(|&at| is_text(&parts[at]));
    let surest = texts.max_by(|&a, &b| parts[a].mean().total_cmp(&parts[b].mean()));
    let Some((text, behind)) = surest.and_then(|at| parts[at..].split_first()) else { return };
    let look = |unit: usize| features.blocks.above(unit).look;
    let kept = |part: &Chosen| part.units.clone().filter(|&unit| rulings[unit].is_kept());
    let looks: FxHashSet<_> = kept(text).map(look).collect();
    let belongs = |unit: usize| {
        looks.contains(&look(unit)) || features.recipe.get(unit).is_some_and(|&is_line| is_line)
    };
    let is_apart = |part: &&Chosen| {
        part.mean() < LESS * text.mean()
            && part.words <= TIMES * text.words
            && !kept(part).any(belongs)
    };
    let apart: Vec<_> = behind.iter().filter(is_apart).flat_map(kept).collect();
    apart.into_iter().for_each(|unit| rulings[unit] = Ruling::Apart);
}

/// The runs of units, from one that is chosen to another, in which no [`GAP`] is.
fn parts(rulings: &[Ruling]) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    for unit in (0..rulings.len()).filter(|&unit| rulings[unit].is_kept()) {
        match parts.last_mut() {
            Some(part) if unit - part.end < GAP => part.end = unit + 1,
            _ => parts.push(unit..unit + 1),
        }
    }
    parts
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
}
