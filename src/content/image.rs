//! Which images belong to the content, and where they are to be had.

use std::borrow::Cow;

use crate::dom::{Dom, NodeId, Parser, Tag};
use crate::extraction::Extraction;
use crate::page::Page;

/// Attributes in which pages put the address of an image that a script loads later.
pub(crate) const LAZY: [&str; 11] = [
    "data-src",
    "data-lazy-src",
    "data-original",
    "data-lazy",
    "data-lazyload",
    "data-original-src",
    "data-hi-res-src",
    "data-cfsrc",
    "nitro-lazy-src",
    "data-srcset",
    "data-lazy-srcset",
];

/// What is in the name of a file that stands in for an image until that is loaded.
const PLACEHOLDERS: [&str; 9] =
    ["1x1", "blank", "spacer", "placeholder", "transparent", "trans", "loading", "lazy", "grey"];

/// What else is in the name of a file that is nothing but that.
const BESIDE_PLACEHOLDERS: [&str; 12] = [
    "gif", "icon", "image", "img", "jpeg", "jpg", "load", "picture", "pixel", "png", "svg", "webp",
];

/// The most pixels on a side of what draws nothing but a line or counts readers, and of a symbol.
const LINE: f32 = 2.0;
const SYMBOL: f32 = 32.0;

/// Elements around an image that a button may be.
const DEEPEST_IN_BUTTON: usize = 4;

/// Whether an image belongs to the content: what stands around it does. It is no leaf, so unless
/// the method judged it, the leaves next to it tell, of the nearest element above it that has any;
/// `next` is the first leaf behind it.
pub(super) fn belongs(page: &Page, extraction: &Extraction, image: NodeId, next: usize) -> bool {
    if let Ok(judged) = extraction.images.binary_search_by_key(&image, |judged| judged.node) {
        return extraction.images[judged].kept;
    }
    let dom = page.dom();
    let mut around = dom.ancestors(image).map(|above| page.leaves_under(above));
    let Some(leaves) = around.find(|leaves| !leaves.is_empty()) else { return false };
    let before = (next > leaves.start).then(|| extraction.keeps(next - 1));
    let after = (next < leaves.end).then(|| extraction.keeps(next));
    before == Some(true) || after == Some(true)
}

/// Whether an image is part of how the page is drawn and shows nothing: a symbol, as of a button, or one that
/// those who listen to the page are not told of.
pub(super) fn is_ornament(dom: &Dom, image: NodeId) -> bool {
    let is_symbol = |name| size(dom, image, name).is_some_and(|size| size <= SYMBOL);
    let says = |name, values: &[&str]| {
        dom.attribute(image, name).is_some_and(|value| values.contains(&value.trim()))
    };
    let mut around = dom.ancestors(image).take(DEEPEST_IN_BUTTON);
    is_symbol("width") && is_symbol("height")
        || says("aria-hidden", &["true"])
        || says("role", &["presentation", "none"])
        || around.any(|above| dom.tag(above) == Some(Tag::BUTTON))
}

/// The pixels that an image says a side of it has.
fn size(dom: &Dom, image: NodeId, side: &str) -> Option<f32> {
    dom.attribute(image, side)?.trim().trim_end_matches("px").parse().ok()
}

/// An image's address as the page has it; `None` where it has none, or is a pixel that counts
/// readers.
pub(crate) fn address<'h>(dom: &Dom<'h>, image: NodeId) -> Option<Cow<'h, str>> {
    let is_line = |side| size(dom, image, side).is_some_and(|size| size <= LINE);
    if is_line("width") || is_line("height") {
        return None;
    }
    let attribute = |name: &str| dom.attribute(image, name);
    let lazy = |name: &&str| {
        let value = attribute(name)?;
        let address = if name.ends_with("srcset") { largest(&value)? } else { first(&value)? };
        // `data-lazy=true` is no address.
        address.contains(['/', '.']).then(|| address.to_owned())
    };
    let set = || attribute("srcset").and_then(|set| largest(&set).map(str::to_owned));
    // Most images have none of them, and each look-up reads the tag.
    let is_lazy = || dom.attributes(image).any(|found| LAZY.iter().any(|name| found.is(name)));
    let lazy = || is_lazy().then(|| LAZY.iter().find_map(lazy)).flatten();
    let behind = || of_picture(dom, image).or_else(|| of_noscript(dom, image));
    let other = || lazy().or_else(set).or_else(behind).map(Cow::Owned);
    match attribute("src").filter(|src| is_address(src.trim())) {
        Some(src) => match stands_in(&src) {
            StandsIn::No => lazy().map(Cow::Owned).or(Some(src)),
            StandsIn::Maybe => other().or(Some(src)),
            StandsIn::Surely => other(),
        },
        None => other(),
    }
}

/// Whether an element is an image of AMP.
pub(super) fn is_amp(dom: &Dom, node: NodeId, tag: Tag) -> bool {
    !tag.is_known() && dom.name(node) == "amp-img"
}

/// The address of the first source of the `picture` that an image lies in.
fn of_picture(dom: &Dom, image: NodeId) -> Option<String> {
    let picture = dom.parent(image).filter(|&above| dom.tag(above) == Some(Tag::PICTURE))?;
    let sources = dom.children(picture).filter(|&child| dom.tag(child) == Some(Tag::SOURCE));
    let set =
        |source| dom.attribute(source, "srcset").or_else(|| dom.attribute(source, "data-srcset"));
    sources.filter_map(set).find_map(|set| largest(&set).map(str::to_owned))
}

/// The address of the image that a browser without scripts shows in place of one, in the `noscript` right
/// behind it.
fn of_noscript(dom: &Dom, image: NodeId) -> Option<String> {
    let mut behind = (dom.subtree(image).end..dom.len() as u32).take(2).map(NodeId);
    let is_blank = |node| dom.is_text(node) && dom.text(node).trim().is_empty();
    let next = behind.find(|&node| !is_blank(node)).filter(|&node| !dom.is_text(node))?;
    let text = dom.children(next).next().filter(|&text| dom.is_text(text))?;
    if dom.tag(next) != Some(Tag::NOSCRIPT) || dom.parent(next) != dom.parent(image) {
        return None;
    }
    let html = dom.text(text);
    let inner = Dom::parse(&html, Parser::Native);
    let shown = inner.nodes().find(|&node| inner.tag(node) == Some(Tag::IMG))?;
    address(&inner, shown).map(Cow::into_owned)
}

/// Whether a text can be an image's address: not the image itself, nor a template to be filled.
fn is_address(text: &str) -> bool {
    !text.is_empty() && !text.starts_with("data:") && !text.contains('{')
}

/// Whether a file stands in for an image until that is loaded.
enum StandsIn {
    No,
    /// Its name may be that of an image, too.
    Maybe,
    Surely,
}

fn stands_in(address: &str) -> StandsIn {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let file = path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    if !PLACEHOLDERS.iter().any(|part| file.contains(part)) {
        return StandsIn::No;
    }
    let mut words =
        file.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let is_known = |word: &str| PLACEHOLDERS.contains(&word) || BESIDE_PLACEHOLDERS.contains(&word);
    match words.all(|word| is_known(word) || word.bytes().all(|byte| byte.is_ascii_digit())) {
        true => StandsIn::Surely,
        false => StandsIn::Maybe,
    }
}

fn first(text: &str) -> Option<&str> {
    let first = text.split_ascii_whitespace().next()?.trim_end_matches(',');
    is_address(first).then_some(first)
}

/// The address of the largest image of a set.
fn largest(set: &str) -> Option<&str> {
    let mut best: Option<(f64, &str)> = None;
    let mut rest = set;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        if word.is_empty() {
            return best.map(|(_, address)| address);
        }
        let address = word.trim_end_matches(',');
        let (size, next) = match address.len() < word.len() {
            true => ("", behind),
            false => behind.split_once(',').unwrap_or((behind, "")),
        };
        let size = size.trim().trim_end_matches(['w', 'x']).parse().unwrap_or(1.0);
        if is_address(address) && best.is_none_or(|(most, _)| size > most) {
            best = Some((size, address));
        }
        rest = next;
    }
}
