//! What classes and ids say of an element.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// A set of things that an element's class or id names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Hints(u16);

impl Hints {
    /// Who wrote it.
    pub const AUTHOR: Hints = Hints(1);
    /// Something beside the author's name: portrait, biography, other articles.
    pub const BESIDE: Hints = Hints(1 << 1);
    /// When it was published.
    pub const DATE: Hints = Hints(1 << 2);
    /// When it was changed.
    pub const MODIFIED: Hints = Hints(1 << 3);
    /// The title of the page's content.
    pub const TITLE: Hints = Hints(1 << 4);
    /// A part that is not the page's own content: comments, related articles, navigation.
    pub const APART: Hints = Hints(1 << 5);
    /// A post or an entry as a whole.
    pub const ENTRY: Hints = Hints(1 << 6);
    /// A reader's comment.
    pub const COMMENT: Hints = Hints(1 << 7);

    /// Whether any of these is named.
    pub fn any(self, of: Hints) -> bool {
        self.0 & of.0 != 0
    }

    /// What either names.
    pub const fn or(self, other: Hints) -> Hints {
        Hints(self.0 | other.0)
    }

    /// What a class or id says, word by word: `postAuthor`, `post-author` and `post_author` are the
    /// same.
    fn read(value: &str) -> Hints {
        let by_word = &*BY_WORD;
        let mut hints = Hints::default();
        let (mut word, mut length, mut lower) = (0, 0, false);
        for &byte in value.as_bytes() {
            let is_letter = byte.is_ascii_alphabetic();
            if !is_letter || lower && byte.is_ascii_uppercase() {
                if LENGTHS.contains(&length) {
                    hints = hints.or(by_word.get(&word).copied().unwrap_or_default());
                }
                (word, length) = (0, 0);
            }
            if is_letter {
                word = word << 8 | u128::from(byte | 0x20);
                length += 1;
            }
            lower = byte.is_ascii_lowercase();
        }
        if LENGTHS.contains(&length) {
            hints = hints.or(by_word.get(&word).copied().unwrap_or_default());
        }
        hints
    }
}

/// Letters of a word that is looked up: those of the shortest in [`WORDS`] to those that a key holds.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=16;

/// What words of names say.
const WORDS: &[(Hints, &[&str])] = &[
    (
        Hints::AUTHOR,
        &[
            "author",
            "authors",
            "byline",
            "bylines",
            "writer",
            "writers",
            "contributor",
            "contributors",
            "reporter",
            "journalist",
            "username",
            "nickname",
            "poster",
            "autor",
            "autore",
            "auteur",
            "forfatter",
            "byname",
            "authorname",
            "creator",
            "postedby",
            "writtenby",
            "screenname",
            "vcard",
            "bywho",
        ],
    ),
    (
        Hints::BESIDE,
        &[
            "bio",
            "biography",
            "avatar",
            "image",
            "img",
            "photo",
            "pic",
            "picture",
            "thumb",
            "thumbnail",
            "description",
            "desc",
            "social",
            "follow",
            "about",
            "job",
            "role",
            "position",
            "count",
            "stats",
            "archive",
            "articles",
            "posts",
            "icon",
            "twitter",
            "facebook",
            "label",
            "credit",
            "credits",
        ],
    ),
    (
        Hints::DATE,
        &[
            "date",
            "dates",
            "datetime",
            "time",
            "timestamp",
            "published",
            "publish",
            "pubdate",
            "pubtime",
            "publishdate",
            "publishtime",
            "posted",
            "postdate",
            "datum",
            "fecha",
            "dateline",
            "created",
            "datepublished",
        ],
    ),
    (
        Hints::MODIFIED,
        &["modified", "updated", "update", "lastmod", "lastupdated", "edited", "datemodified"],
    ),
    (Hints::TITLE, &["headline", "title"]),
    (Hints::APART.or(Hints::COMMENT), &["comment"]),
    (
        Hints::APART,
        &[
            "comments",
            "commentlist",
            "disqus",
            "respond",
            "related",
            "recommend",
            "recommended",
            "recommendations",
            "sidebar",
            "widget",
            "footer",
            "nav",
            "navigation",
            "menu",
            "popular",
            "trending",
            "newsletter",
            "teaser",
            "teasers",
            "promo",
            "carousel",
            "similar",
            "outbrain",
            "taboola",
            "mostread",
            "morenews",
            "readmore",
            "reviews",
            "testimonial",
            "testimonials",
        ],
    ),
    (Hints::ENTRY, &["entry", "article", "story", "post"]),
];

/// [`WORDS`] by the bytes of a word as a number: thousands of words stand in the classes of a page.
static BY_WORD: LazyLock<FxHashMap<u128, Hints>> = LazyLock::new(|| {
    let key = |word: &str| word.bytes().fold(0, |key, byte| key << 8 | u128::from(byte));
    let each = |&(hints, words): &(Hints, &'static [&'static str])| {
        words.iter().map(move |word| (key(word), hints))
    };
    WORDS.iter().flat_map(each).collect()
});

/// The hints of a page's classes and ids: the same few stand on most elements, so each is read once.
#[derive(Default)]
pub(super) struct Names<'h>(FxHashMap<&'h str, Hints>);

impl<'h> Names<'h> {
    /// What a class or id says, as it stands in the page.
    pub fn read(&mut self, value: &'h str) -> Hints {
        *self.0.entry(value).or_insert_with(|| Hints::read(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_names() {
        for value in ["author", "post-author", "postAuthor", "x_byline2 y", "entry-meta__author"] {
            assert!(Hints::read(value).any(Hints::AUTHOR), "{value}");
        }
        assert!(Hints::read("post-author-bio").any(Hints::BESIDE));
        assert!(Hints::read("related-posts").any(Hints::APART));
        assert!(
            Hints::read("PostedBy").any(Hints::DATE) && Hints::read("postedby").any(Hints::AUTHOR)
        );
        for (_, words) in WORDS {
            assert!(words.iter().all(|word| LENGTHS.contains(&word.len())));
        }
        for value in
            ["", "authority", "validated", "candidate", "sometimes", "xxxxxxxxxxxxxxxxauthor"]
        {
            assert_eq!(Hints::read(value), Hints::default(), "{value}");
        }
    }
}
