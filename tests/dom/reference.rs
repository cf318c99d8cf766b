//! html5ever with an arena of our own: the tree that ours is measured against.

use std::borrow::Cow;
use std::cell::{Ref, RefCell};

use ::html5ever::interface::{
    Attribute, ElemName, ElementFlags, NodeOrText, QualName, QuirksMode, TreeSink,
};
use ::html5ever::tendril::{StrTendril, TendrilSink};
use ::html5ever::tree_builder::TreeBuilderOpts;
use ::html5ever::{LocalName, Namespace, ParseOpts, parse_document};

/// What a node is.
#[derive(Debug)]
pub enum Data {
    Document,
    Element(QualName, Vec<Attribute>),
    Text(StrTendril),
    Comment,
}

#[derive(Debug)]
pub struct Node {
    pub data: Data,
    pub parent: Option<usize>,
    pub first_child: Option<usize>,
    pub last_child: Option<usize>,
    pub previous: Option<usize>,
    pub next: Option<usize>,
    integration_point: bool,
}

/// Node 0 is the document.
#[derive(Debug)]
pub struct Sink {
    nodes: RefCell<Vec<Node>>,
}

/// Parses a page as browsers with scripting do.
pub fn parse(html: &str) -> Vec<Node> {
    let tree_builder = TreeBuilderOpts { scripting_enabled: true, ..TreeBuilderOpts::default() };
    let mut options = ParseOpts { tree_builder, ..ParseOpts::default() };
    options.tokenizer.discard_bom = false;
    let sink = Sink { nodes: RefCell::new(Vec::new()) };
    sink.new_node(Data::Document);
    parse_document(sink, options).one(StrTendril::from(html))
}

impl Sink {
    fn new_node(&self, data: Data) -> usize {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node {
            data,
            parent: None,
            first_child: None,
            last_child: None,
            previous: None,
            next: None,
            integration_point: false,
        });
        nodes.len() - 1
    }

    /// Puts a node or text under a parent, before a sibling or last.
    fn put(&self, parent: usize, before: Option<usize>, child: NodeOrText<usize>) {
        let neighbour = match before {
            Some(sibling) => self.nodes.borrow()[sibling].previous,
            None => self.nodes.borrow()[parent].last_child,
        };
        let node = match child {
            NodeOrText::AppendNode(node) => node,
            NodeOrText::AppendText(more) => {
                let mut nodes = self.nodes.borrow_mut();
                if let Some(neighbour) = neighbour
                    && let Data::Text(text) = &mut nodes[neighbour].data
                {
                    text.push_tendril(&more);
                    return;
                }
                drop(nodes);
                self.new_node(Data::Text(more))
            }
        };
        self.remove_from_parent(&node);
        let mut nodes = self.nodes.borrow_mut();
        nodes[node].parent = Some(parent);
        nodes[node].previous = neighbour;
        nodes[node].next = before;
        match neighbour {
            Some(neighbour) => nodes[neighbour].next = Some(node),
            None => nodes[parent].first_child = Some(node),
        }
        match before {
            Some(before) => nodes[before].previous = Some(node),
            None => nodes[parent].last_child = Some(node),
        }
    }
}

/// An element's name, borrowed from the arena.
#[derive(Debug)]
pub struct Name<'a>(Ref<'a, QualName>);

impl ElemName for Name<'_> {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl TreeSink for Sink {
    type Handle = usize;
    type Output = Vec<Node>;
    type ElemName<'a> = Name<'a>;

    fn finish(self) -> Vec<Node> {
        self.nodes.into_inner()
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Name<'a> {
        Name(Ref::map(self.nodes.borrow(), |nodes| match &nodes[*target].data {
            Data::Element(name, _) => name,
            other => panic!("{other:?} is no element"),
        }))
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> usize {
        let node = self.new_node(Data::Element(name, attrs));
        self.nodes.borrow_mut()[node].integration_point =
            flags.mathml_annotation_xml_integration_point;
        node
    }

    fn create_comment(&self, _text: StrTendril) -> usize {
        self.new_node(Data::Comment)
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> usize {
        self.new_node(Data::Comment)
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        self.put(*parent, None, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &usize,
        previous: &usize,
        child: NodeOrText<usize>,
    ) {
        let parent = self.nodes.borrow()[*element].parent;
        match parent {
            Some(parent) => self.put(parent, Some(*element), child),
            None => self.put(*previous, None, child),
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &usize) -> usize {
        *target
    }

    fn same_node(&self, x: &usize, y: &usize) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &usize, child: NodeOrText<usize>) {
        let parent = self.nodes.borrow()[*sibling].parent.unwrap_or_default();
        self.put(parent, Some(*sibling), child);
    }

    fn add_attrs_if_missing(&self, target: &usize, attrs: Vec<Attribute>) {
        if let Data::Element(_, present) = &mut self.nodes.borrow_mut()[*target].data {
            for attribute in attrs {
                if present.iter().all(|other| other.name != attribute.name) {
                    present.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &usize) {
        let mut nodes = self.nodes.borrow_mut();
        let Some(parent) = nodes[*target].parent.take() else { return };
        let previous = nodes[*target].previous.take();
        let next = nodes[*target].next.take();
        match previous {
            Some(previous) => nodes[previous].next = next,
            None => nodes[parent].first_child = next,
        }
        match next {
            Some(next) => nodes[next].previous = previous,
            None => nodes[parent].last_child = previous,
        }
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        while let Some(child) = { self.nodes.borrow()[*node].first_child } {
            self.put(*new_parent, None, NodeOrText::AppendNode(child));
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, node: &usize) -> bool {
        self.nodes.borrow()[*node].integration_point
    }
}
