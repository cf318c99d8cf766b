//! Limits that keep a page's tree bounded whatever the page holds.

/// The most of everything that a page's tree takes. A page over a cap is a page all the same, and
/// [`super::Dom::capped`] says which cap it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Caps {
    /// Elements open at once. Deeper ones get no descendants: theirs become children of the deepest
    /// open element, as browsers do it, and no text is lost. 16 to 4096, default 512.
    pub depth: usize,
    /// Attributes of one tag; later ones are not seen. At most 4096, default 256.
    pub attributes: usize,
    /// Nodes of a page, elements and texts; what follows is not read. Default 1,000,000, ten
    /// times more than any of the 4,026 pages of eight public data sets has.
    pub nodes: usize,
}

impl Caps {
    /// The least and the most that [`Caps::depth`] may be. A page needs a few open elements to stand
    /// in, and a walk up the tree is to stay short.
    pub const DEPTHS: (usize, usize) = (16, 4096);
    /// The most that [`Caps::attributes`] may be: names are compared each with all before it.
    pub const MOST_ATTRIBUTES: usize = 4096;

    /// The caps, brought into their ranges.
    pub(super) fn in_range(self) -> Caps {
        Caps {
            depth: self.depth.clamp(Self::DEPTHS.0, Self::DEPTHS.1),
            attributes: self.attributes.min(Self::MOST_ATTRIBUTES),
            nodes: self.nodes,
        }
    }
}

impl Default for Caps {
    fn default() -> Caps {
        Caps { depth: 512, attributes: 256, nodes: 1_000_000 }
    }
}

/// Which caps a page went over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Capped {
    /// An element was deeper than [`Caps::depth`].
    pub depth: bool,
    /// A tag had more attributes than [`Caps::attributes`].
    pub attributes: bool,
    /// The page had more nodes than [`Caps::nodes`], and its end was not read.
    pub nodes: bool,
}
