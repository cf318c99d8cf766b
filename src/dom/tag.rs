//! Element names and the classes the standard puts them in.

/// An element's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tag(pub(crate) u16);
