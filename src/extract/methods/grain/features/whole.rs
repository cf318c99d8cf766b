//! What the page as a whole is like: the same for each of its units.

use super::Feature;
use super::path::Blocks;
use super::structure::Structure;
use super::text::Texts;
use crate::dom::{Dom, NodeId, Tag};
use crate::page::Page;

/// This family's features, in the order in which they are pushed.
pub const FEATURES: [Feature; 21] = [
    ("pg_nodes", "nodes of the page"),
    ("pg_units", "units of the page"),
    ("pg_words", "words of the page"),
    ("pg_ld", "page: words in links"),
    ("pg_lifr", "page: words in li"),
    ("pg_maxu", "words of the longest unit"),
    ("pg_endst", "page: words in units with a stop"),
    ("pg_price", "page: units with a price"),
    ("pg_imgw", "page: images for 100 words"),
    ("pg_cjk", "page: CJK characters"),
    ("pg_prose", "page: words of prose"),
    ("pg_heads", "page: units that are headings"),
    ("pg_comw", "page: words in comments"),
    ("pg_goods", "page: elements named for goods"),
    ("pg_posts", "page: elements named for posts"),
    ("pg_arts", "article elements of the page"),
    ("pg_og", "page's og:type"),
    ("pg_tarticle", "page says it is an article"),
    ("pg_tproduct", "page says it is a product"),
    ("pg_tlist", "page says it is a list"),
    ("pg_tthread", "page says it is a thread"),
];

/// Types of schema.org that pages declare of themselves, by what kind of page has them.
const TYPES: [&[&str]; 4] = [
    &["Article", "NewsArticle", "BlogPosting", "TechArticle", "ReportageNewsArticle", "Recipe"],
    &["Product", "ProductGroup", "IndividualProduct", "Offer", "AggregateOffer"],
    &["ItemList", "CollectionPage", "OfferCatalog", "SearchResultsPage", "Blog"],
    &["DiscussionForumPosting", "QAPage", "Question", "Comment"],
];

/// What is found in one pass over all nodes.
#[derive(Debug, Clone, Default)]
pub struct Signs {
    images: u32,
    articles: u32,
    /// 1 for an `og:type` of `website`, 2 for `article`, 3 for `product`, 4 for others; 0 for none.
    og: u8,
    /// Whether each of [`TYPES`] is declared.
    types: [bool; 4],
    /// Scripts of JSON-LD that describe a recipe.
    pub recipes: Vec<NodeId>,
    /// Fields to write text in, as nodes, ascending.
    pub fields: Vec<u32>,
}

impl Signs {
    /// Goes over a page's nodes.
    pub fn new(dom: &Dom) -> Signs {
        let mut signs = Signs::default();
        for node in dom.nodes() {
            match dom.tag(node) {
                Some(Tag::IMG) => signs.images += 1,
                Some(Tag::ARTICLE) => signs.articles += 1,
                Some(Tag::TEXTAREA) => signs.fields.push(node.0),
                Some(Tag::META) => signs.meta(dom, node),
                Some(Tag::SCRIPT) => signs.script(dom, node),
                _ => {}
            }
        }
        signs
    }

    fn meta(&mut self, dom: &Dom, node: NodeId) {
        if dom.attribute(node, "property").is_some_and(|property| property == "og:type") {
            let value = dom.attribute(node, "content").unwrap_or_default();
            self.og = match value.trim() {
                "website" => 1,
                "article" => 2,
                "product" | "og:product" | "product.item" => 3,
                _ => 4,
            };
        }
    }

    fn script(&mut self, dom: &Dom, node: NodeId) {
        let is_data = |value| value == "application/ld+json";
        if !dom.attribute(node, "type").is_some_and(is_data) {
            return;
        }
        for text in dom.children(node) {
            let json = dom.text(text);
            for part in json.split("\"@type\"").skip(1) {
                let value = part.trim_start_matches([':', ' ', '[', '\n']);
                let name = value.strip_prefix('"').and_then(|rest| rest.split('"').next());
                if name == Some("Recipe") && self.recipes.last() != Some(&node) {
                    self.recipes.push(node);
                }
                for (declared, names) in self.types.iter_mut().zip(TYPES) {
                    *declared |= name.is_some_and(|name| names.contains(&name));
                }
            }
        }
    }
}

/// The page's features, in the order of [`FEATURES`].
pub fn features(
    page: &Page,
    texts: &Texts,
    blocks: &Blocks,
    structure: &Structure,
    comments: &[bool],
    signs: &Signs,
) -> [f32; FEATURES.len()] {
    let whole = structure.whole();
    let (words, units) = (whole.words.max(1.0) as f32, texts.0.len().max(1) as f32);
    let (mut listed, mut longest, mut ended, mut commented) = (0.0, 0.0_f32, 0.0, 0.0);
    let (mut priced, mut headings, mut cjk, mut chars) = (0, 0, 0, 0);
    for (unit, text) in texts.0.iter().enumerate() {
        let block = blocks.above(unit);
        listed += if block.tag == Tag::LI { text.words } else { 0.0 };
        ended += if text.stopped { text.words } else { 0.0 };
        commented += if comments[unit] { text.words } else { 0.0 };
        longest = longest.max(text.words);
        priced += u32::from(text.priced);
        headings += u32::from(block.path.heading > 0);
        cjk += text.cjk;
        chars += text.chars;
    }
    let named = |count: u32| count as f32 / blocks.census.all.max(1) as f32;
    let [article, product, list, thread] = signs.types.map(|is| f32::from(u8::from(is)));
    [
        page.dom().len() as f32,
        texts.0.len() as f32,
        whole.words as f32,
        whole.linked as f32 / words,
        listed / words,
        longest,
        ended / words,
        priced as f32 / units,
        100.0 * signs.images as f32 / words,
        cjk as f32 / chars.max(1) as f32,
        whole.prose as f32 / words,
        headings as f32 / units,
        commented / words,
        named(blocks.census.goods),
        named(blocks.census.posts),
        signs.articles as f32,
        f32::from(signs.og),
        article,
        product,
        list,
        thread,
    ]
}

#[cfg(test)]
mod tests {
    use super::super::tests::feature;

    #[test]
    fn a_page_says_what_it_is() {
        let html = r#"<meta property="og:type" content="article">
            <script type="application/ld+json">{"@graph": [{"@type": "WebSite"}, {"@type": [ "Product" ]}]}
            </script><article><p class="product price">x</article><article>y</article>"#;
        let values = ["pg_og", "pg_tproduct", "pg_tarticle", "pg_arts"];
        assert_eq!(values.map(|name| feature(html, 0, name)), [2.0, 1.0, 0.0, 2.0]);
        assert!(feature(html, 0, "pg_goods") > 0.0);
    }
}
