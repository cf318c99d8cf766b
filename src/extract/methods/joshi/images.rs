//! Article images (Joshi and Liu 2009, Sections 4.3 and 4.4).
//!
//! Candidates are the images in the article subtree. An image's caption is all text of the nearest
//! block around it; without one it is no article image. A caption that mentions many entities is
//! compared with the body as the paper's large blocks are, by the cosine of their frequencies; of
//! one that mentions few, the similarity is the share of its entities that are frequent in the
//! body, which is at least as often as the body's entities are on average.
//!
//! *Departures from the paper.* A caption mostly stands in the article, and the paper does not say
//! whether it counts as text that it is compared with. If it does, every caption of two names fits
//! itself, that of an advertisement too, so it is taken out (`itself=on` leaves it in). Pages now wrap
//! an image in blocks of its own: by default the caption is that of the nearest block *with text*, at
//! most the article subtree (`caption=nearest` is the paper's). `against=article` compares with all
//! text of the article and the page's title, and `names=on` takes an image's alternative text and file
//! name for a part of its caption; both are ours and the default.
//!
//! *Measured* (`leafmill evaluate readability-images -m … --measure images`) on 69 test pages of
//! Readability.js, which is a proxy: right is what that program keeps, 690 of 1,896 images, without
//! regard to captions. `images=all` keeps every image of the article, a baseline that the paper leaves
//! out, and no setting that looks at captions reaches its F1; the default has more precision.
//!
//! | `joshi(…)` | P | R | F1 |
//! |---|---|---|---|
//! | default | .898 | .704 | .790 |
//! | `names=off` | .863 | .446 | .588 |
//! | `against=body` | .890 | .420 | .571 |
//! | `against=body,names=off,min_entities=2` | .842 | .186 | .304 |
//! | the same with `itself=on` | .874 | .530 | .660 |
//! | `paper` | .802 | .112 | .196 |
//! | `paper,itself=on` | .865 | .194 | .317 |
//! | `images=all` | .875 | .809 | .840 |
//! | `images=none` | – | 0 | 0 |

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::entities::Mentions;
use super::paragraphs;
use crate::dom::{NodeId, Tag};
use crate::extraction::Image;
use crate::page::Page;

/// Characters of a caption that are kept with its image.
const CAPTION: usize = 300;

/// Which block's text is an image's caption.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caption {
    /// The nearest block's that has any.
    Text,
    /// The nearest block's, as the paper has it.
    Nearest,
}

/// Mentions of a caption that are looked at: a caption is short, and so many nested blocks with an
/// image each stay linear.
const MENTIONS: usize = 1000;

/// Which images of the article are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Keep {
    /// Those whose captions are about what the article is about.
    Similar,
    /// Every one.
    All,
    /// None.
    None,
}

/// What captions are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Against {
    /// The body of the article, as the paper has it.
    Body,
    /// All text of the article subtree, and the page's title.
    Article,
}

/// What decides whether an image belongs to the article.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judge {
    /// Which images are kept.
    pub keep: Keep,
    /// Which block's text is the caption.
    pub caption: Caption,
    /// What it is compared with.
    pub against: Against,
    /// Whether a caption is part of what it is compared with where it lies in it.
    pub itself: bool,
    /// Whether an image's alternative text and file name are part of its caption.
    pub names: bool,
    /// Distinct entities from which a caption is compared by cosine.
    pub min_entities: usize,
    /// Similarity above which an image is kept, in 0…1.
    pub similarity: f64,
}

impl Judge {
    /// The images in an article subtree; `kept` tells which leaves are the article's body.
    pub fn images(self, page: &Page, article: NodeId, kept: &[bool]) -> Vec<Image> {
        let candidates = self.candidates(page, article);
        if candidates.is_empty() {
            return Vec::new();
        }
        let mut subject = Subject::new(self, page, article, kept);
        let mut captions: FxHashMap<NodeId, (String, f64)> = FxHashMap::default();
        let judge = |(node, block): (NodeId, NodeId)| {
            let attribute =
                |name| page.dom().attribute(node, name).unwrap_or_default().into_owned();
            let (src, alt) = (attribute("src"), attribute("alt"));
            let units = || units_under(page, block);
            let (caption, similarity) = captions
                .entry(block)
                .or_insert_with(|| (text(page, units()), subject.similarity(&units(), &[])));
            let similarity = match self.names {
                true => subject.similarity(&units(), &[&alt, file(&src)]),
                false => *similarity,
            };
            let kept = match self.keep {
                Keep::Similar => similarity > self.similarity,
                Keep::All => true,
                Keep::None => false,
            };
            Image { node, src, alt, caption: caption.clone(), similarity, kept }
        };
        candidates.into_iter().map(judge).collect()
    }

    /// The entities that an article mentions with how often, the most frequent first: what captions are
    /// compared with.
    pub fn entities(self, page: &Page, article: NodeId, kept: &[bool]) -> Vec<(String, u32)> {
        let Subject { mentions, times, .. } = Subject::new(self, page, article, kept);
        let named = mentions.names.into_iter().zip(times).filter(|(_, times)| *times > 0);
        let mut named: Vec<_> = named.collect();
        named.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        named
    }

    /// The images in a subtree in document order, each with the block that has its caption.
    fn candidates(self, page: &Page, article: NodeId) -> Vec<(NodeId, NodeId)> {
        let dom = page.dom();
        let mut images = Vec::new();
        // Blocks around the current node, each with the end of its subtree and its caption's block.
        let mut blocks = vec![(u32::MAX, article)];
        for node in dom.subtree(article).map(NodeId) {
            while blocks.pop_if(|block| block.0 <= node.0).is_some() {}
            let outer = blocks.last().map_or(article, |block| block.1);
            match dom.tag(node) {
                Some(Tag::IMG) => images.push((node, outer)),
                Some(tag) if paragraphs::is_block(tag) => {
                    let has_caption =
                        self.caption == Caption::Nearest || !page.leaves_under(node).is_empty();
                    let caption = if has_caption { node } else { outer };
                    blocks.push((dom.subtree(node).end, caption));
                }
                _ => {}
            }
        }
        images
    }
}

/// What captions are compared with: the entities of an article, and how often it mentions each.
struct Subject {
    judge: Judge,
    mentions: Mentions,
    /// Whether the mentions of a unit of the page count.
    counts: Vec<bool>,
    times: Vec<u32>,
    /// Entities that are mentioned, all mentions, and the squared length of `times` as a vector.
    distinct: u32,
    total: u32,
    square: f64,
    /// Times that a caption mentions each entity, and of these how many are among `times`; all 0
    /// between two captions.
    in_caption: Vec<(u32, u32)>,
}

impl Subject {
    fn new(judge: Judge, page: &Page, article: NodeId, kept: &[bool]) -> Subject {
        let is_wide = judge.against == Against::Article;
        let title = if is_wide { page.title() } else { None };
        let mentions = Mentions::recognise(page, units_under(page, article), title.as_deref());
        let of_unit = |leaves: &Range<u32>| is_wide || kept[leaves.start as usize];
        let mut counts: Vec<_> = page.units().iter().map(|unit| of_unit(&unit.leaves)).collect();
        counts.push(true);
        let mut times = vec![0; mentions.names.len()];
        for &(unit, entity) in &mentions.mentions {
            times[entity as usize] += u32::from(counts[unit]);
        }
        Subject {
            judge,
            counts,
            distinct: times.iter().filter(|&&n| n > 0).count() as u32,
            total: times.iter().sum(),
            square: times.iter().map(|&n| square(n)).sum(),
            in_caption: vec![(0, 0); times.len()],
            times,
            mentions,
        }
    }

    /// How much the units of a caption, and what else belongs to it, are about what the article is
    /// about, in 0…1.
    fn similarity(&mut self, caption: &Range<usize>, also: &[&str]) -> f64 {
        let mut entities: Vec<usize> = Vec::new();
        let mut mention = |entity: u32, is_own: bool| {
            let entity = entity as usize;
            let times = &mut self.in_caption[entity];
            if times.0 == 0 {
                entities.push(entity);
            }
            *times = (times.0 + 1, times.1 + u32::from(is_own));
        };
        for (unit, entity) in self.mentions.within(caption).take(MENTIONS) {
            mention(entity, !self.judge.itself && self.counts[unit]);
        }
        for text in also {
            self.mentions.named_in(text).into_iter().for_each(|entity| mention(entity, false));
        }
        let similarity = self.of(&entities);
        entities.into_iter().for_each(|entity| self.in_caption[entity] = (0, 0));
        similarity
    }

    /// The similarity of a caption that mentions these entities.
    fn of(&self, entities: &[usize]) -> f64 {
        let here = |entity: usize| f64::from(self.in_caption[entity].0);
        let times = |entity: usize| self.times[entity] - self.in_caption[entity].1;
        // Without the caption's own mentions less is left of the whole.
        let own = |entity: usize| self.in_caption[entity].1;
        let total = self.total - entities.iter().map(|&entity| own(entity)).sum::<u32>();
        let gone = entities.iter().filter(|&&entity| own(entity) > 0 && times(entity) == 0).count();
        let distinct = self.distinct - gone as u32;
        if entities.len() < self.judge.min_entities {
            let mean = f64::from(total) / f64::from(distinct.max(1));
            let is_frequent = |&&entity: &&usize| f64::from(times(entity)) >= mean.max(1.0);
            entities.iter().filter(is_frequent).count() as f64 / entities.len().max(1) as f64
        } else {
            let lost = |&entity: &usize| square(self.times[entity]) - square(times(entity));
            let norm = (self.square - entities.iter().map(lost).sum::<f64>()).sqrt();
            let product: f64 =
                entities.iter().map(|&entity| here(entity) * f64::from(times(entity))).sum();
            let length = entities.iter().map(|&entity| here(entity).powi(2)).sum::<f64>().sqrt();
            if product > 0.0 { (product / (length * norm)).min(1.0) } else { 0.0 }
        }
    }
}

fn square(times: u32) -> f64 {
    f64::from(times).powi(2)
}

/// The name of the file that an address ends in, without its suffix.
fn file(src: &str) -> &str {
    let path = src.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The units of the leaves under a block, as a range of [`Page::units`].
fn units_under(page: &Page, block: NodeId) -> Range<usize> {
    let leaves = page.leaves_under(block);
    let at = |leaf: usize| page.units().partition_point(|unit| (unit.leaves.start as usize) < leaf);
    at(leaves.start)..at(leaves.end)
}

/// The text of units, cut to a caption's length.
fn text(page: &Page, units: Range<usize>) -> String {
    let mut text = String::new();
    for unit in &page.units()[units] {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&page.joined(unit.leaves.clone()));
        if let Some((cut, _)) = text.char_indices().nth(CAPTION) {
            text.truncate(cut);
            break;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const JUDGE: Judge = Judge {
        keep: Keep::Similar,
        caption: Caption::Text,
        against: Against::Body,
        itself: false,
        names: false,
        min_entities: 3,
        similarity: 0.0,
    };

    /// (src, caption, similarity) of the images of a page whose article is its body.
    fn images(judge: Judge, html: &str) -> Vec<(String, String, f64)> {
        let page = Page::parse(html);
        let body =
            page.dom().nodes().find(|&node| page.dom().tag(node) == Some(Tag::BODY)).unwrap();
        let images = judge.images(&page, body, &vec![true; page.leaves().len()]);
        images.into_iter().map(|i| (i.src, i.caption, i.similarity)).collect()
    }

    #[test]
    fn the_caption_is_the_nearest_blocks_text() {
        let html = "<p>Talks in Paris.<div><p><img src=a></p><span>In <b>Paris</b></span></div>";
        assert_eq!(images(JUDGE, html), [("a".into(), "In Paris".into(), 1.0)]);
        let paper = Judge { caption: Caption::Nearest, ..JUDGE };
        assert_eq!(images(paper, html), [("a".into(), String::new(), 0.0)]);
    }

    #[test]
    fn a_caption_is_not_compared_with_itself() {
        let html = "<p>Talks in Paris.<div><img src=a>New shoes of Ada Lund and Eve Holm, \
                    with Max Weller</div>";
        assert_eq!(images(JUDGE, html)[0].2, 0.0);
        // What the paper leaves open, the other way: three names that the page has once each.
        let itself = Judge { itself: true, ..JUDGE };
        let expected = 3.0 / (3.0_f64.sqrt() * 4.0_f64.sqrt());
        assert!((images(itself, html)[0].2 - expected).abs() < 1e-12);
    }

    #[test]
    fn a_small_caption_matches_the_frequent_entities() {
        // Without the caption Paris 2 times, Oslo once: the mean is 3/2.
        let html = "<p>From Paris to Paris.<p>Not Oslo.<div><img src=a>Paris and Rome</div>";
        assert_eq!(images(JUDGE, html)[0].2, 0.5);
        assert_eq!(images(JUDGE, "<p>In Paris.<p><img src=b>a dog</p>")[0].2, 0.0);
    }

    #[test]
    fn a_large_caption_is_compared_by_cosine() {
        // The caption mentions each once; the rest of the body Paris twice, Rome once, Bonn once.
        let html =
            "<p>In Paris, by Bonn, to Rome and Paris.<div><img src=a>Paris, Rome, Oslo</div>";
        let expected = (2.0 + 1.0) / (3.0_f64.sqrt() * 6.0_f64.sqrt());
        assert!((images(JUDGE, html)[0].2 - expected).abs() < 1e-12);
    }

    #[test]
    fn titles_alternative_texts_and_file_names_count_on_request() {
        let html = "<title>today in Bonn</title><p>Ada Lund spoke in Bonn.\
                    <div><img src=/i/ada-lund-3.jpg?w=1 alt='in Bonn'>a speech</div>";
        assert_eq!(images(JUDGE, html)[0].2, 0.0);
        let names = Judge { names: true, min_entities: 9, ..JUDGE };
        assert_eq!(images(names, html)[0].2, 1.0);
        // With the title Bonn is there twice, and Ada Lund less often than the mean.
        let article = Judge { against: Against::Article, ..names };
        assert_eq!(images(article, html)[0].2, 0.5);
    }

    #[test]
    fn all_and_none_are_kept_whatever_their_captions() {
        let page = Page::parse("<p>In Oslo.<div><img src=a>a dog</div><img src=b>");
        let kept = |keep| {
            let judge = Judge { keep, ..JUDGE };
            let body = page.dom().nodes().find(|&n| page.dom().tag(n) == Some(Tag::BODY)).unwrap();
            let images = judge.images(&page, body, &vec![true; page.leaves().len()]);
            images.into_iter().filter(|image| image.kept).count()
        };
        assert_eq!([Keep::All, Keep::Similar, Keep::None].map(kept), [2, 0, 0]);
    }

    #[test]
    fn captions_are_cut() {
        let html = format!("<p><img src=a>{}</p>", "é ".repeat(400));
        assert_eq!(images(JUDGE, &html)[0].1.chars().count(), CAPTION);
    }
}
