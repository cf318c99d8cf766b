//! A tree as it is left, written as HTML.

use crate::dom::{Dom, NodeId, Tag};
use crate::render::escape;

/// What output shows of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// A text; an element's tags, and what is below it as far as that is shown.
    Whole,
    /// What is below an element, without its own tags.
    Content,
    /// The alternative text of an element, in its place.
    Alt,
    /// Neither the node nor what is below it.
    Nothing,
}

/// Writes a tree as HTML, following the standard's serialization (section 13.3).
///
/// `shown` says for each node what is written of it, `attributes` hands the names and values of an element's
/// attributes to what it is given, and `tail` is HTML that is written at the end of the body.
pub fn serialize(
    dom: &Dom,
    shown: &[Shown],
    attributes: impl Fn(NodeId, &mut dyn FnMut(&str, &str)),
    tail: &str,
) -> String {
    let mut writer = Writer { dom, out: String::from("<!DOCTYPE html>\n"), open: Vec::new(), tail };
    let mut at = 0;
    while at < dom.len() as u32 {
        let node = NodeId(at);
        writer.close(at);
        match (shown[node.index()], dom.tag(node)) {
            (Shown::Nothing, _) => {
                at = dom.subtree(node).end;
                continue;
            }
            (Shown::Whole, Some(tag)) => writer.start(node, tag, &attributes),
            (Shown::Content, Some(_)) => {}
            (Shown::Alt, Some(_)) => {
                let alt = dom.attribute(node, "alt").unwrap_or_default();
                escape(&alt, &mut writer.out);
            }
            (_, None) => writer.text(node),
        }
        at += 1;
    }
    writer.close(u32::MAX);
    writer.out
}

/// HTML in the making.
struct Writer<'d, 'h> {
    dom: &'d Dom<'h>,
    out: String,
    /// Elements whose end tag is to be written, each with the end of its subtree.
    open: Vec<(u32, NodeId)>,
    tail: &'d str,
}

impl Writer<'_, '_> {
    /// Writes the end tags of the elements that end before a node.
    fn close(&mut self, at: u32) {
        while let Some((_, node)) = self.open.pop_if(|(end, _)| *end <= at) {
            if self.dom.tag(node) == Some(Tag::BODY) {
                self.out.push_str(self.tail);
            }
            self.out.push_str("</");
            self.out.push_str(&self.dom.name(node));
            self.out.push('>');
        }
    }

    fn start(
        &mut self,
        node: NodeId,
        tag: Tag,
        attributes: impl Fn(NodeId, &mut dyn FnMut(&str, &str)),
    ) {
        self.out.push('<');
        self.out.push_str(&self.dom.name(node));
        attributes(node, &mut |name, value| {
            self.out.push(' ');
            self.out.push_str(name);
            self.out.push_str("=\"");
            escape(value, &mut self.out);
            self.out.push('"');
        });
        self.out.push('>');
        if !tag.is_void() {
            self.open.push((self.dom.subtree(node).end, node));
        }
    }

    fn text(&mut self, node: NodeId) {
        let text = self.dom.text(node);
        if self.dom.is_raw(node) {
            self.out.push_str(&text);
        } else {
            escape(&text, &mut self.out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::Parser;

    fn whole(page: &str) -> String {
        let dom = Dom::parse(page, Parser::Native);
        let attributes = |node, put: &mut dyn FnMut(&str, &str)| {
            dom.attributes(node).for_each(|attribute| put(&attribute.name(), &attribute.value()));
        };
        serialize(&dom, &vec![Shown::Whole; dom.len()], attributes, "")
    }

    #[test]
    fn a_page_is_written_as_the_tree_has_it() {
        let page = "<title>a&amp;b</title><p CLASS=x>1 &lt; 2<br><b>c<script>if (a<b) {}</script>";
        let written = "<!DOCTYPE html>\n<html><head><title>a&amp;b</title></head><body>\
                       <p class=\"x\">1 &lt; 2<br><b>c<script>if (a<b) {}</script></b></p></body></html>";
        assert_eq!(whole(page), written);
        assert_eq!(whole(written), written);
    }

    #[test]
    fn nodes_are_shown_in_part() {
        let dom = Dom::parse("<p>a<i>b</i><img alt='c&d'><u>e</u>", Parser::Native);
        let mut shown = vec![Shown::Whole; dom.len()];
        for node in dom.nodes() {
            match dom.tag(node) {
                Some(Tag::I) => shown[node.index()] = Shown::Content,
                Some(Tag::IMG) => shown[node.index()] = Shown::Alt,
                Some(Tag::U) => shown[node.index()] = Shown::Nothing,
                _ => {}
            }
        }
        let written = serialize(&dom, &shown, |_, _| {}, "<hr>");
        assert!(written.ends_with("<body><p>abc&amp;d</p><hr></body></html>"), "{written}");
    }
}
