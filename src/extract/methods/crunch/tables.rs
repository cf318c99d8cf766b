//! Tables that the other filters left without substance.

use crate::dom::{NodeId, Tag};
use crate::extract::shared::serialize::Shown;
use crate::page::Page;

/// What a table must have to stay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmptyTables {
    /// Elements of which one is enough.
    pub substance: Vec<Tag>,
    /// Characters that are enough.
    pub min_text: u32,
}

impl EmptyTables {
    /// Removes the tables that have no substance, the innermost first: what is in a table that is
    /// removed is no substance of the table around it.
    pub fn remove(&self, page: &Page, shown: &mut [Shown]) {
        let dom = page.dom();
        // Characters and substantial elements that are left at and below each node.
        let mut left = vec![(0_u32, 0_u32); dom.len()];
        for leaf in page.leaves() {
            left[leaf.node.index()].0 = leaf.chars;
        }
        for node in (0..dom.len() as u32).rev().map(NodeId) {
            let (chars, elements) = left[node.index()];
            let is_table = dom.tag(node) == Some(Tag::TABLE);
            if is_table && elements == 0 && chars < self.min_text {
                shown[node.index()] = Shown::Nothing;
            }
            if shown[node.index()] == Shown::Nothing {
                continue;
            }
            let whole = shown[node.index()] == Shown::Whole;
            let own = whole && dom.tag(node).is_some_and(|tag| self.substance.contains(&tag));
            if let Some(parent) = dom.parent(node) {
                let sum = &mut left[parent.index()];
                sum.0 += chars;
                sum.1 += elements + u32::from(own);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(html: &str, substance: &[Tag]) -> String {
        let page = Page::parse(html);
        let mut shown = vec![Shown::Whole; page.dom().len()];
        EmptyTables { substance: substance.to_vec(), min_text: 12 }.remove(&page, &mut shown);
        let is_left = |leaf: &&crate::page::Leaf| {
            let mut path = page.dom().ancestors(leaf.node);
            !path.any(|node| shown[node.index()] == Shown::Nothing)
        };
        page.leaves().iter().filter(is_left).map(|leaf| page.text(leaf)).collect()
    }

    #[test]
    fn substance_is_text_or_an_element() {
        assert_eq!(left("<table><tr><td>eleven char</table>", &[]), "");
        assert_eq!(left("<table><tr><td>twelve chars</table>", &[]), "twelve chars");
        let link = "<table><tr><td><a href=/>x</a></table>";
        assert_eq!(left(link, &[Tag::A]), "x");
        assert_eq!(left(link, &[Tag::IMG]), "");
    }

    #[test]
    fn an_empty_table_is_no_substance_of_the_one_around_it() {
        let nested = "<table><tr><td>outside<td><table><tr><td>in here</table></table>";
        assert_eq!(left(nested, &[]), "");
        let nested = "<table><tr><td>out<td><table><tr><td>inside of it</table></table>";
        assert_eq!(left(nested, &[]), "outinside of it");
    }
}
