//! What the lexicon says of the elements along a path.

use super::named::Named;

/// Lexicon weights along a path.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Lexical {
    /// The blocks at or below which the greatest and the least weight stand, as indexes of the list.
    pub best: u32,
    pub worst: u32,
    /// Elements with a known key.
    pub known: u16,
    /// Mean weights of the two innermost.
    pub means: [f32; 2],
    /// Least weights of the three innermost.
    pub minima: [f32; 3],
    pub min: f32,
    pub max: f32,
    /// Sum of all elements' means.
    pub sum: f32,
}

impl Lexical {
    /// Adds an element one level further down, by what its names are known for.
    pub fn add(&mut self, named: &Named, block: u32) {
        if named.known == 0 {
            return;
        }
        let first = self.known == 0;
        if first || named.max > self.max {
            self.best = block;
        }
        if first || named.min < self.min {
            self.worst = block;
        }
        self.min = if first { named.min } else { self.min.min(named.min) };
        self.max = if first { named.max } else { self.max.max(named.max) };
        let mean = named.sum / f32::from(named.known);
        self.sum += mean;
        self.means = [mean, self.means[0]];
        self.minima = [named.min, self.minima[0], self.minima[1]];
        self.known += 1;
    }
}
