//! Addresses of links and images: absolute, and only such as are safe to follow.

use std::borrow::Cow;

use oxiri::{Iri, IriRef};

use crate::dom::{NodeId, Tag};
use crate::page::Page;

/// Schemes of addresses that lead somewhere and run nothing.
const SAFE: [&str; 8] = ["http", "https", "ftp", "ftps", "mailto", "tel", "news", "magnet"];

/// Bytes of an address that others are made absolute with, at most: each link of the page repeats it.
const LONGEST_BASE: usize = 2048;

/// What addresses on a page are relative to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Base(Option<Iri<String>>);

impl Base {
    /// The page's first `base` with an address, itself relative to the page's address, else that.
    pub fn of(page: &Page, url: Option<&str>) -> Base {
        let dom = page.dom();
        let own = url.and_then(absolute);
        let is_base = |&node: &NodeId| dom.tag(node) == Some(Tag::BASE) && !dom.is_foreign(node);
        let mut bases = dom.has_base().then(|| dom.nodes().filter(is_base)).into_iter().flatten();
        let href = bases.find_map(|node| dom.attribute(node, "href"));
        let Some(href) = href else { return Base(own) };
        let href = tidy(&href);
        let resolved = match &own {
            Some(own) => {
                let resolved = own.resolve_unchecked(&IriRef::parse_unchecked(href.as_ref()));
                absolute(resolved.as_str())
            }
            None => absolute(&href),
        };
        Base(resolved.or(own))
    }

    /// Appends an address as the page has it, made absolute where that can be done; `false`, and
    /// nothing is appended, if it leads nowhere, stays on the page or is not safe to follow.
    pub fn resolve(&self, address: &str, out: &mut String) -> bool {
        let address = tidy(address);
        if address.is_empty() || address.starts_with('#') {
            return false;
        }
        match scheme(&address) {
            Some(scheme) if !is_safe(scheme) => return false,
            // `http:path` is an error that browsers read as relative; nobody means it.
            Some(_) => out.push_str(&address),
            None => match &self.0 {
                Some(base) => {
                    let relative = IriRef::parse_unchecked(address.as_ref());
                    base.resolve_into_unchecked(&relative, out);
                }
                None => out.push_str(&address),
            },
        }
        true
    }
}

/// An address with a scheme that others can be relative to.
fn absolute(address: &str) -> Option<Iri<String>> {
    let address = tidy(address);
    let is_base = scheme(&address).is_some_and(|scheme| {
        scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
    });
    (is_base && address.len() <= LONGEST_BASE).then(|| Iri::parse_unchecked(address.into_owned()))
}

/// What stands before the first colon, if it can be a scheme (RFC 3986, section 3.1).
fn scheme(address: &str) -> Option<&str> {
    let (scheme, _) = address.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    is_scheme.then_some(scheme)
}

fn is_safe(scheme: &str) -> bool {
    SAFE.iter().any(|safe| scheme.eq_ignore_ascii_case(safe))
}

/// Whether a byte may stand in an address as it is.
const IS_PLAIN: [bool; 256] = {
    let mut plain = [true; 256];
    let mut byte = 0;
    while byte < 256 {
        plain[byte] = byte > 0x20
            && !matches!(
                byte as u8,
                b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' | 0x7F
            );
        byte += 1;
    }
    plain
};

/// An address as browsers read it (WHATWG URL, section 4.4): without controls and white space
/// around it, without tabs and line ends inside, spaces and what may not stand in an address
/// percent-encoded, and `\` as `/` before the query.
fn tidy(address: &str) -> Cow<'_, str> {
    let address = address.trim_matches(|c: char| c <= ' ' || c.is_whitespace());
    let is_plain = |byte: u8| IS_PLAIN[usize::from(byte)];
    if address.bytes().all(is_plain) {
        return Cow::Borrowed(address);
    }
    let mut out = String::with_capacity(address.len() + 8);
    let mut in_path = true;
    for c in address.chars() {
        in_path &= !matches!(c, '?' | '#');
        match c {
            '\t' | '\n' | '\r' => {}
            '\\' if in_path => out.push('/'),
            c if c.is_ascii() && !is_plain(c as u8) => {
                out.push_str(&format!("%{:02X}", c as u8));
            }
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(html: &str, url: Option<&str>, address: &str) -> Option<String> {
        let mut out = String::new();
        Base::of(&Page::parse(html), url).resolve(address, &mut out).then_some(out)
    }

    #[test]
    fn addresses_are_absolute_against_base_or_page() {
        let at = |address| resolved("<p>", Some("https://e.org/a/b?q#f"), address).unwrap();
        assert_eq!(at("c"), "https://e.org/a/c");
        assert_eq!(at(" ../x y\n.html "), "https://e.org/x%20y.html");
        assert_eq!(at("//cdn.e.org/i.png"), "https://cdn.e.org/i.png");
        assert_eq!(at("?p=2"), "https://e.org/a/b?p=2");
        assert_eq!(at("\\c\\d"), "https://e.org/c/d");
        assert_eq!(at("mailto:a@e.org"), "mailto:a@e.org");
        assert_eq!(at("HTTP://E.org/Ü"), "HTTP://E.org/Ü");
        let base = "<base target=x><base href=/r/><base href=/s/>";
        assert_eq!(resolved(base, Some("https://e.org/a/b"), "c").unwrap(), "https://e.org/r/c");
        assert_eq!(resolved("<base href=http://f.org/r/>", None, "c").unwrap(), "http://f.org/r/c");
        assert_eq!(resolved("<p>", None, "/c").unwrap(), "/c");
    }

    #[test]
    fn a_base_that_would_fill_memory_is_none() {
        let long = |bytes: usize| format!("<base href=http://f.org/{}/>", "x".repeat(bytes - 14));
        assert!(resolved(&long(LONGEST_BASE), None, "c").unwrap().starts_with("http://f.org/xx"));
        assert_eq!(resolved(&long(LONGEST_BASE + 1), None, "c").unwrap(), "c");
        let own = Some("https://e.org/");
        assert_eq!(resolved(&long(LONGEST_BASE + 1), own, "c").unwrap(), "https://e.org/c");
    }

    #[test]
    fn what_runs_or_leads_nowhere_is_no_address() {
        for address in [
            "",
            " ",
            "#top",
            "javascript:alert(1)",
            " java\nscript:x",
            "DATA:text/html,x",
            "vbscript:x",
        ] {
            assert_eq!(resolved("<p>", Some("https://e.org/"), address), None, "{address}");
        }
        assert_eq!(resolved("<base href=javascript:x>", None, "c").unwrap(), "c");
        let base = "<base href=javascript:x>";
        assert_eq!(resolved(base, Some("https://e.org/"), "//c").unwrap(), "https://c");
    }
}
