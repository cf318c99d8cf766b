//! Images of a run.

use super::Walk;
use crate::content::{Event, Inline, image};
use crate::dom::NodeId;
use crate::text::fold;

impl Walk<'_, '_> {
    /// Hands out an image, if it belongs to the content. It begins no span: a link that holds an image
    /// alone leads to the image itself or repeats the link beside it.
    pub(super) fn image(&mut self, node: NodeId) {
        if !self.options.images || self.is_in_code() {
            return;
        }
        let dom = self.page.dom();
        if !image::belongs(self.page, self.extraction, node, self.next)
            || image::is_ornament(dom, node)
        {
            return;
        }
        let Some(address) = image::address(dom, node) else { return };
        let before = std::mem::take(&mut self.source);
        if !self.base.resolve(&address, &mut self.source) {
            return;
        }
        // What a script shows large on a click, and what a page with several layouts has once for each.
        if self.pictured == Some(self.next) && before == self.source {
            return;
        }
        self.pictured = Some(self.next);
        self.alt.clear();
        fold(&dom.attribute(node, "alt").unwrap_or_default(), &mut self.alt);
        self.place();
        (self.each)(Event::Inline(Inline::Image { src: &self.source, alt: &self.alt }));
    }
}
