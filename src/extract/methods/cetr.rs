//! `cetr`: Weninger, Hsu and Han 2010, *CETR: content extraction via tag ratios*, WWW, 971–980.
//!
//! Each line of the source has a text-to-tag ratio: its characters of text over its tags (over 1
//! where it has none). Content makes a hill of this histogram, and furniture a valley. The ratios
//! are smoothed, then lines are cut off by a threshold in standard deviations, or clustered in two
//! dimensions, the second being how steeply the ratio changes: k-means with one centroid held at
//! the origin, whose lines are not content.
//!
//! *Departures from the paper.* Text is what a reader sees: characters of leaves; scripts, styles
//! and comments have neither text nor tags, and lines without either are dropped. Where lines are
//! longer than [`LONG`] on average, each is broken at every `wrap` bytes (the paper breaks pages
//! that stand on a single line, at its pages' mean of 65): +0.012 of F1 on WCXB dev. A leaf is kept
//! if at least half of its characters stand on lines of content.

use crate::Result;
use crate::extract::extractor::Extractor;
use crate::extract::method::Method;
use crate::extract::parameters::{Values, choice, parameters};
use crate::extract::shared::kmeans;
use crate::extraction::{Explanation, Extraction, Fact, Series};
use crate::page::Page;

/// Lines on either side that a ratio is smoothed over.
const RADIUS: usize = 1;
/// Bytes a line above which, on average, a page is taken to have no lines worth the name.
const LONG: usize = 1000;
/// Lines ahead whose mean a line's ratio is compared with.
const AHEAD: usize = 3;

/// The method's row.
pub const METHOD: Method = Method::new::<Parameters>(
    "Weninger, Hsu & Han 2010, WWW, 971-980",
    "Keeps source lines with much text and few tags, by k-means or a threshold.",
);

parameters! {
    /// What `cetr` can be told.
    pub struct Parameters for Cetr, "cetr" {
        /// how lines are told apart
        choose: Choose = Choose::Kmeans;
        /// clusters of lines, the one at the origin included
        k: usize = 3, in Values::Integer(2, 16);
        /// threshold, in standard deviations of the smoothed ratios
        sigma: f64 = 0.5, in Values::Number(0.0, 10.0);
        /// bytes a line of a page that has hardly any line; 0 leaves lines as they are
        wrap: usize = 65, in Values::Integer(0, 10_000);
        /// of the clustering
        seed: u64 = 1, in Values::Integer(0, u32::MAX as u64);
    }
}

/// How lines of content are told from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choose {
    /// By k-means over (ratio, change).
    Kmeans,
    /// By a threshold in standard deviations.
    Threshold,
}

choice!(Choose { Kmeans: "kmeans", Threshold: "threshold" });

/// Weninger's content extraction via tag ratios.
#[derive(Debug, Clone)]
pub struct Cetr(Parameters);

impl Cetr {
    /// The extractor with these settings.
    fn new(parameters: &Parameters) -> Result<Cetr> {
        Ok(Cetr(parameters.clone()))
    }

    /// The lines of a page that have text or tags.
    fn lines(&self, page: &Page) -> Lines {
        Lines::count(page, &line_starts(page.dom().html(), self.0.wrap))
    }

    /// The threshold of smoothed ratios.
    fn threshold(&self, smoothed: &[f64]) -> f64 {
        self.0.sigma * deviation(smoothed)
    }

    /// Which lines are content, by their smoothed ratios.
    fn content(&self, smoothed: &[f64]) -> Vec<bool> {
        let Parameters { choose, k, seed, .. } = self.0;
        match choose {
            Choose::Threshold => {
                let threshold = self.threshold(smoothed);
                smoothed.iter().map(|&ratio| ratio >= threshold).collect()
            }
            Choose::Kmeans => {
                let points: Vec<_> =
                    smoothed.iter().zip(changes(smoothed)).map(|(&x, y)| [x, y]).collect();
                // What lies at the origin is of its cluster: so do most lines, which no round needs to see.
                let away = |point: &[f64; 2]| *point != [0.0; 2];
                let others: Vec<_> = points.iter().copied().filter(away).collect();
                let clusters = kmeans::cluster(&others, &[vec![0.0; 2]], k, seed);
                let mut members = clusters.members.into_iter();
                let is_content =
                    |point| away(point) && members.next().is_some_and(|member| member != 0);
                points.iter().map(is_content).collect()
            }
        }
    }
}

impl Extractor for Cetr {
    fn extract(&self, page: &Page) -> Extraction {
        let lines = self.lines(page);
        let content = self.content(&smooth(&lines.ratios()));
        lines.keep(page, &content)
    }

    /// The histogram of tag ratios, before and after smoothing; López, Silva and Insa 2012 have the former in
    /// both of their papers, to argue against it.
    fn explain(&self, page: &Page) -> Explanation {
        let lines = self.lines(page);
        let ratios = lines.ratios();
        let smoothed = smooth(&ratios);
        let content = self.content(&smoothed);
        let threshold = Fact { name: "threshold", value: self.threshold(&smoothed) };
        let extraction = lines.keep(page, &content);
        let raw = Series {
            title: "text-to-tag ratio of lines",
            values: ratios,
            content: content.clone(),
            level: None,
        };
        let smoothed = Series {
            title: "text-to-tag ratio of lines, smoothed",
            values: smoothed,
            content,
            level: (self.0.choose == Choose::Threshold).then_some(threshold),
        };
        Explanation { series: vec![raw, smoothed], ..Explanation::bare(extraction) }
    }
}

/// Where the lines of a page begin.
fn line_starts(html: &str, wrap: usize) -> Vec<u32> {
    let mut starts = vec![0];
    starts.extend(memchr::memchr_iter(b'\n', html.as_bytes()).map(|at| at as u32 + 1));
    if wrap > 0 && html.len() / starts.len() > LONG {
        let ends: Vec<_> = starts[1..].iter().copied().chain([html.len() as u32]).collect();
        starts = starts
            .iter()
            .zip(ends)
            .flat_map(|(&start, end)| (start..end.max(start + 1)).step_by(wrap))
            .collect();
    }
    starts
}

/// The lines of a page that have text or tags.
struct Lines {
    /// Characters of text and tags of each.
    counts: Vec<(u32, u32)>,
    /// Which leaf stands on which line, with how many of its characters.
    shares: Vec<Share>,
}

/// What a leaf has on a line.
struct Share {
    leaf: u32,
    line: u32,
    chars: u32,
}

impl Lines {
    fn count(page: &Page, starts: &[u32]) -> Lines {
        let html = page.dom().html();
        let line_of = |at: u32| starts.partition_point(|&start| start <= at) - 1;
        let mut counts = vec![(0, 0); starts.len()];
        let mut line = 0;
        for tag in page.tags() {
            while starts.get(line + 1).is_some_and(|&next| next <= tag.start) {
                line += 1;
            }
            counts[line].1 += 1;
        }
        let mut shares = Vec::new();
        for (place, leaf) in page.leaves().iter().enumerate() {
            for piece in page.dom().pieces(leaf.node) {
                let mut at = piece.start;
                let mut line = line_of(at);
                while at < piece.end {
                    let end = starts.get(line + 1).map_or(piece.end, |&next| next.min(piece.end));
                    let chars = characters(&html.as_bytes()[at as usize..end as usize]);
                    if chars > 0 {
                        counts[line].0 += chars;
                        shares.push(Share { leaf: place as u32, line: line as u32, chars });
                    }
                    (at, line) = (end, line + 1);
                }
            }
        }
        Lines { counts, shares }.without_blank()
    }

    /// The lines that are not blank, renumbered.
    fn without_blank(mut self) -> Lines {
        let mut left = 0;
        let numbers: Vec<u32> = self
            .counts
            .iter()
            .map(|&count| {
                let number = left;
                left += u32::from(count != (0, 0));
                number
            })
            .collect();
        self.shares.iter_mut().for_each(|share| share.line = numbers[share.line as usize]);
        self.counts.retain(|&count| count != (0, 0));
        self
    }

    /// The text-to-tag ratio of each line.
    fn ratios(&self) -> Vec<f64> {
        self.counts.iter().map(|&(chars, tags)| f64::from(chars) / f64::from(tags.max(1))).collect()
    }

    /// The leaves of which at least half stands on lines of content.
    fn keep(&self, page: &Page, content: &[bool]) -> Extraction {
        let mut balance = vec![0_i64; page.leaves().len()];
        for share in &self.shares {
            let sign = if content[share.line as usize] { 1 } else { -1 };
            balance[share.leaf as usize] += sign * i64::from(share.chars);
        }
        let kept = balance.into_iter().map(|balance| balance >= 0).collect();
        Extraction::new(kept)
    }
}

/// Characters of a piece of text, white space at its ends left out.
fn characters(text: &[u8]) -> u32 {
    text.trim_ascii().iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u32
}

/// How steeply each ratio changes: the mean of the lines ahead less the line's own, smoothed,
/// without its sign.
fn changes(smoothed: &[f64]) -> Vec<f64> {
    let change = |at: usize| {
        let ahead = &smoothed[at..smoothed.len().min(at + AHEAD + 1)];
        ahead.iter().sum::<f64>() / ahead.len() as f64 - smoothed[at]
    };
    let changes: Vec<_> = (0..smoothed.len()).map(change).collect();
    smooth(&changes).into_iter().map(f64::abs).collect()
}

/// Values blurred by a Gaussian of [`RADIUS`], which is cut off at the ends.
fn smooth(values: &[f64]) -> Vec<f64> {
    let weight = |distance: usize| {
        let distance = distance as f64 / RADIUS as f64;
        (-distance * distance / 2.0).exp()
    };
    let weights: [f64; RADIUS + 1] = std::array::from_fn(weight);
    (0..values.len())
        .map(|at| {
            let window = at.saturating_sub(RADIUS)..values.len().min(at + RADIUS + 1);
            let weighted =
                |i: usize| (weights[i.abs_diff(at)] * values[i], weights[i.abs_diff(at)]);
            let (sum, total) = window
                .map(weighted)
                .fold((0.0, 0.0), |(sum, total), (value, weight)| (sum + value, total + weight));
            sum / total
        })
        .collect()
}

/// The standard deviation.
fn deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render;

    const PAGE: &str = "<ul>\n<li><a href=/>a</a></li>\n\n<li><a href=/>b</a></li>\n</ul>\n<p>\n\
        This line is long and has no tag at all, which is what text looks like.\n\
        So is this one, and it makes the hill of the histogram a little wider.</p>\n\
        <script>\nif (a<b) {}\n</script>\n<p><a href=/>c</a></p>\n<p><a href=/>d</a></p>\n";

    #[test]
    fn ratios_of_lines_worked_out() {
        let page = Page::parse(PAGE);
        let lines = Lines::count(&page, &line_starts(PAGE, 0));
        let counts = [
            (0, 1), // <ul>
            (1, 4),
            (1, 4), // the blank line is dropped
            (0, 1),
            (0, 1), // <p>
            (71, 0),
            (70, 1),
            (0, 1), // <script>
            (0, 1),
            (1, 4),
            (1, 4),
        ];
        assert_eq!(lines.counts, counts);
        assert_eq!(lines.ratios()[4..7], [0.0, 71.0, 70.0]);
    }

    #[test]
    fn both_choices_find_the_hill() {
        let page = Page::parse(PAGE);
        for spec in ["cetr(k=2)", "cetr(choose=threshold,sigma=1)"] {
            let cetr = spec.parse::<Parameters>().unwrap().build().unwrap();
            let extraction = cetr.extract(&page);
            let text = render::text(&page, &extraction);
            assert!(text.starts_with("This line") && text.ends_with("wider."), "{text}");
        }
        let empty = Page::parse("");
        assert!(Cetr(Parameters::default()).explain(&empty).series[0].values.is_empty());
        assert!(Cetr(Parameters::default()).extract(&empty).kept.is_empty());
    }

    #[test]
    fn the_histogram_is_explained() {
        let page = Page::parse(PAGE);
        let cetr = |spec: &str| spec.parse::<Parameters>().unwrap().build().unwrap();
        let explanation = cetr("cetr(choose=threshold,sigma=1)").explain(&page);
        assert_eq!(explanation.extraction, cetr("cetr(choose=threshold,sigma=1)").extract(&page));
        let [raw, smoothed] = &explanation.series[..] else { panic!() };
        assert_eq!(raw.values[4..7], [0.0, 71.0, 70.0]);
        let threshold = smoothed.level.as_ref().unwrap().value;
        for (value, content) in smoothed.values.iter().zip(&smoothed.content) {
            assert_eq!(*value >= threshold, *content);
        }
        // Clusters have no threshold to show.
        assert_eq!(cetr("cetr").explain(&page).series[1].level, None);
    }

    #[test]
    fn smoothing_keeps_what_is_level_and_widens_a_peak() {
        assert_eq!(smooth(&[2.0; 5]), [2.0; 5]);
        let peak = smooth(&[0.0, 0.0, 1.0, 0.0, 0.0]);
        let side = (-0.5_f64).exp();
        assert!((peak[2] - 1.0 / (1.0 + 2.0 * side)).abs() < 1e-12);
        assert!((peak[1] - side / (1.0 + 2.0 * side)).abs() < 1e-12);
        assert_eq!(peak[0], 0.0);
        assert_eq!(deviation(&[1.0, 3.0]), 1.0);
    }

    #[test]
    fn a_page_without_lines_is_broken_into_some() {
        let html = "x".repeat(1300);
        assert_eq!(line_starts(&html, 65).len(), 20);
        assert_eq!(line_starts(&html, 0), [0]);
        assert_eq!(line_starts("a\nb", 1), [0, 2]);
        assert_eq!(line_starts("", 65), [0]);
    }
}
