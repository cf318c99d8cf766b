//! Texts that a page has twice.

use super::features::Features;
use super::ruling::Ruling;

/// Words from which a repeated text is dropped.
const REPEATED: f32 = 3.0;

/// What is done with a text that was chosen before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeats {
    /// It is chosen again.
    Keep,
    /// It is dropped where layout repeats it: in another place of the page, or as a link.
    Layout,
    /// It is dropped.
    Drop,
}

/// Drops what repeats an earlier choice.
pub fn drop(rulings: &mut [Ruling], repeats: Repeats, features: &Features) {
    if repeats == Repeats::Keep {
        return;
    }
    let mut first = vec![None; rulings.len()];
    for (unit, text) in features.texts.0.iter().enumerate() {
        if !rulings[unit].is_kept() || text.words < REPEATED {
            continue;
        }
        match first[text.same as usize] {
            None => first[text.same as usize] = Some(unit),
            Some(before) => {
                if repeats == Repeats::Drop || is_layout(features, before, unit) {
                    rulings[unit] = Ruling::Repeat;
                }
            }
        }
    }
}

/// Whether layout, and not the text, has a unit's text twice: a link, or a text in another part of
/// the page. Lines side by side, cells, code and quotes repeat what they mean to.
fn is_layout(features: &Features, before: usize, unit: usize) -> bool {
    let (first, second) = (features.blocks.above(before), features.blocks.above(unit));
    let is_elsewhere =
        first.look != second.look || first.parent != second.parent && !second.path.is_tabular();
    features.texts.0[unit].link_density > 0.5 || is_elsewhere && !second.path.is_quoted()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::methods::grain::lexicon::Lexicon;
    use crate::page::Page;
    use Ruling::{Chosen, Repeat};

    #[test]
    fn layout_repeats_and_text_repeats() {
        let line = "one two three";
        let second = |html: &str, repeats| {
            let features = Features::new(&Page::parse(html), &Lexicon::new([].into_iter()));
            let mut rulings = [Chosen; 2];
            drop(&mut rulings, repeats, &features);
            rulings[1]
        };
        let beside = format!("<p>{line}<br>{line}");
        let apart = format!("<div class=a>{line}</div><div class=b>{line}</div>");
        let linked = format!("<p><a href>{line}</a><br><a href>{line}</a>");
        let cells = format!("<table><tr><td>{line}<tr><td>{line}</table>");
        let quoted = format!("<div class=a>{line}</div><blockquote>{line}</blockquote>");
        for (html, by_layout) in
            [(beside, Chosen), (apart, Repeat), (linked, Repeat), (cells, Chosen), (quoted, Chosen)]
        {
            assert_eq!(second(&html, Repeats::Layout), by_layout, "{html}");
            assert_eq!(second(&html, Repeats::Keep), Chosen);
            assert_eq!(second(&html, Repeats::Drop), Repeat);
        }
    }
}
