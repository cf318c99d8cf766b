//! Which units stand among readers' comments.
//!
//! A name with the word "comment" is only a hint: `has-comments`, `comments-enabled` or `tone-comment`
//! stand around articles, and the software of some forums calls every post a comment. So a named
//! block is asked what it is. It holds comments where the main heading is not in it, running text
//! stands before it, and it does not itself begin with so much running text that it is rather what
//! the comments are about: then it must show what only comments have, a field to write one or
//! repeated items of several lines. What holds of a block holds of the siblings that look like it:
//! where the first post is no comment, the replies are none.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::path::Blocks;
use super::structure::Structure;
use crate::extract::methods::grain::lexicon::Kinds;

/// Words of running text that must stand before comments.
const BEFORE: f64 = 20.0;

/// Running text at the head of a named block, against that before it, from which the block is
/// what was commented on.
const LEAD: f64 = 0.5;

/// Share of a block's words that lie in its repeated items.
const ITEMS: f64 = 0.6;

/// What is known when blocks are asked.
struct Asked<'a> {
    blocks: &'a Blocks,
    structure: &'a Structure,
    /// The main heading's unit.
    heading: Option<usize>,
    /// Fields to write in, as nodes.
    fields: &'a [u32],
    /// For each block the next one, it included, that is named.
    next_named: Vec<usize>,
}

/// Whether each unit stands among readers' comments. `fields` are the nodes of the page's text
/// fields, ascending.
pub fn of_units(
    blocks: &Blocks,
    structure: &Structure,
    heading: Option<usize>,
    fields: &[u32],
) -> Vec<bool> {
    let mut found = vec![false; blocks.of_unit.len()];
    let none = blocks.list.len();
    let mut next_named = vec![none; none + 1];
    for (at, block) in blocks.list.iter().enumerate().rev() {
        next_named[at] = if block.path.last.has(Kinds::COMMENTS) { at } else { next_named[at + 1] };
    }
    let asked = Asked { blocks, structure, heading, fields, next_named };
    let mut verdicts = FxHashMap::default();
    let mut at = asked.next_named[0];
    while let Some(block) = blocks.list.get(at) {
        if *verdicts.entry(block.alike).or_insert_with(|| asked.holds_comments(at)) {
            found[block.units.start as usize..block.units.end as usize].fill(true);
            let inside = blocks.list[at..].partition_point(|b| b.units.end <= block.units.end);
            at = asked.next_named[at + inside.max(1)];
        } else {
            at = asked.next_named[at + 1];
        }
    }
    found
}

impl Asked<'_> {
    /// Whether a named block holds comments.
    fn holds_comments(&self, at: usize) -> bool {
        let block = &self.blocks.list[at];
        let Range { start, end } = block.units;
        if self.heading.is_some_and(|heading| block.units.contains(&(heading as u32))) {
            return false;
        }
        let from = self.heading.filter(|&heading| heading < start as usize).unwrap_or(0) as u32;
        let before = self.prose(from..start);
        if before < BEFORE {
            return false;
        }
        let inner = self.blocks.list.get(self.next_named[at + 1]).map(|inner| inner.units.start);
        let inner = inner.filter(|&inner| inner < end);
        if self.prose(start..inner.unwrap_or(end)) < LEAD * before {
            return true;
        }
        inner.is_none() && (self.has_field(&block.nodes) || self.has_items(at))
    }

    fn prose(&self, units: Range<u32>) -> f64 {
        self.structure.over(&units).prose
    }

    fn has_field(&self, nodes: &Range<u32>) -> bool {
        let first = self.fields.partition_point(|&field| field < nodes.start);
        self.fields.get(first).is_some_and(|&field| field < nodes.end)
    }

    /// Whether most of a block's words lie in siblings that look alike and have several units each.
    fn has_items(&self, at: usize) -> bool {
        let list = &self.blocks.list;
        let end = list[at].units.end;
        let mut items: FxHashMap<u32, (u32, f64)> = FxHashMap::default();
        for block in list[at + 1..].iter().take_while(|block| block.units.start < end) {
            if block.units.len() > 1 {
                let item = items.entry(block.alike).or_default();
                item.0 += 1;
                item.1 += self.structure.over(&block.units).words;
            }
        }
        let most = ITEMS * self.structure.over(&list[at].units).words;
        items.values().any(|&(siblings, words)| siblings > 1 && words >= most)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Features;
    use crate::extract::methods::grain::lexicon::Lexicon;
    use crate::page::Page;

    fn found(html: &str) -> Vec<bool> {
        Features::new(&Page::parse(html), &Lexicon::new([].into_iter())).comments
    }

    fn words(count: usize) -> String {
        "word ".repeat(count)
    }

    #[test]
    fn what_stands_behind_an_article_is_comments() {
        let article = words(60);
        let html = format!(
            "<div><h1>T</h1><p>{article}</div><div id=comments><p>short<p>short too</div><p>end"
        );
        assert_eq!(found(&html), [false, false, true, true, false]);
    }

    #[test]
    fn what_holds_the_article_is_none_whatever_its_name() {
        let (article, lead) = (words(300), words(30));
        for html in [
            format!("<body class=comments-open><h1>T</h1><p>{article}"),
            // The heading and a lead stand before, as in a header of the page.
            format!("<h1>T</h1><p>{lead}<div class=has-comments><p>{article}<p>{article}</div>"),
            format!("<div class=tone-comment><p>{article}</div><p>x"),
        ] {
            assert!(!found(&html).contains(&true), "{html}");
        }
    }

    #[test]
    fn long_comments_show_it_by_a_field_or_by_items() {
        let (article, comment) = (words(30), words(80));
        let item = format!("<div class=c><p>A. Reader<p>{comment}</div>");
        for inside in [format!("{item}{item}"), format!("<p>{comment}<textarea></textarea>")] {
            let html = format!("<h1>T</h1><p>{article}<div id=comments>{inside}</div>");
            assert!(found(&html)[2..].iter().all(|&comment| comment), "{html}");
        }
    }

    #[test]
    fn posts_of_a_thread_are_none() {
        let post = format!("<div class=comment><p>{}</div>", words(40));
        assert!(!found(&format!("<h1>T</h1>{post}{post}{post}")).contains(&true));
    }
}
