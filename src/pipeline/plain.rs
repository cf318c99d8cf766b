//! Plain text as a page, so that it is written in every form as pages are.

/// A page of which each line of the text is a paragraph.
pub(super) fn page(text: &str) -> String {
    let mut page = String::with_capacity(text.len() + text.len() / 8);
    for line in text.split(['\n', '\r', '\x0c']).filter(|line| !line.trim().is_empty()) {
        page.push_str("<p>");
        for c in line.chars() {
            match c {
                '<' => page.push_str("&lt;"),
                '&' => page.push_str("&amp;"),
                c => page.push(c),
            }
        }
        page.push('\n');
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::Extraction;
    use crate::page::Page;
    use crate::render;

    #[test]
    fn every_line_comes_back_and_nothing_is_markup() {
        let text = "A title\r\n\r\n1 < 2 && <b>b</b> &amp;\rx\n\n  last  ";
        let html = page(text);
        let page = Page::parse(&html);
        let lines = render::text(&page, &Extraction::all(&page));
        assert_eq!(lines, "A title\n1 < 2 && <b>b</b> &amp;\nx\nlast");
    }
}
