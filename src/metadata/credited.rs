//! Authors whom a text names as such wherever it stands: "Written by Ann Miller" below an article, "Thread
//! starter: miller_7" beside a thread.

use super::authors::Authors;
use super::names;

/// Characters of a text that says who wrote the page, at most.
const LONGEST: u32 = 130;

/// Characters of a text that is nothing but names, at most.
const ALONE: u32 = 50;

impl Authors<'_, '_, '_> {
    /// The names of which a text says that it is by them, if all that say so name the same; of a thread
    /// the first. The parts of the page that are not its own are by others.
    pub(super) fn credited(&self) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        let mut announced = false;
        for unit in self.page.units() {
            let leaves = unit.leaves.start as usize..unit.leaves.end as usize;
            let chars = self.page.totals(leaves).chars;
            let is_announced = std::mem::take(&mut announced) && chars <= ALONE;
            if chars > LONGEST || self.signals.is_apart(unit.block) {
                continue;
            }
            let text = self.page.joined(unit.leaves.clone());
            announced = names::announces_credit(&text);
            let byline = names::credit(&text);
            let byline = byline.or(Some(&*text).filter(|_| is_announced && !announced));
            let names = byline.map(names::split_proper).unwrap_or_default();
            if found.is_empty() {
                found = names;
            } else if !names.is_empty() && names != found {
                return Vec::new();
            }
            if self.thread && !found.is_empty() {
                break;
            }
        }
        found
    }

    /// Who started a thread, where it says so: what its structured data names first is often another
    /// post.
    pub(super) fn starter(&self) -> Vec<String> {
        let texts = self.page.units().iter().filter_map(|unit| {
            let leaves = unit.leaves.start as usize..unit.leaves.end as usize;
            let is_short = self.page.totals(leaves).chars <= LONGEST;
            is_short.then(|| self.page.joined(unit.leaves.clone()))
        });
        let names =
            texts.filter_map(|text| names::split(names::starter(&text)?).into_iter().next());
        names.take(1).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::metadata::Metadata;
    use crate::page::Page;

    fn authors(url: &str, html: &str) -> String {
        let rest = "<p>It ran dry.".repeat(20);
        let html = format!("<h1>The mill</h1>{rest}{html}");
        let page = Page::parse(&html);
        Metadata::of(&page, Some(url), "").authors.map_or("-".into(), |fact| fact.value.join("; "))
    }

    #[test]
    fn a_text_anywhere_says_who_wrote_the_page() {
        for (html, expected) in [
            ("<p>Written by Ann Miller, who lives in a mill", "Ann Miller"),
            ("<p>Autorin: Anna Müller<p>Text: Anna Müller", "Anna Müller"),
            ("<p>Author<p>Ann Miller<p>Bob Weaver", "Ann Miller"),
            ("<p>Written by Ann Miller<p>Written by Bob Weaver", "-"),
            ("<div class=related><p>Written by Ann Miller</div>", "-"),
            ("<p>Written by the river", "-"),
            ("<p>Author Guidelines", "-"),
        ] {
            assert_eq!(authors("https://m.example/dry", html), expected, "{html}");
        }
        assert_eq!(authors("https://m.example/", "<p>Written by Ann Miller"), "-");
    }

    #[test]
    fn a_thread_says_who_started_it() {
        let html = "<script type=application/ld+json>{\"@type\":\"DiscussionForumPosting\",\"author\":\
            {\"@type\":\"Person\",\"name\":\"bob\"}}</script><ul><li>Thread starter <a href=/u/1>ann_7</a> \
            <li>Start date 1 May 2024</ul>";
        assert_eq!(authors("https://m.example/threads/dry.1", html), "ann_7");
    }
}
