//! Cross-validation folds that keep a site together.
//!
//! Pages of one site look alike, so a method that trained on one would be tested on what it has
//! seen. Pages are grouped by project, where the data set names one, else by registered domain
//! (public suffix list), a page without an address being a group of its own; groups are dealt out,
//! the largest first, to the fold with the fewest pages, in an order that the seed decides among
//! groups of a size.

use std::collections::BTreeMap;

use crate::dataset::{Gold, Item};
use crate::random::Random;

/// The fold of each item, in `0..folds`; the same seed gives the same folds.
pub fn assign(items: &[Item], folds: usize, seed: u64) -> Vec<usize> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, item) in items.iter().enumerate() {
        groups.entry(site(&item.gold)).or_default().push(index);
    }
    let mut groups: Vec<_> = groups.into_values().collect();
    Random(seed).shuffle(&mut groups);
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    let mut sizes = vec![0; folds];
    let mut assigned = vec![0; items.len()];
    for group in groups {
        let smallest = (0..folds).min_by_key(|&fold| sizes[fold]).unwrap_or(0);
        sizes[smallest] += group.len();
        for index in group {
            assigned[index] = smallest;
        }
    }
    assigned
}

/// What must not be torn apart: the pages of a project, else of a registered domain, else the page
/// alone. A slash tells the first from a domain, and the last from both.
pub fn site(gold: &Gold) -> String {
    let Gold { id, url, project, .. } = gold;
    let project = project.as_ref().map(|project| format!("{project}/"));
    let domain = || url.as_deref().and_then(domain);
    project.or_else(domain).unwrap_or_else(|| format!("/{id}"))
}

/// The registered domain of an address (`https://www.a.co.uk/x` gives `a.co.uk`), or its host
/// where that is no domain name; `None` where there is no host.
pub fn domain(url: &str) -> Option<String> {
    let after_scheme = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = after_scheme.split(['/', '?', '#', '\\']).next()?;
    let host = authority.rsplit('@').next()?;
    let host = match host.strip_prefix('[') {
        Some(address) => address.split(']').next()?,
        None => host.split(':').next()?,
    };
    let host = host.trim_end_matches('.').to_lowercase();
    let is_address = host.parse::<std::net::IpAddr>().is_ok();
    match psl::domain_str(&host) {
        Some(domain) if !is_address => Some(domain.to_owned()),
        _ => (!host.is_empty()).then_some(host),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::Stored;

    fn item(id: usize, url: Option<String>) -> Item {
        let gold = Gold { id: id.to_string(), url, ..Gold::default() };
        Item { body: Stored::Bytes(Vec::new()), gold }
    }

    #[test]
    fn registered_domains() {
        for (url, expected) in [
            ("https://www.a.co.uk/x?y", Some("a.co.uk")),
            ("http://user@News.A.com:80", Some("a.com")),
            ("b.github.io/x", Some("b.github.io")),
            ("http://192.168.0.1/x", Some("192.168.0.1")),
            ("http://[::1]:80/", Some("::1")),
            ("http://localhost/", Some("localhost")),
            ("", None),
        ] {
            assert_eq!(domain(url).as_deref(), expected, "{url}");
        }
    }

    #[test]
    fn a_project_goes_before_its_hosts() {
        let gold = |project: Option<&str>, url: &str| Gold {
            id: "x".into(),
            project: project.map(Into::into),
            url: Some(url.into()),
            ..Gold::default()
        };
        let a = site(&gold(Some("a"), "https://a.example/"));
        assert_eq!(a, site(&gold(Some("a"), "https://docs.example/")));
        assert_ne!(a, site(&gold(Some("b"), "https://a.example/")));
        assert_eq!(site(&gold(None, "https://a.example/")), "a.example");
        assert_eq!(site(&gold(None, "")), "/x");
    }

    #[test]
    fn sites_stay_together_and_folds_are_even() {
        let url = |site| Some(format!("https://w{site}.site{site}.org/"));
        let mut items: Vec<_> = (0..40).map(|id| item(id, url(id / 4))).collect();
        items.extend((40..60).map(|id| item(id, None)));
        let folds = assign(&items, 5, 1);
        for site in folds[..40].chunks(4) {
            assert!(site.iter().all(|fold| *fold == site[0]));
        }
        for fold in 0..5 {
            assert_eq!(folds.iter().filter(|&&f| f == fold).count(), 12);
        }
        assert_eq!(folds, assign(&items, 5, 1));
        assert_ne!(folds, assign(&items, 5, 2));
    }
}
