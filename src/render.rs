//! An extraction as text; and what is left of a tree as HTML.

mod html;

pub use html::{Shown, escape, html};

use crate::extraction::Extraction;
use crate::page::Page;

/// A page's text as a method has it: the extraction's own, else the chosen leaves as plain text, each
/// unit on a line of its own, in document order.
///
/// It is the one text of a page and its extraction: what the pipeline writes and what evaluation
/// scores. Leaves that the extraction does not speak of, since it was made of another page, are not
/// chosen.
pub fn text(page: &Page, extraction: &Extraction) -> String {
    let mut out = String::new();
    text_into(page, extraction, &mut out);
    out
}

/// As [`text`], appended to `out`.
pub fn text_into(page: &Page, extraction: &Extraction, out: &mut String) {
    if let Some(own) = &extraction.text {
        out.push_str(own);
        return;
    }
    let start = out.len();
    for unit in page.units() {
        let mut line = false;
        let mut previous = false;
        for leaf in unit.leaves.clone() {
            let kept = extraction.keeps(leaf as usize);
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

    #[test]
    fn a_methods_own_text_stands_in_place_of_the_leaves() {
        let page = Page::parse("<p>a<p>b");
        let mut extraction = Extraction::all(&page);
        extraction.text = Some("a\n\nb".into());
        assert_eq!(text(&page, &extraction), "a\n\nb");
    }

    #[test]
    fn an_extraction_of_another_page_chooses_no_more_than_it_has() {
        let (short, long) = (Page::parse("<p>a"), Page::parse("<p>b<p>c<p>d"));
        assert_eq!(text(&long, &Extraction::all(&short)), "b");
        assert_eq!(text(&short, &Extraction::all(&long)), "a");
    }
}
