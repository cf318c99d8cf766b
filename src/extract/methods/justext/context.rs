//! What a paragraph is beside its neighbours.
//!
//! A short paragraph is good between two good ones and bad between two bad ones; between one of each it
//! is good if the bad one has a nearly good one before it. What is nearly good is good unless bad ones
//! stand on both sides. Beyond the ends of the page everything is bad.

use super::Class;
use super::alone::Paragraph;

/// Whether each paragraph is good, given what it is by itself and the characters over which a heading
/// looks for a good one.
pub fn revise(paragraphs: &[Paragraph], alone: &[Class], reach: u32) -> Vec<bool> {
    let mut classes = alone.to_vec();
    for at in 0..classes.len() {
        if paragraphs[at].is_heading && alone[at] == Class::Short {
            let leads = leads_to_good(paragraphs, alone, at, reach);
            classes[at] = if leads { Class::NearGood } else { Class::Short };
        }
    }
    settle_short(&mut classes);
    settle_near_good(&mut classes);
    for at in 0..classes.len() {
        let is_lost = classes[at] == Class::Bad && alone[at] != Class::Bad;
        if is_lost && paragraphs[at].is_heading && leads_to_good(paragraphs, &classes, at, reach) {
            classes[at] = Class::Good;
        }
    }
    classes.into_iter().map(|class| class == Class::Good).collect()
}

/// Whether a good paragraph stands behind a heading with at most so many characters between.
fn leads_to_good(paragraphs: &[Paragraph], classes: &[Class], heading: usize, reach: u32) -> bool {
    let mut between = 0;
    for at in heading + 1..classes.len() {
        if between > reach || reach == 0 {
            return false;
        }
        if classes[at] == Class::Good {
            return true;
        }
        between += paragraphs[at].chars;
    }
    false
}

/// Calls short paragraphs good or bad, by their neighbours before any of them is called so.
fn settle_short(classes: &mut [Class]) {
    let before = neighbours(classes.iter());
    let after = neighbours(classes.iter().rev());
    let count = classes.len();
    for (at, class) in classes.iter_mut().enumerate().filter(|(_, class)| **class == Class::Short) {
        let sides = [before[at], after[count - 1 - at]];
        let good = sides.iter().filter(|side| side.told == Class::Good).count();
        let is_near = |side: &Side| side.told == Class::Bad && side.nearest == Class::NearGood;
        let is_good = match good {
            2 => true,
            0 => false,
            _ => sides.iter().any(is_near),
        };
        *class = if is_good { Class::Good } else { Class::Bad };
    }
}

/// Calls nearly good paragraphs good or bad, from the first to the last: one that is called bad or good is
/// the next one's neighbour.
fn settle_near_good(classes: &mut [Class]) {
    let after = neighbours(classes.iter().rev());
    let count = classes.len();
    let mut before = Class::Bad;
    for at in 0..count {
        if classes[at] == Class::NearGood {
            let is_bad = before == Class::Bad && after[count - 1 - at].told == Class::Bad;
            classes[at] = if is_bad { Class::Bad } else { Class::Good };
        }
        before = classes[at];
    }
}

/// What stands on one side of a paragraph.
#[derive(Debug, Clone, Copy)]
struct Side {
    /// The nearest that is good or bad.
    told: Class,
    /// The nearest that is good, bad or nearly good.
    nearest: Class,
}

/// The side that each paragraph comes from.
fn neighbours<'c>(classes: impl Iterator<Item = &'c Class>) -> Vec<Side> {
    let mut side = Side { told: Class::Bad, nearest: Class::Bad };
    let next = |class: &Class| {
        let own = side;
        match class {
            Class::Good | Class::Bad => side = Side { told: *class, nearest: *class },
            Class::NearGood => side.nearest = *class,
            Class::Short => {}
        }
        own
    };
    classes.map(next).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paragraphs by a letter each: good, near good, short, bad, and h for a short heading; ten characters
    /// each.
    fn revised(letters: &str, reach: u32) -> String {
        let class = |letter| match letter {
            'g' => Class::Good,
            'n' => Class::NearGood,
            'b' => Class::Bad,
            _ => Class::Short,
        };
        let paragraph = |letter| Paragraph {
            chars: 10,
            linked: 0.0,
            stopwords: None,
            is_notice: false,
            is_heading: letter == 'h',
        };
        let paragraphs: Vec<_> = letters.chars().map(paragraph).collect();
        let alone: Vec<_> = letters.chars().map(class).collect();
        let good = revise(&paragraphs, &alone, reach);
        good.into_iter().map(|is_good| if is_good { 'G' } else { 'B' }).collect()
    }

    #[test]
    fn short_ones_are_what_stands_around_them() {
        assert_eq!(revised("gssg", 200), "GGGG");
        assert_eq!(revised("bssb", 200), "BBBB");
        assert_eq!(revised("gsb", 200), "GBB");
        // The bad side has a nearly good one first.
        assert_eq!(revised("gsnb", 200), "GGGB");
        assert_eq!(revised("sg", 200), "BG");
    }

    #[test]
    fn nearly_good_ones_need_a_good_side() {
        assert_eq!(revised("bnb", 200), "BBB");
        assert_eq!(revised("gnnb", 200), "GGGB");
        assert_eq!(revised("nnbng", 200), "BBBGG");
    }

    #[test]
    fn headings_go_with_the_good_one_behind_them() {
        assert_eq!(revised("bhg", 200), "BGG");
        assert_eq!(revised("bhbg", 200), "BGBG");
        assert_eq!(revised("bhbbg", 15), "BBBBG");
        assert_eq!(revised("bhb", 200), "BBB");
    }
}
