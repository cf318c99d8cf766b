//! Which pages are taken, by what the archive says of them and by how much they hold.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use crate::host::host;
use crate::source::{PassedOver, Record};
use crate::text;

/// Which pages a run takes; by default all. What it does not take is passed over, and counted.
#[derive(Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Filter {
    /// HTTP statuses, of which one must fit; none stands for all.
    pub statuses: Vec<StatusPattern>,
    /// Patterns of addresses, of which one must fit; none stands for all.
    pub urls: Vec<Pattern>,
    /// Hosts, of which one must fit; none stands for all.
    pub hosts: Hosts,
    /// The fewest words that the content of a page has.
    pub min_words: usize,
}

impl fmt::Debug for Filter {
    /// The same for the same filter: it is part of a run's settings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut hosts: Vec<_> = self.hosts.names.iter().collect();
        hosts.sort();
        f.debug_struct("Filter")
            .field("statuses", &self.statuses)
            .field("urls", &self.urls)
            .field("hosts", &hosts)
            .field("min_words", &self.min_words)
            .finish()
    }
}

impl Filter {
    /// Why a record is not taken, if so; how much its page holds is looked at in [`Recipe::page`].
    ///
    /// [`Recipe::page`]: super::Recipe::page
    pub fn of_record(&self, record: &Record) -> Option<PassedOver> {
        let fits = |status| self.statuses.iter().any(|pattern| pattern.fits(status));
        if !self.statuses.is_empty() && !record.http_status.is_some_and(fits) {
            return Some(PassedOver::Status);
        }
        let url = record.url.as_deref().unwrap_or_default();
        if !self.urls.is_empty() && !self.urls.iter().any(|pattern| pattern.fits(url)) {
            return Some(PassedOver::Url);
        }
        (!self.hosts.fit(url)).then_some(PassedOver::Host)
    }

    /// Whether the text of a page decides.
    pub(super) fn counts_words(&self) -> bool {
        self.min_words > 0
    }

    /// Why a page with this content is not taken, if so.
    pub(super) fn of_text(&self, content: &str) -> Option<PassedOver> {
        let has_few = || (text::count(content).words as usize) < self.min_words;
        (self.counts_words() && has_few()).then_some(PassedOver::Words)
    }
}

/// HTTP statuses: one, such as `404`, or a class, such as `2xx`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatusPattern {
    digits: [Option<u8>; 3],
}

impl StatusPattern {
    /// Reads a pattern of three digits or letters `x`; `None` if it is none.
    pub fn parse(pattern: &str) -> Option<StatusPattern> {
        let of = |b: u8| match b {
            b'0'..=b'9' => Some(Some(b - b'0')),
            b'x' | b'X' => Some(None),
            _ => None,
        };
        let digits: Option<Vec<_>> = pattern.bytes().map(of).collect();
        Some(StatusPattern { digits: digits?.try_into().ok()? })
    }

    fn fits(self, status: u16) -> bool {
        let has = [status / 100, status / 10 % 10, status % 10];
        self.digits
            .iter()
            .zip(has)
            .all(|(want, has)| want.is_none_or(|want| u16::from(want) == has))
    }
}

/// A pattern of addresses, in which `*` stands for any characters. It fits a whole address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    parts: Vec<String>,
}

impl Pattern {
    /// The pattern of this text.
    pub fn new(pattern: &str) -> Pattern {
        Pattern { parts: pattern.split('*').map(str::to_owned).collect() }
    }

    fn fits(&self, url: &str) -> bool {
        let [first, rest @ ..] = self.parts.as_slice() else { return false };
        let Some(mut left) = url.strip_prefix(first.as_str()) else { return false };
        let [middle @ .., last] = rest else { return left.is_empty() };
        for part in middle {
            // The first place is as good as any: what is behind it is the most.
            let Some(at) = left.find(part.as_str()) else { return false };
            left = &left[at + part.len()..];
        }
        left.ends_with(last.as_str())
    }
}

/// Hosts, each with the hosts below it: `example.org` stands for `www.example.org` too.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hosts {
    /// There may be millions of them: a copy of a filter shares them.
    names: Arc<HashSet<String>>,
}

impl Hosts {
    /// Adds a host; `*.example.org` is the same as `example.org`.
    ///
    /// # Errors
    /// What is wrong, if the text can be no host: it is empty, an address or has a port.
    pub fn add(&mut self, host: &str) -> Result<(), String> {
        let name = host.trim().trim_start_matches("*.").trim_end_matches('.');
        let is_ip = name.starts_with('[') && name.ends_with(']');
        if name.is_empty() || name.starts_with('.') || name.contains(['/', '@', ' ', ':']) && !is_ip
        {
            return Err(format!("{host:?} is no host, such as example.org or [::1]"));
        }
        Arc::make_mut(&mut self.names).insert(name.to_ascii_lowercase());
        Ok(())
    }

    /// Adds the hosts of a list, one a line; empty lines and those that begin with `#` are notes.
    ///
    /// # Errors
    /// What is wrong, if a line can be no host, or there is none.
    pub fn add_list(&mut self, list: &str) -> Result<(), String> {
        let list = list.trim_start_matches('\u{feff}');
        let is_note = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('#');
        let mut lines = list.lines().filter(|line| !is_note(line)).peekable();
        lines.peek().ok_or("it names no host")?;
        lines.try_for_each(|line| self.add(line))
    }

    fn fit(&self, url: &str) -> bool {
        if self.names.is_empty() {
            return true;
        }
        let host = host(url).to_ascii_lowercase();
        let mut below = host.trim_end_matches('.');
        loop {
            if self.names.contains(below) {
                return true;
            }
            match below.split_once('.') {
                Some((_, above)) => below = above,
                None => return false,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_codes_or_classes() {
        let fits = |pattern: &str, status| StatusPattern::parse(pattern).unwrap().fits(status);
        assert!(fits("2xx", 200) && fits("2XX", 299) && fits("404", 404) && fits("20x", 206));
        assert!(!fits("2xx", 301) && !fits("404", 403));
        for bad in ["", "2", "2xxx", "ok ", "2x?"] {
            assert_eq!(StatusPattern::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn patterns_fit_whole_addresses() {
        let fits = |pattern: &str| Pattern::new(pattern).fits("https://a.org/news/2024/x.html");
        for pattern in
            ["*", "https://*", "*/news/*", "*.html", "https://a.org/news/2024/x.html", "*n*s*4*l"]
        {
            assert!(fits(pattern), "{pattern}");
        }
        for pattern in ["", "a.org", "https://", "*/old/*", "*.htm", "*x.html*x.html"] {
            assert!(!fits(pattern), "{pattern}");
        }
    }

    #[test]
    fn hosts_stand_for_those_below_them() {
        let mut hosts = Hosts::default();
        hosts.add_list("\u{feff}Example.org\n# a list\n\n*.b.net\n[::1]").unwrap();
        for url in ["http://example.org/", "https://u:p@WWW.example.org.:8080/x?y", "http://b.net"]
        {
            assert!(hosts.fit(url), "{url}");
        }
        for url in
            ["http://anexample.org/", "http://org/", "/example.org", "", "http://c.net/?b.net"]
        {
            assert!(!hosts.fit(url), "{url}");
        }
        assert!(hosts.fit("http://[::1]:80/") && Hosts::default().fit(""));
        for bad in ["", ".", "https://a.org/x", "b.org:8080", ".b.org", "::1", "a b"] {
            assert!(Hosts::default().add(bad).is_err(), "{bad}");
        }
        assert!(Hosts::default().add_list("# none\n\n").is_err());
    }

    #[test]
    fn all_that_is_asked_must_fit() {
        let mut record = Record {
            url: Some("http://a.org/x".into()),
            http_status: Some(404),
            ..Record::default()
        };
        let mut filter = Filter { urls: vec![Pattern::new("*/x")], ..Filter::default() };
        assert_eq!(filter.of_record(&record), None);
        filter.hosts.add("b.org").unwrap();
        assert_eq!(filter.of_record(&record), Some(PassedOver::Host));
        filter.statuses = vec![StatusPattern::parse("2xx").unwrap()];
        assert_eq!(filter.of_record(&record), Some(PassedOver::Status));
        record.http_status = None;
        assert_eq!(filter.of_record(&record), Some(PassedOver::Status));
        filter.min_words = 3;
        assert_eq!(filter.of_text("one two"), Some(PassedOver::Words));
        assert_eq!(filter.of_text("one two three"), None);
        assert_eq!(Filter::default().of_text(""), None);
    }
}
