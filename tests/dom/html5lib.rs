//! html5lib's suite of tree construction: the document cases, with both parsers.
//!
//! `html5lib_failures.txt` lists every case that we fail, with the reason; a case that fails
//! unlisted and a listed one that passes are both errors. Where the reason is html5ever, its tree
//! must be ours.

use crate::shared;
use std::collections::BTreeMap;
use std::path::Path;

use leafmill::dom::{Dom, Parser};

use super::outline::Outline;
use super::reference;

/// A case: a page and its tree.
#[derive(Debug, Default)]
struct Case {
    /// File and number in it, from 1.
    name: String,
    html: String,
    tree: String,
    fragment: bool,
    script_off: bool,
}

/// The cases of one file.
fn cases(path: &Path) -> Vec<Case> {
    let file = path.file_name().unwrap().to_string_lossy().into_owned();
    let source = String::from_utf8(std::fs::read(path).unwrap()).unwrap();
    let mut cases: Vec<Case> = Vec::new();
    let mut section = "";
    for line in source.split('\n') {
        match line {
            "#data" => {
                cases.push(Case { name: format!("{file} {}", cases.len() + 1), ..Case::default() })
            }
            "#document-fragment" => cases.last_mut().unwrap().fragment = true,
            "#script-off" => cases.last_mut().unwrap().script_off = true,
            "#errors" | "#new-errors" | "#script-on" | "#document" => {}
            _ => {
                let Some(case) = cases.last_mut() else { continue };
                let to = match section {
                    "#data" => &mut case.html,
                    "#document" => &mut case.tree,
                    _ => continue,
                };
                to.push_str(line);
                to.push('\n');
                continue;
            }
        }
        section = line;
    }
    for case in &mut cases {
        case.html.pop();
    }
    cases
}

/// Reads a tree as the suite writes it.
fn outline(tree: &str) -> Outline {
    let mut outline = Outline::default();
    // Lines that do not begin with `| ` go on with the text or comment before.
    let mut lines: Vec<String> = Vec::new();
    for line in tree.trim_end_matches('\n').split('\n') {
        match line.strip_prefix("| ") {
            Some(line) => lines.push(line.to_owned()),
            None => lines.last_mut().unwrap().push_str(&format!("\n{line}")),
        }
    }
    let mut contents: Vec<usize> = Vec::new();
    let mut lines = lines.iter().peekable();
    while let Some(line) = lines.next() {
        let node = line.trim_start_matches(' ');
        let indent = (line.len() - node.len()) / 2;
        contents.retain(|&content| content < indent);
        let depth = indent - contents.len();
        if node == "content" {
            contents.push(indent);
        } else if let Some(text) = node.strip_prefix('"') {
            outline.text(depth, text.strip_suffix('"').unwrap());
        } else if !node.starts_with("<!") {
            let name = node.strip_prefix('<').and_then(|it| it.strip_suffix('>'));
            let name = name.unwrap_or_else(|| panic!("{tree}"));
            let mut attributes = Vec::new();
            while let Some(attribute) = lines.peek().and_then(|line| attribute(line, indent + 1)) {
                attributes.push(attribute);
                lines.next();
            }
            outline.element(depth, name.to_owned(), attributes);
        }
    }
    outline
}

/// An attribute's line at this indent, as name and value.
fn attribute(line: &str, indent: usize) -> Option<(String, String)> {
    let attribute = line.strip_prefix(&"  ".repeat(indent))?;
    let is_element = attribute.starts_with('<') && attribute.ends_with('>');
    if attribute.starts_with([' ', '"']) || is_element {
        return None;
    }
    let (name, value) = attribute.split_once("=\"")?;
    Some((name.replace(' ', ":"), value.strip_suffix('"')?.to_owned()))
}

/// Whether a case is about templates, framesets or foreign content.
fn is_of_special_content(case: &Case) -> bool {
    let html = case.html.to_ascii_lowercase();
    ["<template", "<frameset", "<svg", "<math"].iter().any(|tag| html.contains(tag))
}

/// The committed list: case and reason.
fn listed_failures() -> BTreeMap<String, String> {
    let lines = include_str!("html5lib_failures.txt").lines();
    let entries = lines.filter(|line| !line.starts_with('#') && !line.is_empty());
    entries
        .map(|line| line.split_once(": ").unwrap())
        .map(|(case, reason)| (case.to_owned(), reason.to_owned()))
        .collect()
}

#[test]
fn trees_are_those_of_html5lib() {
    let Some(folder) = shared::data("html5lib-tests/tree-construction") else { return };
    let mut listed = listed_failures();
    let mut tally: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|suffix| suffix != "dat") {
            continue;
        }
        for case in cases(&path).iter().filter(|case| !case.fragment && !case.script_off) {
            let kind = if is_of_special_content(case) { "special" } else { "plain" };
            let (passed, total) = tally.entry(kind).or_default();
            *total += 1;
            *passed += usize::from(passes(case, listed.remove(&case.name)));
        }
    }
    println!("(passed, total) without what html5ever decides: {tally:?}");
    assert_eq!(listed, BTreeMap::new(), "listed, but there is no such case");
    let (passed, total) = tally["plain"];
    assert!(passed * 100 >= total * 95);
}

/// Whether a case passes; panics if that is not what the list says.
fn passes(case: &Case, listed: Option<String>) -> bool {
    let Case { name, html, tree, .. } = case;
    let expected = outline(tree);
    let [tl, native] =
        [Parser::Tl, Parser::Native].map(|parser| Outline::of(&Dom::parse(html, parser)));
    assert_eq!(tl.to_string(), native.to_string(), "{name}: {html}");
    match listed {
        None => assert_eq!(native.to_string(), expected.to_string(), "{name}: {html}"),
        Some(reason) => {
            assert_ne!(native, expected, "{name} is listed ({reason}), but passes");
            if reason.starts_with("html5ever") {
                let decides = Outline::of_reference(&reference::parse(html));
                assert_eq!(native, decides, "{name}: {html}");
            }
        }
    }
    native == expected
}
