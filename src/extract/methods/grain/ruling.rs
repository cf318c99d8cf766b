//! What is decided of a unit.

/// What was decided of a unit, and by what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ruling {
    /// Its probability reaches the threshold.
    Chosen,
    /// Its probability does not.
    Below,
    /// It would be chosen, but is a reader's comment.
    Comment,
    /// It would be chosen, but is a review of goods.
    Review,
    /// It would be chosen, but is a member's signature below a post.
    Signature,
    /// It would be chosen, but repeats what was chosen.
    Repeat,
    /// It is the main heading, which is kept.
    HeadingKept,
    /// It is the main heading, which is dropped.
    HeadingDropped,
    /// It is the rest of a list or table that is chosen.
    Listed,
    /// It is of a table of short cells that is likely enough as a whole.
    Table,
    /// It is a line of the recipe that the page states.
    Recipe,
    /// It is of a list or table that belongs to what is chosen.
    Own,
    /// It is the rest of a quote that is chosen.
    Quoted,
    /// It is a heading of what is chosen.
    Heads,
    /// It is of a gap between what is chosen.
    Between,
    /// It would be chosen, but stands apart from what is surer.
    Apart,
    /// It would be chosen, but is a button, or the label of a field.
    Control,
    /// It would be chosen, but so little is expected that the page has no content.
    Abstained,
}

impl Ruling {
    /// What it was, where it was not the probability.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Ruling::Chosen | Ruling::Below => None,
            Ruling::Comment => Some("dropped as a comment"),
            Ruling::Review => Some("dropped as a review of goods"),
            Ruling::Signature => Some("dropped as a signature"),
            Ruling::Repeat => Some("dropped as a repeat"),
            Ruling::HeadingKept => Some("kept as the main heading"),
            Ruling::HeadingDropped => Some("dropped as the main heading"),
            Ruling::Listed => Some("kept as the rest of a list"),
            Ruling::Table => Some("kept as a table"),
            Ruling::Recipe => Some("kept as a line of the page's recipe"),
            Ruling::Own => Some("kept as a list of the content"),
            Ruling::Quoted => Some("kept as the rest of a quote"),
            Ruling::Heads => Some("kept as the heading of what follows"),
            Ruling::Between => Some("kept between what is chosen"),
            Ruling::Apart => Some("dropped as apart from the article"),
            Ruling::Control => Some("dropped as a button or label"),
            Ruling::Abstained => Some("dropped as too little is expected"),
        }
    }

    /// Whether the unit is chosen.
    pub fn is_kept(self) -> bool {
        match self {
            Ruling::Chosen
            | Ruling::HeadingKept
            | Ruling::Listed
            | Ruling::Table
            | Ruling::Recipe
            | Ruling::Own
            | Ruling::Quoted
            | Ruling::Heads
            | Ruling::Between => true,
            Ruling::Below
            | Ruling::Comment
            | Ruling::Review
            | Ruling::Signature
            | Ruling::Repeat
            | Ruling::HeadingDropped
            | Ruling::Apart
            | Ruling::Control
            | Ruling::Abstained => false,
        }
    }
}
