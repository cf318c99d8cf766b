//! A page as methods see it: a sequence of text leaves over the tree, with prefix sums.
//!
//! A *leaf* is a text that a reader sees: white space folded, entities decoded, text on both sides
//! of a comment joined. A *unit* is a maximal run of leaves with no block boundary and no line
//! break between them: what a reader sees as one paragraph, cell or menu entry. Leaves lie in
//! document order and the tree in preorder, so the leaves under a node are a range of both, and
//! any total over them is a difference of two prefix sums.

mod hidden;
mod leaf;
pub(crate) mod leaf_id;
mod noscript;
mod walk;
mod wrapper;

pub use hidden::Hidden;
pub(crate) use hidden::is_heard;
pub use leaf::{Leaf, Stats, Unit};
pub(crate) use walk::is_never_shown;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use crate::dom::{Arena, Caps, Dom, NodeId, Parser, Tag};
use crate::text;
use leaf::{Sums, TextRange};
use leaf_id::LeafIds;

/// A parsed page.
#[derive(Debug, Clone)]
pub struct Page<'h> {
    dom: Dom<'h>,
    parts: Parts,
    ids: OnceLock<LeafIds>,
    tags: OnceLock<Vec<Range<u32>>>,
    /// Why leaves are not seen: empty where all are.
    hidden: OnceLock<Vec<Option<Hidden>>>,
    /// Whether it was read as a browser without scripts reads it.
    shows_noscript: bool,
    /// Whether a `noscript` was left out that lies in nothing hidden.
    has_noscript: bool,
}

/// What a page has beside its tree.
#[derive(Debug, Clone, Default)]
struct Parts {
    leaves: Vec<Leaf>,
    units: Vec<Unit>,
    buffer: String,
    /// Leaves and elements before a node; one entry more than there are nodes.
    before: Vec<(u32, u32)>,
    /// Sums over the leaves before a leaf; one entry more than there are leaves.
    sums: Vec<Sums>,
    /// Block elements around a node, while the page is walked.
    blocks: Vec<(NodeId, u32)>,
}

/// The memory of a [`Page`], to be used again for the next.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    arena: Arena,
    parts: Parts,
}

impl Parts {
    /// The text that lies there, of the page with this source.
    #[inline]
    fn text<'p>(&'p self, at: TextRange, html: &'p str) -> &'p str {
        let range = at.start as usize..at.end as usize;
        if at.owned { &self.buffer[range] } else { &html[range] }
    }

    /// Forgets the last page, keeping its memory.
    fn clear(&mut self) {
        let Parts { leaves, units, buffer, before, sums, blocks } = self;
        leaves.clear();
        units.clear();
        buffer.clear();
        before.clear();
        sums.clear();
        blocks.clear();
    }
}

impl<'h> Page<'h> {
    /// Parses a page with the default parser; never fails.
    pub fn parse(html: &'h str) -> Page<'h> {
        Page::parse_with(html, Parser::default())
    }

    /// Parses a page within the default caps; never fails.
    pub fn parse_with(html: &'h str, parser: Parser) -> Page<'h> {
        Page::parse_in(Memory::default(), html, parser, &Caps::default())
    }

    /// Parses a page within caps, in the memory of another, which saves its allocation.
    ///
    /// What CleanEval wraps its pages in is no part of a page: [`Dom::html`] begins behind it.
    pub fn parse_in(memory: Memory, html: &'h str, parser: Parser, caps: &Caps) -> Page<'h> {
        let html = wrapper::stripped(html);
        let Memory { arena, parts } = memory;
        let page = Page::of(Dom::parse_in(arena, html, parser, caps), parts, false);
        noscript::instead(&page).unwrap_or(page)
    }

    /// Gives the page up and its memory back.
    pub fn into_memory(self) -> Memory {
        Memory { arena: self.dom.into_arena(), parts: self.parts }
    }

    /// The page as a browser without scripts reads it, what is in `noscript` being part of it, by the
    /// same parser and within the same caps; `None` where it has no `noscript`, or was read so
    /// already.
    pub fn without_scripts(&self) -> Option<Page<'h>> {
        let has_noscript = self.dom.nodes().any(|node| self.dom.tag(node) == Some(Tag::NOSCRIPT));
        (has_noscript && !self.shows_noscript).then(|| noscript::without_scripts(self))
    }

    /// The leaves of a tree.
    fn of(dom: Dom<'h>, mut parts: Parts, shows_noscript: bool) -> Page<'h> {
        let has_noscript = walk::collect(&dom, &mut parts, shows_noscript);
        let (ids, tags, hidden) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Page { dom, parts, ids, tags, hidden, shows_noscript, has_noscript }
    }

    /// The page's tree.
    pub fn dom(&self) -> &Dom<'h> {
        &self.dom
    }

    /// Its text leaves in document order.
    pub fn leaves(&self) -> &[Leaf] {
        &self.parts.leaves
    }

    /// Its leaves, as places in [`Page::leaves`], in the order of the source. It differs from
    /// document order where the standard moves text, as out of a table that may not hold it.
    pub fn source_order(&self) -> Vec<u32> {
        let mut order: Vec<_> = (0..self.parts.leaves.len() as u32).collect();
        order.sort_by_key(|&leaf| self.parts.leaves[leaf as usize].source.start);
        order
    }

    /// Its units in document order; they cover all leaves.
    pub fn units(&self) -> &[Unit] {
        &self.parts.units
    }

    /// A leaf's text, folded.
    pub fn text(&self, leaf: &Leaf) -> &str {
        self.parts.text(leaf.text, self.dom.html())
    }

    /// The text of a range of leaves: a space between two unless they are glued.
    pub fn joined(&self, leaves: Range<u32>) -> Cow<'_, str> {
        if leaves.len() == 1 {
            return Cow::Borrowed(self.text(&self.parts.leaves[leaves.start as usize]));
        }
        let mut text = String::new();
        self.join_into(leaves, &mut text);
        Cow::Owned(text)
    }

    /// As [`Page::joined`], appended to `out`.
    pub fn join_into(&self, leaves: Range<u32>, out: &mut String) {
        let leaves = &self.parts.leaves[leaves.start as usize..leaves.end as usize];
        for (at, leaf) in leaves.iter().enumerate() {
            if at > 0 && !leaf.glued {
                out.push(' ');
            }
            out.push_str(self.text(leaf));
        }
    }

    /// The leaves under a node, as a range of [`Page::leaves`].
    pub fn leaves_under(&self, node: NodeId) -> Range<usize> {
        let nodes = self.dom.subtree(node);
        let at = |node: u32| self.parts.before[node as usize].0 as usize;
        at(nodes.start)..at(nodes.end)
    }

    /// The text of the leaves under a node, joined.
    pub fn text_under(&self, node: NodeId) -> Cow<'_, str> {
        let leaves = self.leaves_under(node);
        self.joined(leaves.start as u32..leaves.end as u32)
    }

    /// An element and the two above it, as selectors have them, for people to read: names with two
    /// classes at most, such as `div.post > ul.tags > li`.
    pub fn path(&self, element: NodeId) -> String {
        let dom = &self.dom;
        let step = |node: NodeId| {
            let class = dom.attribute(node, "class").unwrap_or_default();
            let classes: String =
                class.split_whitespace().take(2).flat_map(|class| [".", class]).collect();
            format!("{}{classes}", dom.name(node))
        };
        let around = dom.ancestors(element).take(2);
        let mut steps: Vec<_> = std::iter::once(element).chain(around).map(step).collect();
        steps.reverse();
        steps.join(" > ")
    }

    /// The nodes that are a leaf or have one below them, in document order.
    pub fn nodes_with_leaves(&self) -> impl Iterator<Item = NodeId> + '_ {
        let mut next = 0;
        std::iter::from_fn(move || {
            while next < self.dom.len() as u32 {
                let node = NodeId(next);
                if !self.leaves_under(node).is_empty() {
                    next += 1;
                    return Some(node);
                }
                next = self.dom.subtree(node).end;
            }
            None
        })
    }

    /// Totals over a node and all below it.
    pub fn stats(&self, node: NodeId) -> Stats {
        let nodes = self.dom.subtree(node);
        let tags = |node: u32| self.parts.before[node as usize].1;
        Stats { tags: tags(nodes.end) - tags(nodes.start), ..self.totals(self.leaves_under(node)) }
    }

    /// Totals over a range of leaves; its `tags` are 0.
    pub fn totals(&self, leaves: Range<usize>) -> Stats {
        let (from, to) = (self.parts.sums[leaves.start], self.parts.sums[leaves.end]);
        Stats {
            tags: 0,
            words: to.words - from.words,
            chars: to.chars - from.chars,
            link_chars: to.link_chars - from.link_chars,
            leaves: leaves.len() as u32,
        }
    }

    /// Where tags stand in the source, as [`Dom::tags`] has them, read when first asked for.
    pub(crate) fn tags(&self) -> &[Range<u32>] {
        self.tags.get_or_init(|| {
            // Most nodes have two, or are a text between two.
            let mut tags = Vec::with_capacity(self.dom.len());
            tags.extend(self.dom.tags());
            tags
        })
    }

    /// The IDs of the leaves, made when first asked for.
    pub(crate) fn leaf_ids(&self) -> &LeafIds {
        self.ids.get_or_init(|| LeafIds::new(&self.dom, &self.parts.leaves, leaf_id::ONLY_CHILD))
    }

    /// Why a reader of the page does not see a leaf; `None` for one that is seen, or only folded away.
    /// Found for all leaves when first asked for.
    pub fn hidden(&self, leaf: usize) -> Option<Hidden> {
        let hidden = self.hidden.get_or_init(|| hidden::marks(self));
        hidden.get(leaf).copied().flatten()
    }

    /// The text of the page's `title` element, folded; `None` where there is none or it is blank.
    pub fn title(&self) -> Option<String> {
        let mut title = String::new();
        self.title_into(&mut title);
        (!title.is_empty()).then_some(title)
    }

    /// As [`Page::title`], appended to `out`; nothing where there is none.
    pub fn title_into(&self, out: &mut String) {
        let dom = &self.dom;
        let is_title = |node: &NodeId| dom.tag(*node) == Some(Tag::TITLE) && !dom.is_foreign(*node);
        let title = dom.nodes().find(is_title);
        let texts = title.into_iter().flat_map(|title| dom.children(title));
        texts.for_each(|node| text::fold(&dom.text(node), out));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(html: &str) -> Vec<String> {
        let page = Page::parse(html);
        let units = page.units().iter();
        units.map(|unit| page.joined(unit.leaves.clone()).into_owned()).collect()
    }

    #[test]
    fn units_end_at_blocks_and_breaks() {
        let html = "<div>a <b>b</b>c<p>d</p>e<br>f<hr>g<span>h</span> i</div>j";
        assert_eq!(units(html), ["a bc", "d", "e", "f", "gh i", "j"]);
        // An empty block is a boundary too; a hidden element is none.
        assert_eq!(units("a<div></div>b<script>x</script>c"), ["a", "bc"]);
    }

    #[test]
    fn what_is_drawn_within_a_line_parts_texts() {
        let html = "<p>s<button>1x</button><button>2x</button>e<p>a<img>b<input>c<video></video>d";
        assert_eq!(units(html), ["s 1x 2x e", "a b c d"]);
    }

    #[test]
    fn text_is_folded_decoded_and_joined_across_comments() {
        let html = "<p> a&amp;b&nbsp;\n c<!-- x -->d <!-- y --> e\0f</p><p>\u{a0}</p>";
        assert_eq!(units(html), ["a&b cd ef"]);
    }

    #[test]
    fn hidden_elements_have_no_leaves() {
        let html = "<title>t</title><style>s</style><select><option>o</select><svg><text>v</text></svg>\
                    <textarea>a</textarea><noscript>n</noscript><template>m</template>k";
        assert_eq!(units(html), ["k"]);
        // A stray title, such as a wrapper before the page makes of its own, is shown no more.
        assert_eq!(units("<text>a<head><title>t</title></head><p>b"), ["a", "b"]);
        assert_eq!(Page::parse(html).title().as_deref(), Some("t"));
        assert_eq!(Page::parse("<svg><title>t</title></svg>").title(), None);
    }

    #[test]
    fn totals_are_those_of_the_subtree() {
        let page = Page::parse("<div><p>one two</p><a href>three <i>家</i></a></div><p>four</p>");
        let div = page.dom().nodes().find(|&n| page.dom().tag(n) == Some(Tag::DIV)).unwrap();
        let stats = page.stats(div);
        assert_eq!(stats, Stats { tags: 4, words: 4, chars: 13, link_chars: 6, leaves: 3 });
        assert_eq!(page.leaves_under(div), 0..3);
        assert!(page.leaves()[2].linked && !page.leaves()[0].linked);
    }

    #[test]
    fn a_leaf_knows_its_source() {
        let html = "<p>x <b>a&amp;b</b>";
        let page = Page::parse(html);
        let sources: Vec<_> = page
            .leaves()
            .iter()
            .map(|l| &html[l.source.start as usize..l.source.end as usize])
            .collect();
        assert_eq!(sources, ["x ", "a&amp;b"]);
        assert_eq!(page.text(&page.leaves()[1]), "a&b");
    }
}
