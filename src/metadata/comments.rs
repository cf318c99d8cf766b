//! Readers' comments: each with its text, and its author and date where the page has them.
//!
//! A comment is an element that says so: an item of schema.org's type `Comment`, or one with the
//! word "comment" in its class or id that stands among others of its kind or has an author or a date.
//! What lies in a comment belongs to the innermost, so a reply is a comment of its own. The page's
//! own content is none: an element with the main heading or with most of the page's text is no
//! comment, whatever its class.

use std::ops::Range;

use serde::Serialize;

use super::authors::first_names;
use super::dates::{Date, Locale};
use super::gather::{self, Marked};
use super::hints::Hints;
use super::signals::{Mark, Signals};
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
#[non_exhaustive]
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
    "reply",
    "report",
    "share",
    "like",
    "edit",
    "delete",
    "quote",
    "permalink",
    "link",
    "flag",
    "upvote",
    "downvote",
    "antworten",
    "melden",
    "teilen",
    "zitieren",
    "répondre",
    "signaler",
    "responder",
    "denunciar",
    "rispondi",
    "segnala",
    "beantwoorden",
    "svar",
    "svara",
    "odpowiedz",
    "odpovědět",
    "ответить",
    "відповісти",
    "yanıtla",
    "balas",
    "回复",
    "回覆",
    "返信",
    "답글",
    "says:",
    "says",
    "said",
    "sagt:",
    "dit :",
    "dice:",
    "on",
    "at",
    "#",
];

/// The comments that a page shows.
pub fn comments(page: &Page) -> Comments {
    let signals = gather::gather(page, Marked::All);
    let tag = signals.language.clone().unwrap_or_default();
    let locale = Locale::of(&tag);
    let nodes = nodes(page, &signals);
    // The comment that each leaf lies in, the innermost, from 1.
    let mut owner = vec![0_u32; page.leaves().len()];
    for (number, &node) in (1..).zip(&nodes) {
        owner[page.leaves_under(node)].fill(number);
    }
    let mut drafts = vec![Comment { text: String::new(), author: None, date: None }; nodes.len()];
    let mut is_beside = vec![false; owner.len()];
    for mark in signals.bylines.iter().filter(|mark| !mark.hints.any(Hints::BESIDE)) {
        if let Some((leaves, draft)) = place(page, mark, &owner, &mut drafts) {
            is_beside[leaves.clone()].fill(true);
            let name = || first_names(page, leaves).into_iter().next();
            draft.author = draft.author.take().or_else(name);
        }
    }
    for mark in &signals.dates {
        if let Some((leaves, draft)) = place(page, mark, &owner, &mut drafts) {
            is_beside[leaves].fill(true);
            draft.date = draft.date.or_else(|| date(page, mark, locale));
        }
    }
    write(page, &owner, &is_beside, &mut drafts);
    Comments {
        list: drafts.into_iter().filter(|comment| !comment.text.is_empty()).collect(),
        leaves: owner.iter().map(|&owner| owner > 0).collect(),
    }
}

/// The leaves of a byline or date, and the comment that it is of.
fn place<'c>(
    page: &Page,
    mark: &Mark,
    owner: &[u32],
    drafts: &'c mut [Comment],
) -> Option<(Range<usize>, &'c mut Comment)> {
    let leaves = page.leaves_under(mark.node);
    let number = *owner.get(leaves.start)? as usize;
    let short = !leaves.is_empty() && page.stats(mark.node).chars <= LONGEST;
    Some((leaves, drafts.get_mut(number.checked_sub(1).filter(|_| short)?)?))
}

/// The elements that are comments, in document order.
fn nodes(page: &Page, signals: &Signals) -> Vec<NodeId> {
    let dom = page.dom();
    let all = page.stats(dom.root()).chars;
    let headings = &signals.headings;
    let holds_heading = |node: NodeId| {
        let nodes = dom.subtree(node);
        let next = headings.partition_point(|mark| mark.node.0 < nodes.start);
        headings.get(next).is_some_and(|mark| mark.node.0 < nodes.end)
    };
    let is_comment = |node: &&NodeId| page.stats(**node).chars * 2 <= all && !holds_heading(**node);
    let nodes: Vec<NodeId> = signals.comments.iter().filter(is_comment).copied().collect();
    // Words of the elements right below each that say the same.
    let mut inside = vec![0_u64; nodes.len()];
    let mut open: Vec<usize> = Vec::new();
    for (at, &node) in nodes.iter().enumerate() {
        while open.last().is_some_and(|&outer| dom.subtree(nodes[outer]).end <= node.0) {
            open.pop();
        }
        if let Some(&outer) = open.last() {
            inside[outer] += u64::from(page.stats(node).words);
        }
        open.push(at);
    }
    // One that has nearly all its words in those is a list of comments, or the same comment again.
    let is_list = |(node, inside): &(NodeId, u64)| {
        *inside > 0 && inside * 10 >= u64::from(page.stats(*node).words) * 9
    };
    let found = nodes.into_iter().zip(inside).filter(|found| !is_list(found));
    found.map(|(node, _)| node).collect()
}

/// Writes into each comment what is said in it, without what stands beside and without buttons.
fn write(page: &Page, owner: &[u32], is_beside: &[bool], drafts: &mut [Comment]) {
    for unit in page.units() {
        let mut line = String::new();
        let mut of = 0;
        for at in unit.leaves.clone().map(|leaf| leaf as usize) {
            let leaf = &page.leaves()[at];
            if owner[at] == 0 || is_beside[at] || leaf.linked && is_button(page.text(leaf)) {
                continue;
            }
            if owner[at] != of {
                put(&mut line, of, drafts);
                of = owner[at];
            }
            if !line.is_empty() && !leaf.glued {
                line.push(' ');
            }
            line.push_str(page.text(leaf));
        }
        put(&mut line, of, drafts);
    }
}

/// Appends a line to the comment of this number, if it says something, and clears it.
fn put(line: &mut String, of: u32, drafts: &mut [Comment]) {
    let says = line.chars().any(char::is_alphanumeric) && !is_button(line);
    let draft = (of as usize).checked_sub(1).and_then(|at| drafts.get_mut(at));
    if let Some(draft) = draft.filter(|_| says) {
        if !draft.text.is_empty() {
            draft.text.push('\n');
        }
        draft.text.push_str(line);
    }
    line.clear();
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
        assert_eq!(
            list,
            [
                ("Ann", "I walked there.\nNo water.", day),
                ("Bob", "It is the dam.", None),
                ("Eve", "Sad.", None),
            ]
        );
        assert!(!found.leaves[0] && !found.leaves[1] && *found.leaves.last().unwrap());
    }

    #[test]
    fn the_content_is_no_comment() {
        let found = comments(&Page::parse("<div class='post comment-open'><h1>A</h1><p>b</div>"));
        assert!(found.list.is_empty() && !found.leaves.contains(&true));
    }
}
