//! Authors whom links near the title name: they lead to pages of authors, or, on a thread, of members.

use super::names;
use super::near::Near;
use crate::dom::Tag;

/// Leaves between two links of one byline, at most.
const BETWEEN: u32 = 3;

/// The names in links near the title to pages of authors and members.
pub(super) fn linked(near: &Near, thread: bool) -> Vec<String> {
    let (page, dom) = (near.page, near.page.dom());
    let mut found: Vec<String> = Vec::new();
    let mut last = None;
    for at in near.units().iter().flat_map(|unit| unit.leaves.clone()) {
        let leaf = &page.leaves()[at as usize];
        let link = || dom.ancestors(leaf.node).find(|&node| dom.tag(node) == Some(Tag::A));
        let href = leaf.linked.then(link).flatten().and_then(|link| dom.attribute(link, "href"));
        if !href.is_some_and(|href| is_person(&href, thread)) {
            continue;
        }
        if last.is_some_and(|last| at > last + BETWEEN) {
            break;
        }
        for name in names::split(page.text(leaf)) {
            last = Some(at);
            if !found.contains(&name) {
                found.push(name);
            }
        }
    }
    found
}

/// What addresses of pages about authors hold.
const AUTHORS: &[&str] = &[
    "/author/",
    "/authors/",
    "/contributor/",
    "/contributors/",
    "/staff/",
    "/writer",
    "/journalist",
    "/reporter",
    "/autor/",
    "/autoren/",
    "/auteur/",
    "/redaktion/",
    "author=",
];

/// What addresses of members' pages hold.
const MEMBERS: &[&str] = &[
    "/user/",
    "/users/",
    "/u/",
    "/member/",
    "/members/",
    "/profile",
    "/profil",
    "viewprofile",
    "action=profile",
    "/user-",
    "/@",
    "member.php?u=",
];

/// Whether an address is that of an author's page, or on a thread of a member's.
fn is_person(href: &str, thread: bool) -> bool {
    let path = href.split_once("://").map_or(href, |(_, path)| path).to_ascii_lowercase();
    let holds = |marks: &[&str]| marks.iter().any(|mark| path.contains(mark));
    holds(AUTHORS) || thread && holds(MEMBERS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_people() {
        assert!(is_person("/authors/ann", false) && is_person("https://mill.example/@ann", true));
        assert!(!is_person("https://author.example/mill", true) && !is_person("/user/ann", false));
    }
}
