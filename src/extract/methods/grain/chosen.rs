//! What is chosen of units, in sum.

use std::ops::{Add, Range, Sub};

use rustc_hash::FxHashSet;

use super::features::Features;
use super::ruling::Ruling;

/// Words of what is chosen.
#[derive(Debug, Clone, Copy, Default)]
pub struct Words {
    /// Their number.
    pub count: f32,
    /// Sum of their probabilities.
    expected: f32,
}

impl Words {
    /// Those of a unit; none where it is not chosen.
    pub fn of(unit: usize, smoothed: &[f32], features: &Features, rulings: &[Ruling]) -> Words {
        let count = if rulings[unit].is_kept() { features.texts.0[unit].words } else { 0.0 };
        Words { count, expected: smoothed[unit] * count }
    }

    /// Mean probability of a word; 0 where there is none.
    pub fn mean(self) -> f32 {
        self.expected / self.count.max(1.0)
    }
}

impl Add for Words {
    type Output = Words;

    fn add(self, other: Words) -> Words {
        Words { count: self.count + other.count, expected: self.expected + other.expected }
    }
}

impl Sub for Words {
    type Output = Words;

    fn sub(self, other: Words) -> Words {
        Words { count: self.count - other.count, expected: self.expected - other.expected }
    }
}

/// What is chosen of a run of units.
pub struct Chosen {
    /// The run.
    pub units: Range<usize>,
    /// The words of what is chosen.
    pub words: Words,
}

impl Chosen {
    /// What is chosen of these units.
    pub fn of(
        units: Range<usize>,
        smoothed: &[f32],
        features: &Features,
        rulings: &[Ruling],
    ) -> Chosen {
        let of = |unit| Words::of(unit, smoothed, features, rulings);
        let words = units.clone().map(of).fold(Words::default(), Words::add);
        Chosen { units, words }
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
