//! Sweeps: the specs of an evaluation that form a grid over one or two parameters.

use super::entrant::Entrant;
use super::table::SetScores;
use crate::Result;
use crate::extract::Spec;
use crate::measure::Scores;

/// A grid of specs that differ in one or two parameters.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Sweep {
    /// What all its specs have in common, written as a spec.
    pub fixed: String,
    /// The parameter that is varied along a line: the last of those that vary; it is numeric.
    pub along: String,
    /// The parameter that has a line for each value, where two vary.
    pub lines: Option<String>,
    /// The specs.
    pub points: Vec<Point>,
}

/// What a sweep reaches on pages that its setting was not picked on.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Nested {
    /// The scores of all pages, each with the setting that is best on the other folds.
    pub scores: Scores,
    /// The setting of each fold that has pages: the fold, and the spec by its place.
    pub picked: Vec<(usize, usize)>,
}

/// A spec of a sweep.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Point {
    /// Its place among the specs of the evaluation.
    pub spec: usize,
    /// Value of the parameter that is varied along the line.
    pub x: f64,
    /// Value of the parameter that has a line for each value; empty where there is none.
    pub line: String,
}

impl Sweep {
    /// The sweeps among the entrants of an evaluation, in their order. Specs that differ in none or
    /// more than two parameters, or along something that is no number, are none.
    pub fn find(entrants: &[Entrant]) -> Vec<Sweep> {
        let mut start = 0;
        let grids = entrants.chunk_by(is_alike).map(|grid| {
            start += grid.len();
            let specs: Option<Vec<_>> = grid.iter().map(Entrant::spec).collect();
            Sweep::of(&specs?, start - grid.len())
        });
        grids.flatten().collect()
    }

    /// The sweep that a grid forms, the first of which stands at `start`.
    fn of(grid: &[&Spec], start: usize) -> Option<Sweep> {
        let [first, rest @ ..] = grid else { return None };
        let varies =
            |key: &usize| rest.iter().any(|spec| spec.overrides()[*key] != first.overrides()[*key]);
        let varying: Vec<_> = (0..first.overrides().len()).filter(varies).collect();
        let (along, lines) = match varying[..] {
            [along] => (along, None),
            [lines, along] => (along, Some(lines)),
            _ => return None,
        };
        let name = |key: usize| first.overrides()[key].0.clone();
        let value = |spec: &Spec, key: usize| spec.overrides()[key].1.clone();
        let points = grid.iter().enumerate().map(|(i, spec)| {
            let x = value(spec, along).parse().ok()?;
            let line = lines.map(|lines| value(spec, lines)).unwrap_or_default();
            Some(Point { spec: start + i, x, line })
        });
        let points = points.collect::<Option<_>>()?;
        let fixed = fixed(first, &varying).ok()?;
        Some(Sweep { fixed, along: name(along), lines: lines.map(name), points })
    }

    /// The values that have a line each, in the order of the sweep.
    pub fn line_values(&self) -> Vec<&str> {
        let mut values: Vec<&str> = Vec::new();
        for point in &self.points {
            if !values.contains(&point.line.as_str()) {
                values.push(&point.line);
            }
        }
        values
    }

    /// The scores by a measure of pages whose setting was picked without them: of each fold those of the
    /// point that has the highest mean F1 on the other folds, the first of equals. `None` where all pages
    /// are in one fold.
    pub fn nested(&self, set: &SetScores, measure: usize) -> Option<Nested> {
        let averaging = set.measures[measure].averaging();
        let mut folds: Vec<usize> = set.pages.iter().map(|page| page.fold).collect();
        folds.sort_unstable();
        folds.dedup();
        if folds.len() < 2 {
            return None;
        }
        let others = |spec: usize, fold: usize| {
            let pages = set.pages.iter().filter(move |page| page.fold != fold);
            averaging.mean(pages.map(|page| set.counts(page, spec, measure))).f1
        };
        let pick = |&fold: &usize| {
            let scored =
                self.points.iter().rev().map(|point| (point.spec, others(point.spec, fold)));
            let best = scored.max_by(|a, b| a.1.total_cmp(&b.1));
            best.map(|(spec, _)| (fold, spec))
        };
        let picked: Vec<_> = folds.iter().filter_map(pick).collect();
        let spec_of =
            |fold: usize| picked.iter().find(|(of, _)| *of == fold).map(|(_, spec)| *spec);
        let counts = set
            .pages
            .iter()
            .filter_map(|page| spec_of(page.fold).map(|spec| set.counts(page, spec, measure)));
        Some(Nested { scores: averaging.mean(counts), picked })
    }

    /// The point with the highest mean F1 by a measure; the first of equals.
    pub fn best(&self, set: &SetScores, measure: usize) -> Option<&Point> {
        let f1 = |point: &Point| set.mean(point.spec, measure, None).f1;
        self.points.iter().rev().max_by(|a, b| f1(a).total_cmp(&f1(b)))
    }
}

/// A spec without the overrides at some places.
fn fixed(spec: &Spec, varying: &[usize]) -> Result<String> {
    let preset = spec.preset().map(str::to_owned);
    let kept = (0..spec.overrides().len()).filter(|key| !varying.contains(key));
    let kept = kept.map(|key| &spec.overrides()[key]).map(|(key, value)| format!("{key}={value}"));
    let arguments: Vec<_> = preset.into_iter().chain(kept).collect();
    let name = spec.method()?.name;
    Ok(if arguments.is_empty() { name.into() } else { format!("{name}({})", arguments.join(",")) })
}

/// Whether two specs set the same parameters of the same method and preset.
fn is_alike(a: &Entrant, b: &Entrant) -> bool {
    let (Some(a), Some(b)) = (a.spec(), b.spec()) else { return false };
    let keys =
        |spec: &Spec| spec.overrides().iter().map(|(key, _)| key.clone()).collect::<Vec<_>>();
    let methods = (a.method().map(|row| row.name), b.method().map(|row| row.name));
    let same = matches!(methods, (Ok(a), Ok(b)) if a == b);
    same && a.preset() == b.preset() && keys(a) == keys(b)
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::table;
    use super::*;

    fn specs(grids: &[&str]) -> Vec<Entrant> {
        grids.iter().flat_map(|grid| Spec::grid(grid).unwrap()).map(Entrant::Spec).collect()
    }

    #[test]
    fn the_last_parameter_that_varies_is_the_axis() {
        let specs = specs(&["all", "wu(leaf=node,window=1|3,threshold=0.5|0.7|0.9,k=0)"]);
        let [sweep] = &Sweep::find(&specs)[..] else { panic!() };
        assert_eq!((sweep.along.as_str(), sweep.lines.as_deref()), ("threshold", Some("window")));
        assert_eq!(sweep.fixed, "wu(leaf=node,k=0)");
        assert_eq!(sweep.line_values(), ["1", "3"]);
        assert_eq!(sweep.points[3], Point { spec: 4, x: 0.5, line: "3".into() });
    }

    #[test]
    fn several_sweeps_and_what_is_none() {
        let found = Sweep::find(&specs(&[
            "wu(window=1|3)",
            "wu(paper,window=1|3)",
            "wu(k=0)",
            "wu(leaf=unit|node)",
            "wu(window=1|3,alpha=1|2,beta=0|1)",
        ]));
        let found: Vec<_> =
            found.iter().map(|sweep| (sweep.points[0].spec, &sweep.lines)).collect();
        assert_eq!(found, [(0, &None), (2, &None)]);
    }

    #[test]
    fn a_setting_is_picked_on_the_other_folds() {
        let table = table();
        let [sweep] = &Sweep::find(&table.entrants)[..] else { panic!() };
        let nested = sweep.nested(&table.sets[0], 0).unwrap();
        // By page the settings have 1, 1, .4 and 0, 0, .857; the third page is a fold of its own. On it the
        // second is better, so that it is the other pages' setting, and the first is the third's.
        assert_eq!(nested.picked, [(0, 2), (1, 1)]);
        assert!((nested.scores.f1 - 0.4 / 3.0).abs() < 1e-12, "{nested:?}");
        let mut set = table.sets[0].clone();
        set.pages.iter_mut().for_each(|page| page.fold = 0);
        assert_eq!(sweep.nested(&set, 0), None);
    }

    #[test]
    fn the_best_is_by_f1() {
        let table = table();
        let [sweep] = &Sweep::find(&table.entrants)[..] else { panic!() };
        assert_eq!(sweep.best(&table.sets[0], 0).unwrap().x, 0.5);
    }
}
