//! The paper's decision trees over a block and its two neighbours (its Algorithms 1 and 2).

use crate::page::Page;
use crate::text;

/// Characters of a line when text is wrapped to count words a line.
const LINE: usize = 80;

/// What the trees ask of a block.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Block {
    /// Words.
    pub words: u32,
    /// Those that are linked.
    pub linked_words: u32,
    /// Words of the lines that are full when the text is wrapped, or all where no line is.
    pub wrapped_words: u32,
    /// Those lines, at least one.
    pub lines: u32,
}

impl Block {
    /// The share of its words that is linked, in 0…1.
    pub fn linked(&self) -> f64 {
        f64::from(self.linked_words) / f64::from(self.words.max(1))
    }

    /// Words a full line.
    pub fn density(&self) -> f64 {
        f64::from(self.wrapped_words) / f64::from(self.lines.max(1))
    }
}

/// Which of the trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    /// By words and linked words (Algorithm 2), as ArticleExtractor has it.
    Words,
    /// By words a line and linked words (Algorithm 1).
    Density,
}

impl Rules {
    /// Whether each block is content; beyond the ends there are empty blocks.
    pub(super) fn classify(self, blocks: &[Block]) -> Vec<bool> {
        let at =
            |place: Option<usize>| place.and_then(|at| blocks.get(at)).copied().unwrap_or_default();
        let three = |i: usize| [at(i.checked_sub(1)), blocks[i], at(Some(i + 1))];
        (0..blocks.len()).map(|i| self.is_content(three(i))).collect()
    }

    fn is_content(self, [before, block, after]: [Block; 3]) -> bool {
        if block.linked() > 0.333333 {
            return false;
        }
        let is_behind_links = before.linked() > 0.555556;
        match self {
            Rules::Words if is_behind_links => block.words > 40 || after.words > 17,
            Rules::Words => block.words > 16 || after.words > 15 || before.words > 4,
            Rules::Density if is_behind_links => after.density() > 11.0,
            Rules::Density if block.density() > 9.0 => after.density() > 0.0,
            Rules::Density => after.density() > 10.0 || before.density() > 4.0,
        }
    }
}

/// The blocks of a page: its units.
pub fn blocks(page: &Page) -> Vec<Block> {
    page.units()
        .iter()
        .map(|unit| {
            let leaves = &page.leaves()[unit.leaves.start as usize..unit.leaves.end as usize];
            let linked = leaves.iter().filter(|leaf| leaf.linked).map(|leaf| leaf.words).sum();
            wrapped(&page.joined(unit.leaves.clone()), linked)
        })
        .collect()
}

/// A block of a text, of whose words some are linked. The last line is not full and counts only where it
/// is the only one.
fn wrapped(content: &str, linked: u32) -> Block {
    let (mut words, mut lines, mut in_line, mut length) = (0, 0, 0, 0);
    let mut word = |chars: usize| {
        words += 1;
        length += chars + usize::from(in_line > 0);
        in_line += 1;
        if length > LINE {
            lines += 1;
            (in_line, length) = (1, chars);
        }
    };
    for token in content.split_whitespace() {
        let cjk = token.chars().filter(|&c| text::is_cjk(c)).count();
        let rest = token.chars().count() - cjk;
        (0..cjk).for_each(|_| word(1));
        if rest > 0 {
            word(rest);
        }
    }
    let wrapped_words = if lines == 0 { words } else { words - in_line };
    Block { words, linked_words: linked.min(words), wrapped_words, lines: lines.max(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(words: u32, linked_words: u32) -> Block {
        Block { words, linked_words, wrapped_words: words, lines: 1 }
    }

    #[test]
    fn the_tree_by_words() {
        let is = |before, of, after| Rules::Words.is_content([before, of, after]);
        let none = Block::default();
        assert!(!is(block(100, 0), block(100, 34), block(100, 0)), "a third is linked");
        assert!(is(none, block(17, 5), none));
        assert!(!is(block(4, 0), block(16, 0), block(15, 0)));
        assert!(is(block(4, 0), block(16, 0), block(16, 0)));
        assert!(is(block(5, 0), block(16, 0), block(15, 0)));
        let links = block(9, 6);
        assert!(!is(links, block(40, 0), block(17, 0)));
        assert!(is(links, block(40, 0), block(18, 0)));
        assert!(is(links, block(41, 0), none));
    }

    #[test]
    fn the_tree_by_density() {
        let is = |before, of, after| Rules::Density.is_content([before, of, after]);
        let none = Block::default();
        assert!(!is(none, block(10, 0), none), "nothing comes after");
        assert!(is(none, block(10, 0), block(1, 0)));
        assert!(!is(block(4, 0), block(9, 0), block(10, 0)));
        assert!(is(block(5, 0), block(9, 0), none));
        assert!(is(none, block(9, 0), block(11, 0)));
        assert!(!is(block(9, 6), block(90, 0), block(11, 0)));
    }

    #[test]
    fn lines_are_wrapped_at_80_characters() {
        let of = |text: &str| {
            let block = wrapped(text, 0);
            (block.words, block.wrapped_words, block.lines)
        };
        assert_eq!(of("one two three"), (3, 3, 1));
        // Sixteen words of four characters and their spaces fill a line; four stand on the next.
        assert_eq!(of(&"four ".repeat(20)), (20, 16, 1));
        assert_eq!(of(&"four ".repeat(36)), (36, 32, 2));
        assert_eq!(of(&"字".repeat(81)), (81, 80, 2));
        assert_eq!(of(""), (0, 0, 1));
    }
}
