//! From probabilities to a choice: smoothing over what looks alike, a threshold that suits the
//! page, and rules on comments, the main heading, what is chosen as one and what layout repeats.

use super::Kind;
use super::between::{self, Gaps};
use super::complete::{self, Recipes, Whole};
use super::features::{Features, Scope};
use super::repeats::{self, Repeats};
use super::ruling::Ruling;
use super::subheadings::{self, Subheadings};

/// Weight of a unit's own probability against that of the units that look alike.
const OWN: f32 = 0.4;

/// Share of the threshold that a heading other than the main one must reach where headings are chosen
/// with what they head, on pages that are no one text: their parts are short and have many.
const HEADING: f32 = 0.8;

/// Probability of one text from which a page is one: headings must reach the threshold, and labels are content.
const ONE_TEXT: f32 = 0.5;

/// Bounds of the threshold where precision and recall weigh alike.
const BOUNDS: (f32, f32) = (0.1, 0.6);

/// Pulls each probability towards the mean of the units whose blocks have the same look,
/// weighted by words.
pub fn smooth(probabilities: &mut [f32], features: &Features) {
    let mut groups = vec![(0.0, 0.0); features.blocks.looks];
    let words = |unit: usize| features.texts.0[unit].words.max(1.0);
    let look = |unit: usize| features.blocks.above(unit).look as usize;
    for (unit, &p) in probabilities.iter().enumerate() {
        let group = &mut groups[look(unit)];
        group.0 += p * words(unit);
        group.1 += words(unit);
    }
    for (unit, p) in probabilities.iter_mut().enumerate() {
        let (sum, words) = groups[look(unit)];
        *p = OWN * *p + (1.0 - OWN) * sum / words;
    }
}

/// The best F-measure that is expected of a page, and the threshold that reaches it (Dinkelbach's
/// condition: a unit pays if its probability is above F / (1 + β²)), kept within bounds since
/// probabilities are estimates.
///
/// `beta` weighs recall against precision; below 1 for precision.
pub fn threshold(probabilities: &[f32], features: &Features, beta: f32) -> (f32, f32) {
    let mut order: Vec<_> =
        probabilities.iter().zip(&features.texts.0).map(|(&p, text)| (p, text.words)).collect();
    order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1)));
    let square = beta * beta;
    let gold: f32 = order.iter().map(|(p, words)| p * words).sum();
    let (mut matched, mut chosen, mut best) = (0.0, 0.0, 0.0_f32);
    for (p, words) in order {
        matched += p * words;
        chosen += words;
        best = best.max((1.0 + square) * matched / (chosen + square * gold).max(1e-6));
    }
    let scale = 2.0 / (1.0 + square);
    (best, (best / (1.0 + square)).clamp(scale * BOUNDS.0, (scale * BOUNDS.1).min(0.95)))
}

/// What is decided beside the probabilities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rules {
    /// How much more recall weighs against precision than the scope has it.
    pub recall: f32,
    /// Whether readers' comments may be chosen; where it is not said, in the wide scope on pages
    /// that are not one text, and where they are replies of a thread.
    pub comments: Option<bool>,
    /// Whether the page's main heading is chosen.
    pub heading: Heading,
    /// Whether the lines of a recipe that the page states are chosen.
    pub recipes: Recipes,
    /// Whether lists and tables are chosen whole.
    pub lists: Whole,
    /// Whether quotes are.
    pub quotes: Whole,
    /// Whether headings are chosen with what stands behind them.
    pub subheadings: Subheadings,
    /// Whether gaps between what is chosen are.
    pub gaps: Gaps,
    /// Whether what layout repeats is chosen again.
    pub repeats: Repeats,
}

/// What is done with the main heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heading {
    /// Chosen as any unit is.
    Auto,
    /// Chosen with whatever is chosen.
    Keep,
    /// Never chosen.
    Drop,
}

/// Words that must be left without comments, reviews and signatures.
const LEFT: f32 = 30.0;

/// Probability of one text below which a page has no article, and above which comments are no part of it and
/// lists within it are.
const NO_TEXT: f32 = 0.1;
const TEXT: f32 = 0.9;

/// Weight of recall on pages of goods, where precision counts for more: what stands around goods, as reviews
/// and other goods, is much like what is said of them.
const GOODS_BETA: f32 = 0.5;

/// Expected F-measure and words below which a page has no content.
const HOPELESS: f32 = 0.3;
const FEW: f32 = 40.0;

/// Words below which the narrow scope may have missed what the page is about; and their share of
/// what the wide scope finds, below which it has.
const SCRAP: f32 = 60.0;
const MISSED: f32 = 0.3;

/// Whether the narrow scope may have missed what a page is about: it has chosen hardly anything.
pub fn may_have_missed(narrow: &[Ruling], features: &Features) -> bool {
    chosen_words(narrow, features) < SCRAP
}

/// Whether it has: the wide scope finds far more.
pub fn has_missed(narrow: &[Ruling], wide: &[Ruling], features: &Features) -> bool {
    chosen_words(narrow, features) < MISSED * chosen_words(wide, features)
}

/// Whether what is chosen is one text: an article in the narrow scope, or a page that is one.
pub fn is_text(scope: Scope, kind: Kind) -> bool {
    scope == Scope::Article || kind.text > TEXT
}

/// Whether a page is rather one text than not.
pub fn is_one(kind: Kind) -> bool {
    kind.text >= ONE_TEXT
}

/// Words that are chosen.
fn chosen_words(rulings: &[Ruling], features: &Features) -> f32 {
    let chosen = rulings.iter().zip(&features.texts.0).filter(|(ruling, _)| ruling.is_kept());
    chosen.map(|(_, text)| text.words).sum()
}

/// Drops the chosen units that are told to go, each by the ruling, unless hardly anything else was chosen.
pub fn drop_unless_all(
    rulings: &mut [Ruling],
    features: &Features,
    goes: impl Fn(usize) -> Option<Ruling>,
) {
    let mut left = rulings.to_vec();
    for (unit, ruling) in left.iter_mut().enumerate().filter(|(_, ruling)| ruling.is_kept()) {
        *ruling = goes(unit).unwrap_or(*ruling);
    }
    if chosen_words(&left, features) >= LEFT {
        rulings.copy_from_slice(&left);
    }
}

/// Words of content that are expected.
fn expected_words(smoothed: &[f32], features: &Features) -> f32 {
    smoothed.iter().zip(&features.texts.0).map(|(p, text)| p * text.words).sum()
}

/// How much more recall weighs where lists within the content are looked for.
const GENEROUS: f32 = 1.5;

impl Rules {
    /// Rules for what belongs to a text, as comments on it do not unless they are asked for.
    pub fn of_text(self) -> Rules {
        Rules { comments: Some(self.comments.unwrap_or(false)), ..self }
    }

    /// Rules by which more is chosen.
    pub fn generous(self) -> Rules {
        Rules { recall: self.recall * GENEROUS, ..self }
    }

    /// The scope that a page is judged by: what is no text has no article to look for.
    pub fn scope(&self, asked: Scope, kind: Kind) -> Scope {
        if kind.text < NO_TEXT { Scope::Page } else { asked }
    }

    /// Decides on each unit by its smoothed probability; and the threshold.
    pub fn decide(
        &self,
        smoothed: &[f32],
        scope: Scope,
        kind: Kind,
        features: &Features,
    ) -> (Vec<Ruling>, f32) {
        let goods = if kind.is_goods() { GOODS_BETA } else { 1.0 };
        let beta = self.recall * scope.beta().min(goods);
        let (expected, threshold) = threshold(smoothed, features, beta);
        let main = features.position.heading();
        let eased = |unit: usize| {
            !is_one(kind)
                && self.subheadings == Subheadings::Keep
                && features.blocks.above(unit).path.heading > 0
                && main != Some(unit)
        };
        let rule = |(unit, &p): (usize, &f32)| {
            let reached = p >= threshold || p >= HEADING * threshold && eased(unit);
            if reached { Ruling::Chosen } else { Ruling::Below }
        };
        let mut rulings: Vec<_> = smoothed.iter().enumerate().map(rule).collect();
        if expected < HOPELESS && expected_words(smoothed, features) < FEW {
            rulings.iter_mut().filter(|r| r.is_kept()).for_each(|r| *r = Ruling::Abstained);
            return (rulings, threshold);
        }
        let is_text = is_text(scope, kind);
        if !self.comments.unwrap_or(!is_text) {
            let stays = |unit: usize| self.comments.is_none() && features.is_reply(unit);
            let is_comment = |unit: usize| features.comments[unit] && !stays(unit);
            let goes = |unit: usize| is_comment(unit).then_some(Ruling::Comment);
            drop_unless_all(&mut rulings, features, goes);
        }
        self.rule_heading(&mut rulings, features);
        if self.recipes == Recipes::Keep {
            complete::recipe(&mut rulings, features);
        }
        if self.gaps == Gaps::Fill {
            between::set_off(&mut rulings, features);
            between::fill(&mut rulings, smoothed, threshold, scope, kind, features);
        }
        if self.lists == Whole::Whole {
            complete::lists(&mut rulings, smoothed, threshold, features);
            complete::tables(&mut rulings, smoothed, threshold, features);
        }
        if self.quotes == Whole::Whole {
            complete::quotes(&mut rulings, features);
        }
        if self.subheadings == Subheadings::Keep {
            subheadings::choose(&mut rulings, smoothed, threshold, features);
        }
        repeats::drop(&mut rulings, self.repeats, kind, features);
        (rulings, threshold)
    }

    /// Keeps or drops the main heading.
    fn rule_heading(&self, rulings: &mut [Ruling], features: &Features) {
        let Some(heading) = features.position.heading() else { return };
        match self.heading {
            Heading::Auto => {}
            Heading::Drop => {
                if rulings[heading].is_kept() {
                    rulings[heading] = Ruling::HeadingDropped;
                }
            }
            Heading::Keep => {
                if rulings[heading] == Ruling::Below && rulings.iter().any(|r| r.is_kept()) {
                    rulings[heading] = Ruling::HeadingKept;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::methods::grain::lexicon::Lexicon;
    use crate::page::Page;

    fn features(html: &str) -> Features {
        Features::new(&Page::parse(html), &Lexicon::new([].into_iter()))
    }

    #[test]
    fn what_looks_alike_is_drawn_together() {
        let mut p = [1.0, 0.0, 0.5];
        smooth(&mut p, &features("<p>a<p>b b b<div>c</div>"));
        // The mean of the paragraphs, weighted by words, is 1/4.
        let close = p.iter().zip([0.55, 0.15, 0.5]).all(|(p, want)| (p - want).abs() < 1e-6);
        assert!(close, "{p:?}");
    }

    #[test]
    fn the_threshold_is_half_of_the_expected_f1() {
        let features = features("<p>a<p>b<p>c");
        // Best with the first two: 2 * 1.4 / (2 + 1.5).
        let p = [0.8, 0.6, 0.1];
        let at = |beta| threshold(&p, &features, beta).1;
        assert!((at(1.0) - 0.4).abs() < 1e-6 && at(0.5) > 0.4 && at(2.0) < 0.4);
        assert!((threshold(&p, &features, 1.0).0 - 0.8).abs() < 1e-6);
        assert_eq!(threshold(&[0.0; 3], &features, 1.0), (0.0, BOUNDS.0));
        assert_eq!(threshold(&[], &features, 1.0), (0.0, BOUNDS.0));
    }

    const RULES: Rules = Rules {
        recall: 1.0,
        comments: None,
        heading: Heading::Auto,
        recipes: Recipes::Auto,
        lists: Whole::Auto,
        quotes: Whole::Auto,
        subheadings: Subheadings::Auto,
        gaps: Gaps::Auto,
        repeats: Repeats::Layout,
    };
    const LIST: Kind = Kind { text: 0.3, goods: 0.0 };

    fn decided(rules: Rules, html: &str, kind: Kind, p: &[f32]) -> Vec<Ruling> {
        rules.decide(p, Scope::Page, kind, &features(html)).0
    }

    #[test]
    fn a_heading_may_fall_a_little_short() {
        let html = "<title>T</title><h1>T</h1><p>one two three four<h2>Five</h2><p><a href>six</a>";
        let ruled = |subheadings, own: f32| {
            decided(Rules { subheadings, ..RULES }, html, LIST, &[0.9, 0.9, own, 0.0])[2]
        };
        // The threshold is 0.45 to 0.47 in each.
        assert_eq!(ruled(Subheadings::Keep, 0.43), Ruling::Chosen);
        assert_eq!(ruled(Subheadings::Keep, 0.33), Ruling::Below);
        assert_eq!(ruled(Subheadings::Auto, 0.43), Ruling::Below);
    }

    #[test]
    fn the_main_heading_is_kept_with_what_is_chosen_or_dropped() {
        let html = "<title>The old mill</title><h1>The old mill</h1><p>text";
        let with = |heading, p: [f32; 2]| decided(Rules { heading, ..RULES }, html, LIST, &p)[0];
        assert_eq!(with(Heading::Auto, [0.1, 0.9]), Ruling::Below);
        assert_eq!(with(Heading::Keep, [0.1, 0.9]), Ruling::HeadingKept);
        assert_eq!(with(Heading::Drop, [0.9, 0.9]), Ruling::HeadingDropped);
        assert_eq!(with(Heading::Keep, [0.0, 0.0]), Ruling::Below);
    }

    #[test]
    fn comments_go_where_a_text_is_and_enough_is_left() {
        let words = "word ".repeat(40);
        let html = format!("<h1>T</h1><p>{words}<div id=comments><p>I think so too</div>");
        let last = |rules: Rules, kind: Kind| decided(rules, &html, kind, &[0.9; 3])[2];
        let text = Kind { text: 0.95, ..LIST };
        assert_eq!(last(RULES, text), Ruling::Comment);
        assert_eq!(last(RULES, LIST), Ruling::Chosen);
        assert_eq!(last(Rules { comments: Some(false), ..RULES }, LIST), Ruling::Comment);
        assert_eq!(last(Rules { comments: Some(true), ..RULES }, text), Ruling::Chosen);
        let replies = html.replace("id=comments", "class=comment-topic");
        let last_of = |rules: Rules| decided(rules, &replies, text, &[0.9; 3])[2];
        assert_eq!(last_of(RULES), Ruling::Chosen);
        assert_eq!(last_of(Rules { comments: Some(false), ..RULES }), Ruling::Comment);
        // The article was not found: its comments are better than nothing.
        let rules = Rules { comments: Some(false), ..RULES };
        assert_eq!(decided(rules, &html, LIST, &[0.9, 0.0, 0.9])[2], Ruling::Chosen);
    }

    #[test]
    fn a_page_of_which_little_is_expected_has_no_content() {
        let html = format!("<p>{}<p>{}", "word ".repeat(60), "other ".repeat(60));
        let kept = |p: [f32; 2]| {
            decided(RULES, &html, LIST, &p).iter().filter(|ruling| ruling.is_kept()).count()
        };
        assert_eq!((kept([0.16, 0.16]), kept([0.9, 0.16])), (0, 1));
    }

    #[test]
    fn goods_are_chosen_with_more_care() {
        let html = "<p>one two three<p>four five six";
        let kept = |goods| decided(RULES, html, Kind { text: 0.1, goods }, &[0.9, 0.5])[1];
        assert_eq!((kept(0.0), kept(0.9)), (Ruling::Chosen, Ruling::Below));
    }

    #[test]
    fn a_page_that_is_no_text_is_judged_as_a_page() {
        let scope = |text| RULES.scope(Scope::Article, Kind { text, goods: 0.0 });
        assert_eq!((scope(0.05), scope(0.5)), (Scope::Page, Scope::Article));
    }

    #[test]
    fn the_wide_scope_finds_what_the_narrow_one_missed() {
        let features = features(&format!("<p>{}<p>three words here", "word ".repeat(100)));
        let narrow = [Ruling::Below, Ruling::Chosen];
        assert!(may_have_missed(&narrow, &features));
        assert!(has_missed(&narrow, &[Ruling::Chosen; 2], &features));
        assert!(!has_missed(&narrow, &narrow, &features));
        assert!(!may_have_missed(&[Ruling::Chosen; 2], &features));
    }
}
