//! `bte`: Finn, Kushmerick and Smyth 2001, *Fact or fiction: content classification for digital
//! libraries* ("body text extraction").
//!
//! A page's source is a sequence of words and tags. Content is one stretch of it, and the best
//! stretch has most words inside and most tags outside. Since every word inside counts 1 and
//! every tag inside costs 1, that is the segment of the greatest sum, which Kadane's scan finds in
//! one pass (Bentley 1984).
//!
//! *Departures from the paper.* Its search over all pairs of ends is replaced by the scan, with the
//! same result. Only words that a reader sees count (those of the page's leaves), a CJK character
//! being one. Of several best segments the first is taken, and of those the longest.

use crate::Result;
use crate::extract::extractor::Extractor;
use crate::extract::method::Method;
use crate::extract::parameters::parameters;
use crate::extraction::Extraction;
use crate::page::Page;

/// The method's row.
pub const METHOD: Method = Method::new::<Parameters>(
    "Finn, Kushmerick & Smyth 2001, DELOS Workshop on Personalisation and Recommender Systems",
    "Keeps the one stretch of the source with most words inside and most tags outside.",
);

parameters! {
    /// `bte` can be told nothing.
    pub struct Parameters for Bte, "bte" {}
}

/// Finn's body text extraction.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bte;

impl Bte {
    /// The extractor with these settings.
    fn new(_: &Parameters) -> Result<Bte> {
        Ok(Bte)
    }
}

impl Extractor for Bte {
    fn extract(&self, page: &Page) -> Extraction {
        let mut extraction = Extraction::none(page);
        let order = page.source_order();
        let mut tags = page.tags().iter().peekable();
        let mut best = (0, 0..0);
        let mut sum = 0_i64;
        let mut start = 0;
        for (at, &leaf) in order.iter().enumerate() {
            let leaf = &page.leaves()[leaf as usize];
            while tags.next_if(|tag| tag.start < leaf.source.start).is_some() {
                sum -= 1;
            }
            if sum < 0 {
                (sum, start) = (0, at);
            }
            sum += i64::from(leaf.words);
            if sum > best.0 {
                best = (sum, start..at + 1);
            }
        }
        for &leaf in &order[best.1] {
            extraction.kept[leaf as usize] = true;
        }
        extraction
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render;

    fn bte(html: &str) -> String {
        let page = Page::parse(html);
        render::text(&page, &Bte.extract(&page))
    }

    #[test]
    fn the_stretch_with_most_words_and_fewest_tags() {
        // From "one" on: 2 words − 2 tags + 4 words; "menu" would add 1 word for 2 tags more.
        let html = "<ul><li>menu</li><li>more</li></ul><div><p>one two</p><p>three four five six\
                    </p></div><ul><li>a</li><li>b</li></ul>";
        assert_eq!(bte(html), "one two\nthree four five six");
        assert_eq!(bte("<p></p>"), "");
    }

    #[test]
    fn a_cjk_character_is_a_word() {
        assert_eq!(bte("<p>家 </p><b></b><p>多用途</p>"), "多用途");
    }
}
