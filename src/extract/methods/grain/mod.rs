//! `grain`: units classified by boosted trees, in Wu's frame of sequence, leaf IDs and relevance.
//!
//! ```text
//! units ─> features ─> trees ─> p(unit is content) ─> smoothing ─> threshold ─> rules ─> rulings
//!             │
//!       class lexicon
//! ```
//!
//! Wu's blocks cap what his frame can reach on modern pages, so each unit is judged for itself by what
//! surrounds it ([`features`]): its text, the tree around it, its place among headings and in Wu's
//! smoothed scores, what sites name its ancestors ([`lexicon`]). Nothing that is learned depends on a
//! language. Probabilities of units that look alike are drawn together and a threshold maximises the
//! expected F-measure of the page ([`decide`]).
//!
//! Rules then change single decisions, in this order:
//!
//! 1. [`decide`]: a page of which too little is expected has no content; readers' comments go; the main heading is
//!    kept or dropped where that is asked for.
//! 2. [`complete`]: the lines of a recipe that the page states are chosen. [`between`]: so are code, quotes and short
//!    gaps within what is chosen. `complete` again: lists, tables and quotes are chosen whole. [`subheadings`]: headings
//!    go with what they head. [`repeats`]: what layout repeats goes.
//! 3. Where `article` has found next to nothing, the choice of `page` is taken.
//! 4. [`apart`]: other stories behind a text go, and what stands [`around`] a text that is far surer. `complete`: lists
//!    and tables of a text come back.
//! 5. [`announced`]: comments that a line of text announces go, in the words of many languages; [`added`]: reviews and
//!    signatures, by their names; [`controls`]: buttons and labels.
//!
//! Each is a [`Ruling`], which `inspect --why` shows.
//!
//! One model serves two conventions: `scope` is an input that it was trained with. Data sets differ
//! in what they call content; `page` keeps lists, cards and threads, `article` the one article.

mod added;
mod announced;
mod apart;
mod around;
mod between;
mod chosen;
mod complete;
mod controls;
pub mod counts;
mod decide;
pub mod features;
mod lexicon;
mod models;
mod parameters;
mod repeats;
mod ruling;
mod subheadings;
pub mod trees;

pub use apart::Apart;
pub use between::Gaps;
pub use complete::{Recipes, Whole};
pub use controls::Controls;
pub use decide::Heading;
pub use features::Scope;
pub use parameters::{Comments, METHOD, Mode, Parameters};
pub use repeats::Repeats;
pub use subheadings::Subheadings;

use crate::Result;
use crate::dom::Tag;
use crate::extract::extractor::Extractor;
use crate::extraction::{Cause, Explanation, Extraction, Fact, Reason};
use crate::page::{Page, Unit};
use decide::Rules;
use features::{Features, Rows};
use models::Models;
use ruling::Ruling;

/// Features that an explanation names.
const NAMED: usize = 5;

/// Probability of goods above which a page is one of goods.
const GOODS: f32 = 0.5;

/// The extractor.
#[derive(Debug, Clone)]
pub struct Grain {
    models: Models,
    scope: Scope,
    rules: Rules,
    apart: Apart,
    controls: Controls,
}

/// What kind of page it is, as probabilities.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// That it is one text: news, documentation, a recipe; and no list, thread, service or goods.
    pub text: f32,
    /// That it offers one thing for sale.
    pub goods: f32,
}

impl Kind {
    /// Whether the page rather offers goods than not.
    fn is_goods(self) -> bool {
        self.goods > GOODS
    }

    /// The elements whose text is none of its content.
    fn controls(self) -> &'static [Tag] {
        controls::elements(decide::is_one(self))
    }
}

/// What the method makes of a page.
struct Judged {
    features: Features,
    kind: Kind,
    choice: Choice,
}

/// What is chosen of a page's units, and why.
struct Choice {
    /// The scope that they were judged by.
    scope: Scope,
    probabilities: Vec<f32>,
    smoothed: Vec<f32>,
    threshold: f32,
    rulings: Vec<Ruling>,
}

impl Grain {
    /// The extractor with these settings.
    fn new(parameters: &Parameters) -> Result<Grain> {
        let models = match &parameters.models {
            None => Models::shipped(parameters)?,
            Some(directory) => Models::read(directory)?,
        };
        let favour = match parameters.mode {
            Mode::Precision => 0.5,
            Mode::Balanced => 1.0,
            Mode::Recall => 2.0,
        };
        let rules = Rules {
            recall: favour,
            comments: match parameters.comments {
                Comments::Keep => Some(true),
                Comments::Drop => Some(false),
                Comments::Auto => None,
            },
            heading: parameters.heading,
            recipes: parameters.recipes,
            lists: parameters.lists,
            quotes: parameters.quotes,
            subheadings: parameters.subheadings,
            gaps: parameters.gaps,
            repeats: parameters.repeats,
        };
        let Parameters { scope, apart, controls, .. } = *parameters;
        Ok(Grain { models, scope, rules, apart, controls })
    }

    fn judge(&self, page: &Page) -> Judged {
        let Models { texts, goods, lexicon, .. } = &self.models;
        let features = Features::new(page, lexicon);
        let whole = features.of_page();
        let kind = Kind { text: texts.probability(&whole), goods: goods.probability(&whole) };
        let choice = self.choose(&features, kind, self.rules.scope(self.scope, kind));
        let mut judged = Judged { features, kind, choice };
        if judged.choice.scope == Scope::Article {
            judged.look_again(|features| self.choose(features, kind, Scope::Page));
        }
        if self.apart == Apart::Drop {
            judged.drop_apart();
        }
        if self.rules.lists == Whole::Whole {
            judged.own_lists(&self.rules, |features| self.choose(features, kind, Scope::Page));
        }
        if judged.is_one() && !self.rules.comments.unwrap_or(false) {
            let Judged { features, choice, .. } = &mut judged;
            announced::drop(page, &choice.smoothed, features, &mut choice.rulings);
        }
        if self.rules.comments != Some(true) {
            let Judged { features, kind, choice } = &mut judged;
            added::drop(*kind, features, &mut choice.rulings);
        }
        if self.controls == Controls::Drop {
            let controls = judged.kind.controls();
            controls::drop(page, controls, &judged.features, &mut judged.choice.rulings);
        }
        judged
    }

    /// What is chosen in a scope.
    fn choose(&self, features: &Features, kind: Kind, scope: Scope) -> Choice {
        let fill = |unit, lane, rows: &mut Rows| features.fill(unit, lane, rows);
        let mut rows = features.rows(scope);
        let probabilities =
            self.models.units.probabilities(features.texts.0.len(), &mut rows, fill);
        let mut smoothed = probabilities.clone();
        decide::smooth(&mut smoothed, features);
        let (rulings, threshold) = self.rules.decide(&smoothed, scope, kind, features);
        Choice { scope, probabilities, smoothed, threshold, rulings }
    }

    /// The features that moved a unit most, the strongest first.
    fn causes(&self, judged: &Judged, unit: usize, rows: &mut Rows) -> Vec<Cause> {
        judged.features.fill(unit, 0, rows);
        let row = rows.row(0);
        let moved = self.models.units.contributions(&row);
        let named = features::words().zip(row).zip(moved);
        let mut causes: Vec<_> = named
            .map(|((name, value), by)| Cause { name, value: value.into(), by: by.into() })
            .collect();
        causes.sort_by(|a, b| b.by.abs().total_cmp(&a.by.abs()));
        causes.truncate(NAMED);
        causes
    }
}

impl Judged {
    /// Takes the wide choice where the narrow one has missed what the page is about.
    fn look_again(&mut self, wide: impl FnOnce(&Features) -> Choice) {
        let Judged { features, choice, .. } = self;
        if decide::may_have_missed(&choice.rulings, features) {
            let wide = wide(features);
            if decide::has_missed(&choice.rulings, &wide.rulings, features) {
                *choice = wide;
            }
        }
    }

    /// Whether one text is looked for: an article in the narrow scope, or a page that is rather one than not.
    fn is_one(&self) -> bool {
        self.choice.scope == Scope::Article || decide::is_one(self.kind)
    }

    /// Drops other stories: those that stand apart behind a text, and in the wide scope those around one that is
    /// surer by far.
    fn drop_apart(&mut self) {
        let is_one = self.is_one();
        let Judged { features, choice, kind } = self;
        if is_one {
            apart::drop(&choice.smoothed, features, &mut choice.rulings);
        }
        if decide::is_one(*kind) {
            apart::drop_next(&choice.smoothed, features, &mut choice.rulings);
        }
        if choice.scope == Scope::Page {
            around::drop(*kind, &choice.smoothed, features, &mut choice.rulings);
        }
    }

    /// Takes the lists and tables that belong to a text that is chosen.
    fn own_lists(&mut self, rules: &Rules, wide: impl FnOnce(&Features) -> Choice) {
        let Judged { features, choice, kind } = self;
        if !decide::is_text(choice.scope, *kind) {
            return;
        }
        let left = complete::left_lists(&choice.rulings, features);
        if left.iter().all(Option::is_none) {
            return;
        }
        let smoothed = match choice.scope {
            Scope::Page => &choice.smoothed,
            Scope::Article => &wide(features).smoothed,
        };
        let decide = |rules: Rules| rules.decide(smoothed, Scope::Page, *kind, features).0;
        let rules = rules.of_text();
        let (wide, generous) = (decide(rules), decide(rules.generous()));
        complete::own_lists(&mut choice.rulings, &left, &wide, &generous, features);
        if rules.subheadings == Subheadings::Keep {
            subheadings::choose(&mut choice.rulings, &choice.smoothed, choice.threshold, features);
        }
    }

    /// The leaves of the chosen units.
    fn extraction(&self, page: &Page, controls: Controls) -> Extraction {
        let mut extraction = Extraction::none(page);
        for (unit, ruling) in self.choice.rulings.iter().enumerate() {
            if ruling.is_kept() {
                let leaves = controls::of_unit(page, self.kind.controls(), &self.features, unit);
                for (leaf, is_control) in leaves {
                    extraction.kept[leaf] = controls == Controls::Keep || !is_control;
                }
            }
        }
        extraction
    }
}

impl Extractor for Grain {
    fn extract(&self, page: &Page) -> Extraction {
        self.judge(page).extraction(page, self.controls)
    }

    /// A reason a unit: its probability, drawn towards those of the units that look alike, and what
    /// moved it. A unit may reach the threshold and not be chosen, as a duplicate or a comment.
    fn explain(&self, page: &Page) -> Explanation {
        let judged = self.judge(page);
        let Choice { probabilities, smoothed, threshold, rulings, .. } = &judged.choice;
        let mut rows = judged.features.rows(judged.choice.scope);
        let reason = |(unit, of): (usize, &Unit)| {
            let own = Fact { name: "p on its own", value: probabilities[unit].into() };
            Reason {
                leaves: of.leaves.clone(),
                ruling: rulings[unit].name(),
                score: smoothed[unit].into(),
                facts: vec![own],
                causes: self.causes(&judged, unit, &mut rows),
            }
        };
        let facts = [
            ("threshold", *threshold),
            ("p of one text", judged.kind.text),
            ("p of goods", judged.kind.goods),
        ];
        Explanation {
            facts: facts.map(|(name, value)| Fact { name, value: value.into() }).into(),
            score: "p",
            unit: "log-odds",
            reasons: page.units().iter().enumerate().map(reason).collect(),
            ..Explanation::bare(judged.extraction(page, self.controls))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render;

    const ARTICLE: &str = "<title>A river returns</title><body>
        <nav class=menu><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul></nav>
        <article class=post><h1>A river returns</h1>
        <div class=entry-content><p>The river that had run dry for most of the last ten years came
        back this spring, and with it came the birds, the reeds and, on Sundays, the walkers.
        <p>Nobody had planned for it, said the keeper of the old mill, who has measured the water
        every morning since her father handed her the stick, the book and the key.
        <p>Whether it stays depends on the snow, on the farms upstream, and on luck.</div></article>
        <section id=comments class=comments><div class=comment><p>I walked there last week, it was
        wonderful to see the water again after so many years, thank you for this report.</div>
        </section><footer class=footer><p>All rights reserved</footer>";

    fn grain(spec: &str) -> Grain {
        spec.parse::<Parameters>().unwrap().build().unwrap()
    }

    fn text(spec: &str) -> String {
        let page = Page::parse(ARTICLE);
        render::text(&page, &grain(spec).extract(&page))
    }

    #[test]
    fn the_article_is_found_in_both_scopes() {
        for spec in ["grain", "grain(scope=article)"] {
            let text = text(spec);
            assert!(text.contains("The river that") && text.contains("on luck."), "{spec}: {text}");
            assert!(!text.contains("Home") && !text.contains("rights"), "{spec}: {text}");
        }
    }

    #[test]
    fn an_article_has_no_comments() {
        for spec in ["grain(scope=article)", "grain(comments=drop)"] {
            assert!(!text(spec).contains("I walked there"), "{spec}");
        }
    }

    #[test]
    fn every_unit_is_explained() {
        let page = Page::parse(ARTICLE);
        let grain = grain("grain");
        let explanation = grain.explain(&page);
        assert_eq!(explanation.extraction, grain.extract(&page));
        assert_eq!(explanation.reasons.len(), page.units().len());
        let threshold = explanation.facts[0].value;
        for (unit, reason) in page.units().iter().zip(&explanation.reasons) {
            assert_eq!(reason.leaves, unit.leaves);
            assert_eq!(reason.causes.len(), NAMED);
            let chosen = explanation.extraction.keeps(unit.leaves.start as usize);
            assert!(chosen <= (reason.score >= threshold));
        }
    }

    #[test]
    fn a_page_of_any_shape_is_judged() {
        for html in ["", "<p>", "<p>x", "<title>x</title>", "x<h1>x", "<li>a<li>a<li>a a a a"] {
            let page = Page::parse(html);
            for spec in ["grain", "grain(scope=article,mode=precision)"] {
                assert_eq!(grain(spec).extract(&page).kept.len(), page.leaves().len());
            }
        }
    }
}
