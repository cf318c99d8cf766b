//! `joshi`: Joshi and Liu 2009, *Web document text and images extraction using DOM analysis and
//! natural language processing*, DocEng '09 (HPL-2009-187).
//!
//! An article is paragraphs that are siblings. Of the subtrees that are parents of paragraphs, the
//! first with enough text in them is the article ([`articles`]), without the lists of links in it.
//! Its images are those whose captions mention the people, places and organisations that the
//! article mentions. `styled=on` gives what the paper's Figure 1 shows: the article as the page shows it, with
//! its styles, the images that are kept, and no others.
//!
//! *Departures from the paper.* Where no subtree has `min_chars` characters, the largest is taken.
//! A list of links is a block with three links at least, over `link_ratio` of whose characters are
//! linked; the paper has no figures, and 0.7 is the best for precision and F1 together on WCXB dev
//! (F1 .5834; without dropping lists .5829, at 0.3 .578, at 0.5 .582, at 0.9 .582). How paragraphs
//! and captions are read, and what stands for the paper's GATE, is said in `paragraphs.rs`,
//! `images.rs` and `entities.rs`.

mod entities;
mod gazetteer;
mod images;
mod paragraphs;
mod parameters;

pub use images::{Against, Caption, Judge, Keep};
pub use paragraphs::{Kind, Paragraph, articles, paragraphs};
pub use parameters::{Choose, METHOD, Parameters};

use crate::Result;
use crate::dom::{NodeId, Tag};
use crate::extract::extractor::Extractor;
use crate::extract::shared::styled::styled;
use crate::extraction::{Column, Explanation, Extraction, Image, Part, Section};
use crate::page::Page;

/// Links that make a list.
const LIST: u32 = 3;

/// Joshi and Liu's extractor.
#[derive(Debug, Clone, PartialEq)]
pub struct Joshi(Parameters);

impl Joshi {
    /// The extractor with these settings.
    fn new(parameters: &Parameters) -> Result<Joshi> {
        Ok(Joshi(parameters.clone()))
    }

    /// How its images are judged.
    fn judge(&self) -> Judge {
        let Parameters { images: keep, caption, against, itself, names, .. } = self.0;
        let Parameters { min_entities, similarity, .. } = self.0;
        Judge { keep, caption, against, itself, names, min_entities, similarity }
    }

    /// The article subtree; `None` where the page has no paragraph.
    pub fn article(&self, page: &Page) -> Option<NodeId> {
        let articles = articles(page);
        let largest = articles.iter().rev().max_by_key(|&&(_, characters)| characters);
        let chosen = match self.0.choose {
            Choose::First => {
                articles.iter().find(|&&(_, characters)| characters >= self.0.min_chars)
            }
            Choose::Largest => None,
        };
        chosen.or(largest).map(|&(article, _)| article)
    }

    /// The lists of links below the article subtree, in document order.
    fn link_lists(&self, page: &Page, article: NodeId) -> Vec<NodeId> {
        let dom = page.dom();
        let nodes = dom.subtree(article);
        let mut links_before = Vec::with_capacity(nodes.len() + 1);
        let mut links = 0;
        for node in nodes.clone().map(NodeId) {
            links_before.push(links);
            links += u32::from(dom.is_link(node));
        }
        links_before.push(links);
        let links = |node: u32| links_before[(node - nodes.start) as usize];
        let mut lists = Vec::new();
        let mut end = nodes.start + 1;
        for node in nodes.clone().skip(1).map(NodeId) {
            if node.0 < end || !dom.tag(node).is_some_and(paragraphs::is_block) {
                continue;
            }
            let (stats, below) = (page.stats(node), dom.subtree(node));
            if links(below.end) - links(below.start) >= LIST
                && f64::from(stats.link_chars) > self.0.link_ratio * f64::from(stats.chars)
            {
                lists.push(node);
                end = below.end;
            }
        }
        lists
    }
}

/// What an explanation says of a candidate for the article.
const CANDIDATES: [Column; 1] = [Column { name: "characters", places: 0 }];
/// What it says of an image of the article.
const IMAGES: [Column; 2] =
    [Column { name: "similarity", places: 2 }, Column { name: "kept", places: 0 }];
/// What it says of an entity: people, places and organisations.
const ENTITIES: [Column; 1] = [Column { name: "mentions", places: 0 }];

impl Extractor for Joshi {
    fn extract(&self, page: &Page) -> Extraction {
        let mut extraction = Extraction::none(page);
        if let Some(article) = self.article(page) {
            extraction.kept[page.leaves_under(article)].fill(true);
            let lists = self.link_lists(page, article);
            for &list in &lists {
                extraction.kept[page.leaves_under(list)].fill(false);
            }
            extraction.images = self.judge().images(page, article, &extraction.kept);
            if self.0.styled {
                let judged = |node: NodeId| {
                    let at = extraction.images.binary_search_by_key(&node, |image| image.node);
                    at.is_ok_and(|at| extraction.images[at].kept)
                };
                let is_other_image =
                    |node: NodeId| page.dom().tag(node) == Some(Tag::IMG) && !judged(node);
                let is_dropped =
                    |node: NodeId| lists.binary_search(&node).is_ok() || is_other_image(node);
                extraction.html = Some(styled(page, article, is_dropped));
            }
        }
        extraction
    }

    /// The candidates for the article in document order, its images with their captions, and the entities
    /// that the article mentions, the most frequent first.
    fn explain(&self, page: &Page) -> Explanation {
        let extraction = self.extract(page);
        let candidate = |&(node, characters): &(NodeId, u32)| Part {
            node,
            numbers: vec![f64::from(characters)],
            note: String::new(),
            leaves: page.leaves_under(node).map(|leaf| leaf as u32).collect(),
        };
        let image = |image: &Image| Part {
            node: image.node,
            numbers: vec![image.similarity, f64::from(u8::from(image.kept))],
            note: format!("{}: {}", image.src, image.caption),
            leaves: Vec::new(),
        };
        let article = self.article(page);
        let entities = article.map_or_else(Vec::new, |article| {
            let entity = |(name, mentions): (String, u32)| Part {
                node: article,
                numbers: vec![f64::from(mentions)],
                note: name,
                leaves: Vec::new(),
            };
            let named = self.judge().entities(page, article, &extraction.kept);
            named.into_iter().map(entity).collect()
        });
        let sections = vec![
            Section {
                title: "candidates for the article",
                columns: &CANDIDATES,
                parts: articles(page).iter().map(candidate).collect(),
            },
            Section {
                title: "images of the article",
                columns: &IMAGES,
                parts: extraction.images.iter().map(image).collect(),
            },
            Section { title: "entities", columns: &ENTITIES, parts: entities },
        ];
        Explanation { sections, ..Explanation::bare(extraction) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joshi(spec: &str) -> Joshi {
        spec.parse::<Parameters>().unwrap().build().unwrap()
    }

    /// The kept text of a page.
    fn text(spec: &str, html: &str) -> String {
        let page = Page::parse(html);
        crate::render::text(&page, &joshi(spec).extract(&page))
    }

    #[test]
    fn the_first_with_enough_text_is_the_article() {
        let html = "<div><p>a</div><div><p>bbbb<p>bb</div><div><p>ccccccc</div>";
        assert_eq!(text("joshi(min_chars=6)", html), "bbbb\nbb");
        assert_eq!(text("joshi(min_chars=6,choose=largest)", html), "ccccccc");
        // None has enough: the largest.
        assert_eq!(text("joshi", html), "ccccccc");
        assert_eq!(text("joshi", "<ul><li>no paragraph</ul>"), "");
    }

    #[test]
    fn lists_of_links_are_dropped() {
        let link = "<a href=/>link</a> ";
        let html = format!(
            "<p>A paragraph with {link}.</p><ul><li>{link}<li>{link}<li>{link} x</ul>\
             <p>{link} and {link} and a third {link} in a sentence</p>"
        );
        assert_eq!(
            text("joshi", &html),
            "A paragraph with link .\nlink and link and a third link in a sentence"
        );
        assert_eq!(text("joshi(link_ratio=1)", &html).lines().count(), 5);
    }

    #[test]
    fn candidates_images_and_entities_are_explained() {
        let html = "<div><p>The talks in Geneva went on. Geneva is calm.</p>\
                    <p><img src=a.jpg>Diplomats in Geneva</p></div><ul><li>x</ul>";
        let page = Page::parse(html);
        let explanation = joshi("joshi").explain(&page);
        assert_eq!(explanation.extraction, joshi("joshi").extract(&page));
        let [candidates, images, entities] = &explanation.sections[..] else { panic!() };
        assert_eq!(candidates.parts[0].numbers, [63.0]);
        assert_eq!(images.parts[0].note, "a.jpg: Diplomats in Geneva");
        assert_eq!(
            (entities.parts[0].note.as_str(), &entities.parts[0].numbers[..]),
            ("geneva", &[3.0][..])
        );
    }

    #[test]
    fn the_article_is_html_with_the_images_that_are_its_own() {
        let link = "<li><a href=/>link</a></li>";
        let html = format!(
            "<div class=art><p style='color: red'>The talks in Geneva went on. Geneva is calm.</p>\
             <p><img src=a.jpg>Diplomats in Geneva</p><ul>{link}{link}{link}</ul>\
             <p><img src=ad.jpg>Buy new shoes now</p></div><p>outside</p>"
        );
        let page = Page::parse(&html);
        assert_eq!(joshi("joshi(min_chars=9)").extract(&page).html, None);
        let article = joshi("joshi(min_chars=9,styled=on)").extract(&page).html.unwrap();
        let expected = "<body><div class=\"art\"><p style=\"color: red\">The talks in Geneva went on. \
            Geneva is calm.</p><p><img src=\"a.jpg\">Diplomats in Geneva</p>\
            <p>Buy new shoes now</p></div></body></html>";
        assert!(article.ends_with(expected), "{article}");
    }

    #[test]
    fn images_are_judged_by_the_names_of_the_article() {
        let html = "<div><p>The talks in Geneva went on. Geneva is calm.</p>\
                    <p><img src=a.jpg alt=lake>Diplomats in Geneva</p>\
                    <p><img src=ad.jpg>Buy new shoes now</p></div><img src=outside.jpg>";
        let page = Page::parse(html);
        let images = joshi("joshi").extract(&page).images;
        let judged: Vec<_> =
            images.iter().map(|i| (i.src.as_str(), i.similarity, i.kept)).collect();
        assert_eq!(judged, [("a.jpg", 1.0, true), ("ad.jpg", 0.0, false)]);
        assert_eq!(
            (images[0].alt.as_str(), images[0].caption.as_str()),
            ("lake", "Diplomats in Geneva")
        );
    }
}
