//! Inputs that stopped other parsers: each is made here, parsed by both parsers, and must keep its
//! text within the bounds on depth. That the tests end is the test of linear time: a quadratic
//! parser takes minutes.

use leafmill::dom::{Arena, Capped, Caps, Dom, Parser, Tag};

use super::outline::{Item, Outline};
use super::reference;

/// Parses with both parsers, checks that they agree and keep to the cap, and gives the tree.
fn tree(html: &str) -> Outline {
    let native = Dom::parse(html, Parser::Native);
    let deepest = native.nodes().map(|node| native.depth(node)).max();
    assert!(
        deepest.is_some_and(|depth| depth as usize <= Caps::default().depth + 2),
        "{deepest:?}"
    );
    let ours = Outline::of(&native);
    assert!(Outline::of(&Dom::parse(html, Parser::Tl)) == ours, "the parsers differ");
    ours
}

/// All text in document order.
fn text(outline: &Outline) -> String {
    let text = |item: &Item| match item {
        Item::Text(_, text) => Some(text.clone()),
        Item::Element(..) => None,
    };
    outline.0.iter().filter_map(text).collect()
}

fn count(outline: &Outline, name: &str) -> usize {
    let is = |item: &&Item| matches!(item, Item::Element(_, other, _) if other == name);
    outline.0.iter().filter(is).count()
}

/// `part` for each number, `{}` being the number.
fn numbered(count: usize, part: &str) -> String {
    (0..count).map(|number| part.replace("{}", &number.to_string())).collect()
}

#[test]
fn deep_trees_keep_their_text() {
    for part in ["<div>{} ", "<ul><li>{} ", "<span>{} ", "<x-y>{} ", "<svg>{} ", "<table><td>{} "] {
        for count in [10_000, 50_000] {
            let html = numbered(count, part);
            assert_eq!(text(&tree(&html)), numbered(count, "{} "), "{part}");
        }
    }
}

#[test]
fn end_tags_of_flattened_elements_close_nothing_else() {
    let html = format!("<p>a</p>{}b{}c", "<div>".repeat(2000), "</div>".repeat(2000));
    let outline = tree(&html);
    assert_eq!(outline.0.last(), Some(&Item::Text(2, "c".to_owned())));
    let html = format!("{}<x><b></div></b></x>{}c", "<div>".repeat(600), "</div>".repeat(599));
    assert_eq!(tree(&html).0.last(), Some(&Item::Text(2, "c".to_owned())));
}

#[test]
fn formatting_elements_are_copied_within_bounds() {
    for html in [
        numbered(5_000, "<b>{} "),
        numbered(50_000, "<p><b>{} "),
        numbered(2_000, "<font size={}>") + &numbered(20_000, "<p>{} "),
        numbered(3_000, "<b id={}><i><a><p>{} "),
        numbered(20_000, "<b><div>{} ") + &"</b>".repeat(20_000),
        numbered(2_000, "<font><p>{} "),
        numbered(100_000, "<a href={}>{} "),
    ] {
        let outline = tree(&html);
        assert!(outline.0.len() < html.len(), "{} nodes", outline.0.len());
        let numbers = text(&outline).split(' ').filter(|word| !word.is_empty()).count();
        assert_eq!(
            numbers,
            html.matches(' ').count()
                - html.matches(" id=").count()
                - html.matches(" size=").count()
                - html.matches(" href=").count()
        );
    }
}

#[test]
fn wide_pages_keep_every_node() {
    assert_eq!(count(&tree(&numbered(50_000, "<p>{}")), "p"), 50_000);
    assert_eq!(count(&tree(&format!("<table>{}", numbered(200_000, "<td>{}"))), "td"), 200_000);
    assert_eq!(count(&tree(&"<br>".repeat(300_000)), "br"), 300_000);
    assert_eq!(
        count(&tree(&format!("<select>{}", "<option>x".repeat(100_000))), "option"),
        100_000
    );
    assert_eq!(text(&tree(&"<".repeat(1_000_000))).len(), 1_000_000);
    assert_eq!(text(&tree(&" \u{a0}".repeat(500_000))).chars().count(), 999_999);
    assert_eq!(text(&tree(&"word ".repeat(1_000_000))).len(), 5_000_000);
}

#[test]
fn attributes_are_read_in_linear_time() {
    let many = format!("<p{}>x", numbered(50_000, " a{}=b"));
    let dom = Dom::parse(&many, Parser::Tl);
    let p = dom.nodes().find(|&node| dom.tag(node) == Some(Tag::P)).unwrap();
    assert_eq!(dom.attributes(p).count(), 256);
    let long = format!("<p title='{}'>x", "<b>".repeat(3_000_000));
    assert_eq!(text(&tree(&long)), "x");
    assert_eq!(text(&tree("x<a a=\r\n")), "x");
}

#[test]
fn a_page_over_a_cap_says_so_and_keeps_what_is_under_it() {
    let mut caps = Caps::default();
    (caps.depth, caps.attributes, caps.nodes) = (20, 4, 100);
    let none = Capped::default();
    let with = |set: fn(&mut Capped)| {
        let mut capped = none;
        set(&mut capped);
        capped
    };
    for (html, capped, words) in [
        (numbered(16, "<div>{} "), none, 16),
        (numbered(40, "<div>{} "), with(|capped| capped.depth = true), 40),
        ("<p a b c d>0".to_owned(), none, 1),
        ("<p a b c d e>0".to_owned(), with(|capped| capped.attributes = true), 1),
        ("<p a='1 2 3 4 5 6 7 8 9' b>0".to_owned(), none, 1),
        (numbered(48, "<p>{} "), none, 48),
        (numbered(1000, "<p>{} "), with(|capped| capped.nodes = true), 48),
        // An element too many is none if nothing comes behind it.
        ("<script>".to_owned() + &"<p>".repeat(1000), none, 0),
    ] {
        for parser in [Parser::Native, Parser::Tl] {
            let dom = Dom::parse_in(Arena::default(), &html, parser, &caps);
            assert_eq!(dom.capped(), capped, "{html:.60}");
            let text = text(&Outline::of(&dom));
            let is_shown = |word: &&str| word.parse::<u32>().is_ok();
            assert_eq!(text.split(' ').filter(is_shown).count(), words, "{html:.60}");
        }
    }
    // No depth is so small that a page could not stand in it, and none so large that it overflows.
    for depth in [0, usize::MAX] {
        let mut caps = Caps::default();
        caps.depth = depth;
        let html = numbered(100_000, "<div>{} ");
        let dom = Dom::parse_in(Arena::default(), &html, Parser::Native, &caps);
        let deepest = dom.nodes().map(|node| dom.depth(node) as usize).max().unwrap();
        assert!((Caps::DEPTHS.0..=Caps::DEPTHS.1 + 2).contains(&deepest), "{deepest}");
    }
}

#[test]
fn what_has_no_end_runs_to_the_end() {
    let rest = "<p>y".repeat(1000);
    for opening in ["<script>", "<style>", "<title>", "<textarea>", "<plaintext>"] {
        let outline = tree(&format!("x{opening}{rest}"));
        assert_eq!(text(&outline), format!("x{rest}"), "{opening}");
    }
    for opening in ["<!--", "<a href='", "</p "] {
        assert_eq!(text(&tree(&format!("x{opening}{}", rest.replace('>', "")))), "x", "{opening}");
    }
    assert_eq!(text(&tree(&format!("<svg><![CDATA[{rest}"))), rest);
}

#[test]
fn odd_characters_are_replaced_or_dropped() {
    assert_eq!(text(&tree("a\0b<p>\0</p><svg>\0</svg><script>\0</script>")), "ab\u{fffd}\u{fffd}");
    let entities = "&#xD800;&#1114112;".repeat(100_000);
    assert_eq!(text(&tree(&entities)), "\u{fffd}".repeat(200_000));
    assert_eq!(tree("").to_string(), "| <html>\n|   <head>\n|   <body>\n");
}

#[test]
fn old_structures_make_the_trees_of_html5ever() {
    for html in [
        format!("{}x{}y", "<table><tr><td>".repeat(100), "</table>".repeat(100)),
        "<b><i><a><p>".repeat(30),
        "<table><b>".repeat(100) + "x",
        "<frameset><frame src=a><noframes><p>x</noframes></frameset><p>y".to_owned(),
        "<noframes><p>x</noframes><noscript><p>y</noscript>z".to_owned(),
        "<svg><template><p>x</template></svg>y<template><svg>z".to_owned(),
        "<html a=1><body b=1>x<html a=2 c=1><body b=2 d=1>y<body e=1></html><html f=1>".to_owned(),
        "<title></title><script>alert(1)</script></title><svg><title>x</title></svg>".to_owned(),
        "<span>".repeat(300) + "x",
    ] {
        let reference = Outline::of_reference(&reference::parse(&html));
        assert_eq!(tree(&html).to_string(), reference.to_string(), "{html}");
    }
}
