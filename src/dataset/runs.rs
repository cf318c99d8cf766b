//! Runs of consecutive words that two texts both have.

use rustc_hash::FxHashSet;

/// Words in a run: fewer match by chance, more miss what the gold edits. A text with fewer words
/// is one run. On WCXB dev labels of such runs alone with 3, 4, 5 and 6 words reach an F1 of 0.953, 0.958, 0.959
/// and 0.959.
pub(super) const RUN: usize = 5;

/// Stands for a word that the other text does not have.
pub(super) const OTHER: u32 = u32::MAX;

/// A run of words as ids; places past the end of a shorter run are [`OTHER`].
pub(super) type Run = [u32; RUN];

/// The run of at most [`RUN`] words.
pub(super) fn run(words: &[u32]) -> Run {
    let mut run = [OTHER; RUN];
    run[..words.len()].copy_from_slice(words);
    run
}

/// Whether each word lies in a run that the other text has; linear in both.
pub(super) fn covered(words: &[u32], other: &[u32]) -> Vec<bool> {
    let mut covered = vec![false; words.len()];
    let length = RUN.min(other.len());
    if length == 0 {
        return covered;
    }
    let runs: FxHashSet<Run> = other.windows(length).map(run).collect();
    let mut marked = 0;
    for (start, window) in words.windows(length).enumerate() {
        if runs.contains(&run(window)) {
            covered[start.max(marked)..start + length].fill(true);
            marked = start + length;
        }
    }
    covered
}
