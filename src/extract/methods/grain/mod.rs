//! `grain`: units classified by boosted trees, in Wu's frame of sequence, leaf IDs and relevance.
//!
//! ```text
//! units ─> features ─> trees ─> p(unit is content) ─> smoothing ─> threshold ─> duplicates dropped
//!             │
//!       class lexicon
//! ```
//!
//! Wu's blocks cap what his frame can reach on modern pages, so each unit is judged for itself by
//! what surrounds it ([`features`]): its text, the tree around it, its place among headings and in
//! Wu's smoothed scores, what sites name its ancestors ([`lexicon`]). Nothing depends on a
//! language. Probabilities of units that look alike are drawn together and a threshold maximises
//! the expected F-measure of the page ([`decide`]).
//!
//! One model serves two conventions: `scope` is an input that it was trained with. Data sets differ
//! in what they call content; `page` keeps lists, cards and threads, `article` the one article.

pub mod counts;
pub mod decide;
pub mod features;
pub mod lexicon;
mod parameters;
pub mod trees;

pub use features::Scope;
pub use parameters::{Comments, METHOD, Mode, Model, Parameters};

use std::path::Path;

use crate::extract::extractor::Extractor;
use crate::extract::parameters::{Settings, Value};
use crate::extraction::{Cause, Explanation, Extraction, Fact, Reason};
use crate::page::{Page, Unit};
use crate::{Error, Result};
use features::{Features, Row};
use lexicon::Lexicon;
use trees::Trees;

/// Features that an explanation names.
const NAMED: usize = 5;

/// The extractor.
#[derive(Debug, Clone)]
pub struct Grain {
    trees: Trees,
    lexicon: Lexicon,
    scope: Scope,
    /// Weight of recall against precision.
    beta: f32,
    /// Whether comments may be chosen.
    comments: bool,
}

/// What the method makes of a page.
struct Judged {
    features: Features,
    probabilities: Vec<f32>,
    smoothed: Vec<f32>,
    threshold: f32,
    chosen: Vec<bool>,
}

impl Grain {
    /// The extractor with these settings.
    fn new(parameters: &Parameters) -> Result<Grain> {
        let (trees, lexicon) = match &parameters.models {
            None => shipped(parameters)?,
            Some(directory) => read(directory, parameters.model)?,
        };
        let scope = parameters.scope;
        let favour = match parameters.mode {
            Mode::Precision => 0.5,
            Mode::Balanced => 1.0,
            Mode::Recall => 2.0,
        };
        let comments = match parameters.comments {
            Comments::Keep => true,
            Comments::Drop => false,
            Comments::Auto => scope == Scope::Page,
        };
        Ok(Grain { trees, lexicon, scope, beta: scope.beta() * favour, comments })
    }

    fn judge(&self, page: &Page) -> Judged {
        let features = Features::new(page, &self.lexicon);
        let probabilities = self
            .trees
            .probabilities(page.units().len(), |unit, row| features.fill(unit, self.scope, row));
        let mut smoothed = probabilities.clone();
        decide::smooth(&mut smoothed, &features);
        let threshold = decide::threshold(&smoothed, &features, self.beta);
        let kept = |unit: usize| self.comments || !features.blocks.above(unit).path.comments;
        let mut chosen: Vec<_> =
            (0..smoothed.len()).map(|unit| smoothed[unit] >= threshold && kept(unit)).collect();
        decide::drop_duplicates(&mut chosen, &features);
        Judged { features, probabilities, smoothed, threshold, chosen }
    }

    /// The features that moved a unit most, the strongest first.
    fn causes(&self, judged: &Judged, unit: usize, row: &mut Row) -> Vec<Cause> {
        judged.features.fill(unit, self.scope, row);
        let moved = self.trees.contributions(row.values());
        let named = features::words().zip(row.values()).zip(moved);
        let mut causes: Vec<_> = named
            .map(|((name, &value), by)| Cause { name, value: value.into(), by: by.into() })
            .collect();
        causes.sort_by(|a, b| b.by.abs().total_cmp(&a.by.abs()));
        causes.truncate(NAMED);
        causes
    }
}

impl Judged {
    /// The leaves of the chosen units.
    fn extraction(&self, page: &Page) -> Extraction {
        let mut extraction = Extraction::none(page);
        for (unit, &chosen) in page.units().iter().zip(&self.chosen) {
            if chosen {
                extraction.kept[unit.leaves.start as usize..unit.leaves.end as usize].fill(true);
            }
        }
        extraction
    }
}

impl Extractor for Grain {
    fn extract(&self, page: &Page) -> Extraction {
        self.judge(page).extraction(page)
    }

    /// A reason a unit: its probability, drawn towards those of the units that look alike, and what
    /// moved it. A unit may reach the threshold and not be chosen, as a duplicate or a comment.
    fn explain(&self, page: &Page) -> Explanation {
        let judged = self.judge(page);
        let mut row = Row::new();
        let reason = |(unit, of): (usize, &Unit)| {
            let own = Fact { name: "p on its own", value: judged.probabilities[unit].into() };
            Reason {
                leaves: of.leaves.clone(),
                score: judged.smoothed[unit].into(),
                facts: vec![own],
                causes: self.causes(&judged, unit, &mut row),
            }
        };
        Explanation {
            facts: vec![Fact { name: "threshold", value: judged.threshold.into() }],
            score: "p",
            unit: "log-odds",
            reasons: page.units().iter().enumerate().map(reason).collect(),
            ..Explanation::bare(judged.extraction(page))
        }
    }
}

/// The model and lexicon that ship with the program.
fn shipped(parameters: &Parameters) -> Result<(Trees, Lexicon)> {
    let trees: &[u8] = match parameters.model {
        Model::Fast => include_bytes!("model/fast.bin"),
        Model::Full => include_bytes!("model/full.bin"),
    };
    let lexicon: &'static [u8] = include_bytes!("model/lexicon.bin");
    let trees = Trees::from_table(trees).map_err(|message| parameters.error(message))?;
    let lexicon = Lexicon::from_table(lexicon).ok_or_else(|| parameters.error("no lexicon"))?;
    Ok((trees, lexicon))
}

/// The model of that name and the lexicon in a directory that `scripts/train` wrote.
fn read(directory: &Path, model: Model) -> Result<(Trees, Lexicon)> {
    let file = |name: &str| {
        let path = directory.join(format!("{name}.bin"));
        std::fs::read(&path).map_err(|error| Error::io(&path, error)).map(|bytes| (path, bytes))
    };
    let (path, table) = file(&model.print())?;
    let trees = Trees::from_table(&table).map_err(|message| Error::dataset(&path, message))?;
    let (path, table) = file("lexicon")?;
    let lexicon =
        Lexicon::from_table(table).ok_or_else(|| Error::dataset(&path, "not a lexicon"))?;
    Ok((trees, lexicon))
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

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
    fn the_article_is_found_by_both_models_in_both_scopes() {
        for spec in ["grain", "grain(model=fast)", "grain(scope=article)"] {
            let text = text(spec);
            assert!(text.contains("The river that") && text.contains("on luck."), "{spec}: {text}");
            assert!(!text.contains("Home") && !text.contains("rights"), "{spec}: {text}");
        }
    }

    #[test]
    fn an_article_has_no_comments_unless_they_are_asked_for() {
        for spec in ["grain(scope=article)", "grain(comments=drop)"] {
            assert!(!text(spec).contains("I walked there"), "{spec}");
        }
        assert!(!grain("grain(scope=article)").comments);
        assert!(grain("grain(scope=article,comments=keep)").comments && grain("grain").comments);
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
            for spec in ["grain", "grain(model=fast,scope=article,mode=precision)"] {
                assert_eq!(grain(spec).extract(&page).kept.len(), page.leaves().len());
            }
        }
    }

    #[test]
    fn the_shipped_files_are_those_of_the_record() {
        let record: serde_json::Value =
            serde_json::from_str(include_str!("model/record.json")).unwrap();
        let files: [(&str, &[u8]); 3] = [
            ("full.bin", include_bytes!("model/full.bin")),
            ("fast.bin", include_bytes!("model/fast.bin")),
            ("lexicon.bin", include_bytes!("model/lexicon.bin")),
        ];
        for (name, bytes) in files {
            let digest: String =
                Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(record["sha256"][name], digest, "{name} is not what training wrote");
        }
    }

    #[test]
    fn models_of_a_directory_must_be_models() {
        let directory = tempfile::tempdir().unwrap();
        let spec = format!("grain(models={})", directory.path().display());
        let build = || spec.parse::<Parameters>().unwrap().build();
        assert!(matches!(build(), Err(Error::Io { .. })));
        std::fs::write(directory.path().join("full.bin"), "x").unwrap();
        assert!(matches!(build(), Err(Error::Dataset { .. })));
    }
}
