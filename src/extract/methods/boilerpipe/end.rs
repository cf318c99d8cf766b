//! What introduces the comments below an article, by which ArticleExtractor ends the text. The phrases are
//! ours; those of its authors' program are of English and Swedish newspapers of 2009.

/// Words from which on a block is no such introduction.
pub const LONG: u32 = 15;
/// Words a line from which on a block counts as running text.
pub const FULL: f64 = 9.0;

/// What an introduction begins with, lower-cased; a number may stand before it.
const BEGINNINGS: [&str; 15] = [
    "comments",
    "comment on this",
    "leave a reply",
    "leave a comment",
    "join the discussion",
    "kommentare",
    "kommentar schreiben",
    "commentaires",
    "laisser un commentaire",
    "comentarios",
    "deja un comentario",
    "commenti",
    "reacties",
    "комментарии",
    "komentarze",
];

/// Whether a block of few words introduces comments.
pub fn introduces_comments(text: &str) -> bool {
    let lower = text.trim().to_lowercase();
    let rest = lower.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    BEGINNINGS.iter().any(|beginning| rest.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_a_number_or_without() {
        for text in ["Comments (12)", "3 Comments", "Leave a reply", "27 Kommentare", "Комментарии"]
        {
            assert!(introduces_comments(text), "{text}");
        }
        for text in ["No comment", "Of comments", "12", ""] {
            assert!(!introduces_comments(text), "{text}");
        }
    }
}
