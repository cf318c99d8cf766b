//! `accb`: adapted content code blurring, the second method of Gottron 2008, *Content code blurring: a
//! new approach to content extraction*, DEXA, 29–33.
//!
//! [`ccb`](super::ccb) takes text with many links in it, as an encyclopedia has, for code: every link
//! puts tags between its words. So the tags of anchors are left out of the vector of content and code,
//! as if the page did not have them; all else is `ccb`'s.
//!
//! *Departures from the paper* are those of `ccb`. Tags of anchors are all `a` tags, with an address or
//! without. On WCXB dev it keeps more than `ccb` and is right less often (F1 .760 for .766).

use super::ccb::Ccb;
use crate::Result;
use crate::extract::extractor::Extractor;
use crate::extract::method::Method;
use crate::extract::parameters::{Values, parameters};
use crate::extraction::Extraction;
use crate::page::Page;

/// The method's row.
pub const METHOD: Method = Method::new::<Parameters>(
    "Gottron 2008, DEXA, 29-33, adapted",
    "As ccb, but for the tags of anchors, which count as not being there.",
);

parameters! {
    /// What `accb` can be told.
    pub struct Parameters for Accb, "accb" {
        /// characters on either side that blur into one
        radius: usize = 40, in Values::Integer(1, 400);
        /// blurred share of content above which a character is kept
        threshold: f64 = 0.5, in Values::Number(0.0, 1.0);
    }
}

/// Gottron's adapted content code blurring.
#[derive(Debug, Clone)]
pub struct Accb(Ccb);

impl Accb {
    /// The extractor with these settings.
    fn new(parameters: &Parameters) -> Result<Accb> {
        let Parameters { radius, threshold } = *parameters;
        Ok(Accb(Ccb::without_anchors(radius, threshold)))
    }
}

impl Extractor for Accb {
    fn extract(&self, page: &Page) -> Extraction {
        self.0.extract(page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_in_a_text_do_not_cut_it() {
        let linked = "<a href=/some/long/address/of/a/page>word</a> and ".repeat(12);
        let html = format!("<p>{linked}</p><div class=one><b></b></div><p>x</p>");
        let page = Page::parse(&html);
        let keeps = |spec: &str| {
            let kept = spec.parse::<crate::Spec>().unwrap().build().unwrap().extract(&page).kept;
            kept.iter().filter(|&&kept| kept).count()
        };
        assert_eq!(page.leaves().len(), 25);
        assert_eq!((keeps("accb"), keeps("ccb")), (24, 0));
    }

    #[test]
    fn other_tags_count_as_ever() {
        let items = "<li class=entry><b>x</b></li>".repeat(20);
        let page = Page::parse(&items);
        let accb = "accb".parse::<crate::Spec>().unwrap().build().unwrap();
        assert!(accb.extract(&page).kept.iter().all(|kept| !kept));
    }
}
