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
pub use parameters::METHOD;

use super::spec::Settings;
use super::{Extraction, Extractor};
use crate::page::Page;
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

/// Why a unit was chosen or not.
#[derive(Debug, Clone, PartialEq)]
pub struct Reason {
    /// The model's probability that the unit is content.
    pub probability: f32,
    /// The same, drawn towards those of the units that look alike.
    pub smoothed: f32,
    /// What the smoothed probability had to reach on this page.
    pub threshold: f32,
    /// Whether the unit was chosen: it may reach the threshold and yet be a duplicate or a comment.
    pub chosen: bool,
    /// The features that moved the unit most, each with its value and by how much log-odds.
    pub moved: Vec<(&'static str, f32, f32)>,
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
    pub(crate) fn build(settings: &Settings) -> Result<Grain> {
        let (trees, lexicon) = match settings.text("models") {
            "" => shipped(settings)?,
            directory => read(directory.as_ref(), settings.text("model"))?,
        };
        let scope = match settings.text("scope") {
            "article" => Scope::Article,
            _ => Scope::Page,
        };
        Ok(Grain {
            trees,
            lexicon,
            scope,
            beta: scope.beta()
                * match settings.text("mode") {
                    "precision" => 0.5,
                    "recall" => 2.0,
                    _ => 1.0,
                },
            comments: match settings.text("comments") {
                "keep" => true,
                "drop" => false,
                _ => scope == Scope::Page,
            },
        })
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

    /// Why each unit of a page is chosen or not.
    pub fn explain(&self, page: &Page) -> Vec<Reason> {
        let judged = self.judge(page);
        let mut row = Row::new();
        (0..judged.chosen.len())
            .map(|unit| {
                judged.features.fill(unit, self.scope, &mut row);
                let mut moved: Vec<_> = features::names()
                    .zip(row.values())
                    .zip(self.trees.contributions(row.values()))
                    .map(|((name, &value), by)| (name, value, by))
                    .collect();
                moved.sort_by(|a, b| b.2.abs().total_cmp(&a.2.abs()));
                moved.truncate(NAMED);
                Reason {
                    probability: judged.probabilities[unit],
                    smoothed: judged.smoothed[unit],
                    threshold: judged.threshold,
                    chosen: judged.chosen[unit],
                    moved,
                }
            })
            .collect()
    }
}

impl Extractor for Grain {
    fn extract(&self, page: &Page) -> Extraction {
        let judged = self.judge(page);
        let mut extraction = Extraction::none(page);
        for (unit, chosen) in page.units().iter().zip(judged.chosen) {
            if chosen {
                extraction.kept[unit.leaves.start as usize..unit.leaves.end as usize].fill(true);
            }
        }
        extraction
    }
}

/// The model and lexicon that ship with the program.
fn shipped(settings: &Settings) -> Result<(Trees, Lexicon)> {
    let trees: &[u8] = match settings.text("model") {
        "fast" => include_bytes!("model/fast.bin"),
        _ => include_bytes!("model/full.bin"),
    };
    let lexicon: &'static [u8] = include_bytes!("model/lexicon.bin");
    let trees = Trees::from_table(trees).map_err(|message| settings.error(message))?;
    let lexicon = Lexicon::from_table(lexicon).ok_or_else(|| settings.error("no lexicon"))?;
    Ok((trees, lexicon))
}

/// The model of that name and the lexicon in a directory that `scripts/train` wrote.
fn read(directory: &std::path::Path, model: &str) -> Result<(Trees, Lexicon)> {
    let file = |name: &str| {
        let path = directory.join(format!("{name}.bin"));
        std::fs::read(&path).map_err(|error| Error::io(&path, error)).map(|bytes| (path, bytes))
    };
    let (path, table) = file(model)?;
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
    use crate::extract::Spec;
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
        Grain::build(&spec.parse::<Spec>().unwrap().settings().unwrap()).unwrap()
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
        let reasons = grain.explain(&page);
        assert_eq!(reasons.len(), page.units().len());
        let kept = grain.extract(&page).kept;
        for (unit, reason) in page.units().iter().zip(&reasons) {
            assert_eq!(kept[unit.leaves.start as usize], reason.chosen);
            assert_eq!(reason.moved.len(), NAMED);
            assert!(reason.chosen <= (reason.smoothed >= reason.threshold));
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
        let build = || Grain::build(&spec.parse::<Spec>().unwrap().settings().unwrap());
        assert!(matches!(build(), Err(Error::Io { .. })));
        std::fs::write(directory.path().join("full.bin"), "x").unwrap();
        assert!(matches!(build(), Err(Error::Dataset { .. })));
    }
}
