//! What people add to goods and to posts: reviews, and the signatures of members.
//!
//! Both are running text as likely as what they stand beside. But sites name them, and in so few words that a name
//! tells what the trees, which see how much of the text under names is content and not the names, do not. What a
//! name says depends on the page: reviews are what an article may be about, and the generators of documentation
//! call the head of a function its signature. So reviews are dropped on pages of goods alone, and signatures within
//! a post or comment, where they do not stand behind a heading.

use super::Kind;
use super::decide;
use super::features::Features;
use super::features::path::Block;
use super::lexicon::Kinds;
use super::ruling::Ruling;

/// Drops reviews and signatures, unless hardly anything else was chosen.
pub fn drop(kind: Kind, features: &Features, rulings: &mut [Ruling]) {
    let heading = features.position.heading();
    let mut added = vec![None; rulings.len()];
    for block in &features.blocks.list {
        let Some(ruling) = added_by(block, kind, features) else { continue };
        if heading.is_none_or(|heading| !block.units.contains(&(heading as u32))) {
            added[block.units.start as usize..block.units.end as usize].fill(Some(ruling));
        }
    }
    decide::drop_unless_all(rulings, features, |unit| added[unit]);
}

/// What a block is dropped as by its name, where it is added to what the page is about.
fn added_by(block: &Block, kind: Kind, features: &Features) -> Option<Ruling> {
    if kind.is_goods() && block.path.last.has(Kinds::REVIEWS) {
        return Some(Ruling::Review);
    }
    if block.path.last.has(Kinds::SIGNATURES) && !block.units.is_empty() {
        let above = &features.blocks.list[block.parent as usize].path;
        let first = block.units.start as usize;
        let is_heading = |unit: usize| features.blocks.above(unit).path.heading > 0;
        let is_headed = (first.saturating_sub(1)..=first).any(is_heading);
        return (above.is_posted() && !is_headed).then_some(Ruling::Signature);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::methods::grain::lexicon::Lexicon;
    use crate::page::Page;

    const GOODS: Kind = Kind { text: 0.1, goods: 0.9 };
    const THREAD: Kind = Kind { text: 0.1, goods: 0.0 };

    /// What is decided of the units of a page, all of which were chosen.
    fn decided(html: &str, kind: Kind) -> Vec<Ruling> {
        let html = html.replace("WORDS", &"word ".repeat(40));
        let page = Page::parse(&html);
        let features = Features::new(&page, &Lexicon::new([].into_iter()));
        let mut rulings = vec![Ruling::Chosen; features.texts.0.len()];
        drop(kind, &features, &mut rulings);
        rulings
    }

    #[test]
    fn reviews_of_goods_go() {
        let html = "<h1>Lamp</h1><p>WORDS<section id=customer-reviews><h2>Reviews</h2><p>I like it</section><p>x";
        let gone = [Ruling::Chosen, Ruling::Chosen, Ruling::Review, Ruling::Review, Ruling::Chosen];
        assert_eq!(decided(html, GOODS), gone);
        assert_eq!(decided(html, THREAD), [Ruling::Chosen; 5]);
    }

    #[test]
    fn what_holds_the_heading_is_no_review() {
        let html = "<div class=has-reviews><h1>Lamp</h1><p>x</div><p>WORDS";
        assert_eq!(decided(html, GOODS), [Ruling::Chosen; 3]);
    }

    #[test]
    fn reviews_are_better_than_nothing() {
        let html = "<h1>Lamp</h1><p>a few words<div class=reviews>WORDS</div>";
        assert_eq!(decided(html, GOODS), [Ruling::Chosen; 3]);
    }

    #[test]
    fn signatures_of_posts_go() {
        let html =
            "<h1>T</h1><div class=message><p>WORDS<div class=message-signature>x</div></div>";
        assert_eq!(decided(html, THREAD), [Ruling::Chosen, Ruling::Chosen, Ruling::Signature]);
    }

    #[test]
    fn signatures_of_functions_stay() {
        for html in [
            "<div class=detail><p>WORDS<p>x<div class=signature>f()</div></div>",
            "<div class=member-list><p>WORDS<h3>f</h3><div class=member-signature>f()</div></div>",
            "<div class=member-list><p>WORDS<p>x<div class=member-signature><h3>f()</h3></div></div>",
        ] {
            assert_eq!(decided(html, THREAD), [Ruling::Chosen; 3], "{html}");
        }
    }
}
