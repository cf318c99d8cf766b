//! The features of units as they are judged: many units side by side.

use super::{COMMON, COUNT};

/// Units side by side.
pub const LANES: usize = 64;

/// A value for each of them.
pub type Lane<T> = [T; LANES];

/// The features of a unit, in the order of [`names`](super::names).
pub type Row = [f32; COUNT];

/// Features of units by feature, so that a feature is compared for all of them at once.
#[derive(Debug, Clone)]
pub struct Rows {
    /// What the units share.
    common: [f32; COMMON],
    /// The other features, each with a value a unit.
    own: Box<[Lane<f32>; COUNT - COMMON]>,
    /// The unit that is filled, and how many of its features are.
    lane: usize,
    filled: usize,
}

impl Rows {
    /// Rows of units that share these values, all others being 0.
    pub fn new(common: [f32; COMMON]) -> Rows {
        Rows { common, own: Box::new([[0.0; LANES]; COUNT - COMMON]), lane: 0, filled: 0 }
    }

    /// Goes to a lane, to push what its unit has of its own.
    #[inline]
    pub fn begin(&mut self, lane: usize) {
        (self.lane, self.filled) = (lane % LANES, 0);
    }

    /// The next feature of the unit.
    #[inline]
    pub fn push(&mut self, value: f32) {
        self.own[self.filled][self.lane] = value;
        self.filled += 1;
    }

    /// Makes the lanes from one on like the first.
    pub fn level(&mut self, from: usize) {
        for values in &mut *self.own {
            let first = values[0];
            values[from..].fill(first);
        }
    }

    /// What the units share.
    pub fn common(&self) -> &[f32; COMMON] {
        &self.common
    }

    /// The values of a feature that is a unit's own.
    #[inline]
    pub fn of(&self, feature: usize) -> &Lane<f32> {
        &self.own[feature - COMMON]
    }

    /// The features of a unit.
    pub fn row(&self, lane: usize) -> Row {
        std::array::from_fn(|feature| match self.common.get(feature) {
            Some(&common) => common,
            None => self.of(feature)[lane],
        })
    }

    /// Whether a unit's features were all pushed, and no more.
    #[cfg(test)]
    pub fn is_filled(&self) -> bool {
        self.filled == self.own.len()
    }
}
