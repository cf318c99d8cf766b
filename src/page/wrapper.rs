//! The wrapper that CleanEval puts around its pages: `<text id="…">`, an element that is none of theirs.
//!
//! It stands in front of the document type, so that a parser would read the page in quirks mode and
//! its head as part of the body. Whoever reads such a page wants the page that was captured.

/// What a wrapper begins with.
const WRAPPER: &str = "<text id=";

/// A page without its wrapper.
pub(super) fn stripped(html: &str) -> &str {
    match html.strip_prefix(WRAPPER).and_then(|rest| rest.find('>').map(|at| &rest[at + 1..])) {
        Some(page) => page,
        None => html,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_wrapper_is_taken_off() {
        assert_eq!(stripped("<text id=\"http://a.example/\"> \n<html>x"), " \n<html>x");
        for page in ["<text>a", "<p><text id=1>a", " <text id=1>a", "<text id=1", ""] {
            assert_eq!(stripped(page), page);
        }
    }
}
