//! Images of a run.
//!
//! An image within a text belongs to the run. One that the run begins or ends with stands beside the text
//! and is a paragraph of its own, as what a heading holds is its text. Which of them it is, is known when
//! more text follows, so until then an image is held back. So is one that stands for a character: beside a
//! text it is that character, in no span that ends right behind it, and alone it is a picture.

use super::Walk;
use crate::content::{Block, Event, Inline, emoji, image, text};
use crate::dom::NodeId;
use crate::text::fold;

/// An image that text may follow in the run.
#[derive(Debug)]
pub(super) struct Held {
    /// What stands between it and what is before it.
    gap: Option<Inline<'static>>,
    /// Its address; empty where images are not asked for.
    src: String,
    alt: String,
    /// Whether it stands for a character.
    is_emoji: bool,
}

impl Walk<'_, '_> {
    /// Hands out an image, if it belongs to the content. It begins no span: a link that holds an image
    /// alone leads to the image itself or repeats the link beside it.
    pub(super) fn image(&mut self, node: NodeId) {
        if self.is_in_code() {
            return;
        }
        let dom = self.page.dom();
        let text = emoji::text(dom, node);
        let is_emoji = text.is_some();
        if !(is_emoji || self.options.images)
            || !image::belongs(self.page, self.extraction, node, self.next)
            || !is_emoji && image::is_ornament(dom, node)
        {
            return;
        }
        let before = std::mem::take(&mut self.source);
        let has_address = self.options.images && self.read_address(node);
        if !(is_emoji || has_address) {
            return;
        }
        // A character alone that is nowhere to be had leaves no trace.
        if !self.source.is_empty() {
            self.begin();
        }
        // What a script shows large on a click, and what a page with several layouts has once for each.
        if !is_emoji && self.pictured && before == self.source {
            return;
        }
        self.pictured = !is_emoji;
        self.alt.clear();
        let alt = text.or_else(|| dom.attribute(node, "alt")).unwrap_or_default();
        fold(&text::visible(alt, false, false), &mut self.alt);
        if self.run.is_none() && self.held.is_empty() {
            if !is_emoji {
                return apart(self.each, &self.source, &self.alt);
            }
            self.begin_run();
        }
        let gap = self.gap_before_object();
        let (src, alt) = (self.source.clone(), self.alt.clone());
        self.held.push(Held { gap, src, alt, is_emoji });
    }

    /// Reads where an image is to be had; whether it is anywhere.
    fn read_address(&mut self, node: NodeId) -> bool {
        let address = image::address(self.page.dom(), node);
        address.is_some_and(|address| self.base.resolve(&address, &mut self.source))
    }

    /// Hands out what was held back: more of the run follows.
    pub(super) fn release_within(&mut self) {
        for Held { gap, src, alt, is_emoji } in self.held.drain(..) {
            gap.into_iter().for_each(|gap| (self.each)(Event::Inline(gap)));
            let (src, alt) = (&*src, &*alt);
            (self.each)(Event::Inline(match is_emoji {
                true => Inline::Text(alt),
                false => Inline::Image { src, alt },
            }));
        }
    }

    /// Ends a run whose spans have ended, or none: the characters that were held back belong to it, and the
    /// images stand behind it.
    pub(super) fn end_run(&mut self, run: Option<Block>) {
        if self.held.is_empty() {
            return run.into_iter().for_each(|block| (self.each)(Event::End(block)));
        }
        let is_apart = |held: &Held| run.is_none() || !held.is_emoji;
        let apart_from = self.held.iter().position(is_apart).unwrap_or(self.held.len());
        let images = self.held.split_off(apart_from);
        if let Some(block) = run {
            self.release_within();
            (self.each)(Event::End(block));
        }
        let images = images.iter().filter(|held| !held.src.is_empty());
        images.for_each(|held| apart(self.each, &held.src, &held.alt));
    }
}

/// Hands out an image as a paragraph.
fn apart(each: &mut dyn FnMut(Event<'_>), src: &str, alt: &str) {
    each(Event::Start(Block::Paragraph));
    each(Event::Inline(Inline::Image { src, alt }));
    each(Event::End(Block::Paragraph));
}
