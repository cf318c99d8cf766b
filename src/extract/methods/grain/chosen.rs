//! What is chosen of a run of units, in sum.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::features::Features;
use super::ruling::Ruling;

/// What is chosen of a run of units.
pub struct Chosen {
    /// The run.
    pub units: Range<usize>,
    /// Words of what is chosen.
    pub words: f32,
    /// Sum of the words' probabilities.
    expected: f32,
}

impl Chosen {
    /// What is chosen of these units.
    pub fn of(
        units: Range<usize>,
        smoothed: &[f32],
        features: &Features,
        rulings: &[Ruling],
    ) -> Chosen {
        let mut found = Chosen { units: units.clone(), words: 0.0, expected: 0.0 };
        for unit in units.filter(|&unit| rulings[unit].is_kept()) {
            let words = features.texts.0[unit].words;
            found.words += words;
            found.expected += smoothed[unit] * words;
        }
        found
    }

    /// Whether a unit elsewhere belongs to it: it looks like what is chosen here, or is a line of the recipe that
    /// the page states.
    pub fn belonging<'f>(
        &self,
        features: &'f Features,
        rulings: &[Ruling],
    ) -> impl Fn(usize) -> bool + use<'f> {
        let look = |unit: usize| features.blocks.above(unit).look;
        let kept = self.units.clone().filter(|&unit| rulings[unit].is_kept());
        let looks: FxHashSet<_> = kept.map(look).collect();
        move |unit| {
            looks.contains(&look(unit)) || features.recipe.get(unit).is_some_and(|&is_line| is_line)
        }
    }

    /// Mean probability of a word; 0 where there is none.
    pub fn mean(&self) -> f32 {
        self.expected / self.words.max(1.0)
    }
}

/// The runs, from one of these ascending units to another, in which no gap of so many units is.
pub fn runs(units: impl Iterator<Item = usize>, gap: usize) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for unit in units {
        match runs.last_mut() {
            Some(run) if unit - run.end < gap => run.end = unit + 1,
            _ => runs.push(unit..unit + 1),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_run_up_to_a_gap() {
        assert_eq!(runs([1, 2, 4, 8].into_iter(), 1), [1..3, 4..5, 8..9]);
        assert_eq!(runs([1, 2, 4, 8].into_iter(), 2), [1..5, 8..9]);
        assert_eq!(runs([].into_iter(), 1), []);
    }
}
