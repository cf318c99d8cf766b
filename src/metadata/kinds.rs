//! Kinds of pages whose author and date are not found as those of an article.
//!
//! Of a thread of posts, as forums and questions with answers are, they are the first post's; what stands
//! without having been published has none.

use super::entity::{Entity, Rank};

/// Types of schema.org that are threads.
const TYPES: &[&str] = &["DiscussionForumPosting", "QAPage", "Question", "SocialMediaPosting"];

/// What the path of a thread's address holds.
const PATHS: &[&str] = &[
    "thread",
    "topic",
    "forum",
    "discussion",
    "discuss",
    "/t/",
    "/d/",
    "/questions/",
    "/comments/",
    "board",
    "community",
    "/post/",
];

/// Whether a page is a thread, by its address or by what it says that it is about.
pub(super) fn is_thread(url: Option<&str>, about: &[&Entity]) -> bool {
    let is_type =
        |entity: &&Entity| entity.kind.as_deref().is_some_and(|kind| TYPES.contains(&kind));
    let path = url.unwrap_or_default().to_ascii_lowercase();
    about.iter().any(is_type) || PATHS.iter().any(|mark| path.contains(mark))
}

/// Whether a page is of a kind that nobody publishes on a day: the front page of a site, and what sells a
/// product. The names and dates on them are of other things, unless the page is a work by its own account.
pub(super) fn is_standing(url: Option<&str>, about: &[&Entity]) -> bool {
    let is_work = about.iter().any(|entity| entity.rank() == Rank::Work);
    let is_product = about.iter().any(|entity| entity.kind.as_deref() == Some("Product"));
    !is_work && (is_product || url.is_some_and(is_front))
}

/// Whether an address is that of a site's front page.
pub(super) fn is_front(url: &str) -> bool {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split_once('/').is_none_or(|(_, path)| path.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_threads() {
        for url in [
            "https://mill.example/viewtopic.php?t=1",
            "https://forum.mill.example/a",
            "https://m.example/t/dry/1",
        ] {
            assert!(is_thread(Some(url), &[]), "{url}");
        }
        assert!(
            !is_thread(Some("https://mill.example/2024/dry-in-may"), &[]) && !is_thread(None, &[])
        );
    }
}
