//! Images that stand for a character: emoji, and the faces of forums.

use std::borrow::Cow;

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::dom::{Dom, NodeId};

/// What is in a class of an emoticon, or in the path of the folder that it lies in.
const EMOTICONS: [&str; 4] = ["emoji", "emoticon", "smilie", "smiley"];

/// The most bytes of what stands for an emoticon, such as `:-)` or `:slightly_smiling_face:`.
const MOST_BYTES: usize = 48;

/// The text that an image stands for; `None` where it is a picture.
pub(super) fn text<'h>(dom: &Dom<'h>, image: NodeId) -> Option<Cow<'h, str>> {
    let alt = dom.attribute(image, "alt")?;
    let bare = alt.trim();
    let is_text = !bare.is_empty() && bare.len() <= MOST_BYTES;
    (is_text && (bare.chars().all(is_emoji) || is_emoticon(dom, image))).then_some(alt)
}

/// Whether a character is a symbol, or what joins symbols or says how one is drawn.
fn is_emoji(c: char) -> bool {
    let is_between = matches!(c, '\u{200D}' | '\u{FE0F}' | '\u{20E3}' | '\u{E0020}'..='\u{E007F}');
    is_between || !c.is_ascii() && c.general_category_group() == GeneralCategoryGroup::Symbol
}

fn is_emoticon(dom: &Dom, image: NodeId) -> bool {
    let is_called = |name: &str| {
        let name = name.to_ascii_lowercase();
        EMOTICONS.iter().any(|part| name.contains(part))
    };
    let folder = |src: Cow<str>| src.rsplit_once('/').is_some_and(|(folder, _)| is_called(folder));
    dom.attribute(image, "class").is_some_and(|class| is_called(&class))
        || dom.attribute(image, "src").is_some_and(folder)
}
