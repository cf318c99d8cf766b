//! `boilerpipe`: Kohlschütter, Fankhauser and Nejdl 2010, *Boilerplate detection using shallow text
//! features*, WSDM, 441–450, with the steps around it by which its authors' program extracts articles
//! (ArticleExtractor of boilerpipe 1.0).
//!
//! How many words a block has, how many of them are linked, and the same of its neighbours tell content
//! from the rest: a small decision tree ([`rules`]) needs no more. ArticleExtractor then
//!
//! 1. ends the text at a block that introduces comments, once [`Parameters::least`] words are content;
//! 2. joins each content block to the block before it, whatever that is, so that headings come along;
//! 3. joins content blocks that at most [`Parameters::gap`] others stand between;
//! 4. keeps the largest of what results, and what lies between the page's title and it.
//!
//! *Departures from the paper.* Its text blocks end at every tag but `a`, those of its authors' program at
//! every tag that is not on a list; here they are units, which end at block elements and `br`. Words are
//! tokens between white space, a CJK character being one. The phrases that introduce comments
//! ([`end`]) are our own, in seven languages; the paper has none. Its texts
//! have .873 of their words in common with boilerpy3's, over 41 pages of the sample (`make test-rivals`);
//! most of the rest is how Chinese is counted, and what stands in `noscript`.

mod end;
mod rules;

use std::ops::Range;

use crate::Result;
use crate::extract::extractor::Extractor;
use crate::extract::method::Method;
use crate::extract::parameters::{Values, choice, parameters};
use crate::extraction::{Explanation, Extraction, Fact, Reason};
use crate::page::Page;
use rules::Block;
pub use rules::Rules;

/// The method's row.
pub const METHOD: Method = Method::new::<Parameters>(
    "Kohlschütter, Fankhauser & Nejdl 2010, WSDM, 441-450; ArticleExtractor of boilerpipe 1.0",
    "Tells blocks apart by their words, linked words and neighbours, and keeps the largest group.",
);

parameters! {
    /// What `boilerpipe` can be told.
    pub struct Parameters for Boilerpipe, "boilerpipe" {
        /// which of the paper's trees: by words, or by words a line
        rules: Rules = Rules::Words;
        /// blocks that may stand between two content blocks that are joined
        gap: usize = 1, in Values::Integer(0, 1000);
        /// words of content before which no block ends the text
        least: u32 = 60, in Values::Integer(0, 1_000_000);
        /// what is kept of the blocks that the tree takes for content
        keep: Keep = Keep::Largest;
    }
    /// the paper's tree alone
    preset tree { keep: Keep::All }
}

/// What is kept of the blocks that the rules take for content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// All, as the paper has it.
    All,
    /// The largest of the groups that they form, as ArticleExtractor does.
    Largest,
}

choice!(Rules { Words: "words", Density: "density" });
choice!(Keep { All: "all", Largest: "largest" });

/// Kohlschütter, Fankhauser and Nejdl's extractor.
#[derive(Debug, Clone)]
pub struct Boilerpipe(Parameters);

/// Neighbouring blocks as one.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Group {
    /// The blocks of which it was made; those between them may be none of them.
    blocks: Vec<usize>,
    is_content: bool,
}

impl Group {
    fn span(&self) -> Range<usize> {
        let first = self.blocks.first().copied().unwrap_or(0);
        first..self.blocks.last().map_or(first, |last| last + 1)
    }
}

impl Boilerpipe {
    /// The extractor with these settings.
    fn new(parameters: &Parameters) -> Result<Boilerpipe> {
        Ok(Boilerpipe(parameters.clone()))
    }

    /// Whether each block is content.
    fn choose(&self, page: &Page, blocks: &[Block]) -> Vec<bool> {
        let mut content = self.0.rules.classify(blocks);
        if self.0.keep == Keep::All {
            return content;
        }
        self.cut(page, blocks, &mut content);
        let groups = with_heads(&content);
        let groups: Vec<_> = groups.into_iter().filter(|group| group.is_content).collect();
        let groups = joined(groups, self.0.gap);
        let words =
            |group: &Group| group.blocks.iter().map(|&block| blocks[block].words).sum::<u32>();
        let largest = (0..groups.len()).rev().max_by_key(|&group| words(&groups[group]));
        let Some(largest) = largest else { return vec![false; blocks.len()] };
        let titles = titles(page);
        let is_title = |&block: &usize| {
            titles.contains(&key(&page.joined(page.units()[block].leaves.clone())))
        };
        let title = groups[..largest].iter().rposition(|group| group.blocks.iter().any(&is_title));
        content.fill(false);
        for group in &groups[title.unwrap_or(largest)..=largest] {
            group.blocks.iter().for_each(|&block| content[block] = true);
        }
        content
    }

    /// Takes for content nothing from a block on that introduces comments, once enough is content.
    fn cut(&self, page: &Page, blocks: &[Block], content: &mut [bool]) {
        let mut words = 0;
        for at in 0..blocks.len() {
            if content[at] && blocks[at].density() >= end::FULL {
                words += blocks[at].words;
            }
            let text = || page.joined(page.units()[at].leaves.clone());
            if words >= self.0.least
                && blocks[at].words < end::LONG
                && end::introduces_comments(&text())
            {
                content[at..].fill(false);
                return;
            }
        }
    }
}

/// Each run of content blocks with the block before it, which becomes content by that; other blocks are
/// groups of their own.
fn with_heads(content: &[bool]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (block, &is_content) in content.iter().enumerate() {
        match groups.last_mut() {
            Some(group) if is_content => {
                group.blocks.push(block);
                group.is_content = true;
            }
            _ => groups.push(Group { blocks: vec![block], is_content }),
        }
    }
    groups
}

/// Groups joined that at most `gap` blocks stand between.
fn joined(groups: Vec<Group>, gap: usize) -> Vec<Group> {
    let mut joined: Vec<Group> = Vec::new();
    for group in groups {
        match joined.last_mut() {
            Some(last) if group.span().start - last.span().end <= gap => {
                last.blocks.extend(group.blocks)
            }
            _ => joined.push(group),
        }
    }
    joined
}

/// What a heading that repeats the page's title may say: the title, or the longest part of it between
/// separators.
fn titles(page: &Page) -> Vec<String> {
    const SEPARATORS: [&[char]; 4] = [
        &['|', ':'],
        &['|', ':', '(', ')'],
        &['|', ':', '(', ')', '-'],
        &['|', ',', ':', '(', ')', '-'],
    ];
    let Some(title) = page.title() else { return Vec::new() };
    let longest = SEPARATORS.iter().filter_map(|separators| {
        let parts = title.split(*separators).map(str::trim);
        parts.max_by_key(|part| part.split_whitespace().count()).map(key)
    });
    let titles = std::iter::once(key(&title)).chain(longest);
    titles.filter(|title| !title.is_empty()).collect()
}

/// A text as titles are compared.
fn key(text: &str) -> String {
    text.trim().to_lowercase()
}

impl Extractor for Boilerpipe {
    fn extract(&self, page: &Page) -> Extraction {
        let content = self.choose(page, &rules::blocks(page));
        let mut extraction = Extraction::none(page);
        for (unit, _) in page.units().iter().zip(content).filter(|(_, is_content)| *is_content) {
            extraction.kept[unit.leaves.start as usize..unit.leaves.end as usize].fill(true);
        }
        extraction
    }

    /// What the tree says of each block, and what the steps around it change.
    fn explain(&self, page: &Page) -> Explanation {
        let blocks = rules::blocks(page);
        let tree = self.0.rules.classify(&blocks);
        let chosen = self.choose(page, &blocks);
        let reason = |(at, block): (usize, &Block)| Reason {
            leaves: page.units()[at].leaves.clone(),
            ruling: match (tree[at], chosen[at]) {
                (true, false) => Some("outside the largest group"),
                (false, true) => Some("joined to its neighbours"),
                _ => None,
            },
            score: f64::from(u8::from(tree[at])),
            facts: vec![
                Fact { name: "words", value: f64::from(block.words) },
                Fact { name: "share of linked words", value: block.linked() },
                Fact { name: "words a line", value: block.density() },
            ],
            causes: Vec::new(),
        };
        Explanation {
            score: "tree",
            reasons: blocks.iter().enumerate().map(reason).collect(),
            ..Explanation::bare(self.extract(page))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render;

    fn text(spec: &str, html: &str) -> String {
        let page = Page::parse(html);
        let boilerpipe = spec.parse::<Parameters>().unwrap().build().unwrap();
        render::text(&page, &boilerpipe.extract(&page))
    }

    /// A sentence of twenty words.
    const LONG: &str = "The mill ran dry in May and nobody in the village could say why it had done \
                        so that year";

    #[test]
    fn the_largest_group_with_the_heading_before_it() {
        let html = format!(
            "<ul><li><a href=/>Home</a><li><a href=/n>News</a></ul><h1>Dry in May</h1><p>{LONG}</p>\
             <p>{LONG}.</p><ul><li><a href=/1>More</a><li><a href=/2>Less</a><li><a href=/3>Other</a></ul>\
             <p>{LONG}!</p><ul><li><a href=/4>End</a></ul>"
        );
        // The heading is content by what follows, and what stands before it comes along.
        assert_eq!(text("boilerpipe", &html), format!("News\nDry in May\n{LONG}\n{LONG}."));
        // Behind links a paragraph must be longer, or a long one must follow.
        assert_eq!(text("boilerpipe(tree)", &html), format!("Dry in May\n{LONG}\n{LONG}."));
        assert_eq!(text("boilerpipe", "<p>"), "");
    }

    #[test]
    fn what_stands_between_the_title_and_the_text_is_kept() {
        let links = "<p><a href=/>x</a>".repeat(4);
        let body = format!("<h1>Dry in May</h1><p>{LONG}{links}<p>{LONG}<p>{LONG}.");
        let largest = format!("x\n{LONG}\n{LONG}.");
        assert_eq!(text("boilerpipe", &body), largest);
        let titled = format!("<title>Dry in May | Mill Times</title>{body}");
        assert_eq!(text("boilerpipe", &titled), format!("Dry in May\n{LONG}\n{largest}"));
    }

    #[test]
    fn comments_end_the_text_once_there_is_enough() {
        let enough = format!("<p>{LONG}<p>{LONG}<p>{LONG}<p>{LONG}");
        let comments = format!("<h2>12 comments on this text</h2><p>{LONG} too");
        assert!(!text("boilerpipe", &(enough.clone() + &comments)).contains("too"));
        assert!(text("boilerpipe", &(format!("<p>{LONG}") + &comments)).contains("too"));
        assert!(text("boilerpipe(least=1000)", &(enough + &comments)).contains("too"));
    }

    #[test]
    fn heads_and_gaps() {
        let of = |content: &[bool], gap| {
            let groups = with_heads(content).into_iter().filter(|group| group.is_content).collect();
            joined(groups, gap).into_iter().map(|group| group.blocks).collect::<Vec<_>>()
        };
        let content = [false, false, true, true, false, false, true, false, false, false, true];
        assert_eq!(of(&content, 0), [vec![1, 2, 3], vec![5, 6], vec![9, 10]]);
        assert_eq!(of(&content, 1), [vec![1, 2, 3, 5, 6], vec![9, 10]]);
        assert_eq!(of(&content, 2), [vec![1, 2, 3, 5, 6, 9, 10]]);
    }

    #[test]
    fn the_explanation_is_of_the_extraction() {
        let html = format!("<p><a href=/>x</a><p>{LONG}<p>{LONG}");
        let page = Page::parse(&html);
        let boilerpipe = Parameters::default().build().unwrap();
        let explanation = boilerpipe.explain(&page);
        assert_eq!(explanation.extraction, boilerpipe.extract(&page));
        assert_eq!(explanation.reasons[1].facts[0].value, 20.0);
    }
}
