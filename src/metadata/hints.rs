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

    /// What these have in common.
    pub const fn and(self, other: Hints) -> Hints {
        Hints(self.0 & other.0)
    }

    /// What a class or id says, word by word: `postAuthor`, `post-author` and `post_author` are the
    /// same. A builder's word for any of its blocks says nothing of what one holds, nor does a value in
    /// brackets, as in `lg:mr-[--sidebar-col]`.
    pub fn read(value: &str) -> Hints {
        let words = &*BY_WORD;
        let mut rest = value.as_bytes();
        let mut hints = Hints::default();
        while let Some(&first) = rest.first() {
            let passed = match first {
                b'[' => rest.iter().position(|&byte| byte == b']').unwrap_or(1),
                b'e' if rest.starts_with(BLOCK) => BLOCK.len(),
                _ if first.is_ascii_alphabetic() => {
                    // A capital begins a word behind a small letter, and goes on behind another capital.
                    let capitals = rest.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
                    let small =
                        rest[capitals..].iter().take_while(|byte| byte.is_ascii_lowercase());
                    let word = &rest[..capitals + small.count()];
                    hints = hints.or(words.hints(word));
                    word.len()
                }
                _ => 1,
            };
            rest = &rest[passed..];
        }
        hints
    }
}

/// What Elementor, a builder of pages, calls each block: one with the title, too.
const BLOCK: &[u8] = b"elementor-widget";

/// Letters of the longest word that is looked up: as many as a key holds.
const LONGEST: usize = 16;

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

/// [`WORDS`], to be looked up.
struct Words {
    /// By the bytes of a word as a number.
    by_key: FxHashMap<u128, Hints>,
    /// The letters, a bit each, that words of a length end with that begin with a letter: hardly any other
    /// words of a page end so.
    ends: [[u32; 32]; LONGEST + 1],
}

/// Thousands of words stand in the classes of a page.
static BY_WORD: LazyLock<Words> = LazyLock::new(|| {
    let mut found = Words { by_key: FxHashMap::default(), ends: [[0; 32]; LONGEST + 1] };
    for &(hints, words) in WORDS {
        for word in words.iter().map(|word| word.as_bytes()) {
            found.by_key.insert(key(word), hints);
            found.ends[word.len()][letter(word[0])] |= 1 << letter(word[word.len() - 1]);
        }
    }
    found
});

impl Words {
    /// What a word says, in letters of either case.
    fn hints(&self, word: &[u8]) -> Hints {
        let (Some(ends), [first, .., last]) = (self.ends.get(word.len()), word) else {
            return Hints::default();
        };
        if ends[letter(*first)] >> letter(*last) & 1 == 0 {
            return Hints::default();
        }
        self.by_key.get(&key(word)).copied().unwrap_or_default()
    }
}

/// The bytes of a word in small letters as a number.
fn key(word: &[u8]) -> u128 {
    word.iter().fold(0, |key, byte| key << 8 | u128::from(byte | 0x20))
}

/// The place of a letter of either case in the alphabet.
fn letter(byte: u8) -> usize {
    usize::from(byte & 0x1f)
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
        assert!(!Hints::read("elementor-widget-container").any(Hints::APART));
        assert!(Hints::read("elementor-widget-nav-menu x-widget").any(Hints::APART));
        assert_eq!(Hints::read("lg:mr-[--sidebar-col] [menu"), Hints::read("menu"));
        for (_, words) in WORDS {
            assert!(words.iter().all(|word| word.len() <= LONGEST));
        }
        for value in
            ["", "authority", "validated", "candidate", "sometimes", "xxxxxxxxxxxxxxxxauthor"]
        {
            assert_eq!(Hints::read(value), Hints::default(), "{value}");
        }
    }
}
