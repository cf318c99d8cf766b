//! Random pages: both parsers make html5ever's tree of them, and the arena is in order.

use leafmill::dom::{Arena, Caps, Dom, Parser};
use proptest::prelude::*;
use proptest::sample::select;

use super::outline::Outline;
use super::reference;

/// Names that some rule singles out, and a few that none does.
const NAMES: &[&str] = &[
    "html",
    "head",
    "body",
    "title",
    "script",
    "style",
    "template",
    "noscript",
    "frameset",
    "frame",
    "p",
    "div",
    "address",
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
    "dd",
    "h1",
    "h2",
    "pre",
    "form",
    "button",
    "a",
    "b",
    "i",
    "font",
    "nobr",
    "applet",
    "object",
    "table",
    "caption",
    "colgroup",
    "col",
    "tbody",
    "thead",
    "tr",
    "td",
    "th",
    "select",
    "option",
    "optgroup",
    "input",
    "hr",
    "br",
    "img",
    "textarea",
    "xmp",
    "iframe",
    "plaintext",
    "ruby",
    "rb",
    "rt",
    "rtc",
    "svg",
    "math",
    "desc",
    "foreignObject",
    "mi",
    "annotation-xml",
    "mglyph",
    "x-y",
    "span",
    "DIV",
    "Li",
    "menuitem",
];

/// What stands inside a tag, behind the name.
const INSIDE: &[&str] = &[
    "",
    "",
    "",
    " ",
    "/",
    " /",
    " a=b",
    " a='>'",
    " a=\"x\" a=y",
    "\ta",
    " href=http://x/y/",
    "\r\n",
    " type=hidden",
    " color=red",
    " encoding=text/html",
    " a=\"\"b",
    " =",
    " a = 'b' / c",
];

/// Text, comments and what looks like them. No line feed directly behind `</>`: html5ever lets
/// that error, which is no token, save the line feed from being dropped behind `<pre>`.
const OTHER: &[&str] = &[
    "x",
    " ",
    "\n",
    "a b",
    "&amp;",
    "&#32;",
    "&lt",
    "\0",
    "\r\n",
    "<",
    "< b",
    "</",
    "</>x",
    "<!>",
    "<!-- c -->",
    "<!-->",
    "<!--->",
    "<!-- <p> --!>",
    "<!--",
    "-->",
    "<?x?>",
    "<![CDATA[y]]>",
    "]]>",
    "<!doctype html>",
    "<!doctype x>",
    "<!-- <script> ",
    "é",
    "&notit;",
];

fn fragment() -> impl Strategy<Value = String> {
    prop_oneof![
        5 => (select(NAMES), select(INSIDE)).prop_map(|(name, inside)| format!("<{name}{inside}>")),
        3 => (select(NAMES), select(INSIDE)).prop_map(|(name, inside)| format!("</{name}{inside}>")),
        3 => select(OTHER).prop_map(str::to_owned),
    ]
}

/// Many of them. In a template html5ever does not see that a `thead` is open, so there is none.
fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(fragment(), 0..60).prop_map(|fragments| {
        let html = fragments.concat();
        if html.contains("<template") { html.replace("<thead", "<tbody") } else { html }
    })
}

/// Checks what the arena promises of any tree.
fn check_order(dom: &Dom) -> Result<(), TestCaseError> {
    prop_assert_eq!(dom.subtree(dom.root()), 0..dom.len() as u32);
    for node in dom.nodes() {
        let mut next = node.index() as u32 + 1;
        for child in dom.children(node) {
            prop_assert_eq!(dom.parent(child), Some(node));
            prop_assert_eq!(dom.depth(child), dom.depth(node) + 1);
            prop_assert_eq!(child.index() as u32, next);
            next = dom.subtree(child).end;
        }
        prop_assert_eq!(next, dom.subtree(node).end);
        prop_assert_eq!(dom.ancestors(node).count() as u32, dom.depth(node));
        for piece in dom.pieces(node) {
            prop_assert!(dom.is_text(node) && piece.start < piece.end);
        }
    }
    Ok(())
}

/// Checks a page; the two parsers share memory that an earlier page has used.
fn check(html: &str) -> Result<(), TestCaseError> {
    let used = Dom::parse("<p>a<!-- -->b<table>c<tr><b><td>d", Parser::Tl).into_arena();
    let caps = Caps::default();
    let native = Dom::parse_in(used, html, Parser::Native, &caps);
    check_order(&native)?;
    let ours = Outline::of(&native);
    let tl = Dom::parse_in(native.into_arena(), html, Parser::Tl, &caps);
    prop_assert_eq!(Outline::of(&tl).to_string(), ours.to_string());
    let reference = Outline::of_reference(&reference::parse(html));
    prop_assert_eq!(ours.to_string(), reference.to_string());
    let fresh = Dom::parse_in(Arena::default(), html, Parser::Tl, &caps);
    prop_assert_eq!(&Outline::of(&fresh), &ours);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_tag_soup_makes_the_tree_of_html5ever(html in soup()) {
        check(&html)?;
    }

    #[test]
    fn any_text_makes_the_tree_of_html5ever(html in "[<>/!?='\"& a-cA-C;#\\-\\[\\]\r\n\0é]{0,120}") {
        check(&html)?;
    }
}
