//! Readers' comments: each with its text, and its author and date where the page has them.
//!
//! A comment is an element that says so: an item of schema.org's type `Comment`, or one with the
//! word "comment" in its class or id that stands among others of its kind or has an author or a date.
//! What lies in a comment belongs to the innermost, so a reply is a comment of its own. The page's
//! own content is none: an element with the main heading or with most of the page's text is no
//! comment, whatever its class.

use serde::Serialize;

use super::authors::first_names;
use super::dates::{Date, Locale};
use super::gather::{self, Mark, Signals};
use super::hints::Hints;
use crate::dom::{NodeId, Tag};
use crate::page::Page;
use crate::text;

/// What a reader wrote under a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Comment {
    /// A line a paragraph, without author, date and buttons.
    pub text: String,
    /// Who wrote it, where the page says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// When, where the page says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
}

/// The comments of a page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Comments {
    /// In document order.
    pub list: Vec<Comment>,
    /// Whether each leaf of the page lies in a comment.
    pub leaves: Vec<bool>,
}

/// Characters of an author's or date's element, at most.
const LONGEST: u32 = 120;

/// What stands on buttons of comments, in lower case.
const BUTTONS: &[&str] = &[
    "reply", "report", "share", "like", "edit", "delete", "quote", "permalink", "link", "flag",
    "upvote", "downvote", "antworten", "melden", "teilen", "zitieren", "répondre", "signaler",
    "responder", "denunciar", "rispondi", "segnala", "beantwoorden", "svar", "svara", "odpowiedz",
    "odpovědět", "ответить", "відповісти", "yanıtla", "balas", "回复", "回覆", "返信", "답글", "says:",
    "says", "said", "sagt:", "dit :", "dice:", "on", "at", "#",
];

/// The comments that a page shows.
pub fn comments(page: &Page) -> Comments {
    let signals = gather::gather(page);
    let tag = signals.language.clone().unwrap_or_default();
    let locale = Locale::of(&tag);
    let nodes = nodes(page, &signals);
    let mut found = Comments { list: Vec::new(), leaves: vec![false; page.leaves().len()] };
    for (at, &node) in nodes.iter().enumerate() {
        let end = page.dom().subtree(node).end;
        let replies = nodes[at + 1..].iter().take_while(|reply| reply.0 < end).copied();
        let own = Own { page, node, replies: replies.collect() };
        found.list.extend(own.comment(&signals, locale));
        found.leaves[page.leaves_under(node)].fill(true);
    }
    found
}

/// The elements that are comments, in document order.
fn nodes(page: &Page, signals: &Signals) -> Vec<NodeId> {
    let dom = page.dom();
    let all = page.stats(dom.root()).chars;
    let holds_heading = |node: NodeId| {
        signals.headings.iter().any(|mark| dom.subtree(node).contains(&mark.node.0))
    };
    let is_comment = |node: &&NodeId| {
        page.stats(**node).chars * 2 <= all && !holds_heading(**node)
    };
    let mut nodes: Vec<NodeId> = signals.comments.iter().filter(is_comment).copied().collect();
    // What only says "comment" and holds one other such element is the same comment again.
    let mut at = 0;
    while at < nodes.len() {
        let end = dom.subtree(nodes[at]).end;
        let inner = nodes[at + 1..].iter().take_while(|node| node.0 < end);
        let children = inner.filter(|&&node| {
            let mut between = dom.ancestors(node).take_while(|&above| above != nodes[at]);
            !between.any(|above| nodes.binary_search(&above).is_ok())
        });
        let (own, same) = (page.stats(nodes[at]).words, children.map(|&node| page.stats(node).words));
        // A list of comments: nearly all its words are in them.
        let inside: u32 = same.sum();
        if inside * 10 >= own * 9 && inside > 0 {
            nodes.remove(at);
        } else {
            at += 1;
        }
    }
    nodes
}

/// A comment without its replies.
struct Own<'p, 'h> {
    page: &'p Page<'h>,
    node: NodeId,
    replies: Vec<NodeId>,
}

impl Own<'_, '_> {
    fn holds(&self, node: NodeId) -> bool {
        let dom = self.page.dom();
        let inside = |of: NodeId| dom.subtree(of).contains(&node.0);
        inside(self.node) && !self.replies.iter().any(|&reply| inside(reply))
    }

    /// The comment; `None` where nothing is said in it.
    fn comment(&self, signals: &Signals, locale: Locale) -> Option<Comment> {
        let page = self.page;
        let short = |mark: &&Mark| self.holds(mark.node) && page.stats(mark.node).chars <= LONGEST;
        let bylines = signals.bylines.iter().filter(short);
        let bylines: Vec<&Mark> = bylines.filter(|mark| !mark.hints.any(Hints::BESIDE)).collect();
        let dates: Vec<&Mark> = signals.dates.iter().filter(short).collect();
        let author = bylines.iter().find_map(|mark| {
            first_names(page, page.leaves_under(mark.node)).into_iter().next()
        });
        let date = dates.iter().find_map(|mark| date(page, mark, locale));
        let marked = |leaf: usize| {
            let mut marks = bylines.iter().chain(&dates);
            marks.any(|mark| page.leaves_under(mark.node).contains(&leaf))
        };
        let text = self.text(marked);
        (!text.is_empty()).then_some(Comment { text, author, date })
    }

    /// What is said, without the leaves that are something else and without buttons.
    fn text(&self, is_other: impl Fn(usize) -> bool) -> String {
        let page = self.page;
        let own = page.leaves_under(self.node);
        let mut lines = String::new();
        let first = page.units().partition_point(|unit| unit.leaves.end as usize <= own.start);
        for unit in &page.units()[first..] {
            if unit.leaves.start as usize >= own.end {
                break;
            }
            let mut line = String::new();
            for at in unit.leaves.clone().map(|leaf| leaf as usize) {
                let leaf = &page.leaves()[at];
                let is_button = || leaf.linked && is_button(page.text(leaf));
                let own = own.contains(&at) && self.holds(leaf.node);
                if !own || is_other(at) || is_button() {
                    continue;
                }
                if !line.is_empty() && !leaf.glued {
                    line.push(' ');
                }
                line.push_str(page.text(leaf));
            }
            if line.chars().any(char::is_alphanumeric) && !is_button(&line) {
                if !lines.is_empty() {
                    lines.push('\n');
                }
                lines.push_str(&line);
            }
        }
        lines
    }
}

/// Whether a text is what stands on a button.
fn is_button(text: &str) -> bool {
    let mut lower = String::new();
    text::lower_into(text.trim(), &mut lower);
    BUTTONS.contains(&lower.as_str())
}

/// The date that an element states.
fn date(page: &Page, mark: &Mark, locale: Locale) -> Option<Date> {
    let dom = page.dom();
    let stated = (dom.tag(mark.node) == Some(Tag::TIME))
        .then(|| dom.attribute(mark.node, "datetime"))
        .flatten()
        .and_then(|value| Date::machine(&value));
    stated.or_else(|| Date::prose(&page.text_under(mark.node), locale))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<article><h1>Dry</h1><p>The mill ran dry in May, and nobody in the village \
        could say why. It had run for three hundred years, through war and flood.</article>\
        <section id=comments class=comments-area><h2>2 comments</h2><ol class=comment-list>\
        <li class=comment><cite class=author>Ann</cite> <time datetime=2024-05-02>2 May</time>\
        <p>I walked there.<p>No water.<a href=#>Reply</a>\
        <ul><li class=comment><cite class=author>Bob</cite><p>It is the dam.</ul>\
        <li class=comment><cite class=author>Eve</cite><p>Sad.</ol></section>";

    #[test]
    fn comments_have_author_date_and_text() {
        let found = comments(&Page::parse(PAGE));
        let list: Vec<_> = found
            .list
            .iter()
            .map(|c| (c.author.as_deref().unwrap(), c.text.as_str(), c.date.map(|d| d.to_string())))
            .collect();
        let day = Some("2024-05-02".to_owned());
        assert_eq!(list, [
            ("Ann", "I walked there.\nNo water.", day),
            ("Bob", "It is the dam.", None),
            ("Eve", "Sad.", None),
        ]);
        assert!(!found.leaves[0] && !found.leaves[1] && *found.leaves.last().unwrap());
    }

    #[test]
    fn the_content_is_no_comment() {
        let found = comments(&Page::parse("<div class='post comment-open'><h1>A</h1><p>b</div>"));
        assert!(found.list.is_empty() && !found.leaves.contains(&true));
    }
}
