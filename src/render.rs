//! An extraction as text: a line a unit; and what is left of a tree as HTML.

mod html;

pub use html::{Shown, escape, html};

use crate::extraction::Extraction;
use crate::page::Page;

/// The chosen leaves as plain text: each unit on a line of its own, in document order.
pub fn text(page: &Page, extraction: &Extraction) -> String {
    let mut out = String::new();
    text_into(page, extraction, &mut out);
    out
}

/// As [`text`], appended to `out`.
pub fn text_into(page: &Page, extraction: &Extraction, out: &mut String) {
    let start = out.len();
    for unit in page.units() {
        let mut line = false;
        let mut previous = false;
        for leaf in unit.leaves.clone() {
            let kept = extraction.kept[leaf as usize];
            if kept {
                let leaf = &page.leaves()[leaf as usize];
                if !line {
                    line = true;
                    if out.len() > start {
                        out.push('\n');
                    }
                } else if !(leaf.glued && previous) {
                    out.push(' ');
                }
                out.push_str(page.text(leaf));
            }
            previous = kept;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_a_unit_and_no_space_where_leaves_are_glued() {
        let page = Page::parse("<p>a<b>b</b> <i>c</i> d</p>e<br>f");
        let mut extraction = Extraction::all(&page);
        assert_eq!(text(&page, &extraction), "ab c d\ne\nf");
        extraction.kept[1] = false;
        assert_eq!(text(&page, &extraction), "a c d\ne\nf");
        assert_eq!(text(&page, &Extraction::none(&page)), "");
    }
}
