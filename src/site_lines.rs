//! Lines that a site repeats: what stands on several pages of one host is what they have around
//! their content.
//!
//! A first pass over the pages, in their order, counts for each host on how many pages each line
//! stands; what stands on [`REPEATED`] is repeated, wherever a second pass meets it. A few pages
//! tell, so no more than [`PAGES`] are counted, and memory is bounded: a line is a hash, a host
//! whose pages are counted keeps its repeated lines alone, and where there are too many hosts those
//! with the fewest pages go, the longest unseen first. All of it follows from the order of the
//! pages, so it is the same at any number of threads.
//!
//! A page that is a copy would make content of its original repeated. So a page is not counted if
//! the host has shown most of its long lines.

use std::hash::BuildHasher;
use std::ops::Range;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::extraction::Extraction;
use crate::host::host;
use crate::page::Page;

/// Pages on which a repeated line stands: two others beside the one that it is dropped from.
const REPEATED: u8 = 3;

/// Pages of a host that are counted.
const PAGES: u8 = 12;

/// Words from which a line is long: few of a page's frame are.
const LONG: u32 = 20;

/// Lines of a page that are counted.
const LINES: usize = 4096;

/// Lines that are held at once, of all hosts: some 100 MB.
const HELD: usize = 4 << 20;

/// A line of a page: a hash of its text, the lowest bit telling whether it is long.
type Line = u64;

/// What the first pass takes from a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageLines {
    /// Hash of the host's name.
    host: u64,
    /// Its different lines, ascending by hash.
    lines: Vec<Line>,
}

/// What the first pass has counted so far.
#[derive(Debug)]
pub struct Learner {
    hosts: FxHashMap<u64, Host>,
    /// Pages so far.
    pages: u64,
    /// Lines that the hosts hold, and the most that they may.
    held: usize,
    most: usize,
}

/// A host whose pages are counted.
#[derive(Debug, Default)]
struct Host {
    /// Pages that were counted.
    pages: u8,
    /// The last of them, among all pages.
    last: u64,
    /// On how many each line stands.
    counts: FxHashMap<u64, u8>,
}

/// The lines that hosts repeat.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SiteLines {
    /// The repeated lines of each host, ascending.
    hosts: FxHashMap<u64, Vec<u64>>,
}

impl PageLines {
    /// The lines of a page of this address; `None` where it names no host.
    pub fn of(page: &Page, url: &str) -> Option<PageLines> {
        let host = site(url)?;
        let mut text = String::new();
        let mut lines: Vec<_> =
            page.units().iter().map(|unit| line(page, unit.leaves.clone(), &mut text)).collect();
        lines.sort_unstable();
        lines.dedup();
        lines.truncate(LINES);
        Some(PageLines { host, lines })
    }

    /// Appends them to `out`, for [`PageLines::read`].
    pub fn write(&self, out: &mut Vec<u8>) {
        for number in [self.host, self.lines.len() as u64].iter().chain(&self.lines) {
            out.extend_from_slice(&number.to_le_bytes());
        }
    }

    /// Reads what was written first, and moves behind it; `None` at the end.
    pub fn read(bytes: &mut &[u8]) -> Option<PageLines> {
        let mut number = || {
            let (number, rest) = bytes.split_first_chunk()?;
            *bytes = rest;
            Some(u64::from_le_bytes(*number))
        };
        let (host, count) = (number()?, number()?);
        Some(PageLines { host, lines: (0..count).map_while(|_| number()).collect() })
    }
}

impl Default for Learner {
    fn default() -> Learner {
        Learner { hosts: FxHashMap::default(), pages: 0, held: 0, most: HELD }
    }
}

impl Learner {
    /// Counts the lines of the next page.
    pub fn add(&mut self, page: &PageLines) {
        self.pages += 1;
        let host = self.hosts.entry(page.host).or_default();
        if host.pages == PAGES || host.has_shown(page) {
            return;
        }
        host.pages += 1;
        host.last = self.pages;
        let before = host.counts.len();
        for line in &page.lines {
            *host.counts.entry(*line).or_default() += 1;
        }
        self.held += host.counts.len() - before;
        if host.pages == PAGES {
            self.held -= host.forget_single();
        }
        if self.held > self.most {
            self.evict();
        }
    }

    /// Forgets hosts until a quarter of the room is free.
    fn evict(&mut self) {
        let mut order: Vec<_> = self.hosts.iter().map(|(&key, h)| (h.pages, h.last, key)).collect();
        order.sort_unstable();
        for (_, _, key) in order {
            if self.held <= self.most / 4 * 3 {
                break;
            }
            self.held -= self.hosts.remove(&key).map_or(0, |host| host.counts.len());
        }
    }

    /// The lines that were repeated.
    pub fn finish(self) -> SiteLines {
        let repeated = |(key, mut host): (u64, Host)| {
            host.forget_single();
            let mut lines: Vec<_> = host.counts.into_keys().collect();
            lines.sort_unstable();
            (key, lines)
        };
        SiteLines { hosts: self.hosts.into_iter().map(repeated).collect() }
    }
}

impl Host {
    /// Whether most of a page's long lines stood on pages before.
    fn has_shown(&self, page: &PageLines) -> bool {
        let long = page.lines.iter().filter(|&&line| line & 1 == 1);
        let (shown, all) = long.fold((0, 0), |(shown, all), line| {
            (shown + usize::from(self.counts.contains_key(line)), all + 1)
        });
        2 * shown > all
    }

    /// Forgets the lines that are not repeated, and says how many they were.
    fn forget_single(&mut self) -> usize {
        let before = self.counts.len();
        self.counts.retain(|_, &mut count| count >= REPEATED);
        self.counts.shrink_to_fit();
        before - self.counts.len()
    }
}

impl SiteLines {
    /// Clears the units of a page of this address that its host repeats. A text that a method wrote
    /// itself stays as it is.
    pub fn drop_from(&self, page: &Page, url: &str, extraction: &mut Extraction) {
        let Some(lines) = site(url).and_then(|site| self.hosts.get(&site)) else { return };
        if lines.is_empty() {
            return;
        }
        let mut text = String::new();
        for unit in page.units() {
            let leaves = unit.leaves.start as usize..unit.leaves.end as usize;
            // An extraction of another page has fewer leaves.
            let Some(kept) = extraction.kept.get_mut(leaves) else { return };
            if kept.contains(&true) {
                let line = line(page, unit.leaves.clone(), &mut text);
                if lines.binary_search(&line).is_ok() {
                    kept.fill(false);
                }
            }
        }
    }

    /// A number that tells these lines from others.
    pub fn digest(&self) -> u64 {
        let mut hosts: Vec<_> = self.hosts.iter().filter(|(_, lines)| !lines.is_empty()).collect();
        hosts.sort_unstable();
        FxBuildHasher.hash_one(hosts)
    }
}

/// The line that leaves are, case aside.
fn line(page: &Page, leaves: Range<u32>, text: &mut String) -> Line {
    let is_long = page.totals(leaves.start as usize..leaves.end as usize).words >= LONG;
    text.clear();
    page.join_into(leaves, text);
    text.make_ascii_lowercase();
    FxBuildHasher.hash_one(&*text) << 1 | u64::from(is_long)
}

/// Hash of the site that an address is of: its host, with or without `www`.
fn site(url: &str) -> Option<u64> {
    let host = host(url).to_ascii_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    (!host.is_empty()).then(|| FxBuildHasher.hash_one(host))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render;

    fn html(number: usize) -> String {
        let words =
            |from: usize| (from..from + 25).map(|n| format!("w{number}x{n} ")).collect::<String>();
        format!("<p>Menu<p>Title {number}<p>{}<p>{}<p>Imprint", words(0), words(100))
    }

    fn lines(html: &str, url: &str) -> PageLines {
        PageLines::of(&Page::parse(html), url).unwrap()
    }

    fn left(lines: &SiteLines, html: &str, url: &str) -> String {
        let page = Page::parse(html);
        let mut extraction = Extraction::all(&page);
        lines.drop_from(&page, url, &mut extraction);
        render::text(&page, &extraction)
    }

    #[test]
    fn what_stands_on_three_pages_is_repeated() {
        let mut learner = Learner::default();
        for number in 0..3 {
            learner.add(&lines(&html(number), &format!("https://www.a.example/{number}")));
        }
        let found = learner.finish();
        let text = left(&found, &html(2), "http://A.example/2");
        assert!(text.starts_with("Title 2\nw2x0") && !text.contains("Imprint"), "{text}");
        assert!(left(&found, &html(2), "http://b.example/").starts_with("Menu\n"));
        let mut other = Extraction::all(&Page::parse("<p>Menu"));
        found.drop_from(&Page::parse(&html(2)), "http://a.example/2", &mut other);
    }

    #[test]
    fn lines_are_written_and_read() {
        let pages = [lines(&html(1), "https://a.example/"), lines("<p>x", "https://b.example/")];
        let mut bytes = Vec::new();
        pages.iter().for_each(|page| page.write(&mut bytes));
        let mut rest = &bytes[..];
        let read: Vec<_> = std::iter::from_fn(|| PageLines::read(&mut rest)).collect();
        assert_eq!(read, pages);
    }

    #[test]
    fn two_pages_do_not_tell() {
        let mut learner = Learner::default();
        (0..2).for_each(|number| learner.add(&lines(&html(number), "https://a.example/")));
        assert!(left(&learner.finish(), &html(0), "https://a.example/").starts_with("Menu\n"));
    }

    #[test]
    fn copies_of_a_page_do_not_make_it_a_frame() {
        let mut learner = Learner::default();
        (0..5).for_each(|_| learner.add(&lines(&html(7), "https://a.example/")));
        assert!(left(&learner.finish(), &html(7), "https://a.example/").contains("w7x0"));
    }

    #[test]
    fn memory_is_bounded_and_hosts_with_more_pages_stay() {
        let mut learner = Learner { most: 200, ..Learner::default() };
        for number in 0..3 {
            learner.add(&lines(&html(number), "https://kept.example/"));
        }
        for number in 0..500 {
            learner.add(&lines(&html(number), &format!("https://h{number}.example/")));
            assert!(learner.held <= 200);
            assert_eq!(
                learner.held,
                learner.hosts.values().map(|host| host.counts.len()).sum::<usize>()
            );
        }
        let found = learner.finish();
        assert!(left(&found, &html(0), "https://kept.example/").starts_with("Title 0"));
    }

    #[test]
    fn an_address_without_a_host_has_no_lines() {
        for url in ["", "x", "file:///a", "mailto:a@b"] {
            assert_eq!(PageLines::of(&Page::parse("<p>x"), url), None, "{url}");
        }
    }
}
