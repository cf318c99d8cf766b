//! Pages that keep their content in `noscript`.
//!
//! A reader with scripts sees nothing of `noscript`, and most pages have only a notice or a lazy
//! image there. But some show a whole forum thread through scripts and keep its text in `noscript`:
//! 19 of 1,497 pages of WCXB dev do (Discourse, Flarum). What is there counts if and only if it has
//! at least [`WORDS`] words, and more than all text outside it.

use super::{Page, Parts};
use crate::dom::{Dom, NodeId, Tag};
use crate::text;

/// The fewest words in `noscript` that can be a page's content.
const WORDS: u32 = 100;

/// The page as it is without scripts, if that is where its content is.
pub(super) fn instead<'h>(page: &Page<'h>) -> Option<Page<'h>> {
    let words = page.totals(0..page.leaves().len()).words;
    if !page.has_noscript || raw_words(page) <= words.max(WORDS - 1) {
        return None;
    }
    let without = without_scripts(page);
    let all = without.totals(0..without.leaves().len()).words;
    let dom = &without.dom;
    let inside: u32 = outermost(dom).map(|node| without.stats(node).words).sum();
    (inside >= WORDS && inside > all - inside).then_some(without)
}

/// The page as a browser without scripts reads it.
pub(super) fn without_scripts<'h>(page: &Page<'h>) -> Page<'h> {
    Page::of(page.dom.without_scripts(), Parts::default(), true)
}

/// White-space tokens, tags and references in `noscript` as it is written: between two words there
/// is one of them, so it shows no more words.
fn raw_words(page: &Page) -> u32 {
    let dom = &page.dom;
    let texts = outermost(dom).flat_map(|node| dom.children(node));
    let pieces = texts.flat_map(|node| dom.pieces(node));
    let raw = pieces.map(|piece| &dom.html()[piece.start as usize..piece.end as usize]);
    raw.map(|raw| {
        text::count(raw).words + memchr::memchr2_iter(b'<', b'&', raw.as_bytes()).count() as u32
    })
    .sum()
}

/// The `noscript` elements that lie in no other one.
fn outermost<'p>(dom: &'p Dom) -> impl Iterator<Item = NodeId> + 'p {
    let mut end = 0;
    dom.nodes().filter(move |&node| {
        let found = node.0 >= end && dom.tag(node) == Some(Tag::NOSCRIPT);
        if found {
            end = dom.subtree(node).end;
        }
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(html: &str) -> usize {
        Page::parse(html).leaves().len()
    }

    #[test]
    fn content_in_noscript_counts_if_it_is_long_and_the_most() {
        let thread = "<p>word</p>".repeat(100);
        let page = |inside: &str, outside: &str| {
            format!("<body><p>{outside}</p><noscript><div>{inside}</div></noscript></body>")
        };
        assert_eq!(leaves(&page(&thread, "menu")), 101);
        assert_eq!(leaves(&page(&"<p>word</p>".repeat(99), "menu")), 1);
        assert_eq!(leaves(&page(&thread, &"more ".repeat(100))), 1);
        // Markup is no text, however long.
        assert_eq!(leaves(&page(&"<img src=a alt=b >".repeat(500), "menu")), 1);
    }

    #[test]
    fn a_notice_in_the_head_is_no_content() {
        let html = format!("<head><noscript>{}</noscript></head><p>x", "<b>y</b> ".repeat(200));
        assert_eq!(leaves(&html), 1);
    }
}
