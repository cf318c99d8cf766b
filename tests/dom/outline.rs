//! Trees from any parser in one form, to be compared and printed.

use std::fmt;

use leafmill::dom::{Dom, Namespace, NodeId};

use super::reference::{Data, Node};

/// An element or a text, with its depth below the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// Name (`svg path`, lower case) and attributes, sorted.
    Element(usize, String, Vec<(String, String)>),
    Text(usize, String),
}

/// A tree in document order, without comments and document type, neighbouring texts joined.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outline(pub Vec<Item>);

impl Outline {
    pub fn of(dom: &Dom) -> Outline {
        let mut outline = Outline::default();
        for node in dom.nodes() {
            let depth = dom.depth(node) as usize;
            if dom.is_text(node) {
                outline.text(depth, &dom.text(node));
            } else {
                let attributes = dom
                    .attributes(node)
                    .map(|attribute| (attribute.name().into(), attribute.value().into()));
                outline.element(depth, full_name(dom, node), attributes.collect());
            }
        }
        outline
    }

    pub fn of_reference(nodes: &[Node]) -> Outline {
        let mut outline = Outline::default();
        let (mut node, mut depth) = (0, 0);
        loop {
            match &nodes[node].data {
                Data::Element(name, attributes) => {
                    let namespace = match &*name.ns {
                        "http://www.w3.org/2000/svg" => "svg ",
                        "http://www.w3.org/1998/Math/MathML" => "math ",
                        _ => "",
                    };
                    let attributes = attributes.iter().map(|attribute| {
                        let prefix = attribute.name.prefix.as_deref().filter(|it| !it.is_empty());
                        let prefix = prefix.map(|prefix| format!("{prefix}:")).unwrap_or_default();
                        (format!("{prefix}{}", attribute.name.local), attribute.value.to_string())
                    });
                    let name = format!("{namespace}{}", name.local);
                    outline.element(depth - 1, name, attributes.collect());
                }
                Data::Text(text) => outline.text(depth - 1, text),
                Data::Document | Data::Comment => {}
            }
            if let Some(child) = nodes[node].first_child {
                (node, depth) = (child, depth + 1);
                continue;
            }
            while nodes[node].next.is_none() {
                let Some(parent) = nodes[node].parent else { return outline };
                (node, depth) = (parent, depth - 1);
            }
            node = nodes[node].next.unwrap_or_default();
        }
    }

    pub fn element(&mut self, depth: usize, name: String, attributes: Vec<(String, String)>) {
        let lower = |(name, value): (String, String)| (name.to_ascii_lowercase(), value);
        let mut attributes: Vec<_> = attributes.into_iter().map(lower).collect();
        attributes.sort();
        self.0.push(Item::Element(depth, name.to_ascii_lowercase(), attributes));
    }

    pub fn text(&mut self, depth: usize, text: &str) {
        match self.0.last_mut() {
            Some(Item::Text(last, before)) if *last == depth => before.push_str(text),
            _ => self.0.push(Item::Text(depth, text.to_owned())),
        }
    }

    /// The texts that a reader may see, as (names from the root, text with white space folded).
    pub fn visible_leaves(&self) -> Vec<(String, String)> {
        let mut path: Vec<&str> = Vec::new();
        let mut leaves = Vec::new();
        for item in &self.0 {
            match item {
                Item::Element(depth, name, _) => {
                    path.truncate(*depth);
                    path.push(name);
                }
                Item::Text(depth, text) => {
                    path.truncate(*depth);
                    let words: Vec<_> = text.split_whitespace().collect();
                    if !words.is_empty() && !path.iter().any(|name| HIDDEN.contains(name)) {
                        leaves.push((path.join("/"), words.join(" ")));
                    }
                }
            }
        }
        leaves
    }
}

/// Elements whose text is not seen.
const HIDDEN: [&str; 17] = [
    "script", "style", "noscript", "template", "head", "iframe", "object", "embed", "canvas",
    "audio", "video", "select", "option", "datalist", "textarea", "map", "svg svg",
];

fn full_name(dom: &Dom, node: NodeId) -> String {
    let prefix = match dom.namespace(node) {
        Namespace::Html => "",
        Namespace::Svg => "svg ",
        Namespace::MathMl => "math ",
    };
    format!("{prefix}{}", dom.name(node))
}

impl fmt::Display for Outline {
    /// One line a node, as html5lib-tests writes trees.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for item in &self.0 {
            match item {
                Item::Element(depth, name, attributes) => {
                    writeln!(f, "| {:1$}<{name}>", "", depth * 2)?;
                    for (name, value) in attributes {
                        writeln!(f, "| {:1$}{name}=\"{value}\"", "", depth * 2 + 2)?;
                    }
                }
                Item::Text(depth, text) => writeln!(f, "| {:1$}\"{text}\"", "", depth * 2)?,
            }
        }
        Ok(())
    }
}
