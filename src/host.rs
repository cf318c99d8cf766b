//! The host in an address.

/// The host of an address, without its port; empty if it has none.
pub fn host(url: &str) -> &str {
    let Some((_, rest)) = url.split_once("://") else { return "" };
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    match host.starts_with('[') {
        true => host.split_inclusive(']').next().unwrap_or_default(),
        false => host.split(':').next().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_has_no_user_and_no_port() {
        for (url, of) in [
            ("https://example.org/?a@b", "example.org"),
            ("http://u:p@Example.org:8080", "Example.org"),
            ("http://[::1]:80/x", "[::1]"),
            ("urn:x:example.org", ""),
            ("", ""),
        ] {
            assert_eq!(host(url), of, "{url}");
        }
    }
}
