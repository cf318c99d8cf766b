//! Sets of tags, as bits. Names of sets are the standard's where it has one.

/// "Special" elements: an end tag does not look for its start tag beyond one.
pub const SPECIAL: u32 = 1 << 0;
/// Bounds "in scope".
pub const SCOPE: u32 = 1 << 1;
/// Bounds "in list item scope" beside [`SCOPE`].
pub const LIST_SCOPE: u32 = 1 << 2;
/// Bounds "in button scope" beside [`SCOPE`].
pub const BUTTON_SCOPE: u32 = 1 << 3;
/// Bounds "in table scope"; also what "clear the stack back to a table context" stops at.
pub const TABLE_SCOPE: u32 = 1 << 4;
/// Closed by "generate implied end tags".
pub const IMPLIED_END: u32 = 1 << 5;
/// Closed by "generate all implied end tags thoroughly" beside [`IMPLIED_END`].
pub const THOROUGH_END: u32 = 1 << 6;
/// `h1` to `h6`.
pub const HEADING: u32 = 1 << 7;
/// Formatting elements, which the adoption agency handles.
pub const FORMATTING: u32 = 1 << 8;
/// Elements that have no content and no end tag.
pub const VOID: u32 = 1 << 9;
/// Content is text up to the end tag (scripting on), character references are not decoded.
pub const RAW_TEXT: u32 = 1 << 10;
/// Content is text up to the end tag, character references are decoded.
pub const RCDATA: u32 = 1 << 11;
/// A start tag that ends foreign content.
pub const BREAKOUT: u32 = 1 << 12;
/// Begins a new line of text by its default style.
pub const BLOCK: u32 = 1 << 13;
/// `tbody`, `thead`, `tfoot`.
pub const TABLE_SECTION: u32 = 1 << 14;
/// Content that is not allowed in one of these is foster-parented.
pub const FOSTER: u32 = 1 << 15;
/// Metadata elements that "in head" handles wherever they are met.
pub const METADATA: u32 = 1 << 16;
/// A start tag closes an open `p`; the end tag closes what the start tag opened.
pub const CONTAINER: u32 = 1 << 17;
/// Start tags of the parts of a table.
pub const TABLE_PART: u32 = 1 << 18;
/// MathML's text and SVG's HTML integration points.
pub const INTEGRATION: u32 = 1 << 19;
/// Marks an open element that is not HTML's.
pub const FOREIGN: u32 = 1 << 20;
/// `html` and `template`, where clearing the stack back to a row or section stops at the latest.
pub const ROOT: u32 = 1 << 21;
/// `tr`.
pub const ROW: u32 = 1 << 22;
/// `td` and `th`.
pub const CELL: u32 = 1 << 23;
