//! The score of a leaf (Wu et al. 2012, equation 1).
//!
//! S = L·(1 + αT + γP), multiplied by β where the text is an anchor's: L is the length in
//! characters, T whether the last character is a full stop, P whether there is a comma or full stop
//! anywhere.
//!
//! *Departures from the paper.* It says that an anchor's score is "upgraded by 50%", against its
//! own reason (anchor text is unlikely to be content) and its own constant β = 0.5: it is halved
//! here, and `beta=1.5` is the sentence taken literally. "Fully stopped" is not defined: besides full stops
//! the ends `! ? …` count, of sentences too, unless `stops=full`. Closing quotes and brackets may follow.

use std::ops::Range;

use crate::page::Page;
use crate::text;

/// Which characters at its end make a text fully stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stops {
    /// All that end a sentence: full stops, `!`, `?` and `…`.
    All,
    /// Full stops alone.
    Full,
}

/// The constants of equation 1, and what its T is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// What a full stop at the end adds, in lengths; the paper's is 2.
    pub alpha: f64,
    /// What anchor text multiplies by; the paper's is 0.5.
    pub beta: f64,
    /// What a comma or full stop anywhere adds, in lengths; the paper's is 1.
    pub gamma: f64,
    /// What a full stop is.
    pub stops: Stops,
}

/// Whether equation 1 counts `c` as punctuation inside a text.
fn is_pause(c: char) -> bool {
    matches!(c, ',' | '，' | '.' | '。' | '、' | '．')
}

/// Whether the text is fully stopped, closing quotes and brackets aside.
fn is_stopped(text: &str, stops: Stops) -> bool {
    let end = text.trim_end_matches(text::is_closer);
    match stops {
        Stops::All => end.ends_with(text::is_stop),
        Stops::Full => end.ends_with(['.', '。', '．']),
    }
}

/// Whether there is a comma or full stop anywhere.
fn is_punctuated(text: &str) -> bool {
    memchr::memchr2(b',', b'.', text.as_bytes()).is_some()
        || !text.is_ascii() && text.contains(is_pause)
}

impl Weights {
    /// Score of a run of leaves; it is an anchor if over half of its characters are linked.
    pub fn score(&self, page: &Page, leaves: Range<u32>) -> f64 {
        let range = leaves.start as usize..leaves.end as usize;
        let totals = page.totals(range.clone());
        let run = &page.leaves()[range];
        let joints = run.iter().skip(1).filter(|leaf| !leaf.glued).count() as u32;
        let stopped = run.last().is_some_and(|leaf| is_stopped(page.text(leaf), self.stops));
        let punctuated = run.iter().any(|leaf| is_punctuated(page.text(leaf)));
        let anchor = 2 * totals.link_chars > totals.chars;
        f64::from(totals.chars + joints)
            * (1.0 + self.alpha * f64::from(stopped) + self.gamma * f64::from(punctuated))
            * if anchor { self.beta } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAPER: Weights = Weights { alpha: 2.0, beta: 0.5, gamma: 1.0, stops: Stops::All };

    fn scores(html: &str) -> Vec<f64> {
        let page = Page::parse(html);
        (0..page.leaves().len() as u32).map(|leaf| PAPER.score(&page, leaf..leaf + 1)).collect()
    }

    #[test]
    fn equation_1() {
        // Ten characters each: plain; a comma; a comma and a stop; the same as an anchor.
        let html = "<p>aaaaaaaaaa<p>aaaa,aaaaa<p>aaa,aaaaa.<p><a href>aaa,aaaaa.</a><p><a href>aaaaaaaaaa</a>";
        assert_eq!(scores(html), [10.0, 20.0, 40.0, 20.0, 5.0]);
    }

    #[test]
    fn stops_of_other_scripts_and_closers() {
        let stopped = |text| (is_stopped(text, Stops::All), is_stopped(text, Stops::Full));
        for text in ["他说：“好。”", "(It is.)", "そうか．"] {
            assert_eq!(stopped(text), (true, true), "{text}");
        }
        for text in ["(It is!)", "Is it？", "it is …"] {
            assert_eq!(stopped(text), (true, false), "{text}");
        }
        for text in ["no, no", "”", ""] {
            assert_eq!(stopped(text), (false, false), "{text}");
        }
        assert!(is_punctuated("一、二") && !is_punctuated("一·二"));
    }

    #[test]
    fn a_unit_is_an_anchor_if_over_half_of_it_is_linked() {
        let page = Page::parse("<p>aaa <a href>bbbb</a><p>aaaa <a href>bbb</a>");
        let score = |unit: usize| PAPER.score(&page, page.units()[unit].leaves.clone());
        assert_eq!((score(0), score(1)), (4.0, 8.0));
    }
}
