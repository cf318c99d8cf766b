//! Hosts of advertisers.

use std::path::Path;

use rustc_hash::FxHashSet;

use crate::{Error, Result};

/// Our own list: the networks that most pages load advertisements from.
const SHIPPED: &str = include_str!("hosts.txt");

/// The longest name that the domain name system allows.
const LONGEST: usize = 253;

/// Hosts whose links, images, frames and scripts are advertisements.
#[derive(Debug, Clone)]
pub struct Hosts(FxHashSet<String>);

impl Hosts {
    /// The list that ships.
    pub fn shipped() -> Hosts {
        Hosts::parse(SHIPPED)
    }

    /// Reads a hosts file: lines of an address and names, or of a name; `#` opens a comment.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(path: &Path) -> Result<Hosts> {
        let text = std::fs::read_to_string(path).map_err(|error| Error::io(path, error))?;
        Ok(Hosts::parse(&text))
    }

    fn parse(text: &str) -> Hosts {
        let names = text.lines().flat_map(|line| {
            let line = line.split('#').next().unwrap_or_default();
            line.split_ascii_whitespace().filter(|field| !is_address(field))
        });
        Hosts(names.map(str::to_ascii_lowercase).collect())
    }

    /// Whether an address leads to one of the hosts or to a host below it.
    pub fn match_url(&self, url: &str) -> bool {
        let Some(host) = host(url).filter(|host| host.len() <= LONGEST) else { return false };
        let host = host.to_ascii_lowercase();
        let parents =
            std::iter::successors(Some(host.as_str()), |name| Some(name.split_once('.')?.1));
        parents.into_iter().any(|name| self.0.contains(name))
    }
}

/// Whether a field of a hosts file is the address in front of names.
fn is_address(field: &str) -> bool {
    field.contains(':') || field.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// The host of an absolute address, or of one without a scheme (`//host/path`).
fn host(url: &str) -> Option<&str> {
    let (scheme, rest) = url.trim_start().split_once("//")?;
    let is_scheme = |scheme: &str| scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !(scheme.is_empty() || scheme.strip_suffix(':').is_some_and(is_scheme)) {
        return None;
    }
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    Some(host.split(':').next().unwrap_or_default().trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_addresses() {
        for url in ["http://u:p@a.b:80/x", " //a.b?q", "HTTPS://a.b.", "https://a.b#//c.d"] {
            assert_eq!(host(url), Some("a.b"), "{url}");
        }
        for url in ["/x//a.b", "x?u=http://a.b", "a.b/c", "mailto:x@a.b", ""] {
            assert_eq!(host(url), None, "{url}");
        }
    }

    #[test]
    fn a_hosts_file() {
        let hosts =
            Hosts::parse("# ours\n127.0.0.1 Ads.example t.example # x\n::1 u.example\nv.w\n");
        assert_eq!(hosts.0.len(), 4);
        assert!(hosts.match_url("http://ads.example/banner"));
        assert!(hosts.match_url("//img.ADS.example"));
        assert!(!hosts.match_url("http://example/") && !hosts.match_url("http://badads.example/"));
        assert!(Hosts::shipped().match_url("https://ad.doubleclick.net/x"));
    }
}
