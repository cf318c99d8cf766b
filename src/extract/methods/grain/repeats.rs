//! Texts that a page has twice.

use super::Kind;
use super::features::Features;
use super::ruling::Ruling;
use crate::dom::Tag;

/// Words from which a repeated text is dropped.
const REPEATED: f32 = 3.0;

/// Share of a text's words above which it is a link.
const LINKED: f32 = 0.5;

/// Units in a row that a text repeats at most: where more are repeated, layout does.
const RUN: usize = 2;

/// Units of code from which a page is a manual, which says the same again for each language or system.
const MANUAL: usize = 3;

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
pub fn drop(rulings: &mut [Ruling], repeats: Repeats, kind: Kind, features: &Features) {
    if repeats == Repeats::Keep {
        return;
    }
    let is_code =
        |unit: &usize| rulings[*unit].is_kept() && features.blocks.above(*unit).path.is_code();
    let is_manual = (0..rulings.len()).filter(is_code).nth(MANUAL - 1).is_some();
    let mut first = vec![None; rulings.len()];
    for (unit, text) in features.texts.0.iter().enumerate() {
        if !rulings[unit].is_kept() || text.words < REPEATED {
            continue;
        }
        match first[text.same as usize] {
            None => first[text.same as usize] = Some(unit),
            Some(before) if is_entry_of(features, before, unit) => {
                rulings[before] = Ruling::Repeat;
                first[text.same as usize] = Some(unit);
            }
            Some(before) => {
                if repeats == Repeats::Drop || is_layout(kind, is_manual, features, before, unit) {
                    rulings[unit] = Ruling::Repeat;
                }
            }
        }
    }
}

/// Whether a text is the entry of a table of contents for a heading: a link that says the same. The heading is what
/// is kept of the two.
fn is_entry_of(features: &Features, entry: usize, heading: usize) -> bool {
    let is_heading = |unit: usize| features.blocks.above(unit).path.heading > 0;
    let is_link = |unit: usize| features.texts.0[unit].link_density > LINKED;
    is_link(entry) && !is_heading(entry) && is_heading(heading) && !is_link(heading)
}

/// Whether layout, and not the text, has a unit's text twice: a link, or a text in another part of
/// the page. Lines side by side, cells (also of what was said outside of tables), code and quotes repeat what they mean
/// to; so do a line or two of a
/// text that stand in like parts of it, as steps of instructions do, and whole parts of a manual, as its tabs
/// for other languages, but not goods or what posts quote.
fn is_layout(kind: Kind, is_manual: bool, features: &Features, before: usize, unit: usize) -> bool {
    let (first, second) = (features.blocks.above(before), features.blocks.above(unit));
    if features.texts.0[unit].link_density > LINKED {
        return true;
    }
    let path = &second.path;
    if matches!(second.tag, Tag::TD | Tag::TH) && !first.path.is_tabular() {
        return false;
    }
    let may_go_on = || is_manual || run(features, before, unit) <= RUN;
    let means_to = || !kind.is_goods() && !path.is_posted() && may_go_on();
    let is_like = if is_manual { first.tag == second.tag } else { first.look == second.look };
    let is_elsewhere =
        !is_like || first.parent != second.parent && !path.is_tabular() && !means_to();
    is_elsewhere && !path.is_quoted()
}

/// How many units in a row are repeated with this one, up to one more than a text repeats.
fn run(features: &Features, before: usize, unit: usize) -> usize {
    let texts = &features.texts.0;
    let is_same = |(a, b): (usize, usize)| b < texts.len() && texts[a].same == texts[b].same;
    let back = (1..=RUN).take_while(|&by| before >= by && is_same((before - by, unit - by)));
    let forth = (1..=RUN).take_while(|&by| is_same((before + by, unit + by)));
    1 + back.count() + forth.count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::methods::grain::lexicon::Lexicon;
    use crate::page::Page;
    use Ruling::{Chosen, Repeat};

    const THREAD: Kind = Kind { text: 0.5, goods: 0.0 };

    /// What is decided of a page's units, all of which were chosen.
    fn decided(html: &str, repeats: Repeats, kind: Kind) -> Vec<Ruling> {
        let features = Features::new(&Page::parse(html), &Lexicon::new([].into_iter()));
        let mut rulings = vec![Chosen; features.texts.0.len()];
        drop(&mut rulings, repeats, kind, &features);
        rulings
    }

    #[test]
    fn layout_repeats_and_text_repeats() {
        let line = "one two three";
        let second = |html: &str, repeats| decided(html, repeats, THREAD)[1];
        let beside = format!("<p>{line}<br>{line}");
        let apart = format!("<div class=a>{line}</div><div class=b>{line}</div>");
        let linked = format!("<p><a href>{line}</a><br><a href>{line}</a>");
        let cells = format!("<table><tr><td>{line}<tr><td>{line}</table>");
        let cell = format!("<div class=a>{line}</div><table><tr><td>{line}</table>");
        let quoted = format!("<div class=a>{line}</div><blockquote>{line}</blockquote>");
        for (html, by_layout) in [
            (beside, Chosen),
            (apart, Repeat),
            (linked, Repeat),
            (cells, Chosen),
            (cell, Chosen),
            (quoted, Chosen),
        ] {
            assert_eq!(second(&html, Repeats::Layout), by_layout, "{html}");
            assert_eq!(second(&html, Repeats::Keep), Chosen);
            assert_eq!(second(&html, Repeats::Drop), Repeat);
        }
    }

    #[test]
    fn of_an_entry_and_its_heading_the_heading_is_kept() {
        let html = "<ul><li><a href=#a>How it is made</a></ul><h2 id=a>How it is made</h2>";
        for repeats in [Repeats::Layout, Repeats::Drop] {
            assert_eq!(decided(html, repeats, THREAD), [Repeat, Chosen]);
        }
        assert_eq!(decided(html, Repeats::Keep, THREAD), [Chosen, Chosen]);
    }

    #[test]
    fn a_line_or_two_are_repeated_by_a_text_and_more_by_layout() {
        let lists = |lines: &[&str], name: &str| {
            let list = |end: &str| format!("<li>{}<li>{end}", lines.join("<li>"));
            format!(
                "<div class={name}><ol>{}</ol><ol>{}</ol></div>",
                list("press start"),
                list("press stop")
            )
        };
        let dropped = |html: &str, kind| {
            let rulings = decided(html, Repeats::Layout, kind);
            rulings.iter().filter(|&&ruling| ruling == Repeat).count()
        };
        let steps = ["open the gate", "turn the large wheel", "wait for the bell"];
        assert_eq!(dropped(&lists(&steps[..2], "steps"), THREAD), 0);
        assert_eq!(dropped(&lists(&steps, "steps"), THREAD), 3);
        assert_eq!(dropped(&lists(&steps[..1], "steps"), Kind { goods: 0.9, ..THREAD }), 1);
        assert_eq!(dropped(&lists(&steps[..1], "reply"), THREAD), 1);
        let code = "<pre>a()</pre><pre>b()</pre><pre>c()</pre>";
        assert_eq!(dropped(&format!("{}{code}", lists(&steps, "steps")), THREAD), 0);
    }
}
