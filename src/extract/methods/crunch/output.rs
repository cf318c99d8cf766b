//! Crunch's two outputs: the page as it was filtered, and its text.

use super::filter::Filtered;
use crate::dom::{Attribute, NodeId, Tag};
use crate::extract::shared::scripts::{is_script, runs_script};
use crate::extract::shared::serialize::{Shown, serialize};
use crate::page::Page;
use crate::render::escape;

/// Edits of attributes, and what is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edits {
    /// Whether the `style` of `div` is removed.
    pub div_styles: bool,
    /// Whether the `width` of table cells is removed.
    pub cell_widths: bool,
    /// Whether what runs scripts is removed: `on…` and `javascript:`.
    pub scripts: bool,
    /// Whether the text links that were removed are appended.
    pub append: bool,
}

impl Edits {
    /// The page as it was filtered, as HTML.
    pub fn html(self, page: &Page, filtered: &Filtered) -> String {
        let tail = if self.append { appendix(page, filtered) } else { String::new() };
        let attributes = |node, put: &mut dyn FnMut(&str, &str)| {
            let kept = page.dom().attributes(node).filter(|one| self.keep(page, node, one));
            kept.for_each(|attribute| put(&attribute.name(), &attribute.value()));
        };
        serialize(page.dom(), &filtered.shown, attributes, &tail)
    }

    fn keep(self, page: &Page, node: NodeId, attribute: &Attribute) -> bool {
        let edited = match page.dom().tag(node) {
            Some(Tag::DIV) => self.div_styles && attribute.is("style"),
            Some(Tag::TD | Tag::TH) => self.cell_widths && attribute.is("width"),
            _ => false,
        };
        !(edited || self.scripts && runs_script(attribute))
    }
}

/// A list of the text links that were removed, those of advertisements left out.
fn appendix(page: &Page, filtered: &Filtered) -> String {
    let mut list = String::new();
    for link in removed_links(page, filtered) {
        let url = page.dom().attribute(link, "href").unwrap_or_default();
        let leaves = page.leaves_under(link);
        if url.is_empty() || is_script(&url) || leaves.is_empty() {
            continue;
        }
        list.push_str("<li><a href=\"");
        escape(&url, &mut list);
        list.push_str("\">");
        escape(&page.joined(leaves.start as u32..leaves.end as u32), &mut list);
        list.push_str("</a></li>\n");
    }
    if list.is_empty() { list } else { format!("<ul>\n{list}</ul>\n") }
}

/// The links that are not shown, in document order.
fn removed_links(page: &Page, filtered: &Filtered) -> Vec<NodeId> {
    let dom = page.dom();
    let mut advertisements = filtered.advertisements.iter().peekable();
    let (mut removed_end, mut skip_end) = (0, 0);
    let mut links = Vec::new();
    for node in dom.nodes() {
        let end = dom.subtree(node).end;
        if advertisements.next_if_eq(&&node).is_some() {
            skip_end = end;
        }
        if filtered.shown[node.index()] == Shown::Nothing {
            removed_end = removed_end.max(end);
        }
        if node.0 >= skip_end && node.0 < removed_end && dom.is_link(node) {
            links.push(node);
        }
    }
    links
}

/// The text that is shown, alternative texts included. Each beginning and end of a block and each
/// `br` breaks the line; of breaks in a row at most `max_breaks` are written, all where it is 0.
pub fn text(page: &Page, shown: &[Shown], max_breaks: usize) -> String {
    let dom = page.dom();
    let mut lines = Lines { out: String::new(), breaks: 0, max_breaks };
    let mut leaves = page.leaves().iter().peekable();
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < dom.len() as u32 {
        let node = NodeId(at);
        let end = dom.subtree(node).end;
        while blocks.pop_if(|end| *end <= at).is_some() {
            lines.breaks += 1;
        }
        while leaves.next_if(|leaf| leaf.node < node).is_some() {}
        if shown[node.index()] == Shown::Nothing {
            at = end;
            continue;
        }
        match dom.tag(node) {
            Some(Tag::IMG) if shown[node.index()] == Shown::Alt => {
                lines.push(&dom.attribute(node, "alt").unwrap_or_default(), false);
            }
            Some(Tag::BR) => lines.breaks += 1,
            Some(tag) if tag.is_block() => {
                lines.breaks += 1;
                blocks.push(end);
            }
            Some(_) => {}
            None => {
                if let Some(leaf) = leaves.next_if(|leaf| leaf.node == node) {
                    lines.push(page.text(leaf), leaf.glued);
                }
            }
        }
        at += 1;
    }
    lines.out
}

/// Text in the making.
struct Lines {
    out: String,
    /// Line breaks since the last text.
    breaks: usize,
    max_breaks: usize,
}

impl Lines {
    fn push(&mut self, text: &str, glued: bool) {
        if text.trim().is_empty() {
            return;
        }
        let breaks = match self.max_breaks {
            0 => self.breaks,
            most => self.breaks.min(most),
        };
        if !self.out.is_empty() {
            match breaks {
                0 if glued => {}
                0 => self.out.push(' '),
                _ => self.out.extend(std::iter::repeat_n('\n', breaks)),
            }
        }
        self.breaks = 0;
        self.out.push_str(text);
    }
}
