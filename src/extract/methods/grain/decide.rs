//! From probabilities to a choice: smoothing over what looks alike, a threshold that suits the
//! page, and duplicates dropped.

use super::features::Features;

/// Weight of a unit's own probability against that of the units that look alike.
const OWN: f32 = 0.4;

/// Words from which a repeated text is dropped.
const REPEATED: f32 = 3.0;

/// Bounds of the threshold where precision and recall weigh alike.
const BOUNDS: (f32, f32) = (0.15, 0.6);

/// Pulls each probability towards the mean of the units whose blocks have the same look,
/// weighted by words.
pub fn smooth(probabilities: &mut [f32], features: &Features) {
    let mut groups = vec![(0.0, 0.0); features.blocks.looks];
    let words = |unit: usize| features.texts.0[unit].words.max(1.0);
    let look = |unit: usize| features.blocks.above(unit).look as usize;
    for (unit, &p) in probabilities.iter().enumerate() {
        let group = &mut groups[look(unit)];
        group.0 += p * words(unit);
        group.1 += words(unit);
    }
    for (unit, p) in probabilities.iter_mut().enumerate() {
        let (sum, words) = groups[look(unit)];
        *p = OWN * *p + (1.0 - OWN) * sum / words;
    }
}

/// The threshold that maximises the expected F-measure (Dinkelbach's condition: a unit pays if its
/// probability is above F / (1 + β²)), kept within bounds since probabilities are estimates.
///
/// `beta` weighs recall against precision; below 1 for precision.
pub fn threshold(probabilities: &[f32], features: &Features, beta: f32) -> f32 {
    let mut order: Vec<_> =
        probabilities.iter().zip(&features.texts.0).map(|(&p, text)| (p, text.words)).collect();
    order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1)));
    let square = beta * beta;
    let gold: f32 = order.iter().map(|(p, words)| p * words).sum();
    let (mut matched, mut chosen, mut best) = (0.0, 0.0, 0.0_f32);
    for (p, words) in order {
        matched += p * words;
        chosen += words;
        best = best.max((1.0 + square) * matched / (chosen + square * gold).max(1e-6));
    }
    let scale = 2.0 / (1.0 + square);
    (best / (1.0 + square)).clamp(scale * BOUNDS.0, (scale * BOUNDS.1).min(0.95))
}

/// Clears what repeats an earlier choice.
pub fn drop_duplicates(chosen: &mut [bool], features: &Features) {
    let mut seen = vec![false; chosen.len()];
    for (chosen, text) in chosen.iter_mut().zip(&features.texts.0) {
        if *chosen && text.words >= REPEATED {
            *chosen = !std::mem::replace(&mut seen[text.same as usize], true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::methods::grain::lexicon::Lexicon;
    use crate::page::Page;

    fn features(html: &str) -> Features {
        Features::new(&Page::parse(html), &Lexicon::new([].into_iter()))
    }

    #[test]
    fn what_looks_alike_is_drawn_together() {
        let mut p = [1.0, 0.0, 0.5];
        smooth(&mut p, &features("<p>a<p>b b b<div>c</div>"));
        // The mean of the paragraphs, weighted by words, is 1/4.
        let close = p.iter().zip([0.55, 0.15, 0.5]).all(|(p, want)| (p - want).abs() < 1e-6);
        assert!(close, "{p:?}");
    }

    #[test]
    fn the_threshold_is_half_of_the_expected_f1() {
        let features = features("<p>a<p>b<p>c");
        // Best with the first two: 2 * 1.4 / (2 + 1.5).
        let p = [0.8, 0.6, 0.1];
        assert!((threshold(&p, &features, 1.0) - 0.4).abs() < 1e-6);
        assert!(threshold(&p, &features, 0.5) > 0.4 && threshold(&p, &features, 2.0) < 0.4);
        assert_eq!(threshold(&[0.0; 3], &features, 1.0), BOUNDS.0);
        assert_eq!(threshold(&[], &features, 1.0), BOUNDS.0);
    }

    #[test]
    fn a_text_is_chosen_once() {
        let features = features("<p>one two three<p>One two three<p>ab<p>ab");
        let mut chosen = [true; 4];
        drop_duplicates(&mut chosen, &features);
        assert_eq!(chosen, [true, false, true, true]);
    }
}
