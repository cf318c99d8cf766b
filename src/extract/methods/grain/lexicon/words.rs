//! Words by which sites name what is no content, comments, reviews, goods, posts and signatures; those that `grain`
//! asks for whatever the lexicon has learnt.

use std::ops::BitOrAssign;

use super::name;

/// What a word names, of the kinds that are asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Kinds(u8);

impl Kinds {
    /// What is not content.
    pub const BOILERPLATE: Kinds = Kinds(1);
    /// Readers' comments.
    pub const COMMENTS: Kinds = Kinds(1 << 1);
    /// Reviews and ratings.
    pub const REVIEWS: Kinds = Kinds(1 << 2);
    /// Goods and prices, in shops.
    pub const GOODS: Kinds = Kinds(1 << 3);
    /// Posts and replies, in forums.
    pub const POSTS: Kinds = Kinds(1 << 4);
    /// What signs each of a member's posts, in forums.
    pub const SIGNATURES: Kinds = Kinds(1 << 5);
    /// Posts, and members in documentation, by words that blogs hardly use: these call their comments threads and
    /// replies, too.
    pub const TOPICS: Kinds = Kinds(1 << 6);

    /// What a key of a class or id names.
    pub fn of(key: u32) -> Kinds {
        let mut slot = key as usize % SLOTS;
        loop {
            match TABLE[slot] {
                (found, kinds) if found == key => return kinds,
                (0, _) => return Kinds::default(),
                _ => slot = (slot + 1) % SLOTS,
            }
        }
    }

    /// Whether one of these kinds is among them.
    pub fn has(self, kinds: Kinds) -> bool {
        self.0 & kinds.0 != 0
    }
}

impl BitOrAssign for Kinds {
    fn bitor_assign(&mut self, other: Kinds) {
        self.0 |= other.0;
    }
}

/// Slots of the table, a power of two of which few are taken.
const SLOTS: usize = 512;

/// The words' hashes and what each names, found by linear probing; 0 is an empty slot.
static TABLE: [(u32, Kinds); SLOTS] = {
    let mut table = [(0, Kinds(0)); SLOTS];
    let sets = [
        (BOILERPLATE, Kinds::BOILERPLATE),
        (COMMENTS, Kinds::COMMENTS),
        (REVIEWS, Kinds::REVIEWS),
        (GOODS, Kinds::GOODS),
        (REPLIES, Kinds::POSTS),
        (TOPICS, Kinds(Kinds::POSTS.0 | Kinds::TOPICS.0)),
        (SIGNATURES, Kinds::SIGNATURES),
    ];
    let mut set = 0;
    while set < sets.len() {
        let (words, kind) = sets[set];
        let mut at = 0;
        while at < words.len() {
            let hash = name(words[at]);
            let mut slot = hash as usize % SLOTS;
            while table[slot].0 != 0 && table[slot].0 != hash {
                slot = (slot + 1) % SLOTS;
            }
            table[slot] = (hash, Kinds(table[slot].1.0 | kind.0));
            at += 1;
        }
        set += 1;
    }
    table
};

const BOILERPLATE: &[&str] = &[
    "ad",
    "ads",
    "adsense",
    "advert",
    "advertisement",
    "advertising",
    "aside",
    "banner",
    "breadcrumb",
    "breadcrumbs",
    "carousel",
    "cart",
    "consent",
    "cookie",
    "cookies",
    "copyright",
    "crumb",
    "crumbs",
    "dialog",
    "disclaimer",
    "dropdown",
    "facebook",
    "follow",
    "foot",
    "footer",
    "gdpr",
    "hidden",
    "legal",
    "login",
    "logo",
    "masthead",
    "menu",
    "modal",
    "nav",
    "navbar",
    "navigation",
    "newsletter",
    "overlay",
    "pager",
    "pagination",
    "popular",
    "popup",
    "print",
    "privacy",
    "promo",
    "promoted",
    "promotion",
    "recommend",
    "recommendations",
    "recommended",
    "recent",
    "register",
    "related",
    "rss",
    "search",
    "share",
    "sharing",
    "sidebar",
    "signin",
    "signup",
    "skip",
    "social",
    "sponsor",
    "sponsored",
    "subscribe",
    "subscription",
    "suggested",
    "tagcloud",
    "tags",
    "taboola",
    "teaser",
    "teasers",
    "toolbar",
    "tooltip",
    "topbar",
    "trending",
    "twitter",
    "utility",
    "widget",
    "widgets",
];

const COMMENTS: &[&str] = &["comment", "comments", "commentlist", "commenter", "disqus", "respond"];

const REVIEWS: &[&str] = &["rating", "ratings", "review", "reviews", "stars"];

const GOODS: &[&str] = &[
    "addtocart",
    "basket",
    "cart",
    "currency",
    "price",
    "prices",
    "pricing",
    "product",
    "products",
    "qty",
    "quantity",
    "sku",
    "stock",
    "variant",
    "variants",
    "wishlist",
    "woocommerce",
];

const REPLIES: &[&str] = &["replies", "reply", "signature", "thread", "threads"];

const SIGNATURES: &[&str] = &["postsignature", "signature", "signaturecontainer", "signatures"];

const TOPICS: &[&str] = &[
    "answer", "answers", "forum", "member", "message", "messages", "postbody", "poster", "posts",
    "question", "topic", "topics",
];
