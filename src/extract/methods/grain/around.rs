//! What stands around a text and is far less likely content.
//!
//! One threshold suits a whole page, and where a short article stands among long lists of other stories it is
//! low: of so much that may be content, most is expected to be found in the lists. But the model is sure of the
//! article, and only half sure of the lists. So in the wide scope, on pages that may be one text and offer no
//! goods, the text behind the main heading of which the model is sure is the page's, and what is chosen
//! elsewhere on the page and is far less likely is dropped.

use super::Kind;
use super::chosen::{Chosen, runs};
use super::features::Features;
use super::ruling::Ruling;

/// Probability of one text from which a page may be one.
const TEXT: f32 = 0.2;

/// Probability from which a unit is surely content, and share of links up to which it is text.
const SURE: f32 = 0.9;
const LINKED: f32 = 0.5;

/// Units in a row that are not sure, from which on what follows is no part of the text.
const GAP: usize = 10;

/// Words from which the text is one, and units before it in which the main heading stands.
const WORDS: f32 = 25.0;
const NEAR: usize = 15;

/// Mean probability against that of the text, below which a part is far less likely.
const LESS: f32 = 0.65;

/// How many times the words of the text all of it has at most: what has more is what the page is about.
const TIMES: f32 = 10.0;

/// Drops the parts before and behind the surest text that are far less likely, where the text stands by the main
/// heading; what looks like the text, the heading, replies to posts, and lines of a recipe that the page states stay.
pub fn drop(kind: Kind, smoothed: &[f32], features: &Features, rulings: &mut [Ruling]) {
    let Some(heading) = features.position.heading() else { return };
    if kind.text < TEXT || kind.is_goods() {
        return;
    }
    let is_sure = |&unit: &usize| {
        rulings[unit].is_kept()
            && smoothed[unit] >= SURE
            && features.texts.0[unit].link_density < LINKED
    };
    let of = |units| Chosen::of(units, smoothed, features, rulings);
    let texts = runs((0..rulings.len()).filter(is_sure), GAP).into_iter().map(of);
    let Some(text) = texts.max_by(|a, b| a.words.count.total_cmp(&b.words.count)) else { return };
    let is_near = heading < text.units.end && text.units.start < heading + NEAR;
    if text.words.count < WORDS || !is_near {
        return;
    }
    let kept = |&unit: &usize| rulings[unit].is_kept();
    let is_around = |part: &Chosen| {
        (part.units.end <= text.units.start || text.units.end <= part.units.start)
            && part.words.mean() < LESS * text.words.mean()
    };
    let belongs = text.belonging(features, rulings);
    let parts = runs((0..rulings.len()).filter(kept), 1).into_iter().map(of).filter(is_around);
    let goes = |unit: &usize| *unit != heading && !belongs(*unit) && !features.is_reply(*unit);
    let around: Vec<_> = parts.flat_map(|part| part.units).filter(goes).collect();
    let words: f32 = around.iter().map(|&unit| features.texts.0[unit].words).sum();
    if words <= TIMES * text.words.count {
        around.into_iter().for_each(|unit| rulings[unit] = Ruling::Apart);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::methods::grain::lexicon::Lexicon;
    use crate::page::Page;

    const KIND: Kind = Kind { text: 0.3, goods: 0.0 };

    /// Which units are dropped of a page whose units have these probabilities and are all chosen, but those of 0.
    fn dropped(html: &str, kind: Kind, smoothed: &[f32]) -> Vec<usize> {
        let html = html.replace("WORDS", &"word ".repeat(40));
        let page = Page::parse(&html);
        let features = Features::new(&page, &Lexicon::new([].into_iter()));
        assert_eq!(features.texts.0.len(), smoothed.len());
        let rule = |&p: &f32| if p > 0.0 { Ruling::Chosen } else { Ruling::Below };
        let mut rulings: Vec<_> = smoothed.iter().map(rule).collect();
        drop(kind, smoothed, &features, &mut rulings);
        (0..rulings.len()).filter(|&unit| rulings[unit] == Ruling::Apart).collect()
    }

    /// Links, a line, the heading and its text, a line, and links.
    const PAGE: &str = "<title>Rain</title><ul><li><a href>one</a></ul><p>x<h1>Rain</h1><p>WORDS<div>x</div>\
        <ul><li><a href>two</a><li><a href>three</a></ul>";

    #[test]
    fn what_is_far_less_likely_than_the_text_goes() {
        assert_eq!(dropped(PAGE, KIND, &[0.5, 0.0, 0.4, 0.95, 0.0, 0.5, 0.5]), [0, 5, 6]);
        // As sure as that is, nothing; the heading stays wherever it stands.
        assert_eq!(dropped(PAGE, KIND, &[0.7, 0.0, 0.4, 0.95, 0.0, 0.7, 0.7]), [0; 0]);
        let between = "<title>Rain</title><h1>Rain</h1><p>x<div>WORDS</div>";
        assert_eq!(dropped(between, KIND, &[0.4, 0.0, 0.95]), [0; 0]);
    }

    #[test]
    fn what_joins_the_text_or_looks_like_it_stays() {
        assert_eq!(dropped(PAGE, KIND, &[0.5, 0.0, 0.4, 0.95, 0.5, 0.5, 0.5]), [0]);
        assert_eq!(
            dropped(&format!("{PAGE}<hr><p>x"), KIND, &[0.0, 0.0, 0.4, 0.95, 0.0, 0.0, 0.0, 0.4]),
            [0; 0]
        );
    }

    #[test]
    fn replies_to_posts_stay() {
        let p = [0.95, 0.95, 0.0, 0.5];
        let count = |name: &str| {
            let replies = format!("<hr><div class={name}><p>x<p>y</div>");
            dropped(&format!("<title>Rain</title><h1>Rain</h1><p>WORDS{replies}"), KIND, &p).len()
        };
        assert_eq!((count("comments"), count("comments-topic")), (1, 0));
    }

    #[test]
    fn without_a_sure_text_by_the_heading_nothing_goes() {
        let p = [0.5, 0.0, 0.4, 0.95, 0.0, 0.5, 0.5];
        assert_eq!(dropped(&PAGE.replace("WORDS", "a few words"), KIND, &p), [0; 0]);
        assert_eq!(dropped(&PAGE.replace("h1", "div"), KIND, &p), [0; 0]);
        assert_eq!(dropped(PAGE, KIND, &[0.5, 0.0, 0.4, 0.85, 0.0, 0.5, 0.5]), [0; 0]);
        let far = format!(
            "<title>Rain</title><h1>Rain</h1>{}<p>WORDS<hr><div>x</div>",
            "<p>x".repeat(NEAR)
        );
        let p: Vec<_> = [[0.0; NEAR + 1].as_slice(), &[0.95, 0.4]].concat();
        assert_eq!(dropped(&far, KIND, &p), [0; 0]);
    }

    #[test]
    fn what_a_page_is_about_stays() {
        let with = |times: usize| {
            let list = format!("{PAGE}<hr><div>{}</div>", "word ".repeat(40 * times));
            dropped(&list, KIND, &[0.0, 0.0, 0.4, 0.95, 0.0, 0.0, 0.0, 0.5])
        };
        assert_eq!((with(9), with(11)), (vec![7], vec![]));
    }

    #[test]
    fn on_goods_and_on_what_is_no_text_nothing_goes() {
        let p = [0.5, 0.0, 0.4, 0.95, 0.0, 0.5, 0.5];
        for kind in [Kind { text: 0.1, ..KIND }, Kind { goods: 0.6, ..KIND }] {
            assert_eq!(dropped(PAGE, kind, &p), [0; 0]);
        }
    }
}
