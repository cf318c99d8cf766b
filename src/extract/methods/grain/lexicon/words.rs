//! Words by which sites name what is no content, comments, reviews, goods and posts; those that `grain`
//! asks for whatever the lexicon has learnt.

use super::name;

/// A fixed set of words, as a table of hashes.
struct Words([u32; Self::SLOTS]);

impl Words {
    const SLOTS: usize = 512;

    const fn new(words: &[&str]) -> Words {
        let mut slots = [0; Self::SLOTS];
        let mut at = 0;
        while at < words.len() {
            let hash = name(words[at]);
            let mut slot = hash as usize % Self::SLOTS;
            while slots[slot] != 0 {
                slot = (slot + 1) % Self::SLOTS;
            }
            slots[slot] = hash;
            at += 1;
        }
        Words(slots)
    }

    fn contains(&self, hash: u32) -> bool {
        let mut slot = hash as usize % Self::SLOTS;
        while self.0[slot] != 0 {
            if self.0[slot] == hash {
                return true;
            }
            slot = (slot + 1) % Self::SLOTS;
        }
        false
    }
}

static BOILERPLATE: Words = Words::new(&[
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
]);

static COMMENTS: Words =
    Words::new(&["comment", "comments", "commentlist", "commenter", "disqus", "respond"]);

static REVIEWS: Words = Words::new(&["rating", "ratings", "review", "reviews", "stars"]);

static GOODS: Words = Words::new(&[
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
]);

static POSTS: Words = Words::new(&[
    "answer",
    "answers",
    "forum",
    "member",
    "message",
    "messages",
    "poster",
    "postbody",
    "posts",
    "question",
    "replies",
    "reply",
    "signature",
    "thread",
    "threads",
    "topic",
    "topics",
]);

/// Whether a key is a word that sites give to what is not content.
pub fn is_boilerplate(key: u32) -> bool {
    BOILERPLATE.contains(key)
}

/// Whether a key is a word that sites give to readers' comments.
pub fn is_comments(key: u32) -> bool {
    COMMENTS.contains(key)
}

/// Whether a key is a word that sites give to reviews and ratings.
pub fn is_reviews(key: u32) -> bool {
    REVIEWS.contains(key)
}

/// Whether a key is a word that shops give to goods and prices.
pub fn is_goods(key: u32) -> bool {
    GOODS.contains(key)
}

/// Whether a key is a word that forums give to posts and replies.
pub fn is_posts(key: u32) -> bool {
    POSTS.contains(key)
}
