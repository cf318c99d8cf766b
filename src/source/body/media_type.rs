//! What a declared media type says of a body.

/// What a declared media type comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Declared {
    /// HTML or XHTML.
    Html,
    /// Another type.
    Other,
    /// None: nothing, no media type, or one that says that it is not known.
    Nothing,
}

/// What a declared type, with or without parameters, comes to.
pub(crate) fn declared(content_type: &str) -> Declared {
    const HTML: [&str; 3] = ["text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"];
    const UNKNOWN: [&str; 3] =
        ["unknown/unknown", "application/unknown", "application/x-unknown-content-type"];
    let essence = essence(content_type);
    let is_one_of = |names: &[&str]| names.iter().any(|name| essence.eq_ignore_ascii_case(name));
    if is_one_of(&HTML) {
        Declared::Html
    } else if is_one_of(&UNKNOWN) || !is_media_type(essence) {
        Declared::Nothing
    } else {
        Declared::Other
    }
}

/// Whether a declared type is that of plain text.
pub(crate) fn is_plain_text(content_type: &str) -> bool {
    essence(content_type).eq_ignore_ascii_case("text/plain")
}

/// A declared type without its parameters; some heads separate them by a comma or by a space alone.
fn essence(content_type: &str) -> &str {
    let is_end = |c: char| c == ';' || c == ',' || c.is_ascii_whitespace();
    content_type.trim_start().split(is_end).next().unwrap_or_default()
}

/// Whether it is two tokens (RFC 9110) with a slash between, neither of them a wildcard.
fn is_media_type(essence: &str) -> bool {
    let is_token = |part: &str| {
        let is_known = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
        !part.is_empty() && part != "*" && part.bytes().all(is_known)
    };
    essence.split_once('/').is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_types_ignore_case_and_parameters() {
        for html in [
            "Text/HTML; charset=utf-8",
            "application/xhtml+xml",
            " text/html charset=utf-8",
            "text/html, text/html",
        ] {
            assert_eq!(declared(html), Declared::Html, "{html:?}");
        }
        for other in ["text/plain", "text/html5", "image/svg+xml; charset=utf-8"] {
            assert_eq!(declared(other), Declared::Other, "{other:?}");
        }
    }

    #[test]
    fn types_that_say_nothing_are_none() {
        for nothing in [
            "",
            "*/*",
            "text/*",
            "unk",
            "no-type",
            "\"text/html\"",
            "text/",
            "/html",
            "text/ht<ml",
            "unknown/unknown",
            "Application/Unknown; x=y",
            "; charset=utf-8",
        ] {
            assert_eq!(declared(nothing), Declared::Nothing, "{nothing:?}");
        }
    }
}
