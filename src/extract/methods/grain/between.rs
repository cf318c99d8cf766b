//! What stands between chosen units, a little less likely than they are.
//!
//! The trees judge each unit for itself, so that a short paragraph within a text may fall short where
//! both of its neighbours do not. A gap of a few such units is chosen with what it parts, unless the page is
//! of goods, where what stands between is often of other goods, or is surely one text, where what
//! stands between is seldom of it. Code and quotes within a text are of it on any page: code is no prose for the trees
//! to tell, and a quote, set off as it is, looks like what is not of the text.

use std::ops::Range;

use super::Kind;
use super::features::{Features, Scope};
use super::ruling::Ruling;

/// Whether gaps are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gaps {
    /// As the model finds.
    Auto,
    /// With what they part.
    Fill,
}

/// Units that a gap has at most.
const MOST: usize = 3;

/// Share of the threshold that each of them reaches.
const SHARE: f32 = 0.3;

/// Share of each one's text that may be linked.
const LINKED: f64 = 0.5;

/// Probability of one text from which a page has no gaps to fill, by scope: the narrow one was
/// taught to leave out more of what it should keep.
const ARTICLE: f32 = 0.9;
const PAGE: f32 = 0.5;

/// Units before and behind code and quotes, among which one must be chosen on each side.
const NEAR: usize = 2;

/// Chooses code and quotes between what is chosen.
pub fn set_off(rulings: &mut [Ruling], features: &Features) {
    let kept: Vec<_> = rulings.iter().map(|ruling| ruling.is_kept()).collect();
    let is_chosen = |units: Range<usize>| kept[units].contains(&true);
    for (unit, ruling) in rulings.iter_mut().enumerate() {
        let path = &features.blocks.above(unit).path;
        if *ruling == Ruling::Below && (path.is_code() || path.is_quoted()) {
            let (before, behind) =
                (unit.saturating_sub(NEAR)..unit, unit + 1..kept.len().min(unit + 1 + NEAR));
            if is_chosen(before) && is_chosen(behind) {
                *ruling = Ruling::Between;
            }
        }
    }
}

/// Chooses gaps where the page's kind allows it.
pub fn fill(
    rulings: &mut [Ruling],
    smoothed: &[f32],
    threshold: f32,
    scope: Scope,
    kind: Kind,
    features: &Features,
) {
    let text = match scope {
        Scope::Article => ARTICLE,
        Scope::Page => PAGE,
    };
    if kind.text >= text || kind.is_goods() {
        return;
    }
    let falls_short = |unit: usize| {
        let whole = unit as u32..unit as u32 + 1;
        smoothed[unit] >= SHARE * threshold && features.link_density(&whole) <= LINKED
    };
    let mut start = rulings.len();
    for unit in 0..rulings.len() {
        if !rulings[unit].is_kept() {
            continue;
        }
        // Nothing is before the first that is chosen.
        let gap = start.min(unit)..unit;
        let fills = |unit: usize| rulings[unit] == Ruling::Below && falls_short(unit);
        if gap.len() <= MOST && gap.clone().all(fills) {
            rulings[gap].fill(Ruling::Between);
        }
        start = unit + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::methods::grain::lexicon::Lexicon;
    use crate::page::Page;

    const KIND: Kind = Kind { text: 0.4, goods: 0.0 };

    /// What is chosen of paragraphs by their probabilities, at a threshold of .5.
    fn filled(html: &str, smoothed: &[f32], scope: Scope, kind: Kind) -> Vec<bool> {
        let features = Features::new(&Page::parse(html), &Lexicon::new([].into_iter()));
        assert_eq!(features.texts.0.len(), smoothed.len());
        let rule = |&p: &f32| if p >= 0.5 { Ruling::Chosen } else { Ruling::Below };
        let mut rulings: Vec<_> = smoothed.iter().map(rule).collect();
        fill(&mut rulings, smoothed, 0.5, scope, kind, &features);
        rulings.iter().map(|ruling| ruling.is_kept()).collect()
    }

    fn paragraphs(smoothed: &[f32]) -> Vec<bool> {
        filled(&"<p>some words".repeat(smoothed.len()), smoothed, Scope::Page, KIND)
    }

    #[test]
    fn a_gap_between_what_is_chosen_is_filled() {
        assert_eq!(paragraphs(&[0.9, 0.2, 0.3, 0.4, 0.9]), [true; 5]);
        assert_eq!(paragraphs(&[0.4, 0.9, 0.4]), [false, true, false]);
        assert_eq!(paragraphs(&[0.9, 0.4, 0.9, 0.1, 0.9]), [true, true, true, false, true]);
        assert_eq!(paragraphs(&[0.9, 0.4, 0.1, 0.9]), [true, false, false, true]);
        assert_eq!(paragraphs(&[0.9, 0.4, 0.4, 0.4, 0.4, 0.9])[1..5], [false; 4]);
        assert_eq!(paragraphs(&[]), [false; 0]);
    }

    #[test]
    fn code_and_quotes_are_chosen_within_a_text() {
        let judged = |html: &str, chosen: &[bool]| {
            let features = Features::new(&Page::parse(html), &Lexicon::new([].into_iter()));
            let rule = |&is| if is { Ruling::Chosen } else { Ruling::Below };
            let mut rulings: Vec<_> = chosen.iter().map(rule).collect();
            set_off(&mut rulings, &features);
            rulings.iter().map(|ruling| ruling.is_kept()).collect::<Vec<_>>()
        };
        let html = "<p>so<pre>let a = 1;</pre><p>copy<p>and<p>x<p>y<pre>b</pre>";
        let chosen = [true, false, false, true, false, true, false];
        assert_eq!(judged(html, &chosen), [true, true, false, true, false, true, false]);
        let chosen = [true, false, false, false, false, true, false];
        assert_eq!(judged(html, &chosen), chosen);
        let html =
            "<p>she said<blockquote>so it is</blockquote><p>and left<blockquote>so</blockquote>";
        assert_eq!(judged(html, &[true, false, true, false]), [true, true, true, false]);
    }

    #[test]
    fn a_gap_of_links_is_not() {
        let html = "<p>some words<p><a href=/>some words</a><p>some words";
        assert!(!filled(html, &[0.9, 0.4, 0.9], Scope::Page, KIND)[1]);
    }

    #[test]
    fn pages_of_goods_and_of_one_text_have_none() {
        let with = |scope, text, goods| {
            let kind = Kind { text, goods };
            filled("<p>a<p>b<p>c", &[0.9, 0.4, 0.9], scope, kind)[1]
        };
        assert!(with(Scope::Page, 0.4, 0.4) && with(Scope::Article, 0.8, 0.4));
        assert!(!with(Scope::Page, 0.6, 0.0) && !with(Scope::Article, 0.95, 0.0));
        assert!(!with(Scope::Page, 0.1, 0.6));
    }
}
