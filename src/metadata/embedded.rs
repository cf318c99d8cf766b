//! Content that only scripts hold.
//!
//! Some pages show nothing until a script has run, and hold what it will show in themselves: JSON-LD
//! has an article's whole text, and frameworks keep the state they start from, Next.js in a script
//! `__NEXT_DATA__`, Nuxt in `__NUXT_DATA__` or `window.__NUXT__`. No script is run: the text is read
//! where it plainly stands, as one long value.

use std::borrow::Cow;
use std::collections::HashSet;

use super::entity::{self, Identity, Rank};
use super::gather::{self, Marked};
use super::json::Json;
use super::json_ld;
use crate::dom::{NodeId, Tag};
use crate::page::Page;
use crate::text::{self, Cjk};

/// Content found in a script.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Embedded {
    /// The content as HTML; of one that is plain text, a paragraph a line.
    pub html: String,
    /// Its words, white-space tokens, a CJK character being one of its own.
    pub words: u32,
    /// Where it was found: `json-ld`, `next-data` or `nuxt-data`.
    pub source: &'static str,
}

/// Fewest words of a framework's text: shorter values are labels and descriptions.
const FEWEST: u32 = 100;

/// Share of a text's words on the page above which the page shows it.
const SHOWN: f64 = 0.75;

/// Keys of a framework's state that hold an article, in lower case.
const KEYS: &[&str] = &[
    "articlebody",
    "body",
    "bodyhtml",
    "content",
    "contenthtml",
    "html",
    "text",
    "markdown",
    "rendered",
    "description",
    "descriptionhtml",
    "value",
    "raw",
    "richtext",
    "copy",
];

impl Embedded {
    /// Extracted words below which a page shows nearly nothing. It rests on few pages: about one of
    /// WCXB's 1,358 with gold is below it and holds more in its scripts.
    pub const NEARLY_NONE: u32 = 40;

    /// The content in a page's scripts, if it is at least twice as long as what was extracted, that is nearly
    /// nothing, and the page does not show it: what it shows a method has judged. `extracted` is in words.
    pub fn instead_of(extracted: u32, page: &Page, url: Option<&str>) -> Option<Embedded> {
        if extracted >= Self::NEARLY_NONE {
            return None;
        }
        let found = json_ld(page, url).or_else(|| framework(page))?;
        let is_more = found.words > 0 && found.words >= extracted * 2;
        (is_more && !is_shown(page, &found.html)).then_some(found)
    }

    fn new(text: &str, source: &'static str) -> Embedded {
        let is_html = text.contains("</") || text.contains("<br") || text.contains("&lt;/");
        let decoded = match text.contains("&lt;") && !text.contains("</") {
            true => crate::dom::unescape(text),
            false => Cow::Borrowed(text),
        };
        let html = if is_html {
            decoded.into_owned()
        } else {
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            lines.map(|line| format!("<p>{}</p>", escaped(line))).collect()
        };
        let mut folded = String::new();
        text::fold(text, &mut folded);
        Embedded { html, words: text::count(&folded).words, source }
    }
}

/// Whether most words of a text in HTML are among those of the page's own.
fn is_shown(page: &Page, html: &str) -> bool {
    let mut own = HashSet::new();
    each_word(page, |word| _ = own.insert(word.to_owned()));
    let (mut all, mut shown) = (0_u32, 0_u32);
    each_word(&Page::parse(html), |word| {
        all += 1;
        shown += u32::from(own.contains(word));
    });
    f64::from(shown) > SHOWN * f64::from(all)
}

fn each_word(page: &Page, mut each: impl FnMut(&str)) {
    for leaf in page.leaves() {
        let text = page.text(leaf);
        text::tokens(text, Cjk::Character, |word| each(&text[word]));
    }
}

/// Text as it stands in HTML.
fn escaped(text: &str) -> String {
    // References in it are meant as such.
    text.replace('<', "&lt;")
}

/// The text of the entity that the page is about.
fn json_ld(page: &Page, url: Option<&str>) -> Option<Embedded> {
    let signals = gather::gather(page, Marked::Own);
    let scripts = signals.scripts.iter();
    let values: Vec<_> = scripts.flat_map(|script| Json::read(script)).collect();
    let entities = json_ld::entities(&values);
    let about = entity::main(&entities, &Identity::new(page, &signals, url));
    let mut about = about.into_iter().filter(|entity| entity.rank() > Rank::Page);
    let whole = about.clone().find_map(|entity| entity.text.as_deref());
    let text = whole.or_else(|| about.find_map(|entity| entity.description.as_deref()))?;
    Some(Embedded::new(text, "json-ld"))
}

/// The longest text in the state of a framework.
fn framework(page: &Page) -> Option<Embedded> {
    let dom = page.dom();
    let mut longest: Option<Embedded> = None;
    for node in dom.nodes().filter(|&node| dom.tag(node) == Some(Tag::SCRIPT)) {
        let Some((state, source)) = state(page, node) else { continue };
        for value in Json::read(&state) {
            if let Some(text) = longest_text(&value) {
                let found = Embedded::new(text, source);
                let more = longest.as_ref().is_none_or(|longest| found.words > longest.words);
                longest = if more { Some(found) } else { longest };
            }
        }
    }
    longest.filter(|found| found.words >= FEWEST)
}

/// The state that a script holds, and which framework's.
fn state<'h>(page: &Page<'h>, script: NodeId) -> Option<(Cow<'h, str>, &'static str)> {
    let dom = page.dom();
    let text = || dom.children(script).next().map(|text| dom.text(text));
    match dom.attribute(script, "id").as_deref() {
        Some("__NEXT_DATA__") => return Some((text()?, "next-data")),
        Some("__NUXT_DATA__") => return Some((text()?, "nuxt-data")),
        _ => {}
    }
    let text = text()?;
    let (_, state) = text.split_once("window.__NUXT__")?;
    let state = state.trim_start().strip_prefix('=')?;
    Some((Cow::Owned(state.to_owned()), "nuxt-data"))
}

/// The longest text under a key that holds articles, or in a flat list, as Nuxt has it.
fn longest_text<'j>(value: &'j Json<'j>) -> Option<&'j str> {
    let mut longest: Option<&str> = None;
    let mut open = vec![value];
    let mut take = |value: &'j Json<'j>| {
        if let Some(text) = value.text() {
            let more = longest.is_none_or(|longest| text.len() > longest.len());
            longest = if more { Some(text) } else { longest };
        }
    };
    while let Some(value) = open.pop() {
        match value {
            Json::List(values) => {
                values.iter().for_each(&mut take);
                open.extend(values);
            }
            Json::Object(members) => {
                let holds = |key: &str| KEYS.contains(&key.to_ascii_lowercase().as_str());
                members.iter().filter(|(key, _)| holds(key)).for_each(|(_, value)| take(value));
                open.extend(members.iter().map(|(_, value)| value));
            }
            _ => {}
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instead_of(extracted: u32, html: &str) -> Option<Embedded> {
        Embedded::instead_of(extracted, &Page::parse(html), None)
    }

    #[test]
    fn the_text_of_json_ld_where_the_page_shows_nearly_nothing() {
        let html = "<div id=app></div><script type=application/ld+json>{\"@type\":\"Article\",\
            \"articleBody\":\"The mill ran dry.\\n\\nNobody knew < why.\"}</script>";
        let found = instead_of(0, html).unwrap();
        assert_eq!(found.html, "<p>The mill ran dry.</p><p>Nobody knew &lt; why.</p>");
        assert_eq!((found.words, found.source), (8, "json-ld"));
        assert_eq!(instead_of(5, html), None, "not twice as much");
        assert_eq!(instead_of(Embedded::NEARLY_NONE, html), None);
        assert_eq!(instead_of(0, "<div id=app></div>"), None);
        let shown =
            html.replace("<div id=app>", "<nav>The news<p>Nobody knew why the mill ran dry.");
        assert_eq!(instead_of(0, &shown), None, "it was judged");
    }

    #[test]
    fn the_state_of_frameworks() {
        let body = format!("<p>{}</p>", "The mill ran dry. ".repeat(30));
        let next =
            serde_json::json!({"props": {"pageProps": {"post": {"title": "x", "content": body}}}});
        let html = format!(
            "<div id=__next></div><script id=__NEXT_DATA__ type=application/json>{next}</script>"
        );
        let found = instead_of(0, &html).unwrap();
        assert_eq!((found.html.as_str(), found.source), (body.as_str(), "next-data"));
        let html = format!("<script>window.__NUXT__={next};</script>");
        assert_eq!(instead_of(0, &html).unwrap().source, "nuxt-data");
        let html =
            format!("<script id=__NUXT_DATA__ type=application/json>[1,\"{body}\"]</script>");
        assert_eq!(instead_of(0, &html).unwrap().source, "nuxt-data");
        let labels = "<script id=__NEXT_DATA__>{\"content\": \"Sign in\"}</script>";
        assert_eq!(instead_of(0, labels), None);
    }
}
