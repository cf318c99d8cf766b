//! Pages: both parsers make the same tree, and every method its choice of the same leaves.

use std::cell::OnceCell;

use leafmill::dom::{Caps, Dom, NodeId, Parser};
use leafmill::internals::extract::{Extractor, METHODS, Spec};
use leafmill::page::Page;
use leafmill::render;

/// Every method with its defaults and with each of its presets, and `wu` without centroids, which
/// leaves the choice to the threshold alone.
fn extractors() -> Vec<(String, Box<dyn Extractor>)> {
    let mut specs = vec!["wu(k=0)".to_owned(), "wu(paper,k=0)".to_owned()];
    for method in METHODS {
        specs.push(method.name.to_owned());
        specs.extend(
            method.presets().into_iter().map(|preset| format!("{}({})", method.name, preset.name)),
        );
    }
    // What needs a model that is not shipped cannot be built.
    let build = |spec: String| {
        let extractor = spec.parse::<Spec>().and_then(|spec| spec.build()).ok()?;
        Some((spec, extractor))
    };
    specs.into_iter().filter_map(build).collect()
}

thread_local! {
    static EXTRACTORS: OnceCell<Vec<(String, Box<dyn Extractor>)>> = const { OnceCell::new() };
}

/// # Panics
///
/// If a property does not hold.
pub fn check(input: &[u8]) {
    let html = String::from_utf8_lossy(input);
    let native = Page::parse_with(&html, Parser::Native);
    let tl = Page::parse_with(&html, Parser::Tl);
    assert_same_tree(native.dom(), tl.dom());
    assert_sound(&native);
    assert_eq!(native.leaves(), tl.leaves());
    assert_eq!(native.title(), tl.title());
    EXTRACTORS.with(|all| {
        for (spec, extractor) in all.get_or_init(extractors) {
            let chosen = extractor.extract(&native);
            assert_eq!(chosen.kept.len(), native.leaves().len(), "{spec}");
            assert_eq!(
                chosen,
                extractor.extract(&tl),
                "{spec} chooses differently the second time"
            );
            render::text(&native, &chosen);
        }
    });
    // The memory of one page must leave no trace in the next. A page's own tree may be the one of
    // a browser without scripts.
    let reused =
        Dom::parse_in(tl.dom().clone().into_arena(), &html, Parser::Native, &Caps::default());
    assert_same_tree(&Dom::parse(&html, Parser::Native), &reused);
}

fn assert_same_tree(one: &Dom, other: &Dom) {
    assert_eq!(one.len(), other.len(), "number of nodes");
    for node in one.nodes() {
        assert_eq!(one.name(node), other.name(node), "{node:?}");
        assert_eq!(one.namespace(node), other.namespace(node), "{node:?}");
        assert_eq!(one.parent(node), other.parent(node), "{node:?}");
        assert_eq!(one.is_text(node), other.is_text(node), "{node:?}");
        assert!(one.pieces(node).eq(other.pieces(node)), "{node:?}");
        let pairs = |dom: &Dom, node: NodeId| -> Vec<(String, String)> {
            let pair = |it: leafmill::dom::Attribute| (it.name().into(), it.value().into());
            dom.attributes(node).map(pair).collect()
        };
        assert_eq!(pairs(one, node), pairs(other, node), "{node:?}");
    }
}

/// The tree lies in preorder and the leaves in the tree's order, and the sums add up.
fn assert_sound(page: &Page) {
    let dom = page.dom();
    for node in dom.nodes() {
        let subtree = dom.subtree(node);
        assert!(subtree.contains(&(node.index() as u32)) && subtree.start == node.index() as u32);
        if let Some(parent) = dom.parent(node) {
            assert!(parent < node && dom.subtree(parent).end >= subtree.end, "{node:?}");
            assert_eq!(dom.depth(node), dom.depth(parent) + 1, "{node:?}");
        }
    }
    assert!(page.leaves().is_sorted_by(|one, other| one.node < other.node));
    let covered: Vec<u32> = page.units().iter().flat_map(|unit| unit.leaves.clone()).collect();
    assert!(covered.into_iter().eq(0..page.leaves().len() as u32), "units do not cover the leaves");
    let root = page.stats(dom.root());
    let words: u32 = page.leaves().iter().map(|leaf| leaf.words).sum();
    let chars: u32 = page.leaves().iter().map(|leaf| leaf.chars).sum();
    assert_eq!((root.words, root.chars, root.leaves), (words, chars, page.leaves().len() as u32));
}
