//! What a paragraph is by itself: by its length, links and function words.

use rustc_hash::FxHashSet;

use super::{Class, Parameters};
use crate::page::{Page, Unit};

/// What is asked of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paragraph {
    pub chars: u32,
    /// Share of its characters that is linked, in 0…1.
    pub linked: f64,
    /// Share of its words that are function words; `None` where they are not asked for.
    pub stopwords: Option<f64>,
    /// Whether it has the sign of copyright.
    pub is_notice: bool,
    pub is_heading: bool,
}

impl Paragraph {
    /// A unit as a paragraph, by a list of function words.
    pub fn of(
        page: &Page,
        unit: &Unit,
        words: Option<&FxHashSet<&str>>,
        is_heading: bool,
    ) -> Paragraph {
        let text = page.joined(unit.leaves.clone());
        let linked = page.totals(unit.leaves.start as usize..unit.leaves.end as usize).link_chars;
        let chars = text.chars().count() as u32;
        let share = |words: &FxHashSet<&str>| {
            let (mut all, mut known) = (0_u32, 0_u32);
            for word in text.split_whitespace() {
                all += 1;
                known += u32::from(words.contains(word.to_lowercase().as_str()));
            }
            f64::from(known) / f64::from(all.max(1))
        };
        Paragraph {
            chars,
            linked: f64::from(linked) / f64::from(chars.max(1)),
            stopwords: words.map(share),
            is_notice: text.contains('©'),
            is_heading,
        }
    }

    /// What it is by itself.
    pub fn class(&self, parameters: &Parameters) -> Class {
        let Parameters { links, short, long, few, many, .. } = *parameters;
        let has = |share: f64| self.stopwords.is_none_or(|own| own >= share);
        if self.linked > links || self.is_notice {
            Class::Bad
        } else if self.chars < short {
            if self.linked > 0.0 { Class::Bad } else { Class::Short }
        } else if has(many) {
            if self.chars > long { Class::Good } else { Class::NearGood }
        } else if has(few) {
            Class::NearGood
        } else {
            Class::Bad
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_the_thesis() {
        let is = |chars: u32, linked: f64, stopwords: f64| {
            let of = Paragraph {
                chars,
                linked,
                stopwords: Some(stopwords),
                is_notice: false,
                is_heading: false,
            };
            of.class(&Parameters::default())
        };
        assert_eq!(is(500, 0.21, 0.5), Class::Bad);
        assert_eq!(is(69, 0.0, 0.0), Class::Short);
        assert_eq!(is(69, 0.1, 0.5), Class::Bad);
        assert_eq!(is(201, 0.2, 0.32), Class::Good);
        assert_eq!(is(200, 0.2, 0.32), Class::NearGood);
        assert_eq!(is(201, 0.0, 0.31), Class::NearGood);
        assert_eq!(is(201, 0.0, 0.29), Class::Bad);
    }

    #[test]
    fn a_notice_of_copyright_is_bad() {
        let page =
            Page::parse("<p>© 2024 The Mill Times, of which all rights are reserved by the paper.");
        let paragraph = Paragraph::of(&page, &page.units()[0], None, false);
        assert_eq!(paragraph.class(&Parameters::default()), Class::Bad);
    }
}
