//! A heading is chosen with what it heads: short as it is, it is lost before its section where each is judged alone.

use super::complete::{LINKS, UNLIKELY};
use super::features::Features;
use super::ruling::Ruling;

/// What is done with headings other than the main one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subheadings {
    /// They are chosen with what stands behind them.
    Keep,
    /// They are chosen as any unit is.
    Auto,
}

/// Chooses headings whose next unit is chosen, but those that are unlikely and those before links, which stand beside
/// the content as often. Each unit's probability is `smoothed`.
pub fn choose(rulings: &mut [Ruling], smoothed: &[f32], threshold: f32, features: &Features) {
    let main = features.position.heading();
    for unit in (1..rulings.len()).rev() {
        let heading = unit - 1;
        if rulings[heading] == Ruling::Below
            && smoothed[heading] >= UNLIKELY * threshold
            && rulings[unit].is_kept()
            && features.link_density(&(unit as u32..unit as u32 + 1)) < LINKS
            && features.blocks.above(heading).path.heading > 0
            && main != Some(heading)
        {
            rulings[heading] = Ruling::Heads;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::methods::grain::lexicon::Lexicon;
    use crate::page::Page;
    use Ruling::{Below, Chosen, Heads};

    /// The headings that are chosen with what they head, the threshold being 0.5.
    fn headed<const N: usize>(
        html: &str,
        mut rulings: [Ruling; N],
        smoothed: [f32; N],
    ) -> Vec<usize> {
        let features = Features::new(&Page::parse(html), &Lexicon::new([].into_iter()));
        choose(&mut rulings, &smoothed, 0.5, &features);
        (0..N).filter(|&unit| rulings[unit] == Heads).collect()
    }

    #[test]
    fn headings_go_with_what_they_head() {
        let html = "<title>Main</title><h1>Main</h1><h2>a</h2><h3>b</h3><p>c<h2>d</h2><p>e";
        let rulings = [Below, Below, Below, Chosen, Below, Below];
        assert_eq!(headed(html, rulings, [0.4; 6]), [1, 2]);
    }

    #[test]
    fn headings_of_links_and_those_that_are_unlikely_are_left() {
        let html = "<h2>a</h2><p><a href>b</a><h2>c</h2><p>d";
        let rulings = [Below, Chosen, Below, Chosen];
        assert_eq!(headed(html, rulings, [0.4; 4]), [2]);
        assert!(headed(html, rulings, [0.4, 0.9, 0.12, 0.9]).is_empty());
    }
}
