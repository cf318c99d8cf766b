//! What is chosen of a run of units, in sum.

use std::ops::Range;

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

    /// Mean probability of a word; 0 where there is none.
    pub fn mean(&self) -> f32 {
        self.expected / self.words.max(1.0)
    }
}
