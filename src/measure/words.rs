//! Words as multisets: what the measure `words` counts, fast enough for sweeps.
//!
//! A page's words are looked up in its gold once; after that any extraction is counted from the
//! ids of its leaves' words, without rendering it. A word may span leaves that nothing parts
//! (`<b>wo</b>rd`), so the unit of counting is the *segment*, a run of glued leaves: kept whole or
//! not at all it is counted from ids, kept in part its kept stretches are split into words anew.
//! The counts are those of the rendered text, always.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::scores::Counts;
use crate::extract::Extraction;
use crate::page::Page;
use crate::text::{self, Cjk};

/// The multiset of a gold text's words, lower-cased.
#[derive(Debug, Clone)]
pub struct GoldWords {
    cjk: Cjk,
    /// The id of each word.
    ids: FxHashMap<Box<str>, u32>,
    /// How often each word occurs, by id.
    counts: Vec<u32>,
    total: u64,
}

/// Words of a text that were found in the gold, and how many words it has in all.
#[derive(Debug, Clone, Default)]
struct Tally {
    /// Occurrences of each gold word so far, by id.
    seen: Vec<u32>,
    matched: u64,
    words: u64,
}

impl GoldWords {
    /// The words of a gold text.
    pub fn new(gold: &str, cjk: Cjk) -> GoldWords {
        let mut words = GoldWords { cjk, ids: FxHashMap::default(), counts: Vec::new(), total: 0 };
        let lower = gold.to_lowercase();
        text::tokens(&lower, cjk, |word| {
            let word = &lower[word];
            words.total += 1;
            if let Some(&id) = words.ids.get(word) {
                words.counts[id as usize] += 1;
            } else {
                words.ids.insert(word.into(), words.counts.len() as u32);
                words.counts.push(1);
            }
        });
        words
    }

    /// Calls `each` with every word of a text: its id, or `None` where the gold does not have it.
    fn look_up(&self, text: &str, mut each: impl FnMut(Option<u32>)) {
        let lower = text.to_lowercase();
        text::tokens(&lower, self.cjk, |word| each(self.ids.get(&lower[word]).copied()));
    }

    fn tally(&self) -> Tally {
        Tally { seen: vec![0; self.counts.len()], ..Tally::default() }
    }

    /// Counts a text as a whole.
    fn count(&self, text: &str) -> Counts {
        let mut tally = self.tally();
        self.look_up(text, |id| tally.add(id, &self.counts));
        tally.counts(self.total)
    }
}

impl Tally {
    fn add(&mut self, id: Option<u32>, gold: &[u32]) {
        self.words += 1;
        if let Some(id) = id {
            self.add_known(id, gold);
        }
    }

    /// Counts a word of the gold as matched as often as the gold has it.
    fn add_known(&mut self, id: u32, gold: &[u32]) {
        let seen = &mut self.seen[id as usize];
        *seen += 1;
        self.matched += u64::from(*seen <= gold[id as usize]);
    }

    fn counts(&self, gold: u64) -> Counts {
        Counts { matched: self.matched, extracted: self.words, gold }
    }
}

/// A run of glued leaves and its words.
#[derive(Debug, Clone)]
struct Segment {
    leaves: Range<u32>,
    /// Number of its words.
    words: u32,
    /// Those the gold has, as a range of [`PageWords::ids`].
    known: Range<u32>,
}

/// A page's words, looked up in its gold.
#[derive(Debug, Clone)]
pub struct PageWords<'p> {
    page: &'p Page<'p>,
    gold: GoldWords,
    segments: Vec<Segment>,
    ids: Vec<u32>,
}

impl<'p> PageWords<'p> {
    /// Looks a page's words up in its gold.
    pub fn new(page: &'p Page<'p>, gold: GoldWords) -> PageWords<'p> {
        let mut words = PageWords { page, gold, segments: Vec::new(), ids: Vec::new() };
        for leaves in segments(page) {
            let from = words.ids.len() as u32;
            let mut count = 0;
            words.gold.look_up(&page.joined(leaves.clone()), |id| {
                count += 1;
                words.ids.extend(id);
            });
            let known = from..words.ids.len() as u32;
            words.segments.push(Segment { leaves, words: count, known });
        }
        words
    }

    /// Counts an extraction of the page: its own text, where it has one, else its leaves.
    pub fn count(&self, extraction: &Extraction) -> Counts {
        if let Some(text) = &extraction.text {
            return self.gold.count(text);
        }
        let mut tally = self.gold.tally();
        for segment in &self.segments {
            let kept = extraction.within(&segment.leaves);
            if kept.len() == segment.leaves.len() && kept.iter().all(|&kept| kept) {
                tally.words += u64::from(segment.words);
                for &id in &self.ids[segment.known.start as usize..segment.known.end as usize] {
                    tally.add_known(id, &self.gold.counts);
                }
            } else if kept.contains(&true) {
                self.count_part(segment.leaves.start, kept, &mut tally);
            }
        }
        tally.counts(self.gold.total)
    }

    /// Counts the kept stretches of a segment that begins at a leaf.
    fn count_part(&self, start: u32, kept: &[bool], tally: &mut Tally) {
        let mut at = start;
        for stretch in kept.chunk_by(|a, b| a == b) {
            let end = at + stretch.len() as u32;
            if stretch[0] {
                let text = self.page.joined(at..end);
                self.gold.look_up(&text, |id| tally.add(id, &self.gold.counts));
            }
            at = end;
        }
    }
}

/// The runs of glued leaves of a page, in document order.
fn segments(page: &Page) -> impl Iterator<Item = Range<u32>> {
    let mut at = 0;
    page.leaves().chunk_by(|_, next| next.glued).map(move |run| {
        let start = at;
        at += run.len() as u32;
        start..at
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render;
    use proptest::prelude::*;

    fn count(text: &str, gold: &str, cjk: Cjk) -> [u64; 3] {
        let Counts { matched, extracted, gold } = GoldWords::new(gold, cjk).count(text);
        [matched, extracted, gold]
    }

    #[test]
    fn multisets() {
        assert_eq!(count("The cat, the CAT, the dog", "the cat. The end", Cjk::Run), [3, 6, 4]);
        assert_eq!(count("", "a b", Cjk::Run), [0, 0, 2]);
        assert_eq!(count("a", "", Cjk::Run), [0, 1, 0]);
        assert_eq!(count("你好 吗", "你 好吗", Cjk::Character), [3, 3, 3]);
        assert_eq!(count("你好 吗", "你 好吗", Cjk::Run), [0, 2, 2]);
    }

    #[test]
    fn a_word_may_span_leaves() {
        let page = Page::parse("<p>ex<b>ample</b> text</p>");
        let words = PageWords::new(&page, GoldWords::new("example ex", Cjk::Run));
        let count = |kept: [bool; 3]| {
            let Counts { matched, extracted, .. } = words.count(&Extraction::new(kept.into()));
            (matched, extracted)
        };
        assert_eq!(count([true, true, true]), (1, 2));
        assert_eq!(count([true, false, true]), (1, 2));
        assert_eq!(count([false, true, false]), (0, 1));
    }

    proptest! {
        #[test]
        fn counts_are_those_of_the_rendered_text(
            html in "(<p>|<b>|</b>| |a|B|ΑΣ|Σ|'|İ|家|<br>|<i>b</i>){0,40}",
            gold in "(a|b|ab|ας|ασ|σ|家| ){0,12}",
            choice in prop::collection::vec(any::<bool>(), 0..60),
        ) {
            let page = Page::parse(&html);
            let extraction = Extraction::new(choice);
            let text = render::text(&page, &extraction);
            for cjk in [Cjk::Character, Cjk::Run] {
                let words = PageWords::new(&page, GoldWords::new(&gold, cjk));
                let plain = GoldWords::new(&gold, cjk).count(&text);
                prop_assert_eq!(words.count(&extraction), plain);
            }
        }
    }
}
