//! Threads of posts: forums, questions with answers. Their author and date are the first post's.

use super::entity::Entity;

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
